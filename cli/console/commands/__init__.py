"""The commands of the console, a file for each subject, and the table of all."""

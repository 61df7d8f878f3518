"""The commands about logs, a file each."""

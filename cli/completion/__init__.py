"""What a word of a command line may become, for shells and for the console: nothing that the command would refuse."""

"""What every command has: options, errors and exit codes, output, text, progress, signals, paths."""

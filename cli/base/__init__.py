"""What commands share: options, wording, errors and exit codes, logs as input, output, progress, signals, paths."""

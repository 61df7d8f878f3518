"""What everything stands on: kernels and records, dice by address, canonical JSON, workers, statistics, errors."""

"""What everything stands on: kernels and records, dice by address, hashing, workers, statistics, problems."""

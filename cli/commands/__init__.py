"""The commands, a file each; those about logs are in `replay`."""

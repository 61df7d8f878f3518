"""The games and variants that ship with dicecup, one YAML file each."""

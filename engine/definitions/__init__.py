"""From a YAML file to a checked definition; and the schema, the template and the names of such files."""

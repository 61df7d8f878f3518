"""The conformance kit for whoever adds a family, a variant or a bot."""

"""Who decides for a seat that no person has."""

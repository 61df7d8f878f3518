"""The families as people see them, a folder each: drawing, narration, questions about odds."""

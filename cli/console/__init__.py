"""The console: one grammar for what people type and what scripts hold, and one dispatcher for both."""

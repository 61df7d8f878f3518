"""The commands, the console, the drawing of dice and tables: the only room that knows a terminal."""

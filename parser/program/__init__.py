"""Programs: Python's statements, run on the engine for what they print."""

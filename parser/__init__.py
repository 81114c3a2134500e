"""The language: text to tree to value. Knows the engine, not the terminal."""

"""To be filled: the scatter family."""

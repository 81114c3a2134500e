"""To be filled: the norm family."""

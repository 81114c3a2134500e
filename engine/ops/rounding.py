"""To be filled: the rounding family."""

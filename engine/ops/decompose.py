"""To be filled: the decompose family."""

"""To be filled: the linalg family."""

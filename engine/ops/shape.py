"""To be filled: the shape family."""

"""To be filled: the reduce family."""

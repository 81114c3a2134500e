"""To be filled: the sort family."""

"""To be filled: the statistics family."""

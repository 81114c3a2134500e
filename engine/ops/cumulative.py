"""To be filled: the cumulative family."""

"""To be filled: the interpolate family."""

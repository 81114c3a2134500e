"""To be filled: the masked family."""

"""To be filled: the special family."""

"""To be filled: the pad family."""

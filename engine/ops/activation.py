"""To be filled: the activation family."""

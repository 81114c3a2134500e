"""To be filled: the loss family."""

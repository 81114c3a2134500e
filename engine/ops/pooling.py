"""To be filled: the pooling family."""

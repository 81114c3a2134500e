"""To be filled: the convolution family."""

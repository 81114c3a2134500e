"""To be filled: the fft family."""

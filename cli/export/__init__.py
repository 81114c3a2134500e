"""Functions and their gradients as source in other languages."""

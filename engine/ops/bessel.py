"""Bessel and Airy functions."""

"""Similarities and distances."""

"""Derivatives as expressions: symbols read into a normal form, tidied, and written as text."""

"""Traces of an evaluation: recorded once as a tape, written by a file a format."""

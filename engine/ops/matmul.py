"""Products of vectors and matrices: dot to einsum."""

from __future__ import annotations

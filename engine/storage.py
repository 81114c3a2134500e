"""What tensors that share memory share: a version counter.

The memory itself is numpy's: a view's array aliases its base's. A scalar result (a Python
float) owns no memory until somebody asks for it; `Tensor.materialize` gives it some. Tensors
without a Storage are at version 0 and share with nobody.
"""

from __future__ import annotations


class Storage:
    """The version counter of one piece of memory; every in-place write adds one."""

    __slots__ = ("version",)

    def __init__(self, version: int = 0) -> None:
        self.version = version

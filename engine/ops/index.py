"""Indexing with integers, slices, None, Ellipsis, masks and lists of indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kinds import Array, Setting
from ..registry import structural


def _getitem(self: Array, index: Setting) -> Any:
    return np.asarray(self)[index]


getitem = structural(
    "_getitem",
    _getitem,
    vjp=lambda g, self_shape, index: _put(g, self_shape, index),
    jvp=lambda self_t, index: getitem(self_t, index),
    batched=False,
    doc="The elements at an index.",
)


def _put(g: Any, shape: tuple, index: Any) -> Any:
    out = np.zeros(shape)
    np.add.at(out, index, g)
    return out

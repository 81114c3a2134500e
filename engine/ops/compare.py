"""Comparisons and predicates: never recorded, never differentiated."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kinds import Array
from ..registry import plain


def _comparison(name: str, ufunc: np.ufunc, doc: str, aliases: tuple[str, ...] = ()) -> Any:
    def forward(self: Array, other: Array) -> Any:
        return ufunc(self, other)

    return plain(name, forward, promote="type", aliases=aliases, doc=doc)


eq = _comparison("eq", np.equal, "Whether self equals other, elementwise.")
ne = _comparison("ne", np.not_equal, "Whether self differs from other.", ("not_equal",))
lt = _comparison("lt", np.less, "Whether self is less than other.", ("less",))
le = _comparison("le", np.less_equal, "Whether self is at most other.", ("less_equal",))
gt = _comparison("gt", np.greater, "Whether self is greater than other.", ("greater",))
ge = _comparison("ge", np.greater_equal, "Whether self is at least other.", ("greater_equal",))

"""torch.Size: the tuple that shapes are."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, SupportsIndex

from ..errors import EngineTypeError


class Size(tuple):
    """A tuple of ints that prints as `torch.Size([2, 3])` and stays a Size when it is sliced,
    added to or repeated.
    """

    __slots__ = ()
    __module__ = "torch"

    def __new__(cls, sizes: Iterable[Any] = (), /) -> Size:
        items = []
        for place, item in enumerate(sizes):
            if not hasattr(item, "__index__"):
                kind = type(item).__name__
                raise EngineTypeError(
                    f"torch.Size() takes an iterable of 'int' (item {place} is '{kind}')"
                )
            items.append(item.__index__())
        return tuple.__new__(cls, items)

    def __call__(self, *args: Any) -> Any:
        """Raise Python's error for a call, which takes `x.shape` for a method."""
        raise EngineTypeError("'torch.Size' object is not callable")

    def numel(self) -> int:
        """How many elements a tensor of this shape has."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(repr, self))}])"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if spec:
            raise EngineTypeError("unsupported format string passed to torch.Size.__format__")
        return repr(self)

    def __add__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            kind = type(other).__name__
            raise EngineTypeError(f"can only concatenate tuple (not {kind}) to torch.Size")
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple.__add__(other, self))

    def __mul__(self, times: SupportsIndex) -> Size:
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __getitem__(self, place: Any) -> Any:
        item = tuple.__getitem__(self, place)
        return Size(item) if isinstance(place, slice) else item

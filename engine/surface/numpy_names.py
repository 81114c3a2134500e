"""Functions that numpy calls as torch does, or by a name of its own, but means otherwise.

Under the prefix `np.` an expression gets numpy's answer. What is not in this table means the same
in both, or has arguments that fit only one of them and fails loudly in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EngineValueError
from ..modes import state
from ..ops.convert import to_dtype
from ..ops.create import tensor
from ..ops.public import call
from ..tensor import Tensor


def _tensor(value: Any) -> Tensor:
    return value if value.__class__ is Tensor else tensor(value)


def documented(function: Callable, doc: str) -> Callable:
    """Give a function made here the sentence that says what it does."""
    function.__doc__ = doc
    return function


def _renamed(name: str) -> Callable:
    """The function of another name."""

    def function(*args: Any, **kwargs: Any) -> Any:
        return call(name, *args, **kwargs)

    return documented(function, f"As torch.{name}.")


def _deviation(name: str) -> Callable:
    """`std` or `var`, which numpy divides by the count, unless told by ddof."""

    def function(a: Any, axis: Any = None, *, ddof: Any = 0, keepdims: bool = False) -> Any:
        return call(name, a, axis, correction=ddof, keepdim=keepdims)

    return documented(function, f"As torch.{name}, but divided by the count less ddof.")


def _middle(name: str) -> Callable:
    """`median`, which is the mean of the two in the middle, not the lower."""

    def function(a: Any, axis: int | None = None, *, keepdims: bool = False) -> Any:
        return call(name, a, 0.5, axis, keepdims)

    return documented(function, "The median: of an even count, the mean of the two in the middle.")


def _percentile(a: Any, q: Any, axis: int | None = None, *, keepdims: bool = False) -> Any:
    """Values below which so many percent of the elements are."""
    return call("quantile", a, call("div", _tensor(q), 100.0), axis, keepdims)


def _running(name: str) -> Callable:
    """`cumsum` or `cumprod`, of the flattened elements where no axis is named."""

    def function(a: Any, axis: int | None = None) -> Any:
        return call(name, _tensor(a).ravel(), 0) if axis is None else call(name, a, axis)  # type: ignore[attr-defined]

    return documented(function, f"As torch.{name}, of the flattened array where no axis is named.")


def _sort(a: Any, axis: int | None = -1) -> Any:
    """The elements in ascending order along the last axis; flattened where axis is None."""
    flat = call("ravel", a) if axis is None else a
    return call("sort", flat, -1 if axis is None else axis)[0]


def _split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """Equal parts by their number, or parts between indices; torch's split takes a size."""
    whole = _tensor(ary)
    if isinstance(indices_or_sections, int) and whole.shape[axis] % indices_or_sections:
        raise EngineValueError("array split does not result in an equal division")
    return call("tensor_split", whole, indices_or_sections, axis)


def _flip(m: Any, axis: Any = None) -> Any:
    """The elements in reverse order along axes, along all where none is named."""
    whole = _tensor(m)
    return call("flip", whole, tuple(range(whole.ndim)) if axis is None else axis)


def _meshgrid(*xi: Any, indexing: str = "xy") -> Any:
    """Coordinates of a grid; x varies along the second axis unless indexing is 'ij'."""
    return call("meshgrid", *map(_tensor, xi), indexing=indexing)


def _nonzero(a: Any) -> Any:
    """The places of what is not zero: an index tensor for each axis."""
    return call("nonzero", a, as_tuple=True)


def _dot(a: Any, b: Any) -> Any:
    """The product by a number, or of vectors and matrices."""
    left, right = _tensor(a), _tensor(b)
    if not left.ndim or not right.ndim:
        return left * right  # type: ignore[operator]
    if max(left.ndim, right.ndim) > 2:
        raise EngineValueError("np.dot takes vectors and matrices here; for more axes: matmul")
    return call("matmul", left, right)


def _outer(a: Any, b: Any) -> Any:
    """The products of each element of a with each of b."""
    return call("outer", call("ravel", a), call("ravel", b))


def _take(a: Any, indices: Any, axis: int | None = None) -> Any:
    """Elements at indices, of the flattened array where no axis is named."""
    if axis is None:
        return call("take", a, indices)
    return call("index_select", a, axis, indices)


def _gradient(f: Any, *spacing: Any, axis: Any = None) -> Any:
    """Central differences, one-sided at the ends: a tensor for one axis, a tuple for several."""
    if spacing:
        raise EngineValueError("np.gradient with a spacing: use torch.gradient(…, spacing=…)")
    found = call("gradient", f) if axis is None else call("gradient", f, dim=axis)
    return found[0] if len(found) == 1 else found


def _average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    """The mean, each element as often as its weight says."""
    if weights is None:
        return call("mean", a) if axis is None else call("mean", a, axis)
    weighted, total = _tensor(a) * _tensor(weights), call("sum", weights)  # type: ignore[operator]
    if axis is not None:
        raise EngineValueError("np.average with weights takes no axis here")
    return call("sum", weighted) / total


def _spread(a: Any, axis: Any = None) -> Any:
    """The largest element less the smallest."""
    return call("amax", a, axis) - call("amin", a, axis)


def _cbrt(x: Any) -> Any:
    """The cube root of each element, of negative ones too."""
    value = _tensor(x)
    if not value.dtype.is_floating_point:
        value = to_dtype(value, state.default_dtype)
    return call("sign", value) * call("pow", call("abs", value), 1 / 3)


TABLE: dict[str, Callable] = {
    "repeat": _renamed("repeat_interleave"),
    "max": _renamed("amax"),
    "min": _renamed("amin"),
    "cross": _renamed("linalg.cross"),
    "array_split": _renamed("tensor_split"),
    "std": _deviation("std"),
    "var": _deviation("var"),
    "median": _middle("quantile"),
    "nanmedian": _middle("nanquantile"),
    "percentile": _percentile,
    "cumsum": _running("cumsum"),
    "cumprod": _running("cumprod"),
    "sort": _sort,
    "split": _split,
    "flip": _flip,
    "meshgrid": _meshgrid,
    "nonzero": _nonzero,
    "dot": _dot,
    "outer": _outer,
    "take": _take,
    "gradient": _gradient,
    "average": _average,
    "ptp": _spread,
    "cbrt": _cbrt,
    "size": documented(lambda a: _tensor(a).numel(), "The number of elements."),
    "ndim": documented(lambda a: _tensor(a).ndim, "The number of axes."),
    "shape": documented(lambda a: _tensor(a).shape, "The size along each axis."),
}

"""Differences along an axis, gradients of sampled functions, and the trapezoid rule.

Source: torch aten/src/ATen/native/ReduceOps.cpp (diff, gradient) and Integration.cpp.
"""

from __future__ import annotations

from typing import Any

from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Number, Setting, SomeDims, Tensors
from ..registry import composite
from ..tensor import Tensor
from .arithmetic import div_number, mul_number, sub
from .cumulative import cumsum
from .lead import reshape_own
from .public import call
from .reduce import own_dims, sum_dim


def _part(x: Any, dim: int, start: int, stop: int | None = None) -> Any:
    """The elements start:stop of the axis `dim`, which counts from the end."""
    return x[(..., slice(start, stop), *(slice(None),) * (-dim - 1))]


# -- diff


def _diff(
    self: Array,
    n: int = 1,
    dim: Dim = -1,
    prepend: Array | None = None,
    append: Array | None = None,
) -> Any:
    if not self.ndim:
        raise EngineRuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise EngineRuntimeError(f"order must be non-negative but got {n}")
    parts = [p for p in (prepend, self, append) if p is not None]
    for p in parts:
        if p.ndim != self.ndim:
            raise EngineRuntimeError(
                "diff expects prepend or append to be the same dimension as input"
            )
        _need_fit(self.shape, p.shape, dim)
    x = call("cat", parts, dim) if n and len(parts) > 1 else self
    n = min(n, x.shape[dim])
    if n == 0:
        return call("clone", x)
    subtract = (lambda a, b: call("logical_xor", a, b)) if x.dtype.name == "bool" else sub
    for _ in range(n):
        x = subtract(_part(x, dim, 1), _part(x, dim, 0, -1))
    return x


def _need_fit(shape: tuple, other: tuple, dim: int) -> None:
    """Raise torch's error unless two shapes differ only along `dim`."""
    for k, (n, m) in enumerate(zip(shape, other, strict=True)):
        if n != m and k - len(shape) != dim:
            raise EngineRuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input "
                f"except along the differencing dimension; input.size({k}) = {n}, but got "
                f"tensor.size({k}) = {m}"
            )


diff = composite("diff", _diff, doc="The n-th differences of neighbours along one axis.")


# -- the trapezoid rule


def _spaces(name: str, x: Any, y: Any, dim: int) -> Any:
    """The distances between neighbouring sample points, ready to broadcast over `y`."""
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise EngineRuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = reshape_own(x, 1, tuple(-1 if d == dim else 1 for d in own_dims(y.shape)))
    return _part(x, dim, 1) - _part(x, dim, 0, -1)


def _trapezoid(
    y: Array, x: Tensors | None = None, *, dx: Number | None = None, dim: Dim = -1
) -> Any:
    if not y.ndim:
        raise EngineIndexError("Dimension specified as -1 but tensor has no dimensions")
    if not y.shape[dim]:
        shape = tuple(n for d, n in zip(own_dims(y.shape), y.shape, strict=True) if d != dim)
        return call("zeros", shape, dtype=y.dtype)
    if x is not None:
        spaces = _spaces("trapezoid", x, y, dim)
        pairs = _part(y, dim, 0, -1) + _part(y, dim, 1)
        return div_number(sum_dim(pairs * spaces, (dim,), False), 2.0)
    ends = call("select", y, dim, 0) + call("select", y, dim, -1)
    inner = sum_dim(y, (dim,), False) - mul_number(ends, 0.5)
    return mul_number(inner, 1.0 if dx is None else dx)


trapezoid = composite(
    "trapezoid",
    _trapezoid,
    aliases=("trapz",),
    doc="The integral of samples y by the trapezoid rule, over points x or at distance dx.",
)


def _cumulative_trapezoid(
    y: Array, x: Tensors | None = None, *, dx: Number | None = None, dim: Dim = -1
) -> Any:
    if not y.ndim:
        raise EngineIndexError("slice() cannot be applied to a 0-dim tensor.")
    pairs = _part(y, dim, 0, -1) + _part(y, dim, 1)
    if x is not None:
        return div_number(cumsum(_spaces("cumulative_trapezoid", x, y, dim) * pairs, dim), 2.0)
    return cumsum(mul_number(pairs, (1.0 if dx is None else dx) / 2.0), dim)


composite(
    "cumulative_trapezoid",
    _cumulative_trapezoid,
    doc="The integral of samples y up to each of them by the trapezoid rule.",
)


# -- gradient


def _spacings(self: Any, spacing: Any, dims: tuple | None) -> list:
    """One distance or tensor of coordinates for each axis."""
    count = self.ndim if dims is None else len(dims)
    if not isinstance(spacing, list | tuple):
        value: Any = 1.0 if spacing is None else spacing
        return [value.item() if value.__class__ is Tensor else value] * count
    if len(spacing) != count:
        wanted = (
            f"a list of length equal to 'self.dim() = {count}', since dim argument was not given"
            if dims is None
            else f"a list of length equal to 'dim' argument, which is {count}"
        )
        raise EngineRuntimeError(
            f"torch.gradient expected spacing to be unspecified, a scalar, or {wanted}, but got "
            f"a list of length {len(spacing)}"
        )
    return list(spacing)


def _gradient(
    self: Array,
    *,
    spacing: Setting = None,
    dim: SomeDims | None = None,
    edge_order: int = 1,
) -> Any:
    if edge_order not in (1, 2):
        raise EngineRuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    spacings = _spacings(self, spacing, dim)
    dims = own_dims(self.shape) if dim is None else dim
    if any(self.shape[d] < edge_order + 1 for d in dims):
        raise EngineRuntimeError(
            "torch.gradient expected each dimension size to be at least edge_order+1"
        )
    return tuple(
        (_over_points if space.__class__ is Tensor else _evenly)(self, space, d, edge_order)
        for space, d in zip(spacings, dims, strict=True)
    )


def _evenly(self: Any, space: float, dim: int, edge_order: int) -> Any:
    """Central differences at a distance, one-sided of the given order at the ends."""
    center = _part(self, dim, 2) - _part(self, dim, 0, -2)
    if edge_order == 1:
        first = _part(self, dim, 1, 2) - _part(self, dim, 0, 1)
        last = _part(self, dim, -1) - _part(self, dim, -2, -1)
    else:
        first = (
            -1.5 * _part(self, dim, 0, 1)
            + 2 * _part(self, dim, 1, 2)
            - 0.5 * _part(self, dim, 2, 3)
        )
        last = (
            0.5 * _part(self, dim, -3, -2)
            - 2 * _part(self, dim, -2, -1)
            + 1.5 * _part(self, dim, -1)
        )
    first, center, last = (div_number(step, space) for step in (first, center, last))
    return call("cat", [first, div_number(center, 2), last], dim)


def _over_points(self: Any, points: Any, dim: int, edge_order: int) -> Any:
    """Differences over uneven points: parabolas through three of them, or lines at the ends."""
    gaps = points[1:] - points[:-1]
    before, after = gaps[:-1], gaps[1:]
    shape = tuple(-1 if d == dim else 1 for d in own_dims(self.shape))
    a, b, c = (
        reshape_own(weight, 1, shape)
        for weight in (
            -after / (before * (before + after)),
            (after - before) / (before * after),
            before / (after * (before + after)),
        )
    )
    center = a * _part(self, dim, 0, -2) + b * _part(self, dim, 1, -1) + c * _part(self, dim, 2)
    if edge_order == 1:
        first = (_part(self, dim, 1, 2) - _part(self, dim, 0, 1)) / gaps[0]
        last = (_part(self, dim, -1) - _part(self, dim, -2, -1)) / gaps[-1]
        return call("cat", [first, center, last], dim)
    p, q = gaps[0], gaps[1]
    first = (
        -(2.0 * p + q) / (p * (p + q)) * _part(self, dim, 0, 1)
        + (p + q) / (p * q) * _part(self, dim, 1, 2)
        + -p / (q * (p + q)) * _part(self, dim, 2, 3)
    )
    p, q = gaps[-1], gaps[-2]
    last = (
        p / (q * (p + q)) * _part(self, dim, -3, -2)
        + -(p + q) / (p * q) * _part(self, dim, -2, -1)
        + (2.0 * p + q) / (p * (p + q)) * _part(self, dim, -1)
    )
    return call("cat", [first, center, last], dim)


composite(
    "gradient",
    _gradient,
    doc="The derivative of samples along each axis, by central differences; a tuple.",
)

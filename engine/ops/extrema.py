"""Largest and smallest elements, with torch's choices at ties.

A reduction that names no single element (`max()`, `amax`, `aminmax`) splits its gradient evenly
over the elements that tie; one that returns an index gives it to that element. A nan counts as
both the largest and the smallest element.
Formulas: torch derivatives.yaml and FunctionsManual.cpp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import EngineIndexError, EngineRuntimeError
from ..kinds import Array, Dim, Dims, Tensors
from ..registry import composite, plain, structural
from .axis import pick, put_back
from .choose import maximum, minimum
from .lead import shape_of, sum_axes
from .reduce import own_dims, restore


def need_elements(caller: str, shape: tuple[int, ...], dims: tuple[int, ...] | None) -> None:
    """Raise torch's error where a reduction without a neutral element has nothing to reduce."""
    if dims is None:
        if 0 in shape:
            raise EngineRuntimeError(
                f"{caller}: Expected reduction dim to be specified for input.numel() == 0. "
                "Specify the reduction dim with the 'dim' argument."
            )
        return
    for d in sorted(d + len(shape) for d in dims):
        if shape and not shape[d]:
            raise EngineIndexError(f"{caller}: Expected reduction dim {d} to have non-zero size.")


# -- ties


def _tie_mask(self: Array, result: Array, dims: Any, keepdim: Any, nan: Any) -> Any:
    full = np.asarray(result) if keepdim or not dims else np.expand_dims(result, dims)
    mask = np.equal(self, full)
    return mask | (np.isnan(self) & np.isnan(full)) if nan else mask


tie_mask = plain("_tie_mask", _tie_mask, doc="Which elements equal the extremum of their group.")


def _tie_count(mask: Array, dims: Any, like: Array) -> Any:
    kind = np.asarray(like).dtype
    return np.add.reduce(np.asarray(mask), axis=dims, keepdims=True, dtype=kind)


tie_count = plain(
    "_tie_count", _tie_count, doc="How many elements share an extremum, in the dtype of `like`."
)


def tied(self: Any, extremum: Any, dims: tuple[int, ...], keepdim: bool) -> Any:
    """Where more than one element equals its group's extremum; nan equals nan."""
    return tie_count(tie_mask(self, extremum, dims, keepdim, True), dims, self) > 1


def split_ties(g: Any, self: Any, result: Any, dims: Any, keepdim: bool) -> Any:
    """The cotangent of `amax` or `amin`, split evenly over ties."""
    mask = tie_mask(self, result, dims, keepdim, False)
    return restore(g, dims, keepdim) * mask / tie_count(mask, dims, self)


def average_ties(t: Any, self: Any, result: Any, dims: Any, keepdim: bool) -> Any:
    """The tangent of `amax` or `amin`: the mean of the tangents of the tying elements."""
    mask = tie_mask(self, result, dims, keepdim, False)
    return sum_axes(t * mask / tie_count(mask, dims, self), dims, keepdim)


def _reduction(ufunc: np.ufunc, name: str) -> Any:
    def forward(self: Array, dim: Dims = None, keepdim: bool = False) -> Any:
        array = np.asarray(self)
        asked = dim if len(dim) < array.ndim else None
        need_elements(f"{name}()", array.shape, asked)
        return ufunc.reduce(array, axis=dim, keepdims=keepdim)

    return structural(
        name,
        forward,
        vjp=lambda g, self, result, dim, keepdim: split_ties(g, self, result, dim, keepdim),
        jvp=lambda self_t, self, result, dim, keepdim: average_ties(
            self_t, self, result, dim, keepdim
        ),
        kink=lambda self, result, dim, keepdim: tied(self, result, dim, keepdim),
        derivative=f"g for the {_WORDS[name]} element, in equal parts to ties",
        doc=f"The {_WORDS[name]} element over axes; ties share the gradient evenly.",
    )


_WORDS = {"amax": "largest", "amin": "smallest", "max": "largest", "min": "smallest"}
amax = _reduction(np.maximum, "amax")
amin = _reduction(np.minimum, "amin")


# -- max and min: of everything, along one axis with the index, or of two tensors


def whole_vjp(g: Any, self: Any, result: Any, self_shape: Any) -> Any:
    """The cotangent of one of all elements as the result, split evenly over those that equal it."""
    dims = own_dims(self_shape)
    mask = tie_mask(self, result, dims, False, True)
    return restore(g, dims, False) / tie_count(mask, dims, self) * mask


def whole_jvp(self_t: Any, self: Any, result: Any, self_shape: Any) -> Any:
    """The tangent of one of all elements as the result: the mean over those that equal it."""
    dims = own_dims(self_shape)
    mask = tie_mask(self, result, dims, False, True)
    return sum_axes(self_t * mask / tie_count(mask, dims, self), dims, False)


def _whole(ufunc: np.ufunc, name: str) -> Any:
    def forward(self: Array) -> Any:
        array = np.asarray(self)
        need_elements(f"{name}()", array.shape, None)
        return ufunc.reduce(array, axis=None)

    return structural(
        name,
        forward,
        node=f"{name.capitalize()}Backward1",
        vjp=whole_vjp,
        jvp=whole_jvp,
        kink=lambda self, result: tied(self, result, own_dims(shape_of(self)), False),
        derivative=f"g for the {_WORDS[name]} element, in equal parts to ties",
        doc=f"The {_WORDS[name]} element of all; ties share the gradient evenly.",
    )


def _of_two(name: str, op: Any) -> Any:
    def function(self: Array, other: Tensors) -> Any:
        return op(self, other)

    return composite(
        f"{name}:other",
        function,
        doc=f"The {op.row.name} of two tensors, elementwise; ties share the gradient.",
    )


def _along_axis(name: str, choose_index: Any) -> Any:
    def forward(self: Array, dim: Dim, keepdim: bool = False) -> Any:
        array = np.asarray(self)
        if not array.ndim:
            return self, np.asarray(0)
        need_elements(f"{name}()", array.shape, (dim,))
        at = choose_index(array, axis=dim, keepdims=True)
        values = np.take_along_axis(array, at, dim)
        return (values, at) if keepdim else (np.squeeze(values, dim), np.squeeze(at, dim))

    return structural(
        f"{name}:dim",
        forward,
        outputs=("values", "indices"),
        vjp=lambda g_values, indices, self_shape, dim, keepdim: put_back(
            g_values, indices, self_shape, dim, keepdim
        ),
        jvp=lambda self_t, indices, self_shape, dim, keepdim: [
            pick(self_t, indices, self_shape, dim, keepdim),
            None,
        ],
        kink=lambda self, values, dim, keepdim: tied(self, values, (dim,), keepdim),
        derivative="g_values at indices, 0 elsewhere",
        doc=f"The {_WORDS[name]} element along one axis, and its index; the first of a tie counts.",
    )


max_all = _whole(np.maximum, "max")
max_of_two = _of_two("max", maximum)
max_dim = _along_axis("max", np.argmax)
min_all = _whole(np.minimum, "min")
min_of_two = _of_two("min", minimum)
min_dim = _along_axis("min", np.argmin)


def _aminmax(self: Array, *, dim: Dim | None = None, keepdim: bool = False) -> Any:
    array = np.asarray(self)
    dims = own_dims(array.shape) if dim is None else (dim,) if array.ndim else ()
    if dim is None and not array.size:
        raise EngineRuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    need_elements("aminmax", array.shape, dims)
    return (
        np.minimum.reduce(array, axis=dims, keepdims=keepdim),
        np.maximum.reduce(array, axis=dims, keepdims=keepdim),
    )


def _aminmax_vjp(
    g_min: Any, g_max: Any, self: Any, min: Any, max: Any, dim: Any, keepdim: Any
) -> Any:
    dims = _aminmax_dims(self, dim)
    parts = [
        split_ties(g, self, extremum, dims, keepdim)
        for g, extremum in ((g_min, min), (g_max, max))
        if g is not None
    ]
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def _aminmax_jvp(self_t: Any, self: Any, min: Any, max: Any, dim: Any, keepdim: Any) -> list:
    dims = _aminmax_dims(self, dim)
    return [average_ties(self_t, self, v, dims, keepdim) for v in (min, max)]


def _aminmax_dims(self: Any, dim: int | None) -> tuple[int, ...]:
    shape = shape_of(self)
    return own_dims(shape) if dim is None or not shape else (dim,)


aminmax = structural(
    "aminmax",
    _aminmax,
    outputs=("min", "max"),
    vjp=_aminmax_vjp,
    jvp=_aminmax_jvp,
    kink=lambda self, min, max, dim, keepdim: (
        tied(self, min, _aminmax_dims(self, dim), keepdim)
        | tied(self, max, _aminmax_dims(self, dim), keepdim)
    ),
    derivative="g_min for the smallest and g_max for the largest element, in equal parts to ties",
    doc="The smallest and the largest element together; ties share the gradient evenly.",
)


# -- positions


def _position(name: str, choose_index: Any) -> Any:
    def forward(self: Array, dim: Dim | None = None, keepdim: bool = False) -> Any:
        array = np.asarray(self)
        if array.dtype.kind == "b":
            raise EngineRuntimeError(f"{name}(): does not support bool input")
        if dim is None:
            if not array.size:
                raise EngineIndexError(
                    f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
                )
            at = np.asarray(choose_index(array))
            return at.reshape((1,) * array.ndim) if keepdim else at
        if not array.ndim:
            return np.asarray(0)
        need_elements(f"{name}()", array.shape, (dim,))
        return choose_index(array, axis=dim, keepdims=keepdim)

    word = _WORDS["a" + name[3:]]
    return plain(name, forward, doc=f"The position of the {word} element, the first at ties.")


argmax = _position("argmax", np.argmax)
argmin = _position("argmin", np.argmin)

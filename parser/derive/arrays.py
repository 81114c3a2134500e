"""Tensors of terms, element by element: lists of expressions, and variables whose shape is known.

An elementwise operation is read for each element. Most others only move, add or multiply: their
forward functions do that with any objects that can be added and multiplied, so they run on arrays
of entries, which are terms with operators. The rest have a formula here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...engine import Tensor
from ...engine.errors import EngineError
from ...engine.symbol import Symbol
from .algebra import Algebra, Term

MOST_ELEMENTS = 64
LARGEST_DETERMINANT = 4
FAILURES = (ArithmeticError, AttributeError, EngineError, LookupError, TypeError, ValueError)


class Unwritable(Exception):
    """An operation that has no text, element by element; the argument names it."""


class Entry:
    """A term with the operators that numpy asks of an element."""

    __slots__ = ("algebra", "term")

    def __init__(self, algebra: Algebra, term: Term) -> None:
        self.algebra = algebra
        self.term = term

    def _other(self, value: Any) -> Term:
        if isinstance(value, Entry):
            return value.term
        return self.algebra.number(value.item() if isinstance(value, np.generic) else value)

    def _made(self, term: Term) -> Entry:
        return Entry(self.algebra, term)

    def __add__(self, other: Any) -> Entry:
        return self._made(self.algebra.add(self.term, self._other(other)))

    def __mul__(self, other: Any) -> Entry:
        return self._made(self.algebra.times(self.term, self._other(other)))

    def __sub__(self, other: Any) -> Entry:
        return self + -1 * self._made(self._other(other))

    def __rsub__(self, other: Any) -> Entry:
        return self._made(self._other(other)) - self

    def __truediv__(self, other: Any) -> Entry:
        return self._made(self.algebra.divide(self.term, self._other(other)))

    def __neg__(self) -> Entry:
        return self._made(self.algebra.negative(self.term))

    def __pow__(self, power: float) -> Entry:
        return self._made(self.algebra.power(self.term, self.algebra.number(power)))

    __radd__ = __add__
    __rmul__ = __mul__


Scalar = Callable[[Any, list[Term]], Term]
Known = dict[int, tuple[Any, Any]]


class ArrayReader:
    """Reads operations on tensors of terms.

    known: by the identity of a symbol the symbol and its term, or its array of terms.
    scalar: reads an operation on single terms.
    """

    def __init__(self, algebra: Algebra, known: Known, scalar: Scalar) -> None:
        self.algebra = algebra
        self.known = known
        self.scalar = scalar

    def variable(self, symbol: Symbol) -> np.ndarray:
        """The elements of a variable: x[0], x[1]; of a matrix x[0, 1]."""
        shape: tuple[int, ...] = np.shape(symbol.example)
        self._check(int(np.prod(shape)))
        name = self.algebra.name(symbol.name)
        out = np.empty(shape, object)
        for place in np.ndindex(shape):
            index = place if len(shape) > 1 else int(place[0])
            out[place] = self.algebra.call("[i]", name, self.algebra.setting(index))
        return out

    def _check(self, count: int) -> None:
        if count > MOST_ELEMENTS:
            raise Unwritable(f"a tensor of {count} elements")

    def read(self, symbol: Symbol) -> Any:
        """A term, or an array of terms, for an operation with tensors in it."""
        row = symbol.row
        self._check(np.size(symbol.example))
        try:
            if row.kind in ("elementwise", "zero") or (row.kind == "plain" and row.spread):
                return self._each(symbol)
            form = FORMS.get(row.name)
            values = [self._raw(a) for a in symbol.args]
            found = form(self, *values) if form else row.forward(*values)
        except FAILURES:
            raise Unwritable(row.name) from None
        if row.outputs is not None:
            found = found[symbol.number]
        return self.terms(found)

    def _each(self, symbol: Symbol) -> np.ndarray:
        """An elementwise operation on each element."""
        places = [k for k, a in enumerate(symbol.args) if np.ndim(self._plain(a))]
        arrays = np.broadcast_arrays(*(self._plain(symbol.args[k]) for k in places))
        out = np.empty(arrays[0].shape, object)
        for at in np.ndindex(out.shape):
            arguments = list(symbol.args)
            for k, array in zip(places, arrays, strict=True):
                arguments[k] = array[at]
            out[at] = self.scalar(symbol, arguments)
        return out

    def _plain(self, value: Any) -> Any:
        """An argument as a term, an array of terms or numbers, or as it is."""
        if value.__class__ is Symbol:
            return self.known[id(value)][1]
        return value.array() if value.__class__ is Tensor else value

    def _raw(self, value: Any) -> Any:
        """An argument as numpy computes with it: terms as entries."""
        if value.__class__ is list:
            return [self._raw(v) for v in value]
        value = self._plain(value)
        if isinstance(value, Term):
            return Entry(self.algebra, value)
        if isinstance(value, np.ndarray) and value.dtype != object:
            return value.astype(object)
        if isinstance(value, np.ndarray):
            return _mapped(lambda t: Entry(self.algebra, t), value)
        return value

    def terms(self, value: Any) -> Any:
        """A result as a term or an array of terms."""
        if isinstance(value, np.ndarray) and value.ndim:
            return _mapped(self._term, value)
        return self._term(value.item() if isinstance(value, np.ndarray) else value)

    def _term(self, value: Any) -> Term:
        if isinstance(value, Term):
            return value
        if isinstance(value, Entry):
            return value.term
        return self.algebra.number(value.item() if isinstance(value, np.generic) else value)


def _mapped(function: Callable, array: np.ndarray) -> np.ndarray:
    out = np.empty(array.shape, object)
    for at in np.ndindex(array.shape):
        out[at] = function(array[at])
    return out


# -- operations whose forward functions ask for numbers


def _stack(reader: ArrayReader, tensors: list, dim: int) -> np.ndarray:
    arrays = [np.asarray(t, object) for t in tensors]
    return np.stack(arrays, dim)


def _cat(reader: ArrayReader, tensors: list, dim: int) -> np.ndarray:
    return np.concatenate([np.asarray(t, object) for t in tensors], dim)


def _mean(
    reader: ArrayReader, self: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None
) -> Any:
    axes: tuple[int, ...] = dim if isinstance(dim, tuple) else tuple(range(self.ndim))
    total = np.add.reduce(self, axis=axes, keepdims=keepdim and axes is dim)
    return total / int(np.prod([self.shape[a] for a in axes]))


def _product(reader: ArrayReader, self: Any, other: Any) -> Any:
    return np.matmul(self, other)


def _norm(reader: ArrayReader, self: Any, ord: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    if ord != 2:
        raise ValueError(ord)
    total = np.add.reduce(self * self, axis=dim, keepdims=keepdim)
    return _mapped(lambda e: e**0.5, total) if np.ndim(total) else total**0.5


def _moments(
    reader: ArrayReader, self: np.ndarray, dim: tuple | None, correction: Any, keepdim: bool
) -> Any:
    """The variance."""
    dim = tuple(range(-self.ndim, 0)) if dim is None else dim
    count = int(np.prod([self.shape[a] for a in dim]))
    apart = self - np.add.reduce(self, axis=dim, keepdims=True) / count
    total = np.add.reduce(apart * apart, axis=dim, keepdims=keepdim)
    return total / (count - (1 if correction is None else correction))


def _deviation(reader: ArrayReader, *args: Any) -> Any:
    variance = _moments(reader, *args)
    return _mapped(lambda e: e**0.5, variance) if np.ndim(variance) else variance**0.5


def _product_of(reader: ArrayReader, self: np.ndarray, *settings: Any) -> Any:
    axes = [s for s in settings if isinstance(s, int) and not isinstance(s, bool)]
    return np.multiply.reduce(self, axis=axes[0] if axes else None)


def _log_determinant(reader: ArrayReader, self: np.ndarray) -> tuple:
    algebra = reader.algebra
    whole = reader.terms(_determinant(reader, self))
    size = algebra.call("log", algebra.call("abs", whole))
    return Entry(algebra, algebra.call("sign", whole)), Entry(algebra, size)


def _exponentials(reader: ArrayReader, self: np.ndarray) -> np.ndarray:
    algebra = reader.algebra
    return _mapped(lambda e: Entry(algebra, algebra.power(algebra.e, e.term)), self)


def _softmax(reader: ArrayReader, self: np.ndarray, dim: int) -> np.ndarray:
    shares = _exponentials(reader, self)
    return shares / np.add.reduce(shares, axis=dim, keepdims=True)


def _logsumexp(reader: ArrayReader, self: np.ndarray, dim: Any, keepdim: bool) -> Any:
    algebra = reader.algebra
    total = np.add.reduce(_exponentials(reader, self), axis=dim, keepdims=keepdim)
    made = _mapped(lambda e: Entry(algebra, algebra.call("log", e.term)), np.asarray(total, object))
    return made if made.ndim else made[()]


def _extremum(name: str) -> Callable:
    def form(reader: ArrayReader, self: np.ndarray, *settings: Any) -> Any:
        axes = [s for s in settings if isinstance(s, tuple)]
        if axes and len(axes[0]) < self.ndim:
            raise ValueError(name)
        parts = [reader.terms(e) for e in self.ravel()]
        return Entry(reader.algebra, reader.algebra.call(name, reader.algebra.call("[]", *parts)))

    return form


def _tie_mask(
    reader: ArrayReader, self: np.ndarray, result: Any, dims: Any, keepdim: bool, nan: bool
) -> np.ndarray:
    """1 where an element is the extremum of all."""
    if np.ndim(result):
        raise ValueError("ties of several groups")
    algebra = reader.algebra

    def one(entry: Any) -> Entry:
        equal = algebra.call("==", entry.term, reader.terms(result))
        return Entry(algebra, algebra.call("where", equal, algebra.one, algebra.zero))

    return _mapped(one, self)


def _tie_count(reader: ArrayReader, mask: np.ndarray, dims: Any, like: Any) -> Any:
    return np.add.reduce(mask, axis=dims, keepdims=True)


def _determinant(reader: ArrayReader, self: np.ndarray) -> Any:
    if self.ndim != 2 or len(self) > LARGEST_DETERMINANT:
        raise ValueError("a large determinant")
    return _minor(self)


def _minor(matrix: np.ndarray) -> Any:
    """The determinant of a small matrix by its first row."""
    if not len(matrix):
        return 1
    total: Any = 0
    for column in range(len(matrix)):
        rest = np.delete(matrix[1:], column, axis=1)
        total = total + (-1) ** column * matrix[0, column] * _minor(rest)
    return total


def _cofactors(reader: ArrayReader, self: np.ndarray) -> np.ndarray:
    if self.ndim != 2 or len(self) > LARGEST_DETERMINANT:
        raise ValueError("a large matrix")
    out = np.empty(self.shape, object)
    for row, column in np.ndindex(self.shape):
        rest = np.delete(np.delete(self, row, axis=0), column, axis=1)
        out[row, column] = (-1) ** (row + column) * _minor(rest)
    return out


def _inverse(reader: ArrayReader, self: np.ndarray) -> np.ndarray:
    return _cofactors(reader, self).T / _minor(self)


def _place_all(reader: ArrayReader, values: list, shape: tuple, places: list) -> np.ndarray:
    out = np.full(shape, Entry(reader.algebra, reader.algebra.zero), object)
    for value, place in zip(values, places, strict=True):
        if place is None:
            out = out + value
        else:
            place.add(out, value)
    return out


FORMS: dict[str, Callable] = {
    "stack": _stack, "cat": _cat, "mean": _mean, "dot": _product, "vdot": _product,
    "mv": _product, "mm": _product, "bmm": _product, "_matmul": _product,
    "linalg.vector_norm": _norm, "softmax": _softmax, "logsumexp": _logsumexp,
    "max": _extremum("max"), "min": _extremum("min"), "amax": _extremum("amax"),
    "amin": _extremum("amin"), "_tie_mask": _tie_mask, "_tie_count": _tie_count,
    "linalg.det": _determinant, "_cofactor": _cofactors, "linalg.inv": _inverse,
    "_inverse": _inverse, "_place_all": _place_all, "var": _moments, "std": _deviation,
    "prod": _product_of, "linalg.slogdet": _log_determinant, "_slogdet": _log_determinant,
}  # fmt: skip

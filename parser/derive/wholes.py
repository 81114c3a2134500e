"""Tensors as wholes: symbols of vectors and matrices read as terms, without a look inside.

A value of any number of axes is a term of at most two, and the places of its axes among those of
the value; along all other axes the value is constant. So moves of axes change places and leave
the term alone, and the lead axes of a Jacobian are axes like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...engine import Tensor
from ...engine.extent import Extent, extent
from ...engine.symbol import Symbol
from .algebra import Algebra, Call, Product, Term
from .arrays import Unwritable
from .chains import Chains, is_column
from .laid import Laid, Places, from_front, is_value, ndim_of, origins, raw_of, union
from .moves import FORMS, SUMMED
from .reading import Reader, symbols_in

MOST_CONSTANTS = 36


class WholeReader:
    """Reads the symbols of one expression.

    seeds: symbols whose values are known before: the cotangents that a derivative begins with.
    undefined: conditions, by identity, under which the expression has no value.
    """

    def __init__(self, algebra: Algebra, undefined: set[int] | None = None) -> None:
        self.algebra = algebra
        self.chains = Chains(algebra)
        self.scalars = Reader(algebra, guards=False)
        self.undefined = undefined or set()
        self.known: dict[int, tuple[Symbol, Laid]] = {}

    def seed(self, symbol: Symbol, of: Symbol) -> None:
        """Take a symbol for the cotangent of another: 1, or the identity for a vector."""
        if not np.ndim(symbol.example):
            self.known[id(symbol)] = (symbol, Laid(self.algebra.one, ()))
            return
        laid = self.laid(of)
        if len(laid.places) != 1:
            raise Unwritable("a vector of equal elements")
        eye = self.chains.identity(self.chains.sizes.of(laid.term, -1))
        self.known[id(symbol)] = (symbol, Laid(eye, (-2, -1)))

    def whole(self, value: Any, like: Sequence[Symbol] = ()) -> Term:
        """A value as a term.

        like: the tensors whose axes the value has, in order, where it may be constant along them.
        Raises: Unwritable for what takes more axes, or an operation without a name.
        """
        laid = self.laid(value)
        count = sum(np.ndim(symbol.example) for symbol in like) if like else len(laid.places)
        if count > 2:
            raise Unwritable(f"a tensor of {count} axes")
        missing = [place for place in range(-count, 0) if place not in laid.places]
        if not missing:
            return laid.term
        return self._spread(laid, count, [s for s in like if np.ndim(s.example)])

    def _spread(self, laid: Laid, count: int, like: list[Symbol]) -> Term:
        """A term that is constant along axes with those axes in it."""
        algebra, chains = self.algebra, self.chains
        filler = "zeros_like" if laid.term is algebra.zero else "ones_like"
        ones = [algebra.call(filler, self.laid(s).term, rank=np.ndim(s.example)) for s in like]
        if len(like) == 2 and count == 2:
            column, row = ones
            term = laid.term
            if not laid.places:
                pairs = chains.outer(column, row)
                return pairs if term is algebra.zero else algebra.times(term, pairs)
            return chains.outer(column, term) if laid.places == (-1,) else chains.outer(term, row)
        if laid.term is algebra.zero:
            return ones[0]
        term = chains.column(laid.term) if laid.places == (-2,) else laid.term
        return algebra.times(term, ones[0])

    # -- reading

    def laid(self, value: Any) -> Laid:
        """A symbol, number or constant tensor."""
        if value.__class__ is not Symbol:
            return self._constant(value)
        todo = [value]
        while todo:
            item = todo[-1]
            if id(item) in self.known:
                todo.pop()
                continue
            waiting = [s for s in origins(item.args) if id(s) not in self.known]
            if waiting:
                todo += reversed(waiting)
                continue
            todo.pop()
            self.known[id(item)] = (item, self._read(item))
        return self.known[id(value)][1]

    def _constant(self, value: Any) -> Laid:
        if isinstance(value, Extent):
            return Laid(self._size(value), ())
        array = value.array() if value.__class__ is Tensor else np.asarray(value)
        if array.size and (array == array.flat[0]).all():
            return Laid(self.scalars.term(array.flat[0].item()), ())
        array_kept = [k for k, size in enumerate(array.shape) if size != 1]
        kept = array.reshape([array.shape[k] for k in array_kept])
        if kept.ndim > 2 or not 0 < kept.size <= MOST_CONSTANTS:
            raise Unwritable("a large constant tensor")
        places = tuple(k - array.ndim for k in array_kept)
        return Laid(self.chains.constant(kept.tolist()), places)

    def _size(self, size: Extent) -> Term:
        """A size by name; that of an added axis is 1."""
        terms = [
            self._size_of(symbol, axis - np.ndim(symbol.example))
            for symbol, axis in size.factors
            if np.shape(symbol.example)[axis] != 1
        ]
        return self.algebra.product(
            [(self.chains.sizes.count(terms), self.algebra.one)], size.times
        )

    def _size_of(self, symbol: Symbol, place: int) -> Term:
        """The size of an axis of a symbol, or of what it is made of where its term has none."""
        laid = self.laid(symbol)
        if place in laid.places:
            inner = laid.places.index(place) - len(laid.places)
            return self.chains.sizes.of(laid.term, inner)
        if not symbol.name and symbol.row.kind == "elementwise":
            for part in symbols_in(symbol.args):
                shape = np.shape(part.example)
                if len(shape) >= -place and shape[place] != 1:
                    return self._size_of(part, place)
        raise Unwritable("the size of an axis that was added")

    def _read(self, symbol: Symbol) -> Laid:
        if symbol.name:
            rank = np.ndim(symbol.example)
            return Laid(self.algebra.name(symbol.name, rank), tuple(range(-rank, 0)))
        row = symbol.row
        form = FORMS.get(row.name)
        settings = dict(zip((p.name for p in row.params), symbol.args, strict=True))
        if form is not None:
            found = form(self, symbol, settings)
            if found is not None:
                return found
        if row.kind in ("elementwise", "zero") or (row.kind == "plain" and row.spread):
            return self._elementwise(symbol)
        return self._called(symbol)

    # -- functions of each element

    def _elementwise(self, symbol: Symbol) -> Laid:
        """An operation on elements, whose arguments broadcast."""
        if symbol.row.name == "where" and id(symbol.args[0]) in self.undefined:
            return self.laid(symbol.args[2])
        found = {k: self.laid(a) for k, a in enumerate(symbol.args) if is_value(a)}
        places = union(laid.places for laid in found.values())
        arguments = list(symbol.args)
        for k, laid in found.items():
            arguments[k] = self.aligned(laid, places)
        return self.placed(self.scalars.operation(symbol, arguments), places)

    def aligned(self, laid: Laid, places: Places) -> Term:
        """The term of a value, to be broadcast with others over some places."""
        if len(places) > 2:
            raise Unwritable("a product of three axes")
        if len(places) == 2 and laid.places == places[:1]:
            return self.chains.column(laid.term)
        return laid.term

    def placed(self, term: Term, places: Places) -> Laid:
        """A term over some places, in its simplest form."""
        term = self.chains.elements(term)
        match term:
            case _ if term.rank < len(places):
                return Laid(term, places[len(places) - term.rank :])
        inner = self._uncolumned(term)
        return Laid(term, places) if inner is None else Laid(inner, places[:1])

    def _uncolumned(self, term: Term) -> Term | None:
        """What stands along the first axis alone; None where the term has both."""
        if term.rank < 2:
            return None
        turned = self.chains.transposed(term)
        return turned if turned.rank == 1 else None

    def times(self, one: Laid, other: Laid) -> Laid:
        """The product of the elements of two values."""
        places = union((one.places, other.places))
        factors = [self.aligned(laid, places) for laid in (one, other)]
        return self.placed(self.algebra.times(*factors), places)

    def size_at(self, value: Any, axis: int) -> Any:
        """The size of an axis of an argument."""
        size = np.shape(raw_of(value))[axis] if value.__class__ is not Tensor else value.shape[axis]
        return extent(size, ((value, axis),)) if value.__class__ is Symbol else size

    # -- products of matrices

    def contracted(self, left: Laid, right: Laid, size: Any) -> Laid:
        """The product of two values summed over the axis at place SUMMED.

        size: that of this axis.
        """
        if SUMMED not in left.places and SUMMED not in right.places:
            return self.times(self.times(left, right), self.laid(size))
        if SUMMED not in right.places:
            return self.times(self.summed(left, SUMMED), right)
        if SUMMED not in left.places:
            return self.times(left, self.summed(right, SUMMED))
        rest = [tuple(p for p in laid.places if p != SUMMED) for laid in (left, right)]
        if rest[0] == rest[1] != ():
            return self.summed(self.times(left, right), SUMMED)
        first = self._turned(left, left.places[-1:] == (SUMMED,))
        second = self._turned(right, right.places[:1] == (SUMMED,))
        term, places = self.chains.product(first, second), rest[0] + rest[1]
        if places != tuple(sorted(places)):
            term, places = self.chains.transposed(term), places[::-1]
        return Laid(term, places)

    def _turned(self, laid: Laid, fits: bool) -> Term:
        return laid.term if fits else self.chains.transposed(laid.term)

    def summed(self, laid: Laid, place: int) -> Laid:
        """The sum over an axis that the term has."""
        algebra, chains = self.algebra, self.chains
        scale, term = chains.split(laid.term)
        rest = tuple(p for p in laid.places if p != place)
        first = laid.places.index(place) == 0
        match term:
            case Call(function="eye"):
                made = algebra.one
            case Call(function="diag", arguments=(values,)):
                made = values
            case Call(function="outer", arguments=(column, row)):
                gone, kept = (column, row) if first else (row, column)
                made = algebra.times(self.total(gone), kept)
            case Product() if term.rank == 2:
                made = self._product_summed(term, first)
            case _ if term.rank == 2:
                made = self._matrix_summed(term, first)
            case _:
                made = self.total(term)
        found = algebra.times(scale, made)
        return Laid(found, rest if found.rank else ())

    def _matrix_summed(self, term: Term, first: bool) -> Term:
        """The sum of a matrix over its first axis, or its second."""
        if isinstance(term, Call) and term.function == "T":
            term, first = term.arguments[0], not first
        made = self.algebra.call("sum", term, self.algebra.setting(0 if first else 1), rank=1)
        self.chains.sizes.opaque.add(made)
        return made

    def _product_summed(self, term: Product, first: bool) -> Term:
        """The sum of a product over an axis: a vector along it makes a matrix product."""
        algebra, chains = self.algebra, self.chains
        columns = [(b.arguments[0], x) for b, x in term.factors if is_column(b) and not x.rank]
        rows = [(b, x) for b, x in term.factors if max(b.rank, x.rank) == 1]
        rest = [(b, x) for b, x in term.factors if max(b.rank, x.rank) == 2 and not is_column(b)]
        matrix = algebra.product(rest)
        gone, kept = (columns, rows) if first else (rows, columns)
        if matrix.rank < 2 or len(columns) + len(rows) + len(rest) < len(term.factors):
            return self._matrix_summed(term, first)
        if not gone:
            return algebra.times(self._matrix_summed(matrix, first), algebra.product(kept))
        turned = chains.transposed(matrix) if first else matrix
        return algebra.times(chains.product(turned, algebra.product(gone)), algebra.product(kept))

    def total(self, term: Term) -> Term:
        """The sum of all elements of a term; of deviations from the mean it is 0."""
        scale, term = self.chains.split(term)
        for part, times in getattr(term, "terms", ()):
            if isinstance(part, Call) and part.function == "mean" and not part.rank:
                rest = self.algebra.sum([(1, term), (-times, part)])
                if rest is self.algebra.product([(part.arguments[0], self.algebra.one)], -times):
                    return self.algebra.zero
        return self.algebra.times(scale, self.algebra.call("sum", term, rank=0))

    # -- any other operation, as a call

    def _called(self, symbol: Symbol) -> Laid:
        """An operation by its name, of values that have all their axes."""
        row = symbol.row
        if row.name.rpartition(".")[2].startswith("_"):
            raise Unwritable(row.name)
        arguments = []
        for param, argument in zip(row.params, symbol.args, strict=True):
            if is_value(argument):
                laid = self.laid(argument)
                if len(laid.places) != ndim_of(argument):
                    raise Unwritable(row.name)
                arguments.append(laid.term)
            elif isinstance(argument, list):
                arguments.append(self._listed(argument, row.name))
            else:
                arguments.append(self._setting(argument, param.kind, symbol))
        rank = np.ndim(symbol.example)
        if rank > 2:
            raise Unwritable(row.name)
        term = self.scalars.as_call(row, arguments, symbol.number, rank)
        self._note_shape(term, symbol)
        return Laid(term, tuple(range(-rank, 0)))

    def _listed(self, values: list, name: str) -> Term:
        parts = [self.laid(v) for v in values]
        if any(len(p.places) != ndim_of(v) for p, v in zip(parts, values, strict=True)):
            raise Unwritable(name)
        terms = [part.term for part in parts]
        return self.algebra.call("[]", *terms, rank=1 + max(t.rank for t in terms))

    def _setting(self, value: Any, kind: str, symbol: Symbol) -> Any:
        """A setting; axes are counted from the front, as people do."""
        if isinstance(value, Extent):
            return self._size(value)
        if kind in ("Dim", "Dims", "SomeDims") and symbol.args[0].__class__ is Symbol:
            value = from_front(value, np.ndim(symbol.args[0].example))
        if isinstance(value, tuple) and any(isinstance(v, Extent) for v in value):
            raise Unwritable(symbol.row.name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.algebra.number(value)
        return self.algebra.setting(value)

    def _note_shape(self, term: Term, symbol: Symbol) -> None:
        """Remember whether a call's axes are those of its first argument."""
        first = symbol.args[0] if symbol.args else None
        several = symbol.row.outputs or isinstance(first, list | tuple)
        if several or np.shape(raw_of(first)) != np.shape(symbol.example):
            self.chains.sizes.opaque.add(term)

    def along(self, symbol: Symbol, name: str, settings: dict[str, Any], *more: Term) -> Laid:
        """A reduction as a call: of all axes, or of one, which may stay as size 1."""
        algebra = self.algebra
        laid = self.laid(symbol.args[0])
        count = np.ndim(symbol.args[0].example)
        dims = settings.get("dim")
        dims = tuple(range(-count, 0)) if dims is None else (dims,) if type(dims) is int else dims
        if not set(dims) <= set(laid.places) or len(laid.places) != count:
            raise Unwritable(name)
        arguments = [laid.term, *more]
        if len(dims) < count:
            arguments.append(algebra.setting(dims[0] + count))
        rest = tuple(p for p in laid.places if p not in dims)
        term = algebra.call(name, *arguments, rank=len(rest))
        self.chains.sizes.opaque.add(term)
        if not settings.get("keepdim"):
            rest = tuple(range(-len(rest), 0))
        return Laid(term, rest)

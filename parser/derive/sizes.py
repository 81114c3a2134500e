"""The sizes of axes as terms: len(x), A.shape[1], by the simplest tensor that has them."""

from __future__ import annotations

from collections.abc import Iterable

from .algebra import Algebra, Call, Name, Product, Setting, Sum, Term

Powers = list[tuple[Term, Term]]


class Sizes:
    """Finds the names of sizes in an algebra.

    opaque: calls whose axes are not those of an argument. like: terms with the axes of a call
    whose axes are not those of its first argument with axes.
    """

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.opaque: set[Term] = set()
        self.like: dict[Term, Term] = {}

    def of(self, term: Term, axis: int) -> Term:
        """The size of an axis, -1 or -2, by the name of the simplest tensor that has it."""
        source, axis = self._source(term, axis)
        algebra = self.algebra
        if isinstance(source, Setting):
            rows = source.value
            assert isinstance(rows, list)
            return algebra.number(len(rows) if axis == -source.rank else len(rows[0]))
        if axis == -source.rank:
            return algebra.call("len", source, rank=0)
        shape = algebra.call(".", source, algebra.setting("shape"), rank=0)
        return algebra.call("[i]", shape, algebra.setting(source.rank + axis), rank=0)

    def _source(self, term: Term, axis: int) -> tuple[Term, int]:
        """The tensor, and its axis, that an axis of a term comes from."""
        while not isinstance(term, Name | Setting) and term not in self.opaque:
            match term:
                case Call(function="@", arguments=links):
                    first = axis == -term.rank and links[0].rank == 2
                    term, axis = (links[0], -2) if first else (links[-1], -1)
                case Call(function="T", arguments=(inner,)):
                    term, axis = inner, -3 - axis
                case Call(function="outer", arguments=vectors):
                    term, axis = vectors[axis + 2], -1
                case Call(function="diag" | "[:, None]", arguments=(inner,)):
                    term, axis = inner, -1
                case Call(
                    function="eye" | "ones", arguments=(Call(function="len", arguments=(inner,)),)
                ):
                    term, axis = inner, -inner.rank
                case _ if term in self.like:
                    term = self.like[term]
                case _:
                    parts = [part for part in parts_with_axes(term) if part.rank >= -axis]
                    term = next((p for p in parts if isinstance(p, Name)), parts[0])
        return term, axis

    def count(self, sizes: Iterable[Term]) -> Term:
        """A product of sizes; of all those of a matrix, the number of its elements."""
        algebra = self.algebra
        found: Powers = []
        waiting = list(sizes)
        while waiting:
            size = waiting.pop(0)
            match size:
                case Call(function="len", arguments=(matrix,)) if matrix.rank == 2:
                    other = self.of(matrix, -1)
                    if other in waiting:
                        waiting.remove(other)
                        size = algebra.call("numel", matrix, rank=0)
            found.append((size, algebra.one))
        return algebra.product(found)


def parts_with_axes(term: Term) -> list[Term]:
    """The tensors that an elementwise term is made of."""
    match term:
        case Call():
            parts = list(term.arguments)
        case Product():
            parts = [part for factor in term.factors for part in factor]
        case Sum():
            parts = [part for part, _ in term.terms]
        case _:
            parts = []
    return [part for part in parts if part.rank]

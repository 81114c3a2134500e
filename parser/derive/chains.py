"""Products of matrices as terms, each in one form: chains of @, transposes, outer products and
diagonals.

Vectors have one axis, matrices two; none has more. Sums, products and powers of an Algebra are of
elements; what is here stands beside them as calls. A vector that is the result of a chain stands
at its right, numbers stand before it, and of the two ways to write a number's chain the one with
fewer transposes is taken.
"""

from __future__ import annotations

from typing import TypeGuard

from .algebra import Algebra, Call, Number, Product, Setting, Sum, Term, Value
from .sizes import Sizes

COLUMN = "[:, None]"
Powers = list[tuple[Term, Term]]


class Chains:
    """Makes such terms in an algebra."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.sizes = Sizes(algebra)

    # -- transposes

    def transposed(self, term: Term) -> Term:
        """A matrix with its axes exchanged; vectors and numbers as they are."""
        if term.rank < 2:
            return term
        match term:
            case Call(function="T", arguments=(inner,)):
                return inner
            case Call(function="inv", arguments=(inner,)) if self.transposed(inner) is inner:
                return term
            case Call(function="@", arguments=links):
                return self._chained([self.transposed(link) for link in reversed(links)])
            case Call(function="outer", arguments=(column, row)):
                return self.outer(row, column)
            case Call(function="eye" | "diag"):
                return term
            case Call(function="[:, None]", arguments=(vector,)):
                return vector
            case Call(function="inv", arguments=(Call(function="T", arguments=(inner,)),)):
                return self.algebra.call("inv", inner, rank=2)
            case Setting(value=list() as rows):
                return self.constant([list(column) for column in zip(*rows, strict=True)])
            case Sum() if all(part.rank != 1 for part, _ in term.terms):
                parts = [(k, self.transposed(part)) for part, k in term.terms]
                return self.algebra.sum([*parts, (term.constant, self.algebra.one)])
            case Product() if all(x.rank == 0 for _, x in term.factors):
                factors = [(self._turned(base), x) for base, x in term.factors]
                return self.elements(self.algebra.product(factors, term.coefficient))
        return self.algebra.call("T", term, rank=2)

    def _turned(self, factor: Term) -> Term:
        return self.column(factor) if factor.rank == 1 else self.transposed(factor)

    def column(self, term: Term) -> Term:
        """A vector as a matrix of one column, which broadcasts."""
        return self.algebra.call(COLUMN, term, rank=2) if term.rank else term

    def constant(self, value: list) -> Term:
        """A constant tensor from nested lists; whole numbers without a decimal point."""
        return self.algebra.setting(_whole(value), 2 if isinstance(value[0], list) else 1)

    # -- chains

    def split(self, term: Term) -> tuple[Term, Term]:
        """A term as a number, or a term of no axes, times the rest."""
        algebra = self.algebra
        scale = algebra.one
        if isinstance(term, Product):
            outside = [f for f in term.factors if not f[0].rank and not f[1].rank]
            inside = [f for f in term.factors if f[0].rank or f[1].rank]
            scale = algebra.product(outside, term.coefficient)
            term = algebra.product(inside)
        if isinstance(term, Sum) and term.rank:
            content, term = algebra.parted(term)
            scale = algebra.times(scale, algebra.number(content))
        return scale, term

    def product(self, left: Term, right: Term) -> Term:
        """left @ right, of vectors and matrices."""
        scale_left, left = self.split(left)
        scale_right, right = self.split(right)
        scale = self.algebra.times(scale_left, scale_right)
        scale, left, right = self._signed(scale, left, right)
        links = [*self._row_links(left), *links_of(right)]
        return self.algebra.times(scale, self._chained(links))

    def _signed(self, scale: Term, left: Term, right: Term) -> tuple[Term, Term, Term]:
        """Minus the product of two terms without the minus, where a difference can take it."""
        algebra = self.algebra
        content, rest = algebra.parted(scale)
        if content < 0 and isinstance(scale, Number | Product):
            positive = algebra.product([(rest, algebra.one)], -content)
            if is_difference(right):
                return positive, left, algebra.negative(right)
            if is_difference(left):
                return positive, algebra.negative(left), right
        return scale, left, right

    def _row_links(self, left: Term) -> list[Term]:
        """The links of a left factor, which a vector begins and does not end."""
        links = links_of(left)
        if left.rank == 1 and len(links) > 1:
            return [self.transposed(link) for link in reversed(links)]
        return links

    def _chained(self, links: list[Term]) -> Term:
        """A chain with what cancels left out, in the order of which there is one."""
        links = self._without_identities(links)
        if len(links) == 1:
            return links[0]
        if links[0].rank == 1 and links[-1].rank == 2:
            links = self._reversed(links)
        if links[0].rank == 1 and links[-1].rank == 1:
            links = min(links, self._reversed(links), key=_clumsiness)
        elif links[-1].rank == 1 and _is(links[-2], "diag"):
            weights = links[-2].arguments[0]  # type: ignore[attr-defined]
            whole = self.algebra.times(weights, links[-1])
            return self._chained([*links[:-2], whole])
        for place, link in enumerate(links):
            if isinstance(link, Call) and link.function == "outer":
                return self._around_outer(links[:place], link.arguments, links[place + 1 :])
        rank = 2 - (links[0].rank == 1) - (links[-1].rank == 1)
        return self.algebra.call("@", *links, rank=rank)

    def _around_outer(self, left: list[Term], pair: tuple[Term, ...], right: list[Term]) -> Term:
        """A chain around an outer product: the products of what its two sides become."""
        column, row = pair
        if left:
            column = self._chained([*left, *links_of(column)])
        if right:
            row = self.product(row, self._chained(right))
        if column.rank and row.rank:
            return self.outer(column, row)
        return self.algebra.times(column, row)

    def _reversed(self, links: list[Term]) -> list[Term]:
        return [self.transposed(link) for link in reversed(links)]

    def _without_identities(self, links: list[Term]) -> list[Term]:
        kept: list[Term] = []
        for link in links:
            if _is(link, "eye") and len(links) > 1:
                continue
            if kept and kept[-1].rank == 2 and link.rank == 2 and self._are_inverse(kept[-1], link):
                kept.pop()
            else:
                kept.append(link)
        return kept or [self.identity(self.sizes.of(links[0], -2))]

    def _are_inverse(self, one: Term, other: Term) -> bool:
        return self.inverse(one) is other or self.inverse(other) is one

    def inverse(self, term: Term) -> Term:
        """The inverse of a matrix; that of a transpose as the transpose of one."""
        match term:
            case Call(function="inv", arguments=(inner,)):
                return inner
            case Call(function="T", arguments=(inner,)):
                return self.transposed(self.inverse(inner))
        return self.algebra.call("inv", term, rank=2)

    # -- products of elements that have structure

    def identity(self, size: Term) -> Term:
        """The identity matrix."""
        return self.algebra.call("eye", size, rank=2)

    def outer(self, column: Term, row: Term) -> Term:
        """The products of all pairs of elements of two vectors."""
        scale, column = self.split(column)
        other, row = self.split(row)
        scale, column, row = self._signed(self.algebra.times(scale, other), column, row)
        pairs = self.algebra.call("outer", column, row, rank=2)
        return self.algebra.times(scale, pairs)

    def diagonal(self, values: Term) -> Term:
        """A matrix with a diagonal of values."""
        scale, values = self.split(values)
        scale, values, _ = self._signed(scale, values, self.algebra.one)
        return self.algebra.times(scale, self.algebra.call("diag", values, rank=2))

    def elements(self, term: Term) -> Term:
        """A product of elements, or a sum of such, with outer products and diagonals joined."""
        if term.rank < 2:
            return term
        if isinstance(term, Product):
            spread = self._spread(term)
            return self._joined(term) if spread is None else self.elements(spread)
        if isinstance(term, Sum):
            parts = [(k, self.elements(part)) for part, k in term.terms]
            return self._diagonals_added([*parts, (term.constant, self.algebra.one)])
        return term

    def _diagonals_added(self, parts: list[tuple[Value, Term]]) -> Term:
        """A sum with the diagonals in it as one."""
        kept: list[tuple[Value, Term]] = []
        values: list[tuple[Value, Term]] = []
        for times, part in parts:
            scale, inner = self.split(part)
            if isinstance(inner, Call) and inner.function == "diag":
                values.append((times, self.algebra.times(scale, inner.arguments[0])))
            else:
                kept.append((times, part))
        if len(values) > 1:
            total = self.algebra.sum(values)
            if not total.rank:
                eye = self.identity(self.sizes.of(values[0][1], -1))
                return self.algebra.sum([*kept, (1, self.algebra.times(total, eye))])
            return self.algebra.sum([*kept, (1, self.diagonal(total))])
        return self.algebra.sum(parts)

    def _spread(self, term: Product) -> Term | None:
        """A product multiplied out where a sum in it has parts of structure."""
        for place, (base, power) in enumerate(term.factors):
            if isinstance(base, Sum) and power is self.algebra.one and base.rank == 2:
                if not any(map(has_structure, (part for part, _ in base.terms))):
                    continue
                others = [f for k, f in enumerate(term.factors) if k != place]
                rest = self.algebra.product(others, term.coefficient)
                parts = [(k, self.algebra.times(part, rest)) for part, k in base.terms]
                return self.algebra.sum([*parts, (base.constant, rest)])
        return None

    def _joined(self, term: Product) -> Term:
        """One product with its columns, rows and diagonals taken together."""
        algebra = self.algebra
        numbers: Powers = []
        columns: Powers = []
        rows: Powers = []
        diagonals: Powers = []
        rest: Powers = []
        for base, power in term.factors:
            whole = isinstance(power, Number) and isinstance(power.value, int) and power.value > 0
            match base:
                case Call(function="[:, None]", arguments=(vector,)) if not power.rank:
                    columns.append((vector, power))
                case Call(function="outer", arguments=(column, row)) if whole:
                    columns.append((column, power))
                    rows.append((row, power))
                case Call(function="diag" | "eye", arguments=(values,)) if whole:
                    diagonals.append((values if values.rank else algebra.one, power))
                case _ if max(base.rank, power.rank) == 2:
                    rest.append((base, power))
                case _ if max(base.rank, power.rank) == 1:
                    rows.append((base, power))
                case _:
                    numbers.append((base, power))
        scale = algebra.product(numbers, term.coefficient)
        if diagonals:
            inner = [(self.diagonal_of(base), self.diagonal_of(power)) for base, power in rest]
            values = algebra.product([*columns, *rows, *diagonals, *inner])
            made = self.diagonal(values) if values.rank else self._eyes(term, values)
        elif rest:
            beside = [(self.column(base), power) for base, power in columns]
            made = algebra.product([*rest, *beside, *rows])
        elif columns and rows:
            made = self.outer(algebra.product(columns), algebra.product(rows))
        else:
            made = self.column(algebra.product(columns))
        return algebra.times(scale, made)

    def _eyes(self, term: Product, number: Term) -> Term:
        eye = next(base for base, _ in term.factors if _is(base, "eye"))
        return self.algebra.times(number, eye)

    def diagonal_of(self, matrix: Term) -> Term:
        """The diagonal of a matrix; of anything else, itself, as it is wanted beside others."""
        match matrix:
            case Call(function="outer", arguments=(column, row)):
                return self.algebra.times(column, row)
            case Call(function="diag", arguments=(values,)):
                return values
            case _ if matrix.rank == 2:
                scale, matrix = self.split(matrix)
                diagonal = self.algebra.call("diagonal", matrix, rank=1)
                return self.algebra.times(scale, diagonal)
        return matrix


def _whole(value: object) -> object:
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_difference(term: Term) -> bool:
    """Whether a term is a sum with both signs in it."""
    if not isinstance(term, Sum):
        return False
    numbers = [times for _, times in term.terms] + ([term.constant] if term.constant else [])
    return any(n > 0 for n in numbers) and any(n < 0 for n in numbers)


def links_of(term: Term) -> list[Term]:
    """The factors of a chain; of anything else, itself."""
    if isinstance(term, Call) and term.function == "@" and term.rank:
        return list(term.arguments)
    return [term]


def is_column(term: Term) -> TypeGuard[Call]:
    """Whether a term is a vector made a column."""
    return isinstance(term, Call) and term.function == COLUMN


def has_structure(term: Term) -> bool:
    """Whether a term is a diagonal or an outer product, or a multiple of one."""
    if isinstance(term, Product):
        return any(has_structure(base) for base, _ in term.factors)
    return _is(term, "eye") or _is(term, "diag") or _is(term, "outer") or _is(term, COLUMN)


def _is(term: Term, function: str) -> bool:
    return isinstance(term, Call) and term.function == function


def _clumsiness(links: list[Term]) -> tuple:
    """How a chain compares with others: by its transposes, then by age."""
    return sum(_is(link, "T") for link in links), tuple(link.order for link in links)

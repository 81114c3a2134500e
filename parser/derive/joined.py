"""Ways to write terms with matrix products shorter: shared factors in front, minus signs inside."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .algebra import Algebra, Call, Product, Setting, Sum, Term, Value

LINEAR = ("@", "outer", "diag", "solve", "sum")


def chains_joined(algebra: Algebra, term: Sum, end: int) -> Term:
    """A @ x + B @ x as (A + B) @ x.

    end: which end of the products is shared, -1 for the last factor, 0 for the first.
    """
    groups: dict[tuple[Term, Term], list[tuple[Value, Term]]] = {}
    rest: list[tuple[Value, Term]] = [(term.constant, algebra.one)]
    for part, times in term.terms:
        scale, links = chain_in(algebra, part)
        kept = links[1:] if end == 0 else links[:-1]
        if not kept or any(link.rank != 2 for link in kept):
            rest.append((times, part))
            continue
        inner = algebra.call("@", *kept, rank=2) if len(kept) > 1 else kept[0]
        groups.setdefault((scale, links[end]), []).append((times, inner))
    for (scale, shared), parts in groups.items():
        content, whole = algebra.parted(constants_added(algebra, algebra.sum(parts)))
        is_chain = isinstance(whole, Call) and whole.function == "@"
        inner = whole.arguments if is_chain else (whole,)  # type: ignore[attr-defined]
        links = [shared, *inner] if end == 0 else [*inner, shared]
        made = algebra.call("@", *links, rank=shared.rank)
        rest.append((content, algebra.times(scale, made)))
    return algebra.sum(rest)


def chain_in(algebra: Algebra, term: Term) -> tuple[Term, list[Term]]:
    """The numbers before a matrix product, and its factors; none where it is no such term."""
    factors = term.factors if isinstance(term, Product) else ((term, algebra.one),)
    chains = [b for b, p in factors if isinstance(b, Call) and b.function == "@" and b.rank]
    others = [(b, p) for b, p in factors if not b.rank and not p.rank]
    if len(chains) != 1 or len(others) != len(factors) - 1:
        return algebra.one, []
    return algebra.product(others), list(chains[0].arguments)


def constants_added(algebra: Algebra, term: Term) -> Term:
    """A sum of constant matrices as one; any other term as it is."""
    if not isinstance(term, Sum) or term.constant:
        return term
    total: np.ndarray | None = None
    for part, times in term.terms:
        if not isinstance(part, Setting) or not isinstance(times, int):
            return term
        scaled = np.asarray(part.value) * times
        if total is not None and total.shape != scaled.shape:
            return term
        total = scaled if total is None else total + scaled
    assert total is not None
    return algebra.setting(total.tolist(), term.rank)


def minus_inside(algebra: Algebra, term: Product) -> Iterator[Term]:
    """Minus a matrix product with the minus in one of its factors."""
    for place, (base, power) in enumerate(term.factors):
        if not (isinstance(base, Call) and base.function in LINEAR and power is algebra.one):
            continue
        others = [f for k, f in enumerate(term.factors) if k != place]
        for k, link in enumerate(base.arguments):
            if link.rank:
                turned = [*base.arguments[:k], algebra.negative(link), *base.arguments[k + 1 :]]
                made = algebra.call(base.function, *turned, rank=base.rank)
                yield algebra.product([*others, (made, algebra.one)], -term.coefficient)

"""Seeded generators of expressions, for the promises that hold of every text."""

from __future__ import annotations

from hypothesis import strategies as st

from gradcalc.parser import nodes

NAMES = st.sampled_from(["x", "y", "alpha", "α", "x₁", "_t", "sin", "e2", "π"])
NUMBERS = st.one_of(
    st.integers(0, 10**12), st.floats(0, 1e300, allow_nan=False), st.sampled_from([0.5, 1e16])
)
LITERALS = st.one_of(NUMBERS, st.text(max_size=4), st.sampled_from([None, True, False, ...]))
BINARY = ["+", "-", "*", "/", "//", "%", "@", "^", "|", "&", "<<", ">>"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"]


def _literals() -> st.SearchStrategy:
    return st.builds(nodes.Literal, st.just(0), st.just(0), LITERALS)


def _names() -> st.SearchStrategy:
    return st.builds(nodes.Name, st.just(0), st.just(0), NAMES)


def _node(kind: type[nodes.Node], *fields: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(kind, st.just(0), st.just(0), *fields)


def _parameters(child: st.SearchStrategy) -> st.SearchStrategy:
    """Required ones, then ones with defaults, then perhaps a rest, all of different names."""

    def assemble(names: list[str], defaults: list, rest: bool) -> list[nodes.Parameter]:
        found = []
        first_default = len(names) - rest - len(defaults)
        for i, name in enumerate(names):
            default = (
                defaults[i - first_default] if 0 <= i - first_default < len(defaults) else None
            )
            found.append(nodes.Parameter(0, 0, name, default, rest and i == len(names) - 1))
        return found

    names = st.lists(NAMES, unique=True, max_size=3)
    return st.builds(
        lambda n, d, r: assemble(n, d[: max(len(n) - r, 0)], r and bool(n)),
        names, st.lists(child, max_size=2), st.booleans(),
    )  # fmt: skip


def _comprehensions(child: st.SearchStrategy) -> st.SearchStrategy:
    tuples = _node(nodes.Sequence, st.just("tuple"), st.lists(_names(), min_size=2, max_size=3))
    loops = _node(nodes.ForClause, st.one_of(_names(), tuples), child)
    clauses = st.builds(
        lambda first, rest: [first, *rest],
        loops, st.lists(st.one_of(loops, _node(nodes.IfClause, child)), max_size=2),
    )  # fmt: skip
    return _node(nodes.Comprehension, st.sampled_from(["list", "generator"]), child, clauses)


def _calls(child: st.SearchStrategy) -> st.SearchStrategy:
    positional = st.lists(st.one_of(child, _node(nodes.Starred, child)), max_size=3)
    named = st.lists(
        _node(nodes.Keyword, NAMES, child), max_size=2, unique_by=lambda keyword: keyword.name
    )
    return _node(nodes.Call, child, st.builds(lambda a, b: a + b, positional, named))


def _extend(child: st.SearchStrategy) -> st.SearchStrategy:
    chain = st.integers(1, 3).flatmap(
        lambda n: st.tuples(
            st.lists(st.sampled_from(COMPARISONS), min_size=n, max_size=n),
            st.lists(child, min_size=n + 1, max_size=n + 1),
        )
    )
    slices = _node(nodes.Slice, *[st.one_of(st.none(), child)] * 3)
    subscripts = _node(
        nodes.Sequence, st.just("tuple"), st.lists(st.one_of(child, slices), min_size=1, max_size=3)
    )
    items = st.lists(st.one_of(child, _node(nodes.Starred, child)), max_size=3)
    return st.one_of(
        _node(nodes.Unary, st.sampled_from(["-", "+", "~", "not", "√"]), child),
        _node(nodes.Binary, st.sampled_from(BINARY), child, child),
        _node(nodes.Logical, st.sampled_from(["and", "or"]), child, child),
        chain.map(lambda pair: nodes.Comparison(0, 0, *pair)),
        _node(nodes.Conditional, child, child, child),
        _node(nodes.Lambda, _parameters(child), child),
        _calls(child),
        _node(nodes.Index, child, st.one_of(child, slices, subscripts)),
        _node(nodes.Attribute, child, NAMES),
        _node(nodes.Sequence, st.sampled_from(["list", "tuple"]), items),
        _comprehensions(child),
    )


EXPRESSIONS = st.recursive(st.one_of(_literals(), _names()), _extend, max_leaves=12)

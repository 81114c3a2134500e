"""Nested containers of tensors, apart and together."""

from __future__ import annotations

from collections import namedtuple

import pytest

from gradcalc.engine.surface import trees

Pair = namedtuple("Pair", ["left", "right"])


@pytest.mark.parametrize(
    "tree", [3, (1, [2, 3]), {"b": 1, "a": (2,)}, Pair(1, [2]), [], ({}, None)]
)
def test_unflattening_undoes_flattening(tree: object) -> None:
    leaves, structure = trees.flatten(tree)
    back = trees.unflatten(leaves, structure)
    assert (back, type(back)) == (tree, type(tree))


def test_dicts_keep_their_order() -> None:
    assert trees.flatten({"b": 1, "a": 2})[0] == [1, 2]


@pytest.mark.parametrize(
    ("prefix", "spread"),
    [(0, [0, 0, 0]), ((0, None), [0, None, None]), ((0, [1, 2]), [0, 1, 2]), ((0,), None)],
)
def test_a_prefix_counts_for_what_is_below_it(prefix: object, spread: list | None) -> None:
    _, structure = trees.flatten((1, [2, 3]))
    assert trees.spread(prefix, structure) == spread


def test_structures_show_as_torch_shows_them() -> None:
    _, structure = trees.flatten((1, {"a": 2}))
    assert trees.shown(structure) == "TreeSpec(tuple, None, [*,\n  TreeSpec(dict, ['a'], [*])])"
    assert trees.pictured(structure) == "(*, {'a': *})"

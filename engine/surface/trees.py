"""Nested tuples, lists and dicts of tensors: taking them apart and putting them together again.

Source of the rules: torch/utils/_pytree.py. A named tuple keeps its type; anything else that is
not listed here is a leaf.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

LEAF = "*"


def flatten(tree: Any) -> tuple[list, Any]:
    """The leaves in order, and the structure that `unflatten` wants."""
    leaves: list = []
    return leaves, _structure(tree, leaves)


def _structure(tree: Any, leaves: list) -> Any:
    kind: Any = type(tree)
    if kind is list or kind is tuple or (isinstance(tree, tuple) and hasattr(tree, "_fields")):
        return kind, None, tuple([_structure(item, leaves) for item in tree])
    if isinstance(tree, dict) and kind in (dict, OrderedDict, defaultdict):
        return kind, tuple(tree), tuple([_structure(v, leaves) for v in tree.values()])
    leaves.append(tree)
    return LEAF


def unflatten(leaves: Sequence, structure: Any) -> Any:
    """The nested value of a structure with these leaves."""
    return _built(iter(leaves), structure)


def _built(leaves: Any, structure: Any) -> Any:
    if structure == LEAF:
        return next(leaves)
    kind, keys, parts = structure
    items = [_built(leaves, part) for part in parts]
    if keys is not None:
        return (
            OrderedDict(zip(keys, items, strict=True))
            if kind is OrderedDict
            else dict(zip(keys, items, strict=True))
        )
    if hasattr(kind, "_fields"):
        return kind(*items)
    return kind(items)


def map_leaves(function: Callable, tree: Any) -> Any:
    """The tree with `function` of each leaf in its place."""
    leaves, structure = flatten(tree)
    return unflatten([function(leaf) for leaf in leaves], structure)


def spread(prefix: Any, structure: Any) -> list | None:
    """`prefix` as a flat list with an item for each leaf; None if it does not fit.

    An item of the prefix counts for all leaves below its place.
    """
    if structure == LEAF:
        return [prefix]
    _, keys, parts = structure
    if not isinstance(prefix, tuple | list | dict):
        return [prefix] * leaf_count(structure)
    if keys is not None:
        if not isinstance(prefix, dict) or tuple(prefix) != keys:
            return None
        items = list(prefix.values())
    else:
        if isinstance(prefix, dict) or len(prefix) != len(parts):
            return None
        items = list(prefix)
    out: list = []
    for item, part in zip(items, parts, strict=True):
        below = spread(item, part)
        if below is None:
            return None
        out += below
    return out


def leaf_count(structure: Any) -> int:
    """How many leaves a structure has."""
    return 1 if structure == LEAF else sum(leaf_count(part) for part in structure[2])


def shown(structure: Any, indent: int = 0) -> str:
    """A structure as torch's messages show it, such as 'TreeSpec(tuple, None, [*])'."""
    if structure == LEAF:
        return "*"
    kind, keys, parts = structure
    context = "None" if keys is None else str(list(keys))
    joint = ",\n" + " " * (indent + 2)
    inside = joint.join(shown(part, indent + 2) for part in parts)
    return f"TreeSpec({kind.__name__}, {context}, [{inside}])"


class _Star:
    """A leaf in the picture of a structure."""

    def __repr__(self) -> str:
        return "*"


def pictured(structure: Any) -> str:
    """A structure as Python writes it, with stars for its leaves, such as '(*, *)'."""
    return repr(unflatten([_Star()] * leaf_count(structure), structure))

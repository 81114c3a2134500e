"""torch.func.rearrange: axes split, joined and moved by a pattern such as "b (h w) -> h b w".

Source of the behaviour and the words: functorch/einops of PyTorch 2.13.
"""

from __future__ import annotations

import math
import re
from typing import Any

from ..errors import EngineTypeError, EngineValueError
from ..ops.public import call
from ..tensor import Tensor

_TOKENS = re.compile(r"\.\.\.|\w+|[()]|\S")
_ELLIPSIS = "..."
_OWN = "\u2026"  # the ellipsis where it stands for axes of their own, not for parts of one
Side = list[list[str]]  # for each axis the names it is made of; none for an axis of size 1


def rearrange(tensor: Any, pattern: str, **axes_lengths: int) -> Tensor:
    """The tensor (or several of one shape, stacked) with its axes as the pattern says.

    Raises: ValueError for patterns that are not well-formed or do not fit.
    """
    if not isinstance(tensor, Tensor):
        tensor = call("stack", list(tensor))
    left, right = _sides(pattern)
    _check_names(left, right, axes_lengths)
    left, right = _spelt(left, right, tensor.ndim)
    sizes = _sizes(left, tensor.shape, axes_lengths)
    names = [name for axis in left for name in axis]
    wanted = [name for axis in right for name in axis]
    split = call("reshape", tensor, tuple(sizes[n] for n in names))
    moved = call("permute", split, tuple(names.index(n) for n in wanted))
    return call("reshape", moved, tuple(math.prod(sizes[n] for n in axis) for axis in right))


# -- reading the pattern


def _sides(pattern: str) -> tuple[Side, Side]:
    """Both sides of a pattern."""
    parts = pattern.split("->")
    if len(parts) != 2:
        raise EngineValueError("Pattern must contain a single '->' separator")
    left, right = (_side(part) for part in parts)
    if any(_ELLIPSIS in axis for axis in left):
        raise EngineValueError(
            f"Ellipsis is parenthesis in the left side is not allowed: {pattern}"
        )
    if [_OWN] not in left and any(_OWN in axis or _ELLIPSIS in axis for axis in right):
        raise EngineValueError(
            f"Ellipsis found in right side, but not left side of a pattern {pattern}"
        )
    return left, right


def _side(text: str) -> Side:
    """The axes of one side."""
    bare = text.replace(_ELLIPSIS, "", 1)
    if "." in bare:
        more = "; only one ellipsis for tensor " if _ELLIPSIS in text else ""
        raise EngineValueError(f"Expression may contain dots only inside ellipsis (...){more}")
    axes: Side = []
    group: list[str] | None = None
    for token in _TOKENS.findall(text):
        if token == "(":
            if group is not None:
                raise EngineValueError(
                    "Axis composition is one-level (brackets inside brackets not allowed)"
                )
            group = []
        elif token == ")":
            if group is None:
                raise EngineValueError("Brackets are not balanced")
            axes.append(group)
            group = None
        else:
            found = _names(token)
            if group is None:
                axes.append([_OWN] if token == _ELLIPSIS else found)
            else:
                group += found
    if group is not None:
        raise EngineValueError(f"Imbalanced parentheses in expression: '{text}'")
    names = [name for axis in axes for name in axis]
    for name in names:
        if names.count(name) > 1:
            raise EngineValueError(f"Indexing expression contains duplicate dimension '{name}'")
    return axes


def _names(token: str) -> list[str]:
    """The names a token stands for: itself, or none where it says 1."""
    if token == "1":
        return []
    if token == _ELLIPSIS:
        return [token]
    if not re.fullmatch(r"\w+", token):
        raise EngineValueError(f"Unknown character '{token}'")
    if token.isdecimal():
        raise EngineValueError("rearrange only supports unnamed axes of size 1")
    if not token.isidentifier():
        raise EngineValueError(f"Invalid axis identifier: {token}\nnot a valid python identifier")
    if token[0] == "_" or token[-1] == "_":
        raise EngineValueError(
            f"Invalid axis identifier: {token}\n"
            "axis name should should not start or end with underscore"
        )
    return [token]


# -- fitting it to a tensor


def _check_names(left: Side, right: Side, lengths: dict[str, Any]) -> None:
    """Raise torch's errors for names on one side only, and for lengths of other names."""
    for length in lengths.values():
        if type(length) is not int:
            raise EngineTypeError(f"rearrange axis lengths must be integers, got: {type(length)}")
    # Dicts, not sets: the names are told in the order in which they appear.
    here, there = (
        dict.fromkeys(_OWN if n == _ELLIPSIS else n for axis in side for n in axis)
        for side in (left, right)
    )
    lone = [name for name in here | there if name not in here or name not in there]
    if lone:
        raise EngineValueError(
            "Identifiers only on one side of rearrange expression (should be on both): "
            f"{_as_set(lone)}"
        )
    unknown = [name for name in lengths if name not in here]
    if unknown:
        raise EngineValueError(f"Identifiers not found in rearrange expression: {_as_set(unknown)}")


def _as_set(names: list[str]) -> str:
    return "{" + ", ".join(map(repr, names)) + "}"


def _spelt(left: Side, right: Side, ndim: int) -> tuple[Side, Side]:
    """Both sides with a name for each axis that the ellipsis stands for."""
    covered = ndim - len(left) + 1
    if [_OWN] not in left:
        if len(left) != ndim:
            raise EngineValueError(
                f"Number of dimensions in pattern ({len(left)}) must be equal to the number of "
                f"dimensions in the tensor ({ndim})"
            )
    elif covered < 0:
        raise EngineValueError(
            f"Number of dimensions in pattern ({len(left) - 1}) must be less than or equal to the "
            f"number of dimensions in the tensor ({ndim})"
        )
    names = [f"{_ELLIPSIS}{k}" for k in range(covered)]

    def spelt(side: Side) -> Side:
        out: Side = []
        for axis in side:
            if axis == [_OWN]:
                out += [[name] for name in names]
            else:
                parts = [names if name == _ELLIPSIS else [name] for name in axis]
                out.append([name for part in parts for name in part])
        return out

    return spelt(left), spelt(right)


def _sizes(left: Side, shape: tuple[int, ...], lengths: dict[str, int]) -> dict[str, int]:
    """The size of each named axis: as given, or what the others leave of its axis."""
    sizes = dict(lengths)
    for axis, whole in zip(left, shape, strict=True):
        open_names = [name for name in axis if name not in sizes]
        known = math.prod(sizes[name] for name in axis if name in sizes)
        if len(open_names) > 1:
            raise EngineValueError(
                "cannot infer the sizes of two dimensions at once "
                f"{open_names[0]} and {open_names[1]}"
            )
        if (open_names and (not known or whole % known)) or (not open_names and known != whole):
            raise EngineValueError(
                f"the sizes of ({' '.join(axis)}) do not fit an axis of size {whole}"
            )
        if open_names:
            sizes[open_names[0]] = whole // known
    return sizes

"""einsum: sums of products by subscripts, made of diagonals, permutations and products.

Operands are brought to a common order of axes (those of the result, then those summed), then
multiplied from left to right, each axis summed with the last operand that has it, as in torch.
Source: torch aten/src/ATen/native/Linear.cpp, einsum and sumproduct_pair.
"""

from __future__ import annotations

import math
import string
from typing import Any

from .. import shapes
from ..errors import EngineRuntimeError, EngineValueError
from ..kinds import Arrays, Operands
from ..registry import composite
from ..symbol import Symbol
from ..tensor import Tensor
from .create import tensor
from .lead import (
    ndim,
    permute_own,
    reshape_own,
    shape_of,
    sum_axes,
    unsqueeze_own,
)
from .matmul import bmm
from .matrix import diagonal_own

_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_ELLIPSIS = "."  # the label of the axes that an ellipsis stands for, in parsed subscripts


def _einsum(equation: str, operands: Arrays = ()) -> Any:
    if not operands:
        raise EngineValueError(
            "einsum(): must specify the equation string and at least one operand, or at least "
            "one operand and its subscripts list"
        )
    left, arrow, right = _without_spaces(equation).partition("->")
    inputs = _split_inputs(left, operands)
    covered = max(
        (ndim(t) - len(s) + 1 for s, t in zip(inputs, operands, strict=True) if _ELLIPSIS in s),
        default=0,
    )
    inputs = [
        _spell_ellipsis(s, ndim(t) - len(s) + 1, covered)
        for s, t in zip(inputs, operands, strict=True)
    ]
    _check_sizes(inputs, operands)
    output = _output(right, len(left) + 2, inputs, covered) if arrow else _implied(inputs, covered)
    return _contract(inputs, output, list(operands))


def _without_spaces(equation: str) -> str:
    return equation.replace(" ", "")


# -- reading the equation. A label is a letter, or (the number of) an axis of the ellipsis.


def _split_inputs(left: str, operands: list) -> list[list]:
    """The subscripts of each operand, an ellipsis as one label."""
    parts = left.split(",")
    if len(parts) > len(operands):
        raise EngineRuntimeError(
            "einsum(): fewer operands were provided than specified in the equation"
        )
    if len(parts) < len(operands):
        raise EngineRuntimeError(
            "einsum(): more operands were provided than specified in the equation"
        )
    found = []
    at = 0
    for number, (part, t) in enumerate(zip(parts, operands, strict=True)):
        labels = _labels(part, at, f"operand {number}")
        at += len(part) + 1
        named = len(labels) - (_ELLIPSIS in labels)
        if named > ndim(t) or (named < ndim(t) and _ELLIPSIS not in labels):
            ending = (
                "is more than the number of dimensions"
                if _ELLIPSIS in labels
                else "does not match the number of dimensions"
            )
            rest = "" if _ELLIPSIS in labels else " and no ellipsis was given"
            raise EngineRuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) {ending} "
                f"({ndim(t)}) for operand {number}{rest}"
            )
        found.append(labels)
    return found


def _labels(part: str, at: int, where: str) -> list:
    """The labels of one operand or of the output, which begins at `at` in the equation."""
    labels: list = []
    k = 0
    while k < len(part):
        letter = part[k]
        if letter == ".":
            if _ELLIPSIS in labels:
                raise EngineRuntimeError(
                    f"einsum(): found '.' for {where} for which an ellipsis was already found"
                )
            if part[k : k + 3] != "...":
                raise EngineRuntimeError(
                    f"einsum(): found '.' for {where} that is not part of any ellipsis"
                )
            k += 2
        elif letter not in _LETTERS:
            raise EngineRuntimeError(
                f"einsum(): invalid subscript given at index {at + k} in the equation string, "
                "subscripts must be in [a-zA-Z]"
            )
        labels.append(letter)
        k += 1
    return labels


def _spell_ellipsis(labels: list, count: int, covered: int) -> list:
    """`labels` with an ellipsis replaced by the numbers of its axes, aligned at the right."""
    if _ELLIPSIS not in labels:
        return labels
    at = labels.index(_ELLIPSIS)
    return [*labels[:at], *range(covered - count, covered), *labels[at + 1 :]]


def _check_sizes(inputs: list[list], operands: list) -> None:
    sizes: dict[Any, int] = {}
    for number, (labels, t) in enumerate(zip(inputs, operands, strict=True)):
        own: dict[Any, int] = {}
        for label, size in zip(labels, shape_of(t), strict=True):
            if own.setdefault(label, size) != size:
                raise EngineRuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {number} but the "
                    f"sizes don't match, {size} != {own[label]}"
                )
            seen = sizes.get(label, 1)
            if size not in (1, seen) and seen != 1:
                raise EngineRuntimeError(
                    f"einsum(): subscript {'...' if isinstance(label, int) else label} has size "
                    f"{size} for operand {number} which does not broadcast with previously seen "
                    f"size {seen}"
                )
            sizes[label] = size if seen == 1 else seen


def _output(right: str, at: int, inputs: list[list], covered: int) -> list:
    """The subscripts of the output, which begin at `at` in the equation."""
    labels = _labels(right, at, "the output")
    for letter in labels:
        if letter == _ELLIPSIS:
            continue
        if labels.count(letter) > 1:
            raise EngineRuntimeError(
                f"einsum(): output subscript {letter} appears more than once in the output"
            )
        if not any(letter in s for s in inputs):
            raise EngineRuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any "
                "input operand"
            )
    return _spell_ellipsis(labels, covered, covered)


def _implied(inputs: list[list], covered: int) -> list:
    """The output where none is written: the ellipsis, then what appears once, in order."""
    seen = [label for labels in inputs for label in labels]
    return [*range(covered), *(c for c in _LETTERS if seen.count(c) == 1)]


# -- computing


def _contract(inputs: list[list], output: list, operands: list) -> Any:
    """Multiply the operands from left to right, summing each axis as soon as it can be."""
    order = output + sorted({label for labels in inputs for label in labels} - set(output), key=str)
    ready = [_aligned(labels, order, t) for labels, t in zip(inputs, operands, strict=True)]
    last = {
        label: max(k for k, s in enumerate(inputs) if label in s) for label in order[len(output) :]
    }
    finished = [order.index(d) - len(order) for d in last if last[d] == 0]
    if len(ready) == 1:
        return sum_axes(ready[0], tuple(finished)) if finished else ready[0]
    found = sum_axes(ready[0], tuple(finished), True) if finished else ready[0]
    for k in range(1, len(ready)):
        sums = [order.index(d) - len(order) for d in last if last[d] == k]
        found = _multiply(found, ready[k], tuple(sums))
    if len(order) == len(output):
        return found
    return reshape_own(found, len(order), shape_of(found)[: len(output)])


def _aligned(labels: list, order: list, operand: Any) -> Any:
    """An operand with one axis for each label of `order`, of size 1 where it has none."""
    labels = list(labels)
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            rest = [d for d in range(len(labels)) if d not in (first, second)]
            n = len(labels)
            operand = diagonal_own(
                permute_own(operand, tuple(d - n for d in (*rest, first, second)))
            )
            labels = [*(labels[d] for d in rest), label]
    n = len(labels)
    places = tuple(labels.index(label) - n for label in order if label in labels)
    if places != tuple(range(-n, 0)):
        operand = permute_own(operand, places)
    missing = tuple(k - len(order) for k, label in enumerate(order) if label not in labels)
    return unsqueeze_own(operand, missing) if missing else operand


def _multiply(left: Any, right: Any, sums: tuple[int, ...]) -> Any:
    """The product of two aligned operands, summed over the axes `sums`, which stay as size 1."""
    for d in sums:  # what only one of them has is summed before
        if shape_of(left)[d] != shape_of(right)[d]:
            if shape_of(right)[d] == 1:
                left = sum_axes(left, (d,), True)
            else:
                right = sum_axes(right, (d,), True)
    a, b = shape_of(left), shape_of(right)
    own = range(-len(a), 0)
    summed = tuple(d for d in own if d in sums and a[d] != 1)
    if not summed:
        shapes.check_size(shapes.broadcast(a, b))
        return left * right
    both = tuple(d for d in own if d not in summed and a[d] == b[d])
    only_left = tuple(d for d in own if d not in summed and a[d] != b[d] and b[d] == 1)
    only_right = tuple(d for d in own if d not in summed and a[d] != b[d] and a[d] == 1)
    left = _three_axes(left, both, only_left, summed, only_right)
    right = _three_axes(right, both, summed, only_right, only_left)
    product = bmm(left, right)
    places = (*both, *only_left, *only_right, *summed)
    sizes = [*(a[d] for d in both), *(a[d] for d in only_left), *(b[d] for d in only_right)]
    product = reshape_own(product, 3, (*sizes, *(1 for _ in summed)))
    order = tuple(places.index(d) - len(places) for d in own)
    return permute_own(product, order)


def _three_axes(operand: Any, batch: tuple, rows: tuple, columns: tuple, ones: tuple) -> Any:
    """An operand as a batch of matrices: its axes grouped in three."""
    shape = shape_of(operand)
    places = (*batch, *rows, *columns, *ones)
    if places != tuple(range(-len(shape), 0)):
        operand = permute_own(operand, places)
    sizes = tuple(math.prod(shape[d] for d in group) for group in (batch, rows, columns))
    return reshape_own(operand, len(shape), sizes)


einsum = composite(
    "einsum",
    _einsum,
    method=False,
    doc="The sum of products that subscripts name, as in 'ij,jk->ik'.",
)


def _einsum_sublists(operands: Operands) -> Any:
    """Operands, each followed by its subscripts as a list of numbers; the output's may follow."""
    parts, tensors = [], []
    for k in range(0, len(operands) - 1, 2):
        operand = operands[k]
        tensors.append(operand if operand.__class__ in (Tensor, Symbol) else tensor(operand))
        parts.append(_spelt(operands[k + 1]))
    equation = ",".join(parts)
    if len(operands) % 2:
        equation += "->" + _spelt(operands[-1])
    return _einsum(equation, tensors)


def _spelt(subscripts: Any) -> str:
    """Subscripts written as numbers, or as the ellipsis, spelt as in an equation."""
    values = subscripts.tolist() if subscripts.__class__ is Tensor else list(subscripts)
    if any(v is not ... and (not isinstance(v, int) or not 0 <= v < len(_LETTERS)) for v in values):
        raise EngineValueError(
            "einsum(): subscript in subscript list is not within the valid range [0, 52)"
        )
    return "".join("..." if v is ... else _LETTERS[v] for v in values)


composite(
    "einsum:sublists",
    _einsum_sublists,
    method=False,
    doc="The same with each operand followed by its subscripts as a list of numbers.",
)

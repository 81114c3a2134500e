"""Derivatives compared with finite differences, number by number: the work of `check`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine import Tensor, modes
from ..engine.gradcheck import jumps, richardson
from ..parser.evaluate import evaluate
from .derivatives import output_of
from .numerals import float_text
from .request import Answer, Evaluation, stacked, wrapped

# How far rule and difference may be apart, relative to the larger, beyond the estimated error.
TOLERANCE = 1e-7
# The estimate may be off by this factor.
SAFETY = 10
# A difference that is less certain than this, relative to itself, confirms nothing.
USEFUL = 1e-6
# How many numbers of a block are shown before the rest is only counted.
SHOWN = 10


@dataclass(frozen=True)
class Doubt:
    """A number of a block that is not confirmed."""

    index: tuple[int, ...]
    rule: float
    difference: float
    error: float

    @property
    def settled(self) -> bool:
        """Whether the difference is certain enough to contradict the rule."""
        size = max(abs(self.rule), abs(self.difference))
        return SAFETY * self.error <= USEFUL * size

    @property
    def off(self) -> float:
        """How far the two are apart, relative to the larger."""
        size = max(abs(self.rule), abs(self.difference))
        return abs(self.rule - self.difference) / size if size else 0.0


@dataclass
class Block:
    """The derivative by one variable, compared.

    `small` counts numbers so small that differences cannot tell them from rounding errors.
    """

    name: str
    numbers: int
    small: int = 0
    doubts: list[Doubt] = field(default_factory=list)


def compare(answer: Answer) -> list[Block]:
    """Compare each block of a Jacobian with central differences in float64."""
    evaluation = answer.evaluation
    for name in evaluation.wrt:
        if name not in evaluation.request.variables:
            message = (
                f"'{name}' is made by the expression; check moves only variables that are given"
            )
            raise evaluation.trouble("ValueError", message)
    return [compared(evaluation, name, answer.parts[(name,)]) for name in evaluation.wrt]


def compared(evaluation: Evaluation, name: str, part: Tensor) -> Block:
    """Compare the block of one variable."""
    point = np.asarray(evaluation.inputs[name].numpy(), dtype=np.float64)

    def function(moved: np.ndarray) -> np.ndarray:
        return value_at(evaluation, name, moved)

    numeric, error = richardson(function, point)
    rule = np.asarray(part.numpy())
    with np.errstate(all="ignore"):
        apart = abs(rule - numeric)
        size = np.maximum(abs(rule), abs(numeric))
        agree = apart <= TOLERANCE * size + SAFETY * error
        certain = SAFETY * error <= USEFUL * size
        if not np.all(agree & certain):
            # a vague difference may still be right about a number that is small, but at no jump
            agree &= certain | ~jumps(function, point)
        certain |= rule == 0
        small = agree & ~certain & (abs(rule) <= SAFETY * error) & np.isfinite(error)
        fine = (agree & certain & np.isfinite(error)) | small
    doubts = [
        Doubt(tuple(map(int, index)), *(float(a[tuple(index)]) for a in (rule, numeric, error)))
        for index in np.argwhere(~fine)
    ]
    return Block(name, rule.size, int(small.sum()), doubts)


def value_at(evaluation: Evaluation, name: str, moved: np.ndarray) -> np.ndarray:
    """Evaluate the expression with one variable moved, and the same random numbers."""
    evaluation.rewind()
    variables = {**evaluation.variables, name: wrapped(np.array(moved))}
    with modes.no_grad(), np.errstate(all="ignore"):
        found = evaluate(evaluation.code, variables, limits=evaluation.limits)
    evaluation.value = stacked(found.value)
    return np.asarray(output_of(evaluation).numpy())


def as_text(blocks: list[Block]) -> str:
    """Write a line for each block and each number in doubt."""
    lines = []
    width = max(len(block.name) for block in blocks)
    for block in blocks:
        good = block.numbers - len(block.doubts) - block.small
        verdict = "ok  " if not block.doubts else "FAIL"
        label = f"df/d{block.name:<{width}}"
        small = f", {block.small} too small to tell" if block.small else ""
        count = f"{good} of {block.numbers} agree with finite differences{small}"
        lines.append(f"{label}  {verdict}  {count}")
        lines += [f"  {sentence(block.name, doubt)}" for doubt in block.doubts[:SHOWN]]
        if (more := len(block.doubts) - SHOWN) > 0:
            lines.append(f"  and {more} more")
    return "\n".join(lines) + "\n"


def sentence(name: str, doubt: Doubt) -> str:
    """Say what is wrong with one number."""
    place = f"df/d{name}" + (str(list(doubt.index)) if doubt.index else "")
    rule, difference = float_text(doubt.rule), float_text(doubt.difference)
    if not np.isfinite(doubt.error) or not np.isfinite(doubt.difference):
        return f"{place} is {rule}; finite differences give no number there"
    if not doubt.settled:
        return f"{place} is {rule}; finite differences do not settle on a number there"
    return (
        f"{place} is {rule}, but finite differences give {difference}: off by {doubt.off:.1e} of it"
    )


def rounded(value: float, digits: int) -> float:
    """Keep the digits that differences are good for: the others vary with the processor."""
    return float(f"{value:.{digits}g}")


def as_json(blocks: list[Block]) -> dict[str, Any]:
    """Return the JSON form, keys sorted."""
    from .jsonio import encode

    return {
        "agree": not any(block.doubts for block in blocks),
        "blocks": {
            block.name: {
                "doubts": [
                    {
                        "difference": encode(rounded(doubt.difference, 9)),
                        "error": encode(rounded(doubt.error, 1)),
                        "index": list(doubt.index),
                        "rule": encode(doubt.rule),
                    }
                    for doubt in block.doubts
                ],
                "numbers": block.numbers,
                "small": block.small,
            }
            for block in blocks
        },
        "do": "check",
        "schema": 1,
    }

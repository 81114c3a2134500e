"""Where a NaN or an infinity was born, in the value or in the gradient.

A value is followed through a second evaluation: each operation whose result is not finite hands
on the birth of what it was given, or is itself the birth.  A gradient is followed through the
reverse pass: the birth is the first operation that got a finite cotangent and passed on one that
is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..engine import Tensor
from ..engine.backward import gradients
from ..engine.node import Node
from ..parser.errors import LanguageError, fault
from ..parser.spans import Span
from .derivatives import output_of
from .numerals import float_text
from .report import NONFINITE, plain_fault
from .request import Answer, Evaluation, floating

DIGITS = 6


def is_bad(value: Any) -> bool:
    """Whether a value, or a part of it, is NaN or infinite."""
    if isinstance(value, float):
        return not math.isfinite(value)
    if isinstance(value, Tensor):
        return not np.isfinite(value.numpy()).all()
    return isinstance(value, (list, tuple)) and any(map(is_bad, value))


def word_for(value: Any) -> str:
    """Return 'nan', 'infinite', or for a tensor what its first bad number is."""
    _, number = first_bad(value)
    return "nan" if math.isnan(number) else "infinite"


def first_bad(value: Any) -> tuple[tuple[int, ...], float]:
    """Return the first number that is not finite, behind its index."""
    if isinstance(value, (list, tuple)):
        return next(first_bad(part) for part in value if is_bad(part))
    array = value.numpy() if isinstance(value, Tensor) else np.asarray(value)
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    return index, float(array[index])


def find_fault(answer: Answer, shown: Sequence[tuple[str, Any]]) -> LanguageError | None:
    """Return the fault for the first shown value that is not finite, if there is one.

    `shown` pairs labels with values; the label of the value itself is f, or empty.
    """
    evaluation = answer.evaluation
    bad = [(label, value) for label, value in shown if is_bad(value)]
    if not bad:
        return None
    label, value = bad[0]
    if is_bad(answer.value):
        return value_fault(evaluation, answer.value)
    return gradient_fault(evaluation, label, value)


class Births:
    """Follows values that are not finite through an evaluation.

    `of` maps the identity of a value to the value (kept, so that identities stay) and its birth.
    """

    def __init__(self) -> None:
        self.of: dict[int, tuple[Any, tuple[Span, Any, tuple] | None]] = {}

    def watch(self, span: Span, result: Any, operands: tuple) -> None:
        """See one operation."""
        if not is_bad(result):
            return
        guilty = [part for operand in operands for part in bad_parts(operand)]
        known = [self.of[id(part)][1] for part in guilty if id(part) in self.of]
        birth = known[0] if known else None if guilty else (span, result, operands)
        self.of[id(result)] = (result, birth)

    def birth(self, value: Any) -> tuple[Span, Any, tuple] | None:
        """Return span, result and operands of the operation that a value's NaN comes from."""
        for part in bad_parts(value):
            if id(part) in self.of:
                return self.of[id(part)][1]
        return None


def bad_parts(value: Any) -> Iterator[Any]:
    """Yield a value that is not finite, or the parts of a list that are not."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from bad_parts(part)
    elif is_bad(value):
        yield value


def value_fault(evaluation: Evaluation, value: Any) -> LanguageError:
    """Say where the value stopped being finite."""
    births = Births()
    birth = births.birth(evaluation.evaluated(births.watch, stack=False))
    message = f"the value is {word_for(value)}"
    if birth is not None:
        span, result, operands = birth
        label = f"gives {described(result)}{from_operands(result, operands)}"
        return fault(NONFINITE, message, evaluation.source, span, label)
    for name, given in evaluation.variables.items():
        if is_bad(given):
            return plain_fault(NONFINITE, f"{message}: '{name}' is given as {described(given)}")
    return evaluation.trouble(NONFINITE, message)


def described(value: Any) -> str:
    """Show the first number that is not finite, and its place in a tensor."""
    index, number = first_bad(value)
    place = f" at {list(index)}" if index else ""
    return float_text(number, DIGITS) + place


def from_operands(result: Any, operands: tuple) -> str:
    """Show the numbers that an operation made its result of."""
    index, _ = first_bad(result)
    shape = getattr(result, "shape", ())
    numbers = [at(operand, index, shape) for operand in operands]
    texts = [text for text in numbers if text]
    return f", from {' and '.join(texts)}" if texts else ""


def at(operand: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> str:
    """Show the number of an operand that belongs to an element of the result, if that is plain."""
    if isinstance(operand, (bool, int, float)):
        return str(operand) if not isinstance(operand, float) else float_text(operand, DIGITS)
    if isinstance(operand, Tensor) and operand.shape in ((), shape):
        number = operand.numpy()[index if operand.shape else ()]
        return float_text(float(number), DIGITS) if operand.dtype.is_floating_point else str(number)
    return ""


class Passage:
    """Watches a reverse pass for the first operation that spoils a cotangent."""

    def __init__(self) -> None:
        self.node: Node | None = None
        self.cotangent: Any = None
        self.passed: Any = None

    def watch(self, node: Node, cotangent: Any, passed: Sequence[Any]) -> None:
        """See one node."""
        if self.node is not None or raw_is_bad(cotangent):
            return
        for part in passed:
            if raw_is_bad(part):
                self.node, self.cotangent, self.passed = node, cotangent, part
                return


def raw_is_bad(value: Any) -> bool:
    """Whether a raw cotangent, or one of several, is not finite."""
    if isinstance(value, (list, tuple)):
        return any(map(raw_is_bad, value))
    return value is not None and not np.isfinite(value).all()


def gradient_fault(evaluation: Evaluation, label: str, value: Any) -> LanguageError:
    """Say which operation's derivative is not finite."""
    message = f"{label} is {word_for(value)}"
    passage = Passage()
    output = output_of(evaluation)
    cotangent = evaluation.request.cotangent
    if cotangent is None:
        cotangent = np.ones(output.shape)
    seed = floating(cotangent, output.dtype.name)
    inputs = [evaluation.inputs[name] for name in evaluation.wrt]
    gradients([output], inputs, [seed], retain_graph=True, watch=passage.watch)
    if passage.node is None or not isinstance(passage.node.origin, Span):
        return evaluation.trouble(NONFINITE, message)
    span = passage.node.origin
    reason, helps = explained(passage, operands_at(evaluation, span))
    return fault(NONFINITE, message, evaluation.source, span, reason, *helps)


def operands_at(evaluation: Evaluation, span: Span) -> tuple:
    """Return what the operation at a place was given, by evaluating once more."""
    found: list[tuple] = []

    def watch(place: Span, result: Any, operands: tuple) -> None:
        if place == span:
            found.append(operands)

    evaluation.evaluated(watch)
    return found[-1] if found else ()


def explained(passage: Passage, operands: tuple) -> tuple[str, list[str]]:
    """Return the reason under the carets, and help."""
    assert passage.node is not None
    name = passage.node.op_name
    array = np.asarray(passage.passed)
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    where = [text for text in (at(o, index, array.shape) for o in operands) if text]
    point = f" at {', '.join(where)}" if where else f" at {list(index)}" if index else ""
    given = np.asarray(passage.cotangent)
    reached = given[index] if given.shape == array.shape else given.max() if given.size == 1 else 1
    if math.isinf(array[index]):
        return f"the derivative of {name}{point} is infinite", []
    if reached == 0:
        help_ = f"choosing before {name}, not after it, keeps this out: {name}(where(…, x, 1))"
        return f"0 * inf in the gradient of {name}{point}", [help_]
    return f"the derivative of {name}{point} is nan", []

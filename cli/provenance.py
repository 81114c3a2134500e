"""Where a NaN or an infinity was born, in the value or in a derivative.

A value is followed through a second evaluation: each operation whose result is not finite hands
on the birth of what it was given, or is itself the birth.  A derivative is followed through the
reverse pass: the birth is the first operation that got a finite cotangent and passed on one that
is not.  A second derivative that goes wrong where the first does not is followed through the
reverse pass of the first.
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
from .finite import is_bad
from .numerals import float_text
from .report import NONFINITE, plain_fault
from .request import Answer, Evaluation, floating, wrapped

DIGITS = 6
Birth = tuple[Span, Any, tuple]
Found = tuple[LanguageError, Span | None]


def word_for(value: Any) -> str:
    """Return 'nan', or 'infinite', by the first bad number of a value."""
    _, number = first_bad(value)
    return "nan" if math.isnan(number) else "infinite"


def first_bad(value: Any) -> tuple[tuple[int, ...], float]:
    """Return the first number that is not finite, behind its index."""
    if isinstance(value, (list, tuple)):
        return next(first_bad(part) for part in value if is_bad(part))
    array = value.numpy() if isinstance(value, Tensor) else np.asarray(value)
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    return index, float(array[index])


class Births:
    """Follows values that are not finite through an evaluation.

    `of` maps the identity of a value to the value (kept, so that identities stay) and its birth.
    """

    def __init__(self) -> None:
        self.of: dict[int, tuple[Any, Birth | None]] = {}

    def watch(self, span: Span, result: Any, operands: tuple) -> None:
        """See one operation."""
        if not is_bad(result):
            return
        guilty = [part for operand in operands for part in bad_parts(operand)]
        known = [self.of[id(part)][1] for part in guilty if id(part) in self.of]
        birth = known[0] if known else None if guilty else (span, result, operands)
        self.of[id(result)] = (result, birth)

    def birth(self, value: Any) -> Birth | None:
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


def value_fault(evaluation: Evaluation, value: Any) -> Found:
    """Say where the value stopped being finite."""
    births = Births()
    birth = births.birth(evaluation.evaluated(births.watch, stack=False))
    message = f"the value is {word_for(value)}"
    if birth is not None:
        span, result, operands = birth
        label = f"gives {described(result)}{from_operands(result, operands)}"
        return fault(NONFINITE, message, evaluation.source, span, label), span
    for name, given in evaluation.variables.items():
        if is_bad(given):
            text = f"{message}: '{name}' is given as {described(given)}"
            return plain_fault(NONFINITE, text), None
    return evaluation.trouble(NONFINITE, message), None


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
    """Watches a reverse pass for the first operation that spoils a cotangent.

    names: which operation each place of the text is, by what was seen.
    """

    def __init__(self) -> None:
        self.node: Node | None = None
        self.cotangent: Any = None
        self.passed: Any = None
        self.names: dict[object, str] = {}

    def watch(self, node: Node, cotangent: Any, passed: Sequence[Any]) -> None:
        """See one node."""
        self.names.setdefault(node.origin, node.op_name)
        if self.node is not None or raw_is_bad(cotangent):
            return
        for part in passed:
            if raw_is_bad(part):
                self.node, self.cotangent, self.passed = node, numbers(cotangent), numbers(part)
                return


def numbers(value: Any) -> np.ndarray:
    """A cotangent as an array; of one for several results, the first that is there."""
    if isinstance(value, (list, tuple)):
        value = next(part for part in value if part is not None)
    return np.asarray(value.array() if isinstance(value, Tensor) else value)


def raw_is_bad(value: Any) -> bool:
    """Whether a cotangent, or one of several, is not finite."""
    if isinstance(value, (list, tuple)):
        return any(map(raw_is_bad, value))
    return value is not None and not np.isfinite(numbers(value)).all()


def gradient_fault(given: Answer, label: str, value: Any) -> Found:
    """Say which operation's derivative is not finite."""
    evaluation = given.evaluation
    message = f"{label} is {word_for(value)}"
    first, second = Passage(), Passage()
    output = output_of(evaluation)
    inputs = [evaluation.inputs[name] for name in evaluation.wrt]
    seed = seed_for(given, output, value)
    twice = given.do in ("hess", "hvp")
    found = gradients(
        [output], inputs, [seed], retain_graph=True, create_graph=twice, watch=first.watch
    )
    passage, which = first, "the derivative"
    if first.node is None and twice:
        passage, which = second, "the second derivative"
        for g in found:
            if g is not None and g.requires_grad and second.node is None:
                ones = wrapped(np.ones(g.shape, g.dtype.np))
                gradients([g], inputs, [ones], retain_graph=True, watch=second.watch)
    span = None if passage.node is None else passage.node.origin
    if not isinstance(span, Span):
        return evaluation.trouble(NONFINITE, message), None
    operands = operands_at(evaluation, span)
    reason = explained(passage, which, first.names.get(span), operands)
    return fault(NONFINITE, message, evaluation.source, span, reason), span


def seed_for(given: Answer, output: Tensor, value: Any) -> Tensor:
    """The cotangent that shows the fault: the request's own, one unit of a Jacobian's, or ones."""
    cotangent = given.evaluation.request.cotangent
    if cotangent is None:
        cotangent = np.ones(output.shape)
        if given.do in ("jac", "jvp") and output.shape:
            index, _ = first_bad(value)
            cotangent = np.zeros(output.shape)
            cotangent[index[: output.ndim]] = 1
    if isinstance(cotangent, np.ndarray):
        return wrapped(cotangent.astype(output.dtype.np))
    return floating(cotangent, output.dtype.name)


def operands_at(evaluation: Evaluation, span: Span) -> tuple:
    """Return what the operation at a place was given, by evaluating once more."""
    found: list[tuple] = []

    def watch(place: Span, result: Any, operands: tuple) -> None:
        if place == span:
            found.append(operands)

    evaluation.evaluated(watch)
    return found[-1] if found else ()


def explained(passage: Passage, which: str, name: str | None, operands: tuple) -> str:
    """Return the reason under the carets."""
    assert passage.node is not None
    name = name or passage.node.op_name
    array = passage.passed
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    where = [text for text in (at(o, index, array.shape) for o in operands) if text]
    point = f" at {', '.join(where)}" if where else f" at {list(index)}" if index else ""
    given = passage.cotangent
    reached = given[index] if given.shape == array.shape else given.max() if given.size == 1 else 1
    if math.isinf(array[index]):
        return f"{which} of {name}{point} is infinite"
    if reached == 0 and which == "the derivative":
        return f"0 * inf in the gradient of {name}{point}"
    return f"{which} of {name}{point} is nan"

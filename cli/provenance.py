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
from ..engine.node import Node as GraphNode
from ..engine.recorder import parameters
from ..parser import nodes
from ..parser.build import parse_expression
from ..parser.errors import LanguageError, fault
from ..parser.nodes import Node
from ..parser.spans import Span
from .derivatives import output_of
from .finite import is_bad
from .numerals import float_text
from .reasons import SIGNS, reason
from .report import NONFINITE, plain_fault
from .request import Answer, Evaluation, floating, wrapped
from .rewriting import path_to, walk

OPERATORS = {"", *SIGNS, *SIGNS.values()}
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
        birth = next((birth for birth in known if birth is not None), None)
        if birth is None and is_born(result, guilty):
            birth = (span, result, operands)
        self.of[id(result)] = (result, birth)

    def birth(self, value: Any) -> Birth | None:
        """Return span, result and operands of the operation that a value's NaN comes from."""
        for part in bad_parts(value):
            if id(part) in self.of:
                return self.of[id(part)][1]
        return None


def is_born(result: Any, guilty: Sequence[Any]) -> bool:
    """Whether a result went wrong in its own operation: also 0*inf makes a NaN of none."""
    if not guilty:
        return True
    return word_for(result) == "nan" and not any(math.isnan(first_bad(g)[1]) for g in guilty)


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
        label = made_from(name_at(evaluation, span), result, operands)
        return fault(NONFINITE, message, evaluation.source, span, label), span
    for name, given in evaluation.variables.items():
        if is_bad(given):
            index, number = first_bad(given)
            place = f" at {list(index)}" if index else ""
            text = f"{message}: '{name}' is given as {float_text(number)}{place}"
            return plain_fault(NONFINITE, text), None
    for node in walk(parse_expression(evaluation.source.text, evaluation.limits)):
        if is_written(node, evaluation):
            return fault(NONFINITE, message, evaluation.source, node.span, "written here"), None
    return evaluation.trouble(NONFINITE, message), None


def is_written(node: Node, evaluation: Evaluation) -> bool:
    """Whether a part of a text is inf or nan itself."""
    match node:
        case nodes.Name(name="inf" | "nan"):
            return node.name not in evaluation.variables
        case nodes.Literal(value=float(value)):
            return not math.isfinite(value)
    return False


def name_at(evaluation: Evaluation, span: Span) -> str:
    """What the operation at a place of the text is called: a function's name, or a sign."""
    node = path_to(parse_expression(evaluation.source.text, evaluation.limits), span)[-1]
    match node:
        case nodes.Call(function=nodes.Name(name=name) | nodes.Attribute(name=name)):
            return name
        case nodes.Binary(operator=sign) | nodes.Unary(operator=sign):
            return sign
    return ""


def made_from(name: str, result: Any, operands: Sequence[Any]) -> str:
    """Say what an operation gives, of which numbers, and why that is not finite."""
    index, number = first_bad(result)
    found = numbers_of(name, index, getattr(result, "shape", ()), operands)
    shapes = [operand.shape for operand in operands if isinstance(operand, Tensor)]
    texts = [text_of(part) for part in found] or [f"a tensor of shape {list(s)}" for s in shapes]
    place = f" at {list(index)}" if index else ""
    source = f", from {' and '.join(texts)}" if texts else ""
    holds = result.dtype.name if isinstance(result, Tensor) else "float64"
    why = reason(name, [as_float(part) for part in found], shapes, number, holds)
    return f"gives {float_text(number)}{place}{source}{': ' if why else ''}{why}"


def numbers_of(name: str, index: tuple, shape: tuple, operands: Sequence[Any]) -> list:
    """The numbers that an element of a result was made of; none where it was made of more.

    Python's numbers are settings, such as an axis, where a function has tensors too.
    """
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    if any(number_at(operand, index, shape) is None for operand in tensors):
        return []
    values = tensors if tensors and name not in OPERATORS else operands
    found = [number_at(operand, index, shape) for operand in values]
    return [number for number in found if number is not None]


def as_float(number: Any) -> float:
    """A number as a float; an integer beyond them as the largest."""
    try:
        return float(number)
    except OverflowError:
        return math.copysign(np.finfo(np.float64).max, number > 0 or -1)


def number_at(operand: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """The number of an operand that belongs to an element of the result, if that is plain."""
    if isinstance(operand, (bool, int, float)):
        return operand
    if isinstance(operand, Tensor) and operand.shape in ((), shape):
        return operand.numpy()[index if operand.shape else ()]
    return None


def text_of(number: Any) -> str:
    """A number as reports show it."""
    value = number.item() if hasattr(number, "item") else number
    if isinstance(value, float):
        return float_text(value, single=getattr(number, "dtype", None) == np.float32)
    return str(value)


class Passage:
    """Watches a reverse pass for the first operation that spoils a cotangent.

    names: which operation each place of the text is, by what was seen.
    """

    def __init__(self) -> None:
        self.node: GraphNode | None = None
        self.cotangent: Any = None
        self.passed: Any = None
        self.parameter = ""
        self.names: dict[object, str] = {}

    def watch(self, node: GraphNode, cotangent: Any, passed: Sequence[Any]) -> None:
        """See one node."""
        self.names.setdefault(node.origin, node.op_name)
        if self.node is not None or raw_is_bad(cotangent):
            return
        for k, part in enumerate(passed):
            if raw_is_bad(part):
                self.node, self.cotangent, self.passed = node, numbers(cotangent), numbers(part)
                self.parameter = parameters(node)[k] if len(passed) > 1 else ""
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
    where = [text_of(n) for n in numbers_of("", index, array.shape, operands)]
    point = f" at {', '.join(where)}" if where else f" at {list(index)}" if index else ""
    given = passage.cotangent
    reached = given[index] if given.shape == array.shape else given.max() if given.size == 1 else 1
    by = "" if passage.parameter in ("", "self", "other") else f" by its {passage.parameter}"
    if math.isinf(array[index]):
        return f"{which} of {name}{by}{point} is infinite"
    if reached == 0 and which == "the derivative":
        return f"0 * inf in the gradient of {name}{point}"
    return f"{which} of {name}{by}{point} is nan"

"""Safe ways to write what gave a NaN or an infinity: hypot, log1p, logsumexp, where on the input.

A table of patterns on the tree of the expression proposes; the proposal is then evaluated in the
same way as the original, and it is made only if everything it gives is finite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from ..parser import nodes
from ..parser.build import parse_expression
from ..parser.nodes import Node
from ..parser.spans import Source, Span
from ..parser.unparse import unparse

MOST_TRIALS = 8
GUARDS = ("1", "0.5")  # inside the domain of what is guarded: log and sqrt; asin and atanh


class Gain(IntEnum):
    """What is finite by a rewriting that was not."""

    NONE = 0
    VALUE = 1
    ALL = 2


class Rewriting(NamedTuple):
    """A part of a text and what to write in its place."""

    span: Span
    text: str


def proposals(source: Source, birth: Span) -> Iterator[Rewriting]:
    """What may be written around the place where a number went wrong, the nearest first."""
    path = path_to(parse_expression(source.text), birth)
    for node in reversed(path):
        for pattern in PATTERNS:
            text = pattern(node)
            if text is not None:
                yield Rewriting(node.span, text)
    yield from guarded(path, source.text)


def best_of(
    source: Source, birth: Span, judge: Callable[[str], Gain]
) -> tuple[str, str, Gain] | None:
    """The first of the proposals that gain most, as old text, new text and gain; None if none."""
    best: tuple[str, str, Gain] | None = None
    for span, text in islice(proposals(source, birth), MOST_TRIALS):
        gain = judge(source.text[: span.start] + text + source.text[span.end :])
        if gain > (best[2] if best else Gain.NONE):
            best = (source.text[span.start : span.end], text, gain)
        if gain is Gain.ALL:
            break
    return best


# -- the tree


def path_to(root: Node, span: Span) -> list[Node]:
    """The nodes from a root down to the one of a span."""
    path = [root]
    while True:
        inside = [c for c in children(path[-1]) if c.start <= span.start and span.end <= c.end]
        if not inside:
            return path
        path.append(inside[0])


def children(node: Node) -> Iterator[Node]:
    """The nodes right below one."""
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Node):
                yield part


def walk(root: Node) -> Iterator[Node]:
    """All nodes, in the order of the text."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(list(children(node)))


def arguments_of(node: Node, *names: str) -> list[Node] | None:
    """The arguments of a call of one of some functions, also of `x.log()`; else None."""
    if not isinstance(node, nodes.Call):
        return None
    function = node.function
    if isinstance(function, nodes.Name):
        return node.arguments if function.name in names else None
    if isinstance(function, nodes.Attribute) and function.name in names:
        return [*_object_of(function.value), *node.arguments]
    return None


MODULES = {"torch", "linalg", "special", "nn", "functional", "F", "np", "math"}


def _object_of(node: Node) -> list[Node]:
    """What a method is called on; a module is nothing."""
    base = node
    while isinstance(base, nodes.Attribute):
        base = base.value
    return [] if isinstance(base, nodes.Name) and base.name in MODULES else [node]


def only(node: Node, *names: str) -> Node | None:
    """The argument of a call with just one."""
    arguments = arguments_of(node, *names)
    return arguments[0] if arguments is not None and len(arguments) == 1 else None


def sides(node: Node, *operators: str) -> tuple[Node, Node] | None:
    """The operands of an operator."""
    if isinstance(node, nodes.Binary) and node.operator in operators:
        return node.left, node.right
    return None


def is_number(node: Node, *values: float) -> bool:
    """Whether a node is one of some numbers."""
    return isinstance(node, nodes.Literal) and node.value in values


def same(a: Node, b: Node) -> bool:
    """Whether two nodes are written alike."""
    return unparse(a) == unparse(b)


def square(node: Node) -> Node | None:
    """What is squared: of `a^2` or `a*a`."""
    power = sides(node, "^")
    if power and is_number(power[1], 2):
        return power[0]
    product = sides(node, "*")
    return product[0] if product and same(*product) else None


# -- the patterns: each gives the text in place of a node, or None


def root_of_squares(node: Node) -> str | None:
    """sqrt(a^2 + b^2), sqrt(sum(a^2)) and sqrt(a^2)."""
    inside = _under_root(node)
    if inside is None:
        return None
    both = sides(inside, "+")
    if both:
        a, b = square(both[0]), square(both[1])
        return f"hypot({unparse(a)}, {unparse(b)})" if a and b else None
    if total := only(inside, "sum"):
        a = square(total)
        return f"norm({unparse(a)})" if a else None
    a = square(inside)
    return f"abs({unparse(a)})" if a else None


def length_of_squares(node: Node) -> str | None:
    """sqrt(a^2 + b^2) where hypot has no derivative either: at 0, where that of norm is 0."""
    inside = _under_root(node)
    parts: list[Node] = []
    while inside is not None and (both := sides(inside, "+")):
        parts.insert(0, both[1])
        inside = both[0]
    squares = [square(part) for part in ([inside, *parts] if inside else [])]
    if len(squares) < 2 or None in squares:
        return None
    return f"norm([{', '.join(unparse(a) for a in squares if a)}])"


def _under_root(node: Node) -> Node | None:
    power = sides(node, "^")
    if power and is_number(power[1], 0.5):
        return power[0]
    if isinstance(node, nodes.Unary) and node.operator == "√":
        return node.operand
    return only(node, "sqrt")


def log_of_sum(node: Node) -> str | None:
    """log(1 + exp(a)), log(exp(a) + exp(b)), log(1 + a)."""
    inside = only(node, "log", "ln")
    both = inside and sides(inside, "+")
    if not both:
        return None
    powers = [only(side, "exp") for side in both]
    if powers[0] and powers[1]:
        return f"logaddexp({unparse(powers[0])}, {unparse(powers[1])})"
    for one, power, other in ((0, powers[1], both[1]), (1, powers[0], both[0])):
        if is_number(both[one], 1):
            return f"softplus({unparse(power)})" if power else f"log1p({unparse(other)})"
    return None


def log_of_difference(node: Node) -> str | None:
    """log(1 - sigmoid(a)), log(1 - a)."""
    inside = only(node, "log", "ln")
    both = inside and sides(inside, "-")
    if not both or not is_number(both[0], 1):
        return None
    argument = sigmoid_of(both[1])
    return f"log1p(-({unparse(both[1])}))" if argument is None else f"logsigmoid(-({argument}))"


def sigmoid_of(node: Node) -> str | None:
    """What a node is the sigmoid of: sigmoid(a), 1/(1 + exp(b)), exp(a)/(1 + exp(a))."""
    if argument := only(node, "sigmoid"):
        return unparse(argument)
    both = sides(node, "/")
    terms = both and sides(both[1], "+")
    if not both or not terms or not any(is_number(t, 1) for t in terms):
        return None
    power = next((p for p in (only(t, "exp") for t in terms) if p), None)
    if power is None:
        return None
    if is_number(both[0], 1):
        if isinstance(power, nodes.Unary) and power.operator == "-":
            return unparse(power.operand)
        return f"-({unparse(power)})"
    above = only(both[0], "exp")
    return unparse(power) if above and same(above, power) else None


def by_hand(node: Node) -> str | None:
    """The sigmoid by hand, and a/norm(a)."""
    if only(node, "sigmoid") is None and (argument := sigmoid_of(node)) is not None:
        return f"sigmoid({argument})"
    both = sides(node, "/")
    inside = both and only(both[1], "norm")
    if both and inside and same(both[0], inside):
        return f"normalize({unparse(inside)}, dim=0)"
    return None


def log_of_function(node: Node) -> str | None:
    """log of exp, of a sum of exponentials, of sigmoid, softmax, det, prod and cosh."""
    inside = only(node, "log", "ln")
    if inside is None:
        return None
    if (argument := sigmoid_of(inside)) is not None:
        return f"logsigmoid({argument})"
    if argument := only(inside, "cosh"):
        a = unparse(argument)
        return f"(logaddexp({a}, -({a})) - log(2))"
    if power := only(inside, "exp"):
        return f"({unparse(power)})"
    if argument := only(inside, "det"):
        return f"logdet({unparse(argument)})"
    if (several := arguments_of(inside, "softmax")) and len(several) > 1:
        return f"log_softmax({', '.join(map(unparse, several))})"
    if product := only(inside, "prod"):
        return f"sum(log({unparse(product)}))"
    return _log_of_exponentials(inside)


def _log_of_exponentials(inside: Node) -> str | None:
    summed = arguments_of(inside, "sum")
    power = only(summed[0], "exp") if summed else None
    if not summed or power is None:
        return None
    dims = [unparse(part) for part in summed[1:]] or ["0"]
    return f"logsumexp({', '.join([unparse(power), *dims])})"


def log_of_matrix_of_exponentials(node: Node) -> str | None:
    """log(sum(exp(a))) where a has several axes."""
    inside = only(node, "log", "ln")
    summed = only(inside, "sum") if inside else None
    power = only(summed, "exp") if summed else None
    return f"logsumexp(flatten({unparse(power)}), 0)" if power else None


def product_with_log(node: Node) -> str | None:
    """a*log(b)."""
    both = sides(node, "*")
    if not both:
        return None
    for factor, other in (both, both[::-1]):
        if inside := only(other, "log", "ln"):
            return f"xlogy({unparse(factor)}, {unparse(inside)})"
        if inside := only(other, "log1p"):
            return f"xlog1py({unparse(factor)}, {unparse(inside)})"
    return None


def quotient(node: Node) -> str | None:
    """exp(a)/sum(exp(a)), exp(a)/exp(b), sin(a)/a."""
    both = sides(node, "/")
    if not both:
        return None
    above, below = both
    if (inside := only(above, "sin")) and same(inside, below):
        return f"sinc({unparse(below)}/pi)" if not isinstance(below, nodes.Binary) else None
    power = only(above, "exp")
    if power is None:
        return None
    if other := only(below, "exp"):
        return f"exp({unparse(power)} - ({unparse(other)}))"
    if (total := only(below, "sum")) and same(total, above):
        return f"exp({unparse(power)} - logsumexp(flatten({unparse(power)}), 0))"
    return None


def angle(node: Node) -> str | None:
    """atan(y/x), which has the same value as atan2(y, x) where x is positive."""
    inside = only(node, "atan", "arctan")
    both = inside and sides(inside, "/")
    return f"atan2({unparse(both[0])}, {unparse(both[1])})" if both else None


PATTERNS: Sequence[Callable[[Node], str | None]] = (
    root_of_squares,
    length_of_squares,
    log_of_sum,
    log_of_difference,
    log_of_function,
    log_of_matrix_of_exponentials,
    product_with_log,
    by_hand,
    quotient,
    angle,
)


# -- where on the input


def guarded(path: list[Node], text: str) -> Iterator[Rewriting]:
    """Choosing before an operation, in place of after it: for each where(…) around it."""
    birth = path[-1]
    for place, node in enumerate(path[:-1]):
        chosen = arguments_of(node, "where")
        if chosen is None or len(chosen) != 3 or path[place + 1] not in chosen[1:]:
            continue
        for argument in filter(None, map(endangered, [birth, *children(birth)])):
            for safe in GUARDS:
                parts = [unparse(argument), safe]
                if path[place + 1] is chosen[2]:
                    parts.reverse()
                inner = f"where({unparse(chosen[0])}, {', '.join(parts)})"
                before, after = text[birth.start : argument.start], text[argument.end : birth.end]
                yield Rewriting(birth.span, before + inner + after)


def endangered(node: Node) -> Node | None:
    """The operand by which an operation goes wrong: below the line, under the root."""
    if both := sides(node, "/"):
        return both[1]
    if both := sides(node, "^"):
        return both[0]
    match node:
        case nodes.Unary(operator="√"):
            return node.operand
        case nodes.Call(function=nodes.Attribute(value=value)) if _object_of(value):
            return value
        case nodes.Call(arguments=[first, *_]):
            return first
    return None

"""Terms as trees of the language, to be written by `unparse`: quotients, roots and minus signs
where people would put them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container
from fractions import Fraction
from functools import reduce

from .. import nodes
from ..nodes import Node
from ..unparse import unparse
from .algebra import Call, Name, Number, Product, Setting, Sum, Term, Value

OPERATORS = {"+", "-", "*", "/", "//", "%", "@", "^", "&", "|"}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
DIGITS = 15
HALF = Fraction(1, 2)
HALVES = (2, 4, 8, 16, 32, 64)


class Made(dict):
    """The trees of terms that are made already, and how many digits floats are written with.

    typeset: whether a vector before a matrix product is written as the row that it is.
    """

    def __init__(self, digits: int, typeset: bool) -> None:
        super().__init__()
        self.digits = digits
        self.typeset = typeset


def spelled(term: Term, digits: int = DIGITS, typeset: bool = False) -> Node:
    """The tree of a term."""
    made = Made(digits, typeset)
    todo = [term]
    while todo:
        item = todo[-1]
        waiting = [part for part in parts_of(item) if part not in made]
        if waiting:
            todo += waiting
        else:
            todo.pop()
            if item not in made:
                made[item] = SPELL[type(item)](item, made)
    return made[term]


def parts_of(term: Term) -> list[Term]:
    """The terms that a term is made of."""
    match term:
        case Call():
            return list(term.arguments)
        case Product():
            return [part for factor in term.factors for part in (*factor, *_turned(factor[1]))]
        case Sum():
            return [part for part, _ in term.terms]
    return []


def _turned(exponent: Term) -> list[Term]:
    return list(parts_of(exponent)) if isinstance(exponent, Product) else []


def number(value: Value, digits: int = DIGITS) -> Node:
    """A number as a literal, a quotient of two, or minus one."""
    if value < 0:
        return _unary(number(-value, digits))
    if isinstance(value, Fraction):
        if is_decimal(value):
            return number(float(value), digits)
        return _binary("/", number(value.numerator), number(value.denominator))
    return nodes.Literal(0, 0, value if isinstance(value, int) else float(f"{value:.{digits}g}"))


def is_decimal(value: Fraction) -> bool:
    """Whether a fraction is better written with a decimal point: 0.3, but 3/4 and 1/7."""
    rest = value.denominator
    for part in (2, 5):
        while rest % part == 0:
            rest //= part
    return rest == 1 and value.denominator not in HALVES


def _unary(operand: Node) -> Node:
    return nodes.Unary(0, 0, "-", operand)


def _binary(sign: str, left: Node, right: Node) -> Node:
    return nodes.Binary(0, 0, sign, left, right)


def _name(text: str) -> Node:
    """A name, or attributes of one."""
    first, *rest = text.split(".")
    node: Node = nodes.Name(0, 0, first)
    for name in rest:
        node = nodes.Attribute(0, 0, node, name)
    return node


def function(name: str, *arguments: Node) -> Node:
    """A call."""
    return nodes.Call(0, 0, _name(name), list(arguments))


def _number(term: Number, made: Made) -> Node:
    return number(term.value, made.digits)


def _variable(term: Name, made: Made) -> Node:
    return _name(term.name)


def _setting(term: Setting, made: Made) -> Node:
    return literal(term.value, made.digits)


def literal(value: object, digits: int = DIGITS) -> Node:
    """A constant of the language; a sequence item by item."""
    if isinstance(value, list | tuple):
        kind = "list" if isinstance(value, list) else "tuple"
        return nodes.Sequence(0, 0, kind, [literal(v, digits) for v in value])
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value, digits)
    return nodes.Literal(0, 0, value)


def _call(term: Call, made: Made) -> Node:
    arguments = [made[a] for a in term.arguments]
    sign = term.function
    if sign == "@":
        if made.typeset and term.arguments[0].rank == 1:
            arguments[0] = nodes.Attribute(0, 0, arguments[0], "T")
        return reduce(lambda left, right: _binary("@", left, right), arguments)
    if sign == "T":
        return nodes.Attribute(0, 0, arguments[0], "T")
    if sign == "[:, None]":
        places = [nodes.Slice(0, 0, None, None, None), nodes.Literal(0, 0, None)]
        return nodes.Index(0, 0, arguments[0], nodes.Sequence(0, 0, "tuple", places))
    if sign in OPERATORS:
        return _binary(sign, *arguments)
    if sign in COMPARISONS:
        return nodes.Comparison(0, 0, [sign], arguments)
    if sign == "if":
        test, body, otherwise = arguments
        return nodes.Conditional(0, 0, test, body, otherwise)
    if sign == "[i]":
        return nodes.Index(0, 0, *arguments)
    if sign == "[]":
        return nodes.Sequence(0, 0, "list", arguments)
    if sign == ".":
        field = term.arguments[1]
        assert isinstance(field, Setting)
        return nodes.Attribute(0, 0, arguments[0], str(field.value))
    positional = len(arguments) - len(term.keywords)
    named = [
        nodes.Keyword(0, 0, name, value)
        for name, value in zip(term.keywords, arguments[positional:], strict=True)
    ]
    return function(sign, *arguments[:positional], *named)


def _sum(term: Sum, made: Made) -> Node:
    """Terms with their signs; a number that all share in front of them, if that is shorter."""
    plain = _plain_sum(term, made)
    shared = shared_by(term)
    if shared == 1:
        return plain
    inner = Sum()
    inner.constant = term.constant // shared
    inner.terms = tuple((part, times // shared) for part, times in term.terms)  # type: ignore[misc]
    factored = _binary("*", number(shared), _plain_sum(inner, made))
    return min(plain, factored, key=lambda node: len(unparse(node)))


def shared_by(term: Sum) -> int:
    """The whole number that all terms of a sum have in common."""
    numbers = [times for _, times in term.terms] + [term.constant]
    return math.gcd(*numbers) if all(isinstance(n, int) for n in numbers) else 1  # type: ignore[arg-type]


def _plain_sum(term: Sum, made: Made) -> Node:
    """Terms with their signs; a positive one first, if there is one."""
    parts: list[tuple[Value, Node]] = [
        (times, _multiple(part, abs(times), made)) for part, times in term.terms
    ]
    if term.constant:
        constant = (term.constant, number(abs(term.constant), made.digits))
        # x + 1, but 1 - x
        parts.insert(0 if parts[0][0] < 0 and term.constant > 0 else len(parts), constant)
    first = next((k for k, (times, _) in enumerate(parts) if times > 0), 0)
    parts.insert(0, parts.pop(first))
    times, node = parts[0]
    node = _negated(node) if times < 0 else node
    for times, part in parts[1:]:
        node = _binary("-" if times < 0 else "+", node, part)
    return node


def _multiple(term: Term, times: Value, made: Made) -> Node:
    """A positive multiple of a term."""
    if isinstance(term, Product):
        return _quotient(times, term.factors, made)
    return _quotient(times, ((term, None),), made)


def _negated(node: Node) -> Node:
    """Minus a node; before a product, minus its first factor."""
    path: list[nodes.Binary] = []
    while isinstance(node, nodes.Binary) and node.operator in "*/@":
        path.append(node)
        node = node.left
    node = _unary(node)
    for binary in reversed(path):
        node = _binary(binary.operator, node, binary.right)
    return node


def _product(term: Product, made: Made) -> Node:
    coefficient, factors = term.coefficient, term.factors
    if coefficient >= 0:
        return _quotient(coefficient, factors, made)
    for place, (base, exponent) in enumerate(factors):
        if isinstance(base, Sum) and _is_odd(exponent) and _has_minus(base):
            turned = _sum_turned(base, made)
            return _quotient(-coefficient, factors, made, {place: turned})
    return _negated(_quotient(-coefficient, factors, made))


def _is_odd(exponent: Term) -> bool:
    value = exponent.value if isinstance(exponent, Number) else 0
    return isinstance(value, int) and value % 2 == 1


def _has_minus(term: Sum) -> bool:
    return term.constant < 0 or any(times < 0 for _, times in term.terms)


def _sum_turned(term: Sum, made: Made) -> Node:
    """Minus a sum, sign by sign."""
    turned = Sum()
    turned.constant = -term.constant
    turned.terms = tuple((part, -times) for part, times in term.terms)
    return _sum(turned, made)


Factors = tuple[tuple[Term, Term | None], ...]


def _quotient(
    times: Value, factors: Factors, made: Made, given: dict[int, Node] | None = None
) -> Node:
    """A product, its negative powers below a line."""
    above: list[Node] = []
    below: list[Node] = []
    roots: tuple[list[Node], list[Node]] = ([], [])  # of constants, which share one root
    if isinstance(times, Fraction) and not is_decimal(times):
        below.append(number(times.denominator))
        times = times.numerator
    for place, (base, exponent) in enumerate(factors):
        node = (given or {}).get(place) or made[base]
        value = exponent.value if isinstance(exponent, Number) else None
        if exponent is None:
            above.append(node)
        elif value is not None and abs(value) == HALF and _is_constant(base):
            roots[value < 0].append(node)
        elif value is not None and value < 0 and not _is_e(base):
            below.append(_power(base, node, number(-value), -value))
        else:
            above.append(_power(base, node, made[exponent], value))
    for parts, place in zip(roots, (above, below), strict=True):
        if parts:
            place.insert(0, function("sqrt", _joined(parts)))
    if times != 1 or not above:
        above.insert(0, number(times, made.digits))
    return _over(_joined(above, _chained(factors, above, made)), below)


def _chained(factors: Factors, above: list[Node], made: Made) -> list[int]:
    """Where among the factors of a product the matrix products stand behind numbers."""
    found = []
    for base, exponent in factors:
        is_chain = isinstance(base, Call) and base.function == "@"
        if is_chain and made[base] in above:
            found.append(above.index(made[base]))
        if base.rank or (exponent is not None and exponent.rank):
            break
    return found


def _joined(parts: list[Node], chained: Container[int] = ()) -> Node:
    """A product; chained: the places of matrix products that only numbers stand before."""
    node = parts[0]
    for place, part in enumerate(parts[1:], 1):
        node = _before(node, part) if place in chained else _binary("*", node, part)
    return node


def _before(number: Node, chain: Node) -> Node:
    """A number times a matrix product: times its first factor."""
    path: list[Node] = []
    while isinstance(chain, nodes.Binary) and chain.operator == "@":
        path.append(chain.right)
        chain = chain.left
    node = _binary("*", number, chain)
    for factor in reversed(path):
        node = _binary("@", node, factor)
    return node


def _over(above: Node, below: list[Node]) -> Node:
    return _binary("/", above, _joined(below)) if below else above


def _is_constant(base: Term) -> bool:
    return isinstance(base, Number) or (isinstance(base, Name) and base.name == "pi")


def _is_e(base: Term) -> bool:
    return isinstance(base, Name) and base.name == "e"


def _power(base: Term, node: Node, exponent: Node, value: Value | None) -> Node:
    if value == 1:
        return node
    if _is_e(base):
        return function("exp", exponent)
    if value == HALF:
        return function("sqrt", node)
    return _binary("^", node, exponent)


SPELL: dict[type[Term], Callable[..., Node]] = {
    Number: _number,
    Name: _variable,
    Setting: _setting,
    Call: _call,
    Sum: _sum,
    Product: _product,
}

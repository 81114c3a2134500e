"""Trees as LaTeX: quotients as fractions, roots, powers, functions upright, Greek names."""

from __future__ import annotations

from collections.abc import Callable

from .. import nodes
from ..nodes import Node
from ..unparse import POSTFIX, POWER, PRODUCT, SUM, precedence, unparse

FUNCTIONS = {
    "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "max", "min", "det",
}  # fmt: skip
NAMED = {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "lgamma": r"\ln\Gamma",
    "digamma": r"\psi", "erf": r"\operatorname{erf}",
}  # fmt: skip
GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
}  # fmt: skip
SIGNS = {
    "<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne", "&": r"\land", "|": r"\lor", "<": "<",
    ">": ">", "%": r"\bmod", "//": r"\operatorname{div}",
}  # fmt: skip


PLAIN = {
    "norm": r"\left\lVert {} \right\rVert", "trace": r"\operatorname{{tr}}\left({}\right)",
    "eye": "I", "ones_like": r"\mathbf{{1}}",
}  # fmt: skip
PRODUCTS = ("solve", "outer")


def latex(node: Node) -> str:
    """The LaTeX of an expression."""
    made: dict[int, str] = {}
    todo = [node]
    while todo:
        item = todo[-1]
        waiting = [part for part in parts_of(item) if id(part) not in made]
        if waiting:
            todo += reversed(waiting)
            continue
        todo.pop()
        write = WRITE.get(type(item), _plain)
        made[id(item)] = write(item, made)
    return made[id(node)]


def parts_of(node: Node) -> list[Node]:
    """The expressions that an expression is made of."""
    match node:
        case nodes.Unary():
            return [node.operand]
        case nodes.Binary():
            return [node.left, node.right]
        case nodes.Comparison():
            return list(node.operands)
        case nodes.Conditional():
            return [node.test, node.body, node.otherwise]
        case nodes.Call():
            return [a.value if isinstance(a, nodes.Keyword) else a for a in node.arguments]
        case nodes.Sequence():
            return list(node.items)
        case nodes.Attribute(name="T"):
            return [node.value]
    return []


Made = dict[int, str]


def _inside(node: Node, level: int, made: Made) -> str:
    """A part, in parentheses where its place asks for more."""
    text = made[id(node)]
    if isinstance(node, nodes.Binary) and node.operator == "/" and level <= PRODUCT + 1:
        return text  # a fraction holds together
    return text if _level(node) >= level else rf"\left({text}\right)"


def _level(node: Node) -> int:
    """How tightly a node holds together as it is typeset."""
    match node:
        case nodes.Attribute(name="T"):
            return POWER
        case nodes.Call(function=nodes.Name(name=name)) if name in PRODUCTS:
            return PRODUCT
        case nodes.Call(function=nodes.Name(name="inv")):
            return POWER
    return precedence(node)


def _plain(node: Node, made: Made) -> str:
    """What has no form of its own, as the language writes it."""
    return rf"\mathtt{{{escaped(unparse(node))}}}"


def escaped(text: str) -> str:
    """A text with the characters that LaTeX reads as its own made plain."""
    return "".join("\\" + c if c in "_&%#{}$" else c for c in text)


def _literal(node: nodes.Literal, made: Made) -> str:
    text = unparse(node)
    if "e" in text and isinstance(node.value, float):
        digits, _, power = text.partition("e")
        return rf"{digits} \cdot 10^{{{int(power)}}}"
    return text


def _name(node: nodes.Name, made: Made) -> str:
    name, _, index = node.name.partition("_")
    written = "\\" + name if name in GREEK else name if len(name) == 1 else rf"\mathrm{{{name}}}"
    if name == "inf":
        written = r"\infty"
    return f"{written}_{{{escaped(index)}}}" if index else written


def _unary(node: nodes.Unary, made: Made) -> str:
    return f"-{_inside(node.operand, PRODUCT, made)}"


def _binary(node: nodes.Binary, made: Made) -> str:
    left, right = node.left, node.right
    if node.operator == "/":
        return _fraction(left, right, made)
    if node.operator == "^":
        return f"{_inside(left, POSTFIX, made)}^{{{made[id(right)]}}}"
    if node.operator in "+-":
        return f"{_inside(left, SUM, made)} {node.operator} {_inside(right, SUM + 1, made)}"
    if node.operator == "*":
        first, second = _inside(left, PRODUCT, made), _inside(right, POWER, made)
        dot = r" \cdot " if second[0].isdigit() or second.startswith(r"\frac") else r" \, "
        return first + dot + second
    level = precedence(node)
    if node.operator == "@":
        return rf"{_inside(left, level, made)} \, {_inside(right, level + 1, made)}"
    sign = SIGNS.get(node.operator, node.operator)
    return f"{_inside(left, level, made)} {sign} {_inside(right, level + 1, made)}"


def _fraction(above: Node, below: Node, made: Made) -> str:
    """A fraction; a minus sign goes before it."""
    first: Node = above
    while isinstance(first, nodes.Binary) and first.operator in "*/":
        first = first.left
    text = made[id(above)]
    if isinstance(first, nodes.Unary) and text.startswith("-"):
        return rf"-\frac{{{text[1:]}}}{{{made[id(below)]}}}"
    return rf"\frac{{{text}}}{{{made[id(below)]}}}"


def _comparison(node: nodes.Comparison, made: Made) -> str:
    text = made[id(node.operands[0])]
    for sign, operand in zip(node.operators, node.operands[1:], strict=True):
        text += f" {SIGNS.get(sign, sign)} {made[id(operand)]}"
    return text


def _conditional(node: nodes.Conditional, made: Made) -> str:
    return _choice(made[id(node.test)], made[id(node.body)], made[id(node.otherwise)])


def _choice(test: str, then: str, otherwise: str) -> str:
    return (
        rf"\begin{{cases}} {then} & \text{{if }} {test} \\ {otherwise} & \text{{otherwise}} "
        r"\end{cases}"
    )


def _call(node: nodes.Call, made: Made) -> str:
    arguments = [made[id(part)] for part in parts_of(node)]
    name = unparse(node.function)
    if name == "sqrt" and len(arguments) == 1:
        return rf"\sqrt{{{arguments[0]}}}"
    if name == "abs" and len(arguments) == 1:
        return rf"\left|{arguments[0]}\right|"
    if name == "exp" and len(arguments) == 1:
        return f"e^{{{arguments[0]}}}"
    if name == "where" and len(arguments) == 3:
        return _choice(*arguments)
    if name == "inv" and len(arguments) == 1:
        return _inverse(node.arguments[0], made)
    if name in PRODUCTS and len(arguments) == 2:
        left, right = node.arguments
        if name == "solve":
            return rf"{_inverse(left, made)} \, {_inside(right, POSTFIX, made)}"
        return rf"{_inside(left, PRODUCT, made)} \, {_inside(right, POSTFIX, made)}^{{\top}}"
    if name in PLAIN and len(arguments) == 1:
        return PLAIN[name].format(*arguments)
    written = "\\" + name if name in FUNCTIONS else NAMED.get(name)
    if written is None:
        written = rf"\operatorname{{{escaped(name)}}}"
    elif not written.startswith("\\"):
        written = "\\" + written
    return rf"{written}\left({', '.join(arguments)}\right)"


def _inverse(matrix: Node, made: Made) -> str:
    """The inverse of a matrix; that of a transpose with one exponent."""
    if isinstance(matrix, nodes.Attribute) and matrix.name == "T":
        return rf"{_inside(matrix.value, POSTFIX, made)}^{{-\top}}"
    return rf"{_inside(matrix, POSTFIX, made)}^{{-1}}"


def _transposed(node: nodes.Attribute, made: Made) -> str:
    """The transpose; what else has a dot has no form of its own."""
    if node.name != "T":
        return _plain(node, made)
    value = node.value
    if isinstance(value, nodes.Call) and unparse(value.function) == "inv":
        return rf"{_inside(value.arguments[0], POSTFIX, made)}^{{-\top}}"
    return rf"{_inside(value, POSTFIX, made)}^{{\top}}"


def _sequence(node: nodes.Sequence, made: Made) -> str:
    return r"\left[" + ", ".join(made[id(item)] for item in node.items) + r"\right]"


WRITE: dict[type[Node], Callable[..., str]] = {
    nodes.Literal: _literal,
    nodes.Name: _name,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.Comparison: _comparison,
    nodes.Conditional: _conditional,
    nodes.Call: _call,
    nodes.Attribute: _transposed,
    nodes.Sequence: _sequence,
}

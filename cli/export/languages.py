"""What each language calls the operations, as templates with the places {0}, {1}, …

A template has a precedence, and one for each operand that needs parentheses below it. A special
function that a language only has in a library is there with the line that imports it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from keyword import kwlist
from typing import NamedTuple

CHOICE, EITHER, BOTH, COMPARISON, SUM, PRODUCT, UNARY, POWER, ATOM = range(9)


class Template(NamedTuple):
    """How an operation is written."""

    text: str
    level: int = ATOM
    operands: tuple[int, ...] = (CHOICE, CHOICE, CHOICE)


@dataclass(frozen=True)
class Language:
    """The words of a language.

    extras: lines to import, by the operations that need them. square: for people to read: x*x is
    a square, 2.0 is 2, and names have indices.
    """

    templates: dict[str, Template]
    infinity: str
    nan: str
    index: str = "[{}]"
    joined: bool = False  # whether several indices stand in one pair of brackets
    first: int = 0
    reserved: frozenset[str] = frozenset()
    imports: str = ""
    extras: dict[str, str] = field(default_factory=dict)
    ascii_only: bool = False
    parentheses: str = "({})"
    square: bool = False


OPERATORS = {
    "add": Template("{0} + {1}", SUM, (SUM, PRODUCT)),
    "sub": Template("{0} - {1}", SUM, (SUM, PRODUCT)),
    "mul": Template("{0}*{1}", PRODUCT, (PRODUCT, POWER)),
    "div": Template("{0}/{1}", PRODUCT, (PRODUCT, POWER)),
    "neg": Template("-{0}", UNARY, (POWER,)),
    "lt": Template("{0} < {1}", COMPARISON, (SUM, SUM)),
    "le": Template("{0} <= {1}", COMPARISON, (SUM, SUM)),
    "gt": Template("{0} > {1}", COMPARISON, (SUM, SUM)),
    "ge": Template("{0} >= {1}", COMPARISON, (SUM, SUM)),
    "eq": Template("{0} == {1}", COMPARISON, (SUM, SUM)),
    "ne": Template("{0} != {1}", COMPARISON, (SUM, SUM)),
}
BITWISE = {
    "and": Template("{0} & {1}", BOTH, (ATOM, ATOM)),
    "or": Template("{0} | {1}", EITHER, (ATOM, ATOM)),
    "not": Template("~{0}", UNARY, (ATOM,)),
}
POWER_SIGN = Template("{0}**{1}", POWER, (ATOM, UNARY))
PLAIN = (
    "exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh",
    "tanh", "asinh", "acosh", "atanh", "exp2", "expm1", "log1p", "log2", "log10", "floor",
    "ceil", "trunc", "hypot",
)  # fmt: skip
ARC = {n: n.replace("a", "arc", 1) for n in PLAIN if n.startswith("a")}


def functions(prefix: str, names: dict[str, str], *more: str) -> dict[str, Template]:
    """Templates of functions of one or two numbers, with some names of the language's own."""
    two = ("atan2", "hypot", "pow")
    return {
        name: Template(f"{prefix}{names.get(name, name)}({{0}}{', {1}' if name in two else ''})")
        for name in (*PLAIN, *more)
    }


def library(prefix: str, log_gamma: str = "gammaln") -> dict[str, Template]:
    """Templates of special functions."""
    return {
        "erf": Template(prefix + "erf({0})"),
        "erfc": Template(prefix + "erfc({0})"),
        "lgamma": Template(f"{prefix}{log_gamma}({{0}})"),
        "digamma": Template(prefix + "digamma({0})"),
        "polygamma": Template(prefix + "polygamma({0}, {1})"),
    }


def needing(line: str) -> dict[str, str]:
    """The special functions, by the line that imports them."""
    return dict.fromkeys(("erf", "erfc", "lgamma", "digamma", "polygamma"), line)


PYTHON_WORDS = frozenset({
    *kwlist, "math", "np", "torch", "jnp", "jax", "special", "value", "abs", "round", "int",
})  # fmt: skip
C_WORDS = frozenset({
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "value", "y0", "y1", "yn", "j0", "j1",
    "jn", "gamma", "abs", "fabs", "nearbyint", "pow", "erf", "erfc", "lgamma", *PLAIN,
})  # fmt: skip
JULIA_WORDS = frozenset({
    "begin", "break", "catch", "const", "continue", "do", "else", "elseif", "end", "export",
    "false", "finally", "for", "function", "global", "if", "import", "let", "local", "macro",
    "module", "quote", "return", "struct", "true", "try", "using", "while", "value", "pi",
    "abs", "round", "ifelse", "reshape", "erf", "erfc", "loggamma", "digamma", "polygamma", *PLAIN,
})  # fmt: skip

LANGUAGES = {
    "python": Language(
        OPERATORS
        | functions("math.", {}, "erf", "erfc", "lgamma")
        | {
            "pow": POWER_SIGN,
            "abs": Template("abs({0})"),
            "round": Template("round({0})"),
            "where": Template("{1} if {0} else {2}", CHOICE, (EITHER, EITHER, CHOICE)),
            "and": Template("{0} and {1}", BOTH, (BOTH, COMPARISON)),
            "or": Template("{0} or {1}", EITHER, (EITHER, BOTH)),
            "not": Template("(not {0})", ATOM, (COMPARISON,)),
        },
        "math.inf",
        "math.nan",
        reserved=PYTHON_WORDS,
        imports="import math",
    ),
    "numpy": Language(
        OPERATORS
        | BITWISE
        | functions("np.", ARC, "abs", "round")
        | library("special.")
        | {
            "pow": POWER_SIGN,
            "where": Template("np.where({0}, {1}, {2})"),
            "not": Template("np.logical_not({0})"),
        },
        "np.inf",
        "np.nan",
        joined=True,
        reserved=PYTHON_WORDS,
        imports="import numpy as np",
        extras=needing("from scipy import special"),
    ),
    "torch": Language(
        OPERATORS
        | BITWISE
        | functions("torch.", {}, "abs", "round")
        | library("torch.", "lgamma")
        | {
            "pow": POWER_SIGN,
            "where": Template("torch.where({0}, {1}, {2})"),
            "polygamma": Template("torch.polygamma(int({0}), {1})"),
            "hypot": Template("torch.sqrt({0}*{0} + {1}*{1})", ATOM, (POWER, POWER)),
        },
        "math.inf",
        "math.nan",
        joined=True,
        reserved=PYTHON_WORDS,
        imports="import math\n\nimport torch",
    ),
    "jax": Language(
        OPERATORS
        | BITWISE
        | functions("jnp.", ARC, "abs", "round")
        | library("special.")
        | {
            "pow": POWER_SIGN,
            "where": Template("jnp.where({0}, {1}, {2})"),
            "not": Template("jnp.logical_not({0})"),
        },
        "jnp.inf",
        "jnp.nan",
        joined=True,
        reserved=PYTHON_WORDS,
        imports="import jax.numpy as jnp",
        extras=needing("from jax.scipy import special"),
    ),
    "c": Language(
        OPERATORS
        | functions("", {"abs": "fabs", "round": "nearbyint"}, "abs", "round", "pow")
        | functions("", {}, "erf", "erfc", "lgamma")
        | {
            "abs": Template("fabs({0})"),
            "where": Template("{0} ? {1} : {2}", CHOICE, (EITHER, EITHER, CHOICE)),
            "and": Template("{0} && {1}", BOTH, (COMPARISON, COMPARISON)),
            "or": Template("{0} || {1}", EITHER, (COMPARISON, COMPARISON)),
            "not": Template("!{0}", UNARY, (ATOM,)),
        },
        "INFINITY",
        "NAN",
        reserved=C_WORDS,
        imports="#include <math.h>",
        ascii_only=True,
    ),
    "julia": Language(
        OPERATORS
        | BITWISE
        | functions("", {"atan2": "atan"}, "abs", "round")
        | library("", "loggamma")
        | {
            "pow": Template("{0}^{1}", POWER, (ATOM, ATOM)),
            "where": Template("ifelse({0}, {1}, {2})"),
            "not": Template("!{0}", UNARY, (ATOM,)),
            "polygamma": Template("polygamma(Int({0}), {1})"),
        },
        "Inf",
        "NaN",
        joined=True,
        first=1,
        reserved=JULIA_WORDS,
        extras=needing("using SpecialFunctions"),
    ),
    "latex": Language(
        {
            **OPERATORS,
            "mul": Template("{0} \\, {1}", PRODUCT, (PRODUCT, POWER)),
            "div": Template("\\frac{{0}}{{1}}", POWER, (CHOICE, CHOICE)),
            "pow": Template("{0}^{{1}}", POWER, (ATOM, CHOICE)),
            "exp": Template("e^{{0}}", POWER),
            "sqrt": Template("\\sqrt{{0}}"),
            "abs": Template("\\left|{0}\\right|"),
            "le": Template("{0} \\le {1}", COMPARISON, (SUM, SUM)),
            "ge": Template("{0} \\ge {1}", COMPARISON, (SUM, SUM)),
            "eq": Template("{0} = {1}", COMPARISON, (SUM, SUM)),
            "ne": Template("{0} \\ne {1}", COMPARISON, (SUM, SUM)),
            "and": Template("{0} \\wedge {1}", BOTH, (COMPARISON, COMPARISON)),
            "or": Template("{0} \\vee {1}", EITHER, (COMPARISON, COMPARISON)),
            "not": Template("\\neg {0}", UNARY, (ATOM,)),
            "where": Template(
                "\\begin{cases} {1} & {0} \\\\ {2} & \\text{otherwise} \\end{cases}", ATOM
            ),
            "floor": Template("\\left\\lfloor {0} \\right\\rfloor"),
            "ceil": Template("\\left\\lceil {0} \\right\\rceil"),
            "exp2": Template("2^{{0}}", POWER),
            "expm1": Template("\\left(e^{{0}} - 1\\right)"),
            "log1p": Template("\\log\\left(1 + {0}\\right)", ATOM, (PRODUCT,)),
            "log2": Template("\\log_2\\left({0}\\right)"),
            "log10": Template("\\log_{10}\\left({0}\\right)"),
            "lgamma": Template("\\log\\Gamma\\left({0}\\right)"),
            "digamma": Template("\\psi\\left({0}\\right)"),
            "polygamma": Template("\\psi^{({0})}\\left({1}\\right)"),
            "hypot": Template("\\sqrt{{0}^2 + {1}^2}", ATOM, (ATOM, ATOM)),
            "atan2": Template("\\operatorname{atan2}\\left({0}, {1}\\right)"),
            "asin": Template("\\arcsin\\left({0}\\right)"),
            "acos": Template("\\arccos\\left({0}\\right)"),
            "atan": Template("\\arctan\\left({0}\\right)"),
            **{n: Template(f"\\{n}\\left({{0}}\\right)") for n in
               ("sin", "cos", "tan", "sinh", "cosh", "tanh", "log")},
            **{n: Template(f"\\operatorname{{{n}}}\\left({{0}}\\right)") for n in
               ("asinh", "acosh", "atanh", "erf", "erfc", "round", "trunc")},
        },
        "\\infty",
        "\\mathrm{NaN}",
        index="_{{{}}}",
        parentheses="\\left({}\\right)",
        joined=True,
        square=True,
    ),
}  # fmt: skip

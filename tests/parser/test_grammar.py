"""The grammar: precedence, coefficients, Unicode, and that it is LALR without conflicts."""

from __future__ import annotations

import logging
from pathlib import Path

import lark
import pytest

from gradcalc.parser import tables
from gradcalc.parser.build import parse_expression
from gradcalc.parser.unparse import unparse

GRAMMAR = Path(tables.__file__).parent / "grammar.lark"


def normal(text: str) -> str:
    return unparse(parse_expression(text))


def test_no_conflict_is_resolved_silently(caplog: pytest.LogCaptureFixture) -> None:
    lark.logger.addHandler(caplog.handler)
    lark.logger.setLevel(logging.DEBUG)
    try:
        text = GRAMMAR.read_text(encoding="utf-8")
        lark.Lark(text, parser="lalr", lexer="basic", start="block", debug=True)
    finally:
        lark.logger.removeHandler(caplog.handler)
        lark.logger.setLevel(logging.CRITICAL)
    assert [] == [line for line in caplog.messages if "conflict" in line.lower()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-x^2", "-(x^2)"),
        ("2^3^2", "2^(3^2)"),
        ("2^-x^2", "2^(-(x^2))"),
        ("-x**-y", "-(x^(-y))"),
        ("a - b - c", "(a - b) - c"),
        ("a / b * c", "(a / b) * c"),
        ("a + b << c & d | e", "((((a + b) << c) & d) | e)"),
        ("not a == b and c or d", "(((not (a == b)) and c) or d)"),
        ("a if b else c if d else e", "a if b else (c if d else e)"),
        ("lambda x: x, 1", "((lambda x: x), 1)"),
        ("-a @ b", "(-a) @ b"),
        ("~a ^ b", "~(a ^ b)"),
        ("a.b[c](d).e", "((((a.b)[c])(d)).e)"),
        ("x if a < b < c else y", "x if (a < b < c) else y"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert normal(expected) == normal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9x^4", "9*(x^4)"),
        ("2(x+1)", "2*(x+1)"),
        ("1/2x", "1/(2*x)"),
        ("6/2(1+2)", "6/(2*(1+2))"),
        ("2^3x", "2^(3*x)"),
        ("2^3x^2", "2^(3*(x^2))"),
        ("-2x", "-(2*x)"),
        ("2sin(x)^2", "2*(sin(x)^2)"),
        ("2x[0]", "2*(x[0])"),
        ("1.5e1x", "15.0*x"),
        ("1.5ex", "1.5*ex"),
        ("2e", "2*e"),
        ("2π", "2*π"),
        ("2∞", "2*∞"),
        ("2√x", "2*√x"),
        ("√2x", "(√2)*x"),
        ("2(3)", "2*3"),
        ("1/2*x", "(1/2)*x"),
        ("2x*3y", "(2*x)*(3*y)"),
        ("x[2y]", "x[2*y]"),
    ],
)
def test_a_number_before_a_name_multiplies_it(text: str, expected: str) -> None:
    assert normal(expected) == normal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 if c else 3", "(2) if c else 3"),
        ("1if c else 2", "(1) if c else 2"),
        ("x[1:2]", "x[(1):(2)]"),
        ("2e3", "2000.0"),
        ("2e-3", "0.002"),
        ("2e+3", "2000.0"),
        ("1or x", "1 or x"),
        ("[1for x in y]", "[1 for x in y]"),
        ("(2)(3)", "(2)(3)"),
    ],
)
def test_other_numbers_do_not(text: str, expected: str) -> None:
    assert normal(expected) == normal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a × b · c ⋅ d ÷ e − f", "a*b*c*d/e - f"),
        ("x²", "x^2"),
        ("x⁻¹", "x^-1"),
        ("x¹⁰ + 1", "x^10 + 1"),
        ("-x²", "-(x^2)"),
        ("√x", "√(x)"),
        ("√(x+1)", "√(x + 1)"),
        ("√x^2", "√(x^2)"),
        ("a ≤ b ≥ c ≠ d", "a <= b >= c != d"),
        ("µ", "μ"),
        ("e\u0301", "é"),
        ("x₁ + α", "x₁ + α"),
        ("x\u0304", "x\u0304"),
        ("a\u00a0+\u2009b", "a + b"),
    ],
)
def test_pasted_mathematics_is_read(text: str, expected: str) -> None:
    assert normal(expected) == normal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x; y", "x; y"),
        ("x\ny\n", "x; y"),
        ("\n\n x ;;\n # nothing\n y # y\n", "x; y"),
        ("f(a,\n  b)", "f(a, b)"),
        ("[1, # one\n 2]", "[1, 2]"),
        ("x + \\\n y", "x + y"),
        ("x\r\ny", "x; y"),
        ("\ufeffx", "x"),
        ("f(x, y) = x*y; f(1, 2)", "f(x, y) = x*y; f(1, 2)"),
    ],
)
def test_statements_and_blanks(text: str, expected: str) -> None:
    assert expected == normal(text)

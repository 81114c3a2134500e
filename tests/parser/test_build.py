"""`parse_expression`: places of nodes, limits, depth."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from gradcalc.parser import nodes
from gradcalc.parser.build import parse_expression
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.limits import Limits


def only(text: str) -> nodes.Node:
    (statement,) = parse_expression(text).statements
    return statement


def covered(node: nodes.Node, text: str) -> str:
    return text[node.start : node.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  x + y  ", "x + y"),
        ("(a+b)*(c)", "(a+b)*(c)"),
        ("f(x, y)", "f(x, y)"),
        ("x² ", "x²"),
        ("a < b < c", "a < b < c"),
        ("[i for i in x]", "[i for i in x]"),
        ("2(x+1)", "2(x+1)"),
    ],
)
def test_a_node_covers_what_it_was_read_from(text: str, expected: str) -> None:
    assert expected == covered(only(text), text)


def test_parts_have_their_own_places() -> None:
    text = "u + sin(2x)[0].T"
    node = only(text)
    assert isinstance(node, nodes.Binary)
    assert isinstance(node.right, nodes.Attribute)
    assert ["u", "sin(2x)[0].T", "sin(2x)[0]"] == [
        covered(n, text) for n in (node.left, node.right, node.right.value)
    ]


def test_keyword_and_parameter_places() -> None:
    text = "f(a, *b) = g(x, dim=0); 1"
    define = parse_expression(text).statements[0]
    assert isinstance(define, nodes.Define)
    assert isinstance(define.body, nodes.Call)
    assert ["a", "*b"] == [covered(p, text) for p in define.parameters]
    assert ["x", "dim=0"] == [covered(a, text) for a in define.body.arguments]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000 + "x" + ")" * 100_000,
        "-" * 100_000 + "x",
        "+".join(["x"] * 20_000),
        "f(" * 20_000 + "x" + ")" * 20_000,
        "x" + "**1" * 20_000,
        "1 if x else " * 20_000 + "0",
        "[" * 100_000 + "]" * 100_000,
        "x" + "[0]" * 20_000,
        "not " * 20_000 + "x",
        "lambda: " * 20_000 + "x",
        "x" + " < x" * 20_000,
        "[" + "1.0," * 20_000 + "]",
        "x;" * 20_000,
    ],
    ids=lambda text: text[:8],
)
def test_no_depth_or_length_is_too_much(text: str) -> None:
    assert 0 < len(parse_expression(text).statements)


def test_unclosed_depth_is_an_error_like_any_other() -> None:
    with pytest.raises(LanguageError, match="never closed"):
        parse_expression("(" * 100_000)


def test_a_text_past_the_limit_is_refused() -> None:
    with pytest.raises(LanguageError) as caught:
        parse_expression("x + y", Limits(text_length=4))
    assert "LimitError" == caught.value.kind


def test_the_collector_runs_again_after_an_error() -> None:
    with pytest.raises(LanguageError):
        parse_expression("x +")
    assert gc.isenabled()


def test_parsing_imports_neither_numpy_nor_lark() -> None:
    program = (
        "import sys\n"
        "from gradcalc.parser.build import parse_expression\n"
        "parse_expression('2x + sin(y)')\n"
        "print([m for m in ('numpy', 'lark') if m in sys.modules])"
    )
    parse_expression("x")  # makes the tables if this checkout has none yet
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "[]\n" == done.stdout

"""`unparse`: the text of a tree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from gradcalc.parser import nodes
from gradcalc.parser.build import parse_expression
from gradcalc.parser.unparse import unparse

from .running import shape
from .trees import EXPRESSIONS


@settings(max_examples=200, deadline=None, derandomize=True)
@given(EXPRESSIONS)
def test_parse_undoes_unparse(tree: nodes.Node) -> None:
    text = unparse(tree)
    assert [shape(tree)] == shape(parse_expression(text).statements)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(EXPRESSIONS)
def test_unparse_undoes_parse(tree: nodes.Node) -> None:
    text = unparse(tree)
    assert text == unparse(parse_expression(text))


@pytest.mark.parametrize(
    "text",
    [
        "x^-1^2",
        "(-x)^2",
        "-x^2",
        "(a + b)*c - (d - e)",
        "1/(2*x)",
        "√√x",
        "(2)(3)",
        "f(x, y=2, *z) = x^2; f(1)",
        "a, b = c = (1,)",
        "[x for x, (y, z) in a if b for c in d]",
        "sum(x for x in y)",
        "f((x for x in y), 1)",
        "(lambda: x)(2)",
        "x[1:2, ..., ::3]",
        "x[1,]",
        "x[()]",
        "not (a and b) or c",
        "(a < b) < c",
    ],
)
def test_needed_parentheses_and_no_others_are_written(text: str) -> None:
    assert text == unparse(parse_expression(text))


def test_depth_is_no_limit() -> None:
    text = "-" * 30_000 + "x"
    assert text == unparse(parse_expression(text))

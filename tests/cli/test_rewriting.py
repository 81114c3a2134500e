"""What is proposed in place of what goes wrong has the same value where both are finite."""

import numpy as np
import pytest

from gradcalc.cli.compiler import Compiler
from gradcalc.cli.request import Request, answer, numbers, wrapped
from gradcalc.cli.rewriting import path_to, proposals
from gradcalc.parser.build import parse_expression
from gradcalc.parser.limits import DEFAULT_LIMITS
from gradcalc.parser.spans import Source, Span

VALUES = {"x": 0.7, "y": 0.4, "v": [0.3, 0.6, 0.2], "A": [[2.0, 0.5], [0.1, 1.5]]}
# an expression, and the part of it in which a number went wrong
CASES = [
    ("sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)"),
    ("√(x*x + y*y)", "x*x"),
    ("(x^2 + y^2)^0.5", "x^2"),
    ("sqrt(sum(v^2))", "v^2"),
    ("sqrt(x^2)", "sqrt(x^2)"),
    ("log(1 + exp(x))", "exp(x)"),
    ("log(exp(x) + 1)", "exp(x)"),
    ("log(exp(x) + exp(y))", "exp(y)"),
    ("log(1 + x)", "log(1 + x)"),
    ("log(1 - x)", "log(1 - x)"),
    ("log(exp(x))", "exp(x)"),
    ("log(sigmoid(x))", "log(sigmoid(x))"),
    ("log(det(A))", "log(det(A))"),
    ("log(softmax(v, 0))", "log(softmax(v, 0))"),
    ("log(prod(v))", "log(prod(v))"),
    ("log(sum(exp(v)))", "exp(v)"),
    ("log(sum(exp(A)))", "exp(A)"),
    ("log(sum(exp(A), 1))", "exp(A)"),
    ("x*log(y)", "log(y)"),
    ("log1p(y)*x", "log1p(y)"),
    ("exp(x)/(1 + exp(x))", "exp(x)"),
    ("exp(x)/exp(y)", "exp(x)"),
    ("exp(v)/sum(exp(v))", "exp(v)"),
    ("sin(x)/x", "sin(x)/x"),
    ("1/(1 + exp(-x))", "exp(-x)"),
    ("1/(exp(x) + 1)", "exp(x)"),
    ("log(1/(1 + exp(-x)))", "log(1/(1 + exp(-x)))"),
    ("log(1 - sigmoid(x))", "log(1 - sigmoid(x))"),
    ("log(cosh(x))", "cosh(x)"),
    ("v/norm(v)", "v/norm(v)"),
    ("atan(x/y)", "x/y"),
    ("where(x > 0, x.log(), y)", "x.log()"),
    ("where(x < 0, y, x*log(x))", "x*log(x)"),
    ("where(y > 0, x/y, 0)", "x/y"),
]


def value(text, values):
    with numbers("float64", 1 << 30):
        given = {n: wrapped(np.asarray(v, dtype="float64")) for n, v in values.items()}
        return answer(Request("eval", text, given), Compiler(DEFAULT_LIMITS)).value.numpy()


@pytest.mark.parametrize(("text", "part"), CASES)
def test_a_proposal_has_the_same_value_where_both_are_finite(text, part):
    start = text.index(part)
    found = list(proposals(Source("", text), Span(start, start + len(part))))
    assert found
    for span, new in found[:1]:
        better = text[: span.start] + new + text[span.end :]
        before, after = value(text, VALUES), value(better, VALUES)
        if before.shape == after.shape:
            assert after == pytest.approx(before, rel=1e-12)


def test_the_path_leads_to_the_innermost_node_of_a_span():
    path = path_to(parse_expression("sin((x + y)*2)"), Span(5, 10))
    assert [type(node).__name__ for node in path] == ["Block", "Call", "Binary", "Binary"]


def test_plain_expressions_have_no_proposals():
    assert list(proposals(Source("", "acos(x) + 1"), Span(0, 7))) == []

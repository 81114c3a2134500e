"""Promises that hold for any input."""

import json
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gradcalc.cli.compiler import Compiler
from gradcalc.cli.literals import value_text
from gradcalc.cli.request import Request, answer, numbers
from gradcalc.cli.stream import answer_line
from gradcalc.parser.limits import Limits

from .transcripts import run_words

QUICK = settings(max_examples=150, deadline=None, derandomize=True)
FEW = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
SMALL = Limits(steps=10_000, sequence_length=10_000)
# Pieces that make texts which get past the parser more often than random letters do.
PIECES = (
    *("x", "y", "1", "2.5", "(", ")", "[", "]", ",", "+", "-", "*", "/", "^", "@", "=", "==", " "),
    *(
        "sin",
        "sum",
        "max",
        ".",
        ":",
        ";",
        "\n",
        "if",
        "else",
        "for",
        "in",
        "lambda",
        "dim=0",
        "'a'",
    ),
)
TEXTS = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))


def read(text):
    """Evaluate a text as eval does."""
    with numbers("float64", 1 << 20):
        return answer(Request("eval", text, {}), Compiler(SMALL)).value


@QUICK
@given(hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)))
def test_float_tensors_read_back_equal(array):
    back = read(value_text(array, None))
    found = np.asarray(back if isinstance(back, float) else back.numpy())
    assert found.shape == array.shape
    np.testing.assert_array_equal(found, array)
    np.testing.assert_array_equal(
        np.signbit(found[~np.isnan(found)]), np.signbit(array[~np.isnan(array)])
    )


@QUICK
@given(
    hnp.arrays(st.sampled_from([np.dtype(np.int64), np.dtype(bool)]), hnp.array_shapes(max_dims=2))
)
def test_integer_and_bool_tensors_read_back_equal(array):
    if array.dtype == np.int64:
        array = array % (1 << 62)
    back = read(value_text(array, None))
    assert back.dtype.name == array.dtype.name
    np.testing.assert_array_equal(back.numpy(), array)


@QUICK
@given(st.one_of(st.integers(-(10**30), 10**30), st.booleans(), st.none(), st.text(max_size=10)))
def test_plain_values_read_back_equal(value):
    assert read(value_text(value)) == value


@FEW
@given(TEXTS)
def test_no_text_crashes_a_command(text):
    outcome = run_words(["grad", "--max-steps", "10000", "--", text, "x=2.0", "y=[1,2]"])
    assert outcome.status in (0, 2)
    assert (outcome.status == 0) == (outcome.stderr == "")
    assert (outcome.status == 2) == (outcome.stdout == b"")
    assert "gradcalc itself failed" not in outcome.stderr


@FEW
@given(TEXTS)
def test_no_text_crashes_as_a_value(text):
    outcome = run_words(["eval", "--max-steps", "10000", "1", f"x={text}"])
    assert outcome.status in (0, 2)


@QUICK
@given(st.one_of(st.binary(max_size=40), st.text(max_size=40).map(str.encode)))
def test_any_line_gets_an_answer(line):
    found = answer_line(line, 1, Compiler(SMALL), 1 << 20)
    assert found["ok"] is False
    assert found["error"]["type"] == "RequestError"
    json.dumps(found, allow_nan=False)


@QUICK
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "id": st.one_of(st.none(), st.integers(), st.text(max_size=5)),
            "do": st.sampled_from(["eval", "grad", "jac", "hess", "vjp", "jvp", "hvp", 3]),
            "expr": st.one_of(TEXTS, st.integers()),
            "vars": st.one_of(
                st.dictionaries(
                    st.sampled_from("xyz"), st.sampled_from([1, 2.5, [1.0, 2.0], "NaN", []])
                ),
                st.none(),
            ),
            "wrt": st.one_of(st.lists(st.sampled_from("xyz"), max_size=2), st.text(max_size=2)),
            "vector": st.sampled_from([1.0, [1.0, 2.0], {"x": 1.0}, None]),
            "dtype": st.sampled_from(["float64", "float32", "int8"]),
        },
    )
)
def test_any_request_gets_an_answer(request):
    line = json.dumps(request).encode()
    found = answer_line(line, 1, Compiler(SMALL), 1 << 20)
    assert found["id"] == request.get("id")
    assert found["ok"] or found["error"]["type"] != "InternalError", found
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    ("do", "expression", "variables", "vector"),
    [
        ("eval", "x*y + 1", {"x": 2.5, "y": [1.0, -2.0]}, None),
        ("grad", "sum(x*y)", {"x": [1.5, 2.0], "y": 3.0}, None),
        ("jac", "[x*y, x]", {"x": 1.5, "y": 3.0}, None),
        ("hess", "x^2*y", {"x": 1.5, "y": 3.0}, None),
        ("vjp", "x*y", {"x": [1.5, 2.0], "y": 3.0}, [1.0, -1.0]),
        ("jvp", "x*y", {"x": [1.5, 2.0], "y": 3.0}, {"y": 2.0}),
        ("hvp", "sum(x^3)*y", {"x": [1.5, 2.0], "y": 3.0}, {"x": [1.0, 0.0]}),
    ],
)
def test_batch_answers_equal_command_answers(do, expression, variables, vector):
    request = {"do": do, "expr": expression, "vars": variables, "vector": vector}
    batch = answer_line(json.dumps(request).encode(), 1, Compiler(SMALL), 1 << 20)
    words = [do, expression, "--format", "json"]
    words += [f"{name}={value}" for name, value in variables.items()]
    if do == "vjp":
        words += ["--cotangent", str(vector)]
    elif vector is not None:
        words += [w for name, v in vector.items() for w in ("--tangent", f"{name}={v}")]
    command = json.loads(run_words(words).stdout)
    assert {**batch, "do": do, "schema": 1} == {**command, "id": None, "ok": True}


@pytest.mark.parametrize(
    "expression",
    [
        "max([[1, 3], [2, 0.5]], dim=0)",
        "(1, 2.5, True)",
        "[[1, 2], [3]]",
        "tensor([[1.5, -20.25], [3, 4]])",
        "zeros(0, 3)",
        "zeros(2, 0, dtype=torch.int64)",
        "'it is \"text\"'",
        "[nan, inf, -inf, -0.0]",
        "None",
        "10^30",
    ],
)
def test_eval_of_an_answer_gives_the_answer_back(expression):
    answered = run_words(["eval", expression]).stdout.decode()
    assert answered
    assert run_words(["eval", answered]).stdout.decode() == answered


def test_a_gradient_printed_in_full_reads_back_equal():
    text = run_words(["grad", "x^2*sin(x)", "x=0.7", "--digits", "full", "--only", "x"]).stdout
    assert float(text) == 2 * 0.7 * math.sin(0.7) + 0.7**2 * math.cos(0.7)

"""Where a convention stands in for a derivative, --kinks says so, and only there."""

import json

import pytest

from .transcripts import run_words

KINKS = [
    ("abs(x)", "abs has no derivative at 0.0; its slope at 0 is taken as 0", 1),
    ("2*relu(x) + 1", "relu has no derivative at 0.0; the slope at 0 is 0", 3),
    ("maximum(x, 0)", "maximum has no derivative at 0.0, 0.0; ties share the gradient", 1),
    ("max([x, 0])", "max has no derivative here; ties share the gradient evenly", 1),
    (
        "norm([x, 0*x])",
        "vector_norm has no derivative here; its slope where it is 0 is taken as 0",
        1,
    ),
    ("floor(x)", "floor has no derivative at 0.0; its slope where it jumps is taken as 0", 1),
    ("clamp(x, 0, 1)", "clamp has no derivative at 0.0; the slope at both edges is 1", 1),
]  # fmt: skip
SMOOTH = ["x^2", "abs(x - 1)", "y = abs(x); x^2", "abs(x.detach()) + x", "[abs(x), x][1]"]


def asked(expression, *options):
    return run_words(["grad", expression, "x=0", *options])


@pytest.mark.parametrize(("expression", "message", "column"), KINKS)
def test_a_kink_is_named_with_its_convention(expression, message, column):
    silent, warned = asked(expression), asked(expression, "--kinks", "warn")
    assert silent.stderr == ""
    assert warned.stdout == silent.stdout
    lines = warned.stderr.splitlines()
    assert lines[0] == f"warning: {message}"
    assert lines[2].index("^") == column + 1
    assert warned.status == 0


@pytest.mark.parametrize(("expression", "message", "column"), KINKS)
def test_a_kink_can_be_refused(expression, message, column):
    refused = asked(expression, "--kinks", "error")
    assert refused.status == 2
    assert refused.stdout == b""
    assert refused.stderr.startswith(f"error: {message}\n")


@pytest.mark.parametrize("expression", SMOOTH)
def test_what_has_a_derivative_is_no_kink(expression):
    assert asked(expression, "--kinks", "error").status == 0


def test_each_kink_is_told_once():
    warned = asked("abs(x) + abs(x)*relu(x)", "--kinks", "warn").stderr.splitlines()
    assert [line.split()[1] for line in warned if line.startswith("warning:")] == [
        "abs", "abs", "relu"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("jac", []),
        ("hess", []),
        ("vjp", ["--cotangent", "1"]),
        ("jvp", ["--tangent", "x=1"]),
        ("hvp", ["--tangent", "x=1"]),
    ],
)
def test_every_derivative_can_be_watched(command, options):
    words = [command, "abs(x)*x", "x=0", *options, "--kinks", "error"]
    assert run_words(words).status == 2


def test_a_batch_lists_kinks():
    request = {"do": "grad", "expr": "sum(abs(x))", "vars": {"x": [1.0, 0.0]}, "kinks": "warn"}
    refused = {**request, "kinks": "error"}
    lines = "".join(json.dumps(r) + "\n" for r in (request, refused))
    answers = [
        json.loads(line) for line in run_words(["batch"], lines.encode()).stdout.splitlines()
    ]
    assert answers[0]["grad"] == {"x": [1.0, 0.0]}
    assert [(k["column"], k["label"]) for k in answers[0]["kinks"]] == [(5, "element [1]")]
    assert answers[1]["error"]["type"] == "KinkError"

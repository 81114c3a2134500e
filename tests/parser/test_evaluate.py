"""The machine: order, comprehensions, indexing, limits, what callers can watch, depth."""

from __future__ import annotations

import pytest

from gradcalc.engine import tensor
from gradcalc.engine.modes import state
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.evaluate import evaluate
from gradcalc.parser.limits import Limits
from gradcalc.parser.spans import Span

from .running import failure, marked, number, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("u = 2; v = 3; u*v", 6),
        ("1; 2; x = 5", 2),
        ("[i*j for i in range(4) if i % 2 for j in range(i)]", [0, 0, 3, 6]),
        ("[i for i in range(9) if i % 2 if i % 3]", [1, 5, 7]),
        ("[[j for j in range(i)] for i in range(3)]", [[], [0], [0, 1]]),
        ("[a + b for a, b in zip([1, 2], [3, 4])]", [4, 6]),
        ("[a*b*c for a, (b, c) in [(1, (2, 3))]]", [6]),
        ("[*[1, 2], 3, *(4, 5)]", [1, 2, 3, 4, 5]),
        ("[1, 2, 3][1]", 2),
        ("[1, 2, 3][::-1]", [3, 2, 1]),
        ("(1, 2, 3)[-1]", 3),
        ("'abc'[1:]", "bc"),
        ("[]", []),
        ("()", ()),
        ("...", ...),
    ],
)
def test_values(text: str, expected: object) -> None:
    assert expected == value(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x[0]", 1.0),
        ("x[-1]", 4.0),
        ("x[1:3]", [2.0, 3.0]),
        ("x[::2]", [1.0, 3.0]),
        ("x[..., 0]", 1.0),
        ("x[None, 1:2]", [[2.0]]),
        ("x[x > 2.5]", [3.0, 4.0]),
        ("x[[0, 0, 1]]", [1.0, 1.0, 2.0]),
        ("[x, 2*x][1][0]", 2.0),
        ("[[1, 2], [3, 4]][0, 1]", 2),
        ("sum(x[i] for i in range(4))", 10.0),
        ("[r + 1 for r in x][3]", 5.0),
    ],
)
def test_tensors_are_indexed_as_in_torch(text: str, expected: object) -> None:
    assert expected == number(text, x=tensor([1.0, 2.0, 3.0, 4.0]))


def test_assignments_of_the_text_pass_through_the_caller() -> None:
    seen: list[tuple[str, object]] = []

    def on_assign(name: str, value: object) -> object:
        seen.append((name, value))
        return 10

    code = compile_expression(parse_expression("u = 2; f(x) = x; a, b = (1, 2); u + a"))
    assert 20 == evaluate(code, {}, on_assign=on_assign).value
    assert [("u", 2), ("a", 1), ("b", 2)] == seen


def test_every_operation_can_be_watched() -> None:
    seen: list[tuple[str, object]] = []
    text = "2*3 + max(4, 5)[0] if 0 else -(1 + 2)"
    code = compile_expression(parse_expression(text))
    evaluate(code, {}, watch=lambda span, value, _: seen.append((text[slice(*span)], value)))
    assert [("1 + 2", 3), ("-(1 + 2)", -3)] == seen


def test_operations_run_with_their_place_as_origin() -> None:
    seen: list[object] = []
    code = compile_expression(parse_expression("1 + x*2"))
    evaluate(code, {"x": tensor(1.0)}, watch=lambda *_: seen.append(state.origin))
    assert [Span(4, 7), Span(0, 7)] == seen
    assert state.origin is None


def test_a_code_can_run_many_times() -> None:
    code = compile_expression(parse_expression("f(x) = x + 1; f(y)"))
    assert [2, 3] == [evaluate(code, {"y": y}).value for y in (1, 2)]


def test_variables_of_the_caller_are_not_changed() -> None:
    variables: dict[str, object] = {"x": 1}
    evaluate(compile_expression(parse_expression("x = 5; x")), variables)
    assert {"x": 1} == variables


def test_a_fault_in_a_function_says_where_it_was_called() -> None:
    error = failure("f(x) = 1/x; f(1) + f(0)")
    assert ["1/x", "f(0)"] == marked(error)
    assert [True, False] == [label.primary for label in error.labels]


def test_errors_of_the_engine_get_their_place() -> None:
    error = failure("1 + x[7]*2", x=tensor([1.0]))
    assert ("IndexError", ["x[7]"]) == (error.kind, marked(error))


def test_a_text_without_a_value_is_refused() -> None:
    with pytest.raises(LanguageError, match="no value"):
        compile_expression(parse_expression("f(x) = x"))


def test_steps_are_limited() -> None:
    text = "sum(sum(1 for i in range(1000)) for j in range(10000))"
    assert "LimitError" == failure(text, Limits(steps=100_000)).kind


def test_lists_are_limited() -> None:
    assert "LimitError" == failure("[i for i in range(10**12)]", Limits(sequence_length=100)).kind


def test_interrupts_pass_through() -> None:
    def stop(name: str, value: object) -> object:
        raise KeyboardInterrupt

    code = compile_expression(parse_expression("u = 1; u"))
    with pytest.raises(KeyboardInterrupt):
        evaluate(code, {}, on_assign=stop)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(" * 100_000 + "x" + ")" * 100_000, 2),
        ("+".join(["x"] * 20_000), 40_000),
        ("x" + "*1" * 20_000, 2),
        ("-" * 20_000 + "x", 2),
        ("1 if x < 0 else " * 20_000 + "7", 7),
        ("abs(" * 20_000 + "x" + ")" * 20_000, 2),
        ("x" + "**1" * 20_000, 2),
        ("0 or " * 20_000 + "x", 2),
        ("1 < 2" + " < x+1" + " <= 3" * 20_000, True),
        ("f(x) = x + 1; " + "f(" * 20_000 + "x" + ")" * 20_000, 20_002),
        ("(lambda: " * 20_000 + "x" + ")()" * 20_000, 2),
    ],
    ids=lambda case: str(case)[:8],
)
def test_depth_is_no_limit(text: str, expected: object) -> None:
    assert expected == value(text, x=2)

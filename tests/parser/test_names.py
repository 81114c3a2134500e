"""What names mean, and that nothing else can be reached."""

from __future__ import annotations

import math

import pytest

from gradcalc.engine import tensor

from .running import failure, number, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pi", math.pi), ("π", math.pi), ("tau", math.tau), ("τ", math.tau), ("e", math.e),
        ("inf", math.inf), ("∞", math.inf), ("2pi", 2 * math.pi), ("torch.pi", math.pi),
    ],
)  # fmt: skip
def test_constants(text: str, expected: float) -> None:
    assert expected == value(text)


def test_variables_shadow_constants_and_functions() -> None:
    x = tensor(3.0)
    assert [3.0, 3.0, 12.0] == [
        number("e", e=x), number("pi", pi=x), number("max * sum", max=x, sum=tensor(4.0))
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["exp", "torch.exp", "np.exp"])
def test_functions_have_an_optional_prefix(name: str) -> None:
    assert 1.0 == number(f"{name}(x)", x=tensor(0.0))


def test_a_variable_wins_over_a_module() -> None:
    assert 3.0 == number("torch.sum()", torch=tensor([1.0, 2.0]))


def test_functions_are_values() -> None:
    assert 1.0 == number("f = exp; g(h, x) = h(x); g(f, 0)")


@pytest.mark.parametrize(
    "text",
    [
        "x.__class__",
        "().__class__",
        "[].append",
        "'a'.format",
        "(1).real",
        "exp.__globals__",
        "exp.rows",
        "f(x) = x; f.code",
        "(lambda: 1).__code__",
        "x.data",
        "x.grad_fn.__class__",
        "len.function",
        "range(3).start",
        "x.sum.func",
        "x.shape.count",
        "torch.float64.numpy",
        "x.__init__(1)",
        "exp.__call__(1)",
    ],
)
def test_no_attribute_outside_the_language_exists(text: str) -> None:
    assert "AttributeError" == failure(text, x=tensor(1.0)).kind


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "eval('1')",
        "exec('1')",
        "open('f')",
        "getattr(x, 'shape')",
        "globals()",
        "__builtins__",
        "object",
        "os.getcwd()",
        "torch.os",
        "torch.load('f')",
        "torch.__dict__",
        "np.__loader__",
        "nn.functional.__class__",
    ],
)
def test_nothing_of_python_has_a_name(text: str) -> None:
    assert "NameError" == failure(text, x=tensor(1.0)).kind


def test_an_unknown_name_asks_for_a_value() -> None:
    error = failure("x + yy", x=tensor(1.0))
    assert ("the name 'yy' has no value", ["give it one: yy=1"]) == (error.message, error.helps)


@pytest.mark.parametrize("text", ["expp(x)", "torch.expp(x)", "x + Exp(x)"])
def test_a_misspelt_function_gets_a_suggestion(text: str) -> None:
    assert "did you mean 'exp'?" == failure(text, x=tensor(1.0)).labels[0].text


def test_a_misspelt_method_gets_a_suggestion() -> None:
    assert "did you mean 'shape'?" == failure("x.shpae", x=tensor(1.0)).labels[0].text

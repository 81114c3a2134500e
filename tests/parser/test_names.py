"""What names mean, and that nothing else can be reached."""

from __future__ import annotations

import math

import pytest

from gradcalc.engine import tensor
from gradcalc.parser.errors import LanguageError

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


MATH = sorted(name for name in dir(math) if not name.startswith("_"))


@pytest.mark.parametrize("name", MATH)
@pytest.mark.parametrize("arguments", [(0.3,), (-2.5,), (0.7, 0.4), (-7, 4)])
def test_under_math_a_name_means_pythons_or_nothing(name: str, arguments: tuple) -> None:
    known = getattr(math, name)
    try:
        expected = known(*arguments) if callable(known) else known
        found = number(f"math.{name}{arguments if callable(known) else ''}")
    except (LanguageError, TypeError, ValueError):
        return  # loud: not in the language, or not for such numbers
    assert expected == pytest.approx(found, nan_ok=True)


@pytest.mark.parametrize("name", ["math.relu", "math.isclose", "math.remainder", "math.__doc__"])
def test_math_has_only_what_means_the_same_there(name: str) -> None:
    assert "NameError" == failure(f"{name}(1.0, 2.0)").kind


def test_a_name_made_of_known_ones_is_taken_for_a_product() -> None:
    error = failure("2xy + 1", x=tensor(1.0), y=tensor(2.0))
    assert ["to multiply, write x*y", "give it one: xy=1"] == error.helps
    assert [""] == [label.text for label in error.labels]


def test_a_product_may_end_in_a_function() -> None:
    assert ["to multiply, write x*sin(…)"] == failure("xsin(x)", x=tensor(1.0)).helps


@pytest.mark.parametrize("name", ["cbrt", "grad", "hess", "sec", "torch.factorial"])
def test_functions_of_other_notations_are_told_apart_from_typing_errors(name: str) -> None:
    error = failure(f"{name}(x)", x=tensor(1.0))
    assert error.helps
    assert "" == error.labels[0].text

"""Names in scope, functions of the user, closures."""

from __future__ import annotations

import pytest

from gradcalc.engine import tensor

from .running import failure, run, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(x, y) = x^2*y; f(3, 2)", 18),
        ("f(x, y=10) = x*y; f(3) + f(3, y=2)", 36),
        ("f(*r) = r; f(1, 2)", (1, 2)),
        ("f(a, *r) = (a, r); f(1)", (1, ())),
        ("(lambda a, b=2: a + b)(1)", 3),
        ("f(n) = 1 if n < 1 else n*f(n-1); f(10)", 3628800),
        ("n = 3; f(x) = n*x; n = 4; f(2)", 8),
        ("f(x) = lambda y: x + y; f(1)(2)", 3),
        ("compose(f, g) = lambda x: f(g(x)); compose(lambda x: x + 1, lambda x: 2*x)(5)", 11),
        ("x = 1; f(x) = x; f(2) + x", 3),
        ("even(n) = True if n == 0 else odd(n-1); odd(n) = False if n == 0 else even(n-1); even(9)",
         False),
        ("f(x) = [x*i for i in range(3)]; f(2)", [0, 2, 4]),
        ("i = 7; [i for i in range(2)]; i", 7),
        ("[f() for f in [lambda: i for i in range(3)]]", [2, 2, 2]),
        ("a, (b, c) = 1, (2, 3); a + b*c", 7),
        ("a = b = 2; a*b", 4),
        ("f(a, b, c) = a + b*c; f(*[1, 2], c=3)", 7),
    ],
)  # fmt: skip
def test_functions(text: str, expected: object) -> None:
    assert expected == value(text)


def test_deep_calls_do_not_recurse() -> None:
    assert 50_000 == value("f(n) = 0 if n < 1 else 1 + f(n-1); f(50000)")


def test_endless_calls_are_stopped() -> None:
    error = failure("f(n) = f(n+1); f(0)")
    assert ("LimitError", "functions call each other more than 100000 deep") == (
        error.kind,
        error.message,
    )


def test_calls_through_functions_of_the_language_are_stopped_too() -> None:
    assert "LimitError" == failure("f(n) = sorted([n, n], key=f); f(1)").kind


def test_names_at_the_end_are_the_variables_and_what_was_assigned() -> None:
    x = tensor(2.0)
    names = run("u = 3; f(a) = a; u*x", x=x).names
    assert (["x", "u", "f"], 3, x) == (list(names), names["u"], names["x"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("f(1)", "f() needs a value for 'b'"),
        ("f()", "f() needs a value for 'a' and 'b'"),
        ("f(1, 2, 3, 4)", "f() takes 2 to 3 arguments, but 4 were given"),
        ("f(1, 2, d=4)", "f() has no parameter 'd'"),
        ("f(1, 2, a=3)", "f() got two values for 'a'"),
    ],
)
def test_wrong_arguments_are_named(call: str, message: str) -> None:
    assert message == failure(f"f(a, b, c=3) = a; {call}").message

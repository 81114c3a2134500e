"""F-strings."""

from __future__ import annotations

import pytest

from .running import marked, refusal, trace, value


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("f'{x}'", "3"),
        ("f'{x!r:>5}|{x:<4}|{x:^5}|{x:05d}'", "    3|3   |  3  |00003"),
        ("f'{x=} {x = } {x=!s} {x=:>3}'", "x=3 x = 3 x=3 x=  3"),
        ("f'{{{x}}}' f'{{}}'", "{3}{}"),
        ("f'{x:{x}}' f'{x:{x}.{x}f}'", "  33.000"),
        ("f'{x if x > 2 else 0}{x!=4}{x==3}'", "3TrueTrue"),
        ("f'{d[\"k\"]}' f\"{d['k']}\"", "vv"),
        ("f'{d['k']}'", "v"),
        ("f'{f'{x}'}'", "3"),
        ("f'''{\nx\n}'''", "3"),
        ("f'{(lambda y: y * 2)(x)}'", "6"),
        ("f'{ {1: 2}[1] }{[i for i in range(2)]}'", "2[0, 1]"),
        ("f'a' 'b' f'{x}' '{x}'", "ab3{x}"),
        (r"f'\t|{x}\n'", "\t|3\n"),
        (r"rf'\t{x}' fr'\{x}'", r"\t3\3"),
        ("f'{x:,}{1000 * x:,}{0.5:.1%}'", "33,00050.0%"),
        ("F'{x}' f''", "3"),
        (r"f'\N{DEGREE SIGN}{x}'", "°3"),
        ("f'{x:}'", "3"),
        ("f'{x,}'", "(3,)"),
        ("f'{*[1, 2],}'", "(1, 2)"),
    ],
)
def test_what_stands_in_braces_is_formatted(literal: str, expected: str) -> None:
    assert expected == value(literal, "x = 3\nd = {'k': 'v'}")


@pytest.mark.parametrize(
    ("literal", "message"),
    [
        ("f'{}'", "f-string: empty expression not allowed"),
        ("f'}'", "f-string: single '}' is not allowed"),
        ("f'{x'", "the string is not closed"),
        ("f'{x!z}'", "f-string: invalid conversion character"),
        ("f'{x = 1}'", "f-string: expecting '}'"),
        ("f'{x y}'", "unexpected 'y'"),
        ("f'abc", "the string is not closed"),
        ("f'{pass}'", "an expression is expected here"),
        ("f'{x:{'", "the string is not closed"),
        ("f'", "the string is not closed"),
        ("f'{", "the string is not closed"),
        ("f'{x:", "the string is not closed"),
        ("f'{x!", "f-string: invalid conversion character"),
    ],
)
def test_a_wrong_one_is_refused(literal: str, message: str) -> None:
    assert message == refusal(f"x = 1\nprint({literal})").message


def test_errors_point_into_the_braces() -> None:
    assert "y" == marked(refusal("print(f'a {x y}')"))
    assert "    ^^^^^\n" in trace("print(f'a {1 / 0}')")[-60:]

"""Uncaught errors read as Python's."""

from __future__ import annotations

import pytest

from .running import trace


def test_the_way_goes_through_the_programs_lines() -> None:
    program = """
def inner(n):
    return 10 / n

def outer(n):
    x = inner(n) + 1
    return x

print(outer(0))
"""
    assert trace(program) == (
        "Traceback (most recent call last):\n"
        '  File "program.py", line 9, in <module>\n'
        "    print(outer(0))\n"
        "          ^^^^^^^^\n"
        '  File "program.py", line 6, in outer\n'
        "    x = inner(n) + 1\n"
        "        ^^^^^^^^\n"
        '  File "program.py", line 3, in inner\n'
        "    return 10 / n\n"
        "           ^^^^^^\n"
        "ZeroDivisionError: division by zero\n"
    )


def test_causes_come_before_what_they_caused() -> None:
    program = """
try:
    {}["key"]
except KeyError as e:
    raise ValueError("bad") from e
"""
    assert trace(program) == (
        "Traceback (most recent call last):\n"
        '  File "program.py", line 3, in <module>\n'
        '    {}["key"]\n'
        "KeyError: 'key'\n"
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "Traceback (most recent call last):\n"
        '  File "program.py", line 5, in <module>\n'
        '    raise ValueError("bad") from e\n'
        "ValueError: bad\n"
    )


def test_an_error_in_a_handler_names_both() -> None:
    text = trace("try:\n  1 / 0\nexcept ZeroDivisionError:\n  int('x')")
    assert "\nDuring handling of the above exception, another exception occurred:\n" in text


def test_from_none_hides_what_came_before() -> None:
    text = trace("try:\n  1 / 0\nexcept ZeroDivisionError:\n  raise ValueError from None")
    assert 1 == text.count("Traceback")


def test_many_calls_alike_are_counted() -> None:
    text = trace("def f(): return f()\nf()")
    assert "  [Previous line repeated 996 more times]\n" in text
    assert text.endswith("RecursionError: maximum recursion depth exceeded\n")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("raise ValueError", "ValueError"),
        ("raise KeyError('k')", "KeyError: 'k'"),
        ("class E(Exception): pass\nraise E('x', 1)", "E: ('x', 1)"),
        ("class A:\n  class E(Exception): pass\nraise A.E('x')", "A.E: x"),
        ("assert 1 == 2, 'no'", "AssertionError: no"),
        ("e = ValueError('v')\ne.add_note('a note')\nraise e", "a note"),
        ("raise ValueError('two\\nlines')", "lines"),
        ("import torch\ntorch.ones(2) @ torch.ones(3)", None),
    ],
)
def test_the_last_line_names_the_error(text: str, last: str | None) -> None:
    found = trace(text).splitlines()[-1]
    assert last == found if last else found.startswith("RuntimeError: ")

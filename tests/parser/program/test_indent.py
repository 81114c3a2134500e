"""Lines and blocks."""

from __future__ import annotations

import pytest

from .running import output, refusal


@pytest.mark.parametrize(
    "text",
    [
        "if 1:\n    print(1)",
        "if 1:\n\tprint(1)\n",
        "if 1: print(1)",
        "if 1:\n\n    # a comment\n  # another\n\n    print(1)\n# the end",
        "\n\n# first\nprint(1)\n\n",
        "\ufeffprint(1)",
        "if 1:\r\n    print(1)\r\n",
        "if 1:\r    print(1)\r",
        "print(1)  # comment",
        "print(1);",
        "x = 1; print(x)",
        "print(\n  1\n)",
        "print(1 + \\\n 0)",
        "if 1:\n  if 1:\n    pass\n  print(1)",
        "if 1:\n        print(1)\nelse:\n  pass",
        "x = [\n1,\n# inside\n]\nprint(x[0])",
        "\x0cprint(1)",
    ],
)
def test_the_line_structure_is_pythons(text: str) -> None:
    assert "1\n" == output(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  x = 1", "unexpected indent"),
        ("x = 1\n  y = 2", "unexpected indent"),
        ("if 1:\nx = 1", "expected an indented block"),
        ("if 1:\n    x = 1\n  y = 2", "unindent does not match any outer indentation level"),
        (
            "if 1:\n        x = 1\n\ty = 2",
            "inconsistent use of tabs and spaces in indentation",
        ),
        ("def f():\n", "expected an indented block"),
        ("print(1", "'(' is never closed"),
        ("if 1\n    pass", "the line ends too early"),
    ],
)
def test_a_wrong_line_structure_is_refused(text: str, message: str) -> None:
    assert message == refusal(text).message


def test_an_empty_program_does_nothing() -> None:
    assert ["", "", ""] == [output(""), output("\n"), output("# only a comment")]


def test_deep_nesting_needs_no_recursion() -> None:
    blocks = "".join("  " * depth + "if 1:\n" for depth in range(2000))
    assert "1\n" == output(blocks + "  " * 2000 + "print(1)")
    assert "1\n" == output("print(" + "(" * 20000 + "1" + ")" * 20000 + ")")
    assert "50000\n" == output("print(" + "1 + " * 49999 + "1)")

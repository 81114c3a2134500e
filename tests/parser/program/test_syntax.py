"""What is no program: any text parses or is refused in words and with a place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradcalc.parser.errors import LanguageError
from gradcalc.parser.limits import DEFAULT_LIMITS
from gradcalc.parser.program.run import read_program
from gradcalc.parser.spans import Span

from .running import marked, refusal

PIECES = (
    "x|y|2|2.5|(|)|[|]|{|}|+|-|*|**|@|if |else|for |in |lambda |:|,|=|==|not |.|...|'a'|f'{x}'|;|"
    "'|class A|def f|:=|return |yield |try|except|finally|with |as |del |global |import torch|"
    "\n|\n  |\n    |while |break|continue|pass|raise |assert |f'|{|->|/|'''|\\|+="
)


def problem(text: str) -> LanguageError | None:
    """Return the error of a text, or None where it is a program."""
    try:
        read_program(text, DEFAULT_LIMITS, "program.py")
    except LanguageError as error:
        return error
    return None


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([*PIECES.split("|"), " ", "\n"]), max_size=14).map("".join))
def test_any_text_parses_or_has_a_placed_error(text: str) -> None:
    error = problem(text)
    span = error.span if error else Span(0, 0)
    assert span is not None
    assert 0 <= span.start <= span.end <= len(text) + 2


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=20))
def test_any_characters_parse_or_are_refused(text: str) -> None:
    error = problem(text)
    assert error is None or error.kind in ("SyntaxError", "LimitError", "NameError")


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("x = = 1", "'=' cannot stand here", "="),
        ("return 5", "'return' outside function", "return 5"),
        ("break", "'break' outside loop", "break"),
        ("for i in x:\n  def f(): continue", "'continue' not properly in loop", "continue"),
        ("yield 1", "'yield' outside function", "yield 1"),
        ("def f():\n  nonlocal q", "no binding for nonlocal 'q' found", "nonlocal q"),
        ("f(a=1, a=2)", "keyword argument repeated: a", "a=2"),
        ("f(a=1, 2)", "positional argument follows keyword argument", "2"),
        ("f(**a, *b)", "iterable argument unpacking follows keyword argument unpacking", "*b"),
        ("def f(a, a): pass", "duplicate argument 'a' in function definition", "a"),
        ("def f(a=1, b): pass", "non-default argument follows default argument", "b"),
        ("def f(*): pass", "named arguments must follow bare *", "*"),
        ("def f(**a, b): pass", "arguments cannot follow var-keyword argument", "b"),
        ("f() = 3", "cannot assign to function call", "f()"),
        ("None = 3", "'None' cannot stand here", "None"),
        ("1 = x", "cannot assign to literal", "1"),
        ("{1} = x", "cannot assign to set display", "{1}"),
        ("*a = 1", "starred assignment target must be in a list or tuple", "*a"),
        ("a, *b, *c = 1", "multiple starred expressions in assignment", "*c"),
        ("a, b += 1", "'tuple' is an illegal expression for augmented assignment", "a, b"),
        ("del f()", "cannot delete function call", "f()"),
        ("*a", "can't use starred expression here", "*a"),
        (
            "try:\n  1\nexcept:\n  2\nexcept A:\n  3",
            "default 'except:' must be last",
            "except:\n  2",
        ),
        ("async def f(): pass", "'async' is not part of the language", "async"),
        ("await x", "'await' is not part of the language", "await"),
        ("print 'a'", "print is a function", "'a'"),
        ("x = 0777", "a number does not begin with zeros", "0777"),
        ("2x", "unexpected 'x'", "x"),
        ("b'é'", "bytes can only contain ASCII literal characters", "b'é'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str, place: str) -> None:
    error = refusal(text)
    if message != "'None' cannot stand here":
        assert (message, place) == (error.message, marked(error).rstrip("\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import os", "the module 'os' is not part of the language"),
        ("import torch.distributed", "the module 'torch.distributed' is not part of the language"),
        ("from os import path", "the module 'os' is not part of the language"),
        ("from torch import *", "'import *' is not part of the language"),
        ("x = open('f')", "'open' is not part of the language"),
        ("eval('1')", "'eval' is not part of the language"),
        ("().__class__", "the attribute '__class__' is not part of the language"),
        ("f.__globals__", "the attribute '__globals__' is not part of the language"),
        ("class A:\n  def __del__(self): pass", "a class of the language cannot define '__del__'"),
        ("class A:\n  __class__ = 1", "a class of the language cannot define '__class__'"),
        (
            "class A:\n  __annotations__ = 1",
            "a class of the language cannot define '__annotations__'",
        ),
    ],
)
def test_what_is_outside_the_language_is_refused_before_anything_runs(
    text: str, message: str
) -> None:
    assert message == refusal("print(1)\n" + text).message


def test_a_name_of_python_may_be_the_programs_own() -> None:
    assert problem("def open(x): return x\nprint(open(1))") is None
    assert problem("def f():\n  global input\n  input = 1\nf()\nprint(input)") is None


@pytest.mark.parametrize(
    "text",
    [
        "match 1:\n    case 1:\n        pass",
        "x = 1\nmatch x:\n    case 1:\n        pass",
        "match (1, 2):\n    case _:\n        pass",
        "match x.y:\n    case _:\n        pass",
    ],
)
def test_match_is_named_as_what_is_missing(text: str) -> None:
    error = refusal(text)
    assert ("'match' is not part of the language", "match") == (error.message, marked(error))


def test_match_is_a_name_where_it_is_one() -> None:
    assert problem("match = [1]\nmatch[0]\nprint(match)") is None
    assert "unexpected '2'" == refusal("match = (1 2)").message


@pytest.mark.parametrize("text", ['print "a"', "if 1:\n    print x, y"])
def test_print_without_parentheses_is_told_to_be_a_function(text: str) -> None:
    error = refusal(text)
    assert "print is a function" == error.message
    assert ["put what it prints in parentheses: print(…)"] == error.helps

"""Frames, limits, and calls that come back from natives."""

from __future__ import annotations

import pytest

from gradcalc.parser.limits import Limits

from .running import error_of, output, refusal


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass",
        "while True:\n  try: 1 / 0\n  except: pass",
        "def f(): f()\nwhile True:\n  try: f()\n  except BaseException: pass",
        "import itertools\nfor i in itertools.count(): pass",
        "import itertools\nsum(itertools.repeat(1))",
        "def g():\n  while True: yield 1\nfor i in g(): pass",
        "while True:\n  try: continue\n  finally: continue",
        "[i for i in range(10**9)]",
    ],
)
def test_the_limit_of_steps_cannot_be_caught(text: str) -> None:
    error = refusal(text, Limits(steps=100_000))
    assert ("LimitError", "the program takes more than 100000 steps") == (error.kind, error.message)


@pytest.mark.parametrize(
    "text",
    [
        "def f(): return f()\nf()",
        "def f(n): return sorted([n], key=f)\nf(1)",
        "class A:\n  def __repr__(self): return repr(self)\nprint(A())",
        "class A:\n  def __getattr__(self, n): return getattr(self, n + 'x')\nA().y",
        "class A:\n  def __call__(self): return self()\nA()()",
        "def f():\n  yield from f()\nlist(f())",
        "x = []\nfor i in range(50000): x = [x]\nstr(x)",
        "x = []\ny = []\nfor i in range(50000): x = [x]; y = [y]\nx == y",
    ],
)
def test_deep_calls_end_as_in_python(text: str) -> None:
    assert error_of(text).startswith("RecursionError: maximum recursion depth exceeded")


def test_nine_hundred_calls_are_fine() -> None:
    assert "900\n" == output("def f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(900))")


def test_natives_call_back() -> None:
    program = """
class A:
    def __init__(self, n): self.n = n
    def __lt__(self, other): return self.n < other.n
    def __iter__(self): return (i for i in range(self.n))
print([a.n for a in sorted([A(3), A(1)])], list(A(3)), max([A(1), A(2)], key=lambda a: -a.n).n)
print(list(map(lambda x: [y for y in range(x)], [1, 2])))
"""
    assert "[1, 3] [0, 1, 2] 1\n[[0], [0, 1]]\n" == output(program)


def test_an_error_through_a_native_reaches_its_handler() -> None:
    program = """
def key(x):
    try:
        return 1 / x
    finally:
        print("key", x)
try:
    sorted([1, 0], key=key)
except ZeroDivisionError as e:
    print(e)
"""
    assert "key 1\nkey 0\ndivision by zero\n" == output(program)


def test_what_was_printed_stays_when_the_program_fails() -> None:
    from .running import ran

    printed, error = ran("print(1)\nx = 1 / 0\nprint(2)")
    assert ("1\n", "division by zero") == (printed, str(error))


def test_switches_of_the_engine_last_as_long_as_the_program() -> None:
    output("import torch\ntorch.set_grad_enabled(False)\ntorch.set_default_dtype(torch.float64)")
    assert "True torch.float32\n" == output(
        "import torch\nprint(torch.is_grad_enabled(), torch.get_default_dtype())"
    )

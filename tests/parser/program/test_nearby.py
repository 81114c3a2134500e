"""Did you mean: the suggestions of Python's tracebacks."""

from __future__ import annotations

import pytest

from gradcalc.parser.program.nearby import nearest

from .running import trace


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "value = 1\nprint(vlaue)",
            "NameError: name 'vlaue' is not defined. Did you mean: 'value'?",
        ),
        ("prnt(1)", "NameError: name 'prnt' is not defined. Did you mean: 'print'?"),
        ("unlike_anything", "NameError: name 'unlike_anything' is not defined"),
        (
            "def f():\n  local = 1\n  return locl\nf()",
            "NameError: name 'locl' is not defined. Did you mean: 'local'?",
        ),
        (
            "[].apend(1)",
            "AttributeError: 'list' object has no attribute 'apend'. Did you mean: 'append'?",
        ),
        (
            "class A:\n  def __init__(self): self.weight = 1\nA().wieght",
            "AttributeError: 'A' object has no attribute 'wieght'. Did you mean: 'weight'?",
        ),
        ("import torch\ntorch.tensr", "AttributeError: module 'torch' has no attribute 'tensr'"),
        (
            "import torch\ntorch.ones(1).backwrd()",
            "AttributeError: 'Tensor' object has no attribute 'backwrd'. Did you mean: 'backward'?",
        ),
        (
            "import math\nmath.sqr(2)",
            "AttributeError: module 'math' has no attribute 'sqr'. Did you mean: 'sqrt'?",
        ),
    ],
)  # fmt: skip
def test_a_misspelt_name_is_recognised(text: str, last: str) -> None:
    assert last == trace(text).splitlines()[-1]


def test_the_nearest_is_chosen() -> None:
    assert "Length_" == nearest("length", ["lengthier", "lenght", "Length_"])
    assert nearest("x", ["y", "abc"]) is None
    assert nearest("name", []) is None
    assert nearest("name", [*map(str, range(800)), "nama"]) is None

"""Whether calls fit the forms of torch's parsers, and what is said where they do not."""

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import tensor
from gradcalc.engine.surface import forms, signatures
from gradcalc.engine.surface.python_forms import check as check_python

F = tensor([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    ("name", "kind", "args", "kwargs"),
    [
        ("add", "function", (F, 2), {"alpha": 3}),
        ("sum", "method", (0,), {"keepdim": True}),
        ("sum", "method", (), {"axis": (0, 1)}),
        ("view", "method", (2, 2), {}),
        ("view", "method", ((2, 2),), {}),
        ("view", "method", (tensor(2), np.int64(2)), {}),
        ("cat", "function", ([F, F],), {"dim": 1}),
        ("clamp", "method", (), {"min": 0, "max": None}),
        ("zeros", "function", (2, 3), {"dtype": float}),
        ("no such function", "function", ("a",), {}),
    ],
)
def test_a_call_fits(name: str, kind: str, args: tuple, kwargs: dict[str, Any]) -> None:
    assert signatures.check(name, kind, args, kwargs) is None


@pytest.mark.parametrize(
    ("name", "kind", "args", "kwargs", "words"),
    [
        ("exp", "function", (), {}, 'exp() missing 1 required positional arguments: "input"'),
        ("exp", "method", (1,), {}, "TensorBase.exp() takes no arguments (1 given)"),
        ("dot", "function", (F, F, F), {}, "dot() takes 2 positional arguments but 3 were given"),
        (
            "exp",
            "function",
            (3.0,),
            {},
            "exp(): argument 'input' (position 1) must be Tensor, not float",
        ),
        (
            "cat",
            "function",
            ([F],),
            {"dim": "a"},
            "cat(): argument 'dim' must be int, not str",
        ),
        (
            "cat",
            "function",
            ([F, 1],),
            {},
            "expected Tensor as element 1 in argument 0, but got int",
        ),
        (
            "dot",
            "function",
            (F, F),
            {"input": F},
            "dot() got multiple values for argument 'input'",
        ),
        (
            "max",
            "method",
            ("a",),
            {},
            "max() received an invalid combination of arguments - got (str), but expected one of:\n"
            " * ()\n"
            "      didn't match because some of the arguments have invalid types: (!str!)\n"
            " * (Tensor other)\n"
            "      didn't match because some of the arguments have invalid types: (!str!)\n"
            " * (int dim, bool keepdim = False)\n",
        ),
    ],
)
def test_a_misfit_is_named_as_torch_names_it(
    name: str, kind: str, args: tuple, kwargs: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError) as caught:
        signatures.check(name, kind, args, kwargs)
    assert words == str(caught.value)


def test_a_call_like_a_fitting_one_is_still_checked_where_values_decide() -> None:
    signatures.check("add", "function", (F, F), {"alpha": tensor(2.0)})
    with pytest.raises(TypeError):
        signatures.check("add", "function", (F, F), {"alpha": F})


def test_every_line_of_the_forms_reads() -> None:
    lines = forms._lines()
    read = {name: forms.forms(name) for name in lines}
    assert lines
    assert all(read[name] or forms.python_form(name) for name in lines)


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, "f() missing 2 required positional arguments: 'a' and 'b'"),
        ((1,), {}, "f() missing 1 required positional argument: 'b'"),
        ((1, 2, 3, 4), {}, "f() takes from 2 to 3 positional arguments but 4 were given"),
        ((1, 2), {"e": 1}, "f() got an unexpected keyword argument 'e'"),
        ((1, 2), {"a": 1}, "f() got multiple values for argument 'a'"),
    ],
)
def test_python_functions_are_refused_in_pythons_words(
    args: tuple, kwargs: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError) as caught:
        check_python("f", "a@size, b, c=_, *, d=_", args, kwargs)
    assert words == str(caught.value)

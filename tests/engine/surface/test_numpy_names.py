"""Under the prefix np. a function means what it means in numpy."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import default_dtype, float64, modes, namespace
from gradcalc.engine.errors import EngineError
from gradcalc.engine.surface.numpy_names import TABLE

VECTOR = [3.0, -1.0, 4.0, 2.5]
GRID = [[1.0, 5.0, 2.0], [3.0, -2.0, 0.5]]
CALLS = {
    "repeat": [((VECTOR, 2), {}), ((GRID, 2), {"axis": 1})],
    "max": [((GRID,), {}), ((GRID,), {"axis": 0}), ((GRID, 1), {"keepdims": True})],
    "min": [((GRID,), {}), ((GRID, 0), {})],
    "cross": [(([1.0, 2.0, 3.0], [4.0, 5.0, 7.0]), {})],
    "array_split": [((VECTOR, 3), {})],
    "std": [((VECTOR,), {}), ((GRID, 0), {}), ((GRID,), {"axis": 1, "ddof": 1, "keepdims": True})],
    "var": [((VECTOR,), {}), ((GRID,), {"axis": (0, 1)}), ((VECTOR,), {"ddof": 1})],
    "median": [((VECTOR,), {}), ((GRID,), {"axis": 1}), ((GRID, 0), {"keepdims": True})],
    "nanmedian": [(([1.0, float("nan"), 2.0],), {})],
    "percentile": [((VECTOR, 30), {}), ((GRID, [10, 90]), {"axis": 1})],
    "cumsum": [((GRID,), {}), ((GRID, 1), {})],
    "cumprod": [((GRID,), {}), ((GRID,), {"axis": 0})],
    "sort": [((GRID,), {}), ((GRID, 0), {}), ((GRID, None), {})],
    "split": [((VECTOR, 2), {}), ((VECTOR, [1, 3]), {}), ((GRID, 3, 1), {})],
    "flip": [((GRID,), {}), ((GRID, 1), {})],
    "meshgrid": [(([1.0, 2.0], [3.0, 4.0, 5.0]), {}), (([1.0, 2.0], [3.0]), {"indexing": "ij"})],
    "nonzero": [(([[0.0, 1.0], [2.0, 0.0]],), {})],
    "dot": [((VECTOR, VECTOR), {}), ((GRID, [1.0, 2.0, 3.0]), {}), ((2.0, GRID), {})],
    "outer": [((GRID, VECTOR), {})],
    "take": [((GRID, [0, 4]), {}), ((GRID, [2, 0]), {"axis": 1})],
    "gradient": [((VECTOR,), {}), ((GRID,), {}), ((GRID,), {"axis": 1})],
    "average": [((GRID,), {}), ((GRID, 0), {}), ((VECTOR,), {"weights": [1.0, 2.0, 1.0, 0.5]})],
    "ptp": [((GRID,), {}), ((GRID, 0), {})],
    "cbrt": [((VECTOR,), {}), ((-8,), {})],
    "size": [((GRID,), {})],
    "ndim": [((GRID,), {})],
    "shape": [((GRID,), {})],
}
CASES = [(name, args, kwargs) for name, calls in CALLS.items() for args, kwargs in calls]


def called(name: str, *args: object, **kwargs: object) -> object:
    with default_dtype(float64), modes.lenient():
        return namespace.lookup(f"np.{name}")(*args, **kwargs)


def test_every_name_of_the_table_is_tested() -> None:
    assert sorted(CALLS) == sorted(TABLE)


@pytest.mark.parametrize(("name", "args", "kwargs"), CASES)
def test_a_function_gives_the_answer_of_numpy(name: str, args: tuple, kwargs: dict) -> None:
    expected = getattr(np, name)(np.asarray(args[0]), *args[1:], **kwargs)
    found = called(name, *args, **kwargs)
    if not isinstance(expected, list | tuple):
        expected, found = [expected], [found]
    assert len(expected) == len(found)
    for e, f in zip(expected, found, strict=True):
        np.testing.assert_allclose(getattr(f, "array", lambda f=f: f)(), e, rtol=1e-14)


@pytest.mark.parametrize(
    ("message", "name", "args"),
    [
        ("does not result in an equal division", "split", (VECTOR, 3)),
        ("for more axes: matmul", "dot", ([[[1.0]]], [1.0])),
    ],
)
def test_what_numpy_refuses_is_refused(message: str, name: str, args: tuple) -> None:
    with pytest.raises(EngineError, match=message):
        called(name, *args)


def test_the_prefix_of_torch_keeps_the_answer_of_torch() -> None:
    assert namespace.lookup("torch.median")([1.0, 2.0]).item() == 1.0
    assert namespace.lookup("median")([1.0, 2.0]).item() == 1.0

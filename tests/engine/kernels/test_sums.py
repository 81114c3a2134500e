"""Sums in torch's order: exact where any order is, and to the digit where torch was recorded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gradcalc.engine.kernels import sums

from ...sampling import draw

RECORDED = json.loads(
    (Path(__file__).resolve().parents[2] / "golden" / "sums.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", RECORDED["cases"], ids=lambda c: f"{c['shape']}-{c['axes']}")
@pytest.mark.parametrize("name", ["float32", "float64"])
def test_sums_have_the_digits_of_torch(case: dict, name: str) -> None:
    array = draw(*case["shape"], key="sums").astype(name).transpose(case["order"])
    found = sums.total(array, tuple(case["axes"]), False)
    assert [float(v).hex() for v in np.ravel(found)] == case[name]


@pytest.mark.parametrize("shape", [(), (0,), (2, 0), (5,), (40000,)])
def test_whole_numbers_are_exact(shape: tuple[int, ...]) -> None:
    array = np.arange(float(np.prod(shape, dtype=int))).reshape(shape)
    dims = tuple(range(-len(shape), 0))
    assert sums.total(array, dims, False) == array.sum()
    assert np.shape(sums.total(array, dims, True)) == (1,) * len(shape)


def test_negative_zeros_add_up_to_zero() -> None:
    for count in (3, 20):
        assert str(sums.total(np.full(count, -0.0), (-1,), False)) == "0.0"

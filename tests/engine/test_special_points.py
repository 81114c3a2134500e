"""Ties, zeros, infinities, nan and emptiness: values and gradients as torch gives them."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import registry
from gradcalc.engine.backward import gradients
from gradcalc.engine.row import Row
from gradcalc.engine.surface.namespace import lookup

from ..sampling import Sample, Special
from .row_cases import SPECIAL, key_of, run

CASES = [
    pytest.param(row, point, id=f"{key_of(row)}-{k}")
    for row in registry.all_rows()
    for k, point in enumerate(SPECIAL.get(key_of(row), ()))
]


@pytest.mark.parametrize(("row", "point"), CASES)
def test_special_points_are_those_of_torch(row: Row, point: Special) -> None:
    call = run(row, Sample(point.args, point.kwargs))
    first = call.outputs[0]
    np.testing.assert_allclose(first.array(), np.array(point.value), rtol=1e-12)
    if not first.requires_grad:
        assert point.gradients == (None,) * len(call.inputs)
        return
    with np.errstate(all="ignore"):
        total = lookup("sum")(first)
    found = gradients([total], call.inputs)
    for g, expected in zip(found, point.gradients, strict=True):
        assert (g is None) == (expected is None)
        if g is not None:
            np.testing.assert_allclose(g.array(), np.array(expected), rtol=1e-12)

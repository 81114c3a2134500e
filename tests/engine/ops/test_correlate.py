"""Convolutions of many samples at once and of one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor
from gradcalc.engine.ops import correlate
from gradcalc.engine.surface.namespace import lookup

from ...sampling import draw


@pytest.mark.parametrize("name", ["conv2d", "conv_transpose2d"])
def test_samples_one_by_one_have_the_bits_of_all_at_once(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    run = lookup(f"nn.functional.{name}")
    images, kernels = Tensor(draw(3, 2, 5, 6, key="i")), Tensor(draw(2, 2, 3, 2, key="k"))
    together = run(images, kernels).array()
    monkeypatch.setattr(correlate, "_MANY_COLUMNS", 0)
    np.testing.assert_array_equal(run(images, kernels).array(), together)

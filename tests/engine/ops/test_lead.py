"""Mapping what takes no lead axes over a batch."""

from __future__ import annotations

import numpy as np

from gradcalc.engine.ops.lead import one_by_one

BATCH = np.arange(12.0).reshape(2, 3, 2)


def test_a_rule_without_lead_axes_is_mapped_over_them() -> None:
    assert BATCH[..., ::-1].tolist() == one_by_one(lambda g: g[::-1], BATCH, 2).tolist()


def test_each_of_several_results_has_the_lead_axes() -> None:
    first, second, third = one_by_one(lambda g: (g[0], None, g + 1), BATCH, 2)
    assert BATCH[..., 0].tolist() == first.tolist()
    assert second is None
    assert (BATCH + 1).tolist() == third.tolist()


def test_cotangents_that_are_missing_stay_so() -> None:
    out = one_by_one(lambda gs: gs[0] if gs[1] is None else None, [BATCH, None], 2)
    assert BATCH.tolist() == out.tolist()

"""Views share writable memory with their base; their copying twins do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, registry

from ..row_cases import Call, key_of, run, samples_of

VIEWS = [
    pytest.param(row, sample, id=f"{key_of(row)}-{k}")
    for row in registry.all_rows()
    if row.view and row.inputs
    for k, sample in enumerate(samples_of(row))
]
COPIES = [
    pytest.param(row, sample, id=f"{key_of(row)}-{k}")
    for row in registry.all_rows()
    if row.name.endswith("_copy")
    for k, sample in enumerate(samples_of(row))
]


def filled(call: Call) -> list[Tensor]:
    """The results that have elements."""
    return [out for out in call.outputs if out.numel()]


@pytest.mark.parametrize(("row", "sample"), VIEWS)
def test_a_view_shares_writable_memory_with_its_base(row: Any, sample: Any) -> None:
    call = run(row, sample)
    base = call.inputs[0]
    for out in filled(call):
        assert np.shares_memory(out.data, base.data)
        assert out.data.flags.writeable
        assert out.extra is not None
        assert out.extra.base is base
        assert out.storage is base.storage


@pytest.mark.parametrize(("row", "sample"), COPIES)
def test_a_copy_has_memory_of_its_own(row: Any, sample: Any) -> None:
    call = run(row, sample)
    for out in filled(call):
        assert not np.shares_memory(out.array(), call.inputs[0].array())
        assert out.extra is None or out.extra.base is None


def test_a_number_gets_memory_when_a_view_of_it_is_made() -> None:
    row = next(r for r in registry.lookup("reshape") or [])
    x = Tensor(2.0, requires_grad=True)
    view = registry.operation(row)(x, (1, 1))
    view.data[0, 0] = 5.0
    assert x.item() == 5.0

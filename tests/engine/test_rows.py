"""What every row must keep, by loop: both modes, differences, batches, second order, dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, registry
from gradcalc.engine.backward import gradients
from gradcalc.engine.forward import tangents
from gradcalc.engine.functional import _by_columns, _by_rows, recorded_gradients
from gradcalc.engine.gradcheck import richardson
from gradcalc.engine.row import Row

from ..sampling import Sample, draw
from .row_cases import (
    DIFFERENTIABLE,
    SPECIAL,
    WRITTEN,
    key_of,
    projected,
    run,
    samples_of,
    tracked,
    values_of,
)

ROWS = list(registry.all_rows())
CASES = [
    pytest.param(row, sample, id=f"{key_of(row)}-{k}")
    for row in ROWS
    if row.kind in DIFFERENTIABLE
    for k, sample in enumerate(samples_of(row))
]
every_sample = pytest.mark.parametrize(("row", "sample"), CASES)


def arrays(values: list[Tensor | None], like: list[Tensor], shape: tuple = ()) -> list[np.ndarray]:
    """Gradients as arrays, zeros where there is no path."""
    return [
        np.zeros(shape + t.shape) if v is None else np.asarray(v.array())
        for v, t in zip(values, like, strict=True)
    ]


def ones(outputs: list[Tensor], key: str) -> list[Tensor]:
    """Random cotangents for the outputs."""
    return [Tensor(np.asarray(draw(*o.shape, key=f"{key}{k}"))) for k, o in enumerate(outputs)]


@pytest.mark.parametrize(
    "row", [r for r in ROWS if r.kind in ("elementwise", "linear")], ids=key_of
)
def test_rows_with_formulas_are_recorded(row: Row) -> None:
    # or the tests below would pass over them
    assert any(tracked(run(row, sample)) for sample in samples_of(row))


@every_sample
def test_gradient_agrees_with_differences(row: Row, sample: Sample) -> None:
    call = run(row, sample)
    if not tracked(call):
        pytest.skip("nothing to differentiate")
    exact = arrays(gradients([projected(call, key_of(row))], call.inputs), call.inputs)
    points = values_of(call)
    for k, point in enumerate(points):
        # along a random direction: a fault in any component shows, at the cost of one
        direction = draw(*point.shape, low=0.5, high=1.5, key=f"direction{k}")

        def value(step: np.ndarray, k: int = k, way: np.ndarray = direction) -> np.ndarray:
            moved = [p + step * way if j == k else p for j, p in enumerate(points)]
            return np.asarray(projected(run(row, sample, moved), key_of(row)).array())

        numeric, error = richardson(value, np.asarray(0.0))
        slope = float(np.sum(exact[k] * direction))
        size = float(np.sum(np.abs(exact[k] * direction)))
        assert abs(slope - numeric) <= 1e-8 * max(1.0, size) + 10 * error


@every_sample
def test_both_modes_give_the_same_jacobian(row: Row, sample: Sample) -> None:
    call = run(row, sample)
    for out in tracked(call):
        reverse = arrays(_by_rows(out, call.inputs, False), call.inputs, out.shape)
        forward = arrays(_by_columns(out, call.inputs, False), call.inputs, out.shape)
        for r, f in zip(reverse, forward, strict=True):
            np.testing.assert_allclose(f, r, rtol=1e-9, atol=1e-12)


@every_sample
def test_batched_cotangents_equal_their_rows(row: Row, sample: Sample) -> None:
    call = run(row, sample)
    for out in tracked(call):
        batch = draw(2, *out.shape, key=key_of(row))
        together = gradients([out], call.inputs, [Tensor(batch)], retain_graph=True, lead=1)
        for k in range(2):
            cotangent = Tensor(float(batch[k]) if not out.ndim else batch[k])
            alone = gradients([out], call.inputs, [cotangent], retain_graph=True)
            for t, a in zip(together, alone, strict=True):
                assert (t is None) == (a is None)
                if t is not None and a is not None:
                    np.testing.assert_allclose(t.array()[k], a.array(), rtol=1e-9, atol=1e-12)


@every_sample
def test_recorded_pass_has_the_bits_of_the_raw_one(row: Row, sample: Sample) -> None:
    call = run(row, sample)
    outs = tracked(call)
    if not outs:
        pytest.skip("nothing to differentiate")
    cotangents = ones(outs, key_of(row))
    plain = gradients(outs, call.inputs, cotangents, retain_graph=True)
    recorded = gradients(outs, call.inputs, cotangents, create_graph=True)
    for p, r in zip(plain, recorded, strict=True):
        assert (p is None) == (r is None)
        if p is not None and r is not None:
            np.testing.assert_array_equal(p.array(), r.array())


@every_sample
def test_second_derivatives_agree_in_both_orders(row: Row, sample: Sample) -> None:
    call = run(row, sample)
    if not tracked(call):
        pytest.skip("nothing to differentiate")
    whole = projected(call, key_of(row))
    gs = recorded_gradients(whole * whole * 0.5, call.inputs)
    # short, so that steps along them stay inside the domain and off the kinks
    vectors = [Tensor(np.asarray(draw(*t.shape, low=-0.1, high=0.1, key="v"))) for t in call.inputs]
    live = [(g, v) for g, v in zip(gs, vectors, strict=True) if g is not None and g.requires_grad]
    reverse = gradients([g for g, _ in live], call.inputs, [v for _, v in live], retain_graph=True)
    forward = tangents([g for g, _ in live], call.inputs, vectors)
    by_reverse = sum(
        float(np.sum(r.array() * v.array()))
        for r, v in zip(reverse, vectors, strict=True)
        if r is not None
    )
    by_forward = sum(
        float(np.sum(f.array() * v.array()))
        for f, (_, v) in zip(forward, live, strict=True)
        if f is not None
    )
    assert by_forward == pytest.approx(by_reverse, rel=1e-8, abs=1e-9)
    _second_differences(row, sample, call.inputs, reverse, vectors)


def _second_differences(
    row: Row, sample: Sample, inputs: list[Tensor], found: list, vectors: list[Tensor]
) -> None:
    """The derivative of the gradient along `vectors`, by differences of the gradient itself."""
    points = [np.array(t.array()) for t in inputs]

    def along(step: np.ndarray) -> Any:
        moved = [p + step * v.array() for p, v in zip(points, vectors, strict=True)]
        call = run(row, sample, moved)
        whole = projected(call, key_of(row))
        gs = arrays(gradients([whole * whole * 0.5], call.inputs), call.inputs)
        return np.concatenate([np.ravel(g) for g in gs])

    numeric, error = richardson(along, np.asarray(0.0))
    exact = np.concatenate([np.ravel(h) for h in arrays(found, inputs)])
    scale = np.maximum(1.0, np.abs(numeric))
    assert np.all(np.abs(exact - numeric) <= 1e-6 * scale + 10 * error)


@every_sample
def test_float32_stays_float32(row: Row, sample: Sample) -> None:
    wide = run(row, sample)
    if not wide.inputs:
        pytest.skip("takes no floating-point tensor")
    narrow = run(row, sample, [v.astype(np.float32) for v in values_of(wide)])
    for w, n in zip(wide.outputs, narrow.outputs, strict=True):
        if w.dtype.name == "float64" and row.name not in KEEPS_DOUBLE:
            assert n.dtype.name == "float32"
    outs = tracked(narrow)
    cotangents = [Tensor(np.ones(o.shape, o.dtype.np)) for o in outs]
    for g in gradients(outs, narrow.inputs, cotangents) if outs else []:
        if g is not None:
            assert g.dtype.name == "float32"


# results in float64 whatever the inputs are
KEEPS_DOUBLE = {"float_power", "double", "to", "_cast", "type"}


@pytest.mark.parametrize("row", ROWS, ids=key_of)
def test_every_row_is_documented(row: Row) -> None:
    assert row.doc.endswith(".")
    assert len(row.doc) > 10


def test_every_sample_is_of_a_row() -> None:
    known = {key_of(row) for row in ROWS}
    assert sorted({*WRITTEN, *SPECIAL} - known) == []


@pytest.mark.parametrize("row", [r for r in ROWS if r.kind in DIFFERENTIABLE], ids=key_of)
def test_every_differentiable_row_has_samples(row: Row) -> None:
    assert samples_of(row)

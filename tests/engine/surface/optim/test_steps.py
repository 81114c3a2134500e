"""Every optimizer against torch: the same digits after a dozen steps.

The gradient is made of products and sums alone, so that only the optimizers are compared. Those
that take square roots are compared to within last digits: MKL's roots, which torch calls, are
not always rounded correctly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor

from ..torchlike import close, leaf, recorded, torch

RECORDED = recorded("optimizers")


def label(run: dict) -> str:
    """A name for a recorded run."""
    return f"{run['optimizer']}-{RECORDED['runs'].index(run)}"


def agree(value: Any, expected: Any, run: dict) -> bool:
    """Whether a value is the recorded one, exactly where no root was taken."""
    got = value.tolist() if isinstance(value, Tensor) else value
    if run["optimizer"] in ("SGD", "Rprop", "ASGD"):
        return got == expected
    return np.allclose(got, expected, rtol=1e-6, atol=1e-8)


def gradient(w: Tensor, offset: Any) -> Tensor:
    """w³ - w / 2 + offset."""
    values = w.array()
    half = values.dtype.type(0.5)
    cube = values * values * values
    return Tensor(np.asarray(cube - values * half + np.asarray(offset, values.dtype)))


@pytest.mark.parametrize("run", RECORDED["runs"], ids=label)
def test_steps_end_at_torchs_digits(run: dict) -> None:
    weights = [leaf(values, run["dtype"]) for values in run["start"]]
    optimizer = torch(f"optim.{run['optimizer']}")(weights, **run["settings"])
    for _ in range(run["steps"]):
        for w, offset in zip(weights, run["offsets"], strict=True):
            w.grad = gradient(w, offset)
        optimizer.step()
    for w, expected in zip(weights, run["values"], strict=True):
        assert agree(w, expected, run)
    state = optimizer.state[weights[0]]
    assert list(state) == list(run["state"])
    for name, expected in run["state"].items():
        assert agree(state[name], expected, run), name
    assert [w.version for w in weights] == run["versions"]
    assert repr(optimizer) == run["text"]


def valley(p: Tensor) -> Any:
    """Rosenbrock's function with a gentler slope."""
    x, y = p[0], p[1]  # type: ignore[index]
    return (1 - x) ** 2 + 5 * (y - x**2) ** 2


@pytest.mark.parametrize("run", RECORDED["lbfgs"], ids=lambda r: f"{r['settings']}{r['start']}")
def test_lbfgs_goes_torchs_way(run: dict) -> None:
    p = leaf(run["start"])
    optimizer = torch("optim.LBFGS")([p], **run["settings"])

    def closure() -> Any:
        optimizer.zero_grad()
        loss = valley(p)
        loss.backward()
        return loss

    losses = [optimizer.step(closure).item() for _ in range(4)]
    assert close(losses, run["losses"])
    assert close(p, run["values"])
    state = optimizer.state[p]
    assert (state["func_evals"], state["n_iter"]) == (run["evaluations"], run["iterations"])


def test_lbfgs_knows_one_line_search() -> None:
    p = leaf([1.0, 2.0])
    optimizer = torch("optim.LBFGS")([p], line_search_fn="other")

    def closure() -> Any:
        loss = valley(p)
        loss.backward()
        return loss

    with pytest.raises(RuntimeError, match="only 'strong_wolfe' is supported"):
        optimizer.step(closure)

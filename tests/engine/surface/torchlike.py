"""torch's names for tests: `torch("nn.Linear")` as programs find it, and recorded values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from gradcalc.engine import Tensor
from gradcalc.engine.generator import default_generator
from gradcalc.engine.surface import members  # noqa: F401 -- gives tensors their text
from gradcalc.engine.surface.namespace import in_torch

GOLDEN = Path(__file__).parents[2] / "golden"


def torch(name: str) -> Any:
    """What a program finds under `torch.name`."""
    found = in_torch(name)
    assert found is not None, name
    return found


def recorded(name: str) -> dict[str, Any]:
    """A file of values recorded from torch."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def seed(number: int) -> None:
    """Start the default stream of random numbers of a seed."""
    default_generator.manual_seed(number)


def leaf(values: Any, dtype: str = "float32") -> Tensor:
    """A tracked tensor of the values given."""
    return Tensor(np.array(values, dtype), requires_grad=True)


def plain(values: Any, dtype: str = "float32") -> Tensor:
    """A tensor of the values given."""
    return Tensor(np.array(values, dtype))


def close(got: Any, expected: Any) -> bool:
    """Whether values agree to within some last digits of float32."""
    values = got.tolist() if isinstance(got, Tensor) else got
    return np.allclose(values, expected, rtol=2e-5, atol=2e-6, equal_nan=True)

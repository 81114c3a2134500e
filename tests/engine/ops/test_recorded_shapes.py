"""The operations on shapes against torch: values, dtypes, nodes, views and errors.

`tests/golden/shapes.json` holds what torch 2.13.0 answers to some 700 expressions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor

from ...parser.program.running import error_of
from ...parser.running import value

RECORDED = json.loads((Path(__file__).parents[2] / "golden" / "shapes.json").read_text("utf-8"))
CASES = RECORDED["cases"]
PROGRAM = "".join(
    [
        "import torch\nimport torch.nn.functional as F\nfrom math import inf, nan\n",
        "from torch import arange, float64, tensor, zeros\n",
        *(f"{name} = {text}\n" for name, text in RECORDED["variables"].items()),
        *(f"{name}.requires_grad_()\n" for name in RECORDED["tracked"]),
    ]
)


def variables() -> dict[str, Tensor]:
    """The tensors that the recorded expressions speak of."""
    made: dict[str, Any] = {n: value(text) for n, text in RECORDED["variables"].items()}
    for name in RECORDED["tracked"]:
        made[name].requires_grad_()
    return made


def described(result: Any) -> Any:
    """A result as it was recorded."""
    if not isinstance(result, Tensor):
        return [described(part) for part in result]
    return {
        "shape": list(result.shape),
        "dtype": result.dtype.name,
        "values": written(result.tolist()),
        "node": None if result.grad_fn is None else result.grad_fn.name(),
        "tracked": result.requires_grad,
        "view": result.extra is not None and result.extra.base is not None,
    }


def written(values: Any) -> Any:
    """Numbers with infinities and nan as texts."""
    if isinstance(values, list):
        return [written(v) for v in values]
    return repr(values) if isinstance(values, float) and not np.isfinite(values) else values


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_an_expression_gives_what_torch_gives(case: dict) -> None:
    if "error" in case:
        # expressions promote or word some of it in their own way, programs are strictly torch
        assert case["message"].partition("\n")[0] in error_of(f"{PROGRAM}{case['text']}\n")
    else:
        assert described(value(case["text"], **variables())) == case["result"]

"""numpy's names and keywords for the operations on shapes mean what torch's do."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import tensor

from ...parser.running import number

VARIABLES = {
    "x": tensor(np.arange(5.0)),
    "y": tensor(np.arange(12.0).reshape(3, 4)),
    "z": tensor(np.arange(24.0).reshape(2, 3, 4)),
}


@pytest.mark.parametrize(
    ("numpys", "torchs"),
    [
        ("np.concatenate((x, x), axis=0)", "cat([x, x], 0)"),
        ("np.stack([x, x], axis=1)", "stack([x, x], 1)"),
        ("np.expand_dims(y, axis=1)", "y.unsqueeze(1)"),
        ("np.transpose(z)", "z.permute(2, 1, 0)"),
        ("np.transpose(z, axes=(1, 0, 2))", "z.permute(1, 0, 2)"),
        ("np.swapaxes(y, 0, 1)", "y.transpose(0, 1)"),
        ("np.moveaxis(z, source=0, destination=2)", "z.movedim(0, 2)"),
        ("np.reshape(y, newshape=(2, 6))", "y.reshape(2, 6)"),
        ("np.broadcast_to(x, shape=(2, 5))", "x.expand(2, 5)"),
        ("np.tile(x, reps=(2, 1))", "x.repeat(2, 1)"),
        ("np.flip(y, axis=0)", "y.flip(0)"),
        ("np.roll(y, shift=1, axis=1)", "y.roll(1, 1)"),
        ("np.rot90(y, k=1, axes=(1, 0))", "y.rot90(1, (1, 0))"),
        ("np.tril(y, k=1)", "y.tril(1)"),
        ("np.diag(x, k=1)", "x.diag(1)"),
        ("np.diagonal(z, offset=1, axis1=0, axis2=2)", "z.diagonal(1, 0, 2)"),
        ("np.array_split(x, 3)[0]", "x.tensor_split(3)[0]"),
        ("np.linspace(0, 1, num=3)", "linspace(0, 1, 3)"),
        ("np.arange(start=0, stop=3)", "arange(0, 3)"),
        ("np.full(shape=(2,), fill_value=3.0)", "full((2,), 3.0)"),
        ("np.zeros(shape=(2, 2))", "zeros(2, 2)"),
        ("np.identity(2)", "eye(2)"),
        ("np.array([x, x])", "stack([x, x])"),
    ],
)
def test_numpys_spelling_is_read(numpys: str, torchs: str) -> None:
    assert number(numpys, **VARIABLES) == number(torchs, **VARIABLES)

"""Each way to fail gives its pinned error."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradcalc.engine import tensor

from ..parser.running import failure
from .catalogue import EXAMPLES, read, render


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_error_is_as_pinned(example: Path) -> None:
    text, expected = read(example)
    error = failure(text, x=tensor(2.0), v=tensor([1.0, 2.0, 3.0]))
    assert expected == render(error)

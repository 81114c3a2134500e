"""Seeded draws against torch's, recorded; the same words in the same order."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gradcalc.engine import dtypes
from gradcalc.engine.generator import Generator

GOLDEN = Path(__file__).parent.parent / "golden" / "random.json"
STREAMS = json.loads(GOLDEN.read_text(encoding="utf-8"))["streams"]


@pytest.mark.parametrize("stream", STREAMS, ids=lambda s: str(s["seed"]))
def test_a_seed_gives_torchs_numbers(stream: dict) -> None:
    generator = Generator(stream["seed"])
    for draw in stream["draws"]:
        args = [tuple(a) if isinstance(a, list) else dtypes.BY_NAME.get(a, a) for a in draw["args"]]
        got = getattr(generator, draw["draw"])(*args)
        assert np.asarray(got, np.float64).tolist() == draw["values"], draw["draw"]


def test_seeding_again_starts_again() -> None:
    generator = Generator(3)
    first = generator.normal((3,)).tolist()
    assert generator.manual_seed(3).normal((3,)).tolist() == first


def test_exponential_numbers_have_their_rate() -> None:
    drawn = Generator(0).exponential((4000,), 2.0)
    assert abs(float(drawn.mean()) - 0.5) < 0.03


def test_probabilities_of_zero_and_one_are_certain() -> None:
    each = Generator(0).bernoulli_each(np.array([0.0, 1.0], np.float32))
    assert each.tolist() == [0.0, 1.0]

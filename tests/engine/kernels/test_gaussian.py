"""Single-precision normals: torch's bits, and Box and Muller's formula in double precision."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine.kernels.gaussian import normals

# torch 2.13: rand(16) and randn(16) after manual_seed(7).
UNIFORM = """
0x1.11e15ep-1 0x1.97262p-3 0x1.518432p-1 0x1.5053ecp-1
0x1.dcb218p-3 0x1.b3434cp-2 0x1.a81cb8p-3 0x1.426ccep-1
0x1.76157p-2 0x1.b3d972p-1 0x1.b5bb1cp-1 0x1.1a142ep-1
0x1.25b92p-2 0x1.a68ac8p-3 0x1.c7c5b8p-2 0x1.6fe8a8p-2
"""
NORMAL = """
-0x1.a3e8acp-1 0x1.952056p-2 0x1.cc3dbcp-1 -0x1.636e7p+0
-0x1.560202p-3 0x1.23fe5ap-2 -0x1.483d26p-1 -0x1.c98d34p-1
0x1.da63d8p-1 -0x1.122ea8p-1 -0x1.28e36ep+0 -0x1.d7337p-2
0x1.6ac5a2p-1 0x1.0343fp+0 0x1.d7da5p-3 0x1.17151p+0
"""


def parsed(text: str) -> np.ndarray:
    """Hexadecimal floats as float32."""
    return np.array([float.fromhex(word) for word in text.split()], np.float32)


def test_normals_have_torchs_bits() -> None:
    assert normals(parsed(UNIFORM), 0.0, 1.0).tolist() == parsed(NORMAL).tolist()


def test_blocks_do_not_touch_each_other() -> None:
    unit = parsed(UNIFORM)
    twice = normals(np.concatenate([unit, unit[::-1]]), 0.0, 1.0)
    assert twice[:16].tolist() == normals(unit, 0.0, 1.0).tolist()
    assert twice[16:].tolist() == normals(unit[::-1], 0.0, 1.0).tolist()


@pytest.mark.parametrize(("mean", "std"), [(0.0, 1.0), (-2.0, 0.25)])
def test_normals_follow_box_and_muller(mean: float, std: float) -> None:
    unit = (np.arange(4096, dtype=np.float64) + 0.5) / 4096
    unit = unit.reshape(64, 64).T.reshape(-1).astype(np.float32)
    pairs = unit.astype(np.float64).reshape(-1, 2, 8)
    radius, angle = np.sqrt(-2 * np.log1p(-pairs[:, 0])), 2 * np.pi * pairs[:, 1]
    exact = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)
    np.testing.assert_allclose(normals(unit, mean, std), exact * std + mean, rtol=0, atol=2e-6)


def test_the_smallest_uniform_number_gives_zeros() -> None:
    assert normals(np.zeros(16, np.float32), 0.0, 1.0).tolist() == [0.0] * 16

"""Random numbers: PyTorch's CPU generator and the ways it turns words into numbers.

One Mersenne Twister (MT19937) gives 32-bit words; every distribution below takes from it the
words that torch takes, in the same order, so that a seeded program prints torch's numbers.
Source: ATen/core/MT19937RNGEngine.h, ATen/core/TransformationHelper.h and
ATen/native/cpu/DistributionTemplates.h of PyTorch 2.13; each is checked against recorded
draws.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .dtypes import DType, float32, float64
from .kernels import gaussian

DEFAULT_SEED = 67280421310721  # torch's seed where nobody gave one
_VECTOR = 16  # from this size on, normals are made in groups of sixteen


class Generator:
    """A stream of random words and what is drawn from it.

    Methods return arrays of `shape` and advance the stream. `seed` is what it began with.
    """

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of a seed (its low 32 bits count) and forget what was left over."""
        self.seed = seed % (1 << 64)
        self._twister: Any = None
        self._spare_normal: float | None = None
        return self

    def words(self, count: int) -> np.ndarray:
        """The next 32-bit words, as uint64."""
        if self._twister is None:
            # imported here: numpy.random takes longer to load than a gradient to compute
            self._twister = np.random.MT19937()
            self._twister._legacy_seeding(self.seed & 0xFFFFFFFF)
        return self._twister.random_raw(count)

    def words64(self, count: int) -> np.ndarray:
        """The next 64-bit words: each a high word, then a low word."""
        pairs = self.words(2 * count).reshape(count, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def _unit(self, count: int, dtype: DType) -> np.ndarray:
        """Uniform numbers in [0, 1) with all the bits that `dtype` has, as float64."""
        if dtype is float64:
            return (self.words64(count) & np.uint64((1 << 53) - 1)) * 2.0**-53
        return (self.words(count) & np.uint64((1 << 24) - 1)) * 2.0**-24

    def uniform(
        self, shape: tuple[int, ...], low: float = 0.0, high: float = 1.0, dtype: DType = float32
    ) -> np.ndarray:
        """Uniform numbers in [low, high)."""
        unit = self._unit(math.prod(shape), dtype)
        return (unit * (high - low) + low).astype(dtype.np).reshape(shape)

    def normal(
        self, shape: tuple[int, ...], mean: float = 0.0, std: float = 1.0, dtype: DType = float32
    ) -> np.ndarray:
        """Normal numbers; below sixteen of them torch goes another way than above."""
        count = math.prod(shape)
        draw = self._few_normals if count < _VECTOR else self._many_normals
        return draw(count, mean, std, dtype).astype(dtype.np).reshape(shape)

    def _few_normals(self, count: int, mean: float, std: float, dtype: DType) -> np.ndarray:
        """One by one in double precision; each pair leaves a spare for the next draw."""
        out = np.empty(count)
        for k in range(count):
            if self._spare_normal is not None:
                value, self._spare_normal = self._spare_normal, None
            else:
                u, v = self._unit(2, float64).tolist()
                radius = math.sqrt(-2.0 * math.log1p(-v))
                value = radius * math.cos(2.0 * math.pi * u)
                self._spare_normal = radius * math.sin(2.0 * math.pi * u)
            out[k] = value * std + mean
        return out

    def _many_normals(self, count: int, mean: float, std: float, dtype: DType) -> np.ndarray:
        """Box and Muller on blocks of sixteen; the last block is drawn again if it is cut."""
        make = gaussian.normals if dtype is float32 else _box_muller
        out = self._unit(count, dtype)
        whole = count - count % _VECTOR
        out[:whole] = make(out[:whole], mean, std)
        if whole != count:
            out[-_VECTOR:] = make(self._unit(_VECTOR, dtype), mean, std)
        return out

    def integers(self, low: int, high: int, shape: tuple[int, ...]) -> np.ndarray:
        """Integers in [low, high), int64."""
        count = math.prod(shape)
        span = high - low
        words = self.words(count) if span < 1 << 32 else self.words64(count)
        return (words % np.uint64(span)).astype(np.int64).reshape(shape) + low

    def permutation(self, n: int) -> np.ndarray:
        """The numbers 0 to n - 1 in random order, int64."""
        out = list(range(n))
        words = self.words(max(n - 1, 0)).tolist()
        for i, word in enumerate(words):
            j = i + word % (n - i)
            out[i], out[j] = out[j], out[i]
        return np.array(out, np.int64)

    def bernoulli(self, shape: tuple[int, ...], p: float) -> np.ndarray:
        """Ones with probability `p`, else zeros, float64."""
        return (self._unit(math.prod(shape), float64) < p).astype(np.float64).reshape(shape)

    def bernoulli_each(self, p: np.ndarray) -> np.ndarray:
        """Ones with the probabilities in `p`, else zeros, float64."""
        unit = self._unit(p.size, float64 if p.dtype == np.float64 else float32)
        return (unit.reshape(p.shape) < p).astype(np.float64)

    def exponential(
        self, shape: tuple[int, ...], rate: float = 1.0, dtype: DType = float32
    ) -> np.ndarray:
        """Exponential numbers with the given rate."""
        unit = self._unit(math.prod(shape), float64)
        return (-np.log1p(-unit) / rate).astype(dtype.np).reshape(shape)


def _box_muller(unit: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Normals from uniform numbers: in each sixteen, the first eight pair with the last."""
    pairs = unit.reshape(-1, 2, _VECTOR // 2)
    radius = np.sqrt(-2.0 * np.log(1.0 - pairs[:, 0]))
    angle = 2.0 * math.pi * pairs[:, 1]
    made = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return (made * std + mean).reshape(unit.shape)


default_generator = Generator()

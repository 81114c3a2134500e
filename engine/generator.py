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
from .errors import EngineRuntimeError, EngineValueError
from .kernels import gaussian, poisson
from .kernels.fused import fused

DEFAULT_SEED = 67280421310721  # torch's seed where nobody gave one
_WORDS = 624  # that the twister makes at a time
_STATE = np.dtype(
    [
        ("seed", "<u8"),
        ("left", "<i4"),
        ("seeded", "<i4"),
        ("next", "<u8"),
        ("state", "<u8", _WORDS),
        ("normal_x", "<f8"),
        ("normal_y", "<f8"),
        ("normal_rho", "<f8"),
        ("has_normal", "<i4"),
        ("unused", "<i4", 3),
    ]
)
_BLOCK = 1 << 13  # so many are made at a time, in memory that is small enough to be used again
_VECTOR = 16  # from this size on, normals are made in groups of sixteen


class Generator:
    """A stream of random words and what is drawn from it.

    Methods that draw return arrays of `shape` and advance the stream.
    """

    __module__ = "torch._C"  # where programs know it from

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of a seed (its low 32 bits count) and forget what was left over.

        Raises: ValueError for a seed that has no 64 bits.
        """
        if not -(1 << 63) <= seed < 1 << 64:
            raise EngineValueError("Overflow when unpacking long long")
        self._seed = seed % (1 << 64)
        self._twister: Any = None
        self._spare_normal: float | None = None
        return self

    @property
    def started(self) -> bool:
        """Whether anything was drawn since it was seeded."""
        return self._twister is not None

    def initial_seed(self) -> int:
        """What the stream began with."""
        return self._seed

    def seed(self) -> int:
        """Start another stream; return its seed, which follows from the last one.

        torch asks the operating system, but then no two runs would print the same.
        """
        self.manual_seed((self._seed * 6364136223846793005 + 1442695040888963407) % (1 << 64))
        return self._seed

    def state(self) -> np.ndarray:
        """The place in the stream as bytes, laid out as torch's.

        Source: CPUGeneratorImplStateLegacy of ATen/CPUGeneratorImpl.cpp.
        """
        record = np.zeros((), _STATE)
        twister = self._started()
        key, drawn = twister.state["state"]["key"], twister.state["state"]["pos"]
        fresh = drawn == _WORDS and not self._drawn
        record["seed"], record["seeded"], record["state"] = self._seed, 1, key
        record["left"] = 1 if fresh else _WORDS - drawn + 1
        record["next"] = 0 if fresh else drawn
        if self._spare_normal is not None:
            record["normal_y"], record["has_normal"] = self._spare_normal, 1
        return np.frombuffer(record.tobytes(), np.uint8).copy()

    def restore(self, state: np.ndarray) -> Generator:
        """Go to a place that `state` gave. Raises: RuntimeError for other bytes."""
        if state.size != _STATE.itemsize:
            raise EngineRuntimeError(
                "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size "
                f"to be {state.size}"
            )
        record = np.frombuffer(state.tobytes(), _STATE)[0]
        self.manual_seed(int(record["seed"]))
        twister = self._started()
        self._drawn = int(record["next"]) > 0
        inner = {"key": record["state"].astype(np.uint32), "pos": int(record["next"]) or _WORDS}
        twister.state = {"bit_generator": "MT19937", "state": inner}
        self._spare_normal = float(record["normal_y"]) if record["has_normal"] else None
        return self

    def _started(self) -> Any:
        """The twister, made when it is first needed."""
        if self._twister is None:
            # imported here: numpy.random takes longer to load than a gradient to compute
            self._twister = np.random.MT19937()
            self._twister._legacy_seeding(self._seed & 0xFFFFFFFF)
            self._drawn = False
        return self._twister

    def words(self, count: int) -> np.ndarray:
        """The next 32-bit words, as uint64."""
        twister = self._started()
        self._drawn = self._drawn or count > 0
        return twister.random_raw(count)

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
        if low != 0.0 or high != 1.0:
            least = dtype.np.type(low)
            unit = fused(unit, dtype.np.type(high) - least, least)
        return unit.astype(dtype.np).reshape(shape)

    def normal(
        self, shape: tuple[int, ...], mean: float = 0.0, std: float = 1.0, dtype: DType = float32
    ) -> np.ndarray:
        """Normal numbers; below sixteen of them torch goes another way than above."""
        count = math.prod(shape)
        if count < _VECTOR:
            return self.single_normals(shape, mean, std, dtype)
        return self._many_normals(count, mean, std, dtype).reshape(shape)

    def single_normals(
        self, shape: tuple[int, ...], mean: float = 0.0, std: float = 1.0, dtype: DType = float32
    ) -> np.ndarray:
        """Normal numbers one by one, in double precision; a pair leaves a spare for later."""
        count = math.prod(shape)
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
        return out.astype(dtype.np).reshape(shape)

    def _many_normals(self, count: int, mean: float, std: float, dtype: DType) -> np.ndarray:
        """Box and Muller on blocks of sixteen; the last block is drawn again if it is cut."""
        make = gaussian.normals if dtype is float32 else _box_muller
        out = np.empty(count, dtype.np)
        whole = count - count % _VECTOR
        for start in range(0, whole, _BLOCK):
            size = min(_BLOCK, whole - start)
            out[start : start + size] = make(self._unit(size, dtype), mean, std)
        if whole != count:
            self._unit(count - whole, dtype)  # drawn as well, and not used
            out[-_VECTOR:] = make(self._unit(_VECTOR, dtype), mean, std)
        return out

    def integers(self, low: int, high: int, shape: tuple[int, ...]) -> np.ndarray:
        """Integers in [low, high), int64."""
        count = math.prod(shape)
        span = high - low
        words = self.words(count) if span < 1 << 32 else self.words64(count)
        return (words % np.uint64(span)).astype(np.int64).reshape(shape) + low

    def remainders(self, shape: tuple[int, ...], span: int, *, wide: bool = False) -> np.ndarray:
        """Words of 32 bits, or of 64 if `wide`, modulo `span`; uint64."""
        count = math.prod(shape)
        words = self.words64(count) if wide else self.words(count)
        return (words % np.uint64(span)).reshape(shape)

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

    def geometric(self, shape: tuple[int, ...], p: float) -> np.ndarray:
        """How many trials it takes to a first success of probability `p`, float64."""
        unit = self._unit(math.prod(shape), float64)
        with np.errstate(divide="ignore"):
            return np.ceil(np.log(unit) / np.log1p(-p)).reshape(shape)

    def cauchy(self, shape: tuple[int, ...], median: float, sigma: float) -> np.ndarray:
        """Cauchy numbers, float64."""
        unit = self._unit(math.prod(shape), float64)
        return (median + sigma * np.tan(math.pi * (unit - 0.5))).reshape(shape)

    def log_normal(self, shape: tuple[int, ...], mean: float, std: float) -> np.ndarray:
        """Numbers whose logarithms are normal, float64."""
        return np.exp(self.single_normals(shape, mean, std, float64))

    def poisson(self, rates: np.ndarray) -> np.ndarray:
        """A Poisson number for each of the rates, float64."""
        drawn = [
            poisson.draw(rate, lambda: self._unit(1, float64).item())
            for rate in rates.ravel().tolist()
        ]
        return np.array(drawn, np.float64).reshape(rates.shape)


def _box_muller(unit: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Normals from uniform numbers: in each sixteen, the first eight pair with the last."""
    pairs = unit.reshape(-1, 2, _VECTOR // 2)
    radius = np.sqrt(-2.0 * np.log(1.0 - pairs[:, 0]))
    angle = 2.0 * math.pi * pairs[:, 1]
    made = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return (made * std + mean).reshape(unit.shape)


default_generator = Generator()

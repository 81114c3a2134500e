"""Random tensors whose distribution is given by tensors: normal, bernoulli, poisson, multinomial.

Those with a tensor for their rates or means are recorded, with the derivative zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dtypes, shapes
from ..errors import EngineRuntimeError
from ..kinds import DType, Index, Number, Setting, Shape, Tensors
from ..ops.filled import PINNED, made
from ..tensor import Tensor, result
from .draws import Draw, check_probability, check_std, composite_row, need_float, sized, zero_row
from .seeds import chosen

# -- normal


def _normal(
    mean: Number,
    std: Number,
    size: Shape,
    *,
    generator: Setting = None,
    dtype: DType | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers of one mean and standard deviation."""
    kind = sized(size, dtype)
    need_float(kind, "normal_kernel_cpu")
    check_std(std)
    return made(chosen(generator).normal(size, mean, std, kind), requires_grad)


def _around(means: Any, stds: Any, kind: DType, generator: Any) -> np.ndarray:
    """Normal numbers around means of some dtype, each with its deviation."""
    need_float(kind, "normal_kernel_cpu")
    shape = shapes.broadcast(np.shape(means), np.shape(stds))
    unit = chosen(generator).normal(shape, dtype=kind)
    return (unit * np.asarray(stds, kind.np) + np.asarray(means, kind.np)).astype(kind.np)


def _normal_of_means(mean: Tensors, std: Number = 1.0, *, generator: Setting = None) -> Any:
    """Normal numbers, each of a mean of its own."""
    check_std(std)
    return _around(mean, std, dtypes.of(mean), generator)


def _normal_of_stds(mean: Number, std: Tensors, *, generator: Setting = None) -> Any:
    """Normal numbers, each of a standard deviation of its own."""
    _check_stds(std)
    return _around(mean, std, dtypes.of(std), generator)


def _normal_of_both(mean: Tensors, std: Tensors, *, generator: Setting = None) -> Any:
    """Normal numbers, each of a mean and a standard deviation of its own."""
    _check_stds(std)
    return _around(mean, std, dtypes.of(mean), generator)


def _check_stds(std: Any) -> None:
    if np.size(std) and not np.min(std) >= 0:
        raise EngineRuntimeError("normal expects all elements of std >= 0.0")


normal = Draw(
    "normal",
    composite_row("normal", _normal, **PINNED),
    zero_row("normal", _normal_of_both, "NormalBackward3", "mean", "std"),
    zero_row("normal", _normal_of_means, "NormalBackward1", "mean"),
    zero_row("normal", _normal_of_stds, "NormalBackward2", "std"),
)

# -- other distributions


def _bernoulli(self: Tensors, *, generator: Setting = None) -> Any:
    """Ones with the probabilities in self, else zeros."""
    kind = dtypes.of(self)
    need_float(kind, "bernoulli_tensor_cpu_p_")
    p = np.asarray(self)
    if not bool(np.all((p >= 0) & (p <= 1))):
        raise EngineRuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error "
            "message be improved?  If so, please report an enhancement request to PyTorch.)"
        )
    return chosen(generator).bernoulli_each(p).astype(kind.np)


def _bernoulli_of_one(self: Tensors, p: Number, *, generator: Setting = None) -> Any:
    """Ones with probability p, else zeros, in the shape and dtype of self."""
    check_probability(p)
    return chosen(generator).bernoulli(np.shape(self), p).astype(dtypes.of(self).np)


bernoulli = Draw(
    "bernoulli",
    zero_row("bernoulli", _bernoulli, "BernoulliBackward0", "self"),
    zero_row("bernoulli", _bernoulli_of_one, "BernoulliBackward0", "self"),
)


def _poisson(self: Tensors, *, generator: Setting = None) -> Any:
    """Poisson numbers with the rates in self."""
    kind = dtypes.of(self)
    need_float(kind, "poisson_cpu")
    if np.size(self) and not np.min(self) >= 0:
        raise EngineRuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return chosen(generator).poisson(np.asarray(self)).astype(kind.np)


poisson = Draw("poisson", zero_row("poisson", _poisson, "PoissonBackward0", "self"))


def _multinomial(
    self: Index, num_samples: int, replacement: bool = False, *, generator: Setting = None
) -> Tensor:
    """Places drawn with the weights in each row of self."""
    weights = self.array()
    _check_weights(weights, self.dtype, num_samples, replacement)
    source = chosen(generator)
    if replacement and num_samples > 1:
        rows = weights.reshape(-1, weights.shape[-1])
        picked = np.stack([_with_replacement(row, num_samples, source) for row in rows])
        return result(picked.reshape((*weights.shape[:-1], num_samples)))
    with np.errstate(divide="ignore"):
        waiting = weights / source.exponential(weights.shape, 1.0, self.dtype)
    order = np.argsort(-waiting, axis=-1, kind="stable")
    return result(order[..., :num_samples].astype(np.int64))


def _check_weights(weights: np.ndarray, dtype: DType, count: int, replacement: bool) -> None:
    """Raise torch's errors for weights that are no distribution."""
    if weights.ndim not in (1, 2):
        raise EngineRuntimeError("prob_dist must be 1 or 2 dim")
    if not dtype.is_floating_point:
        raise EngineRuntimeError(
            "multinomial only supports floating-point dtypes for input, got: "
            f"{dtypes.SCALAR_TYPE_NAMES[dtype.name]}"
        )
    if count <= 0:
        raise EngineRuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > weights.shape[-1]:
        raise EngineRuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if not bool(np.all(np.isfinite(weights) & (weights >= 0))):
        raise EngineRuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if bool(np.any(weights.sum(-1) == 0)):
        raise EngineRuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


def _with_replacement(row: np.ndarray, count: int, source: Any) -> np.ndarray:
    """Places in one row: where uniform numbers fall among the running sums of the weights."""
    sums = np.cumsum(row, dtype=row.dtype)
    sums = sums / sums[-1]
    sums[-1] = 1
    drawn = source.uniform((count,), dtype=dtypes.float64)
    return np.searchsorted(sums, drawn).astype(np.int64)


multinomial = Draw("multinomial", composite_row("multinomial", _multinomial))


def method(name: str) -> Draw:
    """The method of tensors that draws from one: bernoulli or multinomial."""
    return bernoulli if name == "bernoulli" else multinomial

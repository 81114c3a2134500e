"""Normalization of channels over a batch, with running statistics, and of single instances."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..apply import wants
from ..errors import EngineRuntimeError, EngineValueError, dim_out_of_range
from ..kinds import Array, Index, Number, Setting
from ..registry import composite, structural
from ..tensor import Tensor
from . import standardize
from .inplace import store
from .lead import ndim, shape_of, sum_axes, unsqueeze_own
from .matrix import raw_of
from .power import rsqrt
from .public import call

F = "nn.functional."


def _besides(count: int) -> tuple[int, ...]:
    """The axes other than that of the channels, the second of `count`."""
    return (-count, *range(2 - count, 0))


def _spread(values: Any, count: int) -> Any:
    """One value a channel, aligned with a tensor of `count` axes."""
    return None if values is None else unsqueeze_own(values, _besides(count))


def _batch_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Index | None,
    running_var: Index | None,
    training: Setting,
    eps: Setting,
) -> Any:
    count = input.ndim
    scale, shift = _spread(weight, count), _spread(bias, count)
    if training:
        out, *statistics = standardize.forward(input, _besides(count), eps, scale, shift)
        return out, *(s.reshape(-1) for s in statistics)
    unit, _ = _by_running(input, running_mean, running_var, eps)
    none = np.zeros(0, input.dtype)
    return standardize.apply_affine(unit, scale, shift), none, none


def _by_running(input: Any, running_mean: Any, running_var: Any, eps: float) -> tuple[Any, Any]:
    """The input standardized by given statistics, and 1 / deviation."""
    count = ndim(input)
    scale = rsqrt(_spread(running_var, count) + eps)
    return (input - _spread(running_mean, count)) * scale, scale


def _unit(input: Any, mean: Any, var: Any, training: bool, eps: float) -> tuple[Any, Any]:
    if training:
        return standardize.standardized(input, _besides(ndim(input)), eps)
    return _by_running(input, mean, var, eps)


def _batch_norm_vjp(
    g_output: Any,
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: float,
    needs: tuple,
) -> tuple:
    count = ndim(input)
    dims = _besides(count)
    unit, scale = _unit(input, running_mean, running_var, training, eps)
    d = None
    if needs[0]:
        d = g_output if weight is None else g_output * _spread(weight, count)
        d = standardize.carried(d, unit, scale, dims) if training else d * scale
    return (
        d,
        sum_axes(g_output * unit, dims) if needs[1] else None,
        sum_axes(g_output, dims) if needs[2] else None,
    )


def _batch_norm_jvp(
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: float,
    input_t: Any,
    weight_t: Any,
    bias_t: Any,
) -> list:
    count = ndim(input)
    unit, scale = _unit(input, running_mean, running_var, training, eps)
    t = input_t
    if t is not None:
        t = standardize.carried(t, unit, scale, _besides(count)) if training else t * scale
    weight, weight_t, bias_t = (_spread(v, count) for v in (weight, weight_t, bias_t))
    out = standardize.affine_tangent(unit, weight, t, weight_t, bias_t, shape_of(input))
    return [out, None, None]


def _declare_row(name: str, node: str) -> Callable:
    return structural(
        name,
        _batch_norm,
        outputs=("output", "save_mean", "save_invstd"),
        node=node,
        vjp=_batch_norm_vjp,
        jvp=_batch_norm_jvp,
        doc="Channels standardized over the batch or by running statistics, times weight plus "
        "bias; with the statistics that were used.",
    )


_ROW = _declare_row("_batch_norm", "NativeBatchNormBackward0")
_LEGIT = _declare_row("_batch_norm_legit", "NativeBatchNormLegitBackward0")
_NO_STATS = _declare_row("_batch_norm_no_stats", "NativeBatchNormLegitBackward1")


def _run(
    row: Callable,
    input: Any,
    weight: Any,
    bias: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Any, Any, Any]:
    """Normalize, and move the running statistics. Like torch, this does not count as a write."""
    _check(input, weight, bias, running_mean, running_var, training)
    found = row(input, weight, bias, running_mean, running_var, training, eps)
    if training and (running_mean is not None or running_var is not None):
        array = raw_of(input)
        dims = _besides(array.ndim)
        mean, variance, _ = standardize.statistics(array, dims)
        count = standardize.size_of(array, dims)
        _move(running_mean, mean, momentum)
        _move(running_var, variance * (count / max(count - 1, 1)), momentum)
    return tuple(found)


def _move(running: Tensor | None, value: np.ndarray, momentum: float) -> None:
    if running is not None:
        array = running.materialize()
        moved = momentum * value.reshape(-1) + (1 - momentum) * array.astype(np.float64)
        np.copyto(array, moved, casting="unsafe")


def _check(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool
) -> None:
    """Source: torch aten/src/ATen/native/Normalization.cpp, _batch_norm_impl_index."""
    shape = shape_of(input)
    if len(shape) < 2:
        raise dim_out_of_range(1, len(shape))
    named = {
        "running_mean": running_mean,
        "running_var": running_var,
        "weight": weight,
        "bias": bias,
    }
    for name, value in named.items():
        if value is None:
            if not training and name.startswith("running"):
                raise EngineRuntimeError(f"{name} must be defined in evaluation mode")
            continue
        if raw_of(value).size != shape[1]:
            raise EngineRuntimeError(
                f"{name} should contain {shape[1]} elements not {raw_of(value).size}"
            )
        if name.startswith("running") and wants(value):
            raise EngineRuntimeError(
                "The function 'native_batch_norm' is not differentiable with respect to argument "
                f"'{name}'. This input cannot have requires_grad True."
            )
    standardize.check_dtypes(input, "batch_norm", weight, bias, running_mean, running_var)


def _native_batch_norm(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Index | None,
    running_var: Index | None,
    training: bool,
    momentum: Number,
    eps: Number,
) -> Any:
    return _run(_ROW, input, weight, bias, running_mean, running_var, training, momentum, eps)


def _legit(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Index | None,
    running_var: Index | None,
    training: bool,
    momentum: Number,
    eps: Number,
) -> Any:
    return _run(_LEGIT, input, weight, bias, running_mean, running_var, training, momentum, eps)


def _legit_no_stats(
    input: Array,
    weight: Array | None,
    bias: Array | None,
    training: bool,
    momentum: Number,
    eps: Number,
) -> Any:
    return _run(_NO_STATS, input, weight, bias, None, None, training, momentum, eps)


for _name, _function in (
    ("native_batch_norm", _native_batch_norm),
    ("_native_batch_norm_legit", _legit),
    ("_native_batch_norm_legit:no_stats", _legit_no_stats),
):
    composite(
        _name,
        _function,
        method=False,
        doc="batch_norm together with the mean and 1 / deviation that it used.",
    )


# -- what programs call


def _functional(
    input: Array,
    running_mean: Index | None,
    running_var: Index | None,
    weight: Array | None = None,
    bias: Array | None = None,
    training: bool = False,
    momentum: Number = 0.1,
    eps: Number = 1e-5,
) -> Any:
    shape = shape_of(input)
    if training and math.prod((*shape[:1], *shape[2:])) == 1:
        raise EngineValueError(
            "Expected more than 1 value per channel when training, got input size "
            f"torch.Size({list(shape)})"
        )
    if training and eps <= 0:
        raise EngineValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise EngineValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return _normalized(input, weight, bias, running_mean, running_var, training, momentum, eps)


def _normalized(
    input: Any,
    weight: Any,
    bias: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    """The first result; of an empty batch a copy, as in torch."""
    if raw_of(input).size:
        return _run(_ROW, input, weight, bias, running_mean, running_var, training, momentum, eps)[
            0
        ]
    if ndim(input) > 1:
        _check(input, weight, bias, running_mean, running_var, training)
    out = call("clone", input)
    if weight is not None:
        out = out * call("select", weight, 0, 0)
    return out if bias is None else out + call("select", bias, 0, 0)


composite(
    f"{F}batch_norm",
    _functional,
    method=False,
    doc="Channels standardized over the batch or by running statistics, times weight plus bias.",
)


def _instance_norm(
    input: Array,
    running_mean: Index | None = None,
    running_var: Index | None = None,
    weight: Array | None = None,
    bias: Array | None = None,
    use_input_stats: bool = True,
    momentum: Number = 0.1,
    eps: Number = 1e-5,
) -> Any:
    shape = shape_of(input)
    if use_input_stats and math.prod(shape[2:]) == 1:
        raise EngineValueError(
            "Expected more than 1 spatial element when training, got input size "
            f"torch.Size({list(shape)})"
        )
    if not use_input_stats and (running_mean is None or running_var is None):
        raise EngineRuntimeError(
            "Expected running_mean and running_var to be defined when use_input_stats is false"
        )
    batch, channels = shape[:2]
    flat = call("view", input, (1, batch * channels, *shape[2:]))
    weights = (_repeated(weight, batch), _repeated(bias, batch))
    means, variances = _repeated(running_mean, batch), _repeated(running_var, batch)
    out = _normalized(flat, *weights, means, variances, use_input_stats, momentum, eps)
    for running, repeated in ((running_mean, means), (running_var, variances)):
        if running is not None and use_input_stats:
            mean = raw_of(repeated).reshape(batch, channels).mean(0)
            store(running, mean)
    return call("view", out, shape)


def _repeated(values: Any, count: int) -> Any:
    return None if values is None else call("repeat", values, (count,))


composite(
    f"{F}instance_norm",
    _instance_norm,
    method=False,
    doc="Each channel of each instance standardized, times weight plus bias.",
)

"""Connectionist temporal classification: the likelihood of a label sequence over all alignments.

Written as a recursion of differentiable steps, so that all orders and both modes follow. The
gradient is that of the loss in log_probs; torch's leaves out what log_softmax cancels, and
agrees after it. Source: Graves et al. 2006, equations 5 to 8.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import EngineRuntimeError
from ..kinds import Array, Index, Setting
from ..registry import composite, elementwise
from ..tensor import Tensor
from .axis import pick, slice_axis
from .choose import where
from .exponential import exp
from .join import cat
from .lead import reshape_own, shape_of
from .loss import check_reduction
from .reduce import mean_all, sum_all

F = "nn.functional."
NONE = -math.inf  # the logarithm of probability 0


def _log_sum(a: Array, b: Array, c: Array) -> Any:
    most = np.maximum(np.maximum(a, b), c)
    shift = np.where(np.isneginf(most), 0.0, most)
    return np.log(np.exp(a - shift) + np.exp(b - shift) + np.exp(c - shift)) + shift


def _share(g: Any, term: Any, result: Any) -> Any:
    """The share of one term in the sum; 0 where the sum is of nothing."""
    return g * exp(where(result == NONE, NONE, term - result))


log_sum = elementwise(
    "_log_sum_of_three",
    _log_sum,
    rounded=True,
    promote="type",
    a=lambda g, a, result: _share(g, a, result),
    b=lambda g, b, result: _share(g, b, result),
    c=lambda g, c, result: _share(g, c, result),
    doc="log(exp(a) + exp(b) + exp(c)), where any may be -inf.",
)


def _whole_numbers(values: Any) -> np.ndarray:
    data = values.data if values.__class__ is Tensor else values
    return np.asarray(data, dtype=np.int64).reshape(-1)


def _label_rows(targets: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The labels of each sample in a row, from rows or from one row after another."""
    if targets.ndim == 2:
        return targets
    rows = np.zeros((len(lengths), max(1, int(lengths.max(initial=0)))), np.int64)
    ends = np.cumsum(lengths)
    for row, end, length in zip(rows, ends, lengths, strict=True):
        row[:length] = targets[end - length : end]
    return rows


def _with_blanks(labels: np.ndarray, blank: int) -> np.ndarray:
    """Each row with a blank before, between and after its labels."""
    out = np.full((labels.shape[0], 2 * labels.shape[1] + 1), blank)
    out[:, 1::2] = labels
    return out


def _check_lengths(steps: int, samples: int, inputs: np.ndarray, lengths: np.ndarray) -> None:
    if len(inputs) != samples or len(lengths) != samples:
        name = "input_lengths" if len(inputs) != samples else "target_lengths"
        raise EngineRuntimeError(f"{name} must be of size batch_size")
    for value in inputs:
        if value > steps:
            raise EngineRuntimeError(
                f"Expected input_lengths to have value at most {steps}, but got value {value} "
                "(while checking arguments for ctc_loss_allocate_outputs)"
            )


def _shifted(alpha: Any, by: int) -> Any:
    """`alpha` moved along its last axis, with log 0 in front."""
    shape = shape_of(alpha)
    empty = Tensor(np.full((*shape[:-1], min(by, shape[-1])), NONE, alpha.dtype.np))
    return cat([empty, slice_axis(alpha, -1, (0, max(0, shape[-1] - by), None))], -1)


def _alignments(picked: Any, path: np.ndarray, blank: int, inputs: np.ndarray) -> Any:
    """The log probabilities of all alignments that end at each place of the path, at the end.

    picked: of shape (steps, samples, places), the log probability of each place at each step.
    """
    steps, samples, places = shape_of(picked)
    skips = np.zeros((1, samples, places), bool)
    skips[0, :, 2:] = (path[:, 2:] != blank) & (path[:, 2:] != path[:, :-2])
    first = Tensor(np.arange(places).reshape(1, 1, places) < 2)
    alpha = where(first, slice_axis(picked, -3, (0, 1, None)), NONE)
    for step in range(1, steps):
        two = where(Tensor(skips), _shifted(alpha, 2), NONE)
        moved = log_sum(alpha, _shifted(alpha, 1), two)
        moved = moved + slice_axis(picked, -3, (step, step + 1, None))
        running = (inputs > step).reshape(1, samples, 1)
        alpha = moved if running.all() else where(Tensor(running), moved, alpha)
    return reshape_own(alpha, 3, (samples, places))


def _ctc_loss(
    log_probs: Array,
    targets: Index,
    input_lengths: Setting,
    target_lengths: Setting,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Any:
    check_reduction(reduction)
    single = len(shape_of(log_probs)) == 2
    if single:
        steps, classes = shape_of(log_probs)
        log_probs = reshape_own(log_probs, 2, (steps, 1, classes))
    shape = shape_of(log_probs)
    steps, samples, _ = shape
    inputs, lengths = _whole_numbers(input_lengths), _whole_numbers(target_lengths)
    _check_lengths(steps, samples, inputs, lengths)
    path = _with_blanks(_label_rows(np.asarray(targets.data), lengths), blank)
    at = Tensor(np.broadcast_to(path, (steps, *path.shape)))
    alpha = _alignments(pick(log_probs, at, shape, -1, True), path, blank, inputs)
    ends = np.stack([2 * lengths, np.maximum(2 * lengths - 1, 0)], axis=-1)
    last = pick(alpha, Tensor(ends), shape_of(alpha), -1, True)
    last = where(Tensor(np.stack([lengths >= 0, lengths > 0], axis=-1)), last, NONE)
    nothing = Tensor(np.full((samples, 1), NONE, last.dtype.np))
    both = [slice_axis(last, -1, (k, k + 1, None)) for k in (0, 1)]
    losses = reshape_own(-log_sum(both[0], both[1], nothing), 2, (samples,))
    if zero_infinity:
        losses = where(losses == math.inf, 0.0, losses)
    return _reduced(losses, lengths, reduction, single)


def _reduced(losses: Any, lengths: np.ndarray, reduction: str, single: bool) -> Any:
    """The losses by sample, or their sum; for the mean, each over the length of its target."""
    if reduction == "mean":
        counts = np.maximum(lengths, 1).astype(losses.dtype.np)
        return mean_all(losses / Tensor(counts))
    if reduction == "sum":
        return sum_all(losses)
    return reshape_own(losses, 1, ()) if single else losses


composite(
    F + "ctc_loss",
    _ctc_loss,
    doc="The negative log likelihood of label sequences, summed over their alignments.",
)

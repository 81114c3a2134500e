"""torch.autograd.gradcheck and gradgradcheck: rules against central differences.

Source of the method and the words: torch/autograd/gradcheck.py of PyTorch 2.13, slow mode; the
fast mode of torch compares projections of the same Jacobians.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..errors import EngineAssertionError, EngineRuntimeError, EngineValueError
from ..modes import enable_grad
from ..ops.lead import zeros_like
from ..tensor import Tensor, result, wants_grad
from .autograd import grad
from .seeds import default_generator
from .size import Size
from .tensor_facts import strides

_REENTRANT = (
    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple "
    "times gives different values, although analytical gradient matches numerical gradient."
    "The tolerance for nondeterminism was {}."
)


class GradcheckError(EngineRuntimeError):
    """A derivative that disagrees with differences."""

    __module__ = "torch.autograd.gradcheck"


def gradcheck(
    func: Callable,
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Whether the gradients of a function agree with differences.

    Raises: GradcheckError where they do not, unless `raise_exception` is false.
    """
    if not (check_forward_ad or check_backward_ad):
        raise EngineAssertionError(
            "Expected at least one of check_forward_ad or check_backward_ad to be True"
        )
    check = _Check(func, as_tuple(inputs), eps, atol, rtol, nondet_tol, check_grad_dtypes)
    try:
        return check.run(backward=check_backward_ad, undefined=check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def as_tuple(value: Any) -> tuple:
    """Several tensors as a tuple."""
    if isinstance(value, tuple | list):
        return tuple(value)
    return (value,)


def _tracked(values: Sequence) -> list[Tensor]:
    return [v for v in values if isinstance(v, Tensor) and wants_grad(v)]


class _Check:
    """One check of a function at its inputs."""

    def __init__(
        self,
        func: Callable,
        inputs: tuple,
        eps: float,
        atol: float,
        rtol: float,
        nondet_tol: float,
        check_dtypes: bool,
    ) -> None:
        self.func = func
        self.inputs = inputs
        self.eps, self.atol, self.rtol = eps, atol, rtol
        self.nondet_tol = nondet_tol
        self.check_dtypes = check_dtypes

    def run(self, *, backward: bool, undefined: bool) -> bool:
        """All parts of the check. Raises: GradcheckError."""
        self._check_inputs()
        made = as_tuple(self.func(*self.inputs))
        outputs = _tracked(made)
        numerical = self._numerical(made)
        if not outputs:
            if any(np.any(block) for blocks in numerical for block in blocks):
                raise GradcheckError("Numerical gradient for function expected to be zero")
            return True
        wanted = [blocks for out, blocks in zip(made, numerical, strict=True) if wants_grad(out)]
        for i, (out, blocks) in enumerate(zip(outputs, wanted, strict=True)):
            self._compare(i, self._analytical(out), blocks)
        if backward:
            self._check_scaled(outputs)
            if undefined:
                self._check_undefined(len(outputs))
        return True

    def _check_inputs(self) -> None:
        for k, t in enumerate(self.inputs):
            if not isinstance(t, Tensor) or not wants_grad(t):
                continue
            for step, size in zip(strides(t), t.shape, strict=True):
                if step == 0 and size > 1:
                    raise EngineRuntimeError(
                        f"The {k}th input has a dimension with stride 0. gradcheck only supports "
                        "inputs that are non-overlapping to be able to compute the numerical "
                        "gradients correctly. You should call .contiguous on the input before "
                        "passing it to gradcheck."
                    )
        if not _tracked(self.inputs):
            raise EngineValueError(
                "gradcheck expects at least one input tensor to require gradient, but none of "
                "them have requires_grad=True."
            )

    # -- differences

    def _numerical(self, made: tuple) -> list[list[np.ndarray]]:
        """For each output the blocks of all tracked inputs, elements of the input by rows."""
        blocks: list[list[np.ndarray]] = [[] for _ in made]
        for t in _tracked(self.inputs):
            parts = [np.zeros((t.numel(), out.numel()), t.dtype.np) for out in made]
            for row, place in enumerate(np.ndindex(*t.shape)):
                for part, column in zip(parts, self._difference(t, place), strict=True):
                    part[row] = column
            for own, part in zip(blocks, parts, strict=True):
                own.append(part)
        return blocks

    def _difference(self, t: Tensor, place: tuple[int, ...]) -> list[np.ndarray]:
        """One central difference of every output."""
        array = t.materialize()
        before = array[place].copy()
        array[place] = before - self.eps
        low = as_tuple(self.func(*self.inputs))
        lows = [out.array().copy() for out in low]
        array[place] = before + self.eps
        high = as_tuple(self.func(*self.inputs))
        columns = []
        for a, b in zip(lows, high, strict=True):
            self._check_same(a, b, place)
            columns.append(((b.array() - a) / (2 * self.eps)).reshape(-1))
        array[place] = before
        return columns

    def _check_same(self, a: np.ndarray, b: Tensor, place: tuple[int, ...]) -> None:
        if a.shape != b.shape:
            raise EngineAssertionError(
                "Expected `func` to return outputs with the same shape when inputs are perturbed "
                f"on index {place} by {self.eps}, but got: shapes {Size(a.shape)} and "
                f"{Size(b.shape)}."
            )

    # -- rules

    def _analytical(self, out: Tensor) -> list[np.ndarray]:
        """The blocks of one output by its rules, run twice. Raises: GradcheckError."""
        first, fits = self._rows(out)
        second, _ = self._rows(out)
        if self.check_dtypes and not fits:
            raise GradcheckError("Gradient has dtype mismatch")
        for a, b in zip(first, second, strict=True):
            if a.size and np.abs(a - b).max() > self.nondet_tol:
                raise GradcheckError(_REENTRANT.format(self.nondet_tol))
        return first

    def _rows(self, out: Tensor) -> tuple[list[np.ndarray], bool]:
        inputs = _tracked(self.inputs)
        blocks = [np.zeros((t.numel(), out.numel()), t.dtype.np) for t in inputs]
        fits = True
        for j in range(out.numel()):
            unit = np.zeros(out.numel(), out.dtype.np)
            unit[j] = 1
            seed = result(unit.reshape(out.shape))
            found = grad(out, inputs, seed, retain_graph=True, allow_unused=True)
            for block, g, t in zip(blocks, found, inputs, strict=True):
                if g is not None:
                    fits = fits and g.dtype is t.dtype
                    block[:, j] = g.array().reshape(-1)
        return blocks, fits

    def _compare(self, i: int, analytical: list, numerical: list) -> None:
        for j, (a, n) in enumerate(zip(analytical, numerical, strict=True)):
            if not np.allclose(a, n, self.rtol, self.atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {i} with respect to input {j},\n"
                    f"numerical:{result(n)!r}\nanalytical:{result(a)!r}\n"
                )

    def _check_scaled(self, outputs: list[Tensor]) -> None:
        """Rules have to multiply by the gradient that they get."""
        seeds = [zeros_like(out.detach()) for out in outputs]
        found = grad(outputs, _tracked(self.inputs), seeds, allow_unused=True)
        for g, t in zip(found, _tracked(self.inputs), strict=True):
            if g is None:
                continue
            if np.any(g.array() != 0):
                raise GradcheckError("backward not multiplied by grad_output")
            if g.dtype is not t.dtype:
                raise GradcheckError("grad is incorrect type")

    def _check_undefined(self, count: int) -> None:
        """The function runs once more for each output whose gradient might be missing."""
        for _ in range(1 if count == 1 else 1 + count):
            self.func(*self.inputs)


def gradgradcheck(
    func: Callable,
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Whether the second derivatives of a function agree with differences of the first.

    Raises: GradcheckError where they do not, unless `raise_exception` is false.
    """
    given = as_tuple(inputs)
    seeds = _drawn(func, given) if grad_outputs is None else as_tuple(grad_outputs)
    count = len(seeds)

    def slopes(*args: Tensor) -> tuple:
        with enable_grad():
            outputs = _tracked(as_tuple(func(*args[:-count])))
            found = grad(
                outputs,
                _tracked(args[:-count]),
                args[-count:],
                create_graph=True,
                allow_unused=True,
            )
        return tuple(g for g in found if g is not None)

    return gradcheck(
        slopes,
        given + seeds,
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        fast_mode=fast_mode,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
    )


def _drawn(func: Callable, inputs: tuple) -> tuple:
    """Random gradients for the outputs, as torch draws them."""
    seeds = []
    for out in _tracked(as_tuple(func(*inputs))):
        drawn = default_generator.uniform(out.shape, -1.0, 1.0, out.dtype)
        seeds.append(result(drawn).requires_grad_())
    return tuple(seeds)

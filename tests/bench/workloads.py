"""The workloads that measure.py times, each for gradcalc and for the peers that can do it.

A workload maps a peer to a function that prepares its inputs and returns what is timed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Make = Callable[[], Callable[[], object]]
X, W = 0.5, 0.9


def chain(n: int, x: Any, w: Any, sin: Any, tanh: Any) -> Any:
    y = x
    for _ in range(n // 4):
        y = tanh(sin(y * w + x))
    return y


def dense(library: Any, a: Any, x: Any) -> Any:
    return library.tanh(a @ x) * x + library.sin(x)


def rosenbrock(library: Any, x: Any) -> Any:
    t = x[1:] - x[:-1] * x[:-1]
    s = 1.0 - x[:-1]
    return library.sum(100.0 * (t * t) + s * s)


def matrix(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    return rng.standard_normal((n, n)) / n**0.5, rng.uniform(-1, 1, n)


def _chain_like_torch(library: Any, n: int) -> Callable[[], object]:
    def run() -> object:
        x = library.tensor(X, dtype=library.float64, requires_grad=True)
        w = library.tensor(W, dtype=library.float64, requires_grad=True)
        y = chain(n, x, w, library.sin, library.tanh)
        y.backward()
        return y, x.grad, w.grad

    return run


def chain_gradcalc() -> Callable[[], object]:
    import gradcalc.engine

    return _chain_like_torch(gradcalc.engine, 1000)


def chain_torch() -> Callable[[], object]:
    import torch

    return _chain_like_torch(torch, 1000)


def chain_autograd() -> Callable[[], object]:
    import autograd.numpy as anp
    from autograd import value_and_grad

    both = value_and_grad(lambda p: chain(1000, p[0], p[1], anp.sin, anp.tanh))
    return lambda: both((X, W))


def jacobian_gradcalc() -> Callable[[], object]:
    import gradcalc.engine
    from gradcalc.engine import Tensor, functional

    a, x = map(Tensor, matrix(100))
    return lambda: functional.jacobian(lambda x: dense(gradcalc.engine, a, x), x)


def jacobian_torch() -> Callable[[], object]:
    import torch

    a, x = map(torch.tensor, matrix(100))
    jacobian = torch.func.jacrev(lambda x: dense(torch, a, x))
    return lambda: jacobian(x)


def hessian_gradcalc() -> Callable[[], object]:
    import gradcalc.engine
    from gradcalc.engine import Tensor, functional

    x = Tensor(matrix(100)[1])
    return lambda: functional.hessian(lambda x: rosenbrock(gradcalc.engine, x), x)


def hessian_torch() -> Callable[[], object]:
    import torch

    x = torch.tensor(matrix(100)[1])
    hessian = torch.func.hessian(lambda x: rosenbrock(torch, x))
    return lambda: hessian(x)


def deep_gradcalc() -> Callable[[], object]:
    import gc

    import gradcalc.engine

    gc.disable()  # as the command line does: a graph has no cycles
    return _chain_like_torch(gradcalc.engine, 100_000)


def deep_torch() -> Callable[[], object]:
    import torch

    return _chain_like_torch(torch, 100_000)


WORKLOADS: dict[str, dict[str, Make]] = {
    "scalar chain of 1000 operations, value and gradient": {
        "gradcalc": chain_gradcalc,
        "torch": chain_torch,
        "autograd": chain_autograd,
    },
    "dense Jacobian, n = 100": {"gradcalc": jacobian_gradcalc, "torch": jacobian_torch},
    "Hessian of Rosenbrock's function, n = 100": {
        "gradcalc": hessian_gradcalc,
        "torch": hessian_torch,
    },
    "chain of 1e5 nodes, whole process": {"gradcalc": deep_gradcalc, "torch": deep_torch},
}
WHOLE_PROCESS = {"chain of 1e5 nodes, whole process"}

"""How gradcalc does each workload of the benchmark suite that compares it with its peers."""

from __future__ import annotations

import sys


def oneshot_command() -> list[str]:
    return ["gradcalc", "grad", "x^2*sin(y)", "x=2", "y=1"]


def floor_command() -> list[str]:
    return ["gradcalc", "--version"]


def batch_command() -> list[str]:
    return ["gradcalc", "batch"]


def program_command(path: str) -> list[str]:
    return ["gradcalc", "run", path]


DEEP = """
import gc, sys, w8_deep_graph as w8
gc.disable()
import gradcalc.engine as T
x = T.tensor(w8.X, dtype=T.float64, requires_grad=True)
w = T.tensor(w8.W, dtype=T.float64, requires_grad=True)
n, mode = int(sys.argv[1]), sys.argv[2]
def gradient(y):
    if mode == "grad":
        y.backward()
    return y.item(), x.grad.item() if mode == "grad" else None
w8.timed(lambda: w8.chain(n, x, w), gradient)
"""


def deep_command(n: int, mode: str) -> list[str]:
    return [sys.executable, "-c", DEEP, str(n), mode]


def parse(case):
    import w2_parse

    from gradcalc.parser.build import parse_expression

    text = w2_parse.text(case)
    return lambda: [parse_expression(text)]


def load_grammar(case):
    from gradcalc.parser import tables

    return lambda: [tables.load()]


def _engine():
    import gradcalc.engine as engine

    return engine


def scalar_chain(case):
    import w3_scalar_chain

    return w3_scalar_chain.torch_like(_engine(), case)


def array_chain(case):
    import w4_array_chain

    return w4_array_chain.torch_like(_engine(), case)


def rows(case):
    import w5_rows

    return w5_rows.torch_like(_engine(), case)


def mlp(case):
    import w6_mlp

    return w6_mlp.torch_like(_engine(), case)


def jacobian(case):
    import w7_jacobian

    from gradcalc.engine import Tensor, functional

    engine = _engine()
    if case["what"] == "sparse":
        raise NotImplementedError
    a, x = map(Tensor, w7_jacobian.matrix(case["n"]))
    return lambda: functional.jacobian(lambda x: w7_jacobian.dense(engine, a, x), x)


def hessian(case):
    import w7_jacobian

    from gradcalc.engine import Tensor, functional

    engine = _engine()
    x = Tensor(w7_jacobian.matrix(case["n"])[1])
    return lambda: functional.hessian(lambda x: w7_jacobian.rosenbrock(engine, x), x)[0]


def gmm(case):
    raise NotImplementedError


def lstm(case):
    raise NotImplementedError

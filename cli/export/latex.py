"""The function and its gradient as LaTeX: an aligned environment, a line for each name."""

from __future__ import annotations

import numpy as np

from .languages import LANGUAGES
from .lines import Writer
from .unroll import Function

GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
}  # fmt: skip


def as_latex(function: Function) -> str:
    """The equations."""
    names = {name: symbol(name) for name in function.shapes}
    writer = Writer(function.program, LANGUAGES["latex"], names)
    writer.write([function.value, *(v for g in function.gradient.values() for v in g.flat)])
    rows = [f"{name} &= {text}" for name, text in writer.assigned]
    rows.append(f"f &= {writer.value(function.value)[0]}")
    for variable, g in function.gradient.items():
        for index in np.ndindex(g.shape):
            below = names[variable] + writer.place(index)
            text = writer.value(g[index])[0]
            rows.append(f"\\frac{{\\partial f}}{{\\partial {below}}} &= {text}")
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n"


def symbol(name: str) -> str:
    """A name as mathematicians write it: a letter, a Greek one, with what follows as an index."""
    head, _, tail = name.partition("_")
    digits = head[len(head.rstrip("0123456789")) :]
    head = head[: len(head) - len(digits)]
    tail = ", ".join(part for part in (digits, tail.replace("_", ", ")) if part)
    if head in GREEK:
        head = f"\\{head}"
    elif len(head) > 1:
        head = f"\\mathrm{{{head}}}"
    return f"{head}_{{{tail}}}" if tail else head

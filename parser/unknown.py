"""What an unknown name was meant to be: a product, a word of another notation, a misspelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import CONSTANTS
from .suggest import factors

if TYPE_CHECKING:
    from .names import Names

COMMANDS = "derivatives are commands: gradcalc grad 'x^2' x=2, and jac, hess, diff, vjp, jvp, hvp"
# Functions of other notations, by what to write for them.
ELSEWHERE = {
    **dict.fromkeys(
        ("grad", "jac", "jacobian", "jacrev", "jacfwd", "hess", "hessian", "vjp", "jvp", "hvp",
         "derivative", "nabla", "D"),
        COMMANDS,
    ),
    "cbrt": "a cube root is x^(1/3); np.cbrt(x) takes negative numbers, too",
    "sec": "the secant is 1/cos(x)",
    "csc": "the cosecant is 1/sin(x)",
    "cot": "the cotangent is 1/tan(x)",
    "factorial": "n factorial is exp(lgamma(n + 1))",
}  # fmt: skip


def hints(
    name: str, names: Names, variables: list[str], called: bool
) -> tuple[str, tuple[str, ...]]:
    """Return the label of an unknown name, and help.

    `variables` are the user's names in scope; `called` says whether it stands before a
    parenthesis.
    """

    def is_last(part: str) -> bool:
        known = part in variables or part in CONSTANTS
        return known or (called and len(part) > 1 and callable(names.lookup(part)))

    parts = factors(name, {*variables, *CONSTANTS}, is_last)
    if any(part in variables for part in parts):
        return "", (f"to multiply, write {'*'.join(parts)}{'(…)' if called else ''}",)
    elsewhere = ELSEWHERE.get(name.rpartition(".")[2])
    if called and elsewhere is not None:
        return "", (elsewhere,)
    return names.suggestion(name, variables) or "", ()

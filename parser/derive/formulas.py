"""The derivatives of the language's functions as text, for people to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.derivation import formulas, meaning
from ...engine.row import Row
from ..unparse import unparse
from .algebra import Algebra
from .reading import Reader
from .spelling import spelled

LONGEST = 200
WORDS = {
    "linear": "linear: the operation itself on the tangent",
    "structural": "by rules of its own in both modes",
    "plain": "none: not differentiable",
    "composite": "through the operations it is made of",
}
MISSING = "not implemented"


def derivative(row: Row, known: Mapping[str, Any] | None = None) -> dict[str, str] | str:
    """The cotangent of each input, as a formula in `g`, the arguments and the result; or words.

    known: values of settings.
    """
    if row.derivative is not None:
        return row.derivative
    if row.kind == "zero":
        return {row.params[i].name: "0" for i in row.inputs}
    if row.kind == "composite":
        made = _text(row, meaning(row))
        return WORDS["composite"] if made is None else f"that of {made}"
    found = formulas(row, known)
    if found is None:
        return WORDS[row.kind]
    texts = {name: _text(row, formula) for name, formula in found.items()}
    if not texts or None in texts.values():
        return WORDS[row.kind]
    names = [row.params[i].name for i in row.inputs]
    return {name: texts.get(name) or MISSING for name in names}


def _text(row: Row, formula: Any) -> str | None:
    """A formula as text; None where there is none, or none that anybody would read."""
    if formula is None:
        return None
    algebra = Algebra()
    for name in ("g", *(p.name for p in row.params), "result"):
        algebra.name(name)  # the order of factors
    text = unparse(spelled(Reader(algebra).term(formula)))
    return text if len(text) <= LONGEST and not _names_helper(text) else None


def _names_helper(text: str) -> bool:
    """Whether a text calls what the language does not offer."""
    return text.startswith("_") or any(c + "_" in text for c in "(*/ -.")

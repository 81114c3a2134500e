"""The functions of the language as a list, read off the engine's rows: the work of `functions`."""

import re
from collections.abc import Iterable
from typing import Any

from ..engine.registry import all_rows
from ..parser.suggest import nearest
from .jsonio import dumps
from .report import plain_fault

NAME_WIDTH = 24
# What the kind of a row says of its derivative.
KINDS = {
    "elementwise": "element by element, by a formula",
    "linear": "linear: the operation itself on the tangent",
    "structural": "by rules of its own in both modes",
    "zero": "zero wherever there is one",
    "plain": "none: not differentiable",
    "composite": "through the operations it is made of",
}


def found(pattern: str | None) -> list[Any]:
    """Return the rows that a pattern names, by name: an exact name, a pattern with *, or a part.

    Raises: LanguageError where there is none.
    """
    rows = sorted(public(all_rows()), key=lambda row: (row.name.lower(), row.name))
    if pattern is None:
        return rows
    wanted = pattern.removeprefix("torch.")
    exact = [row for row in rows if wanted in names_of(row)]
    chosen = exact or [row for row in rows if any(matches(n, wanted) for n in names_of(row))]
    if not chosen:
        near = nearest(wanted, {name for row in rows for name in names_of(row)})
        helps = [f"did you mean {near}?"] if near else ["gradcalc functions lists all of them"]
        raise plain_fault("NameError", f"no function is called '{pattern}'", *helps)
    return chosen


def public(rows: Iterable[Any]) -> list[Any]:
    """Leave out what the language does not offer: names that begin with an underscore."""
    return [row for row in rows if not row.name.rpartition(".")[2].startswith("_")]


def names_of(row: Any) -> tuple[str, ...]:
    """Return the names that a row answers to."""
    return (row.name, *row.aliases)


def matches(name: str, pattern: str) -> bool:
    """Whether a name has the pattern in it, or fits it as a whole where it has * or ?."""
    if not {"*", "?"} & set(pattern):
        return pattern.lower() in name.lower()
    expression = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(expression, name) is not None


def as_text(rows: list[Any], pattern: str | None) -> str:
    """Write a line a function, or all there is to say where one was named."""
    if pattern is not None and all(pattern.removeprefix("torch.") in names_of(row) for row in rows):
        return "\n".join(details(row) for row in rows)
    # of several forms of one function, the first is the plainest
    docs = {row.name: row.doc for row in reversed(rows)}
    width = min(max(map(len, docs)), NAME_WIDTH)
    return "".join(f"{name:<{width}}  {doc}\n" for name, doc in reversed(docs.items()))


def details(row: Any) -> str:
    """Write all there is to say about a row."""
    lines = [row.signature, f"  {row.doc}", f"  derivative: {derivative_of(row)}"]
    if row.aliases:
        lines.append(f"  also called: {', '.join(row.aliases)}")
    return "\n".join(lines) + "\n"


def derivative_of(row: Any) -> str:
    """Return the derivative of a row: in its own words, or in those of its kind."""
    return getattr(row, "derivative", None) or KINDS[row.kind]


def as_json(rows: list[Any]) -> str:
    """Write one JSON object."""
    functions = [
        {
            "aliases": list(row.aliases),
            "derivative": derivative_of(row),
            "doc": row.doc,
            "name": row.name,
            "signature": row.signature,
        }
        for row in rows
    ]
    return dumps({"functions": functions, "schema": 1}) + "\n"

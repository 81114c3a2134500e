"""The functions of the language as a list, read off the engine's rows: the work of `functions`."""

import re
from collections.abc import Iterable
from typing import Any

from ..engine.registry import all_rows
from ..parser.suggest import nearest
from .jsonio import dumps
from .report import plain_fault

NAME_WIDTH = 24
SOURCE = re.compile(r"(?:Source(?: of the formulas)?|Formulas): (.+?)(?:\.\s|\.?\Z)", re.DOTALL)


def found(pattern: str | None) -> list[Any]:
    """Return the rows that a pattern names, by name: an exact name, a pattern with *, or a part.

    Raises: LanguageError where there is none.
    """
    rows = sorted(public(all_rows()), key=lambda row: (row.name.lower(), row.name))
    if pattern is None:
        return rows
    wanted = pattern.removeprefix("torch.")
    exact = [row for row in rows if answers_to(row, wanted)]
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


def answers_to(row: Any, name: str) -> bool:
    """Whether a name, with or without the module before it, means a row."""
    return any(name in (known, known.rpartition(".")[2]) for known in names_of(row))


def matches(name: str, pattern: str) -> bool:
    """Whether a name has the pattern in it, or fits it as a whole where it has * or ?."""
    if not {"*", "?"} & set(pattern):
        return pattern.lower() in name.lower()
    expression = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(expression, name) is not None


def as_text(rows: list[Any], pattern: str | None) -> str:
    """Write a line a function, or all there is to say where one was named."""
    if pattern is not None and all(answers_to(row, pattern.removeprefix("torch.")) for row in rows):
        return "\n".join(details(row) for row in rows)
    # of several forms of one function, the first is the plainest
    docs = {row.name: row.doc for row in reversed(rows)}
    width = min(max(map(len, docs)), NAME_WIDTH)
    return "".join(f"{name:<{width}}  {doc}\n" for name, doc in reversed(docs.items()))


def details(row: Any) -> str:
    """Write all there is to say about a row."""
    from ..parser.derive.formulas import derivative

    found = derivative(row)
    lines = [row.signature, f"  {row.doc}"]
    label = "  derivative: "
    if isinstance(found, str):
        lines.append(label + found)
    else:
        width = max(map(len, found)) + 1
        formulas = [f"{name + ':':<{width}} {formula}" for name, formula in found.items()]
        lines.append(label + ("\n" + " " * len(label)).join(formulas))
    facts = {
        "defined where": row.defined,
        "at kinks": convention_of(row),
        "source": source_of(row),
        "also called": ", ".join(row.aliases),
    }
    lines += [f"  {name}: {fact}" for name, fact in facts.items() if fact]
    return "\n".join(lines) + "\n"


def convention_of(row: Any) -> str | None:
    """Return what stands in for a derivative that does not exist, in the words of the doc."""
    return None if row.kink is None else row.doc.partition("; ")[2].rstrip(".")


def source_of(row: Any) -> str | None:
    """Return where a row's formulas are from: its own source, or that of its file."""
    rules = row.all_rules()
    if row.source is not None or not rules:
        return row.source
    found = SOURCE.search(rules[0].function.__globals__["__doc__"] or "")
    return " ".join(found[1].split()) if found else None


def as_json(rows: list[Any]) -> str:
    """Write one JSON object.

    "derivative" is an object of formulas by input where there are such, else words.
    """
    from ..parser.derive.formulas import derivative

    functions = [
        {
            "aliases": list(row.aliases),
            "convention": convention_of(row),
            "defined": row.defined,
            "derivative": derivative(row),
            "doc": row.doc,
            "name": row.name,
            "signature": row.signature,
            "source": source_of(row),
        }
        for row in rows
    ]
    return dumps({"functions": functions, "schema": 1}) + "\n"

"""The functions of the language as a list, read off the engine's rows: the work of `functions`."""

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..engine.registry import all_rows
from ..engine.surface.namespace import Function
from ..parser.limits import DEFAULT_LIMITS
from ..parser.names import Names
from ..parser.suggest import nearest
from .jsonio import dumps
from .report import plain_fault

SOURCE = re.compile(r"(?:Source(?: of the formulas)?|Formulas): (.+?)(?:\.\s|\.?\Z)", re.DOTALL)


def found(pattern: str | None) -> list[Any]:
    """Return the rows that a pattern names, by name: an exact name, a pattern with *, or a part.

    Raises: LanguageError where there is none.
    """
    rows = sorted(public(all_rows()), key=lambda row: (row.name.lower(), row.name))
    if pattern is None:
        return rows
    wanted = pattern.removeprefix("torch.")
    exact = [row for row in rows if answers_to(row, wanted)] or meant(pattern)
    chosen = exact or sorted(
        (row for row in rows if shown_name(row, wanted)), key=lambda row: shown_name(row, wanted)
    )
    if not chosen:
        near = nearest(wanted, {name for row in rows for name in names_of(row)})
        helps = [f"did you mean {near}?"] if near else ["gradcalc functions lists all of them"]
        raise plain_fault("NameError", f"no function is called '{pattern}'", *helps)
    return chosen


@dataclass(frozen=True)
class Spelling:
    """A function of the language without a row: Python's `len`, or numpy's where it differs.

    Its fields are those of a row that are shown.
    """

    name: str
    signature: str
    doc: str
    aliases: tuple[str, ...] = ()
    defined: None = None
    kink: None = None
    source: None = None

    def all_rules(self) -> tuple[()]:
        """It has no rules: it is made of operations that have."""
        return ()


def meant(name: str) -> list[Any]:
    """Return what an expression means by a name with any prefix: np.exp, F.relu, np.std, len."""
    function = Names(DEFAULT_LIMITS).lookup(name)
    if isinstance(function, Function):
        return function.rows
    if not callable(function) or isinstance(function, type):
        return []
    body = getattr(function, "function", function)
    signature = inspect.signature(body, eval_str=False)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    bare = signature.replace(parameters=parameters, return_annotation=signature.empty)
    return [Spelling(name, f"{name}{bare}", inspect.getdoc(body) or "")]


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


def shown_name(row: Any, pattern: str) -> str:
    """Return the name of a row that fits a pattern, its own before others; '' where none does."""
    return next((name for name in names_of(row) if matches(name, pattern)), "")


def as_text(rows: list[Any], pattern: str | None) -> str:
    """Write a line a function, or all there is to say where one was named."""
    wanted = "*" if pattern is None else pattern.removeprefix("torch.")
    if not {"*", "?"} & set(wanted) and (
        all(answers_to(row, wanted) for row in rows) or rows == meant(wanted)
    ):
        return "\n".join(details(row) for row in rows)
    # of several forms of one function, the first is the plainest
    docs: dict[str, str] = {}
    for row in rows:
        name = shown_name(row, wanted)
        docs.setdefault(name, row.doc if name == row.name else f"{row.name}: {row.doc}")
    width = max(map(len, docs))
    return "".join(f"{name:<{width}}  {doc}\n" for name, doc in docs.items())


def details(row: Any) -> str:
    """Write all there is to say about a row."""
    found = formula_of(row)
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


def formula_of(row: Any) -> Any:
    """Return the derivative of a row, in a formula an input or in words."""
    from ..parser.derive.formulas import WORDS, derivative

    if isinstance(row, Spelling):
        return WORDS["composite" if "." in row.name else "plain"]
    return derivative(row)


def convention_of(row: Any) -> str | None:
    """Return what stands in for a derivative that does not exist, in the words of the doc."""
    return None if row.kink is None else row.doc.partition("; ")[2].rstrip(".")


def source_of(row: Any) -> str | None:
    """Return where a row's formulas are from: its own source, or that of its file."""
    rules = row.all_rules()
    if row.source is not None or not rules:
        return row.source
    found = SOURCE.search(rules[0].function.__globals__["__doc__"] or "")
    return fitting(" ".join(found[1].split()), row.name) if found else None


def fitting(source: str, name: str) -> str | None:
    """Return what the source of a file of rows says of one of them."""
    general, *others = re.split(r"; |: |, (?=but |rearranged |in their )", source)
    if any(part.startswith("but for") and name in part.split() for part in others):
        return None
    own = [part for part in others if part.startswith("of ") and name in part.split()]

    def kept(part: re.Match[str]) -> str:
        return part[0] if re.search(rf"\b{name}_", part[1]) else ""

    # files of which only functions for other rows are named
    general = re.sub(r"(?:,| and) [\w./]+ \(([^()]*\w_backward[^()]*)\)", kept, general)
    return "; ".join([general, *own])


def as_json(rows: list[Any]) -> str:
    """Write one JSON object.

    "derivative" is an object of formulas by input where there are such, else words.
    """
    functions = [
        {
            "aliases": list(row.aliases),
            "convention": convention_of(row),
            "defined": row.defined,
            "derivative": formula_of(row),
            "doc": row.doc,
            "name": row.name,
            "signature": row.signature,
            "source": source_of(row),
        }
        for row in rows
    ]
    return dumps({"functions": functions, "schema": 1}) + "\n"

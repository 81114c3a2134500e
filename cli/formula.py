"""Derivatives as formulas, in text, LaTeX and JSON: the work of `diff`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..parser.derive.differentiate import Derivatives, Differentiator
from ..parser.derive.steps import steps_of
from ..parser.limits import Limits
from .diff import Style
from .jsonio import dumps
from .literals import indented
from .options import Listing
from .request import Request
from .terminal import say, warn

SCHEMA = 1


def answer(
    text: str,
    names: list[str] | None,
    known: Mapping[str, Any],
    order: int,
    style: Style,
    limits: Limits,
) -> None:
    """Differentiate and print. Raises: LanguageError."""
    differentiator = prepared(text, names, known, limits)
    found = differentiator.derivatives(order)
    if style.format is Listing.json:
        say(dumps(as_json(differentiator, found, style)) + "\n")
        return
    lines = [f"{step}\n" for step in steps_of(differentiator)] if style.steps else []
    say("".join(lines) + as_text(found, style.latex))
    if differentiator.of_unknown_shape and not style.steps:
        tell_numbers(differentiator.assumed)


def tell_numbers(assumed: Mapping[str, str]) -> None:
    """Say on standard error which names beside vectors and matrices are taken for numbers."""
    numbers = [name for name, kind in assumed.items() if kind == "number"]
    if numbers:
        taken = "is taken for a number" if len(numbers) == 1 else "are taken for numbers"
        example = f"{numbers[0]}='[1, 2]'"
        warn(f"note: {', '.join(numbers)} {taken}; if that is wrong, give an example: {example}\n")


def prepared(
    text: str, names: list[str] | None, known: Mapping[str, Any], limits: Limits
) -> Differentiator:
    """Evaluate a text on symbols; values of variables to differentiate by are examples."""
    wanted = names or ()
    examples = {name: value for name, value in known.items() if name in wanted}
    given = {name: value for name, value in known.items() if name not in wanted}
    return Differentiator(text, names, given, examples, limits)


def fields_for_batch(request: Request, limits: Limits) -> dict[str, Any]:
    """Answer a request of a batch: the first derivatives as texts."""
    found = prepared(request.expr, request.wrt, request.variables, limits).derivatives()
    parts = {names[0]: found.text(names) for names in found.parts}
    return {"diff": parts, "no_path": sorted(found.no_path)}


def written(found: Derivatives, names: tuple[str, ...], in_latex: bool) -> str:
    """One derivative."""
    return found.latex(names) if in_latex else found.text(names)


def as_text(found: Derivatives, in_latex: bool) -> str:
    """Write one derivative alone, several with their labels."""
    texts = {names: written(found, names, in_latex) for names in found.parts}
    if len(texts) == 1:
        return next(iter(texts.values())) + "\n"
    labels = {names: label(names, in_latex) for names in texts}
    width = max(map(len, labels.values()))
    lines = []
    for names, text in texts.items():
        missing = [name for name in dict.fromkeys(names) if name in found.no_path]
        remark = f"  (no path from {', '.join(missing)})" if missing and not in_latex else ""
        lines.append(f"{labels[names]:<{width}} = {indented(text, width + 3)}{remark}\n")
    return "".join(lines)


def label(names: tuple[str, ...], in_latex: bool = False) -> str:
    """Name a derivative: df/dx, d2f/dxdy."""
    power = "" if len(names) == 1 else str(len(names))
    if not in_latex:
        return f"d{power}f/" + "".join(f"d{name}" for name in names)
    above = r"\partial" + (f"^{{{power}}}" if power else "") + " f"
    below = r" \, ".join(rf"\partial {name}" for name in names)
    return rf"\frac{{{above}}}{{{below}}}"


def as_json(differentiator: Differentiator, found: Derivatives, style: Style) -> dict[str, Any]:
    """Return the JSON form, keys sorted; parts are nested by the names of the variables."""
    fields: dict[str, Any] = {
        "assumed": dict(sorted(differentiator.assumed.items())),
        "do": "diff",
        "derivative": nested({names: found.text(names) for names in found.parts}),
        "no_path": sorted(found.no_path),
        "order": len(next(iter(found.parts))),
        "schema": SCHEMA,
        "wrt": found.wrt,
    }
    if style.latex:
        fields["latex"] = nested({names: found.latex(names) for names in found.parts})
    if style.steps:
        fields["steps"] = steps_of(differentiator)
    return dict(sorted(fields.items()))


def nested(parts: Mapping[tuple[str, ...], str]) -> dict[str, Any]:
    """Nest texts by the names of their variables."""
    root: dict[str, Any] = {}
    for names, text in parts.items():
        place = root
        for name in names[:-1]:
            place = place.setdefault(name, {})
        place[names[-1]] = text
    return root

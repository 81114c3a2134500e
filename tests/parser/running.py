"""How these tests run a text: parse, compile, evaluate, and compare trees without their spans."""

from __future__ import annotations

import dataclasses

from gradcalc.parser import nodes
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import compile_expression
from gradcalc.parser.errors import LanguageError
from gradcalc.parser.evaluate import Result, evaluate
from gradcalc.parser.limits import DEFAULT_LIMITS, Limits


def run(text: str, limits: Limits = DEFAULT_LIMITS, **variables: object) -> Result:
    """Return the result of a text."""
    code = compile_expression(parse_expression(text, limits), limits)
    return evaluate(code, variables, limits=limits)


def value(text: str, limits: Limits = DEFAULT_LIMITS, **variables: object) -> object:
    """Return the value of a text."""
    return run(text, limits, **variables).value


def number(text: str, **variables: object) -> object:
    """Return the value of a text, tensors as nested lists of plain numbers."""
    found = value(text, **variables)
    if isinstance(found, tuple):
        return tuple(v.tolist() if hasattr(v, "tolist") else v for v in found)
    return found.tolist() if hasattr(found, "tolist") else found  # type: ignore[attr-defined]


def failure(text: str, limits: Limits = DEFAULT_LIMITS, **variables: object) -> LanguageError:
    """Return the error of a text that has one."""
    try:
        run(text, limits, **variables)
    except LanguageError as error:
        return error
    raise AssertionError(f"{text!r} has a value")


def marked(error: LanguageError) -> list[str]:
    """Return the parts of the text that an error marks, the fault first."""
    text = error.source.text
    return [text[label.span.start : label.span.end] for label in error.labels]


def shape(node: object) -> object:
    """Return a tree as nested tuples, without the places of its nodes."""
    if isinstance(node, list):
        return [shape(item) for item in node]
    if not isinstance(node, nodes.Node):
        return node
    fields = [f.name for f in dataclasses.fields(node) if f.name not in ("start", "end", "source")]
    return (type(node).__name__, *(shape(getattr(node, name)) for name in fields))

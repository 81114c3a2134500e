"""What `gradcalc trace` does: read, record, write; or record twice and compare.

The engine, and numpy with it, is imported only when everything that can be wrong with the words
has been found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...parser.build import parse_expression
from ..compiler import Compiler
from ..inputs import (
    Assignment,
    Values,
    read_expression,
    read_names,
    read_problem,
    read_vector,
    split_assignment,
)
from ..options import Choice, Cotangent, Problem
from ..report import usage_fault
from ..status import Status
from ..terminal import say

if TYPE_CHECKING:
    from .appearance import Appearance
    from .record import View


@dataclass
class Asked:
    """The words of the command line, by their groups, and the limits."""

    problem: Problem
    choice: Choice
    vector: Cotangent
    appearance: Appearance
    compiler: Compiler
    most_bytes: int

    def __post_init__(self) -> None:
        self.wrt = read_names(self.choice.wrt)


def write_trace(asked: Asked) -> None:
    """Print the trace of one expression."""
    text, assignments = read_problem(asked.problem, asked.compiler)
    if asked.appearance.format == "tree":
        from .tree import as_tree

        block = parse_expression(text, asked.compiler.limits)
        say(as_tree(block, asked.appearance.depth))
        return
    values = parsed(asked, assignments)

    from ..request import numbers
    from .writers import writer

    with numbers(asked.problem.dtype, asked.most_bytes):
        view = view_of(asked, text, values, assignments)
        say(writer(asked.appearance.format)(view))


def parsed(asked: Asked, assignments: list[Assignment]) -> Values:
    """The values of the variables, not evaluated yet."""
    values = Values(asked.compiler, asked.most_bytes)
    values.parse(assignments)
    return values


def view_of(asked: Asked, text: str, values: Values, assignments: list[Assignment]) -> View:
    """Record an expression at a point. To be called inside `numbers`."""
    from ..request import Request
    from .record import View, record

    known = values.read_all(assignments)
    request = Request("trace", text, known, asked.wrt, dtype=asked.problem.dtype)
    if asked.vector.cotangent is not None:
        request.cotangent = read_vector(asked.vector.cotangent, "--cotangent", values)
    tape, evaluation = record(request, asked.compiler)
    return View(tape, evaluation.source, asked.appearance, evaluation.value)


def write_difference(asked: Asked) -> Status:
    """Compare two expressions, or one at two points; print where they part."""
    if asked.appearance.format not in ("text", "json"):
        raise usage_fault("--diff is written as text or json", word=asked.appearance.format)
    texts, points = sides(asked)
    for text in texts:
        asked.compiler.code(text)
    values = [parsed(asked, point) for point in points]

    from ..request import numbers
    from .difference import as_json, as_text, differences

    with numbers(asked.problem.dtype, asked.most_bytes):
        a, b = (view_of(asked, *side) for side in zip(texts, values, points, strict=True))
        found = differences(a, b)
        say((as_json if asked.appearance.format == "json" else as_text)(a, b, found))
    return Status.DIFFERENT if found else Status.FINE


def sides(asked: Asked) -> tuple[list[str], list[list[Assignment]]]:
    """The two texts and the two points.

    A word that gives no variable a value is the second expression; a variable that is given twice
    has the first value on the one side and the second on the other.
    """
    texts = [read_expression(asked.problem.expr, asked.compiler.limits)]
    points: list[dict[str, Assignment]] = [{}, {}]
    for word in asked.problem.given or ():
        if len(texts) == 1 and not is_assignment(word):
            texts.append(read_expression(word, asked.compiler.limits))
            continue
        assignment = split_assignment(word)
        if assignment.name not in points[0]:
            points[0][assignment.name] = assignment
        elif points[1][assignment.name] is points[0][assignment.name]:
            pass
        else:
            raise usage_fault(f"'{assignment.name}' is given three times", word=word)
        points[1][assignment.name] = assignment
    if len(texts) == 1 and points[0] == points[1]:
        raise usage_fault(
            "--diff compares two expressions, or one at two points",
            "give a second expression: gradcalc trace --diff 'x^2' 'x*x' x=2",
            "or a variable twice: gradcalc trace --diff 'sqrt(x)' x=4 x=0",
        )
    return texts * 2 if len(texts) == 1 else texts, [list(point.values()) for point in points]


def is_assignment(word: str) -> bool:
    """Whether a word reads NAME=VALUE; several statements are an expression."""
    name, equals, value = word.partition("=")
    several = ";" in value or "\n" in value
    return bool(equals) and name.strip().isidentifier() and value[:1] != "=" and not several

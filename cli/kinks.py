"""Where a convention stands in for a derivative that does not exist: the work of --kinks.

The expression is evaluated once more with a listener; what it hears counts if the value is made
from it.
"""

from __future__ import annotations

from typing import Any

from ..engine.kinks import Kink, listening
from ..parser.errors import LanguageError, fault
from ..parser.spans import Span
from .catalogue import convention_of
from .derivatives import output_of
from .numerals import float_text
from .options import OnKinks
from .report import render
from .request import Evaluation
from .terminal import warn

KINK = "KinkError"
DIGITS = 6


def heed(evaluation: Evaluation, wanted: OnKinks) -> None:
    """Warn on standard error of each kink, or refuse the first.

    Raises: LanguageError.
    """
    reports = kinks_of(evaluation)
    if reports and wanted is OnKinks.error:
        raise reports[0]
    for told in reports:
        warn(render(told, title="warning"))


def kinks_of(evaluation: Evaluation) -> list[LanguageError]:
    """Return a report for each operation at a kink, in the order of the evaluation."""
    with listening() as listener:
        evaluation.value = evaluation.evaluated()
    reports: dict[tuple, LanguageError] = {}
    for kink in listener.behind(output_of(evaluation)):
        reports.setdefault((kink.row.name, kink.origin), report(evaluation, kink))
    return list(reports.values())


def report(evaluation: Evaluation, kink: Kink) -> LanguageError:
    """Say which operation has no derivative where, and what is taken for it."""
    name = kink.row.name.rpartition(".")[2].removeprefix("_")
    place = f" at {', '.join(texts)}" if (texts := numbers_at(kink)) else " here"
    convention = convention_of(kink.row)
    message = f"{name} has no derivative{place}" + (f"; {convention}" if convention else "")
    if not isinstance(kink.origin, Span):
        return evaluation.trouble(KINK, message)
    label = f"element {list(kink.place)}" if kink.place else ""
    return fault(KINK, message, evaluation.source, kink.origin, label)


def numbers_at(kink: Kink) -> list[str]:
    """Return the numbers that meet in the kink, where they can be told."""
    if kink.row.kind not in ("elementwise", "zero"):
        return []
    numbers = [number_at(kink.inputs[i], kink.place) for i in kink.row.inputs]
    return [float_text(number, DIGITS) for number in numbers if number is not None]


def number_at(value: Any, index: tuple[int, ...]) -> float | None:
    """Return the number of an argument that belongs to an element of the result."""
    if isinstance(value, (int, float)):
        return None if isinstance(value, bool) else float(value)
    shape = getattr(value, "shape", None)
    if shape is None or (shape and len(shape) != len(index)):
        return None
    return float(value[index if shape else ()])

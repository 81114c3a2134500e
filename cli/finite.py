"""Which numbers of an answer are not finite, and the report about the first of them.

Where it was born is found out in `provenance.py`, how to write it better in `rewriting.py`; both
are needed only when there is something to report.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine import Tensor
from ..parser.errors import LanguageError
from .compiler import Compiler
from .request import Answer, Request, answer

if TYPE_CHECKING:
    from .rewriting import Gain


def is_bad(value: Any) -> bool:
    """Whether a value, or a part of it, is NaN or infinite."""
    if isinstance(value, float):
        return not math.isfinite(value)
    if isinstance(value, Tensor):
        return not np.isfinite(value.numpy()).all()
    return isinstance(value, (list, tuple)) and any(map(is_bad, value))


def find_fault(given: Answer, shown: Sequence[tuple[str, Any]]) -> LanguageError | None:
    """Return the fault for the first shown value that is not finite, if there is one.

    `shown` pairs labels with values; the label of the value itself is f, or empty.
    """
    bad = [(label, value) for label, value in shown if is_bad(value)]
    if not bad:
        return None
    from .provenance import gradient_fault, value_fault

    if is_bad(given.value):
        problem, birth = value_fault(given.evaluation, given.value)
    else:
        problem, birth = gradient_fault(given, *bad[0])
    if birth is not None:
        from .rewriting import Gain, best_of

        found = best_of(given.evaluation.source, birth, lambda text: gain_of(given, text))
        if found is not None:
            old, new, gain = found
            words = "finite here" if gain is Gain.ALL else "the value is finite here"
            problem.helps = [f"{words}: {new} in place of {old}"]
    return problem


def gain_of(given: Answer, text: str) -> Gain:
    """What another text makes finite, with results of the same shapes, for the same request."""
    from .rewriting import Gain

    evaluation = given.evaluation
    request: Request = replace(evaluation.request, expr=text)
    try:
        found = answer(request, Compiler(evaluation.limits))
    except LanguageError:
        return Gain.NONE
    shapes = [getattr(value, "shape", ()) for value in (found.value, given.value)]
    if shapes[0] != shapes[1] or is_bad(found.value):
        return Gain.NONE
    if not any(map(is_bad, found.parts.values())):
        return Gain.ALL
    return Gain.VALUE if is_bad(given.value) else Gain.NONE

"""Which numbers of an answer are not finite, and the report about the first of them.

Where it was born is found out in `provenance.py`, how to write it better in `rewriting.py`; both
are needed only when there is something to report.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..engine import Tensor
from ..parser.errors import LanguageError
from .compiler import Compiler
from .request import Answer, Request, answer


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
        from .rewriting import first_safe

        found = first_safe(given.evaluation.source, birth, lambda text: is_safe(given, text))
        if found is not None:
            old, new = found
            problem.helps = [f"finite here: {new} in place of {old}"]
    return problem


def is_safe(given: Answer, text: str) -> bool:
    """Whether another text gives finite numbers, of the same shapes, for the same request."""
    evaluation = given.evaluation
    request: Request = replace(evaluation.request, expr=text)
    try:
        found = answer(request, Compiler(evaluation.limits))
    except LanguageError:
        return False
    shapes = [getattr(value, "shape", ()) for value in (found.value, given.value)]
    return shapes[0] == shapes[1] and not any(map(is_bad, [found.value, *found.parts.values()]))

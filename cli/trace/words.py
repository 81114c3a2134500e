"""The local derivatives of a step in words and in numbers: `g*cos(y) = 4.0*cos(0.5)`.

The words are the row's own derivative (see parser/derive), with the names of the trace put in the
place of parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...engine.tape import Entry, Flow, Step
from ..numerals import float_text
from .record import View
from .values import value_text

NAMES = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?![\w(])")
LONGEST = 60
MOST_PARTS = 8


class Words:
    """Says what a step does, from the formulas of the rows; each row is read once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.entries = view.tape.entries
        self._formulas: dict[tuple[int, str], dict[str, str] | str] = {}

    def formula(self, step: Step) -> dict[str, str] | str:
        """The derivative of a node by parameter, its settings known; or words."""
        row = step.row
        if row is None:
            return "by a rule of its own"
        key = (id(row), repr(step.settings))
        found = self._formulas.get(key)
        if found is None:
            from ...parser.derive.formulas import derivative

            found = self._formulas[key] = derivative(row, step.settings)
        return found if isinstance(found, dict) else f"by the rule of {row.name}"

    def local(self, step: Step, flow: Flow) -> str:
        """What is passed on along one edge: the formula, with names, then with numbers."""
        formula = self.formula(step)
        parameter, bracket, place = flow.parameter.partition("[")
        text = formula if isinstance(formula, str) else formula.get(parameter, "")
        if isinstance(formula, str) or not step.names:
            return text
        entry = self.entries[step.names[0]]
        named = NAMES.sub(self._naming(entry), text) + bracket + place
        if step.row and step.row.spread and np.shape(flow.value) != entry.shape:
            return f"{named}, summed to {list(np.shape(flow.value))}"
        if self.view.values == "none" or not self._is_scalar(step, entry):
            return named
        numbers = NAMES.sub(self._numbering(step, entry), text)
        return named if numbers == named or len(numbers) > LONGEST else f"{named} = {numbers}"

    def _naming(self, entry: Entry) -> Callable[[re.Match[str]], str]:
        texts = {o.parameter: _plain(o.text) for o in entry.operands}
        texts["result"] = entry.name
        return lambda match: texts.get(match[0]) or match[0]

    def _numbering(self, step: Step, entry: Entry) -> Callable[[re.Match[str]], str]:
        texts = {"g": self._number(step.cotangent), "result": self._number(entry.value)}
        for operand in entry.operands:
            if operand.names:
                texts[operand.parameter] = self._number(self.entries[operand.names[0]].value)
            else:
                texts[operand.parameter] = _plain(operand.text)
        return lambda match: texts.get(match[0]) or match[0]

    def _number(self, value: Any) -> str:
        text = float_text(np.asarray(value).item(), self.view.digits)
        return f"({text})" if text.startswith("-") else text

    def _is_scalar(self, step: Step, entry: Entry) -> bool:
        if step.row is None or step.row.kind != "elementwise":
            return False  # its formulas speak of shapes
        values = [step.cotangent, entry.value]
        values += [self.entries[name].value for name in entry.inputs()]
        return all(isinstance(v, float) or getattr(v, "size", 0) == 1 for v in values)


def _plain(text: str) -> str:
    """The text of an operand without the name that stands before a setting."""
    return text.partition("=")[2] if re.match(r"[A-Za-z_]\w*=", text) else text


def meeting(view: View, name: str) -> str:
    """The cotangents that arrived at an entry; several written out as a sum with its result."""
    parts = view.tape.parts.get(name, [])
    if view.values == "none":
        return " + ".join(part.source for part in parts)
    if len(parts) < 2:
        return value_text(parts[0].value, view) if parts else ""
    total = parts[0].value
    for part in parts[1:]:
        total = total + part.value
    shown = parts if view.values == "full" or len(parts) <= MOST_PARTS else parts[:MOST_PARTS]
    written = " + ".join(f"{value_text(p.value, view)} from {p.source}" for p in shown)
    if len(shown) < len(parts):
        written += f" + … {len(parts) - len(shown)} more"
    return f"{written} = {value_text(total, view)}"

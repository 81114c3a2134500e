"""Derivatives of symbols, by the rules that differentiate tensors.

`formulas` gives what a row's rules say of its inputs, as expressions in `g` and the names that
the rules use; the reverse pass over an expression is in `symbolic.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .errors import EngineError
from .row import Row, Rule
from .symbol import Symbol, Undecided, deciding

MOST_CASES = 8


class Choice(NamedTuple):
    """A formula that depends on a setting: `then` where the condition holds."""

    condition: Symbol
    then: Any
    otherwise: Any


def formulas(row: Row, known: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
    """What each input's cotangent is, by the input's name: a Symbol, number, list or Choice.

    known: values of settings; the others stay open. None where the rules ask for more than
    names can answer: shapes, lengths, values.
    """
    given = {p.name: _stand_in(p.name, p.kind, p.default) for p in row.params}
    given.update(known or {})
    try:
        if row.rules:
            names = [row.params[i].name for i in row.inputs]
            pairs = zip(names, row.rules, strict=True)
            return {name: _formula(row, rule, given) for name, rule in pairs if rule is not None}
        if row.vjp is not None:
            return _split(row, _formula(row, row.vjp, given))
    except _UNWRITABLE:
        return None
    return {} if row.kind == "zero" else None


_UNWRITABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, EngineError)


def _stand_in(name: str, kind: str, default: Any) -> Any:
    """What a rule is given for a parameter: words and switches as they are by default."""
    return default if kind in ("str", "bool") and default is not None else Symbol(name)


def _formula(row: Row, rule: Rule, given: dict[str, Any]) -> Any:
    """A rule run on symbols, once for each way that its questions can be answered."""
    arguments = [_argument(row, name, given) for name in rule.names]
    return cases(lambda: rule.function(*arguments))


def _argument(row: Row, name: str, given: dict[str, Any]) -> Any:
    if name == "needs":
        return (True,) * len(row.inputs)
    stem, _, what = name.rpartition("_")
    if name not in given and stem in given and what in ("shape", "dtype"):
        return Symbol(f"{stem}.{what}")
    return given[name] if name in given else Symbol(name)


def cases(run: Callable[[], Any]) -> Any:
    """The value of `run`, as choices where it asks whether a symbol is true.

    Raises: Undecided where it asks too often.
    """
    count = 0

    def explore(answers: tuple[bool, ...]) -> Any:
        nonlocal count
        count += 1
        asked: list[Symbol] = []

        def decide(symbol: Symbol) -> bool:
            asked.append(symbol)
            if count > MOST_CASES:
                raise Undecided(symbol)
            return answers[len(asked) - 1] if len(asked) <= len(answers) else True

        with deciding(decide):
            found = run()
        for place in reversed(range(len(answers), len(asked))):
            before = (*answers, *(True,) * (place - len(answers)))
            found = Choice(asked[place], found, explore((*before, False)))
        return found

    return explore(())


def _split(row: Row, found: Any) -> dict[str, Any]:
    """The cotangents of a vjp by the names of the inputs."""
    names = [row.params[i].name for i in row.inputs]
    if isinstance(found, Choice):
        then, otherwise = (_split(row, part) for part in found[1:])
        return {n: Choice(found.condition, then[n], otherwise[n]) for n in names}
    parts = list(found) if isinstance(found, tuple | list) and not row.variadic else [found]
    return dict(zip(names, parts, strict=True))


def meaning(row: Row) -> Symbol | None:
    """What a composite row makes of its arguments; None where it asks for more than names can
    answer, or where it depends on them which operations those are.
    """
    given = [_stand_in(p.name, p.kind, p.default) for p in row.params]
    for place, param in enumerate(row.params):
        if param.optional and param.default is None:
            given[place] = None
    try:
        found = cases(lambda: row.forward(*given))
    except _UNWRITABLE:
        return None
    return found if isinstance(found, Symbol) else None

"""Runs the parse tables over a text: one loop over its tokens, nodes built bottom-up.

Knows neither the language nor its nodes: what a rule builds is looked up by name in a builder
object, whose method gets the start and end of what was read and the rule's children. Nothing
recurses, so that depth costs memory only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .tables import NO_TERMINAL, Tables

Build = Callable[..., object]
Reduce = Callable[..., object]
Reduction = tuple[int, int, Any]

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = {close: open_ for open_, close in OPENING.items()}


MISSING = 1 << 30  # more than any state


class Melted(list):
    """The children of a rule that melts into its parent."""


@dataclass(slots=True)
class UnexpectedTokenError(Exception):
    """A token that no rule takes here; `terminal` is None for a character of no token.

    `previous_end` is where the token before it ended, `open` where the brackets still open began.
    """

    start: int
    end: int
    terminal: str | None
    expected: frozenset[str]
    previous_end: int
    open: list[int]


class Jumps(dict[tuple[int, int, int], int]):
    """The state to enter from a state, with a symbol just reduced, before a terminal.

    A chain of rules that only hand on their child (a name is an atom is a power is a sum …) is
    taken in one step, since in a long text most reductions are of this kind. Filled as texts need
    it.
    """

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, place: tuple[int, int, int]) -> int:
        below, symbol, terminal = place
        tables = self.tables
        state = tables.gotos[below][symbol]
        while (action := tables.actions[state].get(terminal, MISSING)) < 0:
            size, origin, name, *_ = tables.rules[~action]
            if size != 1 or name is not None:
                break
            state = tables.gotos[below][origin]
        self[place] = state
        return state


class Parser:
    """The tables of one grammar, made ready to run."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.compiled = re.compile(tables.pattern)
        self.scan = self.compiled.finditer
        self.jumps = Jumps(tables)
        self.newline = tables.terminals.index("_NEWLINE")
        steps = dict.fromkeys(OPENING, 1) | dict.fromkeys(CLOSING, -1)
        self.nesting = {tables.texts[m]: step for m, step in steps.items() if m in tables.texts}

    def reductions(self, builder: Any) -> list[Reduction]:
        """Return what to do for each rule with a builder, to be handed to several parses."""
        return [_reduction(rule, builder) for rule in self.tables.rules]

    def parse(
        self,
        text: str,
        builder: Any,
        tokens: Iterable | None = None,
        reductions: list[Reduction] | None = None,
    ) -> Any:
        """Return what the builder makes of a text, or raise an UnexpectedTokenError.

        `tokens` stands in for the matches of the tables' pattern: what a language of lines makes
        of them.
        """
        # One loop in one function: a call for each token would be most of the time it takes.
        tables, jumps, nesting = self.tables, self.jumps, self.nesting
        actions, texts, groups = tables.actions, tables.texts, tables.groups
        if reductions is None:
            reductions = self.reductions(builder)
        state = tables.start
        states, starts, values = [state], [0], [builder]  # the lowest value is never read
        depth = end = 0
        for match in self.scan(text) if tokens is None else tokens:
            group = match.lastindex or 0  # some group always matches
            value = match[group]
            terminal = texts.get(value, NO_TERMINAL)
            if terminal in nesting:
                depth += nesting[terminal]
            elif terminal == NO_TERMINAL:
                terminal = groups[group]
                if terminal == self.newline and depth > 0:
                    continue
            while (action := actions[state].get(terminal, MISSING)) < 0:
                size, symbol, build = reductions[~action]
                if size == 1:
                    states.pop()
                    if build is not None:
                        values[-1] = build(starts[-1], end, values[-1])
                else:
                    children = values[-size:]
                    del states[-size:], values[1 - size :], starts[1 - size :]
                    values[-1] = build(starts[-1], end, children)
                state = jumps[states[-1], symbol, terminal]
                states.append(state)
            if state == tables.final:
                return values[-1]
            if action == MISSING:
                raise self._unexpected(match, terminal, state, end)
            state = action
            start, end = match.span(group)
            states.append(state)
            starts.append(start)
            values.append(value)
        raise AssertionError("the end of a text is a token, and no rule goes past it")

    def _unexpected(
        self, match: re.Match, terminal: int, state: int, end: int
    ) -> UnexpectedTokenError:
        shown = self.tables.shown
        expected = frozenset(shown[i] for i in self.tables.actions[state])
        start, stop = match.span(match.lastindex or 0)
        known = None if terminal == NO_TERMINAL else shown[terminal]
        opened = self._open_brackets(match.string, start)
        return UnexpectedTokenError(start, stop, known, expected, end, opened)

    def _open_brackets(self, text: str, stop: int) -> list[int]:
        """Return where the brackets began that are open at an offset."""
        opened: list[int] = []
        for match in self.scan(text, 0, stop):
            step = self.nesting.get(self.tables.texts.get(match[match.lastindex or 0], -1), 0)
            if step > 0:
                opened.append(match.start(match.lastindex or 0))
            elif step < 0 and opened:
                opened.pop()
        return opened


def _reduction(rule: tuple, builder: object) -> Reduction:
    """Turn a rule into its size, its symbol and what to do with its children."""
    size, symbol, name, kept, melting = rule
    if name is None:
        return size, symbol, None if size == 1 else _keep_one(kept[0])
    if name.startswith("_"):
        gather = _melt(kept, melting)
        return size, symbol, _in_list(gather) if size == 1 else gather
    build = getattr(builder, name)
    if size == 1:
        return size, symbol, _only_child(build, kept, melting)
    if melting:
        return size, symbol, _spread(build, kept, melting)
    return size, symbol, _choose(build, kept, size)


def _choose(build: Build, kept: list[int], size: int) -> Reduce:
    """Hand over the children that count; the shapes of long texts have a fast way."""
    if len(kept) == 1:
        only = kept[0]
        return lambda start, end, children: build(start, end, children[only])
    if len(kept) == 2:
        first, second = kept
        return lambda start, end, children: build(start, end, children[first], children[second])
    return lambda start, end, children: build(start, end, *[children[i] for i in kept])


def _only_child(build: Build, kept: list[int], melting: list[int]) -> Reduce:
    """A rule of one symbol is handed that child itself rather than a list of it."""
    if melting:
        return lambda start, end, child: build(start, end, *child)
    return build if kept else lambda start, end, child: build(start, end)


def _in_list(reduce: Reduce) -> Reduce:
    return lambda start, end, child: reduce(start, end, [child])


def _keep_one(position: int) -> Reduce:
    return lambda start, end, children: children[position]


def _melt(kept: list[int], melting: list[int]) -> Reduce:
    """Gather children; a list that grows on the left grows in place, or long lists would be
    slow."""

    def gather(start: int, end: int, children: list) -> Melted:
        gathered = children[0] if 0 in melting else Melted()
        for i in kept:
            if i in melting:
                if i > 0:
                    gathered.extend(children[i])
            else:
                gathered.append(children[i])
        return gathered

    return gather


def _spread(build: Build, kept: list[int], melting: list[int]) -> Reduce:
    def reduce(start: int, end: int, children: list) -> object:
        flat: list = []
        for i in kept:
            if i in melting:
                flat.extend(children[i])
            else:
                flat.append(children[i])
        return build(start, end, *flat)

    return reduce

"""The parse tables of the grammar: made by Lark, kept as JSON, loaded in a few milliseconds.

Lark reads `grammar.lark`, checks it and computes the LALR automaton (0.4 s). That happens when the
package is built; a source checkout does it once and keeps the result where only the user can write.
Running the tables needs no Lark: importing it takes as long as importing numpy, and its parser
takes six times as long on a text as `lalr.py` does, nodes and all.

JSON rather than pickle or marshal: loading it can at worst give wrong tables, never run code. This
file imports nothing of gradcalc, for the build hook loads it alone.
"""

from __future__ import annotations

import json
import os
import re
import stat
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = 1  # raise when the layout below changes
FOLDER = Path(__file__).parent
FIRST_RULE = re.compile(r"^([a-z]\w*):", re.MULTILINE)
MANGLED = re.compile(r"^(_?)[a-z]+__(?=\w)")  # how Lark writes a rule of an imported grammar
IMPORT = re.compile(r"^%import \.(\w+)", re.MULTILINE)
NO_TERMINAL = -1


@dataclass(frozen=True, slots=True)
class Tables:
    """An LALR automaton and the pattern of its tokens; symbols are numbers, terminals first.

    A token's terminal is that of its text in `texts`, else that of the group of `pattern` it
    matched; the last group matches a character that begins no token. An action is a state to shift
    to, or ~rule to reduce by. A rule is (size, symbol, name of the node builder or None, positions
    of its children, position of each child that melts into its parent).
    """

    terminals: list[str]
    shown: list[str]
    pattern: str
    groups: list[int]
    texts: dict[str, int]
    actions: list[dict[int, int]]
    gotos: list[dict[int, int]]
    rules: list[tuple[int, int, str | None, list[int], list[int]]]
    start: int
    final: int


def load(name: str = "grammar") -> Tables:
    """Return the tables of a grammar file beside this one, from the package, the cache or anew."""
    text = (FOLDER / f"{name}.lark").read_text(encoding="utf-8")
    key = _key(text)
    found = _read(FOLDER / f"{name}.tables", key)
    if found is not None:
        return found
    cache = _cache_folder()
    if cache is None:
        return _unpack(make(text))
    place = cache / f"{name}-{key}.tables"
    found = _read(place, key)
    if found is None:
        data = make(text)
        write(place, data)
        found = _unpack(data)
    return found


def make(text: str) -> dict[str, object]:
    """Compute the tables of a grammar, as the data that files hold."""
    from lark import Lark  # 70 ms, and only where no tables are found
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    found = FIRST_RULE.search(text)
    start = found[1] if found else "start"
    lark = Lark(
        text, parser="lalr", lexer="basic", start=start, maybe_placeholders=False,
        import_paths=[str(FOLDER)],
    )  # fmt: skip
    data, shared = lark.memo_serialize([TerminalDef, Rule])
    return {"key": _key(text)} | _Packer(data, shared, start).pack()


def write(place: Path, data: dict[str, object]) -> None:
    """Write tables so that no reader sees half of them; where that cannot be, do nothing."""
    import tempfile

    with suppress(OSError):
        handle, temporary = tempfile.mkstemp(dir=place.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
        os.replace(temporary, place)


def _key(text: str) -> str:
    """Tell one grammar's tables from another's; a checksum will do, nobody is kept out by it."""
    imported = sorted(set(IMPORT.findall(text)))
    texts = [text, *((FOLDER / f"{n}.lark").read_text(encoding="utf-8") for n in imported)]
    data = "".join(texts).encode()
    return f"{FORMAT}-{len(data)}-{zlib.crc32(data):08x}"


def _read(place: Path, key: str) -> Tables | None:
    """Read a file of tables; None where it is missing, damaged or of another grammar."""
    try:
        data = json.loads(place.read_bytes())
        return _unpack(data) if data["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def _cache_folder() -> Path | None:
    """Return the user's own cache folder, or None where others could have written into it."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(home) if os.path.isabs(home) else Path(os.path.expanduser("~"), ".cache")
    folder = root / "gradcalc"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return None
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
        return None
    return folder


def _unpack(data: dict) -> Tables:
    rows = [dict(zip(row[::2], row[1::2], strict=True)) for row in data["rows"]]
    return Tables(
        terminals=data["terminals"],
        shown=data["shown"],
        pattern=data["pattern"],
        groups=data["groups"],
        texts=data["texts"],
        actions=[rows[i] for i in data["actions"]],
        gotos=[rows[i] for i in data["gotos"]],
        rules=[tuple(rule) for rule in data["rules"]],
        start=data["start"],
        final=data["final"],
    )


class _Packer:
    """Turns what Lark serializes into numbered symbols, states and rules."""

    def __init__(self, data: dict, shared: dict, start: str) -> None:
        self.start = start
        parsing = data["parser"]
        self.automaton = parsing["parser"]
        self.shared = shared
        self.definitions = [shared[r["@"]] for r in parsing["lexer_conf"]["terminals"]]
        self.ignored = set(parsing["lexer_conf"]["ignore"])
        self.rule_numbers = {r["@"]: i for i, r in enumerate(data["rules"])}
        self.rules = [shared[r["@"]] for r in data["rules"]]
        used = sorted(
            (d for d in self.definitions if d["name"] not in self.ignored), key=_trial_order
        )
        self.terminals = used
        names = [*(d["name"] for d in used), "$END"]
        self.terminal_count = len(names)
        names += sorted({rule["origin"]["name"] for rule in self.rules})
        self.texts = {d["pattern"]["value"]: i for i, d in enumerate(used) if _is_text(d)}
        self.symbols = {name: i for i, name in enumerate(names)}
        self.states = self._number_states()

    def pack(self) -> dict[str, object]:
        rows: dict[tuple[int, ...], int] = {}
        pairs = [self._rows(state) for state in self.states]
        pattern, groups = self._pattern()
        return {
            "terminals": [*(d["name"] for d in self.terminals), "$END"],
            "shown": [*map(_shown, self.terminals), "end"],
            "pattern": pattern,
            "groups": groups,
            "texts": self.texts,
            "actions": [rows.setdefault(action, len(rows)) for action, _ in pairs],
            "gotos": [rows.setdefault(goto, len(rows)) for _, goto in pairs],
            "rows": [list(row) for row in rows],
            "rules": [self._rule(rule) for rule in self.rules],
            "start": self.states[self.automaton["start_states"][self.start]],
            "final": self.states[self.automaton["end_states"][self.start]],
        }

    def _transitions(self, state: int) -> list[tuple[int, bool, Any]]:
        """Return what a state does on each symbol: (symbol, whether it reduces, rule or state)."""
        row = self.automaton["states"][state]
        tokens = self.automaton["tokens"]
        return sorted(
            (self.symbols[tokens[token]], bool(reduces), target["@"] if reduces else target)
            for token, (reduces, target) in row.items()
        )

    def _number_states(self) -> dict[int, int]:
        """Number the states as they are met from the start; Lark's numbers differ each time."""
        numbers: dict[int, int] = {}
        waiting = deque([self.automaton["start_states"][self.start]])
        while waiting:
            state = waiting.popleft()
            if state not in numbers:
                numbers[state] = len(numbers)
                waiting += (t for _, reduces, t in self._transitions(state) if not reduces)
        return numbers

    def _rows(self, state: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Split a state into its actions on terminals and its gotos on rules, each flattened."""
        actions: list[int] = []
        gotos: list[int] = []
        for symbol, reduces, target in self._transitions(state):
            if symbol >= self.terminal_count:
                gotos += symbol, self.states[target]
            elif reduces:
                actions += symbol, ~self.rule_numbers[target]
            else:
                actions += symbol, self.states[target]
        return tuple(actions), tuple(gotos)

    def _rule(self, rule: dict) -> tuple[int, int, str | None, list[int], list[int]]:
        """Say what reducing by a rule does: Lark's own conventions for `?`, `_`, `!` and arrows."""
        keep_all = rule["options"]["keep_all_tokens"]
        children = [
            i for i, s in enumerate(rule["expansion"]) if keep_all or not s.get("filter_out")
        ]
        melting = [
            i
            for i, s in enumerate(rule["expansion"])
            if s["__type__"] == "NonTerminal" and s["name"].startswith("_")
        ]
        origin = rule["origin"]["name"]
        passes = rule["options"]["expand1"] and len(children) == 1 and not melting
        name = rule["alias"] or (None if passes else origin)
        if name is not None:
            name = MANGLED.sub(r"\1", name)
        size = len(rule["expansion"])
        return size, self.symbols[origin], name, children, melting

    def _pattern(self) -> tuple[str, list[int]]:
        """Join the terminals into one pattern, and say which terminal each of its groups means.

        All fixed texts are one group: a group each would cost most of the time of a long text.
        """
        marks = sorted((t for t in self.texts if not t.isalpha()), key=len, reverse=True)
        patterns = [(i, d) for i, d in enumerate(self.terminals) if not _is_text(d)]
        groups = [(d["pattern"]["value"], i) for i, d in patterns if d["priority"]]
        groups.append(("|".join(map(re.escape, marks)), NO_TERMINAL))
        groups += [(d["pattern"]["value"], i) for i, d in patterns if not d["priority"]]
        groups += [(r"\Z", len(self.terminals)), ("(?s:.)", NO_TERMINAL)]
        skipped = "|".join(
            d["pattern"]["value"] for d in self.definitions if d["name"] in self.ignored
        )
        pattern = f"(?:{skipped})*(?:" + "|".join(f"({g})" for g, _ in groups) + ")"
        return pattern, [NO_TERMINAL, *(terminal for _, terminal in groups)]


def _trial_order(definition: dict) -> tuple[bool, int]:
    return _is_text(definition), -definition["priority"]


def _is_text(definition: dict) -> bool:
    return definition["pattern"]["__type__"] == "PatternStr"


def _shown(definition: dict) -> str:
    """How messages write a terminal: its text, or its name in lower case."""
    if _is_text(definition):
        return definition["pattern"]["value"]
    return definition["name"].strip("_").lower().replace("_", " ")

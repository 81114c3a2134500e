"""A program as lines of a language: a name for what is used twice or is long, the rest inside."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from .languages import ATOM, UNARY, Language
from .scalars import Line, Program, Ref, Value

LONGEST = 64
Text = tuple[str, int]
PLACES = re.compile(r"\{(\d)\}")


class NotInLanguage(Exception):
    """A language lacks a function; `origin` is what it was needed for."""

    def __init__(self, op: str, origin: object) -> None:
        super().__init__(op)
        self.op = op
        self.origin = origin


class Writer:
    """Writes lines in the order of a program; `assigned` pairs names with what they are given."""

    def __init__(self, program: Program, language: Language, names: dict[str, str]) -> None:
        self.program = program
        self.language = language
        self.names = names
        self.texts: dict[int, Text] = {}
        self.assigned: list[tuple[str, str]] = []
        taken = any(re.fullmatch(r"t\d+", name) for name in names.values())
        self.stem = "t_" if taken else "t"

    def write(self, outputs: Iterable[Value]) -> None:
        """Write what outputs need. Raises: NotInLanguage."""
        outputs = list(outputs)
        needed = self.program.needed(outputs)
        uses = Counter(o.place for o in outputs if isinstance(o, Ref))
        for place in needed:
            uses.update([a.place for a in self.program.lines[place].args if isinstance(a, Ref)])
        for place in needed:
            line = self.program.lines[place]
            if line.op not in self.language.templates and line.op != "variable":
                raise NotInLanguage(line.op, self.program.origins[place])
            text, level = self.line(line)
            if line.op != "variable" and (uses[place] > 1 or len(text) > LONGEST):
                name = self.temporary(len(self.assigned) + 1)
                self.assigned.append((name, text))
                text, level = name, ATOM
            self.texts[place] = text, level

    def temporary(self, number: int) -> str:
        """The name of an intermediate value."""
        if self.language.square:
            return f"{self.stem[0]}_{{{number}}}"
        return f"{self.stem}{number}"

    def line(self, line: Line) -> Text:
        """One operation."""
        if line.op == "variable":
            name, index = line.args
            return self.names[name] + self.place(index), ATOM
        if self.language.square and line.op == "mul" and is_square(line):
            line = Line("pow", (line.args[0], 2.0))
        template = self.language.templates[line.op]
        parts = [
            self.inside(argument, level)
            for argument, level in zip(line.args, template.operands, strict=False)
        ]
        return PLACES.sub(lambda found: parts[int(found[1])], template.text), template.level

    def inside(self, value: Value, level: int) -> str:
        """An operand, in parentheses where it needs them."""
        text, own = self.value(value)
        return self.language.parentheses.format(text) if own < level else text

    def value(self, value: Value) -> Text:
        """A line that has been written, or a number."""
        if isinstance(value, Ref):
            return self.texts[value.place]
        number = float(value)
        if math.isnan(number):
            return self.language.nan, ATOM
        text = repr(abs(number)) if math.isfinite(number) else self.language.infinity
        if self.language.square:
            text = text.removesuffix(".0")
        negative = math.copysign(1, number) < 0
        return (f"-{text}", UNARY) if negative else (text, ATOM)

    def place(self, index: tuple[int, ...]) -> str:
        """Which number of an array."""
        numbers = [str(k + self.language.first) for k in index]
        if not numbers:
            return ""
        if self.language.joined:
            return self.language.index.format(", ".join(numbers))
        return "".join(map(self.language.index.format, numbers))


def spelled(names: Iterable[str], language: Language) -> dict[str, str]:
    """Names of variables as the language allows them, each different."""
    found: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        new = name if name.isascii() or not language.ascii_only else in_ascii(name, number)
        while new in language.reserved or new in found.values():
            new += "_"
        found[name] = new
    return found


def in_ascii(name: str, number: int) -> str:
    """A name without other letters than English: α is alpha, α₁ alpha1; else v and its number."""
    parts = []
    for character in name:
        words = unicodedata.name(character, "").split()
        if words[:3] in (["GREEK", "SMALL", "LETTER"], ["GREEK", "CAPITAL", "LETTER"]):
            letter = words[3].lower()
            parts.append(letter.capitalize() if words[1] == "CAPITAL" else letter)
        else:
            parts.append(
                unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            )
    found = "".join(parts)
    return found if all(parts) and found.isidentifier() else f"v{number}"


def is_square(line: Line) -> bool:
    """Whether a product is that of a line with itself."""
    a, b = line.args
    return isinstance(a, Ref) and isinstance(b, Ref) and a == b

"""The forms of torch's functions and methods: the arguments that each takes.

They are data: a line of `forms.txt` names a function ('add') or a method ('.add') and lists
its forms, as the argument parsers of PyTorch 2.13 have them. `Tensor? out=None` may be None,
`ints[1]` may be one int, `*` begins the arguments that go by name, `!` marks a form that torch
keeps for old callers and shows nobody. After `def` stand the arguments of a function that torch
has in Python (see python_forms.py).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

_PYTHON = "def "
# torch's words for the kinds of arguments
_WORDS = {
    "Number": "Number",
    "Tensors": "tuple of Tensors",
    "indices": "tuple of Tensors",
    "ints": "tuple of ints",
    "floats": "tuple of floats",
    "Numbers": "tuple of Scalars",
    "names": "tuple of names",
    "dtype": "torch.dtype",
    "layout": "torch.layout",
    "memory_format": "torch.memory_format",
    "device": "torch.device",
    "Generator": "torch.Generator",
    "Storage": "torch.Storage",
}


class Parameter(NamedTuple):
    """One argument of a form; `size` is positive where a list may be written as one int."""

    kind: str
    size: int
    nullable: bool
    name: str
    default: str | None
    keyword_only: bool

    @property
    def words(self) -> str:
        """What torch calls its kind."""
        return _WORDS.get(self.kind, self.kind)


class Form(NamedTuple):
    """One way to call a function."""

    parameters: tuple[Parameter, ...]
    hidden: bool

    @property
    def positional(self) -> int:
        """How many arguments may be given by position."""
        return sum(not p.keyword_only for p in self.parameters)

    @property
    def required(self) -> int:
        """How many arguments have to be given."""
        return sum(p.default is None for p in self.parameters)

    def __str__(self) -> str:
        shown = []
        for p in self.parameters:
            if p.keyword_only and "*" not in shown:
                shown.append("*")
            shown.append(f"{p.words} {p.name}" + ("" if p.default is None else f" = {p.default}"))
        return f"({', '.join(shown)})"


@cache
def forms(name: str) -> tuple[Form, ...]:
    """The forms of a function or, after a point, of a method; none if they are not known."""
    line = _lines().get(name)
    if line is None or line.startswith(_PYTHON):
        return ()
    return tuple(map(_form, line.split(" | ")))


def known(name: str) -> bool:
    """Whether there is a line for a function or, after a point, a method."""
    return name in _lines()


def python_form(name: str) -> str | None:
    """The arguments of a function that torch has in Python, None if it is none."""
    line = _lines().get(name, "")
    return line.removeprefix(_PYTHON) if line.startswith(_PYTHON) else None


@cache
def _lines() -> dict[str, str]:
    """The forms by name, unread."""
    with open(__file__.removesuffix(".py") + ".txt", encoding="utf-8") as file:
        text = file.read()
    pairs = (line.partition(": ") for line in text.split("\n") if line)
    return {name: rest for name, _, rest in pairs}


def _form(text: str) -> Form:
    hidden = text.startswith("!")
    parameters: list[Parameter] = []
    keyword_only = False
    for part in text.removeprefix("!").split(", "):
        if part == "*":
            keyword_only = True
        elif part:
            kind, _, rest = part.partition(" ")
            name, _, default = rest.partition("=")
            bare, _, size = kind.removesuffix("?").partition("[")
            none = kind.endswith("?") or default == "None"
            many = int(size[:-1]) if size else 0
            parameters.append(Parameter(bare, many, none, name, default or None, keyword_only))
    return Form(tuple(parameters), hidden)

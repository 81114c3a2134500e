"""Faults found while a text runs, before their place is known, and values described in words."""

from __future__ import annotations

import re

from .scope import Function


class RunError(Exception):
    """A fault without a place: the machine adds the span of the instruction it was running."""

    def __init__(
        self, kind: str, message: str, label: str = "", helps: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.label = label
        self.helps = helps


# The first that fits: some of the engine's errors are several of these.
KINDS: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "ZeroDivisionError"),
    (OverflowError, "OverflowError"),
    (MemoryError, "LimitError"),
    (RecursionError, "LimitError"),
    (NotImplementedError, "NotImplementedError"),
    (AttributeError, "AttributeError"),
    (IndexError, "IndexError"),
    (TypeError, "TypeError"),
    (ValueError, "ValueError"),
    (RuntimeError, "RuntimeError"),
    (AssertionError, "AssertionError"),
)
OPERATION_ERRORS = tuple(kind for kind, _ in KINDS)


VECTOR_TRUTH = "combine with & and |, reduce with all(…) or any(…), choose with where(test, a, b)"


RAGGED = r"expected sequence of length (\d+) at dim \d+ \(got (\d+)\)"
MIXED = "a list holds numbers beside lists"
BEYOND = "an integer is too large for a tensor"
IN_FLOATS = "tensors hold integers below 2^63; a float may be larger: 1e20"
# What torch says, of lists that make no tensor mostly: how it begins, words that name the fault,
# help.
WORDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("not a sequence", MIXED, ()),
    ("must be real number, not ", MIXED, ()),
    ("'list' object cannot be interpreted as an integer", MIXED, ()),
    ("'tuple' object cannot be interpreted as an integer", MIXED, ()),
    ("Overflow when unpacking long long", BEYOND, (IN_FLOATS,)),
    ("an integer is too large for int64", BEYOND, (IN_FLOATS,)),
    ("int too large to convert to float", "an integer is too large for a float", ()),
    (
        "log(): takes at most 1 positional arguments, got 2",
        "log() takes one number: it is the natural logarithm",
        ("to another base: log10(x), log2(x), or log(x)/log(b)",),
    ),
    ("new(): invalid data type 'str'", "a list with text makes no tensor", ()),
)


def as_problem(error: Exception) -> RunError:
    """Turn what an operation raised into a fault in the language's terms."""
    kind = next(name for type_, name in KINDS if isinstance(error, type_))
    message = str(error)
    if ragged := re.fullmatch(RAGGED, message):
        return RunError(kind, f"the lists in a list have {' and '.join(ragged.groups())} items")
    for beginning, words, helps in WORDS:
        if message.startswith(beginning):
            return RunError(kind, words, "", helps)
    if type(error) is ZeroDivisionError:
        message = "division by zero"
    elif type(error) is OverflowError:
        message = "a number here is too large"
    elif type(error) is RecursionError:
        message = "the value is nested too deep"
    elif type(error) is MemoryError:
        message = message or "not enough memory"
    helps = (VECTOR_TRUTH,) if "Boolean value of Tensor" in message else ()
    return RunError(kind, message or kind, "", helps)


def cannot_apply(error: TypeError, sign: str, *operands: object) -> Exception:
    """Say which operands an operator does not take; where all are numeric the engine said it."""
    if type(error) is not TypeError and all(map(_is_numeric, operands)):
        return error
    message = f"'{sign}' does not apply to {' and '.join(map(describe, operands))}"
    helps = [f"call the function: {_name(v)}(…)" for v in operands if callable(v)]
    return RunError("TypeError", message, "", tuple(helps[:1]))


def _is_numeric(value: object) -> bool:
    return isinstance(value, (int, float, list, tuple, range)) or hasattr(value, "shape")


def describe(value: object) -> str:
    """Return a value in words: 'a list', 'the number 2', 'the function 'sin''."""
    if value is None or value is ... or isinstance(value, bool):
        return "..." if value is ... else str(value)
    if isinstance(value, (int, float)):
        text = repr(value)
        return f"the number {text}" if len(text) < 25 else "a number"
    if callable(value):
        return f"the function '{_name(value)}'"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return f"a tensor of shape {list(shape)}" if shape else "a 0-d tensor"
    words = {str: "a string", list: "a list", tuple: "a tuple"}
    return words.get(type(value), f"a {type(value).__name__}")


def _name(value: object) -> str:
    if isinstance(value, Function):
        return value.code.name
    return str(getattr(value, "name", getattr(value, "__name__", "function")))

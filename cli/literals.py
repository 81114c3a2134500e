"""Values as text of the language: what is printed can be given back to gradcalc.

A tensor is nested brackets with a row a line, its columns aligned; an empty tensor is written as
the call that makes it, since brackets cannot tell its shape.  Nothing here depends on a terminal.
Values are taken as they come: anything with shape, dtype and tolist() is a tensor.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .numerals import DEFAULT_DIGITS, number_text

FLOATING = ("float64", "float32")


@dataclass(frozen=True)
class UnprintableError(Exception):
    """A value that the language has no text for."""

    value: object


def is_tensor(value: object) -> bool:
    """Whether a value has a shape, a dtype and numbers."""
    return hasattr(value, "tolist") and hasattr(value, "shape") and hasattr(value, "dtype")


def dtype_name(value: Any) -> str:
    """Return 'float64' and the like, of a tensor or an array."""
    return value.dtype.name


def value_text(value: Any, digits: int | None = DEFAULT_DIGITS) -> str:
    """Write a value; the text has several lines where a tensor has several rows.

    Raises: UnprintableError.
    """
    if isinstance(value, (bool, int, float)):
        return number_text(value, digits)
    if is_tensor(value):
        return tensor_text(value, digits)
    if isinstance(value, (tuple, list)):
        return sequence_text(value, digits)
    if value is None or isinstance(value, str):
        return repr(value)
    raise UnprintableError(value)


def tensor_text(tensor: Any, digits: int | None) -> str:
    """Write a tensor of any shape."""
    shape, name = tuple(tensor.shape), dtype_name(tensor)
    if 0 in shape:
        return empty_text(shape, name)
    single = name == "float32"
    texts = [number_text(leaf, digits, single) for leaf in leaves(tensor.tolist())]
    if not shape:
        return texts[0]
    return "\n".join(bracketed(texts, shape))


def leaves(nested: Any) -> Iterator[Any]:
    """Yield the numbers of nested lists in order."""
    if not isinstance(nested, list):
        yield nested
    elif nested and isinstance(nested[0], list):
        for part in nested:
            yield from leaves(part)
    else:
        yield from nested


def empty_text(shape: tuple[int, ...], name: str) -> str:
    """Write a tensor without elements."""
    if name in FLOATING:
        return "[]" if shape == (0,) else f"zeros({', '.join(map(str, shape))})"
    return f"zeros({', '.join(map(str, shape))}, dtype=torch.{name})"


def bracketed(texts: Sequence[str], shape: tuple[int, ...]) -> Iterator[str]:
    """Yield the lines of a tensor: one for each row of its last axis."""
    size, depth = shape[-1], len(shape) - 1
    rows = len(texts) // size
    # a single row needs no alignment: its texts stand without padding
    widths = [max(map(len, texts[column::size])) if rows > 1 else 0 for column in range(size)]
    # how many rows lie under one index of each outer axis, outermost first
    spans = [prod(shape[axis:-1]) for axis in range(depth)]
    for row in range(rows):
        cells = texts[row * size : (row + 1) * size]
        opened = sum(row % span == 0 for span in spans)
        closed = sum((row + 1) % span == 0 for span in spans)
        inner = ", ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        comma = "," if row + 1 < rows else ""
        yield " " * (depth - opened) + "[" * (opened + 1) + inner + "]" * (closed + 1) + comma


def sequence_text(values: Sequence[Any], digits: int | None) -> str:
    """Write a tuple or a list whose parts are no one tensor."""
    parts = [value_text(value, digits) for value in values]
    ends = "()" if isinstance(values, tuple) else "[]"
    comma = "," if isinstance(values, tuple) and len(parts) == 1 else ""
    if not any("\n" in part for part in parts):
        return ends[0] + ", ".join(parts) + comma + ends[1]
    return ends[0] + indented(",\n".join(parts), 1) + comma + ends[1]


def indented(text: str, columns: int) -> str:
    """Move all lines but the first to the right."""
    return text.replace("\n", "\n" + " " * columns)

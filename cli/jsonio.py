"""Tensors as JSON and back: nested lists, with NaN and the infinities as strings.

JSON has no NaN: `"NaN"`, `"Infinity"` and `"-Infinity"` stand for them in both directions.  Nested
lists cannot tell the shape of every empty tensor, so a shape may stand beside them.
This file knows arrays and lists, neither Tensors nor expressions.
"""

import json
import math
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    import numpy as np

SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
# Deeper lists than numpy's arrays can have axes are refused, before anything recurses.
MOST_AXES = 64


class NotATensorError(ValueError):
    """A JSON value that is no tensor; the message says why."""


def encode(nested: Any) -> Any:
    """Turn a number or nested lists into what JSON can hold."""
    if isinstance(nested, list):
        if nested and not isinstance(nested[0], list):
            return encode_row(nested)
        return [encode(part) for part in nested]
    return encode_row([nested])[0]


def encode_row(row: list[Any]) -> list[Any]:
    """Replace the numbers of a row that are not finite."""
    # x - x is 0 exactly for finite numbers; one pass settles the common case
    if all(leaf - leaf == 0 for leaf in row):
        return row
    return [name_of(leaf) if leaf - leaf != 0 else leaf for leaf in row]


def name_of(leaf: float) -> str:
    """Return the word that stands for a NaN or an infinity."""
    if math.isnan(leaf):
        return "NaN"
    return "Infinity" if leaf > 0 else "-Infinity"


def told_shape(nested: Any) -> tuple[int, ...]:
    """Return the shape that nested lists show: an empty list ends it."""
    shape = []
    while isinstance(nested, list):
        shape.append(len(nested))
        if not nested:
            break
        nested = nested[0]
    return tuple(shape)


def decode(value: Any, floating: bool = False) -> "np.ndarray":
    """Read a tensor: all integers give int64, all booleans bool, anything else float64.

    An object {"value": …, "shape": […]} gives the shape that lists cannot tell.
    Raises: NotATensorError.
    """
    if isinstance(value, dict):
        return decode_with_shape(value, floating)
    import numpy as np

    leaves: list[Any] = []
    shape = gather(value, leaves)
    kind = kind_of(leaves, floating)
    if any(isinstance(leaf, str) for leaf in leaves):
        leaves = [SPECIAL[leaf] if isinstance(leaf, str) else leaf for leaf in leaves]
    try:
        return np.array(leaves, dtype=kind).reshape(shape)
    except OverflowError:
        raise NotATensorError(
            "an integer does not fit into 64 bits; write it with a point"
        ) from None


def decode_with_shape(value: dict[str, Any], floating: bool) -> "np.ndarray":
    """Read {"value": …, "shape": […]}."""
    if set(value) != {"value", "shape"}:
        raise NotATensorError('an object in place of a number must be {"value": …, "shape": […]}')
    shape = value["shape"]
    if not isinstance(shape, list) or not all(type(size) is int and size >= 0 for size in shape):
        raise NotATensorError('"shape" must be a list of sizes')
    array = decode(value["value"], floating)
    if array.size != math.prod(shape):
        raise NotATensorError(f'"shape" {shape} does not hold {array.size} numbers')
    try:
        return array.reshape(shape)
    except ValueError:  # an empty tensor may name any sizes, and any number of them
        raise NotATensorError('"shape" is larger than a tensor can be') from None


def kind_of(leaves: list[Any], floating: bool) -> str:
    """Return the numpy name of the dtype that holds all leaves."""
    kinds = {type(leaf) for leaf in leaves}
    if not floating and kinds == {bool}:
        return "bool"
    if not floating and kinds == {int}:
        return "int64"
    return "float64"


def gather(value: Any, leaves: list[Any]) -> tuple[int, ...]:
    """Append the leaves of nested lists in order and return the shape.

    Level by level, so that no nesting, however deep, recurses.
    """
    shape: list[int] = []
    level = [value]
    while isinstance(level[0], list):
        if len(shape) == MOST_AXES:
            raise NotATensorError(f"the lists are nested more than {MOST_AXES} deep")
        size = len(level[0])
        for part in level:
            if not isinstance(part, list) or len(part) != size:
                raise NotATensorError("the lists are ragged: all rows must have the same length")
        shape.append(size)
        level = [leaf for part in level for leaf in part]
        if not level:
            return tuple(shape)
    for leaf in level:
        check_leaf(leaf)
    leaves.extend(level)
    return tuple(shape)


def check_leaf(leaf: Any) -> None:
    """Refuse what is no number."""
    if isinstance(leaf, list):
        raise NotATensorError("the lists are ragged: numbers and lists stand side by side")
    if isinstance(leaf, str) and leaf not in SPECIAL:
        raise NotATensorError(f'"{leaf}" is no number; the words are {", ".join(SPECIAL)}')
    if not isinstance(leaf, (bool, int, float, str)):
        raise NotATensorError("null is no number" if leaf is None else "an object is no number")


def dumps(answer: dict[str, Any]) -> str:
    """Write one line of JSON."""
    return json.dumps(answer, ensure_ascii=False, allow_nan=False)


def loads(text: str) -> Any:
    """Read JSON strictly.

    Raises: NotATensorError (with the words of the json module) for what is not JSON.
    """
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except RecursionError:
        raise NotATensorError("the JSON is nested too deeply") from None
    except (json.JSONDecodeError, NotATensorError) as fault:
        raise NotATensorError(str(fault)) from None
    except ValueError:  # Python's own bound, which keeps reading linear
        raise NotATensorError("an integer has too many digits to be read") from None


def refuse_constant(word: str) -> NoReturn:
    """Refuse the bare words that Python's json module would let pass."""
    raise NotATensorError(f'{word} is not JSON; write "{word}" in quotes')

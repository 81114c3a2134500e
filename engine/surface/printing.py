"""Tensor text as torch prints it: width, notation, summaries, wrapping and suffixes.

One notation and one width serve a whole tensor. They come from the entries that are shown: a
tensor of more than `threshold` elements shows `edgeitems` at both ends of each axis.
Source of the rules: torch/_tensor_str.py of PyTorch 2.13, in our own words and code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from .. import dtypes
from ..errors import EngineRuntimeError, LimitExceeded
from ..modes import state
from ..tensor import Tensor, history, wants_grad

PREFIX = "tensor("
# Digits behind the point; a float64 has at most 1074 before only zeros follow.
MOST_DIGITS = 10_000


@dataclass(frozen=True)
class Options:
    """What `torch.set_printoptions` sets; `sci_mode` None decides by the values."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": Options(),
    "short": Options(precision=2, edgeitems=2),
    "full": Options(threshold=math.inf),
}


class _Current:
    """The options in force."""

    options = Options()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors print. A profile ('default', 'short', 'full') comes first, then what is
    given; `sci_mode` goes back to None unless given, as in torch.

    Raises: LimitExceeded for a precision whose text would be huge.
    """
    if precision is not None and precision > MOST_DIGITS:
        raise LimitExceeded(f"a precision of {precision:,} digits; the limit is {MOST_DIGITS:,}")
    options = PROFILES[profile] if profile is not None else _Current.options
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changes: dict[str, Any] = {k: v for k, v in given.items() if v is not None}
    _Current.options = replace(options, sci_mode=sci_mode, **changes)


def get_printoptions() -> dict[str, Any]:
    """The options in force, by name."""
    return asdict(_Current.options)


@contextmanager
def printoptions(**changes: Any) -> Iterator[None]:
    """The options changed inside the block."""
    before = _Current.options
    set_printoptions(**changes)
    try:
        yield
    finally:
        _Current.options = before


def tensor_text(t: Tensor, prefix: str = PREFIX) -> str:
    """`t` as `print` shows it, such as 'tensor([1., 2.], requires_grad=True)'."""
    values = prefix + values_text(t.array(), len(prefix))
    text = _with_suffixes(values, _suffixes(t), len(prefix))
    if t.extra is not None and t.extra.role == "parameter":
        return f"Parameter containing:\n{text}"
    return text


def values_text(array: np.ndarray, indent: int) -> str:
    """The values alone; continuation lines start `indent` columns in."""
    if not array.size:
        return "[]"
    options = _Current.options
    summarize = array.size > options.threshold
    shown = _edges(array, options.edgeitems) if summarize else array
    return _nested(array, indent, summarize, _formatter(shown, options), options)


def _edges(array: np.ndarray, edge: int) -> np.ndarray:
    """The entries at both ends of each axis."""
    for axis, size in enumerate(array.shape):
        if size > 2 * edge:
            ends = [*range(edge), *range(size - edge, size)]
            array = np.take(array, ends, axis)
    return array


class _Formatter:
    """How one element is written, and how wide."""

    def __init__(self, write: Callable[[Any], str], width: int) -> None:
        self._write = write
        self.width = width

    def __call__(self, value: Any) -> str:
        return self._write(value).rjust(self.width)


def _formatter(shown: np.ndarray, options: Options) -> _Formatter:
    """The notation for the entries in `shown`."""
    if shown.dtype.kind != "f":
        return _Formatter(str, max(len(str(v)) for v in shown.ravel().tolist()))
    finite = shown[np.isfinite(shown) & (shown != 0)].astype(np.float64)
    if not finite.size:
        return _Formatter(_as_integer, 1)
    whole = bool(np.all(finite == np.ceil(finite)))
    scientific = _is_scientific(finite, options)
    if scientific:
        write: Callable[[float], str] = f"{{:.{options.precision}e}}".format
    elif whole:
        write = _as_integer
    else:
        write = f"{{:.{options.precision}f}}".format
    return _Formatter(write, max(len(write(v)) for v in finite.tolist()))


def _is_scientific(finite: np.ndarray, options: Options) -> bool:
    """Whether the spread or the size of the values asks for exponents."""
    if options.sci_mode is not None:
        return options.sci_mode
    sizes = np.abs(finite)
    least, most = float(sizes.min()), float(sizes.max())
    with np.errstate(over="ignore"):
        return most / least > 1000.0 or most > 1.0e8 or least < 1.0e-4


def _as_integer(value: float) -> str:
    """A float without fraction; a point marks it as a float where it is finite."""
    text = f"{value:.0f}"
    return text if math.isinf(value) or math.isnan(value) else text + "."


def _nested(
    array: np.ndarray, indent: int, summarize: bool, write: _Formatter, options: Options
) -> str:
    if array.ndim == 0:
        return write(array.item())
    if array.ndim == 1:
        return _row(array, indent, summarize, write, options)
    edge = options.edgeitems
    cut = summarize and len(array) > 2 * edge
    rows = [*array[:edge], *array[-edge:]] if cut else list(array)
    parts = [_nested(np.asarray(r), indent + 1, summarize, write, options) for r in rows]
    if cut:
        parts.insert(edge, "...")
    joint = "," + "\n" * (array.ndim - 1) + " " * (indent + 1)
    return "[" + joint.join(parts) + "]"


def _row(
    array: np.ndarray, indent: int, summarize: bool, write: _Formatter, options: Options
) -> str:
    edge = options.edgeitems
    if summarize and len(array) > 2 * edge:
        parts = [write(v) for v in array[:edge].tolist()]
        parts += [" ..."]
        parts += [write(v) for v in array[-edge:].tolist()]
    else:
        parts = [write(v) for v in array.tolist()]
    per_line = max(1, (options.linewidth - indent) // (write.width + 2))
    lines = [", ".join(parts[i : i + per_line]) for i in range(0, len(parts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _suffixes(t: Tensor) -> list[str]:
    """What stands behind the values: size, dtype, history."""
    suffixes = []
    if not t.numel() and t.ndim != 1:
        suffixes.append(f"size={t.shape}")
    usual = (state.default_dtype, dtypes.int64, dtypes.bool_)
    if t.numel():
        if t.dtype not in usual:
            suffixes.append(f"dtype={t.dtype}")
    elif t.dtype is not state.default_dtype:
        suffixes.append(f"dtype={t.dtype}")
    made_by = _node_name(t)
    if made_by:
        suffixes.append(f"grad_fn=<{made_by}>")
    elif wants_grad(t):
        suffixes.append("requires_grad=True")
    return suffixes


def _node_name(t: Tensor) -> str:
    """The name of the node that made a tensor, empty for a leaf; a view may have lost its own."""
    try:
        node = history(t)
    except EngineRuntimeError:
        return "Invalid"
    return "" if node is None else node.name().rpartition("::")[2]


def _with_suffixes(text: str, suffixes: list[str], indent: int) -> str:
    """`text` closed, each suffix on a new line where the last one would grow too long."""
    parts = [text]
    length = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if length + len(suffix) + 2 > _Current.options.linewidth:
            parts.append(",\n" + " " * indent + suffix)
            length = indent + len(suffix)
        else:
            parts.append(", " + suffix)
            length += len(suffix) + 2
    return "".join(parts) + ")"

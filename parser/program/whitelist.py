"""What values of Python's own types can do in a program: their methods, by type.

Left out is what would reach Python or the machine: attributes of frames and code, formatting that
looks up attributes (it has a replacement here), files.
"""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import Field
from functools import cache
from itertools import chain
from types import GeneratorType, MethodType
from typing import Any

from .formatting import format_text
from .functions import Function
from .generators import Generator
from .hashes import of_identity, of_items, of_text
from .sets import FrozenSet, Set

_NUMBER = "real imag conjugate"
# what lambdas write out, in which no statement may stand
_ITEMS = "__getitem__ __len__ __contains__"
_WRITTEN = f"{_ITEMS} __setitem__ __delitem__"
_DICT = f"{_WRITTEN} clear copy fromkeys get items keys pop popitem setdefault update values"
_FUNCTION = "__name__ __qualname__ __doc__ __wrapped__ __module__"
_TABLE: dict[type, str] = {
    str: """
        capitalize casefold center count encode endswith expandtabs find format format_map index
        isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable
        isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix
        removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
        startswith strip swapcase title translate upper zfill
    """,
    bytes: "decode hex startswith endswith find index count join split strip upper lower",
    list: f"{_WRITTEN} append clear copy count extend index insert pop remove reverse sort",
    tuple: f"{_ITEMS} count index",
    dict: _DICT,
    Set: """
        add clear copy difference difference_update discard intersection intersection_update
        isdisjoint issubset issuperset pop remove symmetric_difference
        symmetric_difference_update union update
    """,
    FrozenSet: """
        copy difference intersection isdisjoint issubset issuperset symmetric_difference union
    """,
    int: f"{_NUMBER} numerator denominator bit_length bit_count as_integer_ratio",
    bool: f"{_NUMBER} numerator denominator bit_length bit_count as_integer_ratio",
    float: f"{_NUMBER} is_integer hex fromhex as_integer_ratio",
    complex: _NUMBER,
    range: "start stop step count index",
    slice: "start stop step indices",
    type(None): "",
    type(...): "",
    type(NotImplemented): "",
    Function: _FUNCTION,
    MethodType: _FUNCTION,
    Generator: "send throw close",
    GeneratorType: "send throw close",
    property: "setter getter deleter",
    staticmethod: "",
    classmethod: "",
    type(iter([])): "",
    type({}.keys()): "isdisjoint",
    type({}.values()): "",
    type({}.items()): "isdisjoint",
    zip: "",
    map: "",
    filter: "",
    enumerate: "",
    reversed: "",
    BaseException: "args with_traceback add_note __cause__ __context__ __notes__",
    StopIteration: "value",
    SystemExit: "code",
    KeyError: "",
    object: "",
    Counter: f"{_DICT} elements most_common subtract total",
    OrderedDict: f"{_DICT} move_to_end",
    defaultdict: f"{_DICT} default_factory",
    deque: """
        append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove
        reverse rotate
    """,
    chain: "from_iterable",
    array: f"{_WRITTEN} append count extend fromlist index insert itemsize pop remove reverse "
    "tolist typecode",
    Field: "name default type",
    ExitStack: "enter_context push callback pop_all close",
    type(cache(len)): f"{_FUNCTION} cache_info cache_clear",
}
METHODS: dict[type, frozenset[str]] = {kind: frozenset(t.split()) for kind, t in _TABLE.items()}
METHODS |= {set: METHODS[Set], frozenset: METHODS[FrozenSet]}  # what these inherit from Python's
for _kind in (StopIteration, SystemExit, KeyError):
    METHODS[_kind] |= METHODS[BaseException]

# Names with underscores that torch's own users read.
_TORCH_PRIVATE = """
    _version _base _grad _grad_fn _backward_hooks _is_view _parameters _modules _buffers
    _get_name _fields _asdict _replace _make __version__
"""
TORCH_PRIVATE = frozenset(_TORCH_PRIVATE.split())

REPLACED: dict[tuple, Callable[..., Any]] = {
    (str, "format"): format_text,
    (str, "format_map"): lambda text, mapping: format_text(text, **mapping),
    (object, "__hash__"): of_identity,
    (tuple, "__hash__"): of_items,
    (str, "__hash__"): of_text,
    (type, str, "format"): format_text,
    (type, str, "format_map"): lambda text, mapping: format_text(text, **mapping),
}


def _sized(kind: type, name: str) -> Callable[..., Any]:
    method = getattr(kind, name)

    def call(text: Any, width: Any = 8, *rest: Any) -> Any:
        if isinstance(width, int) and width > MOST_CHARACTERS:
            raise MemoryError("the string would be too long")
        return method(text, width, *rest)

    return call


MOST_CHARACTERS = 10_000_000
for _name in ("center", "ljust", "rjust", "zfill", "expandtabs"):
    REPLACED[str, _name] = REPLACED[type, str, _name] = _sized(str, _name)

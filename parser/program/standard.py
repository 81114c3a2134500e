"""What programs find in Python's own modules: pure functions, by table, and nothing else.

A function that would look attributes up, or could be handed `type`, is wrapped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

from . import attributes
from .classes import MARK, of_program
from .functions import Function
from .guards import bounded, guarded
from .hashes import of_fields
from .metaclasses import AbstractMeta, Type
from .natives import Native
from .operate import GUARDED, check_size
from .sets import of_views

if TYPE_CHECKING:
    from .machine import Machine

Names = dict[str, Any]
_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist e erf erfc exp
    exp2 expm1 fabs floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt
    lcm ldexp lgamma log log10 log1p log2 modf nan nextafter pi pow prod radians remainder sin
    sinh sqrt tan tanh tau trunc ulp
"""
_TYPING = """
    Any Callable ClassVar Dict Final FrozenSet Generator Generic Hashable Iterable Iterator List
    Literal Mapping NamedTuple NoReturn Optional Sequence Set Sized Tuple TypeVar Union
"""
_OPERATOR = """
    abs contains eq floordiv ge getitem gt index inv invert is_ is_not itruediv le lt matmul ne neg
    not_ pos rshift truediv truth
"""
_OF_SETS = "and_ isub or_ sub xor"
_GROWING = {"add": "+", "concat": "+", "mod": "%", "mul": "*", "pow": "**", "lshift": "<<"}
_RANDOM = """
    betavariate choice choices expovariate gammavariate gauss getrandbits lognormvariate
    normalvariate randint random randrange sample seed shuffle triangular uniform
"""
_ITERTOOLS = "chain compress islice pairwise tee zip_longest"
_CHOOSING = "combinations combinations_with_replacement permutations product"
_CALLING = "accumulate dropwhile filterfalse groupby starmap takewhile"


def table(machine: Machine, path: str) -> Names:
    """Return the names of a module; `__future__` has none that do anything."""
    make = TABLES.get(path)
    return make(machine) if make is not None else {}


def _math(machine: Machine) -> Names:
    names = {name: getattr(math, name) for name in _MATH.split()}

    def sized(function: Callable) -> Callable:
        def call(*numbers: Any) -> Any:
            if any(isinstance(n, int) and n > 10_000 for n in numbers):
                raise MemoryError("the integer would be too large")
            return function(*numbers)

        return call

    def fsum(items: Any, /) -> float:
        return math.fsum(bounded(machine, items))

    def prod(items: Any, /, *, start: Any = 1) -> Any:
        return math.prod(bounded(machine, items), start=start)

    own = {n: Native(n, sized(getattr(math, n))) for n in ("factorial", "comb", "perm")}
    own |= {"fsum": Native("fsum", fsum), "prod": Native("prod", prod)}
    return names | own


def _typing(machine: Machine) -> Names:
    import typing

    names = {name: getattr(typing, name) for name in _TYPING.split()}
    return names | {"TYPE_CHECKING": False, "Type": Type}  # typing's own would call Python's `type`


def _collections(machine: Machine) -> Names:
    import collections

    def namedtuple(name: str, fields: Any, *, defaults: Any = None, rename: bool = False) -> type:
        made = collections.namedtuple(  # type: ignore[misc]
            name, fields, defaults=defaults, rename=rename, module="__main__"
        )
        setattr(made, MARK, set())
        return made

    names: Names = {"namedtuple": Native("namedtuple", namedtuple)}
    for name in ("Counter", "OrderedDict", "defaultdict", "deque"):
        names[name] = getattr(collections, name)
    return names


def _functools(machine: Machine) -> Names:
    import functools

    def reduce(function: Any, items: Any, *initial: Any) -> Any:
        return functools.reduce(guarded(machine, function), bounded(machine, items), *initial)

    def partial(function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        return functools.partial(guarded(machine, function), *arguments, **keywords)

    def wraps(wrapped: Any) -> Any:
        """As Python's, which would copy any attribute that it is told to."""

        def decorate(wrapper: Any) -> Any:
            for name in ("__name__", "__qualname__", "__doc__"):
                attributes.write(wrapper, name, getattr(wrapped, name, None))
            wrapper.__dict__.update(wrapped.__dict__ if type(wrapped) is Function else {})
            wrapper.__dict__["__wrapped__"] = wrapped
            return wrapper

        return decorate

    def total_ordering(kind: Any) -> Any:
        _need_own(kind)
        return functools.total_ordering(kind)

    own = {"reduce": reduce, "partial": partial, "wraps": wraps, "total_ordering": total_ordering}
    names: Names = {name: Native(name, function) for name, function in own.items()}
    for name in ("cache", "cmp_to_key", "lru_cache"):
        names[name] = getattr(functools, name)
    return names


def _itertools(machine: Machine) -> Names:
    import itertools

    def count(start: Any = 0, step: Any = 1) -> Iterator:
        value = start
        while True:
            machine.count(1)
            yield value
            value += step

    def cycle(items: Any) -> Iterator:
        kept = list(bounded(machine, items))
        while kept:
            for item in kept:
                machine.count(1)
                yield item

    def repeat(item: Any, times: Any = None) -> Iterator:
        if times is not None:
            return counted(itertools.repeat(item, times))
        return (item for _ in count())

    def counted(items: Iterator) -> Iterator:
        """Count what a native goes through by itself: there may be 10**18 of it."""
        for item in items:
            machine.count(1)
            yield item

    def choosing(function: Callable) -> Callable:
        def call(*arguments: Any, **keywords: Any) -> Any:
            # each item is gone through before the first choice, and each place has an item
            for places in (*arguments, *keywords.values()):
                bounded(machine, range(places) if isinstance(places, int) else places)
            return counted(function(*arguments, **keywords))

        return call

    def calling(function: Callable) -> Callable:
        def call(*arguments: Any, **keywords: Any) -> Any:
            return function(*(guarded(machine, a) for a in arguments), **keywords)

        return call

    names: Names = {name: getattr(itertools, name) for name in _ITERTOOLS.split()}
    names |= {name: Native(name, calling(getattr(itertools, name))) for name in _CALLING.split()}
    names |= {name: Native(name, choosing(getattr(itertools, name))) for name in _CHOOSING.split()}
    own = (("count", count), ("cycle", cycle), ("repeat", repeat))
    return names | {name: Native(name, function) for name, function in own}


def _copy(machine: Machine) -> Names:
    import copy

    return {"copy": copy.copy, "deepcopy": copy.deepcopy}


def _contextlib(machine: Machine) -> Names:
    import contextlib

    names = ("ExitStack", "closing", "contextmanager", "nullcontext", "suppress")
    return {name: getattr(contextlib, name) for name in names}


def _dataclasses(machine: Machine) -> Names:
    import dataclasses

    def dataclass(kind: Any = None, /, **options: Any) -> Any:
        """As Python's, for classes of the program."""
        if kind is None:
            return lambda given: dataclass(given, **options)
        _need_own(kind)
        made = dataclasses.dataclass(kind, **options)
        if isinstance(made.__dict__.get("__hash__"), FunctionType):  # not one of the program
            made.__hash__ = of_fields
        return made

    names = ("asdict", "astuple", "field", "fields", "is_dataclass", "replace")
    found = {name: getattr(dataclasses, name) for name in names}
    return {**found, "dataclass": Native("dataclass", dataclass)}


def _need_own(kind: Any) -> None:
    """Raise TypeError unless a decorator may change what it is given."""
    if not (isinstance(kind, type) and of_program(kind)):
        raise TypeError(f"only classes of the program can be decorated, not {kind!r}")


def _random(machine: Machine) -> Names:
    import random

    own = random.Random(0)  # not seeded by a program: the same numbers in each run

    def seed(a: Any = 0, version: int = 2) -> None:
        """As Python's, which would ask the system for a seed where there is none."""
        own.seed(0 if a is None else a, version)

    names: Names = {name: getattr(own, name) for name in _RANDOM.split()}
    return names | {"seed": seed}


def _operator(machine: Machine) -> Names:
    import operator

    def attrgetter(*paths: str) -> Callable:
        def follow(value: Any, path: str) -> Any:
            for name in attributes.exact(path).split("."):
                value = attributes.read(value, name)
            return value

        def get(value: Any) -> Any:
            found = [follow(value, path) for path in paths]
            return tuple(found) if len(found) > 1 else found[0]

        return get

    def methodcaller(name: str, /, *arguments: Any, **keywords: Any) -> Callable:
        method = attributes.exact(name)
        return lambda value: attributes.read(value, method)(*arguments, **keywords)

    def of_sets(function: Callable) -> Callable:
        def apply(left: Any, right: Any, /) -> Any:
            made = function(left, right)
            return of_views(function, left, right) if made.__class__ is set else made

        return apply

    def sized(sign: str) -> Callable:
        def apply(left: Any, right: Any) -> Any:
            check_size(machine, sign, left, right)
            return GUARDED[sign](left, right)

        return apply

    names: Names = {name: getattr(operator, name) for name in _OPERATOR.split()}
    names |= {name: sized(sign) for name, sign in _GROWING.items()}
    for name in _OF_SETS.split():
        names[name] = Native(name, of_sets(getattr(operator, name)))
    names["itemgetter"] = operator.itemgetter
    return names | {"attrgetter": attrgetter, "methodcaller": methodcaller}


def _abc(machine: Machine) -> Names:
    import abc

    return {"ABC": abc.ABC, "ABCMeta": AbstractMeta, "abstractmethod": abc.abstractmethod}


def _warnings(machine: Machine) -> Names:
    def ignore(*arguments: Any, **keywords: Any) -> None:
        """Warnings go nowhere: standard error is for errors."""

    names = ("filterwarnings", "simplefilter", "warn")
    return {name: Native(name, ignore) for name in names}


def _array(machine: Machine) -> Names:
    from array import array

    return {"array": array}


TABLES: dict[str, Callable[[Machine], Names]] = {
    "array": _array,
    "math": _math,
    "typing": _typing,
    "collections": _collections,
    "collections.abc": _typing,
    "functools": _functools,
    "itertools": _itertools,
    "copy": _copy,
    "contextlib": _contextlib,
    "dataclasses": _dataclasses,
    "random": _random,
    "operator": _operator,
    "abc": _abc,
    "warnings": _warnings,
}

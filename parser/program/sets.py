"""Sets of programs: Python's own, in an order that is the same in each run.

Python goes through a set in the order of its table, which hashes decide. Where all hashes are fixed
(see hashes.py) so is that order, programs' outputs hold it, and it is kept: what makes a new set
here takes the very steps that Python takes, down to the size of the table. With any other element,
Python's order is arbitrary; here it is the order in which the elements were put in.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from .hashes import all_fixed, is_fixed

# Kept on each object under names that no program can say: dunders of no meaning.
_OWN = ("__order__", "__held__")
VIEWS = (type({}.keys()), type({}.items()))


class Set(set):
    """`set`; `__order__` has the elements as keys where Python does not fix their order."""

    __order__: dict[Any, None] | None = None

    def __init__(self, *items: Any, **names: Any) -> None:
        _check_call("set", items, names)
        Set.clear(self)
        Set.update(self, *items)

    def __iter__(self) -> Iterator:
        order = _settled(self)
        return set.__iter__(self) if order is None else _in_order(order)

    # ------------------------------------------------------------ one element

    def add(self, item: Any, /) -> None:
        order = self.__order__
        if order is not None:
            set.add(self, item)
            order[item] = None
        elif item.__class__ is int or is_fixed(item):
            set.add(self, item)
        else:
            order = dict.fromkeys(set.__iter__(self))
            set.add(self, item)
            self.__order__ = order | {item: None}

    def remove(self, item: Any, /) -> None:
        set.remove(self, item)
        _forget(self, item)

    def discard(self, item: Any, /) -> None:
        set.discard(self, item)
        _forget(self, item)

    def pop(self) -> Any:
        if not self.__order__:
            return set.pop(self)
        item, _ = self.__order__.popitem()
        set.discard(self, item)
        return item

    # --------------------------------------------------------- changes by many

    def clear(self) -> None:
        set.clear(self)
        self.__order__ = None

    def update(self, *others: Any) -> None:
        for other in others:
            other = _steady(other)
            if self.__order__ is None and _has_fixed(other):
                set.update(self, other)
                continue
            added = dict.fromkeys(_elements(other))
            order = self.__order__ or dict.fromkeys(_elements(self))
            set.update(self, other)
            order.update(added)
            self.__order__ = order

    def intersection_update(self, *others: Any) -> None:
        for other in others:
            _become(self, _common(self, other))

    def difference_update(self, *others: Any) -> None:
        for other in others:
            other = _steady(other)
            set.difference_update(self, other)
            if self.__order__ is not None:
                for item in other if self else list(self.__order__):
                    self.__order__.pop(item, None)

    def symmetric_difference_update(self, other: Any, /) -> None:
        other = other if type(other) is dict else _as_set(other)
        if _has_fixed(self) and _has_fixed(other):
            set.symmetric_difference_update(self, other)
        else:
            theirs = dict.fromkeys(_elements(other))
            ours = dict.fromkeys(_elements(self))
            _become(self, [item for item in ours | theirs if (item in ours) != (item in theirs)])

    # ------------------------------------------------------------------- news

    def copy(self) -> Set:
        made = Set()
        Set.update(made, self)
        return made

    def union(self, *others: Any) -> Set:
        made = Set.copy(self)
        Set.update(made, *others)
        return made

    def intersection(self, *others: Any) -> Set:
        made = self if others else Set.copy(self)
        for other in others:
            made = collected(_common(made, other))
        return made

    def difference(self, *others: Any) -> Set:
        made = _less(self, others[0]) if others else Set.copy(self)
        Set.difference_update(made, *others[1:])
        return made

    def symmetric_difference(self, other: Any, /) -> Set:
        made = Set(other)
        Set.symmetric_difference_update(made, self)
        return made


class FrozenSet(frozenset):
    """`frozenset`; `__held__` is a set of the same elements, which knows their order."""

    __held__: Set

    def __new__(cls, *items: Any, **names: Any) -> FrozenSet:
        if cls is FrozenSet:
            _check_call("frozenset", items, names)
            if items and type(items[0]) is FrozenSet:
                return items[0]
        return _frozen(Set(*items), cls)

    def __iter__(self) -> Iterator:
        return iter(self.__held__)

    def copy(self) -> FrozenSet:
        return self if type(self) is FrozenSet else _frozen(Set.copy(self.__held__))


def collected(items: Iterable) -> Set:
    """Make a set, putting in one item after another."""
    items = list(items)
    made = Set.__new__(Set)
    set.update(made, items)
    if not all_fixed(items):
        made.__order__ = dict.fromkeys(items)
    return made


def of_views(function: Callable, left: Any, right: Any) -> Set:
    """What an operator makes where one operand is the keys or items of a dict: Python itself makes
    a set of its own, the only way to one that is no `Set`."""
    if function in (operator.and_, operator.iand):
        if not isinstance(left, VIEWS):
            left, right = right, left
        if type(right) is Set and len(left) <= len(right):
            return right.intersection(left)
        if isinstance(right, VIEWS) and len(right) > len(left):
            left, right = right, left
        return collected(item for item in right if item in left)
    made = Set(dict.fromkeys(left) if type(left) is VIEWS[0] else left)
    _CHANGES[function](made, right)
    return made


_CHANGES = {
    operator.or_: Set.update,
    operator.ior: Set.update,
    operator.sub: Set.difference_update,
    operator.isub: Set.difference_update,
    operator.xor: Set.symmetric_difference_update,
    operator.ixor: Set.symmetric_difference_update,
}


# ------------------------------------------------------------------- the order


def _settled(owner: Set) -> dict[Any, None] | None:
    """Return the order of a set, None where it is Python's: also once all others have left."""
    order = owner.__order__
    if order is not None and all_fixed(order):
        _become(owner, order)
    return owner.__order__


def _elements(items: Iterable) -> Iterable:
    """The elements of a set in order, whatever a program's class makes of its iteration."""
    if not isinstance(items, Set):
        return items
    order = _settled(items)
    return set.__iter__(items) if order is None else order


def _in_order(order: dict[Any, None]) -> Iterator:
    try:
        yield from order
    except RuntimeError:
        raise RuntimeError("Set changed size during iteration") from None


def _become(owner: Set, items: Iterable) -> None:
    """Hold other elements, put in one after another."""
    items = list(items)
    set.clear(owner)
    set.update(owner, items)
    owner.__order__ = None if all_fixed(items) else dict.fromkeys(items)


def _forget(owner: Set, item: Any) -> None:
    if owner.__order__ is not None:
        # Python looks for a set as if it were frozen.
        owner.__order__.pop(frozenset(item) if type(item).__hash__ is None else item, None)


# ------------------------------------------- operands, and Python's own steps


def _check_call(name: str, items: tuple, names: dict) -> None:
    if names:
        raise TypeError(f"{name}() takes no keyword arguments")
    if len(items) > 1:
        raise TypeError(f"{name} expected at most 1 argument, got {len(items)}")


def _steady(other: Any) -> Any:
    """Return what can be gone through twice: sets and dicts, which Python reads in one go, as they
    are."""
    if isinstance(other, FrozenSet):
        return other.__held__
    return other if isinstance(other, Set) or type(other) is dict else list(other)


def _as_set(other: Any) -> Set:
    steady = _steady(other)
    return steady if isinstance(steady, Set) else Set(steady)


def _has_fixed(items: Any) -> bool:
    return _settled(items) is None if isinstance(items, Set) else all_fixed(items)


def _common(left: Set, other: Any) -> Iterable:
    """Go through the smaller of two sets, or through anything else."""
    if isinstance(other, set | frozenset):
        other = _as_set(other)
        if len(other) > len(left):
            left, other = other, left
    holds = set.__contains__  # Python's own, whatever a program's class makes of `in`
    return [item for item in _elements(other) if holds(left, item)]


def _less(left: Set, other: Any) -> Set:
    """Leave out what the other has, or take that out of a copy if it is much smaller."""
    other = _steady(other)
    if type(other) is list or len(left) >> 2 > len(other):
        made = Set.copy(left)
        Set.difference_update(made, other)
        return made
    kind: Any = dict if type(other) is dict else set
    return collected([item for item in _elements(left) if not kind.__contains__(other, item)])


# ------------------------------------------- what both kinds do alike


def _text(self: Any) -> str:
    text = set.__repr__(self) if isinstance(self, set) else frozenset.__repr__(self)
    plain = type(self) is Set and text.startswith("set({")  # else empty, or inside itself
    return text[4:-1] if plain else text


def _reduced(self: Any) -> tuple[type, tuple[list], dict]:
    state = {name: value for name, value in vars(self).items() if name not in _OWN}
    return type(self), (list(self),), state


def _copied(self: Any) -> Any:
    if type(self) in (Set, FrozenSet):
        return self.copy()
    kind, items, state = _reduced(self)
    made = kind(*items)
    vars(made).update(state)
    return made


def _operator(name: str) -> Callable:
    method = getattr(Set, name)

    def apply(self: Set, other: Any) -> Any:
        return method(self, other) if isinstance(other, set | frozenset) else NotImplemented

    return apply


def _in_place(name: str) -> Callable:
    method = getattr(Set, name)

    def apply(self: Set, other: Any) -> Any:
        if not isinstance(other, set | frozenset):
            return NotImplemented
        method(self, other)
        return self

    return apply


def _delegated(name: str) -> Callable:
    method = getattr(Set, name)

    def apply(self: FrozenSet, *others: Any) -> Any:
        made = method(self.__held__, *others)
        return made if made is NotImplemented else _frozen(made)

    return apply


def _frozen(held: Set, kind: type = FrozenSet) -> Any:
    made = frozenset.__new__(kind, held)
    made.__held__ = held
    return made


_METHODS = {
    "or": ("union", "update"),
    "and": ("intersection", "intersection_update"),
    "sub": ("difference", "difference_update"),
    "xor": ("symmetric_difference", "symmetric_difference_update"),
}
for _sign, (_new, _change) in _METHODS.items():
    setattr(Set, f"__{_sign}__", _operator(_new))
    setattr(Set, f"__i{_sign}__", _in_place(_change))
    for _name in (_new, f"__{_sign}__"):
        setattr(FrozenSet, _name, _delegated(_name))
for _kind, _shown in ((Set, "set"), (FrozenSet, "frozenset")):
    _kind.__name__ = _kind.__qualname__ = _shown
    _kind.__module__ = "builtins"
    for _name, _method in (("repr", _text), ("reduce", _reduced), ("copy", _copied)):
        setattr(_kind, f"__{_name}__", _method)
    for _name, _method in vars(_kind).items():
        if isinstance(_method, FunctionType):
            _method.__qualname__ = f"{_shown}.{_name}"  # as errors of calls name it

"""Sets of programs: Python's order where it has one, else the order of putting in."""

from __future__ import annotations

import operator
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from gradcalc.parser.program.sets import FrozenSet, Set, collected, of_views

from .running import error_of, output, value

RANDOM_ORDER = """
import copy
import random
from dataclasses import dataclass
import torch

class Thing:
    def __init__(self, name):
        self.name = name

@dataclass(frozen=True)
class Pair:
    left: object
    right: object

class Named(Thing):
    def __hash__(self):
        return hash(self.name)

letters = set("gradient")
print(letters, letters | {"x"}, letters & set("tension"), letters - {"a"}, letters ^ {"g", "z"})
print({print, len, None, Thing, "a", 2.5}, frozenset(letters), {frozenset(letters), frozenset()})
print([t.name for t in {Thing(n) for n in "cab"}], [n.name for n in {Named(w) for w in "cab"}])
print({Pair("b", None), Pair("a", None)}, {("b", 1), ("a", 2)}, {float("nan"), 1.0, float("nan")})
print([t.item() for t in {torch.tensor(k) for k in range(9)}], {torch.float32, torch.int64})
print({"a": 1, "b": 2}.keys() | {"c"}, {"a": 1}.items() ^ {("b", 2)}, copy.deepcopy(letters))
print(hash("a"), hash(b"b"), hash(("a", None)), hash(Pair("a", 1)), hash(frozenset("ab")))
print(hash(Thing("a")), Thing("b").__hash__(), torch.ones(1).__hash__())
print(hash(range(0)), hash(float("nan")), hash(Thing))
print(random.random(), random.sample(range(99), 3), random.seed(), random.gauss(0, 1))
print(sorted(letters, key=len), max(letters, key=len), ", ".join(letters), dict.fromkeys(letters))
while letters:
    print(letters.pop(), end=" ")
for pattern in ("a b -> c d", "a b -> b a"):
    try:
        torch.func.rearrange(torch.ones(2, 2), pattern, p=1, q=2, r=3)
    except Exception as error:
        print(error)
"""
OPERATORS = [operator.or_, operator.and_, operator.sub, operator.xor]
NEW = ["union", "intersection", "difference", "symmetric_difference"]
CHANGE = ["update", "intersection_update", "difference_update", "symmetric_difference_update"]


def numbers(seeded: random.Random) -> list:
    """A few or many numbers and pairs of such: what Python has an order for."""
    kinds: list[Callable[[], Any]] = [
        lambda: seeded.randrange(-5, 200),
        lambda: seeded.choice([0.5, 2.0, 1e10, -3.25]),
        lambda: (seeded.randrange(5), seeded.randrange(40)),
    ]
    return [seeded.choice(kinds)() for _ in range(seeded.randrange(seeded.choice([4, 12, 60])))]


def operands(seeded: random.Random) -> tuple[Any, Any]:
    """The same thing to combine a set with, as Python's and as the language's."""
    items = numbers(seeded)
    table = dict.fromkeys(items)
    return seeded.choice(
        [
            (set(items), Set(items)),
            (frozenset(items), FrozenSet(items)),
            (items, items),
            (table, table),
            (table.keys(), table.keys()),
            (iter(items), iter(list(items))),
        ]
    )


def applied(function: Callable, left: Any, right: Any) -> Any:
    """What an operator makes of two values, an error included, as a program sees it."""
    try:
        made = function(left, right)
    except TypeError as error:
        return str(error)
    return made


@pytest.mark.parametrize("kinds", [(set, Set), (frozenset, FrozenSet)])
@pytest.mark.parametrize("seed", range(150))
def test_what_makes_new_sets_keeps_pythons_order(kinds: tuple[type, type], seed: int) -> None:
    seeded = random.Random(seed)
    items = numbers(seeded)
    expected, actual = (kind(items) for kind in kinds)
    for name in seeded.choices(NEW, k=8):
        theirs, ours = operands(seeded)
        expected, actual = getattr(expected, name)(theirs), getattr(actual, name)(ours)
        assert repr(expected) == repr(actual)
        assert list(expected) == list(actual)


@pytest.mark.parametrize("seed", range(150))
def test_what_changes_a_set_keeps_pythons_order(seed: int) -> None:
    seeded = random.Random(seed)
    items = numbers(seeded)
    expected, actual = set(items), Set(items)
    for name in seeded.choices([*CHANGE, "add", "discard", "pop"], k=12):
        theirs, ours = operands(seeded)
        if name == "pop":
            theirs = ours = ()
        elif name in ("add", "discard"):
            theirs = ours = (seeded.randrange(99),)
        else:
            theirs, ours = (theirs,), (ours,)
        if expected or name != "pop":
            assert getattr(expected, name)(*theirs) == getattr(actual, name)(*ours)
        assert repr(expected) == repr(actual)


@pytest.mark.parametrize("function", OPERATORS)
@pytest.mark.parametrize("seed", range(40))
def test_operators_keep_pythons_order_and_errors(function: Callable, seed: int) -> None:
    seeded = random.Random(seed)
    items = numbers(seeded)
    theirs, ours = operands(seeded)
    expected, actual = applied(function, set(items), theirs), applied(function, Set(items), ours)
    if type(actual) is set:
        actual = of_views(function, Set(items), ours)
    assert repr(expected) == repr(actual)


@pytest.mark.parametrize("function", OPERATORS)
@pytest.mark.parametrize("seed", range(40))
def test_views_of_dicts_make_sets_in_pythons_order(function: Callable, seed: int) -> None:
    seeded = random.Random(seed)
    view = dict.fromkeys(numbers(seeded)).keys()
    theirs, ours = operands(seeded)
    expected, actual = function(view, theirs), of_views(function, view, ours)
    assert type(actual) is Set
    assert repr(expected) == repr(actual)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later compilers may merge otherwise")
def test_displays_of_constants_are_in_pythons_order(seed: int) -> None:
    seeded = random.Random(seed)
    items = [seeded.randrange(-50, 200) for _ in range(seeded.randrange(3, 20))]
    text = repr(items).replace("[", "{").replace("]", "}")
    assert repr(eval(text)) == value(text)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("set('gradient')", "{'g', 'r', 'a', 'd', 'i', 'e', 'n', 't'}"),
        ("{'b', 'a'} | {'c', 'a'}", "{'b', 'a', 'c'}"),
        ("set('abcd') & set('dcx')", "{'d', 'c'}"),
        ("set('abcd') - {'b'}", "{'a', 'c', 'd'}"),
        ("frozenset('ba') | {'c'}", "frozenset({'b', 'a', 'c'})"),
        ("{*'ba', 1, 'b'}", "{'b', 'a', 1}"),
        ("{c for c in 'hello'}", "{'h', 'e', 'l', 'o'}"),
        ("{'b': 1, 'a': 2}.keys() - {'b'}", "{'a'}"),
        ("[*{'b', 'a'}]", "['b', 'a']"),
        ("{'b', 'a'} == {'a', 'b'}", "True"),
    ],
)
def test_strings_stand_in_the_order_of_putting_in(expression: str, expected: str) -> None:
    assert expected == value(expression)


def test_operators_ask_no_class_of_the_program() -> None:
    before = """
class Full(set):
    def __contains__(self, item): return True
    def __iter__(self): return iter([9])
full = Full([1, 2])
"""
    made = "[full | {3}, full & {1}, {5} - full, {7} & full, {3, 'a'} - full, {3} ^ full]"
    assert "[{1, 2, 3}, {1}, {5}, set(), {3, 'a'}, {1, 2, 3}]" == value(made, before)


def test_a_call_with_too_few_arguments_names_the_method() -> None:
    assert "TypeError: set.add() missing" in error_of("set().add()")


def test_a_string_taken_out_and_put_in_again_is_last() -> None:
    assert "{'b', 'c', 'a'}" == value("s", "s = set('abc'); s.remove('a'); s.add('a'); s.add('b')")


def test_numbers_are_in_pythons_order_once_all_else_has_left() -> None:
    assert "{1, 2, 3}" == value("s", "s = {None, 3, 1, 2}; s.discard(None)")


def test_a_set_found_by_its_elements_leaves_the_order_too() -> None:
    assert "{'x'}" == value("s", "s = {'x', frozenset('ab')}; s.discard(set('ab'))")


def test_a_set_that_grows_while_it_is_gone_through_is_an_error() -> None:
    program = "s = {'a'}\ntry:\n  for w in s: s.add(w + 'a')\nexcept RuntimeError as e: print(e)"
    assert "Set changed size during iteration\n" == output(program)


def test_a_copy_of_a_class_of_the_program_has_an_order_of_its_own() -> None:
    before = """
import copy
class Bag(set): pass
bag = Bag('ab')
bag.order = 7
other = copy.copy(bag)
bag.add('c')
"""
    assert "Bag({'a', 'b', 'c'}) Bag({'a', 'b'}) 7" == value(
        "f'{bag} {other} {other.order}'", before
    )


def test_no_hash_of_a_run_reaches_the_output() -> None:
    program = (
        "import sys; from tests.parser.program.running import output; print(output(sys.argv[1]))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program, RANDOM_ORDER],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "random")
    }
    assert 1 == len(texts)


def test_a_set_is_made_in_one_go_of_a_list() -> None:
    assert [Set, ["b", "a"]] == [type(collected(["b", "a"])), list(collected(["b", "a", "b"]))]

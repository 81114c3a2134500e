"""Hashes: Python's where it fixes them, else the same in each run."""

from __future__ import annotations

import pytest

from gradcalc.parser.program.hashes import hash_of, is_fixed

from .running import value


@pytest.mark.parametrize(
    "fixed", [0, -1, True, 2**70, 1.5, 2j, (1, (2.0, 3)), frozenset({1, 2}), ()]
)
def test_numbers_keep_pythons_hash(fixed: object) -> None:
    assert is_fixed(fixed)
    assert hash(fixed) == hash_of(fixed)


@pytest.mark.parametrize("drawn", ["a", b"a", None, (1, "a"), frozenset({"a"}), float("nan"), int])
def test_hashes_that_python_draws_for_each_run_are_not_fixed(drawn: object) -> None:
    assert not is_fixed(drawn)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("'ab'", "'a' + 'b'"),
        ("('a', 1)", "('a', 1.0)"),
        ("frozenset('ab')", "frozenset('ba')"),
        ("range(0)", "range(5, 5)"),
        ("range(0, 3, 2)", "range(0, 4, 2)"),
        ("point.move", "point.move"),
        ("Pair('a', 1)", "Pair('a', True)"),
    ],
)
def test_what_is_equal_has_one_hash(left: str, right: str) -> None:
    before = """
from dataclasses import dataclass
class Point:
    def move(self): pass
point = Point()
@dataclass(frozen=True)
class Pair:
    x: str
    y: int
"""
    assert "True" == value(f"{left} == {right} and hash({left}) == hash({right})", before)


def test_text_has_the_hash_that_it_always_has() -> None:
    assert "(97, 0, 4238894112)" == value("(hash('a'), hash(''), hash(None))")


def test_a_class_of_the_program_hashes_by_its_base_alike() -> None:
    before = "class Name(str):\n  def __hash__(self): return super().__hash__() + 1"
    assert "1" == value("hash(Name('ab')) - hash('ab')", before)


def test_what_has_no_hash_is_an_error() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        hash_of(([1], "a"))

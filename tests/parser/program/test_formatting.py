"""Texts of values: no address of this run of Python is in them."""

from __future__ import annotations

import re

import pytest

from .running import output, trace, value

ADDRESS = re.compile(r"0x[0-9a-f]+")


@pytest.mark.parametrize(
    "expression",
    [
        "iter([])",
        "repr(map(len, []))",
        "str(object())",
        "ascii(zip())",
        "[1, {'k': (enumerate([]),)}]",
        "[].append",
        "property(len)",
        "functools.lru_cache(len)",
        "f'{reversed([])}'",
        "f'{reversed([])!r:>60}'",
        "'{} {!r}'.format(filter(None, []), object())",
        "'%s %r' % (object(), [object()])",
        "format(object())",
        "list(map(str, [object()]))",
        "ValueError(object())",
        "frozenset([object()])",
    ],
)
def test_an_address_is_a_small_number(expression: str) -> None:
    addresses = ADDRESS.findall(value(expression, "import functools"))
    assert addresses
    assert all(int(address, 16) < 1 << 24 for address in addresses)


def test_objects_keep_their_numbers() -> None:
    assert "True" == value("hex(id(a))[2:] in repr([a]) and str(a) in str([0, a])", "a = iter([])")


def test_what_only_reads_like_an_address_stays() -> None:
    text = "<x object at 0x7f0123456789>"
    assert f"['{text}']" == value(f"['{text}']")
    assert text == value(f"'{text}'")


def test_an_error_names_no_address() -> None:
    program = "raise ValueError(object())"
    assert int(ADDRESS.findall(trace(program))[0], 16) < 1 << 24


def test_a_text_of_the_programs_own_kind_is_printed_as_it_is() -> None:
    program = """
class Text(str):
    def __contains__(self, part): raise ValueError
class Thing:
    def __str__(self): return Text("thing")
print(Thing(), Text("text"), f"{Thing()}")
"""
    assert "thing text thing\n" == output(program)


def test_a_type_that_a_native_holds_shows_as_itself() -> None:
    assert "functools.partial(<class 'str'>, 5) 5" == value(
        "f'{held} {held()}'", "import functools\nheld = functools.partial(str, 5)"
    )

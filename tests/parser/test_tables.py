"""Parse tables: where they are kept and when they are made again."""

from __future__ import annotations

import functools
import json
import os
import stat
from pathlib import Path

import pytest

from gradcalc.parser import tables

ORIGINAL_MAKE = tables.make


@functools.cache
def make_once(text: str) -> dict[str, object]:
    return ORIGINAL_MAKE(text)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, and no tables in the package."""
    package = tmp_path / "package"
    package.mkdir()
    text = (tables.FOLDER / "grammar.lark").read_text(encoding="utf-8")
    (package / "grammar.lark").write_text(text, encoding="utf-8")
    monkeypatch.setattr(tables, "FOLDER", package)
    monkeypatch.setattr(tables, "make", make_once)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gradcalc"


def kept(cache: Path) -> Path:
    (place,) = cache.iterdir()
    return place


def forbid_making(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(text: str) -> dict[str, object]:
        raise AssertionError("made anew")

    monkeypatch.setattr(tables, "make", make)


def test_tables_are_made_once_and_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tables.load()
    forbid_making(monkeypatch)
    assert first == tables.load()


def test_the_cache_is_the_users_alone(cache: Path) -> None:
    tables.load()
    modes = [stat.S_IMODE(place.stat().st_mode) for place in (cache, kept(cache))]
    assert [0o700, 0o600] == modes


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"key": "other"}'])
def test_damaged_tables_are_made_anew(cache: Path, damage: bytes) -> None:
    first = tables.load()
    whole = kept(cache).read_bytes()
    kept(cache).write_bytes(damage)
    assert first == tables.load()
    assert whole == kept(cache).read_bytes()


def test_half_a_file_is_made_anew(cache: Path) -> None:
    first = tables.load()
    kept(cache).write_bytes(kept(cache).read_bytes()[:1000])
    assert first == tables.load()


def test_tables_of_another_grammar_are_not_used(cache: Path) -> None:
    tables.load()
    data = json.loads(kept(cache).read_bytes())
    kept(cache).write_text(json.dumps(data | {"key": "1-0-0", "start": 99}))
    assert 99 != tables.load().start


def test_a_folder_that_others_may_write_is_not_used(cache: Path) -> None:
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    tables.load()
    assert [] == list(cache.iterdir())


def test_a_link_in_place_of_the_folder_is_not_used(cache: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    cache.parent.mkdir()
    cache.symlink_to(elsewhere)
    tables.load()
    assert [] == list(elsewhere.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="the file stands for an unwritable home")
def test_without_a_cache_tables_are_made_in_memory(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert 0 < len(tables.load().actions)


def test_tables_in_the_package_come_first(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (tables.FOLDER / "grammar.lark").read_text(encoding="utf-8")
    tables.write(tables.FOLDER / "grammar.tables", tables.make(text))
    forbid_making(monkeypatch)
    assert 0 < len(tables.load().actions)
    assert not cache.exists()


def test_the_same_grammar_gives_the_same_tables() -> None:
    text = (tables.FOLDER / "grammar.lark").read_text(encoding="utf-8")
    assert make_once(text) == tables.make(text)

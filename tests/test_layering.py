"""Imports run one way: cli to parser to engine, and inside the engine from later to earlier."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RANK = {"engine": 0, "parser": 1, "cli": 2}
FILES = sorted(p for package in RANK for p in (ROOT / package).rglob("*.py"))

# the floors of the engine, lowest first; what is not listed stands above all of them
ENGINE = [
    "addresses",
    "errors",
    "dtypes",
    "modes",
    "shapes",
    "kernels",
    "generator",
    "storage",
    "node",
    "tensor",
    "saved",
    "kinds",
    "row",
    "promotion",
    "apply",
    "symbol",
    "derivation",
    "operations",
    "registry",
    "ops",
    "door",
    "custom",
    "rules",
    "hooks",
    "backward",
    "tape",
    "recorder",
    "forward",
    "functional",
    "gradcheck",
    "surface",
]


def imports(path: Path) -> list[tuple[ast.ImportFrom, tuple[str, ...]]]:
    """The relative imports at the top level of a file, as absolute paths from the root."""
    here = path.relative_to(ROOT).with_suffix("").parts
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]
            found.append((node, (*base, *(node.module or "").split("."))))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_package_imports_upwards(path: Path) -> None:
    own = RANK[path.relative_to(ROOT).parts[0]]
    upwards = [t for _, t in imports(path) if RANK.get(t[0], 0) > own]
    assert upwards == []


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if p.is_relative_to(ROOT / "engine") and p != ROOT / "engine/__init__.py"],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_engine_files_import_from_below(path: Path) -> None:
    floor = path.relative_to(ROOT / "engine").parts[0].removesuffix(".py")
    allowed = ENGINE[: ENGINE.index(floor)]
    if (ROOT / "engine" / floor).is_dir():
        allowed.append(floor)
    for node, target in imports(path):
        names = [target[1]] if target[1:] and target[1] else [a.name for a in node.names]
        assert [n for n in names if n not in allowed] == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_is_a_store_room(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400

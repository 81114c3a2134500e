"""Imports run one way: cli to parser to engine, and inside the engine from later to earlier."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RANK = {"engine": 0, "parser": 1, "cli": 2}
FILES = sorted(p for package in RANK for p in (ROOT / package).rglob("*.py"))
FILES_OF_ENGINE = [p for p in FILES if p.is_relative_to(ROOT / "engine")]

# the floors of the engine, lowest first; what is not listed stands above all of them
ENGINE = [
    "addresses",
    "errors",
    "dtypes",
    "layouts",
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
    "extent",
    "symbol",
    "derivation",
    "kinks",
    "operations",
    "registry",
    "ops",
    "lenient",
    "door",
    "custom",
    "rules",
    "symbolic",
    "hooks",
    "anomaly",
    "accumulate",
    "backward",
    "tape",
    "recorder",
    "passes",
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


def test_no_package_imports_upwards() -> None:
    upwards = [
        (str(path.relative_to(ROOT)), target)
        for path in FILES
        for _, target in imports(path)
        if RANK.get(target[0], 0) > RANK[path.relative_to(ROOT).parts[0]]
    ]
    assert upwards == []


@pytest.mark.parametrize("floor", ENGINE)
def test_engine_files_import_from_below(floor: str) -> None:
    allowed = ENGINE[: ENGINE.index(floor)]
    folder = ROOT / "engine" / floor
    paths = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    if folder.is_dir():
        allowed = [*allowed, floor]
    above = [
        (str(path.relative_to(ROOT)), name)
        for path in paths
        for node, target in imports(path)
        for name in ([target[1]] if target[1:] and target[1] else [a.name for a in node.names])
        if name not in allowed
    ]
    assert above == []


def test_every_engine_file_has_its_floor() -> None:
    floors = {p.relative_to(ROOT / "engine").parts[0].removesuffix(".py") for p in FILES_OF_ENGINE}
    assert floors - {"__init__"} == set(ENGINE)


def test_no_file_is_a_store_room() -> None:
    long = [
        str(p.relative_to(ROOT))
        for p in FILES
        if len(p.read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert long == []

"""What users can reach is written down: commands, exit codes, and what each file is for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gradcalc.cli.main import COMMANDS
from gradcalc.cli.status import Status

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = sorted(p for package in ("cli", "parser", "engine") for p in (ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_shows_every_command(command: str) -> None:
    assert re.search(rf"gradcalc {command}\b", README)


@pytest.mark.parametrize("status", Status, ids=lambda s: s.name)
def test_the_readme_lists_every_exit_code(status: Status) -> None:
    assert f"\n| {status.value} | " in README


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.stat().st_size], ids=lambda p: str(p.relative_to(ROOT))
)
def test_every_file_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))

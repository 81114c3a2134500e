"""What gradcalc depends on: as few packages as the design names, and typer as it was light."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
DEPENDENCIES = dict(
    re.fullmatch(r"([a-z]+)(.*)", text).groups()  # type: ignore[union-attr]
    for text in PROJECT["project"]["dependencies"]
)


def test_nothing_else_is_needed_at_run_time() -> None:
    assert sorted(DEPENDENCIES) == ["lark", "numpy", "rich", "scipy", "typer"]


def test_typer_stays_below_the_release_that_imports_pydantic() -> None:
    assert DEPENDENCIES["typer"] == ">=0.26,<0.29"


def test_a_command_imports_neither_pydantic_nor_what_it_does_not_use() -> None:
    code = (
        "import sys; from gradcalc.cli.__main__ import run; run(['grad', 'x^2', 'x=2']); "
        "print({'pydantic', 'scipy', 'rich', 'lark'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"


def test_the_wheel_holds_every_package() -> None:
    found = {
        "gradcalc." + ".".join(init.parent.relative_to(ROOT).parts)
        for top in ("cli", "parser", "engine")
        for init in (ROOT / top).rglob("__init__.py")
    }
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == found

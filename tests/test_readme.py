"""The README's examples are true: each is run and its output compared.

`python -m tests.test_readme` writes what the commands print into the README; read the diff.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


def examples(text: str) -> list[tuple[str, str]]:
    """The commands of the console blocks, each with the output below it."""
    found = []
    for block in CONSOLE.findall(text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def run(command: str, folder: Path) -> str:
    """What a shell shows for a command: standard output, then standard error."""
    scripts = sysconfig.get_path("scripts")
    environment = {**os.environ, "PATH": scripts + os.pathsep + os.environ["PATH"]}
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
        encoding="utf-8",
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("command", "expected"), examples(README.read_text(encoding="utf-8")))
def test_an_example_prints_what_the_readme_says(
    command: str, expected: str, tmp_path: Path
) -> None:
    assert run(command, tmp_path) == expected


def test_the_library_example_runs(tmp_path: Path) -> None:
    (code,) = PYTHON.findall(README.read_text(encoding="utf-8"))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def rewrite() -> None:
    """Put what the commands print now into the README."""
    text = README.read_text(encoding="utf-8")

    def fresh(match: re.Match) -> str:
        commands = [c for c, _ in examples(match[0])]
        return "```console\n" + "".join(f"$ {c}\n{run(c, Path('/'))}" for c in commands) + "```"

    README.write_text(CONSOLE.sub(fresh, text), encoding="utf-8")


if __name__ == "__main__":
    rewrite()

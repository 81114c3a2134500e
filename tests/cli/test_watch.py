"""Watching a program changes nothing of what it prints, nor how it ends."""

from pathlib import Path

import pytest

from .programs import FOLDER, recorded, without_addresses
from .transcripts import inside, run_words

PROGRAMS = sorted((FOLDER / "autograd").glob("*.py")) + sorted((FOLDER / "nn").glob("*.py"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_a_watched_program_prints_what_it_always_prints(program: Path, tmp_path: Path):
    with inside(program.parent):
        outcome = run_words(
            ["run", program.name, "--finite", "--trace-to", str(tmp_path / "traces"), "--trace"]
        )
    last = outcome.stderr.strip().rpartition("\n")[2] if outcome.status == 1 else ""
    assert (without_addresses(outcome.stdout), last) == recorded(program)


def test_a_trace_goes_into_the_file_and_nowhere_else(tmp_path: Path):
    program, traces = tmp_path / "program.py", tmp_path / "traces"
    program.write_text("import torch\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()\n")
    outcome = run_words(["run", str(program), "--trace-to", str(traces)])
    assert (outcome.stdout, outcome.stderr, outcome.status) == (b"", "", 0)
    assert traces.read_text("utf-8").startswith("pass 1 at 3:1: x.sum().backward()\nforward\n")

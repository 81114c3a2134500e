"""Command lines print exactly what is recorded, byte for byte."""

import pytest

from .transcripts import FOLDER, entries, run_line, show

CASES = [
    pytest.param(line, recorded, id=f"{path.stem}: {line[:80]}")
    for path in sorted(FOLDER.glob("*.txt"))
    for line, recorded in entries(path)
]


@pytest.mark.parametrize(("line", "recorded"), CASES)
def test_a_command_prints_what_is_recorded(line, recorded):
    assert show(run_line(line)) == recorded


def test_there_are_transcripts():
    assert len(CASES) > 50

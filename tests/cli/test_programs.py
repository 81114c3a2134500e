"""Programs print what Python with PyTorch prints, byte for byte, object addresses aside."""

from pathlib import Path

import pytest

from .programs import FOLDER, printed, programs, recorded


@pytest.mark.parametrize("program", programs(), ids=lambda p: str(p.relative_to(FOLDER))[:-3])
def test_a_program_prints_what_python_and_torch_print(program: Path) -> None:
    assert recorded(program) == printed(program)

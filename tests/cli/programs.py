"""Programs with what they print, kept as files: NAME.py, NAME.out, and NAME.err for the last line
of standard error where a program ends with an error.

`python -m tests.cli.programs PYTHON` records them anew with an interpreter that has torch.
"""

import re
import subprocess
import sys
from pathlib import Path

from .transcripts import inside, run_words

FOLDER = Path(__file__).parent.parent / "golden" / "programs"
ADDRESS = re.compile(rb"0x[0-9a-f]+")


def programs() -> list[Path]:
    """Return every program."""
    return sorted(FOLDER.rglob("*.py"))


def recorded(program: Path) -> tuple[bytes, str]:
    """Return what a program must print, and the error that must end it."""
    error = program.with_suffix(".err")
    last = error.read_text(encoding="utf-8") if error.exists() else ""
    return without_addresses(program.with_suffix(".out").read_bytes()), last.strip()


def printed(program: Path) -> tuple[bytes, str]:
    """Run a program in this process; return what it printed and the error that ended it."""
    with inside(program.parent):
        outcome = run_words(["run", program.name])
    last = outcome.stderr.strip().rpartition("\n")[2]
    return without_addresses(outcome.stdout), last if outcome.status else ""


def without_addresses(text: bytes) -> bytes:
    """Replace addresses, which differ in each run of Python."""
    return ADDRESS.sub(b"0x", text)


def record(python: str) -> None:
    """Write what an interpreter prints."""
    command = [python, "-W", "ignore"]
    for program in programs():
        ran = subprocess.run(
            [*command, program.name], cwd=program.parent, capture_output=True, check=False
        )
        program.with_suffix(".out").write_bytes(ran.stdout)
        error = program.with_suffix(".err")
        error.unlink(missing_ok=True)
        if ran.returncode:
            error.write_bytes(ran.stderr.strip().splitlines()[-1] + b"\n")
    versions = (
        "import sys, torch; print('Python', sys.version.split()[0]); "
        "print('torch', torch.__version__)"
    )
    told = subprocess.run([python, "-c", versions], capture_output=True, check=True).stdout
    (FOLDER / "recorded_with.txt").write_bytes(told)


if __name__ == "__main__":
    record(sys.argv[1])

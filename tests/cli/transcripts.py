"""Transcripts: command lines with what they print, read from text files and run in this process.

    $ echo 'x + y' | gradcalc eval - x=1
    ! error: the name 'y' has no value
    ...
    [2]

Lines after a command are standard output, those with `! ` standard error, and `[N]` is an exit
status other than 0; an empty line ends an entry, `#` begins a comment.  Entries are compared whole.
`python -m tests.cli.transcripts` records the files anew.
"""

import io
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gradcalc.cli.__main__ import run

FOLDER = Path(__file__).parent.parent / "golden" / "transcripts"
DATA = FOLDER / "data"


@dataclass(frozen=True)
class Outcome:
    """What a command line did."""

    stdout: bytes
    stderr: str
    status: int


def run_words(words: list[str], stdin: bytes = b"") -> Outcome:
    """Run a command line in this process, with streams of its own."""
    out, err = io.BytesIO(), io.BytesIO()
    streams = (
        io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"),
        io.TextIOWrapper(out, encoding="utf-8", errors="backslashreplace", newline="\n"),
        io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", newline="\n"),
    )
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        status = run(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Outcome(out.getvalue(), err.getvalue().decode(), int(status))


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Run with a folder as the working directory."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run_line(line: str) -> Outcome:
    """Run `gradcalc …`, also behind `echo … |` or with `< FILE`."""
    words = shlex.split(line)
    stdin = b""
    if words[0] == "echo":
        bar = words.index("|")
        stdin = (" ".join(words[1:bar]) + "\n").encode()
        words = words[bar + 1 :]
    with inside(DATA):
        if "<" in words:
            stdin = Path(words[-1]).read_bytes()
            words = words[:-2]
        assert words[0] == "gradcalc"
        return run_words(words[1:], stdin)


def show(outcome: Outcome) -> str:
    """Write an outcome as it stands in a transcript."""
    text = outcome.stdout.decode()
    text += "".join(f"! {line}".rstrip() + "\n" for line in outcome.stderr.splitlines())
    return text + (f"[{outcome.status}]\n" if outcome.status else "")


def entries(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the command lines of a file, each with what is recorded for it."""
    line, recorded = "", ""
    for text in [*path.read_text(encoding="utf-8").splitlines(keepends=True), "\n"]:
        if text.startswith("$ "):
            line, recorded = text[2:].rstrip("\n"), ""
        elif text.strip() or not line:
            recorded += text
        else:
            yield line, recorded
            line = ""


def recorded_anew(path: Path) -> str:
    """Return a file's text with every outcome as it is now."""
    lines = []
    skipping = False
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.startswith("$ "):
            skipping = True
            lines.append(text + "\n" + show(run_line(text[2:])))
        elif not text.strip():
            skipping = False
            lines.append("\n")
        elif not skipping:
            lines.append(text + "\n")
    return "".join(lines)


if __name__ == "__main__":
    for transcript in sorted(FOLDER.glob("*.txt")):
        transcript.write_text(recorded_anew(transcript), encoding="utf-8")

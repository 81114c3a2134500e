"""Requests as JSON Lines on standard input, an answer a line on standard output.

Each answer is flushed before the next line is read; a line that is wrong gets an error answer.
Nothing is kept from line to line but the code of the latest expressions, so a stream may be
endless.
"""

import codecs
import gc
import sys
from collections.abc import Iterator

from .options import Ceilings, takes
from .report import plain_fault
from .terminal import on_terminal, say, warn


@takes(Ceilings)
def batch(ceilings: Ceilings) -> None:
    """Answer requests in JSON Lines from standard input.

    Examples:
      echo '{"id":1,"do":"grad","expr":"x^2","vars":{"x":3.0}}' | gradcalc batch
      gradcalc batch < requests.jsonl > answers.jsonl

    A request: {"id": any, "do": "eval|grad|jac|hess|vjp|jvp|hvp|diff",
    "expr": "...", "vars": {"x": 2.0}, "wrt": ["x"], "vector": ...,
    "dtype": "float64"}.
    "vector" is the cotangent of vjp, and {"x": tangent} for jvp and hvp.
    "kinks": "warn" lists where a convention stands in for a derivative,
    "error" refuses to answer there.  "finite" does the same for the first number
    that is NaN or infinite: where it was born, and why.
    An answer: {"id", "ok": true, "value", "grad": {"x": ...}, "no_path": []}, or
    {"id", "ok": false, "error": {"type", "message", "line", "column"}}.
    NaN and infinities are the strings "NaN", "Infinity" and "-Infinity".
    """
    from .compiler import Compiler
    from .inputs import read_limits
    from .stream import answer_text

    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    # Unlike a single command, a stream can leave cycles behind without end.
    gc.freeze()
    gc.enable()
    for number, line in lines(most_bytes):
        say(answer_text(line, number, compiler, most_bytes) + "\n")


def lines(most: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines of standard input that hold something, with their numbers.

    A line of more than `most` bytes is read past, a piece at a time, and yielded as None.
    """
    from .files import PIECE

    if sys.stdin is None:
        raise plain_fault("OSError", "standard input is closed")
    if on_terminal(sys.stdin):
        warn("reading requests from standard input, one a line; Ctrl-D ends it\n")
    stream, number = sys.stdin.buffer, 0
    while line := stream.readline(most + 1):
        number += 1
        if len(line) > most and not line.endswith(b"\n"):
            while (piece := stream.readline(PIECE)) and not piece.endswith(b"\n"):
                pass
            yield number, None
            continue
        text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if text.strip():
            yield number, text

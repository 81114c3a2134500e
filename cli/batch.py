"""Requests as JSON Lines on standard input, an answer a line on standard output.

Each answer is flushed before the next line is read; a line that is wrong gets an error answer.
Nothing is kept from line to line but the code of the latest expressions, so a stream may be
endless.
"""

import codecs
import gc
import sys
from collections.abc import Iterator
from typing import Any

from ..parser.errors import LanguageError
from .options import Ceilings, takes
from .report import as_json, own_fault, plain_fault
from .terminal import on_terminal, say, warn

# What a fault of gradcalc's own may be; users' mistakes arrive as LanguageErrors.
OWN_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    MemoryError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)
FIELDS = ("id", "do", "expr", "vars", "wrt", "vector", "dtype")
DOINGS = ("eval", "grad", "jac", "hess", "vjp", "jvp", "hvp")
DTYPES = ("float64", "float32")


@takes(Ceilings)
def batch(ceilings: Ceilings) -> None:
    """Answer requests in JSON Lines from standard input.

    Examples:
      echo '{"id":1,"do":"grad","expr":"x^2","vars":{"x":3.0}}' | gradcalc batch
      gradcalc batch < requests.jsonl > answers.jsonl

    A request: {"id": any, "do": "eval|grad|jac|hess|vjp|jvp|hvp", "expr": "...",
    "vars": {"x": 2.0}, "wrt": ["x"], "vector": ..., "dtype": "float64"}.
    "vector" is the cotangent of vjp, and {"x": tangent} for jvp and hvp.
    An answer: {"id", "ok": true, "value", "grad": {"x": ...}, "no_path": []}, or
    {"id", "ok": false, "error": {"type", "message", "line", "column"}}.
    NaN and infinities are the strings "NaN", "Infinity" and "-Infinity".
    """

    from .compiler import Compiler
    from .inputs import read_limits
    from .jsonio import dumps

    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    # Unlike a single command, a stream can leave cycles behind without end.
    gc.freeze()
    gc.enable()
    for number, line in lines():
        say(dumps(answer_line(line, number, compiler, most_bytes)) + "\n")


def lines() -> Iterator[tuple[int, bytes]]:
    """Yield the lines of standard input that hold something, with their numbers."""
    if sys.stdin is None:
        raise plain_fault("OSError", "standard input is closed")
    if on_terminal(sys.stdin):
        warn("reading requests from standard input, one a line; Ctrl-D ends it\n")
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if text.strip():
            yield number, text


def answer_line(line: bytes, number: int, compiler: Any, most_bytes: int) -> dict[str, Any]:
    """Answer one line, whatever is wrong with it."""
    from ..engine.errors import EngineError

    request: Any = None
    try:
        request = read_line(line, number)
        return {"id": request.get("id"), "ok": True, **fields_of(request, compiler, most_bytes)}
    except LanguageError as problem:
        fault = problem
    except (*OWN_FAULTS, EngineError) as problem:
        fault = own_fault(problem)
    name = request.get("id") if isinstance(request, dict) else None
    return {"id": name, "ok": False, "error": as_json(fault)}


def read_line(line: bytes, number: int) -> dict[str, Any]:
    """Read the object of a line."""

    from .jsonio import NotATensorError, loads

    try:
        request = loads(line.decode())
    except UnicodeDecodeError as fault:
        raise bad_request(f"line {number}: byte {fault.start + 1} is no UTF-8") from None
    except NotATensorError as fault:
        raise bad_request(f"line {number} is no JSON: {fault}") from None
    if not isinstance(request, dict):
        raise bad_request(f"line {number} is no object with a request")
    return request


def bad_request(message: str) -> LanguageError:
    """Make the fault of a request that cannot be meant."""
    return plain_fault("RequestError", message)


def fields_of(request: dict[str, Any], compiler: Any, most_bytes: int) -> dict[str, Any]:
    """Answer a request; return the fields of the answer."""
    from .output import answer_fields
    from .request import answer, numbers

    dtype = choice(request, "dtype", DTYPES, "float64")
    with numbers(dtype, most_bytes):
        return answer_fields(answer(understood(request, dtype), compiler))


def understood(request: dict[str, Any], dtype: str) -> Any:
    """Check the fields of a request and decode its values."""
    from .request import Request

    check_fields(request)
    do = choice(request, "do", DOINGS)
    variables = request.get("vars", {})
    if not isinstance(variables, dict):
        raise bad_request('"vars" must be an object of names and values')
    made = Request(
        do,
        request["expr"],
        {name: value_of(value, f"vars.{name}", dtype) for name, value in variables.items()},
        request.get("wrt"),
        dtype=dtype,
    )
    vector = request.get("vector")
    if do == "vjp" and vector is not None:
        made.cotangent = value_of(vector, "vector", dtype)
    if do in ("jvp", "hvp"):
        if not isinstance(vector, dict):
            raise bad_request(f'{do} needs "vector": an object of names and directions')
        made.tangents = {
            name: value_of(value, f"vector.{name}", dtype) for name, value in vector.items()
        }
    return made


def check_fields(request: dict[str, Any]) -> None:
    """Refuse fields that are missing, unknown or of the wrong type."""
    from ..parser.suggest import did_you_mean

    for name in request:
        if name not in FIELDS:
            hint = did_you_mean(name, FIELDS)
            raise bad_request(f'there is no field "{name}"' + (f"; {hint}" if hint else ""))
    if not isinstance(request.get("expr"), str):
        raise bad_request('"expr" must be text' if "expr" in request else '"expr" is missing')
    wrt = request.get("wrt")
    if wrt is None:
        return
    if not isinstance(wrt, list) or not all(isinstance(name, str) for name in wrt):
        raise bad_request('"wrt" must be a list of names')
    if len(set(wrt)) < len(wrt):
        raise bad_request('"wrt" names a variable twice')


def choice(
    request: dict[str, Any], field: str, known: tuple[str, ...], default: str | None = None
) -> str:
    """Return a field that holds one of a few words."""
    word = request.get(field, default)
    if word is None:
        raise bad_request(f'"{field}" is missing; it is one of {", ".join(known)}')
    if word not in known:
        raise bad_request(f'"{field}" must be one of {", ".join(known)}, not {dumps_word(word)}')
    return word


def dumps_word(word: Any) -> str:
    """Show a value of a request in a message."""

    from .jsonio import dumps

    text = dumps({"": word})[5:-1]
    return text if len(text) <= 60 else text[:57] + "..."


def value_of(value: Any, where: str, dtype: str) -> Any:
    """Decode a tensor of a request."""

    from .jsonio import NotATensorError, decode
    from .request import constant

    try:
        return constant(decode(value), dtype)
    except NotATensorError as fault:
        raise bad_request(f"{where}: {fault}") from None

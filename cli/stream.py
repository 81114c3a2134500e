"""Requests of a batch to answers: one line of JSON to one object, whatever is wrong with it."""

from typing import Any

from ..engine import Tensor
from ..engine.errors import EngineError
from ..engine.generator import DEFAULT_SEED, default_generator
from ..parser.errors import LanguageError
from ..parser.suggest import did_you_mean
from .compiler import Compiler
from .jsonio import NotATensorError, decode, dumps, loads
from .output import answer_fields, entries_of, nonfinite
from .report import as_json, own_fault, plain_fault
from .request import Request, answer, constant, numbers

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
FIELDS = ("id", "do", "expr", "vars", "wrt", "vector", "dtype", "kinks", "finite")
DOINGS = ("eval", "grad", "jac", "hess", "vjp", "jvp", "hvp", "diff")
DTYPES = ("float64", "float32")
CARES = ("silent", "warn", "error")  # about kinks, and about what is not finite


def answer_text(line: bytes | None, number: int, compiler: Compiler, most_bytes: int) -> str:
    """Answer one line with a line, whatever is wrong with it."""
    answer = answer_line(line, number, compiler, most_bytes)
    try:
        return dumps(answer)
    except (ValueError, RecursionError, MemoryError):
        # 1e999 can be read and not written; so can an id just short of too deep
        fault = bad_request(f"line {number}: the answer cannot be written as JSON; is its id odd?")
        return dumps({"id": None, "ok": False, "error": as_json(fault)})


def answer_line(
    line: bytes | None, number: int, compiler: Compiler, most_bytes: int
) -> dict[str, Any]:
    """Answer one line, whatever is wrong with it."""
    request: Any = None
    try:
        if line is None:
            raise bad_request(
                f"line {number} has more than {most_bytes:,} bytes, the limit of --max-memory"
            )
        request = read_line(line, number)
        default_generator.manual_seed(DEFAULT_SEED)  # as in a process of its own
        return {"id": request.get("id"), "ok": True, **fields_of(request, compiler, most_bytes)}
    except LanguageError as problem:
        fault = problem
    except (*OWN_FAULTS, EngineError) as problem:
        fault = own_fault(problem)
    name = request.get("id") if isinstance(request, dict) else None
    return {"id": name, "ok": False, "error": as_json(fault)}


def read_line(line: bytes, number: int) -> dict[str, Any]:
    """Read the object of a line."""
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


def fields_of(request: dict[str, Any], compiler: Compiler, most_bytes: int) -> dict[str, Any]:
    """Answer a request; return the fields of the answer."""
    dtype = choice(request, "dtype", DTYPES, "float64")
    kinks, finite = (choice(request, field, CARES, "silent") for field in ("kinks", "finite"))
    with numbers(dtype, most_bytes):
        asked = understood(request, dtype)
        if asked.do == "diff":
            from .formula import fields_for_batch

            return fields_for_batch(asked, compiler.limits)
        found = answer(asked, compiler)
        fields = answer_fields(found)
        if finite != "silent":
            trouble = nonfinite(found, entries_of(found))
            if trouble is not None and finite == "error":
                raise trouble
            fields["nonfinite"] = None if trouble is None else as_json(trouble)
        if kinks == "silent" or found.do == "eval":
            return fields
        from .kinks import kinks_of

        reports = kinks_of(found.evaluation)
    if reports and kinks == "error":
        raise reports[0]
    return {**fields, "kinks": [as_json(report) for report in reports]}


def understood(request: dict[str, Any], dtype: str) -> Request:
    """Check the fields of a request and decode its values."""
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
    text = dumps({"": word})[5:-1]
    return text if len(text) <= 60 else text[:57] + "..."


def value_of(value: Any, where: str, dtype: str) -> Any:
    """Decode a tensor of a request."""
    if value.__class__ is float and dtype == "float64":
        return Tensor(value)
    try:
        return constant(decode(value), dtype)
    except NotATensorError as fault:
        raise bad_request(f"{where}: {fault}") from None

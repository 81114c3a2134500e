"""Answers as text for people and the language, as JSON, as CSV and as .npy.

Text shows an entry a line, its label aligned; a tensor goes on below its first row.  The labels
are part of the interface: `f`, `df/dx`, `d2f/dxdy`, `v*df/dx` (vjp), `df` (jvp), `d(df/dx)` (hvp).
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import typer

from ..parser.errors import LanguageError
from ..parser.problems import describe
from ..parser.suggest import nearest
from .finite import find_fault
from .jsonio import dumps, encode, told_shape
from .literals import UnprintableError, indented, is_tensor, value_text
from .numerals import number_text, read_digits
from .options import Format, Output
from .report import as_json as fault_json
from .report import plain_fault, render, status_of, usage_fault
from .request import Answer
from .terminal import ReaderGoneError, on_terminal, say, silence_output, warn

LABELS = {
    "grad": "df/d{}",
    "jac": "df/d{}",
    "hess": "d2f/d{}d{}",
    "vjp": "v*df/d{}",
    "jvp": "df",
    "hvp": "d(df/d{})",
}
# The fields of JSON answers; those of `jac` and `hess` spell the word out.
FIELDS = {"jac": "jacobian", "hess": "hessian"}
SCHEMA = 1


@dataclass(frozen=True)
class Entry:
    """One value of an answer, with the label it is shown by and the names it answers to."""

    label: str
    value: Any
    names: tuple[str, ...] = ()
    remark: str = ""


def entries_of(answer: Answer) -> list[Entry]:
    """List what an answer holds, the value first."""
    if answer.do == "eval":
        # the text is the value alone; --only finds the fields of a named result
        fields = getattr(answer.value, "_fields", ())
        parts = [Entry(name, getattr(answer.value, name)) for name in fields]
        return [Entry("", answer.value, ("f", "value")), *parts]
    entries = [Entry("f", answer.value, ("value",))]
    for names, part in answer.parts.items():
        missing = [name for name in dict.fromkeys(names) if name in answer.no_path]
        remark = f"  (no path from {', '.join(missing)})" if missing else ""
        label = LABELS[answer.do].format(*names)
        entries.append(Entry(label, part, (",".join(names), *one_name(names)), remark))
    if answer.do == "jvp":
        missing = ", ".join(answer.no_path)
        remark = f"  (no path from {missing})" if missing else ""
        entries[1] = Entry("df", answer.parts[()], ("jvp",), remark)
    return entries


def one_name(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return x for the block of x and x: it needs no second naming."""
    return names[:1] if len(set(names)) == 1 else ()


def pick(entries: list[Entry], wanted: str) -> Entry:
    """Return the entry that --only names.

    Variables come before the words for the value: a variable may be called f.
    """
    compact = wanted.replace(" ", "")
    for entry in (*entries[1:], *entries[:1]):
        if compact in entry.names:
            return entry
    for entry in entries:
        if compact == entry.label:
            return entry
    words = (name for entry in entries for name in (entry.label, *entry.names) if name)
    known = list(dict.fromkeys(words))
    near = nearest(wanted, known)
    helps = [f"did you mean {near}?"] if near else []
    raise usage_fault(f"--only names '{wanted}'; there is {', '.join(known)}", *helps, word=wanted)


def write(answer: Answer, output: Output) -> None:
    """Print an answer as the options ask; warn of a derivative that is NaN or infinite.

    Raises: LanguageError, after printing, for --finite and a number that is not.
    """
    digits = read_digits(output.digits)
    entries = entries_of(answer)
    if output.only is not None:
        entries = [pick(entries, output.only)]
    trouble = nonfinite(answer, entries) if output.finite or answer.do != "eval" else None
    if output.format is Format.json:
        fields = as_json(answer) if output.only is None else only_json(entries[0])
        write_json(fields, trouble if output.finite else None)
    elif output.format is Format.csv:
        say("".join(csv_lines(single(entries, "csv"), digits)))
    elif output.format is Format.npy:
        write_npy(single(entries, "npy"))
    else:
        say(text_of(entries, digits, bare=output.only is not None))
    if trouble is not None:
        if output.finite:
            raise trouble
        warn(render(trouble, title="warning"))


def nonfinite(answer: Answer, entries: list[Entry]) -> LanguageError | None:
    """Return the fault for a number to be shown that is NaN or infinite."""
    return find_fault(answer, [(entry.label, entry.value) for entry in entries])


def write_json(fields: dict[str, Any], trouble: LanguageError | None) -> None:
    """Print one JSON object; a fault of its numbers is a part of it."""
    if trouble is None:
        say(dumps(fields) + "\n")
        return
    say(dumps(dict(sorted({**fields, "error": fault_json(trouble)}.items()))) + "\n")
    raise typer.Exit(status_of(trouble))


def text_of(entries: list[Entry], digits: int | None, bare: bool = False) -> str:
    """Write entries with aligned labels, or one alone without any."""
    if bare or not entries[0].label:
        return printed(entries[0].value, digits) + "\n"
    width = max(len(entry.label) for entry in entries)
    lines = []
    for entry in entries:
        text = indented(printed(entry.value, digits), width + 3)
        lines.append(f"{entry.label:<{width}} = {text}{entry.remark}\n")
    return "".join(lines)


def printed(value: Any, digits: int | None) -> str:
    """Write a value, or refuse what has no text."""
    try:
        return value_text(value, digits)
    except UnprintableError as fault:
        raise unprintable(fault.value) from None


def unprintable(value: object) -> Exception:
    """Make the fault for a result that is a function or the like."""
    return plain_fault("TypeError", f"the expression gives {describe(value)}, no value to print")


def nested(value: Any) -> Any:
    """Turn a value into what JSON can hold."""
    if is_tensor(value):
        return encode(value.tolist())
    if isinstance(value, (tuple, list)):
        return [nested(part) for part in value]
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return encode(value)
    raise unprintable(value)


def hidden_shape(value: Any) -> list[int] | None:
    """Return the shape of a tensor whose nested lists do not tell it."""
    if not is_tensor(value) or 0 not in value.shape:
        return None
    return None if told_shape(value.tolist()) == tuple(value.shape) else list(value.shape)


def as_json(answer: Answer) -> dict[str, Any]:
    """Return the JSON form of an answer to a command, keys sorted."""
    fields = {**answer_fields(answer), "do": answer.do, "schema": SCHEMA}
    return dict(sorted(fields.items()))


def answer_fields(answer: Answer) -> dict[str, Any]:
    """Return the fields that commands and batch share."""
    fields: dict[str, Any] = {"value": nested(answer.value)}
    shapes: dict[str, Any] = {}
    if (shape := hidden_shape(answer.value)) is not None:
        shapes["value"] = shape
    if answer.do != "eval":
        name = FIELDS.get(answer.do, answer.do)
        fields[name] = tree((names, nested(part)) for names, part in answer.parts.items())
        fields["no_path"] = sorted(answer.no_path)
        hidden = {names: hidden_shape(part) for names, part in answer.parts.items()}
        if any(shape is not None for shape in hidden.values()):
            shapes[name] = tree((names, shape) for names, shape in hidden.items() if shape)
    if shapes:
        fields["shape"] = shapes
    return fields


def tree(parts: Iterable[tuple[tuple[str, ...], Any]]) -> Any:
    """Nest parts by their names; a part without a name is the whole."""
    root: dict[str, Any] = {}
    for names, part in parts:
        if not names:
            return part
        place = root
        for name in names[:-1]:
            place = place.setdefault(name, {})
        place[names[-1]] = part
    return root


def only_json(entry: Entry) -> dict[str, Any]:
    """Return the JSON form of one entry alone."""
    fields = {"schema": SCHEMA, "value": nested(entry.value)}
    shape = hidden_shape(entry.value)
    return fields if shape is None else {**fields, "shape": {"value": shape}}


def single(entries: list[Entry], form: str) -> Any:
    """Return the one array that csv and npy can hold."""
    if len(entries) > 1:
        labels = [entry.label for entry in entries if entry.label]
        choice = ", ".join(labels)
        message = f"--format {form} holds one array, but the answer has {len(labels)}"
        raise usage_fault(message, f"pick one with --only: {choice}")
    value = entries[0].value
    if not is_tensor(value) and not isinstance(value, (bool, int, float)):
        raise usage_fault(f"--format {form} holds an array; this is none")
    return value


def csv_lines(value: Any, digits: int | None) -> Iterable[str]:
    """Write a matrix a row a line; a vector is a column."""
    if not is_tensor(value):
        yield number_text(value, digits) + "\n"
        return
    shape = tuple(value.shape)
    if len(shape) > 2:
        message = f"--format csv holds at most two axes; this has the shape {list(shape)}"
        raise usage_fault(message, "--format npy and --format json hold any number of axes")
    one = value.dtype.name == "float32"
    rows = value.tolist()
    for row in rows if shape else [rows]:
        cells = row if isinstance(row, list) else [row]
        yield ",".join(number_text(cell, digits, one) for cell in cells) + "\n"


def write_npy(value: Any) -> None:
    """Write numpy's format to standard output, but not to a terminal."""
    if on_terminal(sys.stdout):
        help_ = "send it to a file: … --format npy > answer.npy"
        raise usage_fault("--format npy is binary and is not written to a terminal", help_)
    import numpy as np

    array = value.numpy() if hasattr(value, "numpy") else np.asarray(value)
    try:
        np.lib.format.write_array(sys.stdout.buffer, array, allow_pickle=False)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        silence_output()
        raise ReaderGoneError from None

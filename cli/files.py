"""Values from files and from standard input: .npy, .npz, .csv, .json, and `@-`.

Reading never runs anything: numpy's pickles are refused.  What a file holds is checked before it is
given to the engine; a fault names the file, the line and the column.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..parser.errors import LanguageError
from ..parser.limits import DEFAULT_LIMITS
from .jsonio import NotATensorError, decode, loads
from .report import plain_fault
from .terminal import on_terminal, warn

if TYPE_CHECKING:
    import numpy as np


PIECE = 1 << 20  # bytes
# What UTF-8 takes for one at most.
BYTES_A_CHARACTER = 4
# Python reads no longer integers; no tensor holds one of more than 19 digits.
MOST_DIGITS = 4300
MISSING = "the name of a file is missing"


class FileFormatError(Exception):
    """A file that holds no tensor; the message says why."""


def read_text(path: str, longest: int = DEFAULT_LIMITS.text_length) -> str:
    """Read an expression from a file, or from standard input for '-'.

    Raises: LanguageError where that cannot be read, or never ends.
    """
    most = longest * BYTES_A_CHARACTER
    if not path:
        raise plain_fault("UsageError", MISSING)
    name = "standard input" if path == "-" else path
    data = standard_input(most) if path == "-" else content(Path(path), most)
    if len(data) > most:
        raise file_fault(name, f"the text is longer than the limit of {longest} characters")
    return decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """Decode the text of a file, or name the file in what is wrong."""
    try:
        return utf8(data)
    except FileFormatError as fault:
        raise file_fault(name, str(fault)) from None


def utf8(data: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileFormatError(f"byte {fault.start + 1} is no UTF-8") from None


def standard_input(most: int) -> bytes:
    """Read standard input, a little more than `most` bytes at most; tell a terminal of it."""
    if sys.stdin is None:
        raise plain_fault("OSError", "standard input is closed")
    if on_terminal(sys.stdin):
        warn("reading standard input; Ctrl-D ends it\n")
    return up_to(sys.stdin.buffer, most)


def up_to(stream: BinaryIO, most: int) -> bytes:
    """Read to the end, or to some bytes past `most`; a piece at a time, for `most` may be huge.

    A short piece was the last: asking again would want a second Ctrl-D of a terminal.
    """
    pieces, size, piece = [], 0, None
    while size <= most and (piece is None or len(piece) == PIECE):
        piece = stream.read(PIECE)
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def content(path: Path, most: int) -> bytes:
    """Read a file, a little more than `most` bytes at most: devices never end."""
    try:
        with path.open("rb") as file:
            return up_to(file, most)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None


def unreadable(path: Path, problem: OSError | ValueError) -> LanguageError:
    """Make the fault for a file that the system does not give; ValueError is a path with a NUL."""
    return file_fault(str(path), getattr(problem, "strerror", None) or str(problem))


def file_fault(name: str, reason: str, *helps: str) -> LanguageError:
    """Make the fault for a file that cannot be used."""
    return plain_fault("OSError", f"{name}: {reason}", *helps)


def read_array(place: str, most_bytes: int) -> "np.ndarray":
    """Read the tensor at PATH or PATH:KEY, or from standard input for '-' or '-:KEY'.

    Raises: LanguageError.
    """
    if place == "-" or place.startswith("-:"):
        wanted = place[2:] or None
        return checked(
            "standard input", lambda: from_json(bounded(standard_input, most_bytes), wanted)
        )
    if not place:
        raise plain_fault("UsageError", MISSING)
    path, key = split_place(place)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        kinds = ", ".join(READERS)
        raise file_fault(str(path), "it is not known how to read this", f"known are {kinds}")
    return checked(
        place, lambda: reader(bounded(lambda most: content(path, most), most_bytes), key)
    )


def bounded(read: Callable[[int], bytes], most: int) -> bytes:
    """Read, and refuse more than `most` bytes."""
    data = read(most)
    if len(data) > most:
        raise FileFormatError(f"it has more than --max-memory allows, {most} bytes")
    return data


def split_place(place: str) -> tuple[Path, str | None]:
    """Split PATH:KEY; a file whose own name has the colon wins."""
    head, colon, key = place.rpartition(":")
    if not colon or Path(place).exists() or Path(head).suffix.lower() not in READERS:
        return Path(place), None
    return Path(head), key


def checked(name: str, read: Callable[[], "np.ndarray"]) -> "np.ndarray":
    """Read, and name the file in what goes wrong; refuse what the engine has no dtype for."""
    try:
        array = read()
    except (FileFormatError, NotATensorError) as fault:
        raise file_fault(name, str(fault)) from None
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise file_fault(name, f"numbers of the type {array.dtype} cannot be used")
    if array.dtype.kind == "u" and array.dtype.itemsize > 1:
        raise file_fault(name, f"{array.dtype} has no tensor type; save it as int64")
    return array.astype(array.dtype.newbyteorder("="))


def from_npy(data: bytes, key: str | None) -> "np.ndarray":
    """Read numpy's format of one array."""
    import io

    import numpy as np

    refuse_key(key, ".npy")
    with maybe_damaged():
        return np.load(io.BytesIO(data), allow_pickle=False)


@contextmanager
def maybe_damaged() -> Iterator[None]:
    """Make one fault of whatever numpy and zipfile raise for a file: there is no list of it.

    What they warn of is no concern of who gets the numbers.
    """
    import re
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FileFormatError:
        raise
    except Exception as fault:
        # the addresses of objects would differ from run to run
        reason = re.sub(r" at 0x[0-9a-f]+", "", str(fault))
        raise FileFormatError(f"no array can be read from it ({reason})") from None


def refuse_key(key: str | None, kind: str) -> None:
    """Refuse a key where a file holds one array."""
    if key is not None:
        raise FileFormatError(f"a {kind} file holds one array; it has no '{key}'")


def from_npz(data: bytes, key: str | None) -> "np.ndarray":
    """Read one array of numpy's archives: the only one, or the one that is named."""
    import io

    import numpy as np

    with maybe_damaged(), np.load(io.BytesIO(data), allow_pickle=False) as archive:
        name = chosen(key, archive.files)
        found = archive[name]
    if not isinstance(found, np.ndarray):
        raise FileFormatError(f"'{name}' in it is no array")
    return found


def chosen(key: str | None, names: list[str]) -> str:
    """Return the key, or the only name there is."""
    if key is None and len(names) == 1:
        return names[0]
    if key not in names:
        if not names:
            raise FileFormatError("it holds nothing")
        wanted = "it holds several" if key is None else f"it has no '{key}'"
        raise FileFormatError(f"{wanted}; add one after a colon: {', '.join(names)}")
    return key


def from_json(data: bytes, key: str | None) -> "np.ndarray":
    """Read nested lists, or one entry of an object."""
    value = loads(utf8(data))
    if isinstance(value, dict) and set(value) != {"value", "shape"}:
        value = value[chosen(key, list(value))]
    elif key is not None:
        raise FileFormatError(f"it is no object; it has no '{key}'")
    return decode(value)


def from_csv(data: bytes, key: str | None) -> "np.ndarray":
    """Read rows of numbers, below a line of names if the first line is none of numbers.

    Gives a matrix; a single column, or the one that is named, gives a vector.
    """
    import csv

    text = utf8(data)
    try:
        rows = [row for row in csv.reader(text.splitlines(), strict=True) if row]
    except csv.Error as fault:
        raise FileFormatError(str(fault)) from None
    names: list[str] = []
    # a row in part of numbers is one of numbers with a mistake in it, and not dropped
    if rows and all(read_number(cell) is None for cell in rows[0]):
        names = [cell.strip() for cell in rows.pop(0)]
        if not rows:
            hint = separator_hint(",".join(names))
            raise FileFormatError(f"it has one line, of names, and no numbers{hint}")
    if any(len(row) != len(rows[0]) for row in rows):
        raise FileFormatError("the rows differ in length")
    columns = range(len(rows[0]) if rows else 0)
    if key is not None:
        # the other columns may hold what is no number: dates, say
        place = names.index(chosen(key, names))
        if rows and place not in columns:
            raise FileFormatError(f"row 2 has no column {place + 1}, '{key}'")
        columns = range(place, place + 1)
    first = 2 if names else 1
    table = decode([read_row(row, line, columns) for line, row in enumerate(rows, first)])
    return table[:, 0] if table.ndim == 2 and table.shape[1] == 1 else table


def read_row(row: list[str], line: int, columns: range) -> list[Any]:
    """Read the numbers of one row, in some of its columns."""
    numbers = [read_number(row[column]) for column in columns]
    if None in numbers:
        column = columns[numbers.index(None)]
        place, cell = f"row {line}, column {column + 1}", row[column]
        raise FileFormatError(f"{place}: '{cell}' is no number{separator_hint(cell)}")
    return numbers


def separator_hint(cell: str) -> str:
    """Say that commas separate columns, of a cell that holds several numbers or names."""
    parts = cell.replace(";", " ").split()
    several = len(parts) > 1 and any(read_number(part) is not None for part in parts)
    return "; commas separate columns" if several or ";" in cell or "\t" in cell else ""


def read_number(cell: str) -> int | float | None:
    """Read an integer or a float, or return None."""
    if "_" in cell:
        return None
    if cell.strip().lstrip("+-").isdecimal():
        # read by its first digits where it is longer than Python reads: far too large either way
        return int(cell.strip()[:MOST_DIGITS])
    try:
        return float(cell)
    except ValueError:
        return None


READERS: dict[str, Callable[[bytes, str | None], "np.ndarray"]] = {
    ".npy": from_npy,
    ".npz": from_npz,
    ".csv": from_csv,
    ".json": from_json,
}

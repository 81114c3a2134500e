"""The streams of the process: the same bytes everywhere, and the one decision about colour.

Output is UTF-8 with plain newlines whatever the locale; what cannot be encoded (half of a surrogate
pair from a broken argument) is written as an escape rather than failing.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper

COLOURS = ("auto", "always", "never")


def prepare_streams() -> None:
    """Make standard output and standard error independent of the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def arguments() -> list[str]:
    """Return the command line, read as UTF-8 even where the locale is not."""
    if sys.getfilesystemencoding() == "utf-8":
        return sys.argv[1:]
    return [os.fsencode(word).decode("utf-8", "surrogateescape") for word in sys.argv[1:]]


def wanted_option(words: Sequence[str], name: str) -> str | None:
    """Return the last value given to an option, before the words are parsed.

    Colour and the format of errors must be known for faults of the command line itself.
    """
    value = None
    for place, word in enumerate(words):
        if word == "--":
            break
        if word == name:
            value = words[place + 1] if place + 1 < len(words) else None
        elif word.startswith(name + "="):
            value = word[len(name) + 1 :]
    return value


def colours_wanted(choice: str | None, environment: Mapping[str, str], is_terminal: bool) -> bool:
    """Decide about colour: the option first, then the environment, then the terminal.

    NO_COLOR and FORCE_COLOR count when set and not empty (no-color.org, force-color.org);
    CLICOLOR_FORCE when not "0" (bixense.com/clicolors).
    """
    if choice in ("always", "never"):
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    if environment.get("TERM") == "dumb" or environment.get("CLICOLOR") == "0":
        return False
    return is_terminal


def on_terminal(stream: object) -> bool:
    """Whether a stream is open and a terminal."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty())


def silence_output() -> None:
    """Send what is left in standard output nowhere, after its reader has gone.

    Without this the interpreter would complain when it flushes at exit.
    """
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)


class ReaderGoneError(Exception):
    """Whoever read standard output has closed it; there is nobody left to talk to."""


def say(text: str) -> None:
    """Write to standard output and make sure that it got there.

    Raises: ReaderGoneError, or OSError where the output cannot be written.
    """
    if sys.stdout is None:
        raise OSError("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_output()
        raise ReaderGoneError from None


def warn(text: str) -> None:
    """Write to standard error, if there is one that takes it; there is nowhere else to complain."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()

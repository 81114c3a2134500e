"""The process: streams, the exit status, and the one place where faults are reported.

At the top is imported only what Python has loaded already: Ctrl-C before `main` runs would show
Python's own traceback.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn

    from ..parser.errors import LanguageError


def main() -> NoReturn:
    """Run the command line of the process and leave it."""
    # A short process makes no garbage worth collecting (batch turns this on again); looking for
    # some takes 8 % of the time of a gradient of two scalars.
    gc.disable()
    sys.excepthook = confess
    try:
        from .terminal import arguments, prepare_streams

        prepare_streams()
        status = run(arguments())
    except KeyboardInterrupt:
        from .status import Status

        status = Status.INTERRUPTED
    # All output has been flushed; taking the modules down one by one would add 19 %.
    os._exit(status)


def run(words: list[str]) -> int:
    """Run one command line; report what goes wrong; return the exit status."""
    from ..parser.errors import LanguageError
    from .status import Status
    from .terminal import ReaderGoneError

    try:
        return run_app(words)
    except LanguageError as fault:
        return tell(fault, words)
    except ReaderGoneError:
        return Status.FINE
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else Status.FINE


def run_app(words: list[str]) -> int:
    """Hand the words to typer; turn its complaints into faults of our own."""
    import typer
    from typer.main import get_command

    from .main import app
    from .report import plain_fault, usage_fault
    from .status import Status

    # The base of all complaints about usage has no public name that every typer knows.
    complaint: type[Exception] = typer.BadParameter.__mro__[1]
    try:
        status = get_command(app)(words, prog_name="gradcalc", standalone_mode=False)
    except complaint as fault:
        message = fault.format_message().rstrip(".")  # type: ignore[attr-defined]
        raise usage_fault(message[:1].lower() + message[1:]) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise plain_fault("OSError", f"the answer cannot be written: {reason}") from None
    return status if isinstance(status, int) else Status.FINE


def confess(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Report a fault of gradcalc's own in a line, in place of a traceback."""
    from .report import own_fault, render, status_of
    from .terminal import warn

    if sys.flags.dev_mode:
        sys.__excepthook__(kind, problem, trace)
        return
    fault = own_fault(problem)
    warn(render(fault))
    os._exit(status_of(fault))


def tell(fault: LanguageError, words: list[str]) -> int:
    """Report a fault in the format that was asked for."""
    from .jsonio import dumps
    from .report import as_json, render, status_of
    from .terminal import ReaderGoneError, colours_wanted, on_terminal, say, wanted_option, warn

    if wanted_option(words, "--format") == "json":
        try:
            say(dumps({"error": as_json(fault), "schema": 1}) + "\n")
        except (ReaderGoneError, OSError):
            return status_of(fault)
    else:
        choice = wanted_option(words, "--color")
        colour = colours_wanted(choice, os.environ, on_terminal(sys.stderr))
        warn(render(fault, colour))
    return status_of(fault)


if __name__ == "__main__":
    main()

"""The exit codes of gradcalc: the one list that scripts can rely on."""

from enum import IntEnum


class Status(IntEnum):
    """What a process says on leaving."""

    FINE = 0
    # a comparison failed, or a program raised
    DIFFERENT = 1
    # usage, syntax, an unknown name, a wrong shape or type, a file that cannot be read
    USAGE = 2
    # --finite was given and a result is NaN or infinite
    NONFINITE = 3
    # a fault of gradcalc's own; sysexits.h calls this number "internal software error"
    INTERNAL = 70
    # stopped by Ctrl-C: 128 + SIGINT, as shells count
    INTERRUPTED = 130

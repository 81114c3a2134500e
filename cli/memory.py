"""The memory of the whole process: the system refuses more, before the machine is full.

`--max-memory` bounds each tensor. What many tensors, lists and texts take together is nobody's to
count but the system's: past its bound it refuses, and what asked gets a MemoryError.
"""

import os

# How many tensors of the size of --max-memory there may be.
TENSORS = 4
# What numpy's and BLAS's threads may take on any machine, whatever tensors take.
LEAST = 4 << 30


def bound(tensor_bytes: int) -> None:
    """Bound the process, where the system can (Linux does); a lower bound that is there stays."""
    try:
        import resource
    except ImportError:  # Windows
        return
    page = os.sysconf("SC_PAGE_SIZE")
    machine = page * os.sysconf("SC_PHYS_PAGES")
    most = used(page) + max(LEAST, min(TENSORS * tensor_bytes, machine))
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min([most, *known]), hard))
    except (ValueError, OSError):  # a system that bounds this by other means
        return


def lift() -> None:
    """Take the bound away again, to report what went wrong while what filled it is still there."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def used(page: int) -> int:
    """Return what the process has already, in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * page
    except (OSError, IndexError, ValueError):
        return 0

"""Modules as programs see them: torch's, read off the engine's names, and tables of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

MODULES = frozenset(
    "torch"
    if not name
    else f"torch.{name}"
    for name in (
        "", "nn", "nn.functional", "nn.init", "nn.utils", "nn.parameter", "nn.modules", "optim",
        "nn.utils.parametrizations", "nn.utils.parametrize", "nn.utils.stateless", "nn.utils.rnn",
        "optim.lr_scheduler", "optim.optimizer", "autograd", "autograd.functional",
        "autograd.forward_ad", "autograd.graph", "autograd.function", "autograd.gradcheck",
        "autograd.grad_mode", "autograd.anomaly_mode", "autograd.variable", "func", "linalg",
        "special", "fft", "random", "cuda", "mps", "backends", "backends.mps", "backends.cuda",
        "backends.cudnn", "utils", "utils.checkpoint", "utils.data", "utils.dlpack", "storage",
        "testing", "types", "version", "return_types", "distributions", "distributions.normal",
        "amp", "overrides",
    )
)  # fmt: skip
# Modules whose name, as an attribute, is torch's function of the same name.
SHADOWED = frozenset({"torch.autograd.gradcheck"})


class Namespace:
    """A module: reading an attribute looks a dotted name up, once."""

    __slots__ = ("find", "found", "known", "path")

    def __init__(
        self, path: str, find: Callable[[str], Any], known: Callable[[], Iterable[str]]
    ) -> None:
        self.path = path
        self.find = find
        self.known = known
        self.found: dict[str, Any] = {}

    def read(self, name: str) -> Any:
        """Return what the module has under a name.

        Raises: AttributeError, in Python's words.
        """
        try:
            return self.found[name]
        except KeyError:
            pass
        value = self.find(name)
        if value is None:
            if name == "__name__":
                return self.path
            message = f"module '{self.path}' has no attribute '{name}'"
            raise AttributeError(message, name=name, obj=self)
        self.found[name] = value
        return value

    def __copy__(self) -> Namespace:
        return self

    def __deepcopy__(self, memo: object) -> Namespace:
        return self

    def names(self) -> list[str]:
        """Return the names to suggest for a misspelt one; torch itself suggests none."""
        return [] if self.path == "torch" else sorted(self.known())

    def __repr__(self) -> str:
        return f"<module '{self.path}'>"


Namespace.__name__ = Namespace.__qualname__ = "module"
Namespace.__module__ = "builtins"


def torch_module(path: str) -> Namespace:
    """Return `torch` or one of its modules."""

    def find(name: str) -> Any:
        from ...engine.surface import namespace

        full = f"{path}.{name}"
        if full in MODULES and full not in SHADOWED:
            return torch_module(full)
        return namespace.in_torch(full.removeprefix("torch."))

    def known() -> Iterator[str]:
        from ...engine.surface import catalogue, namespace

        start = path.removeprefix("torch.") + "."
        for full in (*catalogue.names(), *namespace.names()):
            if full.startswith(start) and "." not in full.removeprefix(start):
                yield full.removeprefix(start)

    return Namespace(path, find, known)


def table_module(path: str, table: dict[str, Any]) -> Namespace:
    """Return a module that is a table of functions."""
    return Namespace(path, table.get, lambda: table)

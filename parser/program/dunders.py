"""Which names that Python itself gives a meaning a program may mention."""

from __future__ import annotations

from .. import nodes
from ..errors import fault
from ..spans import Source
from .classes import HOOKS, PLAIN

READABLE = HOOKS | {
    "__name__", "__qualname__", "__doc__", "__module__", "__version__", "__wrapped__",
    "__cause__", "__context__",
}  # fmt: skip


def check_attribute(node: nodes.Attribute, source: Source) -> None:
    """Refuse an attribute that no value of the language has.  Raises: LanguageError."""
    name = node.name
    if name.startswith("__") and name.endswith("__") and name not in READABLE:
        message = f"the attribute '{name}' is not part of the language"
        raise fault("AttributeError", message, source, node.span)


def check_class_name(name: str, node: nodes.Node, source: Source) -> None:
    """Refuse a name in a class body that would change what Python does with the class."""
    if name.startswith("__") and name.endswith("__") and name not in HOOKS | PLAIN:
        message = f"a class of the language cannot define '{name}'"
        raise fault("SyntaxError", message, source, node.span)

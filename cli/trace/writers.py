"""The formats of a trace by name; each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from .record import View

FILES = {
    "text": ("text", "as_text"),
    "json": ("rows", "as_json"),
    "dot": ("dot", "as_dot"),
    "mermaid": ("mermaid", "as_mermaid"),
    "svg": ("svg", "as_svg"),
    "html": ("page", "as_html"),
}


def writer(name: str) -> Callable[[View], str]:
    """The function that writes a view in a format."""
    module, function = FILES[name]
    return getattr(import_module(f".{module}", __package__), function)

"""Calling operations by name and as users do, for composites over other families.

A composite so written has the nodes that the same calls have in torch's graphs.
"""

from __future__ import annotations

from typing import Any

from ..registry import lookup


def call(name: str, *args: Any, **kwargs: Any) -> Any:
    """The result of the operation `name` on tensors, lists and numbers, through the door."""
    from ..door import call as enter

    rows = lookup(name)
    assert rows is not None, name
    return enter(rows, args, kwargs)

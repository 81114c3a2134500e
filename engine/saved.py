"""What a rule sees of the values that a node saved, with torch's checks.

A saved tensor must not have been changed in place since, and must not have been freed. A raw
pass gets raw values; a recorded one (create_graph) gets tensors, so that what the rule does
with them is recorded in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import dtypes
from .errors import EngineRuntimeError, EngineTypeError, Places, freed_graph
from .modes import no_grad, state
from .node import Node
from .storage import Storage
from .tensor import Tensor, history, tracked


def values(node: Node, recorded: bool) -> list:
    """The saved arguments of `node` in the order of its row's parameters, then the extras.

    Raises: torch's errors if they were freed, or changed in place since they were saved.
    """
    saved = node.saved
    if saved is None:
        raise freed_graph()
    out: list[Any] = list(saved)
    versions = node.versions
    common = node.common
    for k in range(len(saved)):
        value = saved[k]
        if value.__class__ is Packed:
            saved, out, value = _opened(node, out, k)
        if value.__class__ is Tensor:
            if value.storage is not None:
                check_version(value, versions[k] if versions else 0, node)
            if common is not None and value.dtype is not common and k in node.row.arrays:
                out[k] = _cast(value, common, recorded)
            elif not recorded:
                out[k] = value.data
        elif value.__class__ is list:
            out[k] = [_one(v, recorded) for v in value]
    if node.row.saves_result:
        _check_result(node)
        if recorded:
            _track_results(node, out)
    return out


def _opened(node: Node, out: list, k: int) -> tuple[tuple, list, Any]:
    """The saved values and what is made of them, unpacked in the order in which rules name them.

    Also returns the value at `k`. Results become raw, as they are saved.
    """
    assert node.saved is not None
    opened = list(node.saved)
    for place in node.row.fields.values():
        value = opened[place]
        if value.__class__ is Packed:
            value = value.open()
            opened[place] = out[place] = value if place < len(node.row.params) else value.data
    return tuple(opened), out, opened[k]


class Packed:
    """A saved tensor in the form that a program's pack hook gave it."""

    __slots__ = ("_packed", "_unpack")

    def __init__(self, value: Tensor, pack: Callable, unpack: Callable) -> None:
        with no_grad():
            self._packed = pack(value)
        self._unpack = unpack

    def open(self) -> Tensor:
        """The tensor again. Raises: TypeError if the unpack hook gives something else."""
        value = self._unpack(self._packed)
        if not isinstance(value, Tensor):
            raise EngineTypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of "
                f"type {type(value).__name__}"
            )
        return value


def packed(value: Tensor) -> Tensor | Packed:
    """A tensor as it is to be saved: through the hooks in force, if there are any."""
    if not state.saved_tensor_hooks:
        return value
    return Packed(value, *state.saved_tensor_hooks[-1])


def _one(value: Any, recorded: bool) -> Any:
    if value.__class__ is Tensor and not recorded:
        return value.data
    return value


def _cast(value: Tensor, common: dtypes.DType, recorded: bool) -> Any:
    """A saved tensor in the dtype that the operation computed in."""
    if recorded:
        return value.to(common)  # type: ignore[attr-defined]
    array = value.array().astype(common.np)
    return float(array) if common is dtypes.float64 and not array.ndim else array


def _track_results(node: Node, out: list) -> None:
    """Replace saved results by tensors that this node made."""
    for k, number in node.row.result_positions:
        if out[k] is not None:
            out[k] = tracked(out[k], node, number)


def check_version(value: Tensor, expected: int, node: Node | None = None) -> None:
    """Raise torch's error for a saved tensor whose memory was written since.

    node: that saved it, if it is known.
    """
    storage = value.storage
    if storage is not None and storage.version != expected:
        maker = history(value)
        clause = "" if maker is None else _clause(maker, value.output_nr)
        what = f"[{value.dtype.tensor_type} {list(value.shape)}]{clause}"
        raise _modified(node, what, storage, expected)


def _check_result(node: Node) -> None:
    storage = node.result_storage
    if storage is not None and storage.version != node.result_version:
        assert node.saved is not None
        position, number = node.row.result_positions[0]
        value = node.saved[position]
        shape = [] if value.__class__ is float else list(value.shape)
        what = f"[{dtypes.of(value).tensor_type} {shape}]{_clause(node, number)}"
        raise _modified(node, what, storage, node.result_version)


def _clause(node: Node, output_nr: int) -> str:
    """Which node made a tensor, as torch words it."""
    return f", which is output {output_nr} of {_operation(node)},"


def _operation(node: Node) -> str:
    """The operation of a node as torch's errors name it: Prod1 of ProdBackward1."""
    name, found, number = node.name().rpartition("Backward")
    return name + ("" if number == "0" else number) if found else number


def _modified(node: Node | None, what: str, storage: Storage, expected: int) -> EngineRuntimeError:
    """torch's error, and where what it speaks of stands: the write that came first."""
    error = EngineRuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {what} is at version {storage.version}; "
        f"expected version {expected} instead. Hint: enable anomaly detection to find the "
        "operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    name, operation = ("", None) if node is None else (node.name(), node.origin)
    error.places = Places(name, operation, storage.origin_of(expected + 1))
    return error

"""torch.func.functional_call: a module run with other parameters than its own.

Source of the behaviour and the words: torch/nn/utils/stateless.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import EngineRuntimeError, EngineValueError
from ..ops.public import call as enter
from ..tensor import Tensor


def functional_call(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: dict | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call `module` with the given tensors in place of its parameters and buffers.

    Raises: ValueError for a parameter that several of the dicts have.
    """
    given = _merged(parameter_and_buffer_dicts)
    if strict:
        _check_names(module, given)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    with _swapped(module, given):
        return module(*args, **(kwargs or {}))


def _merged(dicts: Any) -> dict[str, Tensor]:
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, list | tuple) or not all(isinstance(d, dict) for d in dicts):
        raise EngineValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(dicts)}"
        )
    keys = [key for d in dicts for key in d]
    for key in keys:
        if keys.count(key) > 1:
            raise EngineValueError(
                f"{key} appears in multiple dictionaries; behavior of functional call is ambiguous"
            )
    return {key: value for d in dicts for key, value in d.items()}


def _check_names(module: Any, given: dict) -> None:
    own = {name for name, _ in module.named_parameters()} | {
        name for name, _ in module.named_buffers()
    }
    missing, extra = own - set(given), set(given) - own
    if missing or extra:
        parts = []
        if extra:
            parts.append("Unexpected key(s): " + ", ".join(map(repr, sorted(extra))) + ".")
        if missing:
            parts.append("Missing key(s): " + ", ".join(map(repr, sorted(missing))) + ".")
        start = f"Error(s) in reparametrizing for {type(module).__name__}:"
        raise EngineRuntimeError("\n\t".join([start, *parts]))


@contextmanager
def _swapped(module: Any, given: dict[str, Tensor]) -> Iterator[None]:
    """The module with other tensors inside the block; unknown names are buffers there."""
    places = [(_table(module, name), name.rpartition(".")[2], name) for name in given]
    before = [table.get(key, _ABSENT) for table, key, _ in places]
    for table, key, name in places:
        table[key] = given[name]
    try:
        yield
    finally:
        for (table, key, _), tensor in zip(places, before, strict=True):
            if tensor is _ABSENT:
                del table[key]
            else:
                table[key] = tensor


_ABSENT = object()


def _table(module: Any, path: str) -> dict:
    """The table of a submodule that holds a parameter or buffer, or might."""
    prefix, _, name = path.rpartition(".")
    owner = module.get_submodule(prefix) if prefix else module
    return owner._parameters if name in owner._parameters else owner._buffers


def stack_module_state(models: Sequence) -> tuple[dict, dict]:
    """The parameters and the buffers of several modules, each stacked.

    Raises: RuntimeError for no models, and for models of several types.
    """
    if not models:
        raise EngineRuntimeError("stack_module_state: Expected at least one model, got 0.")
    if any(type(m) is not type(models[0]) for m in models):
        raise EngineRuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters = [dict(m.named_parameters()) for m in models]
    buffers = [dict(m.named_buffers()) for m in models]
    return _stacked(parameters, tracked=True), _stacked(buffers, tracked=False)


def _stacked(tables: list[dict], *, tracked: bool) -> dict:
    out = {}
    for key in tables[0]:
        whole = enter("stack", [t[key].detach() for t in tables], 0)
        out[key] = whole.requires_grad_() if tracked else whole
    return out

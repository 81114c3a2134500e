"""state_dict and load_state_dict: a module's tensors by dotted name, out and in again."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ... import hooks
from ...modes import no_grad
from ...ops.inplace import store
from ...tensor import Tensor
from ..size import Size
from .parameter import Parameter

if TYPE_CHECKING:
    from .module import Module

_EXTRA = "_extra_state"
_NEVER = (
    "Reached a code path in Module.{}_extra_state() that should never be called. Please file an "
    "issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml to report "
    "this bug."
)


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What load_state_dict returns."""

    __slots__ = ()

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


# -- out


def state_dict(
    self: Module,
    *args: Any,
    destination: Any = None,
    prefix: str = "",
    keep_vars: bool = False,
) -> Any:
    """The parameters and persistent buffers by dotted name; they share memory with the module."""
    if args:  # torch still takes these by position
        given = dict(zip(("destination", "prefix", "keep_vars"), args, strict=False))
        destination = given.get("destination", destination)
        prefix = given.get("prefix", prefix)
        keep_vars = given.get("keep_vars", keep_vars)
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()  # type: ignore[attr-defined]
    metadata = {"version": self._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = metadata
    for hook in self._state_dict_pre_hooks.values():
        hook(self, prefix, keep_vars)
    self._save_to_state_dict(destination, prefix, keep_vars)
    for name, module in self._modules.items():
        if module is not None:
            module.state_dict(
                destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
            )
    for hook in self._state_dict_hooks.values():
        if hook(self, destination, prefix, metadata) is not None:
            raise RuntimeError("state_dict post-hook must return None")
    return destination


def save_own(self: Module, destination: Any, prefix: str, keep_vars: bool) -> None:
    """Put this module's own tensors into `destination`."""
    for name, param in self._parameters.items():
        if param is not None:
            destination[prefix + name] = param if keep_vars else param.detach()
    for name, buffer in self._buffers.items():
        if buffer is not None and name not in self._non_persistent_buffers_set:
            destination[prefix + name] = buffer if keep_vars else buffer.detach()
    if _overridden(self, "get_extra_state"):
        destination[prefix + _EXTRA] = self.get_extra_state()


def _overridden(module: Module, name: str) -> bool:
    own = {"get_extra_state": get_extra_state, "set_extra_state": set_extra_state}
    return getattr(type(module), name) is not own[name]


def get_extra_state(self: Module) -> Any:
    """State beyond tensors; a module that has some overrides this."""
    raise RuntimeError(_NEVER.format("get"))


def set_extra_state(self: Module, state: Any) -> None:
    """Take back what get_extra_state gave."""
    raise RuntimeError(_NEVER.format("set"))


# -- in


class _Report:
    """What went wrong while loading."""

    def __init__(self) -> None:
        self.missing: list[str] = []
        self.unexpected: list[str] = []
        self.errors: list[str] = []

    def raise_for(self, name: str, strict: bool) -> None:
        """Raise torch's error where anything went wrong, or any key is left when `strict`."""
        errors = self.errors
        if strict:
            for what, keys in (("Unexpected", self.unexpected), ("Missing", self.missing)):
                if keys:
                    quoted = ", ".join(f'"{k}"' for k in keys)
                    errors.insert(0, f"{what} key(s) in state_dict: {quoted}. ")
        if errors:
            lines = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {name}:\n\t{lines}")


def load_state_dict(
    self: Module, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
) -> _IncompatibleKeys:
    """Copy tensors by name into this module and those below; `assign` puts them in place.

    Raises: RuntimeError naming every key and shape that does not fit.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    report = _Report()
    metadata = getattr(state_dict, "_metadata", None) or {}
    _load(self, OrderedDict(state_dict), "", metadata, assign, report)
    report.raise_for(type(self).__name__, strict)
    return _IncompatibleKeys(report.missing, report.unexpected)


def _load(
    module: Module, state: dict, prefix: str, metadata: Mapping, assign: bool, report: _Report
) -> None:
    local = dict(metadata.get(prefix[:-1], {}))
    if assign:
        local["assign_to_params_buffers"] = True
    keys = (report.missing, report.unexpected)
    module._load_from_state_dict(state, prefix, local, True, *keys, report.errors)
    for name, child in module._modules.items():
        if child is not None:
            below = f"{prefix}{name}."
            part = {k: v for k, v in state.items() if k.startswith(below)}
            _load(child, part, below, metadata, assign, report)
    for hook in module._load_state_dict_post_hooks.values():
        if hook(module, _IncompatibleKeys(*keys)) is not None:
            raise AssertionError(
                "Hooks registered with ``register_load_state_dict_post_hook`` are not expected "
                "to return new values, if incompatible_keys need to be modified, it should be "
                "done inplace."
            )


def load_own(
    self: Module,
    state_dict: dict,
    prefix: str,
    local_metadata: Mapping,
    strict: bool,
    missing_keys: list[str],
    unexpected_keys: list[str],
    error_msgs: list[str],
) -> None:
    """Take this module's own tensors out of `state_dict`; note the keys that do not fit."""
    for hook in self._load_state_dict_pre_hooks.values():
        hook(
            self,
            state_dict,
            prefix,
            local_metadata,
            strict,
            missing_keys,
            unexpected_keys,
            error_msgs,
        )
    own = {k: v for k, v in self._parameters.items() if v is not None}
    for name, buffer in self._buffers.items():
        if buffer is not None and name not in self._non_persistent_buffers_set:
            own[name] = buffer
    for name, param in own.items():
        key = prefix + name
        if key in state_dict:
            problem = _take(self, name, key, param, state_dict[key], local_metadata)
            if problem:
                error_msgs.append(problem)
        elif strict:
            missing_keys.append(key)
    _load_extra(self, state_dict, prefix + _EXTRA, missing_keys, unexpected_keys)
    for key in state_dict:
        if key.startswith(prefix) and key != prefix + _EXTRA:
            first, dot, _ = key[len(prefix) :].partition(".")
            if first not in (self._modules if dot else own):
                unexpected_keys.append(key)


def _take(
    module: Module, name: str, key: str, param: Tensor, value: Any, metadata: Mapping
) -> str | None:
    """Put one saved tensor into the module; what is wrong, or None."""
    if not isinstance(value, Tensor):
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
            f"object from checkpoint but received {type(value)}"
        )
    if not param.ndim and value.shape == (1,):
        value = value[0]  # type: ignore[index]
    if value.shape != param.shape:
        return (
            f"size mismatch for {key}: copying a param with shape {Size(value.shape)} from "
            f"checkpoint, the shape in current model is {Size(param.shape)}."
        )
    with no_grad():
        if not metadata.get("assign_to_params_buffers", False):
            store(param, value.array())
        elif isinstance(param, Parameter) and not isinstance(value, Parameter):
            setattr(module, name, Parameter(value, param.requires_grad))
        else:
            setattr(module, name, value.requires_grad_(param.requires_grad))
    return None


def _load_extra(
    module: Module, state: dict, key: str, missing: list[str], unexpected: list[str]
) -> None:
    if _overridden(module, "set_extra_state"):
        if key in state:
            module.set_extra_state(state[key])
        else:
            missing.append(key)
    elif key in state:
        unexpected.append(key)


# -- hooks


def register_state_dict_pre_hook(self: Module, hook: Callable) -> hooks.RemovableHandle:
    """Call `hook(module, prefix, keep_vars)` before the state is collected."""
    return hooks.register(self._state_dict_pre_hooks, hook)


def register_state_dict_post_hook(self: Module, hook: Callable) -> hooks.RemovableHandle:
    """Call `hook(module, state_dict, prefix, metadata)` after the state was collected."""
    return hooks.register(self._state_dict_hooks, hook)


def register_load_state_dict_pre_hook(self: Module, hook: Callable) -> hooks.RemovableHandle:
    """Call `hook(module, state_dict, prefix, …)` before the module takes its tensors."""
    return hooks.register(self._load_state_dict_pre_hooks, hook)


def register_load_state_dict_post_hook(self: Module, hook: Callable) -> hooks.RemovableHandle:
    """Call `hook(module, incompatible_keys)` after the module took its tensors."""
    return hooks.register(self._load_state_dict_post_hooks, hook)

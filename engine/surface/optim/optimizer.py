"""Optimizer: groups of parameters with their settings, and the state that steps leave behind.

An ordinary class, so that programs derive from it.
Source of the behaviour and the words: torch/optim/optimizer.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from ... import hooks
from ...modes import enable_grad
from ...ops.convert import to_dtype
from ...tensor import Tensor
from ..naming import public_module, typename
from ..nn.walks import forget_grad

Group = dict[str, Any]


class _Required:
    """Stands for a setting that has no default."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _Required()


class Optimizer:
    """The base of all optimizers.

    param_groups: dictionaries of settings, with the parameters under 'params'. state: what steps
    keep, by parameter. defaults: the settings of groups that do not say otherwise.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.__module__ = public_module(cls.__module__)

    def __init__(self, params: Any, defaults: Group) -> None:
        self.defaults = defaults
        self._optimizer_step_pre_hooks: dict = OrderedDict()
        self._optimizer_step_post_hooks: dict = OrderedDict()
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or "
                "dicts, but got " + typename(params)
            )
        self.state: defaultdict[Any, Any] = defaultdict(dict)
        self.param_groups: list[Group] = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def __repr__(self) -> str:
        parts = [f"{type(self).__name__} ("]
        for place, group in enumerate(self.param_groups):
            parts.append(f"\nParameter Group {place}\n")
            parts += [f"    {k}: {group[k]}\n" for k in sorted(group) if k != "params"]
        return "".join([*parts, ")"])

    def step(self, closure: Callable | None = None) -> Any:
        """Change the parameters by their gradients; every optimizer has to say how."""
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or set them to zeros."""
        for group in self.param_groups:
            for p in group["params"]:
                forget_grad(p, set_to_none)

    # -- groups

    def add_param_group(self, param_group: Group) -> None:
        """Add parameters with settings of their own. Raises: torch's errors for what is none."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        _set_parameters(param_group)
        for p in param_group["params"]:
            self._check_parameter(p)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    f"{name}"
                )
            param_group.setdefault(name, default)
        self._check_group(param_group)
        self.param_groups.append(param_group)

    def _check_parameter(self, p: Any) -> None:
        if not isinstance(p, Tensor):
            raise TypeError(
                "optimizer can only optimize Tensors, but one of the params is " + typename(p)
            )
        if not (p.is_leaf or (p.extra is not None and p.extra.retains_grad)):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_group(self, new: Group) -> None:
        """Raise torch's errors for a group that does not go with those that are there."""
        named = "param_names" in new
        for group in self.param_groups:
            if named != ("param_names" in group):
                how = "with names" if named else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. cannot add param "
                    f"group {how} to the optimizer"
                )
        there = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in there for p in new["params"]):
            raise ValueError("some parameters appear in more than one parameter group")

    # -- state

    def state_dict(self) -> dict[str, Any]:
        """State and settings, with parameters as numbers in order."""
        numbers: dict[int, int] = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {k: v for k, v in group.items() if k != "params"}
            groups.append(packed | {"params": [numbers[id(p)] for p in group["params"]]})
        by_number = {
            numbers[id(k)] if isinstance(k, Tensor) else k: v for k, v in self.state.items()
        }
        return {"state": by_number, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take state and settings back. Raises: ValueError where the groups do not fit."""
        saved = [{**g, "params": list(g["params"])} for g in state_dict["param_groups"]]
        groups = self.param_groups
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(g["params"]) != len(s["params"]) for g, s in zip(groups, saved, strict=True)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group"
            )
        by_number = {}
        for group, taken in zip(groups, saved, strict=True):
            by_number |= dict(zip(taken["params"], group["params"], strict=True))
            taken["params"] = group["params"]
            if "param_names" in group:
                taken.setdefault("param_names", group["param_names"])
        self.state = defaultdict(dict)
        for key, kept in state_dict["state"].items():
            p = by_number.get(key)
            self.state[key if p is None else p] = kept if p is None else _fitted(kept, p)
        self.param_groups = saved

    # -- hooks

    def register_step_pre_hook(self, hook: Callable) -> hooks.RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return hooks.register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable) -> hooks.RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return hooks.register(self._optimizer_step_post_hooks, hook)

    def _before(self, closure: Callable | None) -> Callable | None:
        """Run the hooks before a step; one may replace the arguments."""
        args, kwargs = ((self,) if closure is None else (self, closure)), {}
        for hook in self._optimizer_step_pre_hooks.values():
            changed = hook(self, args, kwargs)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise RuntimeError(
                        f"{type(self).step} must return None or a tuple of (new_args, "
                        f"new_kwargs), but got {changed}."
                    )
                args, kwargs = changed
        return args[1] if len(args) > 1 else kwargs.get("closure")

    def _after(self, closure: Callable | None) -> None:
        """Run the hooks after a step."""
        args = (self,) if closure is None else (self, closure)
        for hook in self._optimizer_step_post_hooks.values():
            hook(self, args, {})


Optimizer.__module__ = "torch.optim.optimizer"


def _set_parameters(group: Group) -> None:
    """Make the parameters of a group a list, and take names that came with them apart."""
    params = group["params"]
    if isinstance(params, Tensor):
        group["params"] = [params]
        return
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering "
            "of tensors in sets will change between runs. Please use a list instead."
        )
    given = list(params)
    names = [p[0] for p in given if isinstance(p, tuple)]
    if names and len(names) != len(given):
        raise ValueError(
            "all optimizer params should be with/without names. Some param names are missing"
        )
    group["params"] = [p[1] if isinstance(p, tuple) else p for p in given]
    if names:
        group["param_names"] = names


def _fitted(value: Any, p: Tensor, key: str | None = None) -> Any:
    """Saved state in the dtype of its parameter; the count of steps stays as it is."""
    if isinstance(value, Tensor):
        if key == "step" or not p.dtype.is_floating_point:
            return value
        return to_dtype(value, p.dtype)
    if isinstance(value, dict):
        return {k: _fitted(v, p, k) for k, v in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(_fitted(v, p) for v in value)  # type: ignore[call-arg]
    return value


def evaluated(closure: Callable) -> Any:
    """What the closure gives, with recording on."""
    with enable_grad():
        return closure()

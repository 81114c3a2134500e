"""Switching recording on and off: context managers that are also decorators, as in torch.

`set_grad_enabled` switches when it is called; used as a decorator it switches back first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from ..addresses import address
from ..errors import EngineTypeError
from ..modes import state
from ..tensor import Tensor

_MODULE = "torch.autograd.grad_mode"


class Switch:
    """A context that changes the state of the engine, and restores what it found.

    Used as a decorator it does so around each call. A class that is decorated has its `__init__`
    decorated, as in torch.
    """

    def __enter__(self) -> Any:
        raise NotImplementedError

    def __exit__(self, *exception: object) -> None:
        raise NotImplementedError

    def again(self) -> Switch:
        """A fresh context that does the same, for the next call of a decorated function."""
        return type(self)()

    def __call__(self, function: Callable) -> Callable:
        if isinstance(function, type):
            function.__init__ = self(function.__init__)  # type: ignore[misc]
            return function

        @functools.wraps(function)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self.again():
                result = function(*args, **kwargs)
            return self._stepwise(result) if type(result).__name__ == "generator" else result

        return decorated

    def _stepwise(self, steps: Any) -> Iterator[Any]:
        """A generator whose steps are each taken inside the switch."""
        answer = None
        while True:
            with self.again():
                try:
                    value = steps.send(answer)
                except StopIteration as end:
                    return end.value
            answer = yield value

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} object at {address(self)}>"


class _Recording(Switch):
    """Recording switched to `mode` inside the block. `no_grad` may stand without parentheses."""

    __module__ = _MODULE
    mode = False

    def __new__(cls, function: Callable | None = None) -> Any:
        made = object.__new__(cls)
        return made if function is None else made(function)

    def __init__(self) -> None:
        self.before: list[bool] = []

    def __enter__(self) -> None:
        self.before.append(state.grad_enabled)
        state.grad_enabled = self.mode and not state.inference

    def __exit__(self, *exception: object) -> None:
        state.grad_enabled = self.before.pop()


class no_grad(_Recording):  # noqa: N801 -- torch's name
    """Record nothing inside the block."""

    __module__ = _MODULE


class enable_grad(_Recording):  # noqa: N801 -- torch's name
    """Record inside the block, also where no_grad surrounds it."""

    __module__ = _MODULE
    mode = True


class set_grad_enabled(Switch):  # noqa: N801 -- torch's name
    """Record from now on, or no longer; until the end of the block where it opens one."""

    __module__ = _MODULE

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise EngineTypeError(
                "set_grad_enabled(): argument 'enabled' (position 1) must be bool, not "
                f"{type(mode).__name__}"
            )
        self.before = state.grad_enabled
        self.mode = mode
        state.grad_enabled = mode

    def again(self) -> Switch:
        return set_grad_enabled(self.mode)

    def __call__(self, function: Callable) -> Callable:
        state.grad_enabled = self.before
        return super().__call__(function)

    def __enter__(self) -> None:
        state.grad_enabled = self.mode

    def __exit__(self, *exception: object) -> None:
        state.grad_enabled = self.before

    def __repr__(self) -> str:
        return f"{_MODULE}.set_grad_enabled(mode={self.mode})"


class inference_mode(Switch):  # noqa: N801 -- torch's name
    """Record nothing, and make tensors that can never be recorded."""

    __module__ = _MODULE

    def __new__(cls, mode: Any = True) -> Any:
        made = object.__new__(cls)
        if isinstance(mode, bool):
            return made
        made.__init__()
        return made(mode)

    def __init__(self, mode: bool = True) -> None:
        self.mode = mode
        self.before: list[tuple[bool, bool]] = []

    def again(self) -> Switch:
        return inference_mode(self.mode)

    def __enter__(self) -> None:
        self.before.append((state.grad_enabled, state.inference))
        state.inference = self.mode
        state.grad_enabled = not self.mode

    def __exit__(self, *exception: object) -> None:
        state.grad_enabled, state.inference = self.before.pop()


class enforce_grad_layout_policy(Switch):  # noqa: N801 -- torch's name
    """Lay a leaf's first gradient out as the leaf, or as it comes; from now on, or in a block."""

    __module__ = _MODULE

    def __init__(self, enable: bool = True) -> None:
        self.before = state.grad_layout
        self.mode = enable
        state.grad_layout = enable

    def again(self) -> Switch:
        return enforce_grad_layout_policy(self.mode)

    def __call__(self, function: Callable) -> Callable:
        state.grad_layout = self.before
        return super().__call__(function)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        state.grad_layout = self.before


def is_grad_enabled() -> bool:
    """Whether operations on tracked tensors are recorded."""
    return state.grad_enabled


def is_inference_mode_enabled() -> bool:
    """Whether new tensors are inference tensors."""
    return state.inference


def is_inference(input: Tensor) -> bool:
    """Whether a tensor was made in inference mode."""
    return input.extra is not None and input.extra.inference

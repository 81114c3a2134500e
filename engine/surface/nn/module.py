"""Module: what has parameters, buffers and submodules, and is called like a function.

An ordinary class, so that programs derive from it. What is assigned to an attribute goes into the
table of its kind: `_parameters`, `_buffers`, `_modules`; all else into the instance. This file
holds the tables and the text; walking them, saving them, converting them and calling with hooks
are in the files that the class body names.
Source of the behaviour and the words: torch/nn/modules/module.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections import OrderedDict
from types import FunctionType
from typing import Any

from ...tensor import Tensor
from ..naming import name_methods, public_module, typename
from . import calls, conversion, paths, saving, walks
from .parameter import TRANSIENT, Buffer, Parameter, role

_BEFORE_INIT = "cannot assign {} before Module.__init__() call"


class Module:
    """The base of all layers and networks.

    training: whether layers such as dropout behave as in training.
    """

    training: bool
    _version = 1
    _init_shown: str | None = None
    _forward_shown: str | None = None
    call_super_init = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.__module__.startswith(f"{__package__}."):
            name_methods(cls)
        cls.__module__ = public_module(cls.__module__)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name = type(self).__name__
        if kwargs and not self.call_super_init:
            raise TypeError(
                f"{name}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
            )
        if args and not self.call_super_init:
            raise TypeError(
                f"{name}.__init__() takes 1 positional argument but {len(args) + 1} were given"
            )
        self.__dict__.update(
            training=True,
            _parameters={},
            _buffers={},
            _non_persistent_buffers_set=set(),
            _modules={},
            _state_dict_hooks=OrderedDict(),
            _state_dict_pre_hooks=OrderedDict(),
            _load_state_dict_pre_hooks=OrderedDict(),
            _load_state_dict_post_hooks=OrderedDict(),
            **calls.no_hooks(),
        )
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the module computes; every module has to say it."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
        ):
            return calls.call(self, args, kwargs)
        return self.forward(*args, **kwargs)

    # -- the tables

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is part of the state but no parameter, such as a running mean."""
        if "_buffers" not in self.__dict__:
            raise AttributeError(_BEFORE_INIT.format("buffer"))
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param: Tensor | None) -> None:
        """Add a parameter; None says that there might be one of the name."""
        if "_parameters" not in self.__dict__:
            raise AttributeError(_BEFORE_INIT.format("parameter"))
        self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, "
                "compute the value in the forward() method."
            )
        self._parameters[name] = param

    def _check_name(self, what: str, name: Any, table: dict) -> None:
        """Raise torch's errors for a name that cannot be registered."""
        if not isinstance(name, str):
            raise TypeError(f"{what} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{what} name can\'t contain "."')
        if name == "":
            raise KeyError(f'{what} name can\'t be empty string ""')
        if hasattr(self, name) and name not in table:
            raise KeyError(f"attribute '{name}' already exists")

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a submodule."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    def register_module(self, name: str, module: Module | None) -> None:
        """Add a submodule."""
        self.add_module(name, module)

    # -- attributes

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        # Python's and numpy's protocols are for classes: no entry of a table is one.
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        for table in ("_parameters", "_buffers", "_modules"):
            if table in own and name in own[table]:
                return own[table][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        parameters = self.__dict__.get("_parameters")
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError(_BEFORE_INIT.format("parameters"))
            self._forget(name, "_buffers", "_modules")
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise _not_assignable(value, "parameter", name, "torch.nn.Parameter")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if parameters is None:
                raise AttributeError(_BEFORE_INIT.format("module"))
            self._forget(name, "_parameters", "_buffers")
            self._modules[name] = value
        elif parameters is not None and name in self._modules:
            if value is not None:
                raise _not_assignable(value, "child module", name, "torch.nn.Module")
            self._modules[name] = value
        elif isinstance(value, Buffer) or (parameters is not None and name in self._buffers):
            self._set_buffer(name, value)
        elif name.startswith("__") and name.endswith("__"):  # numpy would trust an address in it
            raise AttributeError(f"attribute '{name}' cannot be set")
        else:
            object.__setattr__(self, name, value)

    def _set_buffer(self, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise _not_assignable(value, "buffer", name, "torch.nn.Buffer, torch.Tensor")
        if isinstance(value, Buffer):
            self.register_buffer(name, value, role(value) != TRANSIENT)
        else:
            self.register_buffer(name, value, name not in self._non_persistent_buffers_set)

    def _forget(self, name: str, *tables: str) -> None:
        """Take a name out of the instance and of the tables that a new value does not go to."""
        self.__dict__.pop(name, None)
        for table in tables:
            self.__dict__[table].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name: str) -> None:
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        elif name in self.__dict__:
            del self.__dict__[name]
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    # -- text

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """What the text of the module shows besides its submodules; for programs to say."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        own = extra.split("\n") if extra else []
        children = [f"({key}): {indented(repr(m))}" for key, m in self._modules.items()]
        if not children and len(own) == 1:
            inside = own[0]
        elif own or children:
            inside = "\n  " + "\n  ".join(own + children) + "\n"
        else:
            inside = ""
        return f"{self._get_name()}({inside})"

    # -- what the other files give

    parameters = walks.parameters
    named_parameters = walks.named_parameters
    buffers = walks.buffers
    named_buffers = walks.named_buffers
    children = walks.children
    named_children = walks.named_children
    modules = walks.modules
    named_modules = walks.named_modules
    train = walks.train
    eval = walks.evaluate
    apply = walks.apply
    requires_grad_ = walks.requires_grad_
    zero_grad = walks.zero_grad

    get_submodule = paths.get_submodule
    set_submodule = paths.set_submodule
    get_parameter = paths.get_parameter
    get_buffer = paths.get_buffer

    state_dict = saving.state_dict
    load_state_dict = saving.load_state_dict
    get_extra_state = saving.get_extra_state
    set_extra_state = saving.set_extra_state
    register_state_dict_pre_hook = saving.register_state_dict_pre_hook
    register_state_dict_post_hook = saving.register_state_dict_post_hook
    register_load_state_dict_pre_hook = saving.register_load_state_dict_pre_hook
    register_load_state_dict_post_hook = saving.register_load_state_dict_post_hook
    _save_to_state_dict = saving.save_own
    _load_from_state_dict = saving.load_own

    _apply = conversion.convert
    to = conversion.to
    type = conversion.to_type
    float = conversion.to_float
    double = conversion.to_double
    half = conversion.to_half
    cpu = conversion.cpu
    cuda = conversion.cuda

    register_forward_pre_hook = calls.register_forward_pre_hook
    register_forward_hook = calls.register_forward_hook
    register_full_backward_pre_hook = calls.register_full_backward_pre_hook
    register_full_backward_hook = calls.register_full_backward_hook
    register_backward_hook = calls.register_backward_hook


Module.__module__ = "torch.nn.modules.module"
for _name, _method in list(vars(Module).items()):
    if isinstance(_method, FunctionType) and "." not in _method.__qualname__:
        _method.__qualname__ = f"Module.{_name}"  # as in `<generator object Module.parameters>`


def _not_assignable(value: Any, what: str, name: str, expected: str) -> TypeError:
    return TypeError(
        f"cannot assign '{typename(value)}' as {what} '{name}' ({expected} or None expected)"
    )


def indented(text: str, blank: str = "") -> str:
    """`text` with all lines but the first two columns in; blank lines become `blank`."""
    first, *others = text.split("\n")
    return "\n".join([first, *("  " + line if line.strip() else blank for line in others)])

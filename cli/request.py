"""One request to one answer, for the commands and for batch alike.

A request names an expression, variables and what to do; the answer holds tensors.  Nothing here
knows words of a command line, JSON, or how an answer is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine import Tensor, modes
from ..engine.dtypes import BY_NAME
from ..engine.errors import EngineError, LimitExceeded
from ..engine.generator import default_generator
from ..engine.ops.create import tensor
from ..engine.tensor import raw
from ..parser.errors import LanguageError, fault
from ..parser.evaluate import evaluate
from ..parser.operators import TooLargeError, check_extent
from ..parser.problems import as_problem
from ..parser.spans import Source, Span
from ..parser.suggest import nearest
from .compiler import Compiler

# Kinds of faults that no dtype brings about; past a limit, trying again would take as long.
NOT_OF_DTYPES = ("NameError", "LimitError")


@dataclass
class Request:
    """What is asked: `wrt` None means all variables that can be differentiated by."""

    do: str
    expr: str
    variables: Mapping[str, Any]
    wrt: list[str] | None = None
    cotangent: Any = None
    tangents: Mapping[str, Any] = field(default_factory=dict)
    dtype: str = "float64"


@dataclass
class Answer:
    """What was found: the value, and derivative parts by the variables they belong to.

    A part of grad, jac, vjp or hvp has one name, one of hess two, that of jvp none.
    `no_path` lists the variables that the value does not depend on.
    """

    do: str
    value: Any
    wrt: list[str]
    parts: dict[tuple[str, ...], Tensor]
    no_path: list[str]
    evaluation: Evaluation


class Evaluation:
    """A request whose expression has been evaluated, with the tensors to differentiate by.

    `inputs` are leaves for variables given, and whatever the expression made of its own names.
    """

    def __init__(self, request: Request, compiler: Compiler) -> None:
        self.request = request
        self.limits = compiler.limits
        self.code = compiler.code(request.expr)
        self.source = Source("<expression>", request.expr)
        self.wrt = self.chosen() if request.do != "eval" else []
        self.variables = dict(request.variables)
        self.inputs: dict[str, Tensor] = {}
        # where random numbers go on, so that each evaluation draws the same
        self.stream = default_generator.state() if default_generator.started else None
        self.names: dict[str, Any] = {}  # all that the text has at its end
        for name in self.wrt:
            if name in self.variables:
                leaf = self.leaf(name, self.variables[name])
                self.variables[name] = self.inputs[name] = leaf
        try:
            self.value = self.evaluated()
        except LanguageError as problem:
            problem.helps += self.hints(problem)
            raise

    def chosen(self) -> list[str]:
        """Return the names to differentiate by."""
        if self.request.wrt is not None:
            return self.request.wrt
        names = [name for name, value in self.request.variables.items() if is_number(value)]
        if not names:
            first = next(iter(self.request.variables), None)
            help_ = (
                "give one a value: x=2"
                if first is None
                else f"'{first}' is no number, vector or matrix, as 2, [1, 2], [[1, 2]] are"
            )
            message = "there is no variable to differentiate by"
            raise self.trouble("ValueError", message, help_)
        return names

    def leaf(self, name: str, value: Any) -> Tensor:
        """Make a variable a leaf of the graph, of the floating-point type of the request."""
        if not isinstance(value, (Tensor, bool, int, float)):
            raise self.trouble("TypeError", f"'{name}' is no number to differentiate by")
        try:
            return floating(value, self.request.dtype, requires_grad=True)
        except OverflowError:
            message = f"'{name}' is an integer too large for a float"
            raise self.trouble("OverflowError", message) from None

    def hints(self, problem: LanguageError) -> list[str]:
        """Say which integers were made floats, where nothing is wrong with them as integers."""
        names = [name for name in self.inputs if is_integer(self.request.variables.get(name))]
        if self.request.wrt is not None or problem.kind in NOT_OF_DTYPES or not names:
            return []
        try:
            self.rewind()
            evaluate(self.code, dict(self.request.variables), limits=self.limits)
        except LanguageError:
            return []
        which = " and ".join(f"'{name}'" for name in names)
        return [f"made floats, to differentiate by them: {which}; --wrt chooses others"]

    def evaluated(self, watch: Any = None, stack: bool = True) -> Any:
        """Evaluate the expression; gather the names of its own that are asked for.

        `watch` sees each operation; `stack` makes a list a tensor.
        """
        self.rewind()
        own = [name for name in self.wrt if name not in self.request.variables]
        found = evaluate(
            self.code,
            self.variables,
            limits=self.limits,
            on_assign=self.assigner(own) if own else None,
            watch=watch,
        )
        self.names = found.names
        for name in own:
            if name not in self.inputs:
                raise self.unknown_name(name)
        return self.as_result(found.value) if stack else found.value

    def rewind(self) -> None:
        """Let the evaluation that follows draw the random numbers of the first."""
        if self.stream is None:
            default_generator.manual_seed(default_generator.initial_seed())
        else:
            default_generator.restore(self.stream)

    def as_result(self, value: Any) -> Any:
        """Make a list of numbers a tensor; a list that is none stays one where it is only shown."""
        try:
            check_extent(value, self.limits)
            return stacked(value)
        except (TooLargeError, LimitExceeded) as problem:
            raise self.trouble("LimitError", str(problem)) from None
        except EngineError as problem:
            if self.request.do == "eval":
                return value
            told = as_problem(problem)
            raise self.trouble("ValueError", told.message, *told.helps) from None

    def assigner(self, own: list[str]) -> Any:
        """Return the hook that makes each assignment of a chosen name a tensor of the graph."""

        def assigned(name: str, value: Any) -> Any:
            if name not in own:
                return value
            value = stacked(value)
            if not (isinstance(value, Tensor) and value.requires_grad):
                value = self.leaf(name, value)
            self.inputs[name] = value
            return value

        return assigned

    def unknown_name(self, name: str) -> LanguageError:
        """Make the fault for a chosen name that has no value."""
        message = f"'{name}' is chosen to differentiate by, but it has no value"
        near = nearest(name, self.variables)
        return self.trouble("NameError", message, *([f"did you mean '{near}'?"] if near else []))

    def trouble(self, kind: str, message: str, *helps: str) -> LanguageError:
        """Make a fault of the expression as a whole."""
        return fault(kind, message, self.source, Span(0, len(self.source.text)), "", *helps)


def answer(request: Request, compiler: Compiler) -> Answer:
    """Answer a request, inside `numbers` of its dtype.

    Raises: LanguageError for everything that can be wrong with it.
    """
    evaluation = Evaluation(request, compiler)
    if request.do == "eval":
        return Answer("eval", evaluation.value, [], {}, [], evaluation)
    from .derivatives import differentiate

    return differentiate(evaluation)


@contextmanager
def numbers(dtype: str, most_bytes: int) -> Iterator[None]:
    """Evaluate with floats of a dtype, and refuse tensors of more bytes."""
    default = modes.default_dtype(BY_NAME[dtype])
    with default, modes.tensor_bytes(most_bytes), np.errstate(all="ignore"):
        yield


def evaluate_value(text: str, variables: Mapping[str, Any], compiler: Compiler) -> Any:
    """Evaluate the expression that gives a variable its value.

    Integers and truth values stay Python's, which are exact; a float or a list becomes a tensor.
    """
    code = compiler.code(text)
    value = evaluate(code, dict(variables), limits=compiler.limits).value
    try:
        value = stacked(value)
    except EngineError as problem:
        told = as_problem(problem)
        place = code.source, Span(0, len(text)), ""
        raise fault("ValueError", told.message, *place, *told.helps) from None
    return constant(np.asarray(value)) if isinstance(value, float) else value


def is_number(value: Any) -> bool:
    """Whether a variable can be differentiated by without being asked: numbers, no truth values."""
    if isinstance(value, Tensor):
        return value.dtype.category > 0
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    """Whether a variable was given as integers."""
    if isinstance(value, Tensor):
        return not value.dtype.is_floating_point
    return isinstance(value, int)


def stacked(value: Any) -> Any:
    """Make a list of numbers a tensor; leave what is none as it is."""
    return tensor(value) if isinstance(value, list) else value


def constant(array: np.ndarray, dtype: str | None = None) -> Tensor:
    """Wrap an array; floating-point numbers become `dtype`, by default the default dtype."""
    if array.dtype.kind == "f":
        wanted = BY_NAME[dtype] if dtype else modes.state.default_dtype
        array = array.astype(wanted.np, copy=False)
    return wrapped(array)


def floating(value: Any, dtype: str, requires_grad: bool = False) -> Tensor:
    """Make a fresh tensor of floats from a tensor or a number.

    Raises: OverflowError for an integer larger than any float.
    """
    if isinstance(value, Tensor) and value.data.__class__ is float and dtype == "float64":
        return Tensor(value.data, requires_grad)
    array = value.numpy() if isinstance(value, Tensor) else np.asarray(value)
    return wrapped(np.array(array, dtype=dtype), requires_grad)


def wrapped(array: np.ndarray, requires_grad: bool = False) -> Tensor:
    """Wrap an array; a float64 without axes is carried as a Python float."""
    scalar = array.ndim == 0 and array.dtype == np.float64
    return Tensor(float(array) if scalar else raw(array), requires_grad)

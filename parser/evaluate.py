"""Runs instructions on a stack machine, so that neither deep texts nor deep calls recurse.

The machine knows frames, steps and errors; what an instruction does is in `steps.py`. Every fault
of an operation becomes a LanguageError at the instruction's span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import Label, LanguageError
from .limits import DEFAULT_LIMITS, Limits
from .operators import TooLargeError, check_extent
from .problems import OPERATION_ERRORS, RunError, as_problem, describe
from .scope import ArgumentError, Frame, Function, Scope, bind
from .spans import Span
from .steps import ENTER

if TYPE_CHECKING:
    from .compile import Code

OnAssign = Callable[[str, object], object]
Watch = Callable[[Span, object, tuple], None]
MOST_NESTED_RUNS = 50


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The value of a text, and the names it had at its end: the variables and what it assigned."""

    value: object
    names: dict[str, object]


def evaluate(
    code: Code,
    variables: Mapping[str, object],
    *,
    limits: Limits = DEFAULT_LIMITS,
    on_assign: OnAssign | None = None,
    watch: Watch | None = None,
) -> Result:
    """Run a text with some variables.

    `on_assign(name, value)` returns what a name of the text is given instead of `value`;
    `watch(span, value, operands)` is told of every operation.

    Raises: LanguageError.
    """
    machine = Machine(variables, limits, on_assign, watch)
    before, machine.state.lenient = machine.state.lenient, True
    try:
        machine.run(Frame(code, machine.scope, None))
    finally:
        machine.state.origin, machine.state.lenient = None, before
    return Result(machine.result, machine.scope.names)


class Machine:
    """One evaluation: a stack of values, a stack of frames, and what is left of the limits."""

    def __init__(
        self,
        variables: Mapping[str, object],
        limits: Limits,
        on_assign: OnAssign | None,
        watch: Watch | None,
    ) -> None:
        # Here and not above: a text that does not parse never loads numpy.
        from ..engine import Tensor, methods, tensor
        from ..engine.modes import state
        from ..engine.symbol import Symbol
        from .names import Names

        self.state = state
        self.tensor_types = (Tensor, Symbol)
        self.make_tensor = tensor
        self.methods = methods
        self.limits = limits
        self.names = Names(limits)
        self.on_assign = on_assign
        self.watch = watch
        self.scope = Scope(dict(variables), None)
        self.stack: list = []
        self.frames: list[Frame] = []
        self.result: object = None
        self.steps_left = limits.steps
        self.nested_runs = 0

    def run(self, frame: Frame) -> None:
        """Run a frame to its end; its value, if it has one, stays on the stack."""
        floor = len(self.frames)
        self.frames.append(frame)
        self.scope = frame.scope
        instructions, place = frame.code.instructions, 0
        span: Span | None = None
        try:
            while True:
                step, argument, span = instructions[place]
                place += 1
                target = step(self, argument, span)
                if target is None:
                    continue
                if target >= 0:
                    place = target
                    continue
                if target == ENTER:
                    self.frames[-2].place = place
                elif len(self.frames) == floor:
                    return
                frame = self.frames[-1]
                instructions, place = frame.code.instructions, frame.place
        except RunError as problem:
            raise self._located(problem, span) from None
        except TooLargeError as error:
            raise self._located(RunError("LimitError", str(error)), span) from None
        except ArgumentError as error:
            raise self._located(RunError("TypeError", str(error)), span) from None
        except OPERATION_ERRORS as error:
            raise self._located(as_problem(error), span) from error

    def _located(self, problem: RunError, span: Span | None) -> LanguageError:
        """Give a fault its place, and the place of the call that led there."""
        labels = [] if span is None else [Label(span, problem.label)]
        frame = self.frames[-1]
        for frame in reversed(self.frames):
            if frame.code.kind == "function":
                if isinstance(frame.span, Span) and frame.span != span:
                    labels.append(Label(frame.span, "called from here", primary=False))
                break
        source = self.frames[-1].code.source
        return LanguageError(problem.kind, problem.message, source, labels, problem.helps)

    def call_from_outside(self, function: Function, arguments: tuple) -> object:
        """Call a user's function from a native one, such as the key of `sorted`."""
        if self.nested_runs >= MOST_NESTED_RUNS:
            message = "functions are nested too deep inside functions of the language"
            raise RunError("LimitError", message)
        self.spend(function.code)
        scope, span = self.scope, self.frames[-1].span
        self.nested_runs += 1
        self.run(Frame(function.code, Scope(bind(function, arguments, {}), function.scope), span))
        self.nested_runs -= 1
        self.scope = scope
        return self.stack.pop()

    # what steps ask of the machine

    def spend(self, code: Code) -> None:
        """Count a call or an iteration against the limit of steps."""
        self.steps_left -= len(code.instructions)
        if self.steps_left < 0:
            limit = self.limits.steps
            raise RunError("LimitError", f"the evaluation takes more than {limit} steps")

    def is_tensor(self, value: object) -> bool:
        """Return whether a value is a tensor, or the symbol of one."""
        return value.__class__ in self.tensor_types

    def is_mask(self, place: object) -> bool:
        """Return whether an index is a tensor that picks many items of a list."""
        return self.is_tensor(place) and place.ndim > 0  # type: ignore[attr-defined]

    def stacked(self, value: object) -> object:
        """Return a sequence as a tensor."""
        check_extent(value, self.limits)
        return self.make_tensor(list(value))  # type: ignore[call-overload]

    def bounded(self, value: object) -> Iterable:
        """Return a sequence about to be copied, unless it is too long."""
        if len(value) > self.limits.sequence_length:  # type: ignore[arg-type]
            raise TooLargeError(f"more than {self.limits.sequence_length} items")
        return value  # type: ignore[return-value]

    def engine_function(self, name: str) -> Callable:
        function = self.names.engine.lookup(name)
        if function is None:
            raise NotImplementedError(f"{name} is not implemented")
        return function

    def attribute(self, value: object, name: str) -> object:
        """Return an attribute that the language defines; no other is ever looked up."""
        if self.is_tensor(value):
            try:
                return self.methods.attribute(value, name)
            except AttributeError:
                known: Iterable[str] = self.methods.names()
        else:
            known = getattr(type(value), "_fields", ()) if isinstance(value, tuple) else ()
            if name in known:
                return getattr(value, name)
        from .suggest import did_you_mean

        label = did_you_mean(name, known) or ""
        raise RunError("AttributeError", f"{describe(value)} has no attribute '{name}'", label)

    def visible_names(self) -> list[str]:
        """Return the user's names in scope, the innermost first."""
        found: list[str] = []
        scope: Scope | None = self.scope
        while scope is not None:
            found += scope.names
            scope = scope.parent
        return found

    def unknown_name(self, name: str) -> RunError:
        from .unknown import hints

        label, helps = hints(name, self.names, self.visible_names(), called=False)
        helps += (f"give it one: {name}=1",)
        return RunError("NameError", f"the name '{name}' has no value", label, helps)

    def unknown_function(self, name: str) -> RunError:
        from .unknown import hints

        label, helps = hints(name, self.names, self.visible_names(), called=True)
        return RunError("NameError", f"unknown function '{name}'", label, helps)

"""An expression evaluated once, with numbers in place of what has no value, to be unrolled.

The numbers do not matter: the operations are recorded, not the values. So nothing may be decided
by a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...engine import Tensor
from ...engine.errors import EngineError
from ...engine.recorder import recording
from ...parser import nodes
from ...parser.build import parse_expression
from ...parser.errors import fault
from ...parser.names import Names
from ...parser.nodes import Node
from ...parser.spans import Source
from ..compiler import Compiler
from ..derivatives import engine_fault, need_one_number, output_of
from ..request import Evaluation, Request, floating, is_number
from ..rewriting import walk
from .languages import LANGUAGES
from .lines import NotInLanguage
from .unroll import placed, unroll
from .write import written

# what makes a Python number of a tensor: from there on nothing would be recorded
NUMBERS = ("item", "tolist", "int", "float", "bool", "sorted")


def exported(
    text: str,
    known: Mapping[str, Any],
    wrt: list[str] | None,
    compiler: Compiler,
    language: str,
) -> str:
    """The source of a function and its gradient.

    Raises: LanguageError for what cannot be exported.
    """
    block = parse_expression(text, compiler.limits)
    refuse_decisions(block, Source("<expression>", text))
    free = [name for name in free_names(block, compiler) if name not in known]
    # numbers inside the domain of most functions, none of them special
    samples = {name: floating(0.5 + 0.375 / (k + 1), "float64") for k, name in enumerate(free)}
    values = {n: v for n, v in known.items() if not is_number(v)}
    moving = {n: v for n, v in known.items() if is_number(v)}
    names = [*moving, *free]
    request = Request("export", text, {**values, **moving, **samples}, names)
    evaluation = Unrolled(request, compiler)
    evaluation.wanted = wrt
    return evaluation.source_in(language)


class Unrolled(Evaluation):
    """An evaluation that is recorded and written."""

    wanted: list[str] | None

    def evaluated(self, watch: Any = None, stack: bool = True) -> Any:
        """Evaluate the expression under a recorder, which stays for the derivative."""
        variables = {n: v for n, v in self.variables.items() if isinstance(v, Tensor)}
        with recording(variables) as self.recorder:
            return super().evaluated(watch, stack)

    def source_in(self, language: str) -> str:
        """The source."""
        output = output_of(self)
        need_one_number(self, output)
        wrt = self.inputs
        if self.wanted is not None:
            missing = [name for name in self.wanted if name not in wrt]
            if missing:
                raise self.unknown_name(missing[0])
            wrt = {name: wrt[name] for name in self.wanted}
        from ...engine.modes import state

        before, state.on_apply = state.on_apply, self.recorder.listen
        try:
            function = unroll(self.recorder, output, wrt, self.source)
        except EngineError as problem:
            raise engine_fault(self, problem) from None
        finally:
            state.on_apply = before
        try:
            return written(function, self.source.text, language)
        except NotInLanguage as missing:
            have = [name for name, words in LANGUAGES.items() if missing.op in words.templates]
            message = f"{language} has no function '{missing.op}'"
            helps = (f"these have it: {', '.join(have)}",) if have else ()
            raise placed(message, self.source, missing.origin, *helps) from None


def free_names(block: nodes.Block, compiler: Compiler) -> list[str]:
    """The names that have no value, in order of appearance."""
    given: set[str] = set()
    for node in walk(block):
        match node:
            case nodes.Define() | nodes.Parameter():
                given.add(node.name)
            case nodes.Assign():
                given |= {name for target in node.targets for name in names_in(target)}
            case nodes.ForClause():
                given |= set(names_in(node.target))
    language = Names(compiler.limits)
    found = dict.fromkeys(name for name in names_in(block) if name not in given)
    return [n for n in found if language.lookup(n) is None and not language.is_module(n)]


def names_in(root: Node) -> Iterator[str]:
    """The names in a tree, in order."""
    return (node.name for node in walk(root) if isinstance(node, nodes.Name))


def refuse_decisions(block: nodes.Block, source: Source) -> None:
    """Refuse what would be decided by the numbers of the sample."""
    for node in walk(block):
        several = isinstance(node, nodes.Comparison) and len(node.operators) > 1
        if isinstance(node, nodes.Conditional | nodes.Logical | nodes.IfClause) or several:
            message = "this is decided once, and not by the exported code"
            helps = ("choose with where(c, a, b), and join conditions with &, |",)
            raise fault("TypeError", message, source, node.span, "", *helps)
        name = node.name if isinstance(node, nodes.Name | nodes.Attribute) else ""
        if name in NUMBERS:
            message = f"'{name}' makes a number that is no part of the exported code"
            raise fault("TypeError", message, source, node.span)

"""Imports to instructions; what the language does not have is refused before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import LanguageError, fault
from ..nodes import Node
from ..spans import Span
from . import modules
from .compile import ProgramCompiler
from .nodes import Import, ImportFrom

if TYPE_CHECKING:
    from .machine import Machine


IMPORTABLE = "programs import torch and its modules, and math, collections and the like of Python's"


class Imports(ProgramCompiler):
    """Part of the compiler of statements."""

    def import_(self, node: Import) -> None:
        plan: list = []
        for module in node.modules:
            self._check(module.path, module)
            name = module.name or module.path.partition(".")[0]
            path = module.path if module.name else name
            load = (load_module, path, module.span)
            plan += (load, self.name_step("store", name, module.span))
        self.plan(*plan)

    def import_from(self, node: ImportFrom) -> None:
        self._check(node.module, node)
        if not node.names:
            raise fault(
                "SyntaxError", "'import *' is not part of the language", self.source, node.span
            )
        plan: list = []
        for item in node.names:
            load = (load_member, (node.module, item.path), node.span)
            plan += (load, self.name_step("store", item.name or item.path, node.span))
        if node.module == "__future__":
            plan = []
        self.plan(*plan)

    def _check(self, path: str, node: Node) -> None:
        """Refuse an unknown module, unless the program is prepared for that."""
        if modules.is_known(path) or self.here.depth:
            return
        raise self._unknown(path, node)

    def _unknown(self, path: str, node: Node) -> LanguageError:
        return fault(
            "ImportError", f"the module '{path}' is not part of the language", self.source,
            node.span, "", IMPORTABLE,
        )  # fmt: skip


def load_module(machine: Machine, path: str, span: Span) -> None:
    """Push a module."""
    machine.stack.append(modules.load(machine, path))


def load_member(machine: Machine, argument: tuple[str, str], span: Span) -> None:
    """Push a member of a module."""
    machine.stack.append(modules.member(machine, *argument))

"""Puts the parse tables into the package when it is built, so that installed copies only load them.

Named in `pyproject.toml`; setuptools loads this file by its path, before any package exists.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from setuptools.command.build_py import build_py

GRAMMARS = ("grammar", "program")


class BuildWithTables(build_py):
    """Copies the package as usual, then writes the tables beside the grammar."""

    def run(self) -> None:
        """Build; an editable install has no copy to write into: it makes tables on first use."""
        super().run()
        if self.editable_mode:
            return
        source = Path(__file__).parent
        tables = _load_alone(source / "tables.py")
        target = Path(self.build_lib, "gradcalc", "parser")
        for grammar in GRAMMARS:
            text = (source / f"{grammar}.lark").read_text(encoding="utf-8")
            tables.write(target / f"{grammar}.tables", tables.make(text))


def _load_alone(path: Path) -> ModuleType:
    """Import one file of a package that is not installed yet."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = module_from_spec(spec)  # where dataclasses look
    spec.loader.exec_module(module)
    return module

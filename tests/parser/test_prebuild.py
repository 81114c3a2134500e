"""The build hook puts the tables beside the grammar."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradcalc.parser import tables

ROOT = Path(__file__).resolve().parents[2]


def test_a_build_holds_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setuptools = pytest.importorskip("setuptools")
    from gradcalc.parser.prebuild import BuildWithTables

    monkeypatch.chdir(ROOT)
    command = BuildWithTables(
        setuptools.Distribution(
            {
                "packages": ["gradcalc.parser"],
                "package_dir": {"gradcalc.parser": "parser"},
                "script_name": "",
            }
        )
    )
    command.build_lib = str(tmp_path)
    command.ensure_finalized()
    command.run()
    built = tmp_path / "gradcalc" / "parser"
    made = tables.make((ROOT / "parser" / "grammar.lark").read_text(encoding="utf-8"))
    tables.write(tmp_path / "expected", made)
    assert (tmp_path / "expected").read_bytes() == (built / "grammar.tables").read_bytes()

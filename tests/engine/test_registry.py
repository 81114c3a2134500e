"""One row makes an operation: the language, methods, listings and derivatives follow from it."""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys

import numpy as np
import pytest

from gradcalc.engine import float64, ops, registry, tensor
from gradcalc.engine.backward import gradients
from gradcalc.engine.forward import tangents
from gradcalc.engine.ops.trigonometric import cos, sin
from gradcalc.engine.row import BadRow
from gradcalc.engine.surface import methods, namespace

ADDED = """
import io, sys
from gradcalc.engine.ops.trigonometric import cos, sin
from gradcalc.engine.registry import elementwise
elementwise(
    "wobble",
    lambda self: self * 0 + 7.0,
    self=lambda g, self: g * cos(self) * sin(self),
    doc="A function that only this test knows.",
)
from gradcalc.cli.__main__ import main
sys.argv = ["gradcalc", *sys.argv[1:]]
main()
"""


@pytest.fixture
def wobble(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that no family has, gone again after the test."""
    list(registry.all_rows())
    monkeypatch.setattr(registry, "_rows", dict(registry._rows))
    monkeypatch.setattr(registry, "_ops", dict(registry._ops))
    monkeypatch.setattr(namespace, "_found", {})
    registry.elementwise(
        "wobble",
        lambda self: np.sin(self) ** 2,
        self=lambda g, self: g * 2.0 * sin(self) * cos(self),
        aliases=("wiggle",),
        doc="The square of the sine.",
    )


@pytest.mark.usefixtures("wobble")
def test_a_row_is_a_function_and_a_method() -> None:
    x = tensor(0.5, dtype=float64)
    expected = np.sin(0.5) ** 2
    assert namespace.lookup("wobble")(x).item() == pytest.approx(expected)
    assert namespace.lookup("torch.wiggle")(x).item() == pytest.approx(expected)
    assert methods.attribute(x, "wobble")().item() == pytest.approx(expected)


@pytest.mark.usefixtures("wobble")
def test_a_row_differentiates_in_both_modes() -> None:
    x = tensor(0.5, dtype=float64, requires_grad=True)
    y = namespace.lookup("wobble")(x)
    (reverse,) = gradients([y], [x], retain_graph=True)
    (forward,) = tangents([y], [x], [tensor(1.0, dtype=float64)])
    assert reverse is not None
    assert forward is not None
    assert reverse.item() == pytest.approx(np.sin(1.0))
    assert forward.item() == reverse.item()


def _gradcalc(*arguments: str, stdin: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", ADDED, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_row_is_in_every_command() -> None:
    assert _gradcalc("grad", "wobble(x)", "x=0.5").splitlines()[0] == "f     = 7.0"
    assert "A function that only this test knows." in _gradcalc("functions", "wobble")
    request = {"id": 1, "do": "eval", "expr": "x.wobble()", "vars": {"x": 1.0}}
    answer = json.loads(_gradcalc("batch", stdin=json.dumps(request) + "\n"))
    assert answer["value"] == 7.0


@pytest.mark.usefixtures("wobble")
def test_a_rule_may_name_only_what_there_is() -> None:
    with pytest.raises(BadRow, match="names 'elsewhere'"):
        registry.elementwise(
            "astray", np.sin, self=lambda g, elsewhere: g * elsewhere, doc="Not to be."
        )


def test_unknown_names_are_none() -> None:
    assert registry.lookup("no_such_operation") is None
    assert namespace.lookup("torch.no_such_operation") is None


@pytest.mark.usefixtures("wobble")
def test_a_row_is_declared_once() -> None:
    with pytest.raises(BadRow, match="<row wobble> is declared twice"):
        registry.plain("wobble", np.sin, doc="The same again.")


def test_every_file_of_public_rows_is_a_family() -> None:
    # a file that is not listed is never imported when a name is looked up
    known = set(registry.names())
    for module in pkgutil.iter_modules(ops.__path__):
        importlib.import_module(f"{ops.__name__}.{module.name}")
    assert set(registry.names()) - known == set()

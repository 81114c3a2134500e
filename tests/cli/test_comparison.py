"""check is strict enough to notice one part in a million, and names the number."""

import numpy as np
import pytest

from gradcalc.cli.comparison import as_json, as_text, compare
from gradcalc.cli.compiler import Compiler
from gradcalc.cli.request import Request, answer, numbers, wrapped
from gradcalc.engine import registry
from gradcalc.engine.ops.trigonometric import cos
from gradcalc.engine.surface import namespace
from gradcalc.parser.limits import Limits

POINTS = {"x": [1.5, 0.3], "y": [1e-3, 2e4]}


def compared(expression, factor, variables=None):
    """Compare a Jacobian whose number [0, 1] by x is off by a factor."""
    given = {name: wrapped(np.array(v)) for name, v in (variables or POINTS).items()}
    with numbers("float64", 1 << 30):
        found = answer(Request("jac", expression, given), Compiler(Limits()))
        part = found.parts[("x",)].numpy().copy()
        part[0, 1] *= factor
        found.parts[("x",)] = wrapped(part)
        return compare(found)


@pytest.mark.parametrize(
    "expression", ["[x[0]*x[1], x[0]]", "[exp(x[1])/x[0], y[0]]", "[x[1]^7, 1]"]
)
def test_a_right_rule_passes(expression):
    assert not any(block.doubts for block in compared(expression, 1.0))


@pytest.mark.parametrize(
    "expression", ["[x[0]*x[1], x[0]]", "[exp(x[1])/x[0], y[0]]", "[x[1]^7, 1]"]
)
@pytest.mark.parametrize("factor", [1 + 1e-6, 1 - 1e-6, 1.1, -1.0, 0.0])
def test_a_rule_off_by_a_millionth_is_named(expression, factor):
    block = compared(expression, factor)[0]
    assert [doubt.index for doubt in block.doubts] == [(0, 1)]
    assert block.doubts[0].settled
    assert block.doubts[0].off == pytest.approx(abs(factor - 1), rel=0.1, abs=1e-8) or factor < 1


def test_the_text_names_the_number_and_how_far_it_is_off():
    lines = as_text(compared("[x[0]*x[1], x[0]]", 1.001)).splitlines()
    assert lines == [
        "df/dx  FAIL  3 of 4 agree with finite differences",
        "  df/dx[0, 1] is 1.5015, but finite differences give 1.5: off by 1.0e-03 of it",
        "df/dy  ok    4 of 4 agree with finite differences",
    ]


def test_json_lists_the_numbers_in_doubt():
    fields = as_json(compared("[x[0]*x[1], x[0]]", 1.001))
    assert fields["agree"] is False
    assert fields["blocks"]["y"] == {"doubts": [], "numbers": 4, "small": 0}
    (doubt,) = fields["blocks"]["x"]["doubts"]
    assert (doubt["index"], doubt["rule"], doubt["difference"]) == ([0, 1], 1.5 * 1.001, 1.5)


@pytest.mark.parametrize(("factor", "agrees"), [(1.0, True), (1 + 1e-6, False), (1 - 1e-6, False)])
def test_a_wrong_rule_is_noticed(monkeypatch, factor, agrees):
    list(registry.all_rows())
    monkeypatch.setattr(registry, "_rows", dict(registry._rows))
    monkeypatch.setattr(registry, "_ops", dict(registry._ops))
    registry.elementwise(
        "wobble", np.sin, self=lambda g, self: factor * g * cos(self), doc="Nearly a sine."
    )
    monkeypatch.setattr(namespace, "_found", {})
    given = {"x": wrapped(np.array([0.3, 1.7, 20.0]))}
    with numbers("float64", 1 << 30):
        (block,) = compare(answer(Request("jac", "wobble(x)*x", given), Compiler(Limits())))
    assert (not block.doubts) is agrees


def test_random_numbers_are_drawn_once():
    given = {"x": wrapped(np.array([1.0, 2.0]))}
    with numbers("float64", 1 << 30):
        (block,) = compare(answer(Request("jac", "x*rand_like(x)", given), Compiler(Limits())))
    assert not block.doubts


def test_noise_confirms_nothing():
    # at this size rounding hides the slope of x: neither confirmed nor contradicted
    block = compared("[1e16 + x[1], x[0]]", 1.0)[0]
    assert (block.doubts, block.small) == ([], 1)
    assert "3 of 4 agree with finite differences, 1 too small to tell" in as_text([block])


def test_many_doubts_are_counted_beyond_the_first():
    with numbers("float64", 1 << 30):
        given = {"x": wrapped(np.ones(20))}
        text = as_text(compare(answer(Request("jac", "x.detach()*x", given), Compiler(Limits()))))
    assert text.splitlines()[0] == "df/dx  FAIL  380 of 400 agree with finite differences"
    assert text.splitlines()[-1] == "  and 10 more"

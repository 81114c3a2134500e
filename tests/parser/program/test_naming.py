"""Values are called what a program would write for them, and operations know their places."""

from contextlib import nullcontext

import pytest

from gradcalc.engine.modes import state
from gradcalc.parser.limits import DEFAULT_LIMITS
from gradcalc.parser.program.naming import name_of, variables
from gradcalc.parser.program.run import read_program, run_program


def probed(text, probe):
    """Run a program that calls `probe(value)`; return what `probe` of machine and value gave."""
    found = []

    def observe(machine):
        machine.globals["probe"] = lambda value: found.append(probe(machine, value))
        return nullcontext()

    code = read_program(text, DEFAULT_LIMITS, "program.py")
    error = run_program(code, DEFAULT_LIMITS, print, observe=observe)
    assert error is None
    return found


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("x = [1.5]\nprobe(x)", "x"),
        ("x = [[1.5]]\nprobe(x[0])", "x[0]"),
        ("x = {'a': [1.5]}\nprobe(x['a'])", "x['a']"),
        ("x = {'a': [[1.5]]}\nprobe(x['a'][0])", "x['a'][0]"),
        ("class C:\n  pass\nc = C()\nc.part = [1.5]\nprobe(c.part)", "c.part"),
        ("def f(a):\n  probe(a)\nx = [1.5]\nf(x)", "x"),
        ("def f(a):\n  g(a)\ndef g(b):\n  probe(b)\nf([1.5])", "a"),
        ("probe([1.5])", ""),
        (
            "import torch\nnet = torch.nn.Sequential(torch.nn.Linear(1, 1))\nprobe(net[0].bias)",
            "net.0.bias",
        ),
    ],
)
def test_a_value_has_the_name_of_the_outermost_variable_that_leads_to_it(program, name):
    assert probed(program, name_of) == [name]


def test_of_variables_of_one_name_the_outermost_counts():
    program = "x = 1\ndef f():\n  x, y = 2, 3\n  probe(0)\nf()"
    (found,) = probed(program, lambda machine, value: variables(machine))
    assert (found["x"], found["y"]) == (1, 3)


def test_a_native_that_called_back_goes_on_at_its_own_place():
    program = "def f(a):\n  return -a\nprobe(sorted([2, 1], key=f) + [probe(0)])"
    places = probed(program, lambda machine, value: program[slice(*state.origin)])
    assert places == ["probe(0)", "probe(sorted([2, 1], key=f) + [probe(0)])"]

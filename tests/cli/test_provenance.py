"""The report about a NaN or an infinity names the place where it was born, and why."""

import json
import random

import pytest

from .transcripts import run_words

# command, expression, variables, the part of the expression that is at fault, a word of the reason
CASES = [
    ("eval", "log(x) + 1", {"x": 0.0}, "log(x)", "gives -inf"),
    ("eval", "sqrt(x - 2)*y", {"x": 1.0, "y": 2.0}, "sqrt(x - 2)", "gives nan, from -1.0"),
    ("eval", "1 + x/y", {"x": 1.0, "y": 0.0}, "x/y", "gives inf, from 1.0 and 0.0"),
    ("eval", "x/y - x/y", {"x": 0.0, "y": 0.0}, "x/y", "gives nan"),
    ("eval", "exp(x)^2", {"x": 800.0}, "exp(x)", "gives inf"),
    ("eval", "exp(x)^2", {"x": 400.0}, "exp(x)^2", "gives inf"),
    ("eval", "acos(x*2)", {"x": 1.0}, "acos(x*2)", "gives nan, from 2.0"),
    ("eval", "u = x - x; sin(1/u)", {"x": 3.0}, "1/u", "gives inf"),
    ("eval", "f(t) = log(t); f(x) + f(y)", {"x": 1.0, "y": -1.0}, "log(t)", "gives nan"),
    ("eval", "sum(log(v))", {"v": [1.0, 0.0, 2.0]}, "log(v)", "at [1]"),
    ("eval", "v[0] + v[1]/v[2]", {"v": [1.0, 1.0, 0.0]}, "v[1]/v[2]", "gives inf"),
    ("eval", "p*log(p)", {"p": 0.0}, "log(p)", "gives -inf"),
    ("eval", "x^y", {"x": -1.0, "y": 0.5}, "x^y", "gives nan"),
    ("eval", "lgamma(x)", {"x": -1.0}, "lgamma(x)", "gives inf"),
    ("eval", "max(v)/min(v)", {"v": [1.0, 0.0]}, "max(v)/min(v)", "gives inf"),
    ("eval", "atanh(x)*2", {"x": 1.0}, "atanh(x)", "gives inf"),
    ("eval", "y + x*inf", {"x": 0.0, "y": 1.0}, "x*inf", "from 0.0 and inf: 0 * inf"),
    ("eval", "x*inf - inf + x", {"x": 1.0}, "x*inf - inf", "from inf and inf: inf - inf"),
    ("eval", "x.sqrt() + 1", {"x": -4.0}, "x.sqrt()", "from -4.0: outside the domain of sqrt"),
    ("eval", "torch.log(x)", {"x": 0.0}, "torch.log(x)", "a pole of log"),
    ("eval", "acos(x)", {"x": 1.0000001}, "acos(x)", "from 1.0000001: outside the domain"),
    ("eval", "1 + std(v)", {"v": [2.0]}, "std(v)", "a tensor of shape [1]: std of one number"),
    ("eval", "logsumexp(v - inf + inf, 0)", {"v": [1.0]}, "v - inf + inf", "inf - inf"),
    ("eval", "2*(x + inf)", {"x": 1.0}, "inf", "written here"),
    ("eval", "prod(v)", {"v": [1e200, 1e200]}, "prod(v)", "more than float64 holds"),
    ("grad", "x^y", {"x": -2.0, "y": 2.0}, "x^y", "of pow by its exponent at -2.0, 2.0 is nan"),
    ("grad", "v.sqrt().sum()", {"v": [0.0, 1.0]}, "v.sqrt()", "sqrt at 0.0 is infinite"),
    ("grad", "sqrt(x)*y", {"x": 0.0, "y": 2.0}, "sqrt(x)", "sqrt at 0.0 is infinite"),
    ("grad", "sqrt(x^2 + y^2)", {"x": 0.0, "y": 0.0}, "sqrt(x^2 + y^2)", "sqrt at 0.0"),
    ("grad", "x^0.5 + x", {"x": 0.0}, "x^0.5", "pow at 0.0"),
    ("grad", "acos(x)", {"x": 1.0}, "acos(x)", "acos at 1.0 is infinite"),
    ("grad", "asin(x)^2", {"x": -1.0}, "asin(x)", "asin at -1.0 is infinite"),
    ("grad", "where(x > 0, sqrt(x), 0*x)", {"x": 0.0}, "sqrt(x)", "0 * inf in the gradient"),
    ("grad", "where(y > 0, x/y, 0)", {"x": 1.0, "y": 0.0}, "x/y", "0 * inf in the gradient"),
    ("grad", "where(x > 0, log(x), x)", {"x": 0.0}, "log(x)", "0 * inf in the gradient of log"),
    ("grad", "sum(sqrt(v))", {"v": [1.0, 0.0]}, "sqrt(v)", "sqrt at 0.0"),
    ("grad", "f(t) = sqrt(t); f(x) + f(y)", {"x": 1.0, "y": 0.0}, "sqrt(t)", "sqrt at 0.0"),
    ("grad", "atan(y/x)", {"x": 0.0, "y": 1.0}, "y/x", "0 * inf in the gradient of div"),
    ("grad", "log(x)", {"x": 0.0}, "log(x)", "gives -inf"),
    ("jac", "[sqrt(v[0]), v[1]]", {"v": [0.0, 1.0]}, "sqrt(v[0])", "sqrt at 0.0"),
    ("hess", "x^1.5", {"x": 0.0}, "x^1.5", "the second derivative of pow"),
    ("hess", "y*x^1.5 + x", {"x": 0.0, "y": 1.0}, "x^1.5", "the second derivative of pow"),
    ("hess", "sqrt(x)", {"x": 0.0}, "sqrt(x)", "the derivative of sqrt"),
]


def report(command, text, values, *more):
    words = [f"{name}={json.dumps(value)}" for name, value in values.items()]
    return run_words([command, text, *words, *more])


@pytest.mark.parametrize(("command", "text", "values", "part", "reason"), CASES)
def test_the_fault_is_at_the_place_where_it_was_born(command, text, values, part, reason):
    outcome = report(command, text, values, "--finite")
    assert outcome.status == 3
    line, carets = outcome.stderr.splitlines()[1:3]
    start = carets.index("^")
    width = carets.count("^")
    assert line[start : start + width] == part
    assert reason in carets


def test_without_the_option_a_derivative_is_warned_of_and_the_answer_stands():
    outcome = report("grad", "sqrt(x)", {"x": 0.0})
    assert outcome.status == 0
    assert outcome.stdout == b"f     = 0.0\ndf/dx = inf\n"
    assert outcome.stderr.startswith("warning: df/dx is infinite\n")


def test_a_value_alone_is_not_warned_of():
    assert report("eval", "log(x)", {"x": 0.0}).stderr == ""


def test_a_finite_answer_has_no_warning():
    assert report("grad", "where(x > 0, x, -x)", {"x": 1.0}).stderr == ""


UNARY = ["sqrt({})", "log({})", "exp({})", "1/({})", "({})^0.5", "acos({})", "lgamma({})", "-({})"]
BINARY = ["({})*({})", "({})/({})", "({})-({})", "({})^({})", "where(({})>0, {}, 0)"]
LEAVES = ["x", "y", "0.0", "1.0", "inf", "1e200"]
POINTS = ["0.0", "1.0", "-1.0", "1e200", "1e-200", "inf", "nan", "1000.0"]


def expression(rng, depth):
    if depth == 0:
        return rng.choice(LEAVES)
    template = rng.choice(rng.choice([UNARY, BINARY]))
    return template.format(*(expression(rng, depth - 1) for _ in range(template.count("{}"))))


@pytest.mark.parametrize("seed", range(80))
def test_a_report_has_a_place_and_a_reason(seed):
    rng = random.Random(seed)
    text, command = expression(rng, rng.choice([1, 2, 3])), rng.choice(["eval", "grad", "hess"])
    values = [f"{name}={rng.choice(POINTS)}" for name in "xy"]
    outcome = run_words([command, "--finite", "--", text, *values])
    assert outcome.status in (0, 2, 3)
    if outcome.status == 3 and "is given as" not in outcome.stderr:
        carets = next(line for line in outcome.stderr.splitlines() if line.strip()[0] == "^")
        assert carets.strip(" ^") != ""

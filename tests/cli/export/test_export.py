"""Exported functions compile, run, and give what grad gives."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gradcalc.cli.export.languages import LANGUAGES as KNOWN
from gradcalc.cli.export.lines import spelled

from ..transcripts import run_words

SCALARS = {"x": 1.3, "y": 0.4}
MATRIX = {"A": [[1.0, 2.0], [3.0, 4.0]], "v": [1.0, -1.0]}
VECTOR = {"v": [1.0, -1.0, 0.5]}
CASES = [
    ("x^2*sin(y) + exp(x*y)", SCALARS),
    ("1/(1 + exp(-x))", {"x": 0.3}),
    ("x^y + 2^x + x**-1.5", SCALARS),
    ("sigmoid(x)*relu(y)", SCALARS),
    ("f(t) = t*t + 1; f(x)/f(y)", SCALARS),
    ("sum([x, y, x*y]) + norm([x, y]) + logsumexp([x, y], 0)", SCALARS),
    ("max(x, y)*min(x, y)^2 + hypot(x, y)", SCALARS),
    ("abs(x)*sign(y) + clamp(x*y, 0.1, 1)", {"x": -1.3, "y": 0.4}),
    ("log(x) - x % y + atan2(y, x)", SCALARS),
    ("softplus(x) + gelu(y) + silu(x) + elu(-x) + leaky_relu(-y)", SCALARS),
    ("tan(x) + asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + tanh(x)", {"x": 0.3}),
    ("asinh(x) + acosh(1 + x) + atanh(x/2)", {"x": 0.7}),
    ("erf(x) + erfc(2x)", {"x": 0.7}),
    ("log1p(x) + expm1(x) + log2(x) + log10(x) + exp2(x)", {"x": 0.7}),
    ("floor(x)*x + x//0.3", {"x": 0.7}),
    ("xlogy(x, y) + logaddexp(x, y) + rsqrt(x)*square(y)", SCALARS),
    ("-x^2*-y - (x - (y - x)) - x/(y/x)", SCALARS),
    ("x*y*0 + 3x", SCALARS),
    ("sum((A @ v)^2) + v @ A @ v", MATRIX),
    ("sum(relu(A))*trace(A)", {"A": [[1.0, -2.0], [3.0, 4.0]]}),
    ("softmax(v, 0)[1]*sum(v) + mean(v^2) + v[0]*v[-1]", VECTOR),
    ("sum(where(v > 0, v^2, -v))", VECTOR),
    ("sin*x + cos(x)*exp", {"sin": 1.5, "x": 2.0, "exp": 0.5}),
    ("t1*t2 + exp(t1*t2)*lambda_", {"t1": 1.0, "t2": 2.0, "lambda_": 0.5}),
    ("max(v)*var(v) + min(v)*std(v)", VECTOR),
    ("max(v)^2", {"v": [2.0, 2.0, 1.0]}),
    ("amax(A, 0)[0]*amin(A)", MATRIX),
    ("mse_loss(A @ v, v)", MATRIX),
    ("huber_loss(x, y) + smooth_l1_loss(y, x, beta=0.5) + l1_loss(x, y)", SCALARS),
    ("norm(v, 1)*norm(v)", VECTOR),
    ("mish(x) + selu(-x) + celu(-y) + hardtanh(x) + relu6(y) + logsigmoid(x)", SCALARS),
    ("logit(y) + fmod(x, y) + addcmul(x, y, y) + heaviside(x, y) + lerp(x, y, 0.3)", SCALARS),
    ("einsum('ij,j->', A, v) + trace(A @ A) + sum(A.T*A)", MATRIX),
    ("where(~(x > y), x*y, x + y)", SCALARS),
    ("where((x > y) & ~(x < 1), x, y)*where((x < y) | (y < 1), y, x)", SCALARS),
    ("sum(cumsum(v, 0)*flip(v, 0)) + diff(v).sum() + sum(roll(v, 1)*v)", VECTOR),
    ("triu(A).sum()*tril(A).sum() + kron(v, v).sum() + outer(v, v)[0, 1]", MATRIX),
]
COMPILER = shutil.which("gcc") or shutil.which("cc")
MAIN = """
#include <stdio.h>
static void show(const double *numbers, int count)
{{
    for (int k = 0; k < count; k++) printf("%.17g ", numbers[k]);
}}
int main(void)
{{
    double value;
    {declared}
    f_and_gradient({given}, &value, {results});
    show(&value, 1);
    {shown}
    return 0;
}}
"""


def words_of(values):
    return [f"{name}={json.dumps(value)}" for name, value in values.items()]


def source(text, values, language):
    outcome = run_words(["export", text, *words_of(values), "--lang", language])
    assert outcome.stderr == ""
    return outcome.stdout.decode()


def expected(text, values):
    answer = json.loads(run_words(["grad", text, *words_of(values), "--format", "json"]).stdout)
    return [answer["value"], *(n for name in values for n in flat(answer["grad"][name]))]


def flat(value):
    return [float(number) for number in np.ravel(value)]


@pytest.mark.parametrize("language", ["python", "numpy"])
@pytest.mark.parametrize(("text", "values"), CASES)
def test_python_gives_what_grad_gives(text, values, language):
    names: dict = {}
    exec(source(text, values, language), names)  # the tests' own text, exported
    arrays = language == "numpy"
    given = [np.array(v) if arrays and np.shape(v) else v for v in values.values()]
    value, gradient = names["f_and_gradient"](*given)
    found = [float(value), *(n for part in gradient for n in flat(part))]
    assert found == pytest.approx(expected(text, values), rel=1e-12, abs=1e-14)
    assert names["f"](*given) == pytest.approx(value, rel=1e-14)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize(("text", "values"), CASES)
def test_c_compiles_without_a_warning_and_gives_what_grad_gives(text, values, tmp_path: Path):
    main = MAIN.format(
        declared="\n    ".join(declaration(n, v) for n, v in values.items()),
        given=", ".join(f"own_{name}" for name in values),
        results=", ".join(f"{'' if np.shape(v) else '&'}d_{n}" for n, v in values.items()),
        shown="\n    ".join(
            f"show((const double *){'' if np.shape(v) else '&'}d_{n}, {np.size(v)});"
            for n, v in values.items()
        ),
    )
    path, program = tmp_path / "f.c", tmp_path / "f"
    path.write_text(source(text, values, "c") + main, encoding="utf-8")
    assert COMPILER is not None
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([COMPILER, *strict, "-o", program, path, "-lm"], check=True)
    ran = subprocess.run([program], capture_output=True, text=True, check=True)
    found = [float(number) for number in ran.stdout.split()]
    assert found == pytest.approx(expected(text, values), rel=1e-12, abs=1e-14)


def declaration(name, value):
    size = "".join(f"[{n}]" for n in np.shape(value))
    numbers = json.dumps(value).replace("[", "{").replace("]", "}")
    zero = "{0}" if size else "0"
    return f"double own_{name}{size} = {numbers}; double d_{name}{size} = {zero};"


GOLDEN = Path(__file__).parents[2] / "golden" / "export"
C = KNOWN["c"]
LANGUAGES = ("python", "numpy", "torch", "jax", "c", "julia", "latex")
RECORDED = ("sum(where(v > y, v^2, sin(x*y)*v)) + exp(x*y)/hypot(x, 1)", {**SCALARS, "v": [1, 2]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_are_as_recorded(language):
    assert source(*RECORDED, language) == (GOLDEN / f"{language}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "spelt"),
    [("α", "alpha"), ("Δ_x", "Delta_x"), ("x₁", "x1"), ("é", "e"), ("ж", "v3"), ("x", "x")],
)
def test_names_in_c_are_transliterated_where_they_can_be(name, spelt):
    assert {"a": "a", "b": "b", name: spelt} == spelled(["a", "b", name], C)


def test_c_says_what_it_calls_otherwise():
    source = run_words(["export", "α^2", "--lang", "c"]).stdout.decode()
    assert "/* alpha is α */" in source.splitlines()


@pytest.mark.parametrize(("text", "imported"), [("x^2", False), ("where(x > 0, x, inf)", True)])
def test_torch_sources_import_math_where_they_use_it(text, imported):
    lines = run_words(["export", text, "--lang", "torch"]).stdout.decode().splitlines()
    assert ("import math" in lines) == imported

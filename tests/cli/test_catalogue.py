"""functions lists the rows of the engine, each once, under every name."""

import json
import re

import pytest

from gradcalc.cli.catalogue import convention_of
from gradcalc.engine.registry import all_rows
from gradcalc.engine.surface.numpy_names import TABLE

from .transcripts import run_words


def listed(*words):
    return run_words(["functions", *words]).stdout.decode()


def test_each_public_row_is_in_the_json_form():
    found = json.loads(listed("--format", "json"))
    names = [entry["name"] for entry in found["functions"]]
    public = [row.name for row in all_rows() if not row.name.rpartition(".")[2].startswith("_")]
    assert sorted(names) == sorted(public)
    assert found["schema"] == 1


def test_each_entry_is_whole():
    for entry in json.loads(listed("--format", "json"))["functions"]:
        assert sorted(entry) == [
            "aliases", "convention", "defined", "derivative", "doc", "name", "signature", "source"
        ]  # fmt: skip
        assert entry["derivative"]
        assert entry["doc"]


def test_the_list_has_a_line_a_name():
    lines = listed("log1").splitlines()
    assert any(re.fullmatch(r"log10 +The logarithm to base 10 .*\.", line) for line in lines)
    assert len({line.split()[0] for line in lines}) == len(lines)


@pytest.mark.parametrize("name", ["log1p", "torch.log1p", "special.log1p"])
def test_a_name_shows_all_there_is_to_say(name):
    lines = listed(name).splitlines()
    assert lines[0] == "log1p(self)"
    assert lines[2:] == [
        "  derivative: self: g/(self + 1)",
        "  defined where: self > -1",
        "  source: torch tools/autograd/derivatives.yaml",
        "  also called: special.log1p",
    ]


def test_several_inputs_have_a_line_each():
    assert listed("atan2").splitlines()[2:4] == [
        "  derivative: self:  where(hypot(self, other) == 0, 0, g*other/hypot(self, other)^2)",
        "              other: where(hypot(self, other) == 0, 0, -g*self/hypot(self, other)^2)",
    ]


def test_a_kink_is_named_with_its_convention():
    assert "  at kinks: its slope at 0 is taken as 0" in listed("abs").splitlines()


@pytest.mark.parametrize("row", [row for row in all_rows() if row.kink is not None], ids=repr)
def test_every_kink_has_its_convention_in_words(row):
    if not row.name.rpartition(".")[2].startswith("_"):
        assert len(convention_of(row)) > 10


def test_a_pattern_chooses_whole_names():
    names = [line.split()[0] for line in listed("log?").splitlines()]
    assert names == ["log2"]
    assert all(line.startswith("log") for line in listed("log*").splitlines())


def test_an_unknown_name_is_refused_with_a_suggestion():
    outcome = run_words(["functions", "log3"])
    assert outcome.status == 2
    assert "help: did you mean log" in outcome.stderr


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("np.std", "np.std(a, axis=None, *, ddof=0, keepdims=False)"),
        ("np.size", "np.size(a)"),
        ("np.exp", "exp(self)"),
        ("math.sqrt", "sqrt(self)"),
        ("F.relu", "relu(self)"),
        ("len", "len(value)"),
    ],
)
def test_a_name_is_found_with_the_prefix_that_an_expression_may_use(name, signature):
    assert signature == listed(name).splitlines()[0]


@pytest.mark.parametrize("name", [*(f"np.{name}" for name in TABLE), "len", "range", "sorted"])
def test_functions_without_a_row_are_described(name):
    (entry,) = json.loads(listed(name, "--format", "json"))["functions"]
    assert entry["name"] == name
    assert entry["doc"].endswith(".")
    assert "\n" not in entry["doc"]


def test_docs_stand_in_one_column_whatever_the_length_of_names():
    lines = listed("special.*").splitlines()
    starts = {re.match(r"\S+ +", line).end() for line in lines}
    assert len(starts) == 1


def test_a_list_is_by_the_name_that_fits_and_names_the_function_of_an_alias():
    lines = listed("s*").splitlines()
    names = [line.split()[0] for line in lines]
    assert all(name.startswith("s") for name in names)
    assert names == sorted(names)
    assert any(re.match(r"special\.psi|special\.digamma +digamma: ", line) for line in lines)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("sin", "torch tools/autograd/derivatives.yaml"),
        ("atan2", "torch tools/autograd/derivatives.yaml, FunctionsManual.cpp (atan2_backward)"),
        ("where", "torch tools/autograd/derivatives.yaml"),
        ("erf", "torch tools/autograd/derivatives.yaml"),
    ],
)
def test_a_source_is_that_of_the_function_not_of_its_neighbours(name, source):
    assert f"  source: {source}" in listed(name).splitlines()

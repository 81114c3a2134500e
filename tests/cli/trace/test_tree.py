"""The tree of an expression shows how it was understood."""

from hypothesis import given
from hypothesis import strategies as st

from gradcalc.cli.trace.tree import as_tree, bracketed
from gradcalc.parser.build import parse_expression
from gradcalc.parser.unparse import unparse


def tree(text, depth=None):
    return as_tree(parse_expression(text), depth)


def test_a_power_binds_tighter_than_a_minus_before_it():
    assert tree("-x^2").splitlines() == [
        "-(x ^ 2)",
        "-",
        "└── ^",
        "    ├── x",
        "    └── 2",
    ]


def test_a_difference_is_taken_from_left_to_right():
    assert tree("a-b-c").splitlines()[0] == "(a - b) - c"


def test_a_long_sum_is_one_branch():
    lines = tree("+".join(["x"] * 5000)).splitlines()
    assert lines[0] == "+"
    assert len(lines) == 5001


def test_a_deep_text_is_cut_and_counted():
    lines = tree("sin(" * 5000 + "x" + ")" * 5000).splitlines()
    assert lines[-1].endswith("└── sin() … 4900 more")


EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "y", "2", "0.5"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "^", "@", "%"]), inner).map(
            lambda t: f"({t[0]}){t[1]}({t[2]})"
        ),
        inner.map(lambda t: f"-({t})"),
        inner.map(lambda t: f"sin({t})"),
    ),
    max_leaves=12,
)


@given(EXPRESSIONS)
def test_the_bracketed_form_is_the_same_expression(text):
    block = parse_expression(text)
    again = parse_expression(bracketed(block.statements[0]))
    assert unparse(again) == unparse(block)

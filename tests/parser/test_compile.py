"""Instructions: flat, in order, one code for each function."""

from __future__ import annotations

from gradcalc.parser import steps
from gradcalc.parser.build import parse_expression
from gradcalc.parser.compile import Code, compile_expression
from gradcalc.parser.spans import Span


def compiled(text: str) -> Code:
    return compile_expression(parse_expression(text))


def step_names(code: Code) -> list[str]:
    return [step.__name__ for step, _, _ in code.instructions]


def test_operands_come_before_their_operator() -> None:
    expected = ["load", "push", "load", "binary", "binary", "keep", "finish"]
    assert expected == step_names(compiled("a + 2*b"))


def test_an_operator_carries_its_place() -> None:
    assert [Span(4, 7), Span(0, 7)] == [
        span for step, _, span in compiled("a + 2*b").instructions if step is steps.binary
    ]


def test_jumps_go_to_instructions() -> None:
    code = compiled("a if b else c")
    targets = [arg for _, arg, _ in code.instructions if isinstance(arg, int)]
    assert ["load", "jump_if_false", "load", "jump", "load", "keep", "finish"] == step_names(code)
    assert [4, 5] == targets


def test_only_the_last_expression_is_kept() -> None:
    assert ["load", "pop", "load", "keep", "push", "assign", "finish"] == step_names(
        compiled("a; b; c = 1")
    )


def test_a_dotted_name_is_one_instruction() -> None:
    code = compiled("torch.nn.functional.relu(x)")
    assert (steps.load_path, ("torch", "nn", "functional", "relu")) == code.instructions[0][:2]


def test_a_function_has_a_code_of_its_own() -> None:
    (function,) = [
        arg[0] for _, arg, _ in compiled("f(x, *y) = x; 1").instructions if isinstance(arg, tuple)
    ]
    assert ("f", ["x"], "y", ["load", "finish"]) == (
        function.name,
        function.parameters,
        function.rest,
        step_names(function),
    )

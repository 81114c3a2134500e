"""Lines of a batch that cannot even be answered in kind."""

import json

import pytest

from gradcalc.cli.compiler import Compiler
from gradcalc.cli.stream import answer_text
from gradcalc.parser.limits import Limits


def answered(line):
    return json.loads(answer_text(line.encode(), 7, Compiler(Limits()), 1 << 20))


@pytest.mark.parametrize("identity", ["1e999", "-1e999", '{"a": [1e999]}'])
def test_an_id_that_json_cannot_hold_is_answered_with_an_error(identity):
    answer = answered(f'{{"id": {identity}, "do": "eval", "expr": "1"}}')
    assert (answer["id"], answer["ok"]) == (None, False)
    assert answer["error"]["message"].startswith("line 7: ")


@pytest.mark.parametrize("depth", range(900, 1000, 7))
def test_no_depth_of_an_id_ends_the_stream(depth):
    answer = answered(f'{{"id": {"[" * depth + "]" * depth}, "do": "eval", "expr": "1"}}')
    assert answer["ok"] or answer["id"] is None, answer["error"]

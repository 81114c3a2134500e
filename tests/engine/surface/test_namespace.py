"""What names mean, and that finding out loads no more than it must."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gradcalc.engine import registry
from gradcalc.engine.surface import namespace

# prints the short names that mean something else until a later family is loaded
HIDDEN = """
from gradcalc.engine import registry
from gradcalc.engine.surface.namespace import OPTIONAL_PREFIXES

def meaning(name, known):
    return next((p + name for p in ("", *OPTIONAL_PREFIXES) if p + name in known), None)

early = {}
for family in registry.FAMILIES:
    registry.load(family)
    known = set(registry._rows)
    for full in known:
        short = full.rpartition(".")[2]
        early.setdefault(short, meaning(short, known))
print([n for n, m in early.items() if m and m != meaning(n, known)])
"""
LOADED = """
import sys
from gradcalc.engine.surface import namespace
namespace.lookup(sys.argv[1])
print("gradcalc.engine.ops.lu" in sys.modules)
"""


def printed(code: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_no_family_hides_a_name_of_a_later_one() -> None:
    assert printed(HIDDEN) == "[]"


@pytest.mark.parametrize("name", ["sin", "gelu", "sum", "matmul", "erfcx"])
def test_everyday_functions_leave_rare_families_alone(name: str) -> None:
    assert printed(LOADED, name) == "False"


@pytest.mark.parametrize(
    ("short", "full"),
    [("norm", "norm"), ("gelu", "nn.functional.gelu"), ("inv_ex", "linalg.inv_ex")],
)
def test_a_name_is_torchs_own_before_that_of_a_module(short: str, full: str) -> None:
    assert namespace.lookup(short).name == full
    assert namespace.lookup(short).rows == registry.lookup(full)

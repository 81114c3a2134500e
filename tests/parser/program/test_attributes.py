"""No text reaches Python: attributes that are not listed do not exist, however they are asked."""

from __future__ import annotations

import pytest

from .running import error_of, output, ran, value

# what would lead from a value to Python's own objects
_LEADS = """
__class__ __bases__ __base__ __subclasses__ __mro__ mro __dict__ __globals__ __code__ __closure__
__func__ __self__ __builtins__ __getattribute__ __reduce__ __reduce_ex__ __traceback__ gi_frame
f_globals tb_frame cr_frame func_globals machine scope code __module_ __loader__ __spec__
__import__ __weakref__ __sizeof__ __dir__ __class_getitem__
"""
LEADS = _LEADS.split()
VALUES = {
    "1": "", "1.5": "", "'a'": "", "b'a'": "", "[]": "", "()": "", "{}": "", "{1}": "", "None": "",
    "...": "", "print": "", "len": "", "int": "", "type(1)": "", "object()": "", "range(3)": "",
    "f": "def f(): yield 1", "f()": "def f(): yield 1", "(i for i in ())": "", "zip()": "",
    "A": "class A: pass", "A()": "class A: pass", "A().m": "class A:\n  def m(self): pass",
    "e": "try: 1 / 0\nexcept Exception as x: e = x",
    "math": "import math", "math.sin": "import math",
    "torch": "import torch", "torch.nn": "import torch", "torch.sin": "import torch",
    "torch.ones(2)": "import torch", "torch.ones(2).sum": "import torch",
    "torch.ones(2).numpy()": "import torch", "torch.float32": "import torch",
    "torch.nn.Linear": "import torch", "torch.nn.Linear(1, 1)": "import torch",
    "torch.nn.Linear(1, 1).forward": "import torch", "torch.no_grad()": "import torch",
    "torch.nn.Linear(1, 1).parameters()": "import torch", "torch.autograd.Function": "import torch",
    "torch.optim.SGD(torch.nn.Linear(1, 1).parameters(), lr=1)": "import torch",
    "torch.ones(1, requires_grad=True).sum().grad_fn": "import torch",
    "functools.partial(print)": "import functools", "functools.lru_cache(len)": "import functools",
    "property(len)": "", "staticmethod(len)": "", "slice(1)": "", "iter([])": "",
    "N(1)": "from collections import namedtuple\nN = namedtuple('N', 'x')",
    "super(B, B())": "class A: pass\nclass B(A): pass",
}  # fmt: skip


@pytest.mark.parametrize("expression", VALUES)
def test_nothing_leads_to_python(expression: str) -> None:
    program = f"""
{VALUES[expression]}
v = {expression}
for name in {LEADS!r}:
    if hasattr(v, name):
        print(name)
"""
    assert "" == output(program)


@pytest.mark.parametrize(
    "text",
    [
        "'{0.__class__}'.format(1)",
        "'{0.real.__class__}'.format(1)",
        "'{x.__class__}'.format_map({'x': 1})",
        "str.format('{0.__class__}', 1)",
        "getattr(1, '__cl' + 'ass__')",
        "import operator\noperator.attrgetter('__class__')(1)",
        "import operator\noperator.methodcaller('__reduce__')(1)",
        "class A: pass\nsetattr(A(), '__class__', int)",
        "class A: pass\nsetattr(A, '__bases__', (int,))",
        "class A:\n  def __init__(self): super().__setattr__('__class__', int)\nA()",
        "class A: pass\ngetattr(A, 'machine of the program')",
        "class A: pass\nclass B(A): pass\ngetattr(super(B, B()), 'machine of the program')",
        "try: 1 / 0\nexcept Exception as e: getattr(e, 'way of the error')",
        "import torch\ntorch.sin = 1",
        "import torch\ntorch.nn.Linear.forward = 1",
        "int.real = 1",
        "type('A', (), {})",
        "type(int)('A', (), {})",
        "list(map(type, ['A'], [()], [{}]))",
        "import functools\nfunctools.partial(type, 'A', ())({})",
        "import functools\nfunctools.wraps(len, assigned=(), updated=('__globals__',))",
        "class A(metaclass=print): pass",
        # natives that call what they are given
        "staticmethod(type)('A', (), {})",
        "import functools\nfunctools.lru_cache(maxsize=0)(type)('A', (), {})",
        "class A: __call__ = type\nA()('A', (), {})",
        "import functools\ntype(functools.partial(len))(type, 'A', ())({})",
        "type[int]('A', (), {})",
        "import typing\ntyping.Type[int]('A', (), {})",
        "import abc\nabc.ABCMeta('A', (), {})",
        "import abc\ntype(abc.ABC)('A', (), {})",
        "class M(type): pass",
        "import abc\nclass M(abc.ABCMeta): pass",
        "import torch\ntype(torch.ones(2).numpy())((1,), 'O', b'8 bytes.')",
        "import torch\ntorch.dtype('float128', 'g', 2)",
        "import torch\ntorch.float32.itemsize = 1",
        "import torch, dataclasses\ndataclasses.dataclass(torch.nn.Linear)",
        "import dataclasses\n@dataclasses.dataclass(order=True)\ndef f(): pass",
        "import functools\nfunctools.total_ordering(type(lambda: 0))",
        # what the machine runs, made by a program
        "type(lambda: 0)(1, (), {}, None, None)",
        "class F: code = 1\ntype((lambda: (yield))())(None, F())",
        "import copy\ncopy.deepcopy(i for i in [])",
        "class A(Exception):\n  def f(self): super().__setattr__('way of the error', 1)\nA().f()",
        # a name that is no str of Python's own
        "class S(str):\n  __str__ = lambda self: self\nsetattr(S, S('__reduce__'), 1)",
        # str.format under another name
        "class S(str): pass\nS('{0.__class__}').format(1)",
        "class S(str): pass\nS.format('{0.__class__}', 1)",
        "class S(str):\n  def f(self): return super().format(1)\nS('{0.__class__}').f()",
        "class S(str):\n  f = str.format_map\nS('{a.__class__}').f({'a': 1})",
    ],
)
def test_what_would_reach_python_is_an_error(text: str) -> None:
    assert error_of(text).partition(":")[0] in ("AttributeError", "TypeError")


def test_a_name_cannot_change_between_looks_at_it() -> None:
    text = """
class Name(str):
    def __hash__(self):
        looks.append(self)
        return hash("index" if len(looks) < 2 else "__class__")
    def __eq__(self, other): return True
looks = []
getattr([], Name("__class__"))
"""
    assert error_of(text) == "AttributeError: 'list' object has no attribute '__class__'"


_ADDRESS = "{'data': (4096, False), 'shape': (4,), 'typestr': '|u1', 'version': 3}"


@pytest.mark.parametrize(
    "other",
    [
        f"class E:\n  def __getattr__(self, name): return {_ADDRESS}\ne = E()",
        f"e = torch.nn.Linear(1, 1)\ne._buffers['__array_interface__'] = {_ADDRESS}",
    ],
)
def test_numpy_takes_no_memory_that_a_program_names(other: str) -> None:
    text = f"import torch\n{other}\ntorch.ones(4).numpy() + e"
    assert error_of(text).startswith("TypeError: unsupported operand type(s) for +: 'float'")


def test_kinds_are_told_apart_by_type() -> None:
    text = """
import abc, torch
class A: pass
class B(abc.ABC): pass
class C(metaclass=abc.ABCMeta): pass
class D(metaclass=type): pass
print(type(A) is type, type(type) is type, type(B) is abc.ABCMeta is type(C), type(D), type(B))
print(isinstance(A, type), isinstance(B, type), isinstance(A(), type), isinstance(A, abc.ABCMeta))
a = torch.ones(2).numpy()
print(type(a) is type(a + a), isinstance(a, type(a)), type(a), type(a).__name__, type(print))
print(isinstance(C, abc.ABCMeta), issubclass(abc.ABCMeta, type), issubclass(A, type), type[int])
"""
    expected = """
True True True <class 'type'> <class 'abc.ABCMeta'>
True True False False
True True <class 'numpy.ndarray'> ndarray <class 'builtin_function_or_method'>
True True False type[int]
"""
    assert expected.lstrip() == output(text)


def test_no_code_is_made_of_a_programs_strings() -> None:
    text = """
from dataclasses import dataclass
class A:
    __annotations__["x): print('escaped') #"] = int
"""
    assert error_of(text) == "NameError: name '__annotations__' is not defined"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("(5).bit_length()", "3"),
        ("'ab'.upper()", "AB"),
        ("[3, 1].index(1)", "1"),
        ("{'a': 1}.get('a')", "1"),
        ("(1).real", "1"),
        ("str.upper('a')", "A"),
        ("list(map(str.strip, [' a ']))", "['a']"),
        ("dict.fromkeys('ab')", "{'a': None, 'b': None}"),
        ("print.__name__", "print"),
        ("type(1).__name__", "int"),
        ("[].__class__.__name__", "list"),
        ("'{0[a]} {1.real}'.format({'a': 1}, 2)", "1 2"),
        ("(lambda: 0).__name__", "<lambda>"),
    ],
)
def test_what_is_listed_is_there(expression: str, expected: str) -> None:
    assert expected == value(expression)


def test_there_is_one_object_of_each_dtype() -> None:
    text = (
        "import copy, torch\nd = torch.float32\nprint(copy.copy(d) is copy.deepcopy([d])[0] is d)"
    )
    assert "True\n" == output(text)


def test_functions_have_attributes_of_their_own() -> None:
    assert "3\n" == output("def f(): pass\nf.calls = 3\nprint(f.calls)")


def test_huge_results_are_refused() -> None:
    for text in (
        "'a' * 10**10", "[0] * 10**10", "10 ** 10 ** 10", "1 << 10**10", "list(range(10**12))",
        "sum(range(10**13))", "'a'.ljust(10**10)", "class S(str): pass\nS().ljust(10**10)",
        "import operator\noperator.lshift(1, 10**10)", "import math\nmath.factorial(10**8)",
        "x = 'a'\nwhile 1: x += x", "x = [1]\nwhile 1: x = x + x", "max(range(10**12))",
    ):  # fmt: skip
        assert isinstance(ran(text)[1], MemoryError), text
    for text in ("f'{1:1000000000}'", "'%1000000000d' % 1", "format(1, '999999999')"):
        assert isinstance(ran(text)[1], ValueError), text

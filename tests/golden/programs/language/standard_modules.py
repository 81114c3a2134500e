# What there is of Python's own modules.
import math
from math import pi, sqrt as root
import copy
from collections import OrderedDict, defaultdict, Counter, namedtuple, deque
from functools import partial, reduce, wraps, lru_cache
from typing import List, Optional, Tuple
from dataclasses import dataclass, field
from contextlib import contextmanager, nullcontext
import torch, random

print(
    math.sin(1),
    math.floor(2.7),
    math.ceil(2.1),
    pi,
    math.e,
    root(2),
    math.log(8, 2),
    math.exp(1),
    math.isclose(0.1 + 0.2, 0.3),
    math.inf,
    math.nan,
    math.factorial(5),
    math.gcd(12, 18),
    math.hypot(3, 4),
    math.prod([1, 2, 3]),
    math.comb(5, 2),
    math.log2(8),
    math.log10(100),
    math.tanh(0.5),
    math.atan2(1, 2),
    math.copysign(1, -2),
    math.fsum([0.1] * 10),
    math.trunc(2.7),
    math.degrees(pi),
    math.erf(0.5),
    math.gamma(5),
    math.isnan(math.nan),
    math.sqrt(16),
)
try:
    math.sqrt(-1)
except ValueError as e:
    print(e)
try:
    math.log(0)
except ValueError as e:
    print(e)
try:
    math.exp(1000)
except OverflowError as e:
    print(e)
od = OrderedDict([("a", 1), ("b", 2)])
print(od, list(od), od["a"])
dd = defaultdict(list)
dd["x"].append(1)
print(dd, dict(dd))
print(Counter("hello"), Counter("hello").most_common(1))
Pt = namedtuple("Pt", ["x", "y"])
p = Pt(1, y=2)
print(p, p.x, p._replace(x=5), p._fields, p._asdict(), *p)
dq = deque([1, 2, 3], maxlen=3)
dq.append(4)
dq.appendleft(0)
print(dq, dq.popleft())
print(
    partial(pow, 2)(5), reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 7)
)


def deco(f):
    @wraps(f)
    def inner(*a, **k):
        print("call", f.__name__)
        return f(*a, **k)

    return inner


@deco
def foo(a: int, b: Optional[int] = None) -> Tuple[int, int]:
    "doc"
    return a, b


print(foo(1, b=2), foo.__name__, foo.__doc__)


@lru_cache(maxsize=None)
def fb(n):
    return n if n < 2 else fb(n - 1) + fb(n - 2)


print(fb(50))


@dataclass
class Cfg:
    lr: float = 0.1
    sizes: List[int] = field(default_factory=list)
    name: str = "x"


c = Cfg(lr=0.5)
c.sizes.append(3)
print(c, c == Cfg(0.5, [3]), Cfg())


@contextmanager
def managed(n):
    print("in", n)
    try:
        yield n * 2
    finally:
        print("out", n)


with managed(3) as m:
    print(m)
with nullcontext(5) as n:
    print(n)
a = [1, [2, 3]]
b = copy.deepcopy(a)
b[1].append(4)
print(a, b, copy.copy(a)[1] is a[1])
t = torch.ones(2, requires_grad=True)
t2 = copy.deepcopy(t)
print(t2, t2 is t, t2.is_leaf)
random.seed(0)
print(
    random.random(),
    random.randint(1, 10),
    random.choice([1, 2, 3]),
    random.sample(range(10), 3),
    random.uniform(0, 1),
    random.gauss(0, 1),
)
l = [1, 2, 3, 4, 5]
random.shuffle(l)
print(l)
if __name__ == "__main__":
    print("main", __name__)

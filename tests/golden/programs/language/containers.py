# Lists, tuples, dicts and sets.
a = [3, 1, 2]
a.append(4); a.extend([5, 6]); a.insert(0, 9); a.remove(1)
print(a, a.pop(), a.pop(0), a.index(2), a.count(4), a[::-1], a[1:3], a[-1], len(a))
a.sort(); print(a); a.sort(reverse=True); print(a); a.sort(key=lambda v: v % 3); print(a); a.reverse(); print(a)
b = a; b += [7]; c = a + [8]; print(a is b, a, c)
a[1:3] = [10, 20, 30]; print(a); a[::2] = [0] * len(a[::2]); print(a); del a[0], a[-1]; print(a); del a[1:]; print(a)
print([1, 2] * 2, [0] * 3, [1, 2] == [1, 2], [1, 2] < [1, 3], [[]] * 2, list("abc"), list(range(3)), [*range(2), *"xy"])
m = [[0] * 2] * 2; m[0][0] = 7; print(m); m = [[0] * 2 for _ in range(2)]; m[0][0] = 7; print(m)
t = 1, 2, 3
x, y, z = t; x, *r = t; *r2, last = t; p, (q, *s) = 1, (2, 3, 4); [u, v] = [5, 6]
print(t, x, r, r2, last, p, q, s, u, v, (), (1,), t + (4,), t[1:], t.index(2), t.count(1), (1, 2) < (1, 3))
x, y = y, x; print(x, y)
for bad in ("a, b = 1, 2, 3",):
    pass
try:
    a, b = 1, 2, 3
except ValueError as problem:
    print(problem)
try:
    a, b, c = 1, 2
except ValueError as problem:
    print(problem)
try:
    a, *b, c = [1]
except ValueError as problem:
    print(problem)
try:
    a, b = 5
except TypeError as problem:
    print(problem)
d = {"a": 1, "b": 2}
d["c"] = 3; d.update({"d": 4}, e=5); d |= {"f": 6}
print(d, d.get("a"), d.get("z"), d.get("z", 0), d.pop("f"), d.setdefault("g", []), "a" in d, len(d), list(d), d.keys(), d.values(), d.items())
for key, value in d.items(): print(key, value, end=" ")
print({**d, "a": 9}, dict(x=1, y=2), dict([("p", 1)]), dict(zip("ab", [1, 2])), {1: "int", 1.5: "f", (1, 2): "t", None: 0, True: "bool"}, dict.fromkeys("ab", 0), {k: v for k, v in sorted(d.items(), key=lambda kv: str(kv[1]), reverse=True)})
del d["a"]; print(d, d.copy() == d, {"a": 1} | {"b": 2}, list(reversed([1, 2])), d.popitem())
try:
    d["missing"]
except KeyError as problem:
    print(problem, repr(problem))
s = {1, 2, 3}; s.add(4); s.discard(9); s.remove(1); s |= {7}
print(s, {1, 2} | {3}, {1, 2} & {2}, {1, 2} - {2}, {1, 2} ^ {2, 3}, {1} <= {1, 2}, set(), frozenset([1]), set("aa"), len(s), 2 in s, {1, 2}.union([5]), {1, 2}.isdisjoint({3}))
print(list(zip([1, 2], "ab", (True, False))), list(enumerate("xy", 1)), sorted("bca"), sorted({3: 1, 1: 2}), any([0, 1]), all([]), list(map(str, [1, 2])), list(filter(lambda v: v > 1, [1, 2, 3])))
print(isinstance(1, int), isinstance(True, int), isinstance([], (list, tuple)), type(1), type("a"), type([]), type(None), type(1.0) is float, type(lambda: 0), int, ValueError, print, len)
nested = {"l": [1, {"t": (1, [2])}], "s": {1}}; print(nested, nested["l"][1]["t"][1][0]); nested["l"][1]["t"][1][0] += 5; print(nested)
print(slice(1, 2), range(5), range(1, 10, 3), list(range(10, 0, -3)), len(range(0, 10, 3)), range(5)[1:3], 3 in range(5), ..., NotImplemented, range(3) == range(3))
matrix = [[1, 2], [3, 4]]; print(list(zip(*matrix)), [list(r) for r in zip(*matrix)], sum(map(sum, matrix)), [v for row in matrix for v in row])
l = [1, 2, 3]; l.clear(); print(l, l or "empty", not l)
if (n := len([1, 2, 3])) > 2: print("walrus", n)
from collections import OrderedDict, defaultdict, namedtuple, Counter, deque
dd = defaultdict(list); dd["a"].append(1); print(dd, dict(dd)); c = Counter("abca"); print(c, c["a"], c.most_common(1)); q = deque([1, 2], maxlen=2); q.append(3); print(q)
Point = namedtuple("Point", "x y"); pt = Point(1, y=2); print(pt, pt.x, pt[1], pt._replace(x=5), pt._asdict(), Point._fields); od = OrderedDict(a=1); od["b"] = 2; print(od, list(od.items()))
import functools, itertools, copy
print(functools.reduce(lambda p, q: p * q, [1, 2, 3, 4]), functools.partial(pow, 2)(5), list(itertools.chain([1], [2])), list(itertools.product([1, 2], "a")), list(itertools.islice(itertools.count(5), 3)), list(itertools.combinations(range(3), 2)), list(itertools.permutations([1, 2])), list(itertools.accumulate([1, 2, 3])), list(itertools.repeat(1, 2)), list(itertools.zip_longest([1], [2, 3])))
deep = copy.deepcopy(nested); deep["l"][0] = 99; print(nested["l"][0], copy.copy([1]))
@functools.lru_cache(maxsize=None)
def slow(n): return n if n < 2 else slow(n - 1) + slow(n - 2)
print(slow(50))
@functools.wraps(slow)
def wrapped(n): return n
print(wrapped.__name__)
from typing import List, Dict, Optional, Tuple, Union, Callable, Any
def typed(a: List[int], b: Optional[Dict[str, int]] = None) -> Tuple[int, ...]: return a
print(typed([1]))
from contextlib import contextmanager
@contextmanager
def managed(name):
    print("open", name)
    try:
        yield name.upper()
    finally:
        print("close", name)
with managed("file") as f:
    print(f)
from dataclasses import dataclass, field
@dataclass
class Config:
    lr: float
    steps: int = 10
    tags: list = field(default_factory=list)
cfg = Config(0.1); cfg.tags.append("x"); print(cfg, Config(0.1) == Config(0.1), cfg.lr, Config(1, steps=2, tags=[3]))
if __name__ == "__main__":
    print("main")

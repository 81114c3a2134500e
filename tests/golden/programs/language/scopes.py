# Scopes and closures in odd places.
x = "global"
def f():
    print(x)
def g():
    x = "local"
    def h():
        print(x)
    h()
    f()
g()
class C:
    x = "class"
    y = x + "!"
    def m(self): return x
    z = [x for _ in range(1)]
    w = [v for v in (x,)]
print(C.y, C().m(), C.z, C.w)
def make():
    fs = []
    for i in range(3):
        def k(j=i): return i, j
        fs.append(k)
    return [q() for q in fs]
print(make())
def shadow(list): return list
print(shadow(3), list("ab"))
def comp():
    n = 2
    return [i * n for i in range(3)], {i: n for i in range(2)}, sum(i + n for i in range(3)), [[n + j for j in range(i)] for i in range(3)]
print(comp())
def w():
    if (n := 5) > 3:
        pass
    return n, [m := i for i in range(3)], m
print(w())
def early():
    try:
        return [i for i in range(3)]
    finally:
        i = 5
print(early())
g1 = 10
def globals_():
    global g1, g2
    g1 += 1
    g2 = "made"
globals_()
print(g1, g2)
def recursive_closure(n):
    def go(k): return 1 if k == 0 else k * go(k - 1)
    return go(n)
print(recursive_closure(5))
def swap(a, b): a, b = b, a; return a, b
print(swap(1, 2))
def kw(**options): return sorted(options.items())
print(kw(b=1, a=2), kw(**{"x": 1}, y=2))
class Counter:
    instances = 0
    def __init__(self): type(self).instances += 1; self.id = Counter.instances
    def __del_me(self): return "private"
    def call(self): return self.__del_me()
print(Counter().id, Counter().id, Counter.instances, Counter().call())
class Node:
    def __init__(self, v, *children): self.v, self.children = v, children
    def walk(self, depth=0):
        yield depth, self.v
        for c in self.children: yield from c.walk(depth + 1)
for d, v in Node(1, Node(2, Node(3)), Node(4)).walk(): print("  " * d + str(v))
class Singleton:
    _instance = None
    def __new__(cls):
        if cls._instance is None: cls._instance = super().__new__(cls)
        return cls._instance
print(Singleton() is Singleton())
class Prop:
    def __init__(self): self._v = 1
    v = property(lambda self: self._v, lambda self, x: setattr(self, "_v", x * 2))
p = Prop(); p.v = 5; print(p.v)
try:
    class R:
        @property
        def only(self): return 1
    R().only = 2
except AttributeError as e: print(e)
class Desc:
    def __get__(self, obj, owner): return "got " + owner.__name__
    def __set__(self, obj, value): print("setting", value)
class Has: d = Desc()
h = Has(); print(h.d, Has.d); h.d = 3
class Cmp:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"Cmp({self.v})"
print(sorted([Cmp(3), Cmp(1)]), Cmp(1) == Cmp(1), Cmp(1) != Cmp(2), Cmp(2) > Cmp(1), min(Cmp(2), Cmp(1)), [Cmp(1)].index(Cmp(1)), Cmp(1) in [Cmp(1)])
try: hash(Cmp(1))
except TypeError as e: print(e)
class Ctx:
    def __enter__(self): return self
    def __exit__(self, t, v, tb): print("exit", t is not None and t.__name__, v); return t is ValueError
with Ctx(): raise ValueError("v")
try:
    with Ctx(): raise KeyError("k")
except KeyError as e: print("out", e)
def gen_ctx():
    with Ctx():
        yield 1
        yield 2
print(next(gen_ctx()), list(gen_ctx()))
class Mul:
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return "rmul"
print(3 * Mul())
try: Mul() * 3
except TypeError as e: print(e)
class Iter:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Iter()), 20 in Iter(), [*Iter()])
class Len:
    def __len__(self): return 0
print(bool(Len()), not Len(), "empty" if not Len() else "full")
class Call:
    def __call__(self, *a, **k): return a, k
print(Call()(1, x=2), callable(Call()))
class Fmt:
    def __str__(self): return "str"
    def __repr__(self): return "repr"
print(Fmt(), [Fmt()], f"{Fmt()} {Fmt()!r} {Fmt()!s:>5}", "%s %r" % (Fmt(), Fmt()), "{} {!r}".format(Fmt(), Fmt()), str(Fmt()), repr(Fmt()))
class Base:
    def __init__(self, **kw): self.kw = kw; self.setup()
    def setup(self): print("base setup")
class Derived(Base):
    def __init__(self, *args, **kw): super().__init__(n=len(args), **kw)
    def setup(self): super().setup(); print("derived setup", self.kw)
Derived(1, 2, z=3)
print(Derived.__name__, issubclass(Derived, Base), isinstance(Derived(), Base))

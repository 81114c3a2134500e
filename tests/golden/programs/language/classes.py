# Classes: inheritance, properties, operators, and what Python calls by itself.
class Vector:
    dims = 2
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __sub__(self, other): return Vector(self.x - other.x, self.y - other.y)
    def __mul__(self, k):
        if isinstance(k, Vector): return self.x * k.x + self.y * k.y
        if isinstance(k, (int, float)): return Vector(self.x * k, self.y * k)
        return NotImplemented
    __rmul__ = __mul__
    def __neg__(self): return Vector(-self.x, -self.y)
    def __eq__(self, other): return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
    def __hash__(self): return hash((self.x, self.y))
    def __repr__(self): return f"Vector({self.x}, {self.y})"
    def __len__(self): return self.dims
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __setitem__(self, i, v):
        if i == 0: self.x = v
        else: self.y = v
    def __iter__(self):
        yield self.x
        yield self.y
    def __contains__(self, v): return v in (self.x, self.y)
    def __call__(self, k): return self * k
    def __bool__(self): return bool(self.x or self.y)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __lt__(self, other): return abs(self) < abs(other)
    def __iadd__(self, other):
        self.x += other.x; self.y += other.y
        return self
    def __format__(self, spec): return f"<{self.x:{spec}}|{self.y:{spec}}>"
    def __matmul__(self, other): return "matmul"
    def __pow__(self, n): return f"pow {n}"
    def __float__(self): return float(self.x)
    def __enter__(self): return "entered"
    def __exit__(self, *args): return True
a, b = Vector(3, 4), Vector(1, 2)
print(a + b, a - b, a * 2, 2 * a, a * b, -a, a == Vector(3, 4), a != b, len(a), a[0], list(a))
print(3 in a, a(3), bool(Vector(0, 0)), abs(a), b < a, max(a, b), sorted([a, b]), {a: 1}[Vector(3, 4)])
a += b
a[0] = 10
print(a, f"{a:.1f}", a @ b, a ** 3, float(a), *a)
x, y = a
print(x, y, [Vector(1, 1)], {"v": b}, str(b), (b,))
try:
    a * "s"
except TypeError as problem:
    print(problem)
try:
    a < 3
except AttributeError as problem:
    print(problem)
with a as w:
    print(w)
    raise ValueError
class Base:
    count = 0
    registry = []
    def __init__(self, name="base"):
        self.name = name
        Base.count += 1
        self.registry.append(name)
    def hello(self): return f"hello from {self.name}"
    @property
    def upper(self): return self.name.upper()
    @upper.setter
    def upper(self, value): self.name = value.lower()
    @classmethod
    def make(cls, *args): return cls(*args)
    @staticmethod
    def add(a, b): return a + b
class Child(Base):
    def __init__(self, name, age=1):
        super().__init__(name)
        self.age = age
    def hello(self): return super().hello() + f" aged {self.age}"
class Grand(Child):
    def hello(self):
        return "grand " + super(Grand, self).hello()
c = Child.make("Kid")
print(c.hello(), c.upper, Child.add(1, 2), Base.count, Base.registry)
c.upper = "NEW"
print(c.name, Grand("g", 7).hello(), isinstance(c, Base), issubclass(Grand, Base), isinstance(c, (int, Child)))
print(type(c).__name__, type(c) is Child, c.__class__.__name__, Child.__name__)
try:
    c.missing
except AttributeError as problem:
    print(problem)
try:
    Child.nothing
except AttributeError as problem:
    print(problem)
class Lazy:
    def __getattr__(self, name):
        if name.startswith("x"): return name * 2
        raise AttributeError(f"no {name}")
print(Lazy().xy, hasattr(Lazy(), "abc"), getattr(Lazy(), "q", "default"))
class Tracked:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)
t = Tracked(); t.v = 5
print(t.v)
del t.v
print(hasattr(t, "v"))
setattr(t, "w", 6)
print(getattr(t, "w"))
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): self.i = 0; return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
print(list(Count(3)), sum(Count(4)), [v for v in Count(2)])
class Outer:
    class Inner:
        value = 42
    def make(self):
        class Local: pass
        return Local
print(Outer.Inner.value, Outer.Inner.__name__, Outer.Inner.__qualname__)
class P:
    __secret = 1
    def get(self): return self.__secret
print(P().get(), hasattr(P(), "__secret"), P()._P__secret)
class Meta:
    values = [i * 2 for i in range(3)]
    total = sum(values)
    def __init_subclass__(cls, **kw): print("subclass", cls.__name__, kw)
class Sub(Meta, flag=1): pass
print(Sub.total)
class Stack(list):
    def push(self, v): self.append(v)
    def __repr__(self): return "Stack" + super().__repr__()
s = Stack([1]); s.push(2)
print(s, len(s), s[-1], isinstance(s, list))
class D(dict):
    def __missing__(self, key): return key + "!"
print(D(a=1)["b"], D(a=1)["a"])
class A:
    def who(self): return "A"
class B(A):
    def who(self): return "B" + super().who()
class C(A):
    def who(self): return "C" + super().who()
class E(B, C):
    def who(self): return "E" + super().who()
print(E().who())
class Slot:
    __slots__ = ("a",)
o = Slot(); o.a = 1
try:
    o.b = 2
except AttributeError as problem:
    print(problem)
class New:
    def __new__(cls, v):
        made = super().__new__(cls)
        made.v = v
        return made
print(New(3).v)
def method(self): return "patched"
Base.extra = method
print(c.extra())
class WithDoc:
    "Doc of the class."
print(WithDoc.__doc__)
m = c.hello
print(m())
print(callable(c), callable(a), callable(len))

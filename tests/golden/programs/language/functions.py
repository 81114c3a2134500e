# Parameters of every kind, closures, decorators, and the messages for wrong calls.
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw
print(f(1, c=3), f(1, 5, 6, 7, c=8, e=9))
print(f(*[1, 2, 3], **{"c": 1, "z": 2}))
def g(a, /, b, *, c=0): return a + b + c
print(g(1, 2), g(1, b=5, c=6))
def attempt(function, *args, **kw):
    try:
        print(function(*args, **kw))
    except TypeError as problem:
        print(problem)
attempt(g, a=1, b=2)
attempt(g, 1)
attempt(g)
attempt(g, 1, 2, 3)
attempt(g, 1, 2, d=3)
attempt(f, 1)
attempt(f)
attempt(f, 1, a=2, c=3)
def two(x, y): pass
attempt(two)
attempt(two, 1, 2, 3)
attempt(two, 1, 2, 3, 4)
def three(x, y, z): pass
attempt(three)
def opt(x, y=1): pass
attempt(opt)
attempt(opt, 1, 2, 3)
def none(): pass
attempt(none, 1)
class K:
    def m(self, a): return a
    @staticmethod
    def s(a): return a
    @classmethod
    def c(cls, a): return cls.__name__, a
attempt(K().m)
attempt(K().m, 1, 2)
attempt(K, 5)
attempt(K.s)
attempt(lambda x: x)
attempt(3)
attempt(lambda: two(*5))
attempt(lambda: two(1, *5))
attempt(lambda: two(**[1]))
attempt(lambda: two(**{'x': 1}, **{'x': 2}))
attempt(lambda: two(x=1, **{'x': 2}))
attempt(lambda: len(*5))
print(K.c(3), K().s(4))
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
s = counter(); s(); s(5)
print(s())
total = 0
def add(k):
    global total
    total += k
add(3); add(4)
print(total)
def unbound():
    print(later)
    later = 1
try:
    unbound()
except UnboundLocalError as problem:
    print(problem)
try:
    missing_name
except NameError as problem:
    print(problem)
def outer():
    def inner():
        return free
    try:
        inner()
    except NameError as problem:
        print(problem)
    free = 1
    return inner()
print(outer())
def twice(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs) * 2
    return wrapper
def times(n):
    def decorate(function):
        def wrapper(x):
            return [function(x)] * n
        return wrapper
    return decorate
@twice
def h(x): return x + 1
@times(3)
@twice
def k(x):
    "A docstring."
    return x
print(h(1), k(2))
def documented():
    """What it does."""
    return 1
print(documented.__doc__, documented.__name__, (lambda: 0).__name__)
fs = [lambda i=i: i * 10 for i in range(3)]
gs = [lambda: i for i in range(3)]
print([q() for q in fs], [q() for q in gs])
compose = lambda *fs: lambda x: x if not fs else compose(*fs[1:])(fs[0](x))
print(compose(lambda x: x + 1, lambda x: x * 2)(5))
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(15))
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
print(deep(900))
try:
    deep(100000)
except RecursionError as problem:
    print(problem)
def default(item, bag=[]):
    bag.append(item)
    return bag
print(default(1), default(2))
def annotated(x: int, y: "str" = "a", *z: float) -> list: return [x, y, z]
print(annotated(1))
value: int = 5
names: list[str]
print(value)
def kwonly(*, a, b): return a, b
attempt(kwonly, b=1)
attempt(kwonly)
def f2(x):
    f2.calls += 1
    return x
f2.calls = 0
f2(1); f2(2)
print(f2.calls)
print(sorted([3, 1, 2], key=lambda v: -v), max("abc", key=lambda c: -ord(c)))
print(list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, 2])))

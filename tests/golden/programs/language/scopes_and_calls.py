# Scopes of comprehensions and closures, calls that do not fit, unpacking.
x = 10
l = [x for x in range(3)]
print(l, x)
print(
    [(i, j) for i in range(3) for j in range(i)],
    {i: i**2 for i in range(3)},
    {i % 2 for i in range(5)},
)
print([[i * j for j in range(3)] for i in range(2)], [y := 5, y**2], y)
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
print([f() for f in fs])
g = (i**2 for i in range(4) if i % 2)
print(next(g), list(g), next(g, "done"))


class A:
    n = 3
    m = [n for _ in range(2)] if False else [0] * n


print(A.m)


def counter():
    c = 0

    def inc(by=1):
        nonlocal c
        c += by
        return c

    return inc


k = counter()
print(k(), k(5), k())
tot = 0


def addg(v):
    global tot, newg
    tot += v
    newg = v


addg(3)
addg(4)
print(tot, newg)


def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


print(f(1, c=3), f(1, 2, 3, 4, c=5, e=6), f(*[1, 2], **{"c": 1, "z": 2}))
try:
    f(1)
except TypeError as e:
    print(e)
try:
    f()
except TypeError as e:
    print(e)
try:
    (lambda a, b: 0)(1)
except TypeError as e:
    print(e)
try:
    (lambda a: 0)(1, 2)
except TypeError as e:
    print(e)
try:
    (lambda a: 0)(b=2)
except TypeError as e:
    print(e)
try:
    (lambda a: 0)(1, a=2)
except TypeError as e:
    print(e)


def h(a, /, b, *, c):
    return a + b + c


print(h(1, b=2, c=3))
try:
    h(a=1, b=2, c=3)
except TypeError as e:
    print(e)
try:
    h(1, 2, 3)
except TypeError as e:
    print(e)
a, *b, c = 1, 2, 3, 4
print(a, b, c)
(a, (b, c)), d = (1, (2, 3)), 4
print(a, b, c, d)
(*a,) = "xy"
print(a)
try:
    a, b = 1, 2, 3
except ValueError as e:
    print(e)
try:
    a, b, c = 1, 2
except ValueError as e:
    print(e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)
try:
    a, b = 5
except TypeError as e:
    print(e)


def local():
    try:
        print(zz)
        zz = 1
    except UnboundLocalError as e:
        print(e)


local()
try:
    print(undefined_name)
except NameError as e:
    print(e)
print(*[1, 2], *(3,), sep="-", end="!\n")
print({**{"a": 1}, "b": 2}, [*range(2), *"a"], (*[1], 2))

# Generators: laziness, send, throw, close, delegation.
def count(n):
    print("start")
    for i in range(n):
        got = yield i
        if got: print("got", got)
    print("end")
    return "result"
g = count(3)
print(next(g), g.send("hi"), next(g))
try:
    next(g)
except StopIteration as stop:
    print("stopped", stop.value)
print(next(g, "default"))
def inner():
    x = yield 1
    print("inner got", x)
    return "inner result"
def outer():
    result = yield from inner()
    print(result)
    yield from [10, 20]
o = outer()
print(next(o), o.send("sent"), list(o))
def careful():
    try:
        yield 1
        yield 2
    except ValueError as problem:
        print("caught", problem)
        yield "recovered"
    finally:
        print("cleanup")
c = careful()
print(next(c), c.throw(ValueError("thrown")))
c.close()
c = careful(); next(c); c.close()
print(list(c))
squares = (i * i for i in range(4))
print(next(squares), list(squares), list(squares))
print(sum(x for x in range(5) if x % 2), max((abs(v), v) for v in (-3, 2)), any(v > 2 for v in [1, 3]))
def naturals():
    n = 0
    while True:
        yield n
        n += 1
for n in naturals():
    if n > 3: break
    print(n)
print([a + b for a, b in zip(naturals(), "xyz" and [5, 6])])
def pairs():
    for i in range(2):
        for j in range(2):
            yield i, j
print(list(pairs()), dict(pairs()), [*pairs()])
first, *rest = (k for k in "abc")
print(first, rest)
def flatten(items):
    for item in items:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item
print(list(flatten([1, [2, [3, 4]], 5])))
def average():
    total, count = 0, 0
    value = None
    while True:
        value = yield value
        total += value; count += 1
        value = total / count
avg = average(); next(avg)
print(avg.send(10), avg.send(20))
try:
    g2 = count(1); g2.send(5)
except TypeError as problem:
    print(problem)
def bad():
    yield 1
    raise KeyError("inside")
try:
    list(bad())
except KeyError as problem:
    print("KeyError", problem)
x = "outer"
print([x for x in range(3)], x, {x: x for x in "ab"}, {x % 2 for x in range(5)})
print([[i * j for j in range(3)] for i in range(2)], [(i, j) for i in range(3) if i for j in range(i)])
print([y := 5, y ** 2], y, [last := v for v in range(3)], last)
print(type(g).__name__, type(squares).__name__)
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print(i, a, b)
it = iter([1, 2, 3])
for v in it:
    print(v, next(it, None))
print(list(iter([1, 2].pop, 1)))

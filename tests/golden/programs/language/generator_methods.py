# Generators that are sent to, closed and thrown into; iterators of classes.
def gen(n):
    print("start")
    try:
        for i in range(n):
            got = yield i
            if got:
                print("got", got)
    finally:
        print("closed")
    return "result"


g = gen(3)
print(next(g), g.send("hi"), next(g))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value)
g = gen(5)
next(g)
g.close()


def outer():
    r = yield from gen(2)
    print("r", r)
    yield "last"


print(list(outer()))
g = gen(3)
next(g)
try:
    g.throw(ValueError("thrown"))
except ValueError as e:
    print("caught", e)


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


import itertools

print(
    list(itertools.islice(fib(), 10)),
    list(itertools.chain([1], [2])),
    list(itertools.product("ab", [1, 2])),
    list(itertools.combinations([1, 2, 3], 2)),
    list(itertools.permutations([1, 2])),
    list(itertools.accumulate([1, 2, 3])),
    list(itertools.repeat(1, 2)),
    list(itertools.zip_longest([1], [2, 3])),
)


class It:
    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 3:
            raise StopIteration
        return self.i


print(list(It()), sum(It()), [*It()], max(It()), tuple(It()))
a, b, c = It()
print(a, b, c)
print(sum(x * y for x, y in zip([1, 2], [3, 4])), ",".join(str(i) for i in It()))
for i in It():
    if i == 2:
        break
else:
    print("never")
for i in It():
    pass
else:
    print("else", i)
i = 0
while i < 3:
    i += 1
else:
    print("while else")

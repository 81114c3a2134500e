# Methods of dicts, sets and lists, and what they refuse.
d = {"a": 1, "b": 2}
print(
    d.get("a"),
    d.get("z"),
    d.get("z", 0),
    d.pop("a"),
    d.pop("z", None),
    d.setdefault("c", 3),
    d,
    list(d),
    list(d.items()),
    d.keys(),
    d.values(),
    d.items(),
)
d.update({"x": 9}, y=8)
print(
    d,
    "x" in d,
    len(d),
    d.popitem(),
    dict(a=1),
    dict([("k", 1)]),
    dict(zip("ab", [1, 2])),
    dict.fromkeys("ab", 0),
    d | {"q": 1},
)
try:
    d["nope"]
except KeyError as e:
    print(e, repr(e))
s = {1, 2, 3}
s.add(4)
s.discard(9)
s.remove(1)
print(
    s,
    s | {7},
    s & {2, 3},
    s - {2},
    s ^ {2, 9},
    s <= {2, 3, 4, 5},
    s.union([8]),
    s.isdisjoint({100}),
    frozenset([1]),
    set(),
)
l = [3, 1, 2]
l.append(5)
l.extend([6, 7])
l.insert(0, 0)
print(l, l.pop(), l.pop(0), l.index(1), l.count(3))
l.sort()
print(l)
l.reverse()
print(l)
l.sort(key=lambda v: -v, reverse=True)
print(l, l.copy(), l[1:3], l[::-1], l[-2:])
l[1:3] = [9, 9, 9]
print(l)
del l[0]
print(l)
del l[1:3]
print(l)
l.remove(9)
print(l)
l.clear()
print(l)
try:
    l.pop()
except IndexError as e:
    print(e)
try:
    l[3]
except IndexError as e:
    print(e)
try:
    l.remove(3)
except ValueError as e:
    print(e)
try:
    (1, 2)[5]
except IndexError as e:
    print(e)
try:
    "abc"[5]
except IndexError as e:
    print(e)
try:
    {}[[1]]
except TypeError as e:
    print(e)
try:
    (1, 2)[0] = 3
except TypeError as e:
    print(e)

"""Sets: whatever Python fixes of their order, and everything that has none."""

import copy
import functools
import operator
from collections import Counter
from dataclasses import dataclass

print({3, 1, 2}, {10, 1, 33}, {161, 185, 75, 30}, {5, 6, 166}, {-1, -7, 12, 90, 41}, {1, 1.0, True})
n = 33
print({n, 1, 10}, {n, *[10, 1]}, {*{n, 1}, 90, 81, 73}, {k * 7 % 50 for k in range(12)}, set(range(90, 40, -7)))
print({0.5, 1e10, -3.25, 7}, {(1, 2), (0, 1), (5, 40)}, {frozenset({n, 1}), frozenset({4})}, {2j, 1 + 0j})
big = set(range(0, 700, 37))
print(big | {5, 33, 65}, big & {74, 111, 5}, big - {0, 37}, big ^ {37, 38})
print(big.union([1], {2: 3}), big.intersection({74: 0, 37: 0}), big.difference([0]), big.symmetric_difference((1, 0)))
for change in ("update", "intersection_update", "difference_update", "symmetric_difference_update"):
    changed = big.copy()
    print(getattr(changed, change)([74, 75, 370]), changed, getattr(changed, change)({74, 8}), changed)
big |= {1, 2}
big -= {37, 74}
big ^= {2, 3}
big &= set(range(300))
print(big, big.pop() in big, big.discard(999), big.remove(3), big)
frozen = frozenset([66, 1, 34])
print(frozen, frozen | {2, 98}, frozen & {34, 66}, frozen - {1}, frozen ^ {1, 4}, type(frozen | {2}), type({2} | frozen))
print(frozen.copy() is frozen, frozenset(frozen) is frozen, hash(frozen) == hash(frozenset({34, 66, 1})), {frozen: 1})
table = dict.fromkeys([50, 1, 33, 17])
print(table.keys() & {33, 50}, table.keys() | {2}, table.keys() - {1}, {1, 99} ^ table.keys(), table.items() & {(1, None)})
keys = table.keys()
keys -= {50}
print(keys, type(keys), functools.reduce(operator.or_, [{3}, {1}, {2}]), operator.sub(table.keys(), [1, 17]))


class Bag(set):
    def total(self):
        return sum(self)

    def add(self, item):
        super().add(item * 2)


bag = Bag([1, 2, 40])
bag.add(3)
bag.name = "bag"
print(bag, bag.total(), bag | {4}, type(bag | {4}), copy.copy(bag), copy.deepcopy(bag).name, isinstance(bag, set))


@dataclass(frozen=True)
class Point:
    x: object
    y: int = 0


class Named:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


print({Point(9), Point(1), Point(9)}, hash(Point(1, 2)) == hash((1, 2)), Point("a") in {Point("a")}, len({Named("a"), Named("a")}))
print(hash(7), hash(-1), hash(1.5), hash((1, 2)), hash(""), hash("a") == hash("a"), hash(("a", 1)) == hash(("a", 1)))

words = set("hello")
words.add("z")
words.discard("h")
words -= {"z"}
print(sorted(words), sorted(words | {"a"}), sorted(words & {"l", "x"}), sorted(words ^ {"l", "x"}), len(words), "e" in words)
print(words == set("leo"), words <= set("love"), words < words, words.isdisjoint("xyz"), words.issuperset("lo"), {1, "a"} == {"a", 1})
print({"a"}, {None}, {"a"} | {"a"}, frozenset("b"), {frozenset("b")}, f"{ {'f'} }", "%s" % {"a"}, [{"a"}], set(), frozenset(), Bag("c"))
mixed = {None, 3, 1, "x"}
mixed.discard("x")
mixed.discard(None)
print(mixed, Counter(set("aa")), {"a": {"b"}}["a"].pop(), type(words), set, frozenset, set[int], type(words) is set)
for work in (
    lambda: {[1]},
    lambda: {"a", [1]},
    lambda: {"a"} | ["b"],
    lambda: {"a"} < 1,
    lambda: set(1, 2),
    lambda: set(a=1),
    lambda: frozenset(5),
    lambda: set().pop(),
    lambda: {"a"}.remove("b"),
    lambda: {"a"}.foo,
    lambda: hash({1}),
    lambda: [words.add(w + "!") for w in words],
):
    try:
        print(work())
    except Exception as error:
        print(type(error).__name__, error)

"""Module docstring."""
# Odds and ends of the syntax.
if True:
	tabbed = 1   # a tab
	print(tabbed)
def f(
    a,
    b=1,
    *,
    c: int = 2,
) -> int:

    # comment at another depth
  # and less

    return (a
            + b
      + c)

print(f(1,
        b=2, c=3,))
x = [
    1, 2,
    # inside
    3]; y = {'a': 1,
  'b': 2}
print(x, y)
class Empty: pass
class WithBody:
    """doc"""

    attr: int = 3
    other: str

    def m(self): return self.attr
print(WithBody().m(), Empty.__name__, WithBody.__doc__)
if x: print("a"); print("b")
else: print("c")
while x: x.pop()
print(x)
try: 1/0
except ZeroDivisionError: print("zde")
with_ = 1; print(with_)
match = 5; case = 6; type_ = 7; _ = 8; print(match, case, type_, _)
print(match + 1)
print(not not True, - - 3, +-+3, ~~5, not 1 in [2], 1 not in [2])
print(2 ** 3 ** 2, -2 ** 2, (-2) ** 2, 2 ** -1, 1 + 2 * 3 - 4 / 2 // 1 % 3, 5 & 3 | 4 ^ 1, 1 << 2 + 1, 7 > 3 == True)
print(1 if 2 > 1 else 0 if 3 else 5, (lambda: (yield_ := 4))(), [i for i in range(10) if i % 2 if i > 3])
print((1,), (), (1, 2,), [*[], *[1]], {**{}}, {*[1]}, f(*[1], **{"b": 5}), (*[1, 2],))
def g(): return 1, 2
a, b = g(); (c), d = g(); [e, *_] = 1, 2, 3; a, = [9]
print(a, b, c, d, e)
a = b = c = []; a.append(1); print(b, a is c)
i = 0
arr = [0, 0]
i, arr[i] = 1, 5
print(i, arr)
print(0xFF, 0b11, 0o17, 1_000.5, 1e5, 1E-3, 10j, 0.5e+2, 00, 1.e3)
print("a" "b" 'c' f"{1}" "d", r"\n" "\n".strip() + "x", '''a
b''', "\
cont", "tab\there", "\x41\101\u0041", 'nul\0'.encode())
def outer():
    v = 1
    def mid():
        def inner():
            nonlocal v
            v += 1
            return v
        return inner
    return mid()()
print(outer())
def defaults(a, b=[], c=(), d={}, e="x"): return a, b, c, d, e
print(defaults(1), defaults(1, e=2))
del a
try: a
except NameError as err: print(err)
print([print("side"), 1][1])
print(any(x == 2 for x in [1, 2, print]), all([]), all(x for x in [1, 0]))
for i in range(3): pass
print(i)
for i, in [(1,), (2,)]: print(i)
for [a, b] in [[1, 2]]: print(a, b)

# Errors in odd places.
def show(f, *a):
    try:
        print("value", f(*a))
    except BaseException as e:
        chain = []
        while e is not None and len(chain) < 5:
            chain.append(f"{type(e).__name__}({e})")
            e = e.__cause__ or e.__context__
        print(" <- ".join(chain))
def a():
    try: raise ValueError("1")
    finally: raise KeyError("2")
def b():
    try: raise ValueError("1")
    except ValueError: raise TypeError("2") from None
def c():
    try: raise ValueError("1")
    except ValueError as e: raise TypeError("2") from e
def d():
    for i in range(3):
        try:
            if i == 2: raise IndexError(i)
        except KeyError: print("no")
        else: print("ok", i)
def e():
    try: return 1 / 0
    except ZeroDivisionError: return "recovered"
    finally: print("finally")
def f():
    try:
        try: raise ValueError("inner")
        finally: print("f1")
    except ValueError as x:
        print("f2", x)
        raise
    finally: print("f3")
def g():
    while True:
        try: break
        finally: print("g finally")
    return "after"
def h():
    for i in range(2):
        try:
            try: continue
            finally: print("h1", i)
        finally: print("h2", i)
    return "h"
def i():
    def gen():
        try: yield 1
        finally: print("gen closed")
    for v in gen():
        return v
def j():
    try: [][0]
    except (KeyError, IndexError) as x: return repr(x)
def k():
    class E1(Exception): pass
    class E2(E1): pass
    try: raise E2("deep", 1)
    except E1 as x: return x.args
def l():
    try: raise StopIteration("x")
    except Exception as x: return type(x).__name__
def m():
    try:
        raise ValueError("a")
    except ValueError:
        try: raise KeyError("b")
        except KeyError: pass
        raise
def n():
    x = None
    try: undefined
    except NameError as x: pass
    return x
def o():
    def inner():
        yield 1
        raise ValueError("from gen")
    out = []
    try:
        for v in inner(): out.append(v)
    except ValueError as x: out.append(str(x))
    return out
def p(): assert False
def q(): assert 0, ("tuple", 1)
def r(): raise SystemExit(3)
def s(): raise Exception
def t(): raise ValueError from KeyError
def u():
    try: raise Exception("a", "b")
    except Exception as x: return str(x), x.args
def v():
    with open_(): raise ValueError("in with")
class open_:
    def __enter__(self): return 1
    def __exit__(self, *a): raise KeyError("in exit")
def w():
    try: int("q")
    except ValueError as e1:
        try: {}["z"]
        except KeyError as e2: return e2.__context__ is e1
def x(): return sorted([3, "a"])
def y(): return max(1, "a")
def z(): return sum([[1], [2]], [])
for fn in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z): show(fn)

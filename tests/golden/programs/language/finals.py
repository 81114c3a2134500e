# try, except, else and finally in all their ways.
def a():
    try:
        return "body"
    finally:
        print("finally runs")
print(a())
def b():
    try:
        return "body"
    finally:
        return "final"
print(b())
def c():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print("c", i)
        finally:
            print("end", i)
    return i
print(c())
def d():
    try:
        raise ValueError("first")
    except ValueError as e:
        try:
            raise KeyError("second")
        except KeyError as f:
            print(repr(f.__context__), repr(e))
        return "handled"
    else:
        return "else"
    finally:
        print("d done")
print(d())
def e():
    while True:
        try:
            try:
                raise RuntimeError("x")
            finally:
                break
        except RuntimeError:
            print("not reached")
    return "swallowed by break"
print(e())
def f():
    for i in range(3):
        try:
            raise ValueError(i)
        except ValueError as problem:
            if i == 1:
                return problem.args
            continue
print(f())
try:
    pass
except Exception:
    print("no")
else:
    print("else")
finally:
    print("finally")
try:
    try:
        1 / 0
    finally:
        print("inner finally")
except ZeroDivisionError as err:
    print("outer", err)
try:
    print(err)
except NameError as problem:
    print(problem)
def again():
    try:
        int("x")
    except ValueError:
        raise
try:
    again()
except (TypeError, ValueError) as problem:
    print(type(problem).__name__, problem)
try:
    raise RuntimeError("caused") from KeyError("cause")
except RuntimeError as problem:
    print(repr(problem.__cause__), problem.__context__)
class Own(Exception):
    def __init__(self, code, *rest):
        super().__init__(code, *rest)
        self.code = code
    def __str__(self):
        return f"own {self.code}"
class Special(Own): pass
try:
    raise Special(3, "x")
except Own as problem:
    print(problem, problem.args, problem.code, repr(problem), isinstance(problem, Special))
try:
    raise Own
except TypeError as problem:
    print(problem)
try:
    raise "text"
except TypeError as problem:
    print(problem)
try:
    assert 1 == 2, "the message"
except AssertionError as problem:
    print("assert", problem)
try:
    assert []
except AssertionError as problem:
    print("assert", repr(problem))
try:
    raise
except RuntimeError as problem:
    print(problem)
def nested():
    try:
        try:
            raise KeyError("k")
        except ValueError:
            print("no")
        finally:
            print("cleanup")
    except KeyError as k:
        print("got", k)
        return 1
    finally:
        print("last")
print(nested())
class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self
    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.swallow
with Manager("a") as m, Manager("b", True) as k:
    print(m.name, k.name)
    raise ValueError("inside")
print("after")
def leave():
    for i in range(3):
        with Manager(i):
            if i == 1:
                return "returned"
            if i == 0:
                continue
print(leave())
with (Manager("p") as p, Manager("q") as q):
    print(p.name + q.name)
try:
    with 5:
        pass
except TypeError as problem:
    print(problem)
try:
    with Manager("err"):
        {}["missing"]
except KeyError as problem:
    print("KeyError", problem)
for value in (1, "a", None, [1]):
    try:
        print(value + 1)
    except TypeError as problem:
        print(problem)
    else:
        print("fine")

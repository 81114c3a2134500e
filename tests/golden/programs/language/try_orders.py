# Orders of try, except, else and finally; errors of the program's own.
import torch


def f(kind):
    try:
        print("try", kind)
        if kind == 1:
            raise ValueError("one")
        if kind == 2:
            return "ret"
        if kind == 3:
            raise KeyError("k")
        if kind == 4:
            1 / 0
    except ValueError as e:
        print("except", e, repr(e), e.args)
        return "from except"
    except (KeyError, IndexError) as e:
        print("tuple", e, repr(e))
    else:
        print("else")
    finally:
        print("finally")
    return "end"


for k in range(5):
    try:
        print(f(k))
    except ZeroDivisionError as e:
        print(type(e).__name__, e)
for i in range(3):
    try:
        if i == 1:
            continue
        if i == 2:
            break
        print("body", i)
    finally:
        print("fin", i)
else:
    print("no")
try:
    try:
        raise RuntimeError("inner")
    except RuntimeError as e:
        raise ValueError("outer") from e
except ValueError as v:
    print(repr(v), repr(v.__cause__), v.__context__ is v.__cause__)


def g():
    try:
        return 1
    finally:
        return 2


print(g())


class MyErr(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(code, msg)
        self.code = code

    def __str__(self):
        return f"code {self.code}"


try:
    raise MyErr(7)
except MyErr as e:
    print(e, repr(e), e.args, e.code, isinstance(e, Exception))
assert True
try:
    assert 1 == 2, f"no {3}"
except AssertionError as e:
    print("A", e)
raise MyErr(9)

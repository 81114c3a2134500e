import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", str(e).split("\n")[0])
attempt(lambda: x + "a")
attempt(lambda: "a" + x)
attempt(lambda: x.foo)
attempt(lambda: x[5])
attempt(lambda: x["a"])
attempt(lambda: x.view(3))
attempt(lambda: torch.ones(2) @ torch.ones(3))
attempt(lambda: x.backward())
attempt(lambda: torch.nope)
attempt(lambda: x())
attempt(lambda: len(torch.tensor(1)))
attempt(lambda: [1, 2] + x)
attempt(lambda: x < "a")
attempt(lambda: None + x)
attempt(lambda: x - None)
attempt(lambda: x @ 2)
attempt(lambda: torch.tensor([1, "a"]))
attempt(lambda: torch.ones("a"))
attempt(lambda: torch.sum())
attempt(lambda: x.sum(5))
attempt(lambda: x.sum(dim="a"))
attempt(lambda: int(x))
attempt(lambda: iter(torch.tensor(1)))
attempt(lambda: dict(x))
attempt(lambda: {x: 1}[x])
attempt(lambda: x.item())
attempt(lambda: x.reshape(-1, -1))
attempt(lambda: torch.cat([]))
attempt(lambda: torch.stack([torch.ones(1), torch.ones(2)]))
attempt(lambda: x.T.numpy())
attempt(lambda: range(x))
attempt(lambda: [1, 2][x])
attempt(lambda: torch.zeros(2).requires_grad_().add_(1))
attempt(lambda: setattr(x, "grad", 5))
attempt(lambda: setattr(x, "shape", 5))
attempt(lambda: torch.autograd.grad(x.sum() * 0 + 1, torch.ones(2)))
attempt(lambda: f"{x:.2f}")
attempt(lambda: "%d" % x)
attempt(lambda: torch.linalg.inv(torch.zeros(2, 2)))
attempt(lambda: torch.zeros(3)[torch.tensor([5])])
attempt(lambda: torch.tensor([1.0]).to("nodev"))
attempt(lambda: torch.nn.Linear(2, 3)(torch.ones(3)))
attempt(lambda: torch.nn.Linear())
attempt(lambda: torch.optim.SGD([], lr=0.1))
try:
    torch.linalg.inv(torch.zeros(2, 2))
except torch.linalg.LinAlgError as e:
    print("LinAlgError caught", isinstance(e, RuntimeError))
try:
    x.sum().backward(); x.sum().backward(torch.ones(2))
except (RuntimeError, ValueError) as e:
    print(e)
finally:
    print(x.grad)
class MyError(RuntimeError):
    pass
def risky(t):
    if t.sum() > 1:
        raise MyError(f"sum is {t.sum()}")
    return t
try:
    risky(x)
except RuntimeError as e:
    print(type(e).__name__, e)
def checked(f):
    def inner(*a, **k):
        try:
            return f(*a, **k)
        except RuntimeError as e:
            raise ValueError("wrapped") from e
    return inner
@checked
def bad(): return torch.ones(2).view(5)
try:
    bad()
except ValueError as e:
    print(e, "|", e.__cause__)

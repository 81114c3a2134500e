# What counts as a leaf, and setting data, grad and requires_grad.
import torch

a = torch.rand(2, requires_grad=True)
table = {
    "created": a,
    "result": a + 1,
    "detached": (a + 1).detach(),
    "untracked": torch.ones(2) * 2,
    "converted": torch.ones(2, requires_grad=True).double(),
    "same type": a.float(),
    "view": a[:1],
    "data": a.data,
    "clone": a.clone(),
    "new leaf": (torch.ones(2) * 3).requires_grad_(),
}
for name, t in table.items():
    print(f"{name:10} leaf={t.is_leaf!s:5} grad={t.requires_grad!s:5} fn={t.grad_fn is not None}")
w = torch.tensor([1.0, 2.0], requires_grad=True)
w.data = torch.tensor([5.0, 6.0, 7.0])
print(w, w._version)
w.data[0] = 0
w.data.mul_(2)
print(w, w._version)
w.grad = torch.ones(3)
w.grad.zero_()
print(w.grad)
del w.grad
print(w.grad)
w.requires_grad = False
print(w)
w.requires_grad = True
loss = (w**2).sum()
loss.backward()
w.data -= 0.1 * w.grad
print(w)
with torch.no_grad():
    w -= 0.1 * w.grad
    w.grad = None
print(w, w._version)


def attempt(work):
    try:
        print(work())
    except (RuntimeError, TypeError, AttributeError) as problem:
        print(type(problem).__name__, problem)


def set_data(v):
    w.data = v


attempt(lambda: set_data(3))
attempt(lambda: set_data(torch.tensor([1, 2, 3])))
attempt(lambda: setattr(w, "grad_fn", None))
attempt(lambda: setattr(w, "shape", (1,)))
attempt(lambda: w.undefined)
w.note = "kept"
print(w.note)
attempt(lambda: loss.requires_grad_(False))
attempt(lambda: (w * 2).detach_())
attempt(lambda: (w * 2)[0].detach_())
print(loss.detach(), loss.item())

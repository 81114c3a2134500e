# Transforms of functions that close over tracked tensors.
import torch
from torch.func import grad, vjp, jvp, jacrev, hessian

w = torch.tensor(3.0, requires_grad=True)
x = torch.tensor(2.0)
g = grad(lambda t: w * t**2)(x)
print(g, g.requires_grad)
g.backward()
print(w.grad)
xt = torch.tensor(2.0, requires_grad=True)
h = grad(lambda t: t**3)(xt)
print(h.requires_grad)
h.backward()
print(xt.grad)
print(grad(grad(lambda t: t**3))(x).requires_grad)
with torch.no_grad():
    print(grad(lambda t: w * t**2)(x))
print(grad(lambda t: (t * t.detach()))(x))


def frozen(t):
    with torch.no_grad():
        c = t**2
    return c * t


print(grad(frozen)(x))
print(grad(lambda t: torch.ones(()) * 2)(x))
print(grad(lambda a, b: a * 3)(x, x), grad(lambda a, b: a * 3, argnums=1)(x, x))
f = lambda t: (t**3).sum()
v = torch.tensor([1.0, 2.0])
print(jvp(grad(f), (v,), (torch.ones(2),)))
print(vjp(grad(f), v)[1](torch.ones(2)))
print(hessian(f)(v))
print(jacrev(jacrev(lambda t: t**3))(v))

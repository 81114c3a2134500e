# The flags of torch.autograd.functional.
import torch
from torch.autograd.functional import jacobian, hessian, vjp, jvp, hvp, vhp

x = torch.tensor([1.0, 2.0], requires_grad=True)
f = lambda t: t**3 + t.sum()
print(jacobian(f, x, vectorize=True))
print(jacobian(f, x, create_graph=True))
print(jacobian(f, x, strategy="forward-mode", vectorize=True))
print(hessian(lambda t: f(t).sum(), x, vectorize=True))
print(hessian(lambda t: f(t).sum(), x, create_graph=True))
print(hessian(lambda t: f(t).sum(), x, outer_jacobian_strategy="forward-mode", vectorize=True))
print(vjp(f, x, torch.ones(2), create_graph=True))
print(jvp(f, x, torch.ones(2), create_graph=True))
print(hvp(lambda t: f(t).sum(), x, torch.ones(2), create_graph=True))
print(vhp(lambda t: f(t).sum(), x, torch.ones(2), create_graph=True))
two = lambda a, b: (a * b, a + b)
print(jacobian(two, (x, x * 2)))
print(vjp(two, (x, x * 2), (torch.ones(2), torch.ones(2))))
print(jvp(two, (x, x * 2), (torch.ones(2), torch.zeros(2))))
print(hvp(lambda a, b: (a**2 * b).sum(), (x, x + 1), (torch.ones(2), torch.zeros(2))))


def attempt(work):
    try:
        print(work())
    except (RuntimeError, TypeError, NotImplementedError, AssertionError) as problem:
        print(type(problem).__name__, problem)


attempt(lambda: jacobian(f, x, strict=True, vectorize=True))
attempt(lambda: jacobian(f, x, strategy="sideways"))
attempt(lambda: jacobian(f, x, strategy="forward-mode"))
attempt(lambda: jacobian(f, [x]))
attempt(lambda: jacobian(lambda t: 3, x))
attempt(lambda: hessian(lambda t: (t.sum(), t.sum()), x))
attempt(lambda: hessian(lambda t: t.sum(), x, strict=True))
attempt(lambda: vjp(f, (x, x), torch.ones(2)))
attempt(lambda: vjp(two, (x, x), torch.ones(2)))
attempt(lambda: jvp(f, x, (torch.ones(2), torch.ones(2))))
attempt(lambda: hvp(f, x, torch.ones(2)))
attempt(lambda: jacobian(lambda a, b: a, (x, x), strict=True))
attempt(lambda: vjp(lambda t: t.detach(), x, torch.ones(2), strict=True))
attempt(lambda: jacobian(lambda t: t * 2, x, strict=True, create_graph=True))

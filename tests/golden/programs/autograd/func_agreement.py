# Hessians, products and per-sample gradients by several ways.
import torch

x = torch.randn(3, generator=torch.Generator().manual_seed(1))
y = x.clone().requires_grad_()
print(x, torch.randn(2, 2, generator=torch.Generator().manual_seed(1)))
fn = lambda t: (t**2 + 3 * t).sum()
h = torch.autograd.functional.hessian(fn, x)
print(h, torch.linalg.eigvalsh(h), torch.autograd.functional.jacobian(lambda t: t**3, x).diag())
v = torch.ones(3)
print(
    torch.autograd.functional.vhp(fn, x, v)[1],
    torch.autograd.functional.hvp(fn, x, v)[1],
    torch.func.hessian(fn)(x),
)
s = torch.func.vmap(torch.func.grad(lambda t: torch.sin(t) ** 2))(x)
print(s, torch.allclose(s, torch.sin(2 * x)))
print(
    torch.autograd.grad(y.exp().sum(), y, create_graph=True)[0].grad_fn.name(),
    torch.autograd.gradcheck(torch.sin, y.double().detach().requires_grad_()),
)

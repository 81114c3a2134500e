# Functions know their names.
import torch
import torch.nn as nn
import torch.nn.functional as F

functions = [
    torch.sin,
    torch.sigmoid,
    torch.matmul,
    torch.linalg.inv,
    torch.special.erf,
    torch.randn,
    torch.zeros,
    torch.tensor,
    torch.autograd.grad,
    torch.func.vmap,
    F.relu,
    F.gelu,
    F.softplus,
    F.cross_entropy,
    F.normalize,
    nn.init.xavier_uniform_,
    nn.Linear,
]
print([f.__name__ for f in functions])
x = torch.linspace(-3, 3, 4, requires_grad=True)
for f in (torch.sigmoid, torch.tanh, F.softplus, F.gelu):
    (slope,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    (bend,) = torch.autograd.grad(slope.sum(), x)
    print(f"{f.__name__:>9}", slope.detach(), bend)
print(x.sum.__name__, nn.ReLU().__class__.__name__, type(x.shape).__name__)

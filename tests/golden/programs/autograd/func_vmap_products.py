"""Derivatives of products under vmap, where rules have to look for zeros."""

import torch
from torch.func import grad, hessian, jacrev, vmap

x = torch.tensor([[1.0, 2.0], [2.0, 0.0], [0.0, 0.0]])
print(vmap(grad(lambda x: (x ** 2).prod()))(x))
print(vmap(hessian(lambda x: (x ** 2).prod()))(x))
print(vmap(jacrev(lambda x: x.prod(0, keepdim=True)))(x))
print(vmap(jacrev(lambda x: x.cumprod(0)))(x))

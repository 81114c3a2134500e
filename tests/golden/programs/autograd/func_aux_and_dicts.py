# has_aux, argnums and arguments that are dicts of tensors.
import torch
from torch.func import grad, grad_and_value, vjp, jvp, jacrev, jacfwd, hessian, vmap


def loss(params, x, y):
    pred = x @ params["w"] + params["b"]
    error = ((pred - y) ** 2).mean()
    return error, pred


params = {"w": torch.tensor([0.5, -1.0]), "b": torch.tensor(0.25)}
x = torch.tensor([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]])
y = torch.tensor([1.0, 0.0, -1.0])
grads, pred = grad(loss, has_aux=True)(params, x, y)
print(grads)
print(pred)
grads, (value, pred) = grad_and_value(loss, has_aux=True)(params, x, y)
print(value, pred.shape)
print(grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x + 1))
print(grad(lambda a, b: (a * b).sum(), argnums=-1)(x, x + 1))
out, pull, aux = vjp(lambda a: (a.sin(), a.sum()), x, has_aux=True)
print(aux, pull(torch.ones(3, 2)))
print(jvp(lambda a, b: a * b, (x, x), (torch.ones(3, 2), torch.zeros(3, 2))))
J, aux = jacrev(lambda v: (v**2, v.sum()), has_aux=True)(y)
print(J, aux)
print(jacrev(lambda v: {"square": v**2, "sum": v.sum()})(y))
print(jacfwd(lambda v: (v**2, v.sum()))(y))
print(jacfwd(lambda a, b: a * b, argnums=(0, 1))(y, y + 2))
print(hessian(lambda a, b: (a**2 * b).sum(), argnums=(0, 1))(y[:2], y[1:]))
print(jacrev(lambda p: x @ p["w"] + p["b"])(params))

# functional_call and per-sample gradients of a module.
import torch
from torch import nn
from torch.func import functional_call, grad, vmap, jacrev, stack_module_state

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
params = {k: v.detach() for k, v in model.named_parameters()}
x = torch.tensor([[1.0, 2.0], [0.5, -1.0]])
y = torch.tensor([[1.0], [0.0]])
print(functional_call(model, params, (x,)))
print(functional_call(model, {k: torch.zeros_like(v) for k, v in params.items()}, x))


def loss(params, x, y):
    return nn.functional.mse_loss(functional_call(model, params, (x,)), y)


grads = grad(loss)(params, x, y)
for name in grads:
    print(name, grads[name])
per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)
for name, g in per_sample.items():
    print(name, tuple(g.shape), torch.allclose(g.mean(0), grads[name]))
jac = jacrev(lambda p: functional_call(model, p, x))(params)
print({k: tuple(j.shape) for k, j in jac.items()})
print(model[0].weight.grad, model[0].weight.requires_grad)
models = [nn.Linear(2, 1) for _ in range(3)]
p, b = stack_module_state(models)
print({k: tuple(v.shape) for k, v in p.items()}, b)
print(vmap(lambda p, x: functional_call(models[0], p, (x,)), in_dims=(0, None))(p, x).shape)

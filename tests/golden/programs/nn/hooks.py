# Hooks around the forward of modules and around their part of a backward.
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
shapes = []
handles = [
    layer.register_forward_hook(lambda m, args, out: shapes.append((type(m).__name__, out.shape)))
    for layer in net
]
before = net[0].register_forward_pre_hook(lambda m, args: (args[0] * 2,))
net(torch.ones(1, 2))
print(shapes)
for handle in handles:
    handle.remove()
before.remove()
with net[2].register_forward_hook(lambda m, args, out: out * 0 + 7):
    print(net(torch.ones(1, 2)))


def watch(module, grad_input, grad_output):
    print(type(module).__name__, grad_input, grad_output)


handles = [layer.register_full_backward_hook(watch) for layer in net]
x = torch.ones(2, 2, requires_grad=True)
out = net(x)
print(out.grad_fn.name())
out.sum().backward()
print(x.grad)
for handle in handles:
    handle.remove()
net[0].register_full_backward_hook(lambda m, gi, go: (gi[0] * 10,))
net[2].register_full_backward_pre_hook(lambda m, go: (go[0] * 0.5,))
x.grad = None
net(x).sum().backward()
print(x.grad)
try:
    net[0].register_backward_hook(watch)
except RuntimeError as e:
    print(e)

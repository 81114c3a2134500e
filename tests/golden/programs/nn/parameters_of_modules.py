# Parameters and buffers set on a module.
import torch

p = torch.nn.Parameter(torch.randn(2, 2, generator=torch.Generator().manual_seed(0)))
print(p, p.grad, p.requires_grad)
m = torch.nn.Module()
m.p = p
m.q = torch.nn.Parameter(torch.zeros(1), requires_grad=False)
print(list(m.named_parameters()))
print(m)
print(m.state_dict())
for name, par in m.named_parameters():
    print(name, par.shape, par.requires_grad)
m.p.data.fill_(1)
print(m.p)
m.p.grad = torch.ones(2, 2)
m.zero_grad()
print(m.p.grad)
try:
    m.p = torch.ones(2)
except TypeError as e:
    print(e)
m.register_buffer("buf", torch.arange(3))
print(m.buf, dict(m.named_buffers()))
print(m._parameters.keys())

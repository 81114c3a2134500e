import torch

p = torch.empty(2, 3, 4).permute(2, 0, 1).requires_grad_()
p.sum().backward()
print(p.stride(), p.grad.stride())
p.grad = None
(p * torch.ones(4, 2, 3)).sum().backward()
print(p.grad.stride())
p.grad = None
with torch.autograd.enforce_grad_layout_policy(False):
    (p.contiguous() * torch.ones(4, 2, 3)).sum().backward()
print(p.grad.stride())
p.grad = None
(p.contiguous() * torch.ones(4, 2, 3)).sum().backward()
print(p.grad.stride())
x = torch.ones(2, 3, 4, 5).contiguous(memory_format=torch.channels_last).requires_grad_()
(x * torch.ones(2, 3, 4, 5)).sum().backward()
print(x.grad.stride())
gaps = torch.ones(4, 4)[::2].requires_grad_()
(gaps * 2).sum().backward()
print(gaps.stride(), gaps.grad.stride())
w = torch.ones(2, 3, requires_grad=True)
(w.t() * torch.ones(3, 2)).sum().backward()
print(w.grad.stride())

# Saved-tensor hooks and checkpointing.
import torch
from torch.autograd.graph import saved_tensors_hooks, save_on_cpu
from torch.utils.checkpoint import checkpoint


def pack(t):
    print("pack", t)
    return t.numpy() if not t.requires_grad else t.detach().numpy()


def unpack(a):
    print("unpack", a)
    return torch.from_numpy(a)


x = torch.tensor([1.0, 2.0], requires_grad=True)
with saved_tensors_hooks(pack, unpack):
    y = (x.exp() * x).sum()
y.backward()
print(x.grad)
with save_on_cpu():
    z = (x**2).sum()
z.backward()
print(x.grad)
calls = []


def block(t):
    calls.append("run")
    return (t.sin() ** 2).sum()


x.grad = None
out = checkpoint(block, x, use_reentrant=False)
print(out, len(calls))
out.backward()
print(x.grad, len(calls))
x.grad = None
out = checkpoint(block, x, use_reentrant=True)
out.backward()
print(out, x.grad, len(calls))

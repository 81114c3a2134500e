# A mean of squares, step by step.
import torch

x = torch.ones(2, 2, requires_grad=True)
y = x + 2
z = y * y * 3
out = z.mean()
print(x, y, z, out, sep="\n")
print(y.grad_fn, z.grad_fn, out.grad_fn, sep="\n")
out.backward()
print(x.grad)
print(y.grad)
x = torch.randn(3)

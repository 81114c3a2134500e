import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
for step in range(2):
    y = w * x
    loss = (y * y).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.25 * w.grad
    w.grad = x.grad = None
print(w)
(g,) = torch.autograd.grad(torch.sin(x[0]), x)
print(g)

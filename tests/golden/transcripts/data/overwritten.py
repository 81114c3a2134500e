import torch


def scaled(a):
    return a * factor


x = torch.tensor([1.0, 2.0], requires_grad=True)
factor = torch.ones(2)
y = scaled(x).sum()
factor.add_(1)
y.backward()

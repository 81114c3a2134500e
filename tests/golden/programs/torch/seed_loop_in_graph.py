# A loop whose length depends on the values.
import torch


def f(x):
    result = x
    while result.norm() < 10:
        result = result * 2
    if result.sum() > 0:
        return result.sum()
    return (result * 10).sum()


for v in ([0.1, 0.2], [-1.0, 0.5], [3.0, -8.0]):
    x = torch.tensor(v, requires_grad=True)
    d = f(x)
    d.backward()
    print(d, x.grad, x.grad == d / x)

"""Second derivatives that are zero, that torch does not record, and that it does not implement."""

import torch
import torch.nn.functional as F

POINTS = [-2.5, -0.5, 0.0, 0.3, 7.5]
GOALS = torch.tensor([0, 1])


def second(name, function, x):
    first, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    print(name, first.requires_grad, first.grad_fn)
    try:
        print(" ", torch.autograd.grad(first.sum(), x))
    except RuntimeError as e:
        print(" ", type(e).__name__, e)


for name in "relu relu6 leaky_relu hardtanh hardshrink softshrink hardsigmoid rrelu".split():
    second(name, getattr(F, name), torch.tensor(POINTS, requires_grad=True))
points = {
    "threshold": lambda x: F.threshold(x, 0.1, 20.0),
    "prelu": lambda x: F.prelu(x, torch.tensor(0.1)),
    "clamp": lambda x: x.clamp(-1, 1),
    "twice": lambda x: x * 2,
    "sign": torch.sign,
}
for name, function in points.items():
    second(name, function, torch.tensor(POINTS, requires_grad=True))
planes = {
    "max_pool2d": lambda x: F.max_pool2d(x, 2),
    "adaptive_max_pool2d": lambda x: F.adaptive_max_pool2d(x, 1),
    "fractional_max_pool2d": lambda x: F.fractional_max_pool2d(x, 1, output_size=1),
    "avg_pool2d": lambda x: F.avg_pool2d(x, 2),
    "adaptive_avg_pool2d": lambda x: F.adaptive_avg_pool2d(x, (1, 2)),
    "nll_loss2d": lambda x: F.nll_loss(x, torch.tensor([[[0, 1], [1, 0]]])),
}
for name, function in planes.items():
    x = torch.arange(8.0).reshape(1, 2, 2, 2).requires_grad_()
    second(name, function, x)
rows = {
    "nll_loss": lambda x: F.nll_loss(x, GOALS),
    "multi_margin_loss": lambda x: F.multi_margin_loss(x, GOALS),
    "multilabel_margin_loss": lambda x: F.multilabel_margin_loss(x, torch.tensor([[0, -1], [1, 0]])),
}
for name, function in rows.items():
    second(name, function, torch.tensor([[0.5, 1.0], [2.0, 0.25]], requires_grad=True))

x = torch.tensor([1.0, -2.0], requires_grad=True)
(F.relu(x) * x).sum().backward(create_graph=True)
(x.grad ** 2).sum().backward()
print(x.grad)

for function in (
    lambda x: x // 2,
    lambda x: torch.floor_divide(x, torch.tensor(2.0)),
    lambda x: torch.heaviside(x, torch.tensor(1.0)),
):
    out = function(x)
    print(out.requires_grad)
    try:
        out.sum().backward()
    except RuntimeError as e:
        print(type(e).__name__, e)

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(1, 2, 5, 6, requires_grad=True)
y = F.fractional_max_pool2d(x, 2, output_size=(3, 4))
print(y)
y.sum().backward()
print(x.grad)
print(F.fractional_max_pool2d(torch.randn(2, 5, 6), (2, 3), None, (0.5, 0.5), return_indices=True))
z = torch.randn(1, 1, 4, 5, 6, requires_grad=True, dtype=torch.float64)
y, i = F.fractional_max_pool3d(z, 2, output_size=(2, 3, 4), return_indices=True)
print(y, i)
m = nn.FractionalMaxPool2d(2, output_size=3)
print(m, m(torch.randn(1, 1, 6, 6)))
m = nn.FractionalMaxPool2d(2, output_ratio=0.5, return_indices=True)
print(m(torch.randn(1, 1, 6, 6)))
print(nn.FractionalMaxPool3d(2, output_ratio=0.5)(torch.randn(1, 1, 6, 6, 6)))
samples = torch.tensor([[[0.1, 0.2], [0.3, 0.9]]])
print(F.fractional_max_pool2d(x.detach(), 2, output_size=(3, 4), _random_samples=samples))
print(F.fractional_max_pool2d_with_indices(x.detach().half(), 2, output_size=2))
print(torch.rand(2))
for attempt in (
    lambda: F.fractional_max_pool2d(x, 2),
    lambda: F.fractional_max_pool2d(x, 9, output_size=(3, 4)),
    lambda: F.fractional_max_pool2d(x, (2, 6), output_size=(3, 4)),
    lambda: F.fractional_max_pool2d(x[0, 0], 2, output_size=(3, 4)),
    lambda: F.fractional_max_pool3d(z, 2, output_size=(9, 2, 2)),
    lambda: F.fractional_max_pool3d(z, 2, output_size=(2, 2, 9)),
    lambda: nn.FractionalMaxPool2d(2),
    lambda: nn.FractionalMaxPool2d(2, output_size=2, output_ratio=0.5),
    lambda: nn.FractionalMaxPool3d(2, output_ratio=1.5),
    lambda: F.fractional_max_pool2d(x.long(), 2, output_size=2),
    lambda: F.fractional_max_pool2d(x, 2, output_size=3, _random_samples=torch.rand(1, 1, 2)),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

# Saving and loading parameters, and the report of what does not fit.
import copy

import torch
import torch.nn as nn

torch.manual_seed(1)
a = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
b = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
a(torch.randn(4, 2))
for key, value in a.state_dict().items():
    print(key, value)
print(b.load_state_dict(a.state_dict()))
print(torch.equal(a[0].weight, b[0].weight), a[0].weight is b[0].weight, b[0].weight._version)
a.state_dict()["0.bias"].fill_(7)
print(a[0].bias, b[0].bias.requires_grad)
saved = copy.deepcopy(b.state_dict())
saved.pop("2.bias")
saved["more"] = torch.ones(1)
for strict in (True, False):
    try:
        print(b.load_state_dict(saved, strict=strict))
    except RuntimeError as e:
        print(e)
saved["0.weight"] = torch.ones(1, 2)
try:
    b.load_state_dict(saved, strict=False)
except RuntimeError as e:
    print(e)
twin = copy.deepcopy(a)
with torch.no_grad():
    twin[0].weight.zero_()
print(a[0].weight.abs().sum() > 0, twin[0].weight, type(twin[0].weight).__name__)

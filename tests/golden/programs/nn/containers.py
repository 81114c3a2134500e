# Modules and parameters in sequences and dictionaries.
from collections import OrderedDict

import torch
import torch.nn as nn

layers = [("one", nn.Linear(2, 2)), ("two", nn.ReLU()), ("three", nn.Linear(2, 1))]
s = nn.Sequential(OrderedDict(layers))
print(s, s[0], s[-1], s[:2], len(s), s.two)
s.append(nn.Sigmoid())
del s[1]
s[0] = nn.Identity()
s.insert(1, nn.Tanh())
print(s, s.pop(-1), len(s + nn.Sequential(nn.ReLU())))
try:
    s[9]
except IndexError as e:
    print(e)
same = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU()])
same.append(nn.Tanh())
same.extend([nn.ReLU()])
print(same, same[1:3], len(same))
print(nn.ModuleList([nn.Sequential(nn.Linear(1, 1), nn.ReLU()) for _ in range(3)]))
named = nn.ModuleDict([("lin", nn.Linear(1, 1)), ("act", nn.ReLU())])
named.update({"last": nn.Tanh()})
print(named, "lin" in named, list(named.keys()), named.pop("lin"), len(named))
listed = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(1, 3)])
listed.append(torch.ones(1))
print(listed, listed[0], len(listed), [p.shape for p in listed])
table = nn.ParameterDict({"b": torch.ones(2), "a": nn.Parameter(torch.zeros(1))})
print(table, list(table.keys()), table["a"], "b" in table)
for layer in s:
    print(type(layer))

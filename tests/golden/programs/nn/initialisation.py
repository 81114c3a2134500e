# Filling parameters in place with numbers of a given spread.
import torch
import torch.nn as nn

torch.manual_seed(3)
w = torch.empty(3, 4)
for fill in (
    nn.init.uniform_,
    nn.init.normal_,
    nn.init.xavier_uniform_,
    nn.init.xavier_normal_,
    nn.init.kaiming_uniform_,
    nn.init.kaiming_normal_,
    nn.init.trunc_normal_,
    nn.init.eye_,
    nn.init.zeros_,
):
    print(fill(w))
print(w._version, nn.init.constant_(w, 0.3) is w)
print(nn.init.kaiming_normal_(torch.empty(2, 3), mode="fan_out", nonlinearity="relu"))
print(nn.init.calculate_gain("tanh"), nn.init.calculate_gain("leaky_relu", 0.2))
layer = nn.Linear(3, 2)
print(layer.weight, layer.bias, layer.weight._version)
print(nn.Conv2d(1, 2, 2).weight, nn.Embedding(3, 2, padding_idx=0).weight)
try:
    nn.init.xavier_uniform_(torch.empty(3))
except ValueError as e:
    print(e)

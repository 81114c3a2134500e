"""functional_call with names that the module does not have."""

import torch
from torch.func import functional_call

torch.manual_seed(0)


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x) * getattr(self, "scale", 1.0)


net = Scaled()
x = torch.ones(2)
print(functional_call(net, {"linear.bias": torch.zeros(2), "foo": torch.ones(1)}, x))
print(functional_call(net, {"scale": torch.tensor(10.0)}, (x,)))
print(net(x), hasattr(net, "scale"), hasattr(net, "foo"), list(net.state_dict()))
for names in ({"no.such": x}, {"linear.foo.bar": x}):
    try:
        print(functional_call(net, names, x))
    except Exception as e:
        print(type(e).__name__, e)
try:
    functional_call(net, {"foo": x}, x, strict=True)
except Exception as e:
    print(type(e).__name__, e)

# What assignment registers, in which order it is listed, and what is refused.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 3)
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        squashed = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.heads = nn.ModuleDict({"a": nn.Linear(3, 2), "b": squashed})
        self.scale = nn.Parameter(torch.ones(2))
        self.register_buffer("steps", torch.zeros(1))
        self.register_buffer("passing", torch.zeros(1), persistent=False)
        self.register_parameter("missing", None)

    def forward(self, x, head="a"):
        x = torch.relu(self.first(x))
        for block in self.blocks:
            x = x + block(x)
        return self.heads[head](x) * self.scale


torch.manual_seed(0)
net = Net()
print(net)
for name, p in net.named_parameters():
    print(name, p.shape, p.requires_grad, p._version)
print([name for name, _ in net.named_buffers()], list(net.state_dict()))
print([name for name, _ in net.named_modules()])
print([name for name, _ in net.named_children()], [type(m).__name__ for m in net.children()])
print(net(torch.ones(2, 4)), net(torch.ones(1, 4), head="b").shape)
print(isinstance(net.scale, nn.Parameter), isinstance(torch.ones(1), nn.Parameter))
print(net.scale, net.heads["a"].bias)


def attempt(action):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__ + ":", e)


attempt(lambda: setattr(net, "scale", torch.ones(2)))
attempt(lambda: setattr(net, "first", 3))
attempt(lambda: net.nothing)
attempt(lambda: net.add_module("a.b", nn.Tanh()))
attempt(lambda: net.add_module("", nn.Tanh()))
attempt(lambda: net.add_module("training", nn.Tanh()))
attempt(lambda: net.register_buffer("first", None))
attempt(lambda: net.register_parameter("w", torch.ones(1)))
attempt(lambda: nn.Module()(1))
attempt(lambda: net.get_submodule("blocks.7"))
attempt(lambda: net.get_parameter("blocks.1.weight").shape)
del net.scale
attempt(lambda: net.scale)
shared = nn.Linear(2, 2, bias=False)
tied = nn.Sequential(shared, nn.ReLU(), shared)
print([name for name, _ in tied.named_parameters()], len(tied.state_dict()))
print(sum(p.numel() for p in net.parameters()))

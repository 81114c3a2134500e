import torch
from torch import nn, optim
import torch.nn.functional as F

class Net(nn.Module):
    """A small network."""
    def __init__(self, n_in, hidden=4, *, bias=True):
        super().__init__()
        self.fc1 = nn.Linear(n_in, hidden, bias=bias)
        self.fc2 = nn.Linear(hidden, 1)
        self.scale = nn.Parameter(torch.ones(1) * 0.5)
        self.register_buffer("steps", torch.zeros(1))
        self._hidden = hidden
        self.history = []

    def forward(self, x):
        h = F.relu(self.fc1(x))
        self.history.append(h.shape)
        return self.fc2(h) * self.scale

    @property
    def n_params(self):
        return sum(p.numel() for p in self.parameters())

    def extra_repr(self):
        return f"hidden={self._hidden}"

torch.manual_seed(0)
net = Net(3)
print(net)
print(net.n_params, [n for n, _ in net.named_parameters()], list(net.state_dict().keys()))
x = torch.randn(5, 3)
y = torch.randn(5, 1)
opt = optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    opt.zero_grad()
    out = net(x)
    loss = F.mse_loss(out, y)
    loss.backward()
    opt.step()
    print(f"epoch {epoch}: loss={loss.item():.6f}", net.scale.grad)
print(net.history, net.steps, net.training)
net.eval()
with torch.no_grad():
    print(net(x).shape, net.training)
print(type(net), type(net).__name__, isinstance(net, nn.Module), net.__class__.__name__)
print(type(net.fc1), type(net.scale), type(x), type(opt).__name__)
for name, child in net.named_children():
    print(name, child)
try:
    net.missing
except AttributeError as e:
    print(e)
class Twice(nn.Sequential):
    def forward(self, x):
        return super().forward(super().forward(x))
t = Twice(nn.Linear(2, 2), nn.Tanh())
print(t(torch.ones(1, 2)).shape)
print(t)
net.apply(lambda m: print("apply", type(m).__name__))
def hook(module, args, output):
    print("hook", type(module).__name__, output.shape)
handle = net.fc1.register_forward_hook(hook)
net(x); handle.remove(); net(x)

# Training and evaluation, freezing, gradients forgotten, dtypes and devices.
import torch
import torch.nn as nn

torch.manual_seed(2)
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Dropout(0.5), nn.Linear(4, 2))
x = torch.randn(5, 3)
print(net(x))
print(net[1].running_mean, net[1].num_batches_tracked)
print(net.eval() is net, [m.training for m in net])
print(net(x))
net.train()
net[0].requires_grad_(False)
net(x).sum().backward()
print([None if p.grad is None else p.grad.shape for p in net.parameters()])
net.zero_grad(set_to_none=False)
print(net[3].bias.grad)
net.zero_grad()
print(net[3].bias.grad)
print(net.double()[0].weight.dtype, net[1].running_var.dtype, net[1].num_batches_tracked.dtype)
print(net.to("cpu").to(torch.float32)[0].weight.dtype, net.float() is net)
for wrong in (lambda: net.to(torch.int64), lambda: net.cuda(), lambda: net.train(1)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)


def ones(m):
    if isinstance(m, nn.Linear):
        nn.init.ones_(m.weight)
        nn.init.constant_(m.bias, 0.25)


net.apply(ones)
print(net[3].weight, net[3].bias)

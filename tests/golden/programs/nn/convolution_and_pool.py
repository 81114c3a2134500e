# A convolution, pooling and batch normalisation with gradients.
import torch

conv = torch.nn.Conv2d(1, 2, 3, padding=1)
torch.nn.init.constant_(conv.weight, 0.1)
torch.nn.init.zeros_(conv.bias)
x = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
y = torch.nn.functional.max_pool2d(torch.relu(conv(x)), 2)
print(y.shape, y)
y.sum().backward()
print(x.grad, conv.weight.grad, conv.bias.grad)
net = torch.nn.Sequential(
    conv,
    torch.nn.BatchNorm2d(2),
    torch.nn.ReLU(),
    torch.nn.AvgPool2d(2),
    torch.nn.Flatten(),
    torch.nn.Linear(8, 1),
)
print(net)
print(sum(p.numel() for p in net.parameters()), [n for n, _ in net.named_parameters()])

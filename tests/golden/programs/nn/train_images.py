# A small convolutional network tells bars from squares.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Linear(4 * 4 * 4, 2)

    def forward(self, x):
        x = self.pool(F.relu(self.norm(self.conv(x))))
        return self.head(x.flatten(1))


torch.manual_seed(0)
images = torch.zeros(20, 1, 8, 8)
labels = torch.arange(20) % 2
for i in range(20):
    k = i % 5 + 1
    if labels[i] == 0:
        images[i, 0, k] = 1.0
    else:
        images[i, 0, k : k + 2, k : k + 2] = 1.0
images += 0.1 * torch.randn(images.shape)
net = Net()
print(net)
sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
schedule = torch.optim.lr_scheduler.StepLR(sgd, step_size=5, gamma=0.5)
for epoch in range(12):
    loss = F.cross_entropy(net(images), labels)
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    schedule.step()
    if epoch % 4 == 3:
        print(epoch, f"{loss.item():.3f}", schedule.get_last_lr())
net.eval()
print((net(images).argmax(1) == labels).float().mean())

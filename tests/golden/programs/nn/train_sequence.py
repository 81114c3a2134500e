# An LSTM learns to predict the next value of a sine, with gradients clipped.
import torch
import torch.nn as nn


class Predictor(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        states, _ = self.lstm(x)
        return self.head(states[:, -1])


torch.manual_seed(5)
wave = torch.sin(torch.arange(40) * 0.3)
x = torch.stack([wave[i : i + 6] for i in range(30)]).unsqueeze(-1)
y = wave[6:36].unsqueeze(-1)
net = Predictor(8)
adam = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(31):
    loss = nn.functional.mse_loss(net(x), y)
    adam.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    adam.step()
    if epoch % 10 == 0:
        print(f"{epoch:2d} {loss.item():.4f} {norm.item():.3f}")
net.eval()
with torch.no_grad():
    print(f"{(net(x) - y).abs().max().item():.3f}")

# Recurrent cells and networks: states, shapes, nodes and gradients.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(4, 2, 3)
for cell in (nn.RNNCell(3, 2), nn.GRUCell(3, 2), nn.LSTMCell(3, 2)):
    print(cell)
    state = None
    for step in x:
        state = cell(step, state)
    print(state)
deep = nn.GRU(3, 2, num_layers=2, bidirectional=True)
for net in (nn.RNN(3, 2), deep, nn.LSTM(3, 2, batch_first=True)):
    print(net)
    out, last = net(x)
    print(out.shape, out.grad_fn.name(), last[0].shape)
    print(out[-1])
    out.sum().backward()
    print([name for name, p in net.named_parameters() if p.grad is not None])
out, (h, c) = nn.LSTM(3, 2)(x)
print(out, h, c)
for wrong in (
    lambda: nn.RNNCell(3, 2)(torch.ones(1, 2)),
    lambda: nn.LSTM(3, 2)(torch.ones(1)),
    lambda: nn.RNN(3, 2)(x, torch.ones(1, 9, 2)),
    lambda: nn.GRU(3, 2)(x.double()),
    lambda: nn.RNN(3, 2, nonlinearity="sin"),
):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)

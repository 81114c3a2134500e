# Draws of many shapes, and layers with fresh weights.
import torch

torch.manual_seed(11)
for shape in [(1,), (5,), (15,), (16,), (17,), (24,), (2, 8), (3, 5), (4, 4, 2)]:
    print(
        torch.rand(shape).sum(),
        torch.randn(shape).flatten()[:2],
        torch.randint(0, 100, shape).flatten()[:3],
        torch.randn(shape, dtype=torch.float64).sum(),
    )
print(torch.randperm(20))
print(torch.rand(3).bernoulli())
print(torch.multinomial(torch.tensor([[0.1, 0.9], [0.5, 0.5]]), 4, replacement=True))
print(torch.normal(torch.arange(1.0, 6.0), torch.arange(1, 0, -0.2)))
print(torch.rand(2, 2) < 0.5)
print(torch.randn(3) * 2 + 1)
print(torch.nn.functional.dropout(torch.ones(3, 3), 0.4))
l = torch.nn.Linear(3, 3)
print(l.weight, l.bias)
print(torch.nn.init.kaiming_uniform_(torch.empty(2, 3), nonlinearity="relu"))
print(torch.empty(2, 2).normal_(0, 0.02))
print(torch.randint_like(l.weight, 3))
print(torch.rand_like(l.weight))
print(torch.nn.Conv1d(2, 2, 2).weight)
print(torch.nn.LSTMCell(1, 1).weight_ih)
print(torch.nn.Embedding(2, 2).weight)

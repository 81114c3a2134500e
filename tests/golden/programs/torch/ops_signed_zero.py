# Products with zeros keep the sign that torch gives them.
import torch

column = torch.tensor([[0.0], [1.0]])
row = torch.tensor([[-1.0, -2.0]])
print(column @ row)
print(torch.outer(torch.tensor([0.0, 1.0]), torch.tensor([-1.0, -2.0])))
print(torch.tensor([[0.0, 0.0], [1.0, 1.0]]) @ torch.tensor([[-1.0, -2.0], [-3.0, -1.0]]))
print(torch.tensor([[0.0]]) @ torch.tensor([[-1.0]]))
print(torch.bmm(column[None], row[None]))
x = torch.tensor([0.5, -0.2], requires_grad=True)
layer = torch.nn.Linear(2, 2)
torch.nn.init.constant_(layer.weight, -1.0)
torch.nn.init.zeros_(layer.bias)
torch.relu(layer(x)).sum().backward()
print(layer.weight.grad, x.grad)

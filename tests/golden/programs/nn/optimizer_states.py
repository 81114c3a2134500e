# What optimizers keep for the parameters that they have moved.
import torch

makers = {
    "plain": lambda p: torch.optim.SGD(p, lr=0.1),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adagrad": lambda p: torch.optim.Adagrad(p),
    "rmsprop": lambda p: torch.optim.RMSprop(p),
}
for name, make in makers.items():
    w = torch.tensor([1.0], requires_grad=True)
    v = torch.tensor([2.0], requires_grad=True)
    optimizer = make([w, v])
    print(name, optimizer.state_dict()["state"])
    (w**2).sum().backward()
    optimizer.step()
    print(optimizer.state_dict()["state"], len(optimizer.state), v in optimizer.state)

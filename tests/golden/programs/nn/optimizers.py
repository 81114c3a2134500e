# Optimizers: their text, their groups, the state they keep, and what they refuse.
import torch
import torch.nn as nn

settings = {
    "SGD": {"lr": 0.1, "momentum": 0.9, "nesterov": True},
    "Adam": {"lr": 0.1, "amsgrad": True},
    "AdamW": {"lr": 0.1},
    "RMSprop": {"lr": 0.1, "centered": True},
    "Adagrad": {"lr": 0.1},
    "Adadelta": {},
    "Adamax": {"lr": 0.1},
    "NAdam": {"lr": 0.1},
    "RAdam": {"lr": 0.1},
    "Rprop": {"lr": 0.1},
}
for name, setting in settings.items():
    p = nn.Parameter(torch.tensor([1.0, -2.0]))
    optimizer = getattr(torch.optim, name)([p], **setting)
    for _ in range(5):
        optimizer.zero_grad()
        (p**2).sum().backward()
        optimizer.step()
    print(name, p.detach(), sorted(optimizer.state[p]))
p, q = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([{"params": [p]}, {"params": q, "lr": 1.0}], lr=0.1, momentum=0.5)
print(optimizer)
(p.sum() + q.sum()).backward()
optimizer.step()
print(optimizer.state_dict())
other = torch.optim.SGD([{"params": [p]}, {"params": [q]}], lr=7)
other.load_state_dict(optimizer.state_dict())
print(other.param_groups[1]["lr"], other.state[p]["momentum_buffer"])
for wrong in (
    lambda: torch.optim.SGD([], lr=0.1),
    lambda: torch.optim.SGD(p, lr=0.1),
    lambda: torch.optim.SGD([p * 2], lr=0.1),
    lambda: torch.optim.SGD([p], lr=-0.1),
    lambda: torch.optim.Adam([p], betas=(1.0, 0.9)),
    lambda: torch.optim.SGD([{"params": [p]}, {"params": [p]}], lr=0.1),
):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)

# Four optimizers on a curved valley.
import torch


def rosen(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2


for name, make in {
    "sgd": lambda p: torch.optim.SGD([p], 1e-4),
    "adam": lambda p: torch.optim.Adam([p], 0.05),
    "rms": lambda p: torch.optim.RMSprop([p], 0.01),
    "ada": lambda p: torch.optim.Adagrad([p], 0.5),
}.items():
    p = torch.tensor([-1.2, 1.0], requires_grad=True)
    o = make(p)
    for _ in range(50):
        o.zero_grad()
        l = rosen(p)
        l.backward()
        o.step()
    print(name, p.detach(), f"{l.item():.4f}", p.grad)

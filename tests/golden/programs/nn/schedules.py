# Learning rates that change from step to step.
import torch
from torch.optim import lr_scheduler

schedules = {
    "StepLR": {"step_size": 2, "gamma": 0.5},
    "MultiStepLR": {"milestones": [1, 4], "gamma": 0.1},
    "ExponentialLR": {"gamma": 0.9},
    "CosineAnnealingLR": {"T_max": 5},
    "LinearLR": {"start_factor": 0.5, "total_iters": 4},
    "ConstantLR": {"factor": 0.5, "total_iters": 3},
    "PolynomialLR": {"total_iters": 5, "power": 2.0},
    "LambdaLR": {"lr_lambda": lambda epoch: 1 / (1 + epoch)},
    "CosineAnnealingWarmRestarts": {"T_0": 3},
    "CyclicLR": {"base_lr": 0.1, "max_lr": 0.5, "step_size_up": 2},
    "OneCycleLR": {"max_lr": 0.5, "total_steps": 8},
}
for name, setting in schedules.items():
    w = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    schedule = getattr(lr_scheduler, name)(optimizer, **setting)
    rates = []
    for _ in range(7):
        optimizer.step()
        rates.append(f"{schedule.get_last_lr()[0]:.4f}")
        schedule.step()
    print(name, " ".join(rates))
optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
schedule = lr_scheduler.ReduceLROnPlateau(optimizer, patience=1, factor=0.5)
for loss in (1.0, 0.9, 0.95, 0.96, 0.97, 0.5):
    schedule.step(loss)
    print(loss, optimizer.param_groups[0]["lr"])
print(lr_scheduler.StepLR(optimizer, 3).state_dict())

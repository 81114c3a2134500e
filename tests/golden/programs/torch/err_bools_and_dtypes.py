# Truth values in differences, and operands of two dtypes.
import torch
import torch.nn as nn

mask = torch.tensor([True, False])
f = torch.tensor([1.0, 2.0])
x = torch.ones(2, 3)


def attempt(work):
    try:
        print(work())
    except Exception as problem:
        print(type(problem).__name__, problem)


attempt(lambda: 1 - mask)
attempt(lambda: mask - 1)
attempt(lambda: mask - mask)
attempt(lambda: f - True)
attempt(lambda: f - mask)
attempt(lambda: torch.rsub(mask, 1))
attempt(lambda: -mask)
attempt(lambda: mask + mask)
attempt(lambda: torch.softmax(torch.tensor([1, 2]), 0))
attempt(lambda: torch.log_softmax(torch.tensor([[1, 2]]), 0))
attempt(lambda: nn.Linear(3, 2)(x.double()))
attempt(lambda: nn.Linear(3, 2, bias=False)(x.double()))
attempt(lambda: nn.Linear(3, 2)(x.long()))
attempt(lambda: torch.addmm(torch.ones(2, 2), x.double(), x.t()))
attempt(lambda: torch.addmm(torch.ones(2, 2).double(), x, x.t()))
attempt(lambda: nn.Embedding(3, 2)(torch.tensor([0.5])))
attempt(lambda: torch.cross(torch.ones(4), torch.ones(4), dim=0))
attempt(lambda: torch.linalg.cross(torch.ones(3), torch.ones(4)))

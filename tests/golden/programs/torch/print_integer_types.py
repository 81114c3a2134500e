# Integers of every size, their limits and conversions.
import torch

for dt in (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64):
    print(
        torch.tensor([1, 100, 7], dtype=dt),
        torch.tensor([[5], [127]], dtype=dt),
        torch.tensor(9, dtype=dt),
        torch.zeros(0, dtype=dt),
        torch.tensor([1, 2], dtype=dt).sum(),
        torch.tensor([1, 2], dtype=dt) * 2,
        torch.tensor([1, 2], dtype=dt) / 2,
        torch.tensor([1, 2], dtype=dt).float().mean(),
    )
print(
    torch.tensor([-1, 10, -100]),
    torch.tensor([2**62, -(2**62)]),
    torch.tensor(-5),
    torch.tensor([[1000, -1], [0, 5]]),
    torch.tensor(200, dtype=torch.uint8) + torch.tensor(100, dtype=torch.uint8),
    torch.tensor(127, dtype=torch.int8) + 1,
    -torch.tensor(5, dtype=torch.uint8),
    torch.tensor([2**31 - 1], dtype=torch.int32) + 1,
)
try:
    torch.tensor(300, dtype=torch.uint8)
except Exception as e:
    print(type(e).__name__, e)
try:
    torch.tensor(2**63)
except Exception as e:
    print(type(e).__name__, e)
try:
    torch.tensor([2**63])
except Exception as e:
    print(type(e).__name__, e)
try:
    torch.tensor(1.5, dtype=torch.int64)
    print("ok")
except Exception as e:
    print(type(e).__name__, e)
print(
    torch.tensor([1.9, -1.9]).int(),
    torch.tensor([1.9]).bool(),
    torch.tensor(float("nan")).bool(),
    torch.tensor([3, 0]).bool(),
    torch.tensor([1e10]).int() if False else 0,
    torch.tensor([True, False]).int(),
    torch.tensor([1, 2]).type(torch.float64),
    torch.tensor([1.5]).type_as(torch.tensor([1])),
    torch.tensor([1.7]).long(),
    torch.tensor([1.5]).half(),
    torch.tensor([257]).byte(),
    torch.tensor([1]).char(),
    torch.tensor([1]).short(),
    torch.tensor([1, 2]).to(torch.float16),
)

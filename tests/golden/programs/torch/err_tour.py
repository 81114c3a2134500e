# Twenty common mistakes.
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
try:
    y = x * 2
    y.backward()
except RuntimeError as e:
    print("E1:", e)
try:
    (x * 2).sum().backward(torch.ones(3))
except RuntimeError as e:
    print("E2:", e)
try:
    z = x.detach().numpy()
    x.numpy()
except RuntimeError as e:
    print("E3:", e)
try:
    x[0] = 10
except RuntimeError as e:
    print("E4:", e)
try:
    torch.tensor([1, 2], requires_grad=True)
except RuntimeError as e:
    print("E5:", e)
try:
    x.view(2, 2)
except RuntimeError as e:
    print("E6:", e)
try:
    x + torch.ones(4)
except RuntimeError as e:
    print("E7:", e)
try:
    x @ torch.ones(4)
except RuntimeError as e:
    print("E8:", e)
try:
    torch.cat([x, torch.ones(2, 2)])
except RuntimeError as e:
    print("E9:", e)
try:
    x.item()
except RuntimeError as e:
    print("E10:", e)
try:
    x.foo
except AttributeError as e:
    print("E11:", e)
try:
    torch.nn.Linear(3, 2)(torch.ones(2, 4))
except RuntimeError as e:
    print("E12:", e)
try:
    x[5]
except IndexError as e:
    print("E13:", e)
try:
    x.sum(dim=3)
except IndexError as e:
    print("E14:", e)
try:
    x.to("cuda")
except Exception as e:
    print("E15:", type(e).__name__, e)
try:
    bool(x > 1)
except RuntimeError as e:
    print("E16:", e)
try:
    y = x.clone()
    y.retain_grad()
    w = y**2
    y += 1
    w.sum().backward()
except RuntimeError as e:
    print("E17:", e)
try:
    x.reshape(-1, 2)
except RuntimeError as e:
    print("E18:", e)
try:
    torch.stack([x, x[:2]])
except RuntimeError as e:
    print("E19:", e)
try:
    x.T.foo()
except AttributeError as e:
    print("E20:", e)
print(torch.tensor(3.5).item(), x.unsqueeze(1))
raise SystemExit(x.mean().item())

import torch
import math
from functools import partial
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
a, b, c = x
print(a, b, c)
total = sum(v * i for i, v in enumerate(x))
print(total)
print(max(x), min(x), sorted([t.item() for t in x], reverse=True), abs(x - 2), round(x.sum().item(), 2))
print([f"{v:.2f}" for v in x], len(x), list(x.shape), tuple(x.size()), x.shape[0] * 2)
for row in torch.arange(6).reshape(2, 3):
    print(row, row.tolist(), int(row.sum()))
for i, (p, q) in enumerate(zip(torch.ones(2), torch.zeros(2))):
    print(i, p, q)
d = {"w": torch.ones(2), "b": torch.zeros(1)}
for k, v in d.items():
    print(k, v)
print(d)
grads = {}
def save(name):
    def hook(g):
        grads[name] = g
    return hook
y = x * 2
y.register_hook(save("y"))
x.register_hook(save("x"))
y.pow(2).sum().backward()
print(grads)
w = torch.zeros(3)
w += 1; w *= 3; w -= 0.5; w /= 2; w **= 2
print(w)
w[0] = 10; w[1:] = torch.tensor([7.0, 8.0]); w[w > 9] = -1
print(w)
w[-1] += 5
print(w, w.data_ptr() == w.data_ptr(), w is w, w[0] == -1, bool(w[0] == -1))
print(x.grad, x.grad.shape, x.grad is x.grad)
x.grad = None
print(x.grad, x.is_leaf, x.requires_grad)
x.grad = torch.ones(3); x.grad.zero_(); print(x.grad)
with torch.no_grad():
    x -= 0.1
print(x)
x.data = torch.tensor([5.0, 5.0, 5.0]); print(x)
f = partial(torch.sum, dim=0)
print(f(torch.ones(2, 2)))
print(torch.tensor([[1, 2], [3, 4]])[:, 1], torch.ones(2, 3)[..., None].shape, torch.arange(10)[::2], torch.arange(5)[[0, 2]], torch.arange(4)[torch.tensor([True, False, True, False])])
m = torch.eye(2)
print(m @ torch.ones(2), m.T, -m, ~(m > 0), m == m, (m > 0) & (m < 2), (m > 0) | (m < 0), (m > 0) ^ (m > 0), m ** 2, 2 ** m, 1 / (m + 1), m // 2, m % 2)
print(isinstance(x, torch.Tensor), type(x), type(x) is torch.Tensor, x.dtype, x.dtype == torch.float32, x.device, str(x.dtype), repr(x.shape))
print(torch.is_tensor(x), hasattr(x, "grad"), getattr(x, "shape"), callable(x.sum))
print(math.sqrt(torch.tensor(4.0)), float(torch.tensor(2)), int(torch.tensor(2.7)), range(torch.tensor(3)), [10, 20, 30][torch.tensor(1)])
print("shape: %s, value: %.3f, int %d" % (x.shape, x.sum(), x[0]), "{:.2f} {}".format(x[0].item(), x[1]))
if torch.tensor(1.0): print("truthy")
print(torch.tensor(3) in [1, 2, 3], 2.0 in torch.tensor([1.0, 2.0]), torch.tensor([1, 2]).tolist() == [1, 2])
assert torch.allclose(torch.ones(2), torch.ones(2)), "not close"
try:
    assert torch.equal(torch.ones(2), torch.zeros(2)), f"differ: {torch.ones(2)}"
except AssertionError as e:
    print("AssertionError:", e)
s = torch.Size([2, 3]); print(s, s[0], len(s), s.numel(), s == (2, 3), list(s), s + (1,), tuple(s))
vals, idx = torch.tensor([3.0, 1.0, 2.0]).sort(); print(vals, idx)
r = torch.tensor([[1.0, 5.0], [7.0, 2.0]]).max(dim=1); print(r.values, r.indices, r[0], r)
print(torch.stack([torch.ones(2), torch.zeros(2)]), torch.cat([torch.ones(1), torch.zeros(1)]))
*rest, last = torch.arange(4); print(rest, last)
print(*torch.arange(3)); print(*[1, 2], sep=", ")
n = torch.tensor([1.5]).numpy(); print(n, torch.ones(2, 2).numpy().shape)

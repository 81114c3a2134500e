# Tensors in f-strings, percent formats, containers, and as arrays.
import torch

x = torch.tensor(3.14159)
i = torch.tensor(42)
b = torch.tensor(True)
v = torch.tensor([1.5, 2.5])
g = torch.tensor(2.0, requires_grad=True)
d = torch.tensor(1e-10, dtype=torch.float64)
h = torch.tensor(1.5, dtype=torch.float16)
print(f"{x} {i} {b} {v} {g} {d} {h} {g * 2} {v.sum()} {x!r} {v!r:>30} {g!s}")
print(
    f"{x:.2f} {x:8.3f} {x:e} {x:g} {i:d} {i:5d} {i:x} {i:,} {g:.3f} {d:.3e} {h:.1f} {x:<10.1f}| {x:>10}| {i:>6}| {i:06d} {x:+.1f} {x:%}"
)
print("%.3f %d %s %5.1f %r" % (x, i, x, x, i))
print("{:.2f} {} {:>8}".format(x, v, i))
print(str(x), repr(x), str(v), format(x, ".1f"))
print(x, i, b, sep=" | ")
print("a", x, end="\n\n")
print(
    f"{v.tolist()} {v.shape} {v.dtype} {v.device} {v.size(0)} {len(v)} {v.mean().item():.4f} {v[0]} {v[0]:.1f} {v.max()} {v.argmax()} {v.numel()}"
)
print(
    [f"{t:.1f}" for t in v],
    {f"k{k}": t for k, t in enumerate(v)},
    [t.item() for t in v],
    [round(t.item(), 3) for t in v / 3],
    list(v),
    tuple(v),
    dict(zip("ab", v)),
    set([1]),
    [v, [v]],
    ((v,), [i]),
    {"a": {"b": v}},
    [[x, i], [b]],
)
print([torch.ones(2, 2), torch.zeros(2, 2)])
print({"w": torch.ones(2, 2), "b": torch.zeros(2)})
print((torch.ones(2, 2), None, "s"))
print(v, "\n", v)
print(torch.ones(2, 2), torch.ones(2, 2))
print("x:", torch.ones(2, 2))
print(f"x: {torch.ones(2, 2)}")
print(
    f"{torch.tensor(float('nan'))} {torch.tensor(float('inf')):.2f} {torch.tensor(-0.0)} {torch.tensor(1e20)} {torch.tensor(1e-5)} {torch.tensor(123456789.0)} {torch.tensor(0.1)} {torch.tensor(0.1, dtype=torch.float64)} {torch.tensor(100.0)} {torch.tensor(1e16)} {torch.tensor(16777216.0)}"
)
print(
    torch.tensor(0.1).item(),
    torch.tensor(1e-5).item(),
    torch.tensor(1 / 3).tolist(),
    torch.tensor([0.1, 1e20]).tolist(),
    torch.tensor(0.1, dtype=torch.float16).item(),
    float(torch.tensor(0.7)),
    torch.tensor(0.7).numpy(),
    torch.tensor([0.7, 1e-8]).numpy(),
    torch.tensor([[1, 2], [3, 4]]).numpy(),
    torch.tensor([True]).numpy(),
    torch.ones(2, 3).numpy(),
    torch.tensor([1.5, 2.25]).double().numpy(),
    torch.arange(3).numpy().dtype,
    torch.ones(2).numpy().shape,
    [torch.tensor(1.5).numpy()],
    repr(torch.ones(2).numpy()),
    repr(torch.ones(2).double().numpy()),
    torch.arange(3).numpy().sum(),
    type(torch.ones(1).numpy()),
)

# Tensors among other things that are printed.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
print([x * 2], (x.sum(),), {"g": x.exp()}, [[x, None], "a"], x.grad)
print("grad:", x.grad, "fn:", (x * 2).grad_fn is None, sep="\t")
print(
    f"{x.sum():>10.3f}|{x[0]:<8.2f}|{x.mean():^10.1f}|{x.prod():+.2e}|{float(x[1]):,.2f}|{x.numel():03d}"
)
print(
    str(x.sum()),
    repr([x.detach()]),
    "%s" % x,
    "%r" % (x * 1,),
    "{}".format(x[0]),
    "{!r}".format(x[0]),
)
for i, (k, v) in enumerate({"a": x, "b": x * 2}.items()):
    print(i, k, v, v.requires_grad)
print(*[t.item() for t in x], *x, *(x * 3).tolist())
print(x, end=" <- end\n")
print()
print(None, True, 1.0, 1e-7, 1e16, 3 + 0.1, -0.0)
print(
    x.shape,
    list(x.shape),
    x.size(),
    x.dtype,
    x.device,
    x.T,
    x.type(),
    x.is_leaf,
    x.names if False else "",
    x.layout,
)
print(
    torch.zeros(2, 0),
    torch.zeros(0, 2).sum(0),
    torch.ones(1, 1, 1),
    torch.full((2, 1), -1.5),
    torch.tensor(-0.5),
    torch.tensor([[-0.0]]),
)

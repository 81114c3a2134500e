import torch
from torch.func import functionalize, rearrange

x = torch.arange(24.0).view(2, 3, 4)
print(rearrange(x, "a b c -> (a b) c"))
print(rearrange(x, "a (b d) c -> d a (b c)", b=3))
for pattern in ("a b c -> c 1 a b", "... c -> c ...", "a ... -> (...) a", "a b c->a (b c)"):
    print(pattern, rearrange(x, pattern).shape)
print(rearrange([x, x], "n a b c -> a n b c").shape)
print(rearrange(torch.ones(1, 2), "1 a -> a"))
y = x.clone().requires_grad_()
(rearrange(y, "a b c -> c (a b)")[1] * torch.arange(6.0)).sum().backward()
print(y.grad)
for pattern, lengths in (
    ("a b -> a b", {}),
    ("a b c -> a b", {}),
    ("a b c", {}),
    ("a a c -> a c", {}),
    ("a (b (c)) d -> a", {}),
    ("a b) c d -> a", {}),
    ("a b c -> a ... b c", {}),
    ("a (b -> a b", {}),
    ("a b c. -> a", {}),
    ("a b 2 -> a b 2", {}),
    ("a b c -> a b c", {"d": 3}),
    ("a b c -> a b c", {"a": "x"}),
    ("a-b c d -> a", {}),
    ("(...) c -> c", {}),
    ("1a b c -> b", {}),
    ("_a b c -> b", {}),
    ("a b c d ... -> a b c d ...", {}),
):
    try:
        print(pattern, rearrange(x, pattern, **lengths).shape)
    except Exception as e:
        print(pattern, type(e).__name__, e)


def f(a):
    b = a + 1
    b.view(-1).add_(1)
    return b


print(functionalize(f)(x[0, 0]), functionalize(f, remove="mutations_and_views")(x[0, 0]))

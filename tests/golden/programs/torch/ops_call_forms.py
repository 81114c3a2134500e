import torch

a, b = torch.arange(6.0).view(2, 3), torch.arange(12.0).view(2, 3, 2)
print(torch.einsum(a, [..., 0], b, [..., 0, 1], [..., 1]))
print(torch.einsum(a, [0, 1], a, [0, 1]))
print(torch.einsum(a, [0, ...], [...]))
print(torch.atleast_1d(), torch.atleast_2d(()), torch.atleast_3d([]))
at = torch.tensor([[2], [3]])
print(torch.full((2, 4), 2.0).scatter_(1, at, 1.23, reduce="multiply"))
print(torch.full((2, 4), 2.0).scatter(1, at, 1.23, reduce="add"))
print(torch.zeros(2, 4).scatter_(1, at, 5))
print(torch.nn.functional.native_channel_shuffle(torch.arange(8.0).view(1, 4, 2), 2))
for attempt in (
    lambda: torch.einsum(a, [52, 0]),
    lambda: torch.zeros(2, 4).scatter_(1, at, 1.0, reduce="mean"),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

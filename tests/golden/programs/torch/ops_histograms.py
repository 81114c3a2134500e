import torch

x = torch.tensor([1.0, 2, 1, 0.25, 3])
w = torch.tensor([0.5, 1, 2, 4, 8])
print(torch.histogram(x, 4))
print(torch.histogram(x, 3, range=(0.0, 2.0), weight=w))
hist, edges = x.histogram(torch.tensor([0.0, 1, 2.5, 3]), density=True)
print(hist, edges)
print(torch.histogram(torch.tensor([]), 2).bin_edges)
points = torch.tensor([[0.0, 1], [1, 0], [2, 0], [2, 2]])
print(torch.histogramdd(points, bins=[3, 2], weight=torch.tensor([1.0, 2, 4, 8])))
print(torch.histogramdd(points, 2, range=[0.0, 1, 0, 1], density=True).hist)
print(torch.histogramdd(points, [torch.tensor([0.0, 1, 2]), torch.tensor([0.0, 2])]).hist)
print(torch.nonzero_static(torch.tensor([[1, 0], [3, 2]]), size=4, fill_value=9))
print(torch.nonzero_static(torch.tensor([[1, 0], [3, 2]]), size=2))
print(torch.tensor(7).nonzero_static(size=2).shape)
for attempt in (
    lambda: torch.histogram(torch.tensor([1, 2]), 3),
    lambda: torch.histogram(x, 0),
    lambda: torch.histogram(x, 2, range=(3.0, 1.0)),
    lambda: torch.histogram(x, torch.tensor([[0.0, 1]])),
    lambda: torch.histogram(x, torch.tensor([0, 1])),
    lambda: torch.histogram(torch.tensor([1.0, float("nan")]), 3),
    lambda: torch.histogramdd(points, [3]),
    lambda: torch.histogramdd(points, 2, range=[0.0, 1]),
    lambda: torch.histogramdd(points, 2, weight=torch.ones(3)),
    lambda: torch.nonzero_static(points, size=-1),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

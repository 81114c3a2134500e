# Data sets, splits and loaders: the order of a shuffled pass is torch's.
import torch
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split

torch.manual_seed(0)
x = torch.arange(10.0).unsqueeze(1)
pairs = TensorDataset(x, 2 * x)
print(len(pairs), pairs[3])
for a, b in DataLoader(pairs, batch_size=4):
    print(a.shape, b.squeeze(1))
for turn in range(2):
    print([a.squeeze(1).tolist() for a, _ in DataLoader(pairs, batch_size=3, shuffle=True)])


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return {"number": i, "square": float(i * i), "name": f"n{i}", "pair": (i, x[i])}


loader = DataLoader(Squares(5), batch_size=2, drop_last=True)
print(len(loader))
for batch in loader:
    print(batch)
train, rest = random_split(pairs, [7, 3])
print(len(train), train.indices, [item[0].item() for item in rest])
print([len(part) for part in random_split(range(7), [0.5, 0.5])])
chosen = torch.Generator().manual_seed(1)
print(next(iter(DataLoader(pairs, batch_size=2, shuffle=True, generator=chosen))))
print(list(DataLoader(Subset([10, 20, 30], [2, 0]), batch_size=1)))
print(torch.rand(2))
for wrong in (
    lambda: random_split(pairs, [5, 6]),
    lambda: TensorDataset(x, x[:2]),
    lambda: DataLoader(pairs, batch_size=0),
    lambda: Dataset()[0],
):
    try:
        wrong()
    except Exception as problem:
        print(type(problem).__name__, problem)
model = torch.nn.Linear(1, 1)
sgd = torch.optim.SGD(model.parameters(), lr=0.01)
for epoch in range(3):
    total = 0.0
    for a, b in torch.utils.data.DataLoader(train, batch_size=2, shuffle=True):
        sgd.zero_grad()
        loss = torch.nn.functional.mse_loss(model(a), b)
        loss.backward()
        sgd.step()
        total += loss.item() * len(a)
    print(epoch, f"{total / len(train):.4f}")

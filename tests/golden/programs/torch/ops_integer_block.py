# A block of integers, reduced, indexed and converted.
import torch

t = torch.arange(24).reshape(2, 3, 4)
print(
    t.sum((0, 2)),
    t.float().mean((1, 2)),
    t.max(-1),
    t.argmax(),
    t.flatten()[t.argmax()],
    t[t % 5 == 0],
    t.view(-1)[::7],
    t[..., 1],
    t[:, -1, :2].tolist(),
)
print(
    torch.nonzero(t > 20),
    (t > 20).nonzero().shape,
    torch.where(t > 20),
    t.unique().numel(),
    t.T.shape if False else t.mT.shape,
)
print(
    t[0] @ t[1].T,
    t.cumsum(1)[0],
    torch.tril(t[0].float()),
    t.float().std(),
    t.float().norm(),
    t.prod(0)[0],
    t.any(),
    t.bool().all(),
)
print(
    t.numpy()[0, 1],
    t.numpy().shape,
    t.tolist()[1][2],
    t[1, 2, 3].item(),
    int(t[0, 0, 1]),
    t.size(),
    t.stride(),
    t.dim(),
)

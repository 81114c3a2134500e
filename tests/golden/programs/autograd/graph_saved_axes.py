"""The axes that nodes keep, as they were given: torch shows a negative one without its sign."""

import torch

x = torch.rand(2, 3, 4, requires_grad=True)
m = torch.rand(3, 3, requires_grad=True)
for dim in (1, -1):
    made = [
        x.softmax(dim), x.log_softmax(dim), x.sum(dim), x.mean(dim), x.max(dim).values, x.sort(dim)[0],
        x.topk(1, dim)[0], x.select(dim, 0), x.unbind(dim)[0], x.split(1, dim)[0], torch.cat([x, x], dim),
        torch.stack([x, x], dim), x.unsqueeze(dim), x.squeeze(dim), x.cumsum(dim), x.logsumexp(dim),
        x.var(dim), x.std(dim), x.narrow(dim, 0, 1), x.gather(dim, torch.zeros(2, 3, 4).long()),
    ]
    for out in made:
        print(out.grad_fn.name(), out.grad_fn._saved_dim)
print(x.sort()[0].grad_fn._saved_dim, x.topk(1)[0].grad_fn._saved_dim, x.unbind()[0].grad_fn._saved_dim)
print(torch.stack([x, x]).grad_fn._saved_dim, x[None].grad_fn._saved_dim, x[:, 0].grad_fn._saved_dim)
print(x.sum((0, -1)).grad_fn._saved_dim, x.flip(0, -1).grad_fn._saved_dims)
print(x.roll((1, -1), (0, -1)).grad_fn._saved_dims, x.roll((1, -1), (0, -1)).grad_fn._saved_shifts)
print(x.permute(-1, 0, 1).grad_fn._saved_dims, x.movedim(-1, 0).grad_fn._saved_dims, m.T.grad_fn._saved_dims)
print(x.transpose(0, -1).grad_fn._saved_dim0, x.transpose(0, -1).grad_fn._saved_dim1)
print(m.diag().grad_fn._saved_dim1, m.diagonal().grad_fn._saved_dim2, x.var(1).grad_fn._saved_correction)
print(x.std().grad_fn._saved_correction, x.std(0).grad_fn._saved_correction, x.norm().grad_fn._saved_dim)

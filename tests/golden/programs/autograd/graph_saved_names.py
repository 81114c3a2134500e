# What nodes keep, under torch's names.
import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, 2.0], [1.0, 3.0]], requires_grad=True)
w = torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
print(torch.add(x, w, alpha=2).grad_fn._saved_alpha, (x - w).grad_fn._saved_alpha)
print((x @ w[0]).grad_fn._saved_vec)
print((x[0] @ w[0]).grad_fn._saved_tensor)
print((x @ w).grad_fn._saved_mat2 is w)
best = x.max(dim=1).values.grad_fn
print(best._saved_dim, best._saved_indices, best._saved_keepdim)
part = x[:, 1:].grad_fn
print(part._saved_dim, part._saved_start, part._saved_end, part._saved_step)
print(x.inverse().grad_fn._saved_inverse)
print(torch.cat([x, w]).grad_fn._saved_dim, x.split(1)[0].grad_fn._saved_dim)
loss = F.mse_loss(x, w).grad_fn
print(loss._saved_reduction, loss._saved_self is x)
print(F.nll_loss(x, torch.tensor([0, 1]), reduction="sum").grad_fn._saved_ignore_index)
print(F.binary_cross_entropy(x.sigmoid(), torch.ones(2, 2)).grad_fn.next_functions[1:])

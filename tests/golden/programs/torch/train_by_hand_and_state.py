# Steps of plain descent, and what the optimizer tells.
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for i in range(3):
    loss = (w**2).sum()
    loss.backward()
    opt.step()
    print(i, w, w.grad, loss)
print(w.grad.norm(), w.data, w.detach(), w.is_leaf, w.grad_fn, w._version)
print(opt.param_groups[0]["params"][0] is w, opt.state_dict())

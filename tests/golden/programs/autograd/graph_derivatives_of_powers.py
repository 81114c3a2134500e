# All derivatives of powers, until nothing is left.
import torch

x = torch.tensor(1.5, requires_grad=True)
for n in range(1, 6):
    y = x**n
    grads = [y]
    for k in range(n + 1):
        if not grads[-1].requires_grad:
            break
        g = torch.autograd.grad(grads[-1], x, create_graph=True, allow_unused=True)[0]
        if g is None:
            break
        grads.append(g)
    print(n, [g.item() for g in grads], grads[-1].grad_fn)

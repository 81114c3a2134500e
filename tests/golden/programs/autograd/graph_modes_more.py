# no_grad, enable_grad and inference_mode as contexts, decorators and functions.
import torch


@torch.no_grad()
def frozen(t):
    """Doubles."""
    return t * 2


@torch.enable_grad()
def tracked(t):
    return t * 2


@torch.inference_mode()
def inferred(t):
    return t * 2


@torch.no_grad
def bare(t):
    return t + 1


x = torch.ones(2, requires_grad=True)
print(frozen(x).requires_grad, frozen.__name__, frozen.__doc__)
print(bare(x).requires_grad)
with torch.no_grad():
    print(tracked(x).requires_grad, (x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).grad_fn)
    with torch.set_grad_enabled(True):
        print(torch.is_grad_enabled())
    print(torch.is_grad_enabled())
print(inferred(x).is_inference(), torch.is_inference(inferred(x)))
z = inferred(x)
for work in (lambda: z.requires_grad_(), lambda: z.add_(1), lambda: z * x, lambda: (z + x).sum().backward()):
    try:
        print(work())
    except RuntimeError as problem:
        print(problem)
print(x.grad)
with torch.inference_mode(mode=False):
    print(torch.is_inference_mode_enabled(), (x * 2).requires_grad)


class Guard:
    @torch.no_grad()
    def step(self, t):
        return t.mul(3)


print(Guard().step(x).requires_grad)
print(torch.set_grad_enabled(False), torch.is_grad_enabled())
torch.set_grad_enabled(True)
try:
    with torch.no_grad():
        raise ValueError("inside")
except ValueError as problem:
    print(problem, torch.is_grad_enabled())
v = x * 1
with torch.no_grad():
    view = v[:1]
    print(view.requires_grad, view.grad_fn, view.is_leaf)
try:
    view.mul_(2)
except RuntimeError as problem:
    print(problem)

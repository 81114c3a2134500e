# Custom functions: contexts, several outputs, double backward, materialized gradients.
import torch
from torch.autograd import Function


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * 3 * x**2


class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None


class Split(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clamp(min=0), x.clamp(max=0)

    @staticmethod
    def backward(ctx, up, down):
        print("up", up, "down", down)
        return up + 2 * down


class ClipGrad(Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g.clamp(-ctx.limit, ctx.limit), None


x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = Cube.apply(x)
print(y, y.grad_fn.name())
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
print(g)
print(torch.autograd.grad(g.sum(), x))
z = Scale.apply(y, 2.0)
print(z.grad_fn.next_functions[0][0].name(), z.requires_grad)
up, down = Split.apply(x)
up.sum().backward()
print(x.grad)
x.grad = None
(ClipGrad.apply(x, 0.5) * torch.tensor([1.0, 0.1, -3.0])).sum().backward()
print(x.grad)


def attempt(work):
    try:
        print(work())
    except Exception as problem:
        print(type(problem).__name__, problem)


class Wrong(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, g):
        return g


attempt(lambda: Wrong.apply(x, x).sum().backward())
attempt(lambda: Cube(x))
attempt(lambda: Cube.apply(x.detach()).requires_grad)
attempt(lambda: y.grad_fn.saved_tensors[0] is x)
class NoForward(Function):
    pass
attempt(lambda: NoForward.apply(x))

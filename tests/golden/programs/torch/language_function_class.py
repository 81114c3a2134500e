import torch
from torch.autograd import Function

class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        print("needs", ctx.needs_input_grad)
        return grad_output * result

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, flag=False):
        ctx.factor = factor
        return x * factor
    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None, None

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Exp.apply(x)
print(y)
y.sum().backward()
print(x.grad)
exp = Exp.apply
z = Scale.apply(exp(x), 3.0)
print(z, z.grad_fn)
z.sum().backward()
print(x.grad)
class Bad(Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, g): raise ValueError("inside backward")
try:
    Bad.apply(x).sum().backward()
except ValueError as e:
    print("caught", e)
class ReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input
a = torch.tensor([-1.0, 2.0], requires_grad=True)
ReLU.apply(a).sum().backward()
print(a.grad)

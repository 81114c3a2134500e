# Functions with their own gradients: contexts, several outputs, and what goes wrong.
import torch
from torch.autograd import Function


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.k = 3
        print("fwd", x.requires_grad, ctx.needs_input_grad, torch.is_grad_enabled())
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        print("bwd", g, ctx.k, ctx.needs_input_grad, torch.is_grad_enabled())
        return g * 3 * x**2


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Cube.apply(x)
print(
    y,
    y.grad_fn,
    y.grad_fn.name(),
    y.grad_fn.next_functions,
    y.grad_fn.saved_tensors,
    y.grad_fn.needs_input_grad,
)
y.sum().backward()
print(x.grad)
(g,) = torch.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
print(g)
g.sum().backward()
print(x.grad)
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)


class Two(Function):
    @staticmethod
    def forward(ctx, a, b, scale=2.0):
        ctx.save_for_backward(a, b)
        ctx.scale = scale
        return a * b * scale, a + b

    @staticmethod
    def backward(ctx, g1, g2):
        a, b = ctx.saved_tensors
        print(g1, g2)
        ga = gb = None
        if ctx.needs_input_grad[0]:
            ga = g1 * b * ctx.scale + g2
        if ctx.needs_input_grad[1]:
            gb = g1 * a * ctx.scale + g2
        return ga, gb, None


a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0)
u, v = Two.apply(a, b, 4.0)
print(u, v, u.grad_fn is v.grad_fn, u.output_nr, v.output_nr)
u.backward()
print(a.grad, b.grad)


class NonDiff(Function):
    @staticmethod
    def forward(ctx, x):
        idx = x.argmax()
        s = x * 2
        ctx.mark_non_differentiable(idx)
        ctx.set_materialize_grads(False)
        return s, x + 1, idx

    @staticmethod
    def backward(ctx, g, g2, gi):
        print(g, g2, gi)
        return g * 2 if g is not None else None


s, t, i = NonDiff.apply(x)
print(s, t, i, i.requires_grad)
s.sum().backward()


class Dirty(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 2


z = x * 1
r = Dirty.apply(z)
print(r is z, r, z.grad_fn.name(), z._version)
r.sum().backward()
print(x.grad)
try:
    Dirty.apply(x)
except RuntimeError as e:
    print(e)


class Bad(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


try:
    Bad.apply(x, x).sum().backward()
except RuntimeError as e:
    print(e)


class Bad2(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return torch.ones(3)


try:
    Bad2.apply(x).backward()
except RuntimeError as e:
    print(e)


class Bad3(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return g, g


try:
    Bad3.apply(x).backward()
except RuntimeError as e:
    print(e)


class Bad4(Function):
    @staticmethod
    def forward(ctx, x):
        return "s"


try:
    print(Bad4.apply(x))
except Exception as e:
    print(type(e).__name__, e)


class Bad5(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


try:
    Bad5.apply(x).sum().backward()
except Exception as e:
    print(type(e).__name__, e)


class Bad6(Function):
    def forward(ctx, x):
        return x * 2


try:
    Bad6()(x)
except Exception as e:
    print(type(e).__name__, e)
try:
    Bad6().apply(x)
except Exception as e:
    print(type(e).__name__, e)


class Setup(Function):
    @staticmethod
    def forward(x, k):
        return x * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, k = inputs
        ctx.k = k
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, g):
        print(ctx.saved_tensors)
        return g * ctx.k, None


Setup.apply(x, 5.0).sum().backward()
print(x.grad)


class JV(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x.sin()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.cos()

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return t * x.cos()


print(torch.func.jvp(JV.apply, (x.detach(),), (torch.ones(2),)))
print(
    torch.func.vmap(JV.apply)(torch.ones(2, 2)),
    torch.func.grad(lambda t: JV.apply(t).sum())(x.detach()),
)


class OD(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        return g * 2 * ctx.saved_tensors[0]


(g,) = torch.autograd.grad(OD.apply(x).sum(), x, create_graph=True)
print(g, g.requires_grad)
try:
    g.sum().backward()
except RuntimeError as e:
    print(e)
print(Cube.apply, Cube, Cube.__name__)

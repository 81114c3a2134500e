# Hooks on tensors, nodes and modules: order, removal, and what they may return.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
order = []


def mk(name, scale=None):
    def h(g):
        order.append(name)
        print(name, g)
        return g * scale if scale else None

    return h


y = x * 2
z = y**2
l = z.sum()
h1 = x.register_hook(mk("x1", 2))
h2 = x.register_hook(mk("x2"))
h3 = y.register_hook(mk("y"))
z.register_hook(mk("z", 0.5))
x.register_post_accumulate_grad_hook(lambda p: print("post", p.grad, p is x))
y.retain_grad()
l.retain_grad()
l.backward(retain_graph=True)
print(order, x.grad, y.grad, l.grad, z.grad)
h1.remove()
h1.remove()
l.backward()
print(x.grad, h1, type(h1).__name__)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 2, lambda t: t):
    q = x**2
q.sum().backward()
print(x.grad)


def bad(g):
    return "a"


x.register_hook(bad)
try:
    (x * 1).sum().backward()
except Exception as e:
    print(type(e).__name__, e)
w = torch.tensor([1.0], requires_grad=True)
w.register_hook(lambda g: torch.ones(2))
try:
    (w * 2).sum().backward()
except Exception as e:
    print(type(e).__name__, e)
v = torch.tensor([1.0], requires_grad=True)
v.register_hook(lambda g: g.double())
try:
    (v * 2).sum().backward()
    print(v.grad)
except Exception as e:
    print(type(e).__name__, e)
u = torch.tensor([1.0], requires_grad=True)


def raising(g):
    raise ValueError("from hook")


u.register_hook(raising)
try:
    (u * 2).sum().backward()
except Exception as e:
    print(type(e).__name__, e)
t = torch.tensor([3.0], requires_grad=True)
s = t * 2
s.register_hook(lambda g: print("before inplace", g))
s.mul_(3)
s.register_hook(lambda g: print("after inplace", g))
s.sum().backward()
print(t.grad)
a = torch.ones(2, requires_grad=True)
b = a * 2
b.register_hook(lambda g: g.zero_() if False else None)
c = b[0]
c.register_hook(lambda g: print("c", g))
c.backward()
print(a.grad, x._backward_hooks is not None)
net = torch.nn.Linear(2, 1)
net.register_forward_pre_hook(lambda m, i: print("pre", i))
net.register_forward_hook(lambda m, i, o: print("fwd", i, o))
net.register_full_backward_hook(lambda m, gi, go: print("bwd", gi, go))
net.register_full_backward_pre_hook(lambda m, go: print("bpre", go))
torch.nn.init.ones_(net.weight)
torch.nn.init.zeros_(net.bias)
net(a).sum().backward()
print(net.weight.grad, a.grad)
hh = net.register_forward_hook(lambda m, i, o: o * 10)
print(net(a))
hh.remove()
net.register_forward_pre_hook(lambda m, i: (i[0] + 1,))
print(net(a))

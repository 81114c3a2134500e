# Hooks: handles, order, changed gradients, post-accumulate hooks, hooks on several tensors.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
seen = []
h1 = x.register_hook(lambda g: seen.append(("x", g.clone())))
h2 = x.register_post_accumulate_grad_hook(lambda p: seen.append(("post", p.grad.clone())))
y = x * w
y.retain_grad()
y.register_hook(lambda g: g * 2)
y.sum().backward()
for label, value in seen:
    print(label, value)
print(y.grad, x.grad, w.grad)
h1.remove()
h2.remove()
seen.clear()
(x * w).sum().backward()
print(seen, x.grad)
node = (x * w).grad_fn
print(node.name(), [n[0].name() for n in node.next_functions])
print(node.next_functions[0][0].variable is x)
node.metadata["note"] = "mine"
print(node.metadata)
acc = node.next_functions[1][0]
acc.register_hook(lambda gi, go: print("accumulated", gi, go))
acc.register_prehook(lambda go: print("about to", go))
w.grad = None
(x * w).sum().backward()
torch.autograd.graph.register_multi_grad_hook((x, w), lambda gs: print("both", gs))
(x * w).sum().backward()
with x.register_hook(lambda g: print("inside", g)):
    (x * 1).sum().backward()
(x * 1).sum().backward()
nested = (x.exp() * w).sum()
nested.grad_fn.register_hook(lambda gi, go: (gi[0] * 10,))
x.grad = w.grad = None
nested.backward()
print(x.grad, w.grad)


def attempt(hook):
    t = torch.ones(2, requires_grad=True)
    t.register_hook(hook)
    try:
        (t * 2).sum().backward()
        print(t.grad)
    except (RuntimeError, TypeError) as problem:
        print(type(problem).__name__, problem)


attempt(lambda g: torch.ones(3))
attempt(lambda g: g.double())
attempt(lambda g: "text")
attempt(lambda g: None)
attempt(lambda g: g.zero_())

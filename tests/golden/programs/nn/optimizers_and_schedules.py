# Optimizers, their states and errors, and schedules.
import torch, torch.optim as optim
from torch.optim import lr_scheduler as S


def run(make, steps=4):
    torch.manual_seed(0)
    w = torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    b = torch.tensor([0.1, -0.3], requires_grad=True)
    o = make([w, b])
    for i in range(steps):
        o.zero_grad()
        loss = ((w @ torch.tensor([1.0, 2.0]) + b) ** 2).sum() + w.abs().sum()
        loss.backward()
        o.step()
    print(o)
    print(w.detach(), b.detach(), loss.item())


for make in [
    lambda p: optim.SGD(p, lr=0.01),
    lambda p: optim.SGD(p, 0.01, momentum=0.9, dampening=0.1),
    lambda p: optim.SGD(p, lr=0.01, momentum=0.9, nesterov=True, weight_decay=0.1),
    lambda p: optim.SGD(p, lr=0.01, maximize=True),
    lambda p: optim.Adam(p, lr=0.1),
    lambda p: optim.Adam(p),
    lambda p: optim.Adam(p, lr=0.1, betas=(0.5, 0.9), eps=1e-3, weight_decay=0.1, amsgrad=True),
    lambda p: optim.AdamW(p, lr=0.1, weight_decay=0.3),
    lambda p: optim.RMSprop(p, lr=0.01),
    lambda p: optim.RMSprop(p, lr=0.01, momentum=0.5, centered=True, alpha=0.9),
    lambda p: optim.Adagrad(p, lr=0.1),
    lambda p: optim.Adagrad(p, lr=0.1, lr_decay=0.1, initial_accumulator_value=0.5),
    lambda p: optim.Adadelta(p),
    lambda p: optim.Adamax(p),
    lambda p: optim.NAdam(p),
    lambda p: optim.RAdam(p),
    lambda p: optim.Rprop(p),
    lambda p: optim.ASGD(p),
]:
    run(make)
w = torch.tensor([2.0], requires_grad=True)
v = torch.tensor([1.0], requires_grad=True)
o = optim.SGD([{"params": [w]}, {"params": [v], "lr": 0.5}], lr=0.1, momentum=0.9)
print(o, len(o.param_groups), o.param_groups[1]["lr"], o.defaults["lr"])
(w * v).backward()
o.step()
print(w, v)
print(o.state_dict())
print(o.state[w])
o.zero_grad()
print(w.grad)
o.zero_grad(set_to_none=False)
o.add_param_group({"params": [torch.ones(1, requires_grad=True)]})
print(len(o.param_groups))
sd = o.state_dict()
print(sd["param_groups"][0])
a = optim.Adam([w], lr=0.1)
(w**2).backward()
a.step()
print(a.state_dict(), a.state[w]["step"])


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


attempt(lambda: optim.SGD([], lr=0.1))
attempt(lambda: optim.SGD([w], lr=-1))
attempt(lambda: optim.SGD(w, lr=0.1))
attempt(lambda: optim.SGD([w * 2], lr=0.1))
attempt(lambda: optim.SGD([3], lr=0.1))
attempt(lambda: optim.SGD([w, w], lr=0.1))
attempt(lambda: optim.SGD([w], lr=0.1, nesterov=True))
attempt(lambda: optim.Adam([w], betas=(2, 0.9)))
attempt(lambda: optim.Adam([w], lr=-1))
attempt(lambda: optim.SGD())
attempt(lambda: optim.SGD([w], foo=1))
attempt(lambda: optim.LBFGS([w]).step())
attempt(lambda: optim.LBFGS([{"params": [w]}, {"params": [v]}]))
attempt(lambda: o.load_state_dict(a.state_dict()))
attempt(lambda: o.add_param_group({"params": [w]}))
attempt(lambda: optim.RMSprop([w], lr=-1))
attempt(lambda: optim.Adam("a"))
for mk in [
    lambda o: S.StepLR(o, 2, 0.5),
    lambda o: S.MultiStepLR(o, [1, 3]),
    lambda o: S.ExponentialLR(o, 0.9),
    lambda o: S.CosineAnnealingLR(o, 5),
    lambda o: S.LambdaLR(o, lambda e: 0.95**e),
    lambda o: S.LinearLR(o, total_iters=3),
    lambda o: S.ConstantLR(o, 0.5, 2),
    lambda o: S.PolynomialLR(o, 4, 2.0),
    lambda o: S.CosineAnnealingWarmRestarts(o, 3),
    lambda o: S.OneCycleLR(o, 0.1, total_steps=6),
    lambda o: S.CyclicLR(o, 0.01, 0.1, step_size_up=2, cycle_momentum=False),
    lambda o: S.MultiplicativeLR(o, lambda e: 0.9),
]:
    p = torch.ones(1, requires_grad=True)
    oo = optim.SGD([p], lr=0.1, momentum=0.9)
    s = mk(oo)
    l = []
    for _ in range(5):
        oo.step()
        s.step()
        l.append(s.get_last_lr()[0])
    print(type(s).__name__, l, oo.param_groups[0]["lr"], s.last_epoch)
oo = optim.SGD([p], lr=1.0)
s = S.ReduceLROnPlateau(oo, patience=1)
[s.step(1.0) for _ in range(5)]
print(oo.param_groups[0]["lr"], s.state_dict()["num_bad_epochs"])
t = torch.tensor([-1.0, 1.5], requires_grad=True)
lb = optim.LBFGS([t], lr=0.5, max_iter=5, line_search_fn="strong_wolfe")


def closure():
    lb.zero_grad()
    loss = (1 - t[0]) ** 2 + 5 * (t[1] - t[0] ** 2) ** 2
    loss.backward()
    return loss


for i in range(3):
    print(lb.step(closure))
print(t, lb)
lb = optim.LBFGS([t])
print(lb.step(closure), t)
s1 = optim.SGD([t], lr=0.1)
print(s1.step(lambda: torch.tensor(3.0)), s1.step())
h = s1.register_step_post_hook(lambda *a: print("stepped"))
s1.step()
h.remove()

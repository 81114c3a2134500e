# Arguments of backward and grad that do not fit.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3


def attempt(work):
    try:
        print(work())
    except Exception as problem:
        print(type(problem).__name__, problem)


attempt(lambda: y.backward(3.0))
attempt(lambda: y.backward([1.0, 1.0]))
attempt(lambda: y.backward(torch.ones(2), inputs=[]))
attempt(lambda: torch.autograd.grad(y, x, [torch.ones(2), torch.ones(2)]))
attempt(lambda: torch.autograd.grad(y.sum(), []))
attempt(lambda: torch.autograd.grad([], x))
attempt(lambda: torch.autograd.grad(y, x))
attempt(lambda: torch.autograd.grad((x * 2).sum(), torch.ones(2)))
attempt(lambda: torch.autograd.grad((x * 2).sum(), [x, torch.ones(2, requires_grad=True)]))
attempt(lambda: torch.autograd.grad((x * 2).sum(), [x, torch.ones(2, requires_grad=True)], allow_unused=True))
attempt(lambda: torch.autograd.grad((x * 2).sum(), x, allow_unused=False, materialize_grads=True))
attempt(lambda: torch.autograd.grad(x * 2, x, torch.eye(2), is_grads_batched=True))
attempt(lambda: torch.autograd.backward([x.sum(), x.sum()]))
attempt(lambda: x.grad)
attempt(lambda: torch.autograd.backward([(x * 2)], [torch.ones(3)]))
attempt(lambda: torch.autograd.backward((x * 2).sum(), inputs=[3]))
attempt(lambda: (x * 2).sum().backward(unknown=1))
attempt(lambda: torch.tensor([1, 2]).sum().backward())
attempt(lambda: x.data.sum().backward())
attempt(lambda: torch.autograd.grad(x.sum(), {"x": x}))
attempt(lambda: torch.autograd.grad(x, x, torch.ones(2)))
attempt(lambda: x.cuda())
attempt(lambda: x.to("cuda:0"))
attempt(lambda: torch.zeros(2, device="cuda"))
attempt(lambda: torch.device("gpu"))
attempt(lambda: torch.device("cpu:x"))
attempt(lambda: x.to("nowhere"))
attempt(lambda: x.numpy())
attempt(lambda: torch.set_default_dtype(torch.int32))
attempt(lambda: torch.Size([1.5]))
attempt(lambda: torch.manual_seed("x"))
attempt(lambda: torch.nothing)
attempt(lambda: torch.nn.functional.nothing)
attempt(lambda: x.nothing())
attempt(lambda: y.grad_fn.nothing)

# A decorated generator takes each step without recording.
import torch

x = torch.ones(2, requires_grad=True)


@torch.no_grad()
def steps(n):
    for i in range(n):
        got = yield i, torch.is_grad_enabled(), (x * i).requires_grad
        print("got", got)
    return "the end"


print(list(steps(2)), torch.is_grad_enabled())
running = steps(3)
print(next(running), running.send("more"), (x * 2).requires_grad)


def outer():
    print((yield from steps(1)))


print(list(outer()))

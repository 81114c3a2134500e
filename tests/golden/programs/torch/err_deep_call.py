# An error inside functions of the program.
import torch

try:
    x = torch.tensor([1.0], requires_grad=True)
    y = x * 2
    del x
    y.backward()
    print(x)
except NameError as e:
    print(type(e).__name__, e)


def fail():
    a = torch.ones(2, 3)
    b = torch.ones(4, 5)
    return a @ b


def outer():
    return fail()


outer()

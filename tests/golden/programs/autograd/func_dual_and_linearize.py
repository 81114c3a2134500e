# Forward mode: dual numbers, jvp, linearize.
import torch
import torch.autograd.forward_ad as fwAD
from torch.func import jvp, linearize, jacfwd

x = torch.tensor([1.0, 2.0])
t = torch.tensor([1.0, 0.5])
with fwAD.dual_level():
    dual = fwAD.make_dual(x, t)
    out = dual.sin() * dual
    primal, tangent = fwAD.unpack_dual(out)
    print(primal, tangent)
    print(fwAD.unpack_dual(out).tangent)
    print(fwAD.unpack_dual(x).tangent)
value, push = linearize(lambda a: a**3, x)
print(value, push(t), push(torch.ones(2)))
print(jvp(lambda a: (a.exp(), a.sum()), (x,), (t,)))
print(jacfwd(lambda a: a.outer(a).sum(0))(x))
try:
    fwAD.make_dual(x, t)
except RuntimeError as problem:
    print(problem)

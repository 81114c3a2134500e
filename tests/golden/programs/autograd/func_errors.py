# What the transforms say when they are misused.
import torch
from torch.func import grad, grad_and_value, vjp, jvp, jacrev, jacfwd, vmap, functional_call

x = torch.tensor([1.0, 2.0, 3.0])


def attempt(work):
    try:
        print(work())
    except (RuntimeError, ValueError, TypeError, AssertionError) as problem:
        print(type(problem).__name__, problem)


attempt(lambda: grad(lambda t: t)(x))
attempt(lambda: grad(lambda t: 3.0)(x))
attempt(lambda: grad(lambda t: t.sum(), argnums=2)(x))
attempt(lambda: grad(lambda t: t.sum(), argnums="a")(x))
attempt(lambda: grad(lambda t: t.sum(), argnums=())(x))
attempt(lambda: grad(lambda t: t.sum(), argnums=(0, 0))(x))
attempt(lambda: grad(lambda t: t.sum(), has_aux=True)(x))
attempt(lambda: grad(lambda t: t)(3.0))
attempt(lambda: vjp(lambda t: None, x))
attempt(lambda: vjp(lambda t: t * 2, x)[1]((x, x)))
attempt(lambda: vjp(lambda t: t * 2, x)[1](torch.ones(2)))
attempt(lambda: vjp(lambda t: t.argmax(), x))
attempt(lambda: jvp(lambda t: t * 2, x, x))
attempt(lambda: jvp(lambda t: t * 2, (x,), (torch.ones(2),)))
attempt(lambda: jvp(lambda t: t * 2, (x,), (x, x)))
attempt(lambda: jvp(lambda t: t * 2, (), ()))
attempt(lambda: vmap(lambda t: t)(torch.tensor(1.0)))
attempt(lambda: vmap(lambda a, b: a + b)(torch.ones(2), torch.ones(3)))
attempt(lambda: vmap(lambda a: a, in_dims=2)(torch.ones(2)))
attempt(lambda: vmap(lambda a: a, in_dims=(0, 0))(torch.ones(2)))
attempt(lambda: vmap(lambda a: a, in_dims=None)(torch.ones(2)))
attempt(lambda: vmap(lambda a: a)(3))
attempt(lambda: vmap(lambda a: 3)(torch.ones(2)))
attempt(lambda: vmap(lambda: 3)())
attempt(lambda: vmap(lambda a: a, out_dims=(0, 0))(torch.ones(2)))
attempt(lambda: vmap(lambda a: a + torch.randn(1))(torch.ones(2)))
attempt(lambda: vmap(lambda a: a, randomness="maybe")(torch.ones(2)))
attempt(lambda: vmap(lambda a: a.sum().item())(torch.ones(2, 2)))
attempt(lambda: vmap(lambda a: a if a.sum() > 0 else -a)(torch.ones(2, 2)))
attempt(lambda: jacrev(lambda t: t, chunk_size=0)(x))
attempt(lambda: jacrev(lambda t: 2)(x))
attempt(lambda: vmap(lambda a, k: a * k, in_dims=(0, None))(torch.ones(2), 3))

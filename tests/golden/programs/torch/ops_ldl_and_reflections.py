import torch

torch.manual_seed(0)
a = torch.randn(3, 3)
sym = a @ a.mT
r = torch.linalg.ldl_factor(sym)
print(r)
print(torch.linalg.ldl_factor_ex(sym))
b = torch.randn(3, 2)
print(torch.linalg.ldl_solve(r.LD, r.pivots, b))
far = torch.tensor([[0.0, 2, 1, 5], [2, 0, 3, 1], [1, 3, 0, 4], [5, 1, 4, 0]], dtype=torch.float64)
LD, pivots = torch.linalg.ldl_factor(far)
print(LD, pivots)
print(torch.linalg.ldl_solve(LD, pivots, torch.eye(4, dtype=torch.float64)))
many = torch.stack([far, far + 3 * torch.eye(4)])
LD, pivots = torch.linalg.ldl_factor(many)
print(pivots, torch.linalg.ldl_solve(LD, pivots, torch.ones(4, 1, dtype=torch.float64)))
h = torch.geqrf(a[:, :2])
print(h)
print(torch.linalg.householder_product(h.a, h.tau))
q = h.a.clone().requires_grad_()
torch.linalg.householder_product(q, h.tau).sum().backward()
print(q.grad)
sym.requires_grad_()
for attempt in (
    lambda: torch.linalg.ldl_factor(torch.zeros(2, 2)),
    lambda: torch.linalg.ldl_factor_ex(torch.zeros(2, 2)),
    lambda: torch.linalg.ldl_factor(torch.ones(2, 3)),
    lambda: torch.linalg.ldl_factor(torch.ones(2, 2).long()),
    lambda: torch.linalg.ldl_solve(r.LD, r.pivots, torch.ones(2, 2)),
    lambda: torch.linalg.ldl_solve(r.LD, r.pivots, torch.ones(3)),
    lambda: torch.linalg.ldl_factor(sym),
    lambda: torch.linalg.ldl_factor(sym).LD.sum().backward(),
    lambda: torch.geqrf(sym).a.sum().backward(),
    lambda: torch.geqrf(torch.ones(3)),
    lambda: torch.geqrf(torch.ones(3, 2).long()),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

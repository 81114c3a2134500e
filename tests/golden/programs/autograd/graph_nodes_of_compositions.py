"""The nodes that compositions leave in the graph, three levels of them."""

import torch
import torch.nn.functional as F

a = torch.tensor([0.3, 0.6, 0.9], requires_grad=True)
b = torch.tensor([0.4, 0.7, 0.2], requires_grad=True)
A = torch.tensor([[2.0, 0.3, 0.1], [0.2, 1.5, 0.4], [0.3, 0.1, 1.8]], requires_grad=True)
B = torch.tensor([[1.0, 0.5, 0.2], [0.1, 2.5, 0.3], [0.2, 0.7, 1.1]], requires_grad=True)
signs = torch.tensor([1.0, -1.0, 1.0])


def shown(node, depth):
    name = "None" if node is None else type(node).__name__
    if node is None or depth == 0 or not node.next_functions:
        return name
    return f"{name}({', '.join(shown(n, depth - 1) for n, _ in node.next_functions)})"


made = {
    "pairwise_distance": lambda: F.pairwise_distance(A, B),
    "pairwise_distance, p=1": lambda: F.pairwise_distance(A, B, p=1.0),
    "triplet_margin_loss": lambda: F.triplet_margin_loss(A, B, A + 1),
    "normalize": lambda: F.normalize(A),
    "cosine_similarity": lambda: F.cosine_similarity(A, B),
    "trapezoid": lambda: torch.trapezoid(a),
    "trapezoid, dx": lambda: torch.trapezoid(a, dx=2.0),
    "trapezoid, x": lambda: torch.trapezoid(a, b),
    "cumulative_trapezoid": lambda: torch.cumulative_trapezoid(a),
    "cumulative_trapezoid, x": lambda: torch.cumulative_trapezoid(a, b),
    "gradient": lambda: torch.gradient(a)[0],
    "inner": lambda: torch.inner(a, b),
    "tensordot": lambda: torch.tensordot(A, B, 2),
    "quantile": lambda: a.quantile(0.3),
    "matrix_power, -1": lambda: torch.linalg.matrix_power(A, -1),
    "margin_ranking_loss": lambda: F.margin_ranking_loss(a, b, signs),
    "soft_margin_loss": lambda: F.soft_margin_loss(a, signs),
    "label smoothing": lambda: F.cross_entropy(A, torch.tensor([0, 1, 2]), label_smoothing=0.1),
    "rms_norm": lambda: F.rms_norm(A, (3,)),
}
for name, make in made.items():
    out = make()
    print(name, shown(out.grad_fn, 2))
    print(" ", out, torch.autograd.grad(out.sum(), [a, b, A, B], allow_unused=True))

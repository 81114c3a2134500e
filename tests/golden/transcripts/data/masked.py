import torch
import torch.nn.functional as F

scores = torch.tensor([[0.5, 1.0], [2.0, -1.0]], requires_grad=True)
mask = torch.tensor([[True, False], [True, True]])
F.softmax(scores.masked_fill(~mask, float("-inf")), -1)[1, 0].backward()
q = scores.detach()[None].requires_grad_()
F.scaled_dot_product_attention(q, q, q, is_causal=True).sum().backward()
limit = torch.full((2,), float("inf"))
print(torch.minimum(limit, scores[0]).tolist())

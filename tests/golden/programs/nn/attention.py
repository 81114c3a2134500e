# Attention by heads and a small transformer.
import torch
import torch.nn as nn

torch.manual_seed(0)
attend = nn.MultiheadAttention(4, 2)
print(attend, [name for name, _ in attend.named_parameters()])
query = torch.randn(3, 2, 4, requires_grad=True)
memory = torch.randn(5, 2, 4)
out, weights = attend(query, memory, memory)
print(out, weights.shape, torch.allclose(weights.sum(-1), torch.ones(2, 3)))
out.sum().backward()
print(query.grad)
causal = nn.Transformer.generate_square_subsequent_mask(3)
print(causal)
print(attend(query, query, query, attn_mask=causal)[1])
layer = nn.TransformerEncoderLayer(4, 2, dim_feedforward=8, dropout=0.1, batch_first=True)
print(layer)
print(layer(torch.randn(2, 3, 4)))
encoder = nn.TransformerEncoder(layer, num_layers=2).eval()
print(encoder(torch.randn(2, 3, 4)).shape)

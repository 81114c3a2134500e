import torch

x = torch.tensor([-1.0, -0.25, 0.05, 0.6, 30, float("nan"), float("inf")], requires_grad=True)
y = torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255)
print(y)
y.backward(torch.ones(7))
print(x.grad)
y = torch.fake_quantize_per_tensor_affine(x, torch.tensor(0.1), torch.tensor(2), -5, 25)
print(y)
print(torch.fake_quantize_per_tensor_affine(x.detach().double(), 0.3, 1, 0, 15))
w = torch.tensor([[0.26, -0.4, 0.75], [3.0, -2.0, 0.15]], requires_grad=True)
scale, zero = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([0, 1, 2], dtype=torch.int32)
y = torch.fake_quantize_per_channel_affine(w, scale, zero, 1, 0, 10)
print(y)
y.backward(torch.arange(6.0).view(2, 3))
print(w.grad)
print(torch.fake_quantize_per_channel_affine(w, scale, torch.tensor([0.0, 1, 2.5]), 1, 0, 10))
for attempt in (
    lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 5, 2),
    lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 300, 0, 255),
    lambda: torch.fake_quantize_per_tensor_affine(torch.tensor([1]), 0.1, 0, 0, 255),
    lambda: torch.fake_quantize_per_channel_affine(w, scale[:2], zero, 1, 0, 10),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero.long(), 1, 0, 10),
    lambda: torch.fake_quantize_per_channel_affine(w, scale.double(), zero, 1, 0, 10),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero, 0, 0, 10),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero, 2, 0, 10),
    lambda: torch.fake_quantize_per_channel_affine(w, scale, zero, -1, 0, 10),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

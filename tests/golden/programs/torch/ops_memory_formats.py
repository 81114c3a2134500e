import torch

print(torch.channels_last, torch.contiguous_format, torch.channels_last_3d)
x = torch.arange(120.0).view(2, 3, 4, 5)
last = x.contiguous(memory_format=torch.channels_last)
print(last.stride(), last.is_contiguous(), last.dim_order())
print(last.is_contiguous(memory_format=torch.channels_last), torch.equal(last, x))
print(last.permute(0, 2, 3, 1).is_contiguous(), last.contiguous().stride())
print((last + 1).stride(), last.clone().stride(), torch.zeros_like(last).stride())
print(x.clone(memory_format=torch.channels_last).stride())
print(x.to(memory_format=torch.channels_last).stride(), x.to(torch.float64).stride())
print(torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).stride())
print(torch.empty_like(x, memory_format=torch.channels_last).stride())
print(torch.ones(2, 3, 4, 5, 6).contiguous(memory_format=torch.channels_last_3d).stride())
print(torch.empty_permuted((2, 3, 4), (2, 0, 1)).stride())
print(torch.empty_strided((2, 3), (1, 2)).stride(), x.new_empty_strided((2, 2), (4, 1)).stride())
print(torch.ones(3, 4).is_contiguous(memory_format=torch.channels_last))
y = torch.ones(1, 2, 2, 2, requires_grad=True)
z = y.contiguous(memory_format=torch.channels_last)
print(z.grad_fn.name())
(z * torch.arange(8.0).view(1, 2, 2, 2)).sum().backward()
print(y.grad)
print(torch.empty((1, 2, 3, 4)).dim_order(ambiguity_check=[torch.contiguous_format]))
for attempt in (
    lambda: torch.empty(2, 3, memory_format=torch.channels_last),
    lambda: torch.ones(3).contiguous(memory_format=torch.channels_last),
    lambda: x.transpose(0, 1).contiguous(memory_format=torch.preserve_format),
    lambda: torch.empty((1, 2, 3, 4)).dim_order(ambiguity_check=True),
    lambda: x.dim_order(ambiguity_check="no"),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

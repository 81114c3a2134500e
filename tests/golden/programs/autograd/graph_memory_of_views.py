# Views begin where their base does, or a part of it.
import torch

x = torch.arange(6.0).requires_grad_()
y = x * 1
views = {
    "view": y.view(2, 3),
    "slice": y[1:],
    "expand": y.expand(2, 6),
    "as_strided": y.as_strided((2,), (2,), 3),
    "unfold": y.unfold(0, 2, 1),
    "split": y.split(2)[1],
    "detach": y.detach(),
}
for name, v in views.items():
    print(name, v._is_view(), v._base is y, v.data_ptr() - y.data_ptr(), v.storage_offset())
    print("  ", v.stride(), v.is_contiguous(), v._version)

import array

import torch
import torch.utils.dlpack

a = array.array("i", [1, 2, 3])
t = torch.frombuffer(a, dtype=torch.int32)
t[0] = 7
print(a, a.tolist(), len(a), a.typecode, a[1:])
print(torch.frombuffer(a, dtype=torch.int32, count=1, offset=8))
print(torch.frombuffer(array.array("f", [1.5]), dtype=torch.float32, requires_grad=True))
capsule = torch.utils.dlpack.to_dlpack(t)
u = torch.from_dlpack(capsule)
u[1] = 5
print(t, a, torch.from_dlpack(u).data_ptr() == t.data_ptr())
s = torch.TypedStorage(3, dtype=torch.int64)
print(torch.is_storage(s), len(s), s.dtype, s.nbytes())
b = torch.UntypedStorage(8)
print(len(b), torch.is_storage(b), type(b), type(s), torch.is_storage(t))
x = torch.arange(3.0)
print(isinstance(x.untyped_storage(), torch.UntypedStorage), x.untyped_storage().size())
print(isinstance(x.storage(), torch.TypedStorage), torch.TypedStorage([1, 2], dtype=torch.float64))
for attempt in (
    lambda: torch.frombuffer(array.array("b", [1]), dtype=torch.int32),
    lambda: torch.frombuffer(array.array("i"), dtype=torch.int32),
    lambda: torch.frombuffer(a, dtype=torch.int64, offset=3),
    lambda: torch.frombuffer(a, dtype=torch.int32, count=4),
    lambda: torch.frombuffer(a, dtype=torch.int32, count=0),
    lambda: torch.frombuffer(a, dtype=torch.int32, offset=12),
    lambda: torch.frombuffer([1, 2], dtype=torch.int32),
    lambda: torch.from_dlpack([1]),
    lambda: torch.from_dlpack(capsule),
    lambda: torch.from_dlpack(torch.ones(2, requires_grad=True)),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)

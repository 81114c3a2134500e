# Notation and width for many pairs of values in three dtypes.
import torch
from itertools import product


def cases():
    nan, inf = float("nan"), float("inf")
    vals = [
        [1e-8, 1.0],
        [0.1, 0.2],
        [1e5, 1e-3],
        [99999, 100000.5],
        [1e8, 1e9],
        [12345678.0],
        [1e-4],
        [0.00009],
        [123456.789, 0.5],
        [-1e-10, 1e-10],
        [nan],
        [inf, 1.5],
        [nan, 1e9],
        [0.0, 1e-20],
        [1e38, 1e-38],
        [1000.0, 0.999],
        [1000.0, 1.0],
        [1001.0, 1.0],
        [-0.0],
        [-0.0, 1e-9],
        [0.5, -0.25, 1000.125],
        [1e3, 1e-3],
        [9999.0, 10000.0],
        [9.99999, 10],
        [0.99995, 1],
        [3.14159265, 2.71828182],
        [1 / 3, 2 / 3, 1e3],
        [1e10, 1],
        [1e10, 1.5],
        [33554432.0, 1],
        [2**24, 1],
        [-inf, inf, nan],
        [1e-45, 1],
        [65504.0, 1e-4],
        [0.1, nan, -inf],
        [1e4, 1e-1, 5],
        [-123.456, 7, 8.25],
    ]
    for v in vals:
        for dt in (torch.float32, torch.float64, torch.float16):
            yield torch.tensor(v, dtype=dt)


for t in cases():
    print(t)
    print(t[0], f"{t[0]}", t[0].item(), t.tolist())

"""New tensors of one value, and the limit of memory."""

from __future__ import annotations

from typing import Any

import pytest

from gradcalc.engine import dtypes, modes, namespace, tensor
from gradcalc.engine.errors import LimitExceeded
from gradcalc.engine.surface.methods import attribute


def call(name: str, *args: Any, **kwargs: Any) -> Any:
    return namespace.lookup(name)(*args, **kwargs)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("ones", (100_000, 100_000)),
        ("zeros", (10**20, 10**20)),
        ("full", ((10**6, 10**6), 2.0)),
        ("eye", (10**6,)),
        ("arange", (10**12,)),
        ("linspace", (0, 1, 10**12)),
        ("logspace", (0, 1, 10**12)),
        ("tril_indices", (10**6, 10**6)),
        ("nn.functional.one_hot", (tensor([10**12]),)),
        ("zeros", (10**20, 0)),
        ("zeros", (1,) * 65),
    ],
)
def test_what_would_not_fit_is_refused_at_once(name: str, args: tuple) -> None:
    with pytest.raises(LimitExceeded):
        call(name, *args)


@pytest.mark.parametrize(
    "make",
    [
        lambda x: attribute(x, "expand")(10**6, 10**6),
        lambda x: attribute(x, "repeat")(10**6, 10**6),
        lambda x: attribute(x, "repeat_interleave")(10**12),
        lambda x: call("tile", x, (10**12,)),
        lambda x: call("nn.functional.pad", x, (10**12, 0)),
        lambda x: call("nn.functional.pad", call("ones", 1, 2), (10**12, 0), "replicate"),
        lambda x: call("as_strided", x, (10**6, 10**6), (0, 0)),
        lambda x: call("cartesian_prod", *[call("arange", 10**5)] * 2),
        lambda x: call("combinations", call("arange", 10**5), 3),
        lambda x: call("diag_embed", call("ones", 10**6)),
        lambda x: call("block_diag", *[attribute(x, "expand")(20_000, 20_000)] * 3),
    ],
)
def test_what_would_grow_too_large_is_refused_at_once(make: Any) -> None:
    with pytest.raises(LimitExceeded):
        make(call("ones", 1))


def test_the_limit_is_a_setting() -> None:
    with modes.tensor_bytes(1000):
        assert call("ones", 250).numel() == 250
        with pytest.raises(LimitExceeded, match="1,004 bytes; the limit is 1,000 bytes"):
            call("ones", 251)


# recorded from torch 2.13.0
@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("zeros", (2, -3), "zeros: Dimension size must be non-negative."),
        ("ones", (-1,), "Trying to create tensor with negative dimension -1: [-1]"),
        ("eye", (-1,), "n must be greater or equal to 0, got -1"),
        ("tril_indices", (-1, 2), "row must be non-negative, got-1"),
        ("linspace", (0, 1, -1), "number of steps must be non-negative"),
        ("arange", (0, 5, 0), "step must be nonzero"),
        ("arange", (5, 0), "upper bound and lower bound inconsistent with step sign"),
        ("arange", (0, float("inf")), "unsupported range: 0 -> inf"),
    ],
)
def test_errors_are_worded_as_in_torch(name: str, args: tuple, text: str) -> None:
    with pytest.raises(RuntimeError) as caught:
        call(name, *args)
    assert str(caught.value) == text


def test_full_takes_the_dtype_of_its_value() -> None:
    assert call("full", (2,), 3).dtype is dtypes.int64
    assert call("full", (2,), True).dtype is dtypes.bool_
    assert call("full", (), 2.5).dtype is dtypes.float32
    assert str(call("full", (1,), -0.0).item()) == "-0.0"


def test_a_value_that_the_dtype_lacks_is_refused() -> None:
    with pytest.raises(RuntimeError, match="cannot be converted to type uint8_t without overflow"):
        call("full", (2,), 300, dtype=dtypes.uint8)
    with pytest.raises(RuntimeError, match="cannot be converted to type float without overflow"):
        call("full", (2,), 1e40)


def test_sizes_are_written_as_in_torch_or_numpy() -> None:
    assert call("zeros", 2, 3).shape == (2, 3)
    assert call("zeros", (2, 3)).shape == (2, 3)
    assert call("zeros", size=[2, 3]).shape == (2, 3)
    assert call("zeros", shape=(2, 3)).shape == (2, 3)
    assert call("zeros", ()).shape == ()


def test_integers_cannot_require_gradients() -> None:
    with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
        call("zeros", 2, dtype=dtypes.int64, requires_grad=True)
    assert call("zeros", 2, requires_grad=True).requires_grad

"""Indexing as torch does it: node names, values, and messages, recorded from PyTorch 2.13."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gradcalc.engine import Tensor, int32, tensor, uint8
from gradcalc.engine.backward import backward, gradients
from gradcalc.engine.functional import hessian_of
from gradcalc.engine.surface.namespace import lookup

T = tensor

# an index, the shape, the nodes from the last, and a sum of the elements weighted 1, 2, 3, ...
TAKEN = [
    (lambda x: x[0], (3, 4), "SelectBackward0", 572.0),
    (lambda x: x[-1], (3, 4), "SelectBackward0", 1508.0),
    (lambda x: x[:], (2, 3, 4), "SliceBackward0", 4600.0),
    (lambda x: x[...], (2, 3, 4), "AliasBackward0", 4600.0),
    (lambda x: x[None], (1, 2, 3, 4), "UnsqueezeBackward0", 4600.0),
    (lambda x: x[()], (2, 3, 4), "AliasBackward0", 4600.0),
    (lambda x: x[0:2], (2, 3, 4), "SliceBackward0", 4600.0),
    (lambda x: x[:, :], (2, 3, 4), "AliasBackward0", 4600.0),
    (lambda x: x[:, 0:3], (2, 3, 4), "AliasBackward0", 4600.0),
    (lambda x: x[:, 1], (2, 4), "SelectBackward0", 520.0),
    (lambda x: x[..., 0], (2, 3), "SelectBackward0", 280.0),
    (lambda x: x[0, ::2, 1:3], (2, 2), "SliceBackward0 < SliceBackward0 < SelectBackward0", 72.0),
    (
        lambda x: x[1:, None, ..., -1],
        (1, 1, 3),
        "SelectBackward0 < UnsqueezeBackward0 < SliceBackward0",
        122.0,
    ),
    (lambda x: x[:, None, :], (2, 1, 3, 4), "UnsqueezeBackward0", 4600.0),
    (lambda x: x[1, 2, 3], (), "SelectBackward0 < SelectBackward0 < SelectBackward0", 23.0),
    (lambda x: x[5:9], (0, 3, 4), "SliceBackward0", 0),
    (lambda x: x[-9:1], (1, 3, 4), "SliceBackward0", 572.0),
    (lambda x: x[..., ...], (2, 3, 4), "AliasBackward0", 4600.0),
    (lambda x: x[T(1)], (3, 4), "SelectBackward0", 1508.0),
    (lambda x: x[T(1), T(2)], (4,), "SelectBackward0 < SelectBackward0", 220.0),
    (lambda x: x[T(1) : T(2)], (1, 3, 4), "SliceBackward0", 1508.0),
    (lambda x: x[T([1])], (1, 3, 4), "IndexBackward0", 1508.0),
    (lambda x: x[[0, 1]], (2, 3, 4), "IndexBackward0", 4600.0),
    (lambda x: x[[]], (0, 3, 4), "IndexBackward0", 0),
    (lambda x: x[range(2)], (2, 3, 4), "IndexBackward0", 4600.0),
    (lambda x: x[[1.7]], (1, 3, 4), "IndexBackward0", 1508.0),
    (lambda x: x[[0, 1], :, [1, 0]], (2, 3), "IndexBackward0", 286.0),
    (lambda x: x[:, [0, 1], None, [1, 2]], (2, 2, 1), "IndexBackward0 < UnsqueezeBackward0", 117.0),
    (lambda x: x[0, [0, 1], [1, 2]], (2,), "IndexBackward0 < SelectBackward0", 13.0),
    (lambda x: x[[0, 1], ..., [1, 2]], (2, 3), "IndexBackward0", 316.0),
    (lambda x: x[True], (1, 2, 3, 4), "IndexBackward0 < UnsqueezeBackward0", 4600.0),
    (lambda x: x[False], (0, 2, 3, 4), "IndexBackward0 < UnsqueezeBackward0", 0),
    (
        lambda x: x[True, False],
        (0, 2, 3, 4),
        "IndexBackward0 < UnsqueezeBackward0 < UnsqueezeBackward0",
        0,
    ),
    (
        lambda x: x[True, 0],
        (1, 3, 4),
        "IndexBackward0 < SelectBackward0 < UnsqueezeBackward0",
        572.0,
    ),
    (
        lambda x: x[T(True), 0],
        (1, 3, 4),
        "IndexBackward0 < SelectBackward0 < UnsqueezeBackward0",
        572.0,
    ),
    (lambda x: x[:, True], (2, 1, 3, 4), "IndexBackward0 < UnsqueezeBackward0", 4600.0),
    (lambda x: x[[0, 1], True], (2, 3, 4), "IndexBackward0 < UnsqueezeBackward0", 4600.0),
    (lambda x: x[[True, False]], (1, 3, 4), "IndexBackward0", 572.0),
    (lambda x: x[x > 5], (18,), "IndexBackward0", 2964.0),
    (lambda x: x[[[0, 1], [1, 0]]], (2, 4), "IndexBackward0", 416.0),
    (lambda x: x[[0, slice(None)]], (3, 4), "SelectBackward0", 572.0),
    (lambda x: x[[None, 0]], (1, 3, 4), "SelectBackward0 < UnsqueezeBackward0", 572.0),
    (lambda x: x[(0, 1)], (4,), "SelectBackward0 < SelectBackward0", 60.0),
    (lambda x: x[((0, 1), (1, 0))], (2, 4), "IndexBackward0", 416.0),
    (lambda x: x[T([[0, 1], [1, 0]])], (2, 2, 3, 4), "IndexBackward0", 14096.0),
    (lambda x: x[:, T([[0, 1], [1, 0]])], (2, 2, 2, 4), "IndexBackward0", 6592.0),
    (lambda x: x[T([0, 1], dtype=uint8)], (1, 3, 4), "IndexBackward0", 1508.0),
    (lambda x: x[T([0, 1], dtype=int32)], (2, 3, 4), "IndexBackward0", 4600.0),
    (
        lambda x: x[T([[True, False, True], [False, True, True]]), 0],
        (4,),
        "IndexBackward0 < SelectBackward0",
        144.0,
    ),
    (
        lambda x: x[T([[True, False, True], [False, True, True]]), None],
        (4, 1, 4),
        "IndexBackward0 < UnsqueezeBackward0",
        2264.0,
    ),
    (
        lambda x: x[None, T([[True, False, True], [False, True, True]])],
        (1, 4, 4),
        "IndexBackward0 < UnsqueezeBackward0",
        2264.0,
    ),
]

REFUSED = [
    (lambda x: x[2], IndexError, "index 2 is out of bounds for dimension 0 with size 2"),
    (lambda x: x[-3], IndexError, "index -3 is out of bounds for dimension 0 with size 2"),
    (lambda x: x[0, 3], IndexError, "index 3 is out of bounds for dimension 1 with size 3"),
    (lambda x: x[..., 5], IndexError, "index 5 is out of bounds for dimension 1 with size 4"),
    (lambda x: x[None, 5], IndexError, "index 5 is out of bounds for dimension 1 with size 2"),
    (lambda x: x[True, 5], IndexError, "index 5 is out of bounds for dimension 1 with size 2"),
    (lambda x: x[0, 0, 0, 0], IndexError, "too many indices for tensor of dimension 3"),
    (lambda x: x[:, :, :, :], IndexError, "too many indices for tensor of dimension 3"),
    (
        lambda x: x[2.0],
        IndexError,
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        "are valid indices (got float)",
    ),
    (
        lambda x: x[0, 1.5],
        IndexError,
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        "are valid indices (got float)",
    ),
    (lambda x: x["a"], TypeError, "new(): invalid data type 'str'"),
    (lambda x: x[["a"]], TypeError, "new(): invalid data type 'str'"),
    (lambda x: x[b"a"], TypeError, "new(): invalid data type 'bytes'"),
    (
        lambda x: x[{}],
        IndexError,
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        "are valid indices (got dict)",
    ),
    (lambda x: x[::-1], ValueError, "step must be greater than zero"),
    (lambda x: x[::0], ValueError, "slice step cannot be zero"),
    (
        lambda x: x[0:1.0],
        TypeError,
        "slice indices must be integers or None or have an __index__ method",
    ),
    (
        lambda x: x["b":],
        TypeError,
        "slice indices must be integers or None or have an __index__ method",
    ),
    (
        lambda x: x[T([0, 1]) :],
        TypeError,
        "only integer tensors of a single element can be converted to an index",
    ),
    (lambda x: x[[0, 5]], IndexError, "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda x: x[[0, -3]], IndexError, "index -3 is out of bounds for dimension 0 with size 2"),
    (lambda x: x[:, [0, 3]], IndexError, "index 3 is out of bounds for dimension 0 with size 3"),
    (
        lambda x: x[[0, 1], [0, 5]],
        IndexError,
        "index 5 is out of bounds for dimension 1 with size 3",
    ),
    (
        lambda x: x[[0, 1], :, [0, 5]],
        IndexError,
        "index 5 is out of bounds for dimension 1 with size 4",
    ),
    (
        lambda x: x[[0, 1], [0, 1, 2]],
        IndexError,
        "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]",
    ),
    (
        lambda x: x[T([0.0, 1.0])],
        IndexError,
        "tensors used as indices must be long, int, byte or bool tensors",
    ),
    (lambda x: x[x], IndexError, "tensors used as indices must be long, int, byte or bool tensors"),
    (
        lambda x: x[T([True, False, True])],
        IndexError,
        "The shape of the mask [3] at index 0 does not match the shape of the indexed "
        "tensor [2, 3, 4] at index 0",
    ),
    (
        lambda x: x[0, T([True, False])],
        IndexError,
        "The shape of the mask [2] at index 0 does not match the shape of the indexed "
        "tensor [3, 4] at index 0",
    ),
    (
        lambda x: x[T([[True, False], [False, True]])],
        IndexError,
        "The shape of the mask [2, 2] at index 1 does not match the shape of the indexed "
        "tensor [2, 3, 4] at index 1",
    ),
    (
        lambda x: x[:, T([[True, False], [False, True]])],
        IndexError,
        "The shape of the mask [2, 2] at index 0 does not match the shape of the indexed "
        "tensor [2, 3, 4] at index 1",
    ),
    (
        lambda x: x[[0, 1], [0, 1], [0, 1], [0, 1]],
        IndexError,
        "too many indices for tensor of dimension 3",
    ),
    (
        lambda x: T(1.0)[0],
        IndexError,
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
        "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number",
    ),
    (lambda x: T(1.0)[0:1], IndexError, "slice() cannot be applied to a 0-dim tensor."),
    (lambda x: T(1.0)[[0]], IndexError, "too many indices for tensor of dimension 0"),
    (lambda x: T(1.0)[None, 0], IndexError, "too many indices for tensor of dimension 0"),
    (lambda x: T([1.0, 2.0])[0, 0], IndexError, "too many indices for tensor of dimension 1"),
    (lambda x: T(1.0)[T(0)], IndexError, "too many indices for tensor of dimension 0"),
]


def cube() -> Tensor:
    return Tensor(np.arange(24.0).reshape(2, 3, 4), requires_grad=True)


def chain(t: Tensor) -> str:
    """The names of the nodes from a tensor back to the leaf."""
    names = []
    node = t.grad_fn
    while node is not None and node.next:
        names.append(node.name())
        node = node.next[0]
    return " < ".join(names)


@pytest.mark.parametrize(("index", "shape", "nodes", "weighted"), TAKEN)
def test_index_takes_what_torch_takes(
    index: Callable, shape: tuple, nodes: str, weighted: float
) -> None:
    out = index(cube())
    numbers = 1.0 + np.arange(out.numel())
    assert (out.shape, chain(out)) == (shape, nodes)
    assert float(np.sum(out.array().ravel() * numbers)) == weighted


@pytest.mark.parametrize(("index", "shape", "nodes", "weighted"), TAKEN)
def test_gradient_of_index_is_where_it_took(
    index: Callable, shape: tuple, nodes: str, weighted: float
) -> None:
    x = cube()
    out = index(x)
    weights = 1.0 + np.arange(out.numel()).reshape(shape)
    whole = lookup("sum")(out * Tensor(weights))
    (g,) = gradients([whole], [x], create_graph=True)
    assert float(np.sum(g.array() * x.array())) == weighted


@pytest.mark.parametrize(("index", "error", "message"), REFUSED)
def test_index_refuses_as_torch(index: Callable, error: type, message: str) -> None:
    with pytest.raises(error) as caught:
        index(cube())
    assert message == str(caught.value)


def test_basic_index_is_a_view() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3))
    part = x[1:, None, ..., -1]
    part.data[...] = 9.0
    assert x.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 9.0]]
    assert part.storage is x.storage


def test_advanced_index_is_a_copy() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3))
    part = x[[1]]
    part.data[...] = 9.0
    assert x.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_number_selected_from_vector_shares_its_memory() -> None:
    x = Tensor(np.arange(3.0))
    x[1].data[...] = 9.0
    assert x.tolist() == [0.0, 9.0, 2.0]


def test_many_reads_of_one_tensor_cost_one_array() -> None:
    x = Tensor(np.linspace(0.0, 1.0, 3000), requires_grad=True)
    whole: Tensor | float = 0.0
    for k in range(3000):
        whole = whole + x[k] * (k + 1.0)
    backward([whole])
    assert x.grad.tolist() == [k + 1.0 for k in range(3000)]


def test_reads_and_uses_of_the_whole_add_up() -> None:
    x = Tensor(np.array([1.0, 2.0, 3.0]), requires_grad=True)
    whole = lookup("sum")(x * x) + x[0] * x[[2, 2]][1] + lookup("sum")(x[1:] * x[:-1])
    (raw,) = gradients([whole], [x], retain_graph=True)
    (recorded,) = gradients([whole], [x], create_graph=True)
    assert raw.tolist() == [7.0, 8.0, 9.0]
    assert recorded.tolist() == raw.tolist()
    assert hessian_of(whole, [x])[0][0].tolist() == [[2, 1, 1], [1, 2, 1], [1, 1, 2]]


def test_sparse_gradient_is_added_to_the_one_that_is_there() -> None:
    x = Tensor(np.array([1.0, 2.0, 3.0]), requires_grad=True)
    backward([x[1] * 2.0])
    first = x.grad
    backward([lookup("sum")(x[[0, 0, 2]])])
    assert x.grad is first
    assert x.grad.tolist() == [2.0, 2.0, 1.0]


def test_list_of_tensors_at_most_31_long_is_a_tuple() -> None:
    x = Tensor(np.zeros((40, 2)))
    assert x[[[0]] * 2].shape == (1,)
    assert x[[[0]] * 40].shape == (40, 1, 2)

"""Places and pieces: the same as numpy's indexing, with lead axes, and the same bits either way."""

from __future__ import annotations

import numpy as np
import pytest

from gradcalc.engine import Tensor, modes
from gradcalc.engine.backward import backward, gradients
from gradcalc.engine.errors import LimitExceeded
from gradcalc.engine.ops.inplace import place_of_view
from gradcalc.engine.ops.place import Box, Cells, Pieces
from gradcalc.engine.surface.namespace import lookup

from ...sampling import draw

ROWS = Cells(np.array([[2, 0], [2, 1]]), (3,), 1)


def test_cells_read_as_numpy_does() -> None:
    table = draw(3, 4, key="table")
    np.testing.assert_array_equal(table[ROWS.at], ROWS.read(table))


def test_cells_pass_lead_axes_by() -> None:
    batch = draw(5, 3, 4, key="batch")
    np.testing.assert_array_equal(batch[:, ROWS.at], ROWS.read(batch))


def test_cells_add_repeats_up() -> None:
    out, values = np.zeros((2, 3, 4)), draw(2, 2, 2, 4, key="values")
    ROWS.add(out, values)
    np.testing.assert_array_equal(values[:, 0, 1], out[:, 0])
    np.testing.assert_array_equal(values[:, 0, 0] + values[:, 1, 0], out[:, 2])


def test_cells_keep_the_last_of_repeats() -> None:
    out, values = np.zeros((3, 4)), draw(2, 2, 4, key="values")
    ROWS.write(out, values)
    np.testing.assert_array_equal(values[1, 0], out[2])


def test_box_counts_axes_from_the_end() -> None:
    batch = draw(5, 3, 4, key="batch")
    np.testing.assert_array_equal(batch[..., 1:, 2], Box(slice(1, None), 2).read(batch))


def test_adding_to_a_gradient_has_the_bits_of_adding_the_whole() -> None:
    grad, values = draw(3, 4, key="grad"), draw(2, 2, 4, key="values")
    expected = grad + Pieces(values, (3, 4), ROWS).whole()
    assert Pieces(values, (3, 4), ROWS).add_to(grad)
    np.testing.assert_array_equal(expected, grad)


def test_pieces_of_several_dtypes_are_not_added_in_place() -> None:
    grad = np.zeros((3, 4), np.float32)
    assert not Pieces(draw(2, 2, 4), (3, 4), ROWS).add_to(grad)


@pytest.mark.parametrize("recorded", [False, True])
def test_pieces_add_up_in_order_of_arrival(recorded: bool) -> None:
    x = Tensor(draw(4, key="x"), requires_grad=True)
    weights = [Tensor(draw(3, key=str(k)) / 3) for k in range(3)]
    parts = [x[1:] * weights[0], x[[0, 1, 1]] * weights[1], (x * x)[:3] * weights[2]]
    total = lookup("sum")(parts[0] + parts[1] + parts[2])
    (g,) = gradients([total], [x], create_graph=recorded)
    w = [t.array() for t in weights]
    whole = np.zeros(4)
    whole[:3] += w[2]
    expected = whole * x.array() + whole * x.array()
    np.add.at(expected, [0, 1, 1], w[1])
    expected[1:] += w[0]
    np.testing.assert_allclose(g.array(), expected, rtol=1e-15)


def test_whole_cotangent_is_refused_beyond_the_limit() -> None:
    wide = Tensor(np.zeros(1), requires_grad=True).expand(1_000_000)
    with modes.tensor_bytes(1 << 20), pytest.raises(LimitExceeded):
        backward([wide[5]])


VIEWS = [
    lambda a: a[1],
    lambda a: a[:, 1],
    lambda a: a[..., ::2],
    lambda a: a[0, 1:, 1],
    lambda a: a.reshape(12)[3:],
    lambda a: a.T,
    lambda a: a[:, None],
    lambda a: a.reshape(3, 4)[1:, 2],
    lambda a: a[:, :0],
    lambda a: a[1, 2, 0:1],
]


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("view", VIEWS)
def test_place_of_a_view_shows_what_the_view_shows(view, order: str) -> None:
    base = np.array(np.arange(12.0).reshape(2, 3, 2), order=order)
    shown = view(base)
    if not np.may_share_memory(shown, base) and shown.size:
        pytest.skip("numpy made a copy")
    np.testing.assert_array_equal(shown, place_of_view(shown, base).read(base))

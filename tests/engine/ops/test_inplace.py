"""Writes in place: values, nodes, versions, gradients and refusals as torch has them, recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gradcalc.engine import Tensor, float32, float64, no_grad, tensor
from gradcalc.engine.backward import backward, gradients
from gradcalc.engine.forward import tangents
from gradcalc.engine.hooks import register_hook, retain_grad
from gradcalc.engine.surface.namespace import lookup

from .writes import WRITES

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "inplace.json"
RECORDED = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
WEIGHTS = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def nodes_of(y: Tensor) -> list[str]:
    """The names of the nodes that wrote y, the last first."""
    names = []
    node = y.grad_fn
    while node is not None and node.next:
        names.append(node.name())
        node = node.next[0]
    return names[:-1]


def written(write: Callable) -> tuple[Tensor, Tensor, Tensor]:
    """y after a write, and the leaves."""
    leaf = Tensor(np.arange(6.0).reshape(2, 3), requires_grad=True)
    w = Tensor(np.array([2.0, 3.0, 4.0]), requires_grad=True)
    y = leaf * 1
    write(y, w)
    return y, leaf, w


def listed(grad: Tensor | None) -> list | None:
    return None if grad is None else grad.tolist()


def close(found: list | None, expected: list | None) -> bool:
    if found is None or expected is None:
        return found is expected
    return np.allclose(found, expected, rtol=1e-14, atol=0.0)


@pytest.mark.parametrize("write", WRITES)
def test_write_leaves_values_and_history_of_torch(write: Callable) -> None:
    expected = RECORDED[write.__name__]
    y, _, _ = written(write)
    assert close(expected["values"], y.tolist())
    assert expected["nodes"] == nodes_of(y)
    assert expected["version"] == y.version


@pytest.mark.parametrize("write", WRITES)
def test_gradients_go_through_writes_as_in_torch(write: Callable) -> None:
    expected = RECORDED[write.__name__]
    y, leaf, w = written(write)
    backward([lookup("sum")(y * Tensor(WEIGHTS))])
    assert close(expected["of_y"], listed(leaf.grad))
    assert close(expected["of_w"], listed(w.grad))


@pytest.mark.parametrize("write", WRITES)
def test_recorded_pass_through_writes_has_the_same_bits(write: Callable) -> None:
    y, leaf, w = written(write)
    total = lookup("sum")(y * Tensor(WEIGHTS))
    raw = gradients([total], [leaf, w], retain_graph=True)
    recorded = gradients([total], [leaf, w], create_graph=True)
    assert list(map(listed, raw)) == list(map(listed, recorded))


@pytest.mark.parametrize("write", WRITES)
def test_tangents_go_through_writes(write: Callable) -> None:
    if write.__name__ == "assign_repeated_rows":
        pytest.skip("which of two values stays is not differentiable")
    y, leaf, w = written(write)
    seeds = [Tensor(WEIGHTS[::-1] * 0.5), Tensor(np.array([1.0, -2.0, 0.5]))]
    (t,) = tangents([y], [leaf, w], seeds)
    gs = gradients([y], [leaf, w], [Tensor(WEIGHTS)])
    forwards = 0.0 if t is None else float(np.sum(t.array() * WEIGHTS))
    known = [(g, s) for g, s in zip(gs, seeds, strict=True) if g is not None]
    backwards = sum(float(np.sum(g.array() * s.array())) for g, s in known)
    assert forwards == pytest.approx(backwards, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("write", WRITES)
def test_batched_cotangents_go_through_writes(write: Callable) -> None:
    y, leaf, w = written(write)
    batch = np.stack([WEIGHTS, -WEIGHTS[::-1]])
    together = gradients([y], [leaf, w], [Tensor(batch)], lead=1, retain_graph=True)
    for k in range(2):
        alone = gradients([y], [leaf, w], [Tensor(batch[k])], retain_graph=True)
        for t, a in zip(together, alone, strict=True):
            assert close(None if t is None else t.tolist()[k], listed(a))


# -- what is refused, before anything changes

LEAF = "leaf Variable that requires grad is being used in an in-place operation."
CLARIFY = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
    "your code by moving both the view and the inplace either both inside the no_grad block (if "
    "you don't want the inplace to be tracked) or both outside (if you want the inplace to be "
    "tracked)."
)
MULTIPLE = (
    " This view is the output of a function that returns multiple views. Such functions do not "
    "allow the output views to be modified inplace. You should replace the inplace operation by "
    "an out-of-place one."
)
SHARED = (
    "unsupported operation: more than one element of the written-to tensor refers to a single "
    "memory location. Please clone() the tensor before performing the operation."
)
CAST = "result type Float can't be cast to the desired output type Long"


def grid(track: bool = True) -> Tensor:
    return Tensor(np.arange(6.0).reshape(2, 3), requires_grad=track)


def unrecorded(t: Tensor) -> Tensor:
    with no_grad():
        return t[0]


def assign(t: Tensor, index: object, value: object) -> None:
    t[index] = value


def integers() -> Tensor:
    return tensor([1, 2])


REFUSED = [
    (lambda: grid().add_(1), f"a {LEAF}"),
    (lambda: grid().zero_(), f"a {LEAF}"),
    (lambda: grid().view(6).mul_(2), f"a view of a {LEAF}"),
    (lambda: grid()[1:].add_(1), f"a view of a {LEAF}"),
    (lambda: assign(grid(), 0, 5.0), f"a view of a {LEAF}"),
    (lambda: assign(grid(), grid() > 1, 5.0), f"a {LEAF}"),
    (
        lambda: (grid() * 1).unbind()[0].add_(1),
        "Output 0 of Unbind is a view and is being modified inplace." + MULTIPLE,
    ),
    (
        lambda: (grid() * 1).split(1)[1].mul_(2),
        "Output 1 of Split is a view and is being modified inplace." + MULTIPLE,
    ),
    (
        lambda: (grid() * 1).split(1)[1][0].mul_(2),
        "Output 0 of Select is a view and is being modified inplace." + MULTIPLE,
    ),
    (
        lambda: grid(False).unbind()[0].add_(grid()[0]),
        "A view was created in no_grad mode and is being modified inplace with grad mode enabled."
        + MULTIPLE,
    ),
    (
        lambda: unrecorded(grid() * 1).add_(1),
        "A view was created in no_grad mode and is being modified inplace with grad mode enabled."
        + CLARIFY,
    ),
    (
        lambda: unrecorded(grid() * 1)[1:].add_(1),
        "Output 0 of Slice is a view of a view which was created in no_grad mode and is being "
        "modified inplace with grad mode enabled." + CLARIFY,
    ),
    (lambda: grid(False).expand(2, 2, 3).add_(1), SHARED),
    (lambda: integers().add_(0.5), CAST),
    (lambda: integers().div_(2), CAST),
    (
        lambda: grid(False)[0].add_(grid(False)),
        "output with shape [3] doesn't match the broadcast shape [2, 3]",
    ),
    (
        lambda: grid(False)[0].copy_(tensor([1.0, 2.0])),
        "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0",
    ),
    (
        lambda: integers().fill_(tensor([1.0, 2.0])),
        "fill_ only supports 0-dimension value tensor but got tensor with 1 dimensions.",
    ),
    (lambda: assign(grid(False), 0, [1, 2, 3]), "can't assign a list to a torch.DoubleTensor"),
    (lambda: assign(grid(False), 0, "a"), "can't assign a str to a torch.DoubleTensor"),
    (lambda: assign(grid(False), 5, 1), "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda: assign(grid(False), (0, 0, 0), 1), "too many indices for tensor of dimension 2"),
    (lambda: assign(integers(), 0, 10**30), "Overflow when unpacking long long"),
    (
        lambda: assign(grid(False), 0, tensor([1.0, 2.0])),
        "The expanded size of the tensor (3) must match the existing size (2) at non-singleton "
        "dimension 0.  Target sizes: [3].  Tensor sizes: [2]",
    ),
    (
        lambda: assign(grid(False), [0], grid(False)[0, :2]),
        "shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result of "
        "shape [1, 3]",
    ),
    (
        lambda: assign(grid(False), [0], tensor([1, 2, 3])),
        "Index put requires the source and destination dtypes match, got Double for the "
        "destination and Long for the source.",
    ),
]


@pytest.mark.parametrize(("write", "message"), REFUSED)
def test_write_is_refused_in_the_words_of_torch(write: Callable, message: str) -> None:
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError)) as caught:
        write()
    assert message == str(caught.value)


def test_refused_write_changes_nothing() -> None:
    leaf = grid()
    with pytest.raises(RuntimeError):
        leaf[0] = 7.0
    with pytest.raises(RuntimeError):
        leaf.add_(1)
    assert leaf.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert leaf.version == 0


def test_maximum_has_no_form_in_place() -> None:
    with pytest.raises(AttributeError):
        grid(False).maximum_(grid(False))


# -- views


def test_view_is_made_again_of_its_base_after_a_write() -> None:
    leaf = grid()
    y = leaf * 1
    row, part = y[0], y[0][1:]
    y.mul_(2)
    assert [row.grad_fn.name(), part.grad_fn.name()] == ["SelectBackward0", "SliceBackward0"]
    assert not row.is_leaf
    backward([lookup("sum")(row * row) + lookup("sum")(part)])
    assert row.grad_fn.name() == "AsStridedBackward0"
    assert leaf.grad.tolist() == [[0.0, 10.0, 18.0], [0.0, 0.0, 0.0]]


def test_view_of_untracked_base_becomes_tracked_with_it() -> None:
    w = Tensor(np.array([1.0, 2.0]), requires_grad=True)
    z = Tensor(np.zeros((2, 2)))
    row, other = z[0], z[1]
    other.copy_(w)
    total = lookup("sum")(z) * other[0] + lookup("sum")(row)
    backward([total])
    assert w.grad.tolist() == [4.0, 1.0]


def test_view_keeps_gradient_through_writes_to_its_base() -> None:
    leaf = Tensor(np.array([1.0, 2.0, 3.0]), requires_grad=True)
    y = leaf * 1
    view = y[0:2]
    retain_grad(view)
    y.mul_(2)
    backward([lookup("sum")(view * view)])
    assert view.grad.tolist() == [4.0, 8.0]
    assert leaf.grad.tolist() == [8.0, 16.0, 0.0]


def test_view_made_without_recording_is_invalid_after_a_write() -> None:
    y = grid() * 1
    view = unrecorded(y)
    with no_grad():
        y.add_(1)
    with pytest.raises(RuntimeError, match="its base or another view of its base has been"):
        view * 2


def test_detached_tensor_shares_memory_and_version() -> None:
    y = grid() * 1
    twin = y.detach()
    twin[0] = 7.0
    assert y.tolist()[0] == [7.0, 7.0, 7.0]
    assert (y.version, twin.version) == (1, 1)


def test_scalar_and_its_view_share_memory() -> None:
    w = Tensor(np.array([2.0, 3.0]), requires_grad=True)
    s = lookup("sum")(w)
    s.view(1).mul_(3)
    assert s.item() == 15.0
    backward([s])
    assert w.grad.tolist() == [3.0, 3.0]


# -- hooks, saved values, dtypes


def test_retained_gradient_follows_and_hooks_stay() -> None:
    leaf = Tensor(np.array([1.0, 2.0, 3.0]), requires_grad=True)
    y = leaf * 1
    seen = []
    register_hook(y, lambda g: seen.append(("old", g.tolist())))
    y[0] = 7.0
    register_hook(y, lambda g: seen.append(("new", g.tolist())))
    retain_grad(y)
    y[1] = 8.0
    backward([lookup("sum")(y * y)])
    assert seen == [("new", [14.0, 0.0, 6.0]), ("old", [0.0, 0.0, 6.0])]
    assert y.grad.tolist() == [14.0, 16.0, 6.0]
    assert leaf.grad.tolist() == [0.0, 0.0, 6.0]


MODIFIED = [
    (lambda y: y * y, "Add"),
    (lambda y: y.exp(), "Exp"),
    (lambda y: y[0] * y[0], "AsStrided"),
]


@pytest.mark.parametrize(("use", "maker"), MODIFIED)
def test_changed_saved_value_is_named(use: Callable, maker: str) -> None:
    y = grid() * 1
    used = use(y)
    (used if maker == "Exp" else y).add_(1)
    with pytest.raises(RuntimeError, match=f"which is output 0 of {maker}, is at version 1"):
        backward([lookup("sum")(used)])


def test_freed_write_cannot_be_passed_again() -> None:
    y = grid() + 1
    y[0] = 5.0
    total = lookup("sum")(y)
    backward([total])
    with pytest.raises(RuntimeError, match="a second time"):
        backward([total])


def test_gradient_of_written_value_has_its_dtype() -> None:
    y = Tensor(np.ones(2, np.float32), requires_grad=True) * 1
    value = Tensor(3.0, requires_grad=True)
    y.copy_(value)
    assert y.dtype is float32
    backward([lookup("sum")(y)])
    assert value.grad.dtype is float64
    assert value.grad.item() == 2.0


def test_integers_take_truncated_values_without_history() -> None:
    z = integers()
    z[0] = Tensor(2.7, requires_grad=True)
    assert z.tolist() == [2, 2]
    assert not z.requires_grad

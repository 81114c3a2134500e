"""torch.Size: a tuple that stays one of its kind."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface.size import Size


def test_a_size_prints_as_torch_prints_it() -> None:
    assert str([Size((2, 3)), Size()]) == "[torch.Size([2, 3]), torch.Size([])]"


def test_a_size_equals_the_tuple_and_hashes_like_it() -> None:
    assert {(2, 3): "seen"}[Size((2, 3))] == "seen"


@pytest.mark.parametrize(
    "made",
    [Size((1, 2))[:1], Size((1,)) + (2,), (1,) + Size((2,)), Size((1,)) * 2, 2 * Size((1,))],  # noqa: RUF005
)
def test_parts_and_sums_of_sizes_are_sizes(made: object) -> None:
    assert type(made) is Size


def test_numel_multiplies() -> None:
    assert Size((2, 3, 4)).numel() == 24


def test_other_items_than_ints_are_refused() -> None:
    with pytest.raises(TypeError, match=r"iterable of 'int' \(item 1 is 'float'\)"):
        Size((1, 2.5))


def test_a_format_spec_is_refused() -> None:
    with pytest.raises(TypeError, match=r"unsupported format string passed to torch\.Size"):
        format(Size((1,)), ">9")

"""Functions that write into y, a 2 by 3 result of a leaf; w is a leaf of three elements.

What torch gives for each is in `tests/golden/inplace.json`, by name.
"""

from __future__ import annotations

from collections.abc import Callable

from gradcalc.engine import Tensor, no_grad, stack, tensor

WRITES: list[Callable] = []


def recorded(write: Callable) -> Callable:
    """List a write."""
    WRITES.append(write)
    return write


@recorded
def add_number(y: Tensor, w: Tensor) -> None:
    y.add_(1)


@recorded
def add_scaled(y: Tensor, w: Tensor) -> None:
    y.add_(w, alpha=2)


@recorded
def chain_of_three(y: Tensor, w: Tensor) -> None:
    y.add_(1).mul_(w).sub_(2)


@recorded
def multiply_by_tracked(y: Tensor, w: Tensor) -> None:
    y.mul_(w)


@recorded
def divide_by_tracked(y: Tensor, w: Tensor) -> None:
    y.div_(w)


@recorded
def power_of_itself(y: Tensor, w: Tensor) -> None:
    y.pow_(2)


@recorded
def power_by_tracked(y: Tensor, w: Tensor) -> None:
    y.pow_(w)


@recorded
def exponential(y: Tensor, w: Tensor) -> None:
    y.exp_()


@recorded
def square(y: Tensor, w: Tensor) -> None:
    y.square_()


@recorded
def clamp_both_sides(y: Tensor, w: Tensor) -> None:
    y.clamp_(1, 3)


@recorded
def zero(y: Tensor, w: Tensor) -> None:
    y.zero_()


@recorded
def fill_with_number(y: Tensor, w: Tensor) -> None:
    y.fill_(3)


@recorded
def fill_with_tracked(y: Tensor, w: Tensor) -> None:
    y.fill_(w[0])


@recorded
def copy_broadcasts(y: Tensor, w: Tensor) -> None:
    y.copy_(w)


@recorded
def compare(y: Tensor, w: Tensor) -> None:
    y.gt_(1)


@recorded
def lower_triangle(y: Tensor, w: Tensor) -> None:
    y.tril_()


@recorded
def running_sum(y: Tensor, w: Tensor) -> None:
    y.cumsum_(0)


@recorded
def augmented_add(y: Tensor, w: Tensor) -> None:
    y += w


@recorded
def augmented_multiply(y: Tensor, w: Tensor) -> None:
    y *= w


@recorded
def augmented_power(y: Tensor, w: Tensor) -> None:
    y **= 2


@recorded
def fill_where(y: Tensor, w: Tensor) -> None:
    y.masked_fill_(y > 2, w[1])


@recorded
def scatter_where(y: Tensor, w: Tensor) -> None:
    y.masked_scatter_(y > 2, w)


@recorded
def add_rows_twice(y: Tensor, w: Tensor) -> None:
    y.index_add_(0, tensor([1, 1]), stack([w, w * 2]))


@recorded
def put_rows_twice(y: Tensor, w: Tensor) -> None:
    y.index_put_((tensor([0, 0]),), w, accumulate=True)


@recorded
def scatter(y: Tensor, w: Tensor) -> None:
    y.scatter_(1, tensor([[0, 2], [1, 0]]), stack([w[:2], w[1:]]))


@recorded
def scatter_number(y: Tensor, w: Tensor) -> None:
    y.scatter_(1, tensor([[0], [2]]), 2.0)


@recorded
def assign_number_to_row(y: Tensor, w: Tensor) -> None:
    y[0] = 5.0


@recorded
def assign_row(y: Tensor, w: Tensor) -> None:
    y[0] = w


@recorded
def assign_element(y: Tensor, w: Tensor) -> None:
    y[0, 1] = w[0]


@recorded
def assign_scalar_to_row(y: Tensor, w: Tensor) -> None:
    y[0] = w[0]


@recorded
def assign_column(y: Tensor, w: Tensor) -> None:
    y[:, 1:] = 0


@recorded
def assign_whole(y: Tensor, w: Tensor) -> None:
    y[:] = w


@recorded
def assign_whole_number(y: Tensor, w: Tensor) -> None:
    y[...] = 5.0


@recorded
def assign_with_axes_of_one(y: Tensor, w: Tensor) -> None:
    y[0] = w[None, None]


@recorded
def assign_by_list(y: Tensor, w: Tensor) -> None:
    y[[0]] = w


@recorded
def assign_by_two_lists(y: Tensor, w: Tensor) -> None:
    y[[0, 1], [1, 2]] = w[:2]


@recorded
def assign_by_mask(y: Tensor, w: Tensor) -> None:
    y[y > 2] = w


@recorded
def assign_number_by_mask(y: Tensor, w: Tensor) -> None:
    y[y > 2] = 0


@recorded
def assign_by_int_and_list(y: Tensor, w: Tensor) -> None:
    y[0, [0, 1]] = w[:2]


@recorded
def assign_to_new_axis(y: Tensor, w: Tensor) -> None:
    y[None] = w


@recorded
def assign_by_true(y: Tensor, w: Tensor) -> None:
    y[True] = w


@recorded
def assign_by_false(y: Tensor, w: Tensor) -> None:
    y[False] = 5.0


@recorded
def assign_row_from_other(y: Tensor, w: Tensor) -> None:
    y[0] = y[1] * 2


@recorded
def assign_repeated_rows(y: Tensor, w: Tensor) -> None:
    y[[0, 0]] = w


@recorded
def augmented_row(y: Tensor, w: Tensor) -> None:
    y[0] += w


@recorded
def augmented_list(y: Tensor, w: Tensor) -> None:
    y[[0]] *= w


@recorded
def augmented_mask(y: Tensor, w: Tensor) -> None:
    y[y > 1] *= 2


@recorded
def rows_one_after_the_other(y: Tensor, w: Tensor) -> None:
    y[0] = 0
    y[1] = y[0] + w


@recorded
def through_row(y: Tensor, w: Tensor) -> None:
    y[0].exp_()


@recorded
def through_column(y: Tensor, w: Tensor) -> None:
    y[:, 0].mul_(w[0])


@recorded
def through_transpose(y: Tensor, w: Tensor) -> None:
    y.t()[0].add_(w[:2])


@recorded
def through_view_with_step(y: Tensor, w: Tensor) -> None:
    y.view(6)[::2].mul_(w)


@recorded
def through_view_of_view(y: Tensor, w: Tensor) -> None:
    y.view(6)[2:].view(2, 2)[1].mul_(w[1:])


@recorded
def through_element(y: Tensor, w: Tensor) -> None:
    y[0, 1].sigmoid_()


@recorded
def through_copy(y: Tensor, w: Tensor) -> None:
    y[0].copy_(w * 2)


@recorded
def through_zero(y: Tensor, w: Tensor) -> None:
    y[0].zero_()


@recorded
def through_fill(y: Tensor, w: Tensor) -> None:
    y[0].fill_(w[0])


@recorded
def through_unsqueezed(y: Tensor, w: Tensor) -> None:
    y.unsqueeze(0)[0, 1].mul_(w)


@recorded
def through_expand_of_one(y: Tensor, w: Tensor) -> None:
    y[:, :1].expand(2, 1).mul_(3)


@recorded
def less_the_mean(y: Tensor, w: Tensor) -> None:
    y.sub_(y.mean())


@recorded
def write_under_no_grad(y: Tensor, w: Tensor) -> None:
    with no_grad():
        y.mul_(2)

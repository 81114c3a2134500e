"""Rules on scalars carried as Python floats, and on results through which nothing flows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gradcalc.engine import modes, tensor
from gradcalc.engine.backward import gradients
from gradcalc.engine.dtypes import BY_NAME
from gradcalc.engine.functional import jvp
from gradcalc.engine.surface.namespace import lookup


@pytest.fixture(autouse=True)
def ieee_float64():
    with modes.default_dtype(BY_NAME["float64"]), np.errstate(all="ignore"):
        yield


def call(name, *arguments):
    return lookup(name)(*arguments)  # type: ignore[misc]


@pytest.mark.parametrize("name", ["norm", "linalg.vector_norm"])
def test_a_tangent_through_a_norm_of_0_is_0(name):
    _, tangent = jvp(lambda x: call(name, x), (tensor(0.0),), (tensor(1.0),))
    assert tangent.item() == 0.0


def test_a_scalar_forward_divides_by_zero_as_arrays_do():
    assert call("logit", tensor(1.0)).item() == math.inf


def test_logsigmoid_of_infinity_is_0():
    assert call("nn.functional.logsigmoid", tensor(math.inf)).item() == 0.0


@pytest.mark.parametrize("name", ["huber_loss", "smooth_l1_loss"])
def test_the_slope_of_a_loss_at_nan_is_nan(name):
    x = tensor(math.nan, requires_grad=True)
    (slope,) = gradients([call("nn.functional." + name, x, tensor(0.0))], [x])
    assert slope is not None
    assert math.isnan(slope.item())


def test_nothing_flows_through_the_mantissa_of_frexp():
    x = tensor([-0.5, 0.5], requires_grad=True)
    count = call("norm", call("frexp", x)[0], 0)
    assert gradients([count], [x]) == [None]


@pytest.mark.parametrize("order", [1, 2, math.inf])
@pytest.mark.parametrize("shape", [(2, 0), (0, 2)])
def test_a_norm_of_an_empty_matrix_is_0(order, shape):
    assert call("linalg.matrix_norm", call("zeros", *shape), order).item() == 0.0

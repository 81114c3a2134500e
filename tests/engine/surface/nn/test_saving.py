"""state_dict and load_state_dict."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface.nn.batchnorm import BatchNorm1d
from gradcalc.engine.surface.nn.container import Sequential
from gradcalc.engine.surface.nn.linear import Linear

from ..torchlike import plain


def test_saved_tensors_share_memory() -> None:
    layer = Linear(1, 1)
    saved = layer.state_dict()
    saved["bias"].zero_()
    assert layer.bias.tolist() == [0.0]
    assert not saved["bias"].requires_grad


def test_what_was_saved_can_be_loaded() -> None:
    a, b = Linear(2, 2), Linear(2, 2)
    assert repr(b.load_state_dict(a.state_dict())) == "<All keys matched successfully>"
    assert b.weight.tolist() == a.weight.tolist()
    assert b.weight is not a.weight


def test_every_misfit_is_named() -> None:
    net = Sequential(Linear(2, 2), Linear(2, 1))
    saved = net.state_dict()
    del saved["1.bias"]
    saved["more"] = plain([1.0])
    saved["0.weight"] = plain([[1.0]])
    with pytest.raises(RuntimeError) as refused:
        net.load_state_dict(saved)
    assert str(refused.value) == (
        "Error(s) in loading state_dict for Sequential:\n"
        '\tMissing key(s) in state_dict: "1.bias". \n'
        '\tUnexpected key(s) in state_dict: "more". \n'
        "\tsize mismatch for 0.weight: copying a param with shape torch.Size([1, 1]) from "
        "checkpoint, the shape in current model is torch.Size([2, 2])."
    )


def test_names_need_not_match_unless_strict() -> None:
    report = Linear(1, 1).load_state_dict({"other": plain([1.0])}, strict=False)
    assert repr(report) == (
        "_IncompatibleKeys(missing_keys=['weight', 'bias'], unexpected_keys=['other'])"
    )


def test_loading_writes_into_the_parameters() -> None:
    layer = Linear(1, 1)
    weight = layer.weight
    layer.load_state_dict({"weight": plain([[3.0]]), "bias": plain([4.0])})
    assert layer.weight is weight
    assert weight.version == 2


def test_loading_may_put_tensors_in_place() -> None:
    layer = Linear(1, 1)
    layer.load_state_dict({"weight": plain([[3.0]]), "bias": plain([4.0])}, assign=True)
    assert layer.weight.tolist() == [[3.0]]
    assert layer.weight.requires_grad


def test_the_number_of_batches_may_be_missing_from_old_files() -> None:
    norm = BatchNorm1d(1)
    saved = dict(norm.state_dict())
    del saved["num_batches_tracked"]
    assert repr(norm.load_state_dict(saved)) == "<All keys matched successfully>"


def test_a_state_that_is_no_dictionary_is_refused() -> None:
    with pytest.raises(TypeError, match="Expected state_dict to be dict-like"):
        Linear(1, 1).load_state_dict([1])  # type: ignore[arg-type]

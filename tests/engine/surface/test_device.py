"""torch.device: names of devices, and what happens to those that are not there."""

from __future__ import annotations

import pytest

from gradcalc.engine.surface.device import CPU, check, device


def test_a_device_shows_its_kind_and_index() -> None:
    assert [repr(device("cpu")), repr(device("cuda", 1)), str(device("cuda:1"))] == [
        "device(type='cpu')",
        "device(type='cuda', index=1)",
        "cuda:1",
    ]


def test_devices_compare_by_kind_and_index() -> None:
    assert device("cpu") == CPU
    assert device("cpu") != device("cpu:0")
    assert device("cpu") != "cpu"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("gpu", "at start of device string: gpu"),
        ("cpu:x", "Invalid device string: 'cpu:x'"),
        ("", "Device string must not be empty"),
    ],
)
def test_a_wrong_name_is_explained(name: str, error: str) -> None:
    with pytest.raises(RuntimeError, match=error):
        device(name)


def test_a_device_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="not writable"):
        device("cpu").type = "cuda"


def test_using_cuda_is_an_assertion_error() -> None:
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
        check("cuda:0")

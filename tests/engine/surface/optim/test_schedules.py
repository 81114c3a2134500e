"""Every schedule against torch: the rates of a dozen steps, and the state behind them."""

from __future__ import annotations

from typing import Any

import pytest

from ..torchlike import leaf, recorded, torch

RECORDED = recorded("schedules")


def optimizer_of(case: dict) -> Any:
    """The optimizer whose rates are scheduled."""
    return torch(f"optim.{case['optimizer']}")([leaf([1.0])], **case["optimizer_settings"])


def listed(value: Any) -> Any:
    """Tuples as lists, as they were recorded."""
    if isinstance(value, dict):
        return {k: listed(v) for k, v in value.items()}
    return [listed(v) for v in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("case", RECORDED["schedules"], ids=lambda c: c["schedule"])
def test_rates_follow_torchs(case: dict) -> None:
    optimizer = optimizer_of(case)
    group = optimizer.param_groups[0]
    schedule = torch(f"optim.lr_scheduler.{case['schedule']}")(optimizer, **case["settings"])
    rates, momenta = [group["lr"]], []
    for _ in range(len(case["rates"]) - 1):
        optimizer.step()
        schedule.step()
        rates += schedule.get_last_lr()
        momenta.append(group.get("momentum", group.get("betas")))
    assert rates == case["rates"]
    assert listed(momenta) == case["momenta"]
    if case["state"] is not None:
        hidden = ("_schedule_phases", "_scale_fn_custom", "base_momentums", "max_momentums")
        expected = {k: v for k, v in case["state"].items() if k not in hidden}
        state = {k: v for k, v in schedule.state_dict().items() if k not in hidden}
        assert listed(state) == expected


@pytest.mark.parametrize("case", RECORDED["plateaus"], ids=["min", "max"])
def test_a_plateau_lowers_rates(case: dict) -> None:
    optimizer = torch("optim.SGD")([leaf([1.0])], lr=0.1)
    schedule = torch("optim.lr_scheduler.ReduceLROnPlateau")(optimizer, **case["settings"])
    seen = []
    for measure in case["measures"]:
        schedule.step(measure)
        group = optimizer.param_groups[0]
        seen.append([group["lr"], schedule.num_bad_epochs, schedule.best])
    assert seen == case["seen"]


def test_schedules_run_one_after_the_other() -> None:
    optimizer = torch("optim.SGD")([leaf([1.0])], lr=1.0)
    names = torch("optim.lr_scheduler.ConstantLR"), torch("optim.lr_scheduler.ExponentialLR")
    parts = [names[0](optimizer, factor=0.5, total_iters=9), names[1](optimizer, gamma=0.5)]
    schedule = torch("optim.lr_scheduler.SequentialLR")(optimizer, parts, milestones=[2])
    rates = []
    for _ in range(5):
        rates += schedule.get_last_lr()
        optimizer.step()
        schedule.step()
    assert rates == [0.5, 0.5, 1.0, 0.5, 0.25]


def test_chained_schedules_all_change_the_rate() -> None:
    optimizer = torch("optim.SGD")([leaf([1.0])], lr=1.0)
    exponential = torch("optim.lr_scheduler.ExponentialLR")
    schedule = torch("optim.lr_scheduler.ChainedScheduler")(
        [exponential(optimizer, gamma=0.5), exponential(optimizer, gamma=0.25)]
    )
    schedule.step()
    assert schedule.get_last_lr() == [0.125]


def test_functions_of_the_step_give_rates() -> None:
    optimizer = torch("optim.SGD")([leaf([1.0])], lr=2.0)
    schedule = torch("optim.lr_scheduler.LambdaLR")(optimizer, lambda step: 1 / (1 + step))
    schedule.step()
    assert schedule.get_last_lr() == [1.0]


def test_only_optimizers_are_scheduled() -> None:
    with pytest.raises(TypeError, match="int is not an Optimizer"):
        torch("optim.lr_scheduler.StepLR")(3, 1)

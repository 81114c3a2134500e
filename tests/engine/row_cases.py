"""Every row with its samples, and what the generic tests do with one call of a row."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradcalc.engine import Tensor, default_dtype, door, float64
from gradcalc.engine.row import Row
from gradcalc.engine.surface.namespace import lookup

from .. import samples
from ..sampling import Sample, Special, draw

DEFAULT_DOMAIN = (-2.0, 2.0)
DIFFERENTIABLE = ("elementwise", "linear", "structural", "composite")


def key_of(row: Row) -> str:
    """How samples name a row: 'sum' or 'sum:dim'."""
    return f"{row.name}:{row.overload}" if row.overload else row.name


def _written(attribute: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for module in pkgutil.iter_modules(samples.__path__):
        loaded = importlib.import_module(f"{samples.__name__}.{module.name}")
        found |= getattr(loaded, attribute, {})
    return found


WRITTEN: dict[str, list[Sample]] = _written("SAMPLES")
SPECIAL: dict[str, list[Special]] = _written("SPECIAL")


def samples_of(row: Row) -> list[Sample]:
    """The samples written for a row, or those that follow from an elementwise row's domain."""
    if key_of(row) in WRITTEN:
        return WRITTEN[key_of(row)]
    if row.kind in ("elementwise", "zero") and all(p.kind == "Array" for p in row.params):
        return list(_elementwise_samples(row))
    return []


def _elementwise_samples(row: Row) -> Iterator[Sample]:
    count = len(row.params)
    domains = row.domain or DEFAULT_DOMAIN
    if not isinstance(domains[0], tuple):
        domains = (domains,) * count
    for shapes in ([()] * 3, [(3,)] * 3, [(2, 1, 3), (4, 1), (3,)]):
        yield Sample(
            tuple(
                draw(*shape, low=low, high=high, key=f"{row.name}{k}")
                for k, (shape, (low, high)) in enumerate(zip(shapes[:count], domains, strict=True))
            )
        )


@dataclass
class Call:
    """One call of a row on fresh tensors: the inputs that want gradients and the results."""

    inputs: list[Tensor]
    outputs: list[Tensor]


def run(row: Row, sample: Sample, values: Sequence[np.ndarray] | None = None) -> Call:
    """Call a row; `values` replace the differentiable inputs of the sample, in order."""
    inputs: list[Tensor] = []
    replaced = iter(values) if values is not None else None

    def wrap(value: Any) -> Any:
        if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray) for v in value):
            return [wrap(v) for v in value]
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype.kind != "f":
            return Tensor(value)
        array = np.array(value if replaced is None else next(replaced))
        raw = float(array) if array.dtype == np.float64 and not array.ndim else array
        tensor = Tensor(raw, requires_grad=True)
        inputs.append(tensor)
        return tensor

    args = [wrap(a) for a in sample.args]
    kwargs = {k: wrap(v) for k, v in sample.kwargs.items()}
    with np.errstate(all="ignore"), default_dtype(float64):
        for k, prepare in enumerate(sample.prepare):
            args[k] = args[k] if prepare is None else prepare(args[k])
        result = door.call([row], args, kwargs)
    flat = list(result) if isinstance(result, tuple | list) else [result]
    return Call(inputs, [t for t in flat if isinstance(t, Tensor)])


def tracked(call: Call) -> list[Tensor]:
    """The results that gradients flow through."""
    return [t for t in call.outputs if t.requires_grad]


def values_of(call: Call) -> list[np.ndarray]:
    """The inputs as arrays."""
    return [np.array(t.array()) for t in call.inputs]


def projected(call: Call, key: str) -> Tensor:
    """A scalar of the results: a sum with random weights, so that no component hides."""
    whole: Any = 0.0
    for k, out in enumerate(tracked(call)):
        weights = draw(*out.shape, low=0.5, high=1.5, key=f"{key}{k}")
        whole = whole + lookup("sum")(out * Tensor(weights if out.ndim else float(weights)))
    return whole

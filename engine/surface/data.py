"""torch.utils.data: data sets, and loaders that hand them out in batches, in one process.

A loader draws as torch's does: a seed when it is begun, then one for the order of a shuffled pass.
Source: torch/utils/data/dataloader.py, sampler.py, dataset.py and _utils/collate.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import EngineTypeError, EngineValueError
from ..ops.create import tensor
from ..tensor import Tensor
from .namespace import in_torch
from .seeds import Generator

_MODULE = "torch.utils.data.dataset"


class Dataset:
    """What has items by number; a program's own data sets are made from it."""

    __module__ = _MODULE

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")


class TensorDataset(Dataset):
    """Tensors of one length; an item is a tuple of their rows."""

    __module__ = _MODULE

    def __init__(self, *tensors: Tensor) -> None:
        if any(t.shape[0] != tensors[0].shape[0] for t in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple:
        return tuple(t[index] for t in self.tensors)  # type: ignore[index]

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


class Subset(Dataset):
    """Some items of a data set, by number."""

    __module__ = _MODULE

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: int) -> Any:
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: Any, lengths: Sequence[int | float], generator: Generator | None = None
) -> list[Subset]:
    """Parts of given lengths, or shares of one, in a random order.

    Raises: ValueError if the lengths do not add up to that of the data set.
    """
    total = len(dataset)
    sizes = [int(n) for n in lengths]
    if any(isinstance(n, float) for n in lengths) and abs(sum(lengths) - 1) < 1e-9:
        sizes = [int(total * share) for share in lengths]
        for k in range(total - sum(sizes)):
            sizes[k % len(sizes)] += 1
    if sum(sizes) != total:
        raise EngineValueError(
            "Sum of input lengths does not equal the length of the input dataset!"
        )
    order = in_torch("randperm")(total, generator=generator).tolist()
    ends = np.cumsum(sizes).tolist()
    return [Subset(dataset, order[e - n : e]) for e, n in zip(ends, sizes, strict=True)]


def default_collate(batch: Sequence) -> Any:
    """Items as one: tensors stacked, numbers as a tensor, sequences and dicts item by item.

    Raises: TypeError for items of another kind.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return in_torch("stack")(list(batch))
    if isinstance(first, float):
        return tensor(np.asarray(batch, np.float64))
    if isinstance(first, int):
        return tensor(list(batch))
    if isinstance(first, str):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, tuple | list):
        return [default_collate(list(items)) for items in zip(*batch, strict=True)]
    raise EngineTypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {type(first)}"
    )


class DataLoader:
    """Batches of a data set, in its order or, where `shuffle` says so, in a random one."""

    __module__ = "torch.utils.data.dataloader"

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        *,
        num_workers: int = 0,
        collate_fn: Callable | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        generator: Generator | None = None,
    ) -> None:
        if batch_size is not None and batch_size <= 0:
            raise EngineValueError(
                f"batch_size should be a positive integer value, but got batch_size={batch_size}"
            )
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = bool(shuffle)
        self.collate_fn = collate_fn or default_collate
        self.drop_last = drop_last
        self.generator = generator

    def __len__(self) -> int:
        total, size = len(self.dataset), self.batch_size or 1
        return total // size if self.drop_last else -(-total // size)

    def __iter__(self) -> Iterator[Any]:
        _drawn_seed(self.generator)  # torch's workers would start from it
        return self._batches()

    def _batches(self) -> Iterator[Any]:
        size = self.batch_size
        order = self._order()
        if size is None:
            yield from (self.dataset[k] for k in order)
            return
        for start in range(0, len(order), size):
            numbers = order[start : start + size]
            if len(numbers) == size or not self.drop_last:
                yield self.collate_fn([self.dataset[k] for k in numbers])

    def _order(self) -> Sequence[int]:
        total = len(self.dataset)
        if not self.shuffle:
            return range(total)
        source = self.generator
        if source is None:
            source = Generator()
            source.manual_seed(_drawn_seed(None))
        return in_torch("randperm")(total, generator=source).tolist()


def _drawn_seed(generator: Generator | None) -> int:
    """A seed for further draws, itself drawn."""
    from .fills import fill

    return int(fill("random_", tensor(0), generator=generator).item())

"""torch.func.vmap: a function applied along an axis of its arguments.

The function runs once for each index and the results are stacked; torch runs it once on batched
tensors. The values are the same, and so are the words for arguments that do not fit.
Source of these: torch/_functorch/vmap.py of PyTorch 2.13.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import modes
from ..errors import EngineRuntimeError, EngineValueError
from ..ops.public import call as enter
from ..tensor import Tensor
from . import trees
from .levels import named_as
from .seeds import default_generator


def vmap(
    func: Callable,
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable:
    """The function that maps `func` over an axis of its arguments."""
    if randomness not in ("error", "different", "same"):
        raise EngineRuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}"
        )
    if chunk_size is not None and chunk_size <= 0:
        raise EngineValueError(
            f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})"
        )

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return _Mapping(func, in_dims, out_dims, randomness).run(args, kwargs)

    return named_as(func, wrapper)


class _Mapping:
    """One call of a mapped function."""

    def __init__(self, func: Callable, in_dims: Any, out_dims: Any, randomness: str) -> None:
        self.func = func
        self.in_dims = in_dims
        self.out_dims = out_dims
        self.randomness = randomness
        self.name = getattr(func, "__name__", None) or repr(func)

    def run(self, args: tuple, kwargs: dict) -> Any:
        _check_out_dims(self.out_dims, self.name)
        count, dims, flat, structure = self._inputs(args)
        results = []
        before = default_generator.state() if self.randomness == "same" else None
        with modes.mapping(self.randomness):
            for i in range(count):
                if before is not None:
                    default_generator.restore(before)
                one = [
                    value if dim is None else enter("select", value, dim, i)
                    for value, dim in zip(flat, dims, strict=True)
                ]
                results.append(self.func(*trees.unflatten(one, structure), **kwargs))
        return self._stacked(results)

    # -- what goes in

    def _inputs(self, args: tuple) -> tuple[int, list, list, Any]:
        """The size of the axis, the axis of each argument, and the arguments taken apart.

        Raises: ValueError in torch's words.
        """
        start = f"vmap({self.name}, in_dims={self.in_dims}, ...)(<inputs>): "
        if not isinstance(self.in_dims, int | tuple):
            raise EngineValueError(
                f"{start}expected `in_dims` to be int or a (potentially nested) tuple matching the "
                f"structure of inputs, got: {type(self.in_dims)}."
            )
        if not args:
            raise EngineValueError(
                f"vmap({self.name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or "
                "you are trying to vmap over a function with no inputs. The latter is unsupported."
            )
        flat, structure = trees.flatten(args)
        dims = trees.spread(self.in_dims, structure)
        if dims is None:
            raise EngineValueError(
                f"{start}in_dims is not compatible with the structure of `inputs`. in_dims has "
                f"structure {trees.shown(trees.flatten(self.in_dims)[1])} but inputs has structure "
                f"{trees.shown(structure)}."
            )
        for dim, value in zip(dims, flat, strict=True):
            _check_in_dim(dim, value, start)
        sizes = [v.shape[d] for v, d in zip(flat, dims, strict=True) if d is not None]
        if not sizes:
            raise EngineValueError("vmap: Expected at least one Tensor to vmap over")
        if any(size != sizes[0] for size in sizes):
            raise EngineValueError(
                "vmap: Expected all tensors to have the same size in the mapped dimension, got "
                f"sizes {sizes} for the mapped dimension"
            )
        return sizes[0], dims, flat, structure

    # -- what comes out

    def _stacked(self, results: list) -> Any:
        """The results of all indices, stacked along the axes that `out_dims` names."""
        first, structure = trees.flatten(results[0])
        dims = self._out_dims_of(results[0], structure)
        columns = zip(*[trees.flatten(r)[0] for r in results], strict=True)
        out = []
        for values, dim, value in zip(columns, dims, first, strict=True):
            if dim is None:
                out.append(value)
                continue
            if not isinstance(value, Tensor):
                raise EngineValueError(
                    f"vmap({self.name}, ...): `{self.name}` must only return Tensors, got type "
                    f"{type(value)}. Did you mean to set out_dims= to None for output?"
                )
            out.append(enter("stack", list(values), dim))
        return trees.unflatten(out, structure)

    def _out_dims_of(self, result: Any, structure: Any) -> list:
        dims: list | None
        if isinstance(result, Tensor):
            whole = self.out_dims
            if isinstance(whole, tuple):
                dims = list(whole) if len(whole) == 1 else None
            else:
                dims = [whole]
        else:
            dims = trees.spread(self.out_dims, structure)
        if dims is None:
            raise EngineValueError(
                f"vmap({self.name}, ..., out_dims={self.out_dims})(<inputs>): out_dims is not "
                "compatible with the structure of `outputs`. out_dims has structure "
                f"{trees.shown(trees.flatten(self.out_dims)[1])} but outputs has structure "
                f"{trees.shown(structure)}."
            )
        return dims


def _check_in_dim(dim: Any, value: Any, start: str) -> None:
    if dim is None:
        return
    if not isinstance(dim, int):
        raise EngineValueError(
            f"{start}Got in_dim={dim} for an input but in_dim must be either an integer dimension "
            "or None."
        )
    if not isinstance(value, Tensor):
        raise EngineValueError(
            f"{start}Got in_dim={dim} for an input but the input is of type {type(value)}. We "
            "cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
        )
    if not -value.ndim <= dim < value.ndim:
        raise EngineValueError(
            f"{start}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
            f"{value.ndim} so expected in_dim to satisfy -{value.ndim} <= in_dim < {value.ndim}."
        )


def _check_out_dims(out_dims: Any, name: str) -> None:
    for dim in trees.flatten(out_dims)[0]:
        if dim is not None and not isinstance(dim, int):
            raise EngineValueError(
                f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a "
                "python collection of ints representing where in the outputs the vmapped dimension "
                "should appear."
            )

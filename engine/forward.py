"""The pass of tangents: forward mode along a graph that is already recorded.

Nodes run by rising sequence number. The same rows give both passes, and both can be recorded,
so a Hessian is either pass over the other. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import modes, rules
from .backward import reachable
from .errors import EngineRuntimeError
from .node import Node
from .tensor import Tensor, as_tensor, edge


def tangents(
    outputs: Sequence[Tensor],
    inputs: Sequence[Tensor],
    seeds: Sequence[Tensor | None],
    *,
    create_graph: bool = False,
    lead: int = 0,
) -> list[Tensor | None]:
    """The tangents of `outputs` for the tangents `seeds` of `inputs` (None: zero).

    lead: how many batch axes the seeds have in front of the inputs' shapes; so do the results.
    Returns None for an output that depends on none of the inputs with a seed.
    Raises: RuntimeError for a seed of the wrong shape or an input that is not tracked.
    """
    known: dict[tuple[Node, int], Any] = {}
    for t, seed in zip(inputs, seeds, strict=True):
        node = edge(t)
        if node is None:
            raise EngineRuntimeError("One of the differentiated Tensors does not require grad")
        if seed is None:
            continue
        if seed.shape[lead:] != t.shape:
            raise EngineRuntimeError(
                f"a tangent has the shape {list(seed.shape[lead:])}, its input {list(t.shape)}"
            )
        known[node, t.output_nr] = seed if create_graph else seed.data
    starts = [edge(t) for t in outputs]
    order, _ = reachable([n for n in starts if n is not None])
    with np.errstate(all="ignore"), modes.set_grad_enabled(create_graph):
        _push(order, known, lead, create_graph)
    return [
        as_tensor(known.get((n, t.output_nr)) if n is not None else None)
        for n, t in zip(starts, outputs, strict=True)
    ]


def _push(order: list[Node], known: dict, lead: int, recorded: bool) -> None:
    """Fill `known` with the tangents of every node's results, in rising order."""
    given = set(known)
    for node in reversed(order):
        numbers = node.next_nr or (0,) * len(node.next)
        ts = [
            None if n is None else known.get((n, number))
            for n, number in zip(node.next, numbers, strict=True)
        ]
        if all(t is None for t in ts):
            continue
        out = rules.jvp(node, ts, lead, recorded)
        if node.outputs is None:
            if out is not None and (node, 0) not in given:
                known[node, 0] = out
            continue
        for number, t in enumerate(out):
            if t is not None and (node, number) not in given:
                known[node, number] = t

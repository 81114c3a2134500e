"""The reverse pass: order, what is freed, what is recorded.

Nodes run by falling sequence number, which is torch's order: a node's number is larger than
those of all it leads to, so each runs when all its cotangents are in. A leaf's accumulator
runs as soon as its last cotangent arrives. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from . import hooks, modes, rules
from .accumulate import accumulate, whole
from .anomaly import stop_at_nan, stopping
from .errors import EngineRuntimeError, no_grad_fn
from .node import LEAF_SEQ, AccumulateGrad, Node
from .ops.place import Pieces
from .tensor import Tensor, as_tensor, edge, result, wants_grad

_by_seq = attrgetter("seq")
Watch = Callable[[Node, Any, list], None]


def gradients(
    outputs: Sequence[Tensor],
    inputs: Sequence[Tensor],
    cotangents: Sequence[Tensor | None] | None = None,
    *,
    create_graph: bool = False,
    retain_graph: bool | None = None,
    lead: int = 0,
    watch: Watch | None = None,
) -> list[Tensor | None]:
    """The cotangents of `inputs`, for `cotangents` of `outputs` (ones, if none are given).

    lead: how many batch axes the cotangents have in front of the outputs' shapes; the results
        have them too. watch: called with each node, its cotangent, and what it passed on.
    Returns None for an input that no output depends on.
    Raises: torch's errors for outputs that are not tracked or not scalar, and for freed graphs.
    """
    seeds = _seeds(outputs, cotangents, lead)
    targets = [_target(t) for t in inputs]
    found = run(
        seeds,
        targets,
        recorded=create_graph,
        keep=create_graph if retain_graph is None else retain_graph,
        lead=lead,
        watch=watch,
    )
    return [as_tensor(found.get(t)) for t in targets]


def _target(t: Any) -> tuple[Node, int]:
    """Where the cotangent of a tensor, or of a gradient edge, arrives."""
    if t.__class__ is not Tensor:
        return t.node, t.output_nr
    node = edge(t)
    if node is None:
        raise EngineRuntimeError("One of the differentiated Tensors does not require grad")
    return node, t.output_nr


def _seeds(
    outputs: Sequence[Tensor], cotangents: Sequence[Tensor | None] | None, lead: int
) -> list[tuple[Node, int, Any]]:
    given = list(cotangents) if cotangents is not None else [None] * len(outputs)
    seeds = []
    for k, (out, g) in enumerate(zip(outputs, given, strict=True)):
        node = edge(out)
        if node is None:
            raise no_grad_fn(k)
        if g is None:
            if out.numel() != 1:
                raise EngineRuntimeError("grad can be implicitly created only for scalar outputs")
            g = result(1.0 if out.data.__class__ is float else np.ones_like(out.data))
        elif g.shape[lead:] != out.shape:
            raise EngineRuntimeError(
                f"Mismatch in shape: grad_output[{k}] has a shape of torch.Size({list(g.shape)}) "
                f"and output[{k}] has a shape of torch.Size({list(out.shape)})."
            )
        elif g.dtype is not out.dtype:
            g = g.to(out.dtype)  # type: ignore[attr-defined]
        seeds.append((node, out.output_nr, g))
    return seeds


def reachable(starts: Sequence[Node]) -> tuple[list[Node], dict[Node, int]]:
    """The operation nodes behind `starts`, latest first, and how many edges lead to each leaf."""
    seen = set(starts)
    order = []
    leaves: dict[Node, int] = dict.fromkeys((n for n in starts if n.seq == LEAF_SEQ), 0)
    stack = [n for n in seen if n.seq != LEAF_SEQ]
    while stack:
        node = stack.pop()
        order.append(node)
        for n in node.next:
            if n is None:
                continue
            if n.seq == LEAF_SEQ:
                leaves[n] = leaves.get(n, 0) + 1
            elif n not in seen:
                seen.add(n)
                stack.append(n)
    order.sort(key=_by_seq, reverse=True)
    return order, leaves


def run(
    seeds: list[tuple[Node, int, Any]],
    targets: Sequence[tuple[Node, int]] | None,
    *,
    recorded: bool,
    keep: bool,
    lead: int = 0,
    watch: Watch | None = None,
) -> dict[tuple[Node, int], Any]:
    """Run the pass from `seeds` (node, output number, cotangent tensor).

    targets: what to return cotangents of; None accumulates into the leaves instead.
    recorded: whether the pass is itself recorded. keep: whether saved values survive it.
    """
    state = modes.state
    if watch is not None or state.on_pass is None:
        if state.anomaly and watch is None:
            watch = stop_at_nan
        return _run(seeds, _Pass(targets, recorded, keep, lead, watch))
    with state.on_pass(seeds, targets) as heard:
        watch = stopping(heard) if state.anomaly else heard
        return _run(seeds, _Pass(targets, recorded, keep, lead, watch))


def _run(seeds: list[tuple[Node, int, Any]], passing: _Pass) -> dict[tuple[Node, int], Any]:
    """Run a pass with the switches that it needs."""
    grad_mode = modes.set_grad_enabled(passing.recorded)
    origin = modes.state.origin
    _running.append(passing)
    try:
        with np.errstate(all="ignore"), grad_mode:
            passing.start(seeds)
            passing.run()
    finally:
        modes.state.origin = origin
        _running.pop()
    return passing.found


def will_reach(node: Node) -> bool:
    """Whether the pass that runs at the moment gets to a node, for hooks that ask."""
    return bool(_running) and _running[-1].reaches(node)


_running: list[_Pass] = []  # innermost last: a hook may start another


class _Pass:
    """The state of one reverse pass: pending cotangents and what is wanted."""

    order: list[Node]
    leaves: dict[Node, int]

    def __init__(
        self,
        targets: Sequence[tuple[Node, int]] | None,
        recorded: bool,
        keep: bool,
        lead: int,
        watch: Watch | None,
    ) -> None:
        self.recorded = recorded
        self.keep = keep
        self.lead = lead
        self.watch = watch
        self.accumulate = targets is None
        self.targets: dict[Node, set[int]] = {}
        for node, number in targets or ():
            self.targets.setdefault(node, set()).add(number)
        self.found: dict[tuple[Node, int], Any] = {}
        self.pending: dict[Node, Any] = {}
        self.needed: set[Node] | None = None

    def start(self, seeds: list[tuple[Node, int, Any]]) -> None:
        """Find what is behind the seeds and give them their cotangents."""
        self.order, self.leaves = reachable([s[0] for s in seeds])
        if not self.accumulate:
            self.needed = self._needed()
        for node, number, g in seeds:
            self.leaves[node] = self.leaves.get(node, 0) + 1 if node.seq == LEAF_SEQ else 0
            self.add(node, number, g if self.recorded else g.data)

    def reaches(self, node: Node) -> bool:
        """Whether a node is going to run, or ran."""
        if self.needed is not None and node not in self.needed:
            return False
        return node in self.leaves or node in self.order

    def _needed(self) -> set[Node]:
        """The nodes on a path to a target; the others need not run."""
        needed = set(self.targets)
        for node in reversed(self.order):
            for n in node.next:
                if n in needed:
                    needed.add(node)
                    break
        return needed

    def run(self) -> None:
        """Each node in order: its hooks, its rule, and what the rule gives to its edges."""
        pending, needed, targets = self.pending, self.needed, self.targets
        lead, recorded, keep, watch = self.lead, self.recorded, self.keep, self.watch
        vjp, scalar_vjp, pass_on = rules.vjp, rules.scalar_vjp, self._pass_on
        state = modes.state
        for node in self.order:
            g = pending.pop(node, None)
            if g is not None:
                if g.__class__ is not float:
                    g = whole(g)
                if node.extra is not None:
                    g = node.extra.before(node, g, recorded)
                if needed is not None:
                    if node in targets:
                        self._collect(node, g)
                    if node not in needed or not any(n in needed for n in node.next):
                        continue
                if recorded:  # a derivative comes from where its operation does
                    state.origin = node.origin
                ds = None
                if g.__class__ is float and node.row.formulas:
                    ds = scalar_vjp(node, node.row, g)
                if ds is None:
                    ds = vjp(node, g, lead, recorded)
                if watch is not None or node.extra is not None:
                    ds = whole(ds)
                if watch is not None:
                    watch(node, g, ds)
                if node.extra is not None:
                    ds = node.extra.after(node, g, ds, recorded)
                pass_on(node, ds)
            if not keep:
                node.release()

    def _pass_on(self, node: Node, ds: list) -> None:
        """Add the cotangents of a node's inputs to what is pending behind its edges."""
        pending = self.pending
        numbers = node.next_nr
        k = -1
        for n in node.next:
            k += 1
            if n is None:
                continue
            d = ds[k]
            if n.outputs is not None:
                self.add(n, numbers[k] if numbers is not None else 0, d)
                continue
            if d is not None:
                old = pending.get(n)
                if old is None:
                    pending[n] = d
                else:
                    pending[n] = old + d if d.__class__ is not Pieces else d.onto(old)
            if n.seq == LEAF_SEQ:
                left = self.leaves[n] = self.leaves[n] - 1
                if not left and n in pending:
                    self._arrive(n, pending.pop(n))

    def _collect(self, node: Node, g: Any) -> None:
        for number in self.targets[node]:
            value = g[number] if node.outputs is not None else g
            if value is not None:
                self.found[node, number] = value

    def add(self, node: Node, number: int, d: Any) -> None:
        """Add a cotangent to what is pending for an output of a node; run a leaf that is done."""
        pending = self.pending
        if node.outputs is not None:
            slots = pending.get(node)
            if slots is None:
                slots = pending[node] = [None] * len(node.outputs)
            if d is not None:
                slots[number] = _plus(slots[number], d)
            return
        if d is not None:
            pending[node] = _plus(pending.get(node), d)
        if node.seq == LEAF_SEQ:
            left = self.leaves[node] = self.leaves[node] - 1
            if left == 0 and node in pending:
                self._arrive(node, pending.pop(node))

    def _arrive(self, node: Node, g: Any) -> None:
        """A leaf's cotangent is complete."""
        assert isinstance(node, AccumulateGrad)
        if node.variable.extra is not None and node.variable.extra.hooks:
            g = hooks.run(node.variable.extra.hooks, whole(g), self.recorded)
        if node in self.targets:
            self.found[node, 0] = whole(g)
        elif self.accumulate:
            if node.extra is not None:
                g = node.extra.before(node, whole(g), self.recorded)
            accumulate(node.variable, g)
            if node.extra is not None:
                node.extra.after(node, g, [], self.recorded)


def _plus(old: Any, d: Any) -> Any:
    """A cotangent added to what is pending, if anything is."""
    if old is None:
        return d
    return d.onto(old) if d.__class__ is Pieces else old + d


def backward(
    outputs: Sequence[Tensor],
    cotangents: Sequence[Tensor | None] | None = None,
    *,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Sequence[Tensor] | None = None,
) -> None:
    """Accumulate gradients of `outputs` into the `.grad` of the leaves behind them.

    inputs: accumulate only into these. Raises: as `gradients`.
    """
    seeds = _seeds(outputs, cotangents, 0)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        run(seeds, None, recorded=create_graph, keep=keep)
        return
    for t in inputs:
        if t.__class__ is Tensor and not wants_grad(t):
            raise EngineRuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    targets = [_target(t) for t in inputs]
    found = run(seeds, targets, recorded=create_graph, keep=keep)
    for t, target in zip(inputs, targets, strict=True):
        if target in found:
            accumulate(t, found[target])


__all__ = ["backward", "gradients", "reachable", "run"]

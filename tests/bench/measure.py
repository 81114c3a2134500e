"""Measure gradcalc against its peers on the workloads that its design decides.

    python tests/bench/measure.py [--rounds 15]

Each peer does each workload once a round, in rotating order, so that a busy moment hits all of
them; the figure is the median over the rounds of the ratio of processor times gradcalc / peer.
Peers (torch, autograd) are used if they are installed; none is needed. No test runs this.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import workloads

TARGETS = {
    ("scalar chain of 1000 operations, value and gradient", "torch"): 0.5,
    ("scalar chain of 1000 operations, value and gradient", "autograd"): 0.2,
    ("dense Jacobian, n = 100", "torch"): 0.5,
    ("Hessian of Rosenbrock's function, n = 100", "torch"): 0.5,
    ("chain of 1e5 nodes, whole process", "torch"): 0.5,
}


def processor_time(function: Callable[[], object]) -> float:
    """Seconds of processor time that one call takes, all threads together."""
    before = time.process_time()
    function()
    return time.process_time() - before


def rounds(functions: dict[str, Callable[[], object]], count: int) -> dict[str, list[float]]:
    """Times per peer and round, after one call to warm up."""
    names = list(functions)
    for name in names:
        functions[name]()
    times: dict[str, list[float]] = {name: [] for name in names}
    for k in range(count):
        for name in names[k % len(names) :] + names[: k % len(names)]:
            times[name].append(processor_time(functions[name]))
    return times


def run_in_process(peer: str, workload: str, count: int) -> list[float]:
    """Times of one peer in a process of its own (deep graphs leave the heap in pieces)."""
    code = f"import measure; measure.report({peer!r}, {workload!r})"
    here = str(__import__("pathlib").Path(__file__).parent)
    seconds = []
    for _ in range(count):
        out = subprocess.run(
            [sys.executable, "-c", code], cwd=here, check=True, capture_output=True, text=True
        )
        seconds.append(json.loads(out.stdout))
    return seconds


def report(peer: str, workload: str) -> None:
    """Do one workload and print the processor time of this whole process."""
    workloads.WORKLOADS[workload][peer]()()
    print(json.dumps(time.process_time()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    count = parser.parse_args().rounds
    installed = {p for p in ("torch", "autograd") if importlib.util.find_spec(p)}
    print("| workload | peer | gradcalc | peer | ratio | target |")
    print("|---|---|---|---|---|---|")
    for workload, peers in workloads.WORKLOADS.items():
        usable = {p: make for p, make in peers.items() if p == "gradcalc" or p in installed}
        if workload in workloads.WHOLE_PROCESS:
            times = {p: run_in_process(p, workload, min(count, 5)) for p in usable}
        else:
            times = rounds({p: make() for p, make in usable.items()}, count)
        for peer in usable:
            if peer == "gradcalc":
                continue
            pairs = zip(times["gradcalc"], times[peer], strict=True)
            ratio = statistics.median(a / b for a, b in pairs)
            own, other = (statistics.median(times[p]) for p in ("gradcalc", peer))
            target = TARGETS.get((workload, peer), "")
            print(
                f"| {workload} | {peer} | {own * 1e3:.2f} ms | {other * 1e3:.2f} ms "
                f"| {ratio:.2f} | {target} |"
            )


if __name__ == "__main__":
    main()

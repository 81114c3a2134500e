"""Where boxes go in a drawing: layers from inputs to results, few crossings, whole pixels.

Each box lies below all it is computed from; what has no inputs lies right above its first use.
Within a layer, boxes are ordered by the mean place of their neighbours, then moved towards
them as far as the boxes beside allow. Arrows over several layers get places to pass through,
as long as there are not too many of them. All numbers are integers, so that the bytes of a
drawing are the same everywhere.
Source: Sugiyama, Tagawa, Toda 1981 (layers and barycentres).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GAP, LAYER_GAP, MARGIN = 24, 44, 12
SWEEPS = 4
PASS_WIDTH = 10
MOST_PASSES = 4  # places to pass through, for each box


@dataclass(slots=True, eq=False)
class Place:
    """A box, or a place that an arrow passes through: its size and where its middle top is."""

    name: str
    width: int
    height: int
    layer: int = 0
    x: int = 0
    y: int = 0
    above: list[Place] = field(default_factory=list)
    below: list[Place] = field(default_factory=list)


@dataclass(slots=True)
class Layout:
    """The places by name, the points of each arrow, and the size of the whole."""

    places: dict[str, Place]
    routes: list[list[tuple[int, int]]]
    width: int
    height: int


def laid_out(boxes: Iterable[tuple[str, int, int]], arrows: Sequence[tuple[str, str]]) -> Layout:
    """Lay out boxes (name, width, height), in an order in which arrows lead forward."""
    places = {name: Place(name, width, height) for name, width, height in boxes}
    assign_layers(places, arrows)
    chains = connect(places, arrows)
    layers = into_layers(places, chains)
    for sweep in range(SWEEPS):
        order(layers, downwards=sweep % 2 == 0)
    spread(layers)
    return finish(places, chains, layers)


def assign_layers(places: dict[str, Place], arrows: Sequence[tuple[str, str]]) -> None:
    """Number the layers: one more than the lowest of what a box needs."""
    inputs: dict[str, list[str]] = {}
    uses: dict[str, list[str]] = {}
    for source, target in arrows:
        inputs.setdefault(target, []).append(source)
        uses.setdefault(source, []).append(target)
    for name, place in places.items():
        place.layer = max((places[s].layer + 1 for s in inputs.get(name, ())), default=0)
    for name, place in places.items():
        if name not in inputs and name in uses:
            place.layer = min(places[t].layer for t in uses[name]) - 1


def connect(places: dict[str, Place], arrows: Sequence[tuple[str, str]]) -> list[list[Place]]:
    """The chain of places of each arrow; the shortest arrows get places to pass through first."""
    room = MOST_PASSES * len(places) + 100
    chains: list[list[Place]] = [[] for _ in arrows]
    ends = [(places[s], places[t]) for s, t in arrows]
    for number in sorted(range(len(ends)), key=lambda k: ends[k][1].layer - ends[k][0].layer):
        source, target = ends[number]
        between = range(source.layer + 1, target.layer)
        passes = []
        if len(between) <= room:
            room -= len(between)
            passes = [Place("", PASS_WIDTH, 0, layer) for layer in between]
        chain = chains[number] = [source, *passes, target]
        for upper, lower in itertools.pairwise(chain):
            upper.below.append(lower)
            lower.above.append(upper)
    return chains


def into_layers(places: dict[str, Place], chains: list[list[Place]]) -> list[list[Place]]:
    """The places by layer, as they come."""
    count = max((p.layer for p in places.values()), default=0) + 1
    layers: list[list[Place]] = [[] for _ in range(count)]
    for place in (*places.values(), *(p for chain in chains for p in chain[1:-1])):
        layers[place.layer].append(place)
    for layer in layers:
        number(layer)
    return layers


def number(layer: list[Place]) -> None:
    """Let `x` be the place in the layer, while the order is sought."""
    for k, place in enumerate(layer):
        place.x = k


def order(layers: list[list[Place]], downwards: bool) -> None:
    """Sort each layer by the mean place of the neighbours in the layer before."""
    for layer in layers if downwards else reversed(layers):
        layer.sort(key=lambda p: mean(p.above if downwards else p.below, p.x))
        number(layer)


def mean(places: list[Place], otherwise: int) -> float:
    """The mean place of some places."""
    return sum(p.x for p in places) / len(places) if places else otherwise


def spread(layers: list[list[Place]]) -> None:
    """Give places their x in pixels: side by side first, then drawn towards their neighbours."""
    for layer in layers:
        x = 0
        for place in layer:
            place.x = x + place.width // 2
            x += place.width + GAP
        for place in layer:
            place.x -= x // 2
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            wanted = [round(mean(p.above if downwards else p.below, p.x)) for p in layer]
            settle(layer, wanted)


def settle(layer: list[Place], wanted: list[int]) -> None:
    """Move the places of a layer near where they want to be, none over another."""
    placed: list[int] = []
    for place, x in zip(layer, wanted, strict=True):
        if placed:
            before = layer[len(placed) - 1]
            x = max(x, placed[-1] + (before.width + place.width) // 2 + GAP)
        placed.append(x)
    # what was pushed to the right moves back by the mean of the pushes
    push = sum(x - w for x, w in zip(placed, wanted, strict=True)) // max(len(placed), 1)
    for place, x in zip(layer, placed, strict=True):
        place.x = x - push


def finish(
    places: dict[str, Place], chains: list[list[Place]], layers: list[list[Place]]
) -> Layout:
    """Stack the layers, move everything into the margins, and draw the arrows."""
    everything = [place for layer in layers for place in layer]
    left = min((p.x - p.width // 2 for p in everything), default=0) - MARGIN
    y = MARGIN
    for layer in layers:
        tallest = max((p.height for p in layer), default=0)
        for place in layer:
            place.x -= left
            place.y = y + (tallest - place.height) // 2
        y += tallest + LAYER_GAP
    width = max((p.x + p.width // 2 for p in everything), default=0) + MARGIN
    routes = [route(chain) for chain in chains]
    return Layout(places, routes, width, y - LAYER_GAP + MARGIN)


def route(chain: list[Place]) -> list[tuple[int, int]]:
    """The points of an arrow: from the bottom of one box to the top of another."""
    source, *passes, target = chain
    return [
        (source.x, source.y + source.height),
        *((p.x, p.y) for p in passes),
        (target.x, target.y),
    ]

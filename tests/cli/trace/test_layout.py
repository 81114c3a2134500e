"""A layout has no box over another, and every arrow leads down."""

from hypothesis import given
from hypothesis import strategies as st

from gradcalc.cli.trace.layout import laid_out

SIZES = st.lists(st.tuples(st.integers(10, 200), st.integers(10, 80)), min_size=1, max_size=30)


@st.composite
def graphs(draw):
    sizes = draw(SIZES)
    count = len(sizes)
    boxes = [(f"n{k}", *size) for k, size in enumerate(sizes)]
    pairs = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    arrows = sorted((a, b) for a, b in pairs if a < b)
    return boxes, [(f"n{a}", f"n{b}") for a, b in arrows]


@given(graphs())
def test_boxes_lie_apart_and_arrows_lead_down(graph):
    boxes, arrows = graph
    layout = laid_out(boxes, arrows)
    places = list(layout.places.values())
    for a, b in arrows:
        upper, lower = layout.places[a], layout.places[b]
        assert upper.y + upper.height < lower.y
    for k, p in enumerate(places):
        assert 0 <= p.x - p.width // 2
        assert p.x + p.width // 2 <= layout.width
        assert 0 <= p.y
        assert p.y + p.height <= layout.height
        for q in places[:k]:
            beside = abs(p.x - q.x) >= (p.width + q.width) // 2
            assert beside or p.y + p.height <= q.y or q.y + q.height <= p.y


@given(graphs())
def test_the_same_graph_has_the_same_layout(graph):
    first, second = laid_out(*graph), laid_out(*graph)
    assert first.routes == second.routes


def test_a_box_without_inputs_stands_right_above_its_first_use():
    boxes = [("a", 10, 10), ("b", 10, 10), ("c", 10, 10), ("late", 10, 10), ("d", 10, 10)]
    layout = laid_out(boxes, [("a", "b"), ("b", "c"), ("c", "d"), ("late", "d")])
    assert layout.places["late"].layer == layout.places["c"].layer

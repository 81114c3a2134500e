"""`Source`, `Span` and excerpts."""

from __future__ import annotations

from gradcalc.parser.spans import Excerpt, Source, Span, cells


def test_lines_and_columns_count_from_one() -> None:
    source = Source("t", "ab\ncd")
    assert [(1, 1), (1, 3), (2, 1), (2, 2)] == [source.position(i) for i in (0, 2, 3, 4)]


def test_excerpt_shows_the_line_of_the_span() -> None:
    source = Source("t", "a + b\nc + d\ne")
    assert Excerpt(2, "c + d", 4, 1) == source.excerpt(Span(10, 11))


def test_excerpt_of_several_lines_marks_the_first_to_its_end() -> None:
    source = Source("t", "f(a,\n  b)")
    assert Excerpt(1, "f(a,", 0, 4) == source.excerpt(Span(0, 9))


def test_excerpt_at_the_end_marks_one_cell_past_it() -> None:
    assert Excerpt(1, "x +", 3, 1) == Source("t", "x +").excerpt(Span(3, 3))


def test_excerpt_of_a_long_line_is_cut_around_the_span() -> None:
    source = Source("t", "x+" * 1000 + "oops" + "+x" * 1000)
    found = source.excerpt(Span(2000, 2004), 40)
    assert "oops" == found.text[found.indent : found.indent + found.width]
    assert ("…", "…", 42) == (found.text[0], found.text[-1], len(found.text))


def test_excerpt_of_a_long_span_keeps_its_start() -> None:
    source = Source("t", "y" * 10 + "x" * 500)
    found = source.excerpt(Span(10, 510), 40)
    assert "x" == found.text[found.indent]


def test_wide_characters_fill_two_cells_and_marks_none() -> None:
    source = Source("t", "'日本' + e\u0301 + x")
    found = source.excerpt(Span(12, 13))
    assert (13, 1) == (found.indent, found.width)
    assert 5 == cells("a日本")


def test_tabs_are_shown_as_one_blank() -> None:
    assert "x +y" == Source("t", "x\t+y").excerpt(Span(3, 4)).text

"""Reports of faults: source, carets, help."""

from gradcalc.cli.report import as_json, moved, plain_fault, render, status_of, usage_fault
from gradcalc.cli.status import Status
from gradcalc.parser.errors import Label, LanguageError, fault
from gradcalc.parser.spans import Source, Span


def of_text(text, start, end, *helps, label=""):
    return fault(
        "NameError", "the name has no value", Source("<e>", text), Span(start, end), label, *helps
    )


def test_a_report_points_at_the_fault():
    text = render(of_text("x^2 + y", 6, 7, "give it one: y=1"))
    assert text == ("error: the name has no value\n  x^2 + y\n        ^\nhelp: give it one: y=1\n")


def test_a_label_stands_beside_the_carets():
    assert "  ^^ here\n" in render(of_text("ab", 0, 2, label="here"))


def test_secondary_labels_are_underlined_with_dashes():
    source = Source("<e>", "a + b")
    labels = [Label(Span(4, 5), "this"), Label(Span(0, 1), "with this", primary=False)]
    text = render(LanguageError("ValueError", "no", source, labels))
    assert text == "error: no\n  a + b\n      ^ this\n  a + b\n  - with this\n"


def test_lines_are_numbered_where_there_are_several():
    assert "  2 | b\n      ^\n" in render(of_text("a\nb", 2, 3))


def test_a_long_line_is_cut_around_the_fault():
    line = render(of_text("x+" * 500 + "y", 1000, 1001)).splitlines()[1]
    assert len(line) < 90
    assert "y" in line


def test_wide_characters_keep_the_caret_in_place():
    assert render(of_text("日+y", 2, 3)).splitlines()[2] == "     ^"


def test_control_characters_do_not_reach_the_terminal():
    text = render(of_text("\x1b[31m\u202ex\ty", 8, 9))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\x1b" not in render(plain_fault("OSError", "no \x1b[31m such file"))


def test_colour_adds_only_escapes():
    error = of_text("x^2 + y", 6, 7, "give it one: y=1")
    coloured = render(error, colour=True)
    for style in ("\x1b[1;31m", "\x1b[31m", "\x1b[36m", "\x1b[0m"):
        coloured = coloured.replace(style, "")
    assert coloured == render(error)


def test_json_gives_line_and_column_from_one():
    assert as_json(of_text("a\nb c", 4, 5)) == {
        "column": 3,
        "line": 2,
        "message": "the name has no value",
        "type": "NameError",
    }


def test_json_of_a_fault_without_a_place():
    fields = as_json(plain_fault("OSError", "gone", "look"))
    assert (fields["line"], fields["column"], fields["help"]) == (None, None, ["look"])


def test_a_moved_fault_points_into_the_whole_word():
    text = render(moved(of_text("[1,", 3, 3), "x=[1,", 2))
    assert text.splitlines()[1:] == ["  x=[1,", "       ^"]


def test_kinds_decide_the_exit_status():
    assert status_of(usage_fault("no")) == Status.USAGE
    assert status_of(plain_fault("NonFinite", "nan")) == Status.NONFINITE

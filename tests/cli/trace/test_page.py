"""The page of a trace stands alone, and does what its buttons and keys say."""

import re

import pytest

from ..transcripts import run_words
from .browser import BROWSER, ask

TEXT = "u = x*y; u + sin(x)"
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no browser")


def page_of(text=TEXT, *words):
    words = words or ("x=1", "y=2")
    return run_words(["trace", text, *words, "--format", "html"]).stdout.decode()


@pytest.fixture(scope="module")
def page():
    return page_of()


def test_nothing_comes_from_outside(page):
    addresses = set(re.findall(r"https?://[^\"'\s<>]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert not re.search(r"""(src|href)\s*=|@import|url\((?!#)""", page)


def test_the_same_trace_is_the_same_page(page):
    assert page_of() == page


def test_a_text_cannot_end_its_element():
    page = page_of("x if '</script><script>alert(1)</script>' == 'a' else y")
    assert page.count("</script>") == 2


@needs_browser
def test_it_begins_before_the_first_step(page, tmp_path):
    script = "return [told.textContent, document.querySelectorAll('.box.done').length]"
    told, done = ask(page, script.replace("told.", "$('told')."), tmp_path)
    assert told == "Before the first step: nothing has been computed."
    assert done == 0


@needs_browser
def test_keys_step_forward_and_backward(page, tmp_path):
    script = """
      const told = [];
      for (const name of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
        key(name);
        told.push($("count").textContent + " " + $("told").textContent.slice(0, 30));
      }
      return told;"""
    assert ask(page, script, tmp_path) == [
        "1 / 8 forward: x = 1.0",
        "2 / 8 forward: y = 2.0",
        "3 / 8 forward: mul_1 = mul(x, y) = 2",
        "2 / 8 forward: y = 2.0",
        "8 / 8 backward: MulBackward0 of mul_",
        "0 / 8 Before the first step: nothing",
    ]


@needs_browser
def test_values_flow_along_the_edges_in_both_directions(page, tmp_path):
    script = """
      const flows = [];
      for (const step of [3, 6, 7]) {
        go(step);
        flows.push([...document.querySelectorAll(".flow text")].map((t) => t.textContent));
      }
      return flows;"""
    assert ask(page, script, tmp_path) == [["1.0", "2.0"], ["1.0", "1.0"], ["0.540302305868"]]


@needs_browser
def test_gradients_appear_when_they_have_arrived(page, tmp_path):
    script = """
      const texts = [];
      for (const step of [5, 6, 7, 8]) {
        go(step);
        const grad = shown("x").querySelector(".grad");
        texts.push([grad.classList.contains("arrived"), grad.textContent]);
      }
      return texts;"""
    assert ask(page, script, tmp_path) == [
        [False, "grad 2.54030230587"],
        [False, "grad 2.54030230587"],
        [True, "grad 1 of 2 parts"],
        [True, "grad 2.54030230587"],
    ]


@needs_browser
def test_a_click_shows_formula_saved_tensors_and_source(page, tmp_path):
    script = """
      shown("mul_1").dispatchEvent(new MouseEvent("click", {bubbles: true}));
      return [$("details").innerText, $("source").querySelector("mark").textContent];"""
    details, source = ask(page, script, tmp_path)
    for part in ("mul(x, y)", "self = x, 8 bytes", "to x: g*y = 1.0*2.0", "1:5", "mul_1 (u)"):
        assert part in details
    assert source == "x*y"


@needs_browser
def test_search_finds_nodes_and_enter_goes_through_them(page, tmp_path):
    script = """
      key("/");
      $("search").value = "mul";
      $("search").dispatchEvent(new Event("input"));
      const found = [$("matches").textContent];
      for (let k = 0; k < 2; k++) { key("Enter"); found.push(selected); }
      key("Escape");
      return [...found, $("search").value, selected];"""
    assert ask(page, script, tmp_path) == ["2 found", "mul_1", "add_1", "", None]


@needs_browser
def test_the_theme_can_be_changed(page, tmp_path):
    script = """
      const colour = () => getComputedStyle(document.body).backgroundColor;
      const before = colour();
      key("t");
      return [before, colour()];"""
    assert sorted(ask(page, script, tmp_path)) == ["rgb(22, 24, 28)", "rgb(255, 255, 255)"]


@needs_browser
def test_a_program_is_shown_beside_its_pass(tmp_path):
    program, page = tmp_path / "program.py", tmp_path / "pass.html"
    program.write_text(
        "import torch\nx = torch.tensor(2.0, requires_grad=True)\n(x * x).backward()"
    )
    run_words(["run", str(program), "--trace-to", str(page), "--format", "html"])
    script = """
      go(2);
      const told = [document.title, $("source").querySelector("mark").textContent];
      go(3);
      return [...told, shown("x").querySelector(".grad").textContent];"""
    told = ask(page.read_text("utf-8"), script, tmp_path)
    assert told == ["trace of pass 1 at 3:1: (x * x).backward()", "x * x", "grad 4.0"]


@needs_browser
def test_two_thousand_nodes_are_stepped_through(tmp_path):
    page = page_of("+".join(["x*y"] * 1000), "x=1.5", "y=2")
    script = """
      go(frames.length);
      go(0);
      for (let k = 0; k < 20; k++) key("ArrowRight");
      return [frames.length, at];"""
    assert ask(page, script, tmp_path) == [4000, 20]

"""What only a process of its own shows: streams, locales, pipes, signals, what is imported."""

import contextlib
import io
import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

GRADCALC = [sys.executable, "-m", "gradcalc.cli"]
COLOURS = {"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in COLOURS}
C_LOCALE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def gradcalc(*words, stdin=b"", **environment):
    return subprocess.run(
        [*GRADCALC, *words],
        input=stdin,
        capture_output=True,
        env={**ENVIRONMENT, **environment},
        timeout=60,
        check=False,
    )


def test_an_answer_comes_out():
    done = gradcalc("grad", "x^2", "x=3")
    assert (done.stdout, done.stderr, done.returncode) == (b"f     = 9.0\ndf/dx = 6.0\n", b"", 0)


def test_the_c_locale_changes_nothing():
    words = ("eval", "2*π + §")
    plain, bare = gradcalc(*words), gradcalc(*words, **C_LOCALE)
    assert bare.returncode == 2
    assert bare.stderr == plain.stderr
    assert "§".encode() in bare.stderr
    assert gradcalc("eval", "2*π", **C_LOCALE).stdout == b"6.28318530718\n"


def test_an_integer_of_any_allowed_length_is_printed():
    done = gradcalc("eval", "10^5000", "--max-integer", "10000")
    assert done.stdout == b"1" + b"0" * 5000 + b"\n"


def test_the_exit_status_is_kept_where_standard_error_is_full():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*GRADCALC, "eval", "y"], stderr=full, timeout=60, check=False)
    assert done.returncode == 2


def test_batch_is_utf8_in_any_locale():
    request = '{"id":"été","do":"eval","expr":"1+1"}\n'.encode()
    done = gradcalc("batch", stdin=request, **C_LOCALE)
    assert done.stdout == '{"id": "été", "ok": true, "value": 2}\n'.encode()


def test_bytes_that_are_no_text_are_refused_in_words():
    done = gradcalc("eval", os.fsdecode(b"x + \xff"), "x=1")
    assert done.returncode == 2
    assert b"error: " in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("grad", "x^2", "x=3"), ("--help",), ("eval", "zeros(100000)")])
def test_a_closed_pipe_ends_quietly(words):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*GRADCALC, *words], stdout=write, stderr=subprocess.PIPE, timeout=60, check=False
    )
    os.close(write)
    assert (done.stderr, done.returncode) == (b"", 0)


def test_a_full_disk_is_told():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*GRADCALC, "eval", "1"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 2
    assert b"the answer cannot be written" in done.stderr


def test_closed_streams_are_no_trouble():
    script = "exec 0<&-; exec {} eval 2+3".format(" ".join(GRADCALC))
    done = subprocess.run(["sh", "-c", script], capture_output=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (b"5\n", b"")


def test_standard_input_is_left_alone():
    read, write = os.pipe()
    os.write(write, b"keep this")
    os.close(write)
    subprocess.run([*GRADCALC, "eval", "2+3"], stdin=read, stdout=subprocess.DEVNULL, check=True)
    assert os.read(read, 100) == b"keep this"
    os.close(read)


def test_ctrl_c_ends_at_once():
    process = subprocess.Popen(
        [*GRADCALC, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'{"do":"eval","expr":"1"}\n')
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (errors, process.returncode) == (b"", 130)


INTERRUPTED_IMPORT = """
import sys
from gradcalc.cli import __main__

class Interrupting:
    def find_spec(self, name, path, target=None):
        sys.meta_path.remove(self)
        raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.argv = ["gradcalc", "eval", "1"]
__main__.main()
"""


def test_ctrl_c_while_modules_are_imported_is_quiet():
    words = [sys.executable, "-c", INTERRUPTED_IMPORT]
    done = subprocess.run(words, capture_output=True, timeout=60, check=False)
    assert (done.stderr, done.returncode) == (b"", 130)


def test_nothing_of_gradcalc_is_imported_before_main_can_catch_ctrl_c():
    show = "import gradcalc.cli.__main__, sys; print(*(m for m in sys.modules if 'gradcalc.' in m))"
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, timeout=60, check=True)
    assert set(done.stdout.decode().split()) == {"gradcalc.cli", "gradcalc.cli.__main__"}


def test_each_answer_is_flushed():
    process = subprocess.Popen([*GRADCALC, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    for number in range(3):
        process.stdin.write(f'{{"id":{number},"do":"eval","expr":"{number}*2"}}\n'.encode())
        process.stdin.flush()
        begun = time.monotonic()
        assert json.loads(process.stdout.readline())["value"] == 2 * number
        assert time.monotonic() - begun < 20
    process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.parametrize(
    "words",
    [["--help"], ["grad", "--help"], ["--version"], ["frobnicate"], ["grad", "x +", "x=1"]],
)
def test_numpy_is_not_imported_without_need(words):
    code = (
        "import sys, gradcalc.cli.__main__ as m\n"
        f"m.run({words!r})\n"
        "heavy = {'numpy', 'lark', 'scipy', 'rich'} & set(sys.modules)\n"
        "sys.exit(','.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-300:]


def test_rich_and_scipy_wait_until_they_are_used():
    code = (
        "import sys, gradcalc.cli.__main__ as m\n"
        "m.run(['grad', 'x^2*sin(y)', 'x=2', 'y=0.5'])\n"
        "sys.exit(','.join(sorted({'lark', 'scipy', 'rich'} & set(sys.modules))) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-300:]


def in_terminal(*words, typed=b"", **environment):
    """Run with a terminal on all three streams; return what it showed."""
    master, slave = pty.openpty()
    environment = {"TERM": "xterm", **environment}
    process = subprocess.Popen(
        [*GRADCALC, *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**ENVIRONMENT, **environment},
    )
    os.close(slave)
    os.write(master, typed)
    shown = b""
    killer = threading.Timer(60, process.kill)
    killer.start()
    with contextlib.suppress(OSError):
        while piece := os.read(master, 4096):
            shown += piece
    os.close(master)
    process.wait(60)
    killer.cancel()
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_is_told_that_its_input_is_read():
    shown = in_terminal("eval", "-", typed=b"1 + 2\n\x04")
    assert "reading standard input; Ctrl-D ends it\n" in shown
    assert shown.endswith("3\n")


def test_npy_is_not_written_to_a_terminal():
    shown = in_terminal("eval", "1.5", "--format", "npy", NO_COLOR="1")
    assert "error: --format npy is binary and is not written to a terminal\n" in shown


def test_reports_are_coloured_on_a_terminal_only():
    assert "\x1b[1;31merror:\x1b[0m" in in_terminal("eval", "x +")
    assert "\x1b" not in in_terminal("eval", "x +", NO_COLOR="1")
    assert "\x1b" not in in_terminal("eval", "x +", "--color", "never")
    assert "\x1b" not in in_terminal("eval", "x +", TERM="dumb")
    assert b"\x1b" not in gradcalc("eval", "x +").stderr
    assert b"\x1b" in gradcalc("eval", "x +", FORCE_COLOR="1").stderr
    assert b"\x1b" in gradcalc("eval", "x +", "--color=always").stderr


def test_results_have_no_colour_anywhere():
    assert in_terminal("eval", "1/4", FORCE_COLOR="1") == "0.25\n"


def test_npy_reads_back_equal():
    done = gradcalc("grad", "sum(x^2)", "x=[1,2]", "--format", "npy", "--only", "x")
    np.testing.assert_array_equal(np.load(io.BytesIO(done.stdout)), [2.0, 4.0])


def test_a_line_too_long_for_memory_is_read_past():
    request = b'{"do": "eval", "expr": "1 + 1"}\n'
    done = gradcalc(
        "batch", "--max-memory", "1M", stdin=request + b"[" * 3_000_000 + b"\n" + request
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[1]["error"]["message"].startswith("line 2 has more than 1,048,576 bytes")


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no process")
def test_all_memory_together_is_bounded():
    program = b"kept = []\nwhile True: kept.append(bytes(10_000_000))"
    done = gradcalc("run", "-", "--max-memory", "1M", stdin=program)
    assert done.returncode == 1
    assert done.stderr.endswith(b"\nMemoryError\n")
    done = gradcalc("eval", "[zeros(30000, 4000) for i in range(1000)]", "--max-memory", "1G")
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: Unable to allocate ")


@pytest.mark.parametrize(("code", "status"), [("300", 44), ("-1", 255), ("2**70", 255)])
def test_a_program_exits_with_any_number(code, status):
    done = gradcalc("run", "-", stdin=b"raise SystemExit(%s)" % code.encode())
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")

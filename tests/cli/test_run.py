"""What only a process shows of programs: pipes, flushing, what is imported, signals."""

import os
import signal
import subprocess
import sys
import time

import pytest

GRADCALC = [sys.executable, "-m", "gradcalc.cli"]


def start(program: str, **streams) -> subprocess.Popen:
    """Start a program given on standard input."""
    process = subprocess.Popen([*GRADCALC, "run", "-"], stdin=subprocess.PIPE, **streams)
    assert process.stdin
    process.stdin.write(program.encode())
    process.stdin.close()
    return process


def test_a_closed_pipe_ends_a_program_quietly():
    read, write = os.pipe()
    os.close(read)
    program = "while True:\n  try: print(1)\n  except BaseException: pass\n"
    with start(program, stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        assert process.stderr
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_each_print_is_flushed():
    with start("print(1)\nwhile True: pass\n", stdout=subprocess.PIPE) as process:
        assert process.stdout
        begun = time.monotonic()
        assert process.stdout.readline() == b"1\n"
        assert time.monotonic() - begun < 30
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130


def test_a_full_disk_is_told():
    with open("/dev/full", "wb") as full, start("print(1)", stdout=full, stderr=-1) as process:
        assert process.stderr
        assert b"the answer cannot be written" in process.stderr.read()
        assert process.wait(timeout=60) == 2


@pytest.mark.parametrize("program", ["print(1", "import os", "open('f')", "x.__class__", "  x"])
def test_what_is_no_program_does_not_load_numpy(program):
    code = (
        "import sys, gradcalc.cli.__main__ as m\n"
        "status = m.run(['run', '-'])\n"
        "sys.exit('numpy' in sys.modules or status != 2)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=program.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")

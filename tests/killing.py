"""Programs that tell how far they are and are killed there, however late whoever reads it comes."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

TELL = """
def tell(*said):
    print(*said, flush=True)
    input()  # until it may go on, or is killed
"""
"""What such a program begins with: it hands `tell` to its work as `progress`."""


def killed_when(program: str, reached: Callable[[str], bool], *arguments: str) -> str:
    """Run a program and kill it when it tells a line that is `reached`; that line. It waits after each line."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", TELL + program, *arguments]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            if reached(line):
                process.send_signal(signal.SIGKILL)
                break
            process.stdin.write("\n")
    assert process.returncode == -signal.SIGKILL, "it ended before it got there"
    return line.strip()

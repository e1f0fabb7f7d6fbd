"""The program runs on every system: what Windows lacks stands behind a question whether it is there, and text has one
encoding and one line end everywhere."""

from __future__ import annotations

import ast
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.source import name_of, source_files, tree_of

MODULES = {"crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd", "syslog",
           "termios", "tty"}  # fmt: skip
NAMES = {
    "os": {
        "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "WEXITSTATUS", "WIFEXITED", "WIFSIGNALED", "chown",
        "chroot", "ctermid", "fchdir", "fchmod", "fchown", "fork", "forkpty", "fpathconf", "getegid", "geteuid",
        "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "initgroups",
        "killpg", "lchown", "lockf", "mkfifo", "mknod", "nice", "openpty", "pathconf", "posix_fadvise", "posix_spawn",
        "pread", "pwrite", "readv", "sched_getaffinity", "sendfile", "setgid", "setpgid", "setpriority", "setsid",
        "setuid", "statvfs", "sync", "sysconf", "ttyname", "uname", "wait", "wait3", "wait4", "writev",
    },
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1",
               "SIGUSR2", "SIGXCPU", "alarm", "pause", "pthread_kill", "setitimer", "sigwait"},
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
    "time": {"clock_gettime", "clock_settime", "pthread_getcpuclockid", "tzset"},
}  # fmt: skip
"""What Windows does not have, by the module that has it elsewhere."""
METHODS = {"add_signal_handler", "remove_signal_handler"}
ARGUMENTS = {"preexec_fn", "pass_fds", "dir_fd", "src_dir_fd", "dst_dir_fd"}
PLACES = ("/tmp", "/dev/", "/proc/", "/etc/", "/var/", "/usr/")
TEXT = {"read_text": 0, "write_text": 1}
"""Methods of a path that read and write text, and where their encoding stands without its name."""
ABSENT = {"ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError"}
ASKS = ("hasattr(", "getattr(", "sys.platform", "os.name", "TYPE_CHECKING", "is None", "is not None")


@cache
def above(path: Path) -> dict[ast.AST, ast.AST]:
    """Each node -> the one it stands in."""
    return {child: node for node in ast.walk(tree_of(path)) for child in ast.iter_child_nodes(node)}


def guards(path: Path, node: ast.AST) -> Iterator[str]:
    """What is asked before a node is reached: tests of `if`, and the errors that a `try` around it expects."""
    parents = above(path)
    while node in parents:
        child, node = node, parents[node]
        if isinstance(node, ast.If | ast.IfExp) and child is not node.test:
            yield ast.unparse(node.test)
        elif isinstance(node, ast.Try) and child in node.body:
            yield from (ast.unparse(handler.type) for handler in node.handlers if handler.type is not None)


def is_guarded(path: Path, node: ast.AST, errors: set[str] = ABSENT) -> bool:
    return any(any(ask in said for ask in (*ASKS, *errors)) for said in guards(path, node))


def found_in(path: Path) -> Iterator[str]:
    """What of a file fails on some system."""
    for node in ast.walk(tree_of(path)):
        where = f"{name_of(path)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
            lacking = MODULES.intersection(name.partition(".")[0] for name in names)
            if lacking and not is_guarded(path, node):
                yield f"{where} imports {', '.join(lacking)}"
        elif isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            if (node.attr in NAMES.get(of, ()) or node.attr in METHODS) and not is_guarded(path, node):
                yield f"{where} takes {of}.{node.attr}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(PLACES):
            if not is_guarded(path, node, {*ABSENT, "OSError", "FileNotFoundError"}):
                yield f"{where} names {node.value[:40]!r}"
        elif isinstance(node, ast.Call):
            named = {one.arg for one in node.keywords}
            if named & ARGUMENTS and not is_guarded(path, node):
                yield f"{where} gives {', '.join(sorted(str(one) for one in named & ARGUMENTS))}"
            if _is_text(node) and "encoding" not in named:
                yield f"{where} reads or writes text without encoding="


def _is_text(call: ast.Call) -> bool:
    """Whether a call opens, reads or writes a file as text without saying its encoding."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name in TEXT and isinstance(function, ast.Attribute):
        return len(call.args) <= TEXT[name]
    if name not in ("open", "fdopen", "TemporaryFile", "NamedTemporaryFile"):
        return any(one.arg in ("text", "universal_newlines") and _is_true(one.value) for one in call.keywords)
    if isinstance(function, ast.Attribute) and name == "open":
        return _is_path(function.value, call)
    at = 1 if isinstance(function, ast.Name) or name == "fdopen" else 0
    given = [one.value for one in call.keywords if one.arg == "mode"] or call.args[at : at + 1]
    binary = name.endswith("TemporaryFile") and not given
    return not binary and not (given and isinstance(given[0], ast.Constant) and "b" in str(given[0].value))


def _is_path(opened: ast.expr, call: ast.Call) -> bool:
    """Whether `x.open(…)` opens a path as text: databases and archives are opened too, by their names."""
    if ast.unparse(opened) in ("os", "self", "super()"):
        return False
    if not call.args:
        return not call.keywords
    mode = call.args[0]
    return isinstance(mode, ast.Constant) and str(mode.value) in ("r", "w", "a", "x", "r+", "w+", "rt", "wt")


def _is_true(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is True


def test_what_windows_lacks_is_asked_for_before_it_is_used() -> None:
    assert [line for path in source_files() for line in found_in(path)] == []


@pytest.mark.parametrize(
    "source, lines",
    [
        ("import fcntl", 1),
        ("from resource import getrusage", 1),
        ("try:\n    import fcntl\nexcept ImportError:\n    fcntl = None", 0),
        ("try:\n    import fcntl\nexcept OSError:\n    pass", 1),
        ("import os\nos.killpg(1, 9)", 1),
        ("import os\nif hasattr(os, 'killpg'):\n    os.killpg(1, 9)", 0),
        ("import os\nos.sysconf('SC_PAGE_SIZE')", 1),
        ("import signal\nsignal.SIGKILL", 1),
        ("loop.add_signal_handler(1, print)", 1),
        ("subprocess.Popen(x, preexec_fn=f)", 1),
        ("subprocess.run(x, text=True)", 1),
        ("subprocess.run(x, text=True, encoding='utf-8')", 0),
        ("path = '/tmp/x'", 1),
        ("open('x')", 1),
        ("open('x', 'rb')", 0),
        ("open('x', encoding='utf-8')", 0),
        ("path.open()", 1),
        ("path.open('w')", 1),
        ("path.open('wb')", 0),
        ("archive.open('name')", 0),
        ("path.read_text()", 1),
        ("path.read_text('utf-8')", 0),
        ("path.write_text(text)", 1),
        ("os.open('x', 0)", 0),
    ],
)
def test_the_rule_sees_what_it_should(source: str, lines: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.house.source.ROOT", tmp_path)
    file = tmp_path / f"case{uuid.uuid4().hex}.py"  # a tree is kept by its path
    file.write_text(source, encoding="utf-8")
    assert len(list(found_in(file))) == lines

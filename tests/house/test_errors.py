"""Errors are raised or handled, never swallowed; a catch-all stands only where a process must go on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.source import name_of, source_files, tree_of

CATCH_ALL = {"Exception", "BaseException"}

# Where a process must outlive one failed piece of work. Nothing else may be added.
MUST_GO_ON = {
    "src/recollect/jobs/runner.py",
    "src/recollect/jobs/worker.py",  # the one thread of a process: without it no job is ever done
    "src/recollect/surfaces/gateway/edge.py",  # a failing memory never fails a chat
    "src/recollect/surfaces/http/front.py",  # the edge of the server: what fails is logged and answered
}


def caught(handler: ast.ExceptHandler) -> set[str]:
    """The names a handler catches; a bare `except:` catches BaseException."""
    if handler.type is None:
        return {"BaseException"}
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {ast.unparse(kind) for kind in types}


def raises_again(handler: ast.ExceptHandler) -> bool:
    """Cleaning up and raising, the same or a clearer error, handles nothing and hides nothing."""
    return isinstance(handler.body[-1], ast.Raise)


def says_nothing(handler: ast.ExceptHandler) -> bool:
    empty = (ast.Pass, ast.Continue, ast.Break)
    return all(
        isinstance(line, empty) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in handler.body
    )


def swallowed(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            if isinstance(node.body[0], ast.Pass) and says_nothing(node):
                yield node.lineno, "except … pass: use contextlib.suppress with a named error and say why"
            if caught(node) & CATCH_ALL and not raises_again(node):
                yield node.lineno, "catch-all"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            kinds = {ast.unparse(kind) for kind in node.args}
            if kinds & CATCH_ALL:
                yield node.lineno, "suppress of everything"


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_no_error_is_swallowed(path: Path) -> None:
    found = [] if name_of(path) in MUST_GO_ON else list(swallowed(tree_of(path)))
    assert found == []


@pytest.mark.parametrize(
    "code, count",
    [
        ("try:\n    f()\nexcept OSError:\n    pass", 1),
        ("try:\n    f()\nexcept Exception as e:\n    log(e)", 1),
        ("try:\n    f()\nexcept:\n    log()", 1),
        ("try:\n    f()\nexcept BaseException:\n    undo()\n    raise", 0),
        ("try:\n    f()\nexcept OSError:\n    retry()", 0),
        ("with suppress(Exception):\n    f()", 1),
        ("with suppress(FileNotFoundError):\n    f()", 0),
    ],
)
def test_the_check_tells_swallowing_from_handling(code: str, count: int) -> None:
    assert len(list(swallowed(ast.parse(code)))) == count

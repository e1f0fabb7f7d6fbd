"""Files of at most 400 lines, functions of at most 70. The exceptions are listed, and the list only shrinks."""

from __future__ import annotations

import ast

from tests.house.source import name_of, source_files, tree_of

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70

# name -> lines it has today. An entry that is too generous or no longer needed fails too: lower it or take it out.
LONG_FILES: dict[str, int] = {}
LONG_FUNCTIONS: dict[str, int] = {}


def file_sizes() -> dict[str, int]:
    return {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()}


def function_sizes() -> dict[str, int]:
    sizes: dict[str, int] = {}
    for path in source_files():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                key = f"{name_of(path)}:{node.name}"
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                sizes[key] = max(lines, sizes.get(key, 0))
    return sizes


def too_long(sizes: dict[str, int], limit: int) -> dict[str, int]:
    return {name: lines for name, lines in sizes.items() if lines > limit}


def test_files_are_short_enough_to_read_in_one_go() -> None:
    assert too_long(file_sizes(), FILE_LINES_MAX) == LONG_FILES


def test_functions_fit_on_a_screen() -> None:
    assert too_long(function_sizes(), FUNCTION_LINES_MAX) == LONG_FUNCTIONS


def test_there_is_source_to_measure() -> None:
    assert len(source_files()) > 10

"""Names: none that say nothing, and the public ones are a contract."""

from __future__ import annotations

import ast
import re

import recollect
from tests.house.source import SOURCE, name_of, source_files, tree_of

SAYS_NOTHING = re.compile(r"(^|_)(utils?|helpers?|managers?)(_|$)|(Utils?|Helpers?|Manager)$", re.IGNORECASE)

# Users import these. Taking one away or renaming it is a breaking change and belongs in CHANGELOG.md.
PUBLIC = [
    "AsyncMemory",
    "Closed",
    "ConfigError",
    "Conflict",
    "Contradictory",
    "EmbeddingFailed",
    "FileSearchFailed",
    "Forbidden",
    "Hit",
    "InvalidInput",
    "InvalidState",
    "JobTaken",
    "LlmUnavailable",
    "Memory",
    "MissingExtra",
    "ModelFailed",
    "NewerSchema",
    "NotADatabase",
    "NotConfigured",
    "NotFound",
    "OverBudget",
    "RateLimited",
    "RecollectError",
    "Record",
    "Scope",
    "ScrubFailed",
    "StoreBusy",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreUnavailable",
    "TooLarge",
    "Unauthorized",
    "UnknownName",
    "WrongKey",
    "__version__",
]


def test_public_names_are_exactly_the_promised_ones() -> None:
    assert sorted(recollect.__all__) == sorted(PUBLIC)


def test_every_public_name_can_be_imported_and_is_listed() -> None:
    for name in PUBLIC:
        assert getattr(recollect, name) is not None
        assert name in dir(recollect)


def test_the_version_is_stated_once() -> None:
    from recollect.version import VERSION

    assert recollect.__version__ == VERSION
    assert re.fullmatch(r"\d+\.\d+\.\d+([a-z]+\d+)?", VERSION)


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    parts = {part for path in source_files() for part in path.relative_to(SOURCE).with_suffix("").parts}
    assert [part for part in parts if SAYS_NOTHING.search(part)] == []


def test_no_class_or_function_has_a_name_that_says_nothing() -> None:
    found = [
        f"{name_of(path)}:{node.lineno} {node.name}"
        for path in source_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and SAYS_NOTHING.search(node.name)
    ]
    assert found == []


def test_every_module_says_what_it_is() -> None:
    silent = [name_of(path) for path in source_files() if tree_of(path).body and not ast.get_docstring(tree_of(path))]
    assert silent == []

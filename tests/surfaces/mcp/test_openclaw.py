"""OpenClaw's tools over a workspace: exactly its shapes, files first, records beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

Call = Callable[..., Any]
RESULT = {"path", "startLine", "endLine", "score", "snippet", "source"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Network\n\nRouter: Omada ER605\nVLAN 10 is for IoT devices\n")
    (root / "memory" / "2026-02-10.md").write_text("Moved the AdGuard server to the attic\n")
    (root / "README.md").write_text("Not memory\n")
    return root


@pytest.fixture
def settings() -> dict[str, Any]:
    return {}


@pytest.fixture
def memory(tmp_path: Path, folder: Path, settings: dict[str, Any]) -> Iterator[Memory]:
    chosen = {"worker": "off", "workspace_sync_on_search": "off", **settings}
    with Memory(tmp_path / "memory.db", config_file=tmp_path / "none.toml", workspace=str(folder), **chosen) as opened:
        opened.sync_files()
        yield opened


@pytest.mark.feature("FI-05", "FI-06", "FI-09", "MCP-04")
def test_a_search_gives_snippets_and_the_file_can_be_read(call: Call) -> None:
    found = call("memory_search", {"query": "which Omada router is it"}, user=None)
    assert set(found) == {"results", "provider", "model", "fallback"}
    assert found["provider"] == "static"
    result = found["results"][0]
    assert set(result) == RESULT | {"citation"}
    assert (result["path"], result["startLine"], result["endLine"]) == ("MEMORY.md", 1, 4)
    assert result["source"] == "memory"
    assert result["citation"] == "MEMORY.md#L1-L4"
    assert result["snippet"].endswith("\n\nSource: MEMORY.md#L1-L4")
    assert call("memory_get", {"path": "MEMORY.md", "from": 3, "lines": 1}, user=None) == {
        "path": "MEMORY.md",
        "text": "Router: Omada ER605",
    }
    assert call("memory_get", {"path": result["citation"]}, user=None)["text"].startswith("# Network")
    assert call("memory_get", {"path": "memory/2026-01-01.md"}, user=None) == {
        "path": "memory/2026-01-01.md",
        "text": "",
    }


@pytest.mark.feature("FI-09")
@pytest.mark.parametrize("settings", [{"citations": "off"}])
def test_without_citations_a_result_names_no_source(call: Call) -> None:
    result = call("memory_search", {"query": "Omada router"}, user=None)["results"][0]
    assert set(result) == RESULT
    assert "Source:" not in result["snippet"]


@pytest.mark.feature("FI-06", "SE-05")
@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "../secret.md",
        "memory/../README.md",
        "memory/../../secret.md",
        "/etc/passwd.md",
        "memory/link.md",
        "memory/folder/secret.md",
        "%2e%2e/secret.md",
        "memory\\..\\..\\secret.md",
    ],
)
def test_what_lies_outside_is_refused(call: Call, folder: Path, tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.md").write_text("SECRET")
    (folder / "memory" / "link.md").symlink_to(tmp_path / "secret.md")
    (folder / "memory" / "folder").symlink_to(tmp_path)
    found = call("memory_get", {"path": path}, user=None)
    assert found["text"] == ""
    assert found["disabled"] is True
    assert found["error"].startswith("forbidden")


@pytest.mark.parametrize("path", ["/etc/passwd", "../../etc/passwd", "memory/", ""])
def test_what_is_no_markdown_file_reads_as_nothing(call: Call, path: str) -> None:
    assert call("memory_get", {"path": path}, user=None)["text"] == ""


def test_records_stand_beside_the_files_and_no_passage_comes_twice(call: Call, memory: Memory) -> None:
    memory.add("The Omada router has the serial number 4711", user="default")
    found = call("memory_search", {"query": "Omada router", "minScore": 0, "maxResults": 10}, user=None)["results"]
    paths = [result["path"] for result in found]
    assert "MEMORY.md" in paths
    assert len(paths) == len(set(paths))
    record = next(path for path in paths if path not in ("MEMORY.md", "memory/2026-02-10.md"))
    assert "4711" in call("memory_get", {"path": record}, user=None)["text"]
    assert len(call("memory_search", {"query": "router", "minScore": 0, "maxResults": 1}, user=None)["results"]) == 1


def test_somebody_else_sees_his_records_and_not_these_files(call: Call, memory: Memory) -> None:
    memory.add("Bob has a router, too", user="bob")
    found = call("memory_search", {"query": "router", "minScore": 0}, user="bob")["results"]
    assert [result["snippet"] for result in found] == ["Bob has a router, too"]
    assert call("memory_get", {"path": "MEMORY.md"}, user="bob")["text"] == ""


@pytest.mark.feature("FI-05")
def test_a_failure_is_an_answer(call: Call) -> None:
    failed = call("memory_search", {"query": "x" * 2_000_000}, user=None)
    assert (failed["results"], failed["disabled"]) == ([], True)
    assert failed["error"].startswith("too_large")

"""Searching a workspace: snippets with path and lines, scores that age by a file's day, and files read line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.files.workspace_search import snippet
from recollect.errors import Forbidden, InvalidInput, NotConfigured, TooLarge
from tests.loopback import Loopback

NOW = datetime(2026, 2, 10, 12, tzinfo=UTC)
DAYS = {
    "memory/2026-02-10.md": "Configured Omada router, set VLAN 10 for IoT devices\n",
    "memory/2026-02-03.md": "Configured Omada router, moved IoT devices to VLAN 10\n",
    "memory/2025-09-15.md": "Configured Omada router, VLAN 10 for IoT devices\n",
    "memory/network.md": "Router: Omada ER605, AdGuard: 192.168.10.2, VLAN 10: IoT\n",
    "MEMORY.md": "# Facts\n\nAna prefers tea over coffee.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    for name, text in DAYS.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


def opened(folder: Path, **settings: Any) -> Memory:
    memory = Memory(
        ":memory:",
        config_file=folder / "none.toml",
        clock=lambda: NOW,
        workspace=str(folder),
        workspace_sync_on_search="off",
        worker="off",
        **settings,
    )
    memory.sync_files()
    return memory


@pytest.fixture
def memory(folder: Path) -> Iterator[Memory]:
    with opened(folder) as made:
        yield made


@pytest.mark.feature("RT-27", "FI-09")
def test_a_hit_says_where_it_stands_and_who_made_the_vectors(memory: Memory) -> None:
    found = memory.search_files("what does Ana drink, tea?")
    hit = found.hits[0]
    assert (hit.path, hit.start_line, hit.end_line, hit.source) == ("MEMORY.md", 1, 3, "memory")
    assert hit.citation == "MEMORY.md#L1-L3"
    assert hit.snippet == "# Facts\n\nAna prefers tea over coffee."
    assert 0.35 <= hit.score <= 1
    assert (found.backend, found.provider, found.fallback, found.denied) == ("builtin", "static", None, None)
    assert found.model


@pytest.mark.feature("FI-09", "EM-03")
def test_a_model_at_an_address_of_ones_own_is_named_as_its_provider_names_it(folder: Path) -> None:
    with Loopback() as server:
        given = {"embedder_base_url": f"{server.url}/v1", "embedder_dim": server.dim}
        with opened(folder, embedder="openai", **given) as memory:
            found = memory.search_files("Omada router", min_score=0)
    assert (found.provider, found.model) == ("openai", "text-embedding-3-small")


@pytest.mark.feature("FI-05")
def test_six_results_of_some_weight_unless_told(memory: Memory, folder: Path) -> None:
    for number in range(10):
        (folder / "memory" / f"{number}.md").write_text(f"The omada router number {number}\n")
    memory.sync_files()
    assert len(memory.search_files("omada router").hits) == 6
    assert len(memory.search_files("omada router", k=2).hits) == 2
    assert memory.search_files("quarterly tax report of the harbour").hits == ()
    assert memory.search_files("quarterly tax report of the harbour", min_score=0.0).hits
    scores = [hit.score for hit in memory.search_files("omada router", k=20, min_score=0.0).hits]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.feature("FI-09")
@pytest.mark.parametrize("citations, shown", [("auto", True), ("on", True), ("off", False)])
def test_citations_can_be_left_away(folder: Path, citations: str, shown: bool) -> None:
    with opened(folder, citations=citations) as memory:
        hit = memory.search_files("tea").hits[0]
        assert (hit.citation is not None) is shown
        assert hit.path == "MEMORY.md", "kept: it is what read_file needs"


@pytest.mark.feature("RT-15")
def test_scores_age_by_the_day_in_the_name_and_evergreen_files_do_not_age(folder: Path) -> None:
    query = "Omada router VLAN 10 IoT devices"

    def scores(**settings: Any) -> dict[str, float]:
        with opened(folder, **settings) as memory:
            return {hit.path: hit.score for hit in memory.search_files(query, k=20, min_score=0.0).hits}

    plain, aged = scores(), scores(recall_options="half_life_days=30")
    shares = {name: aged[name] / plain[name] for name in plain}
    # From noon of the tenth: half a day, 7.5 and 148.5 days old.
    assert shares["memory/2026-02-10.md"] == pytest.approx(0.5 ** (0.5 / 30), rel=1e-3)
    assert shares["memory/2026-02-03.md"] == pytest.approx(0.5 ** (7.5 / 30), rel=1e-3)
    assert shares["memory/2025-09-15.md"] == pytest.approx(0.5 ** (148.5 / 30), rel=1e-3)
    assert shares["memory/network.md"] == 1


def test_the_settings_say_how_it_is_ranked(folder: Path) -> None:
    """Words alone, vectors alone, and the weights of OpenClaw's settings."""
    found = {}
    for options in ("channels=keyword", "channels=vector", "vector_weight=1,text_weight=0", "k=1", "min_score=0.99"):
        with opened(folder, recall_options=options) as memory:
            found[options] = memory.search_files("Omada router")
    assert found["channels=keyword"].provider is None
    assert len(found["k=1"].hits) == 1
    assert found["min_score=0.99"].hits == ()
    with opened(folder, files_preset="recollect") as memory:
        assert memory.search_files("Omada router", min_score=0.0).hits[0].path != "MEMORY.md"


def test_what_was_told_by_hand_is_not_found_in_files_and_files_are_found_in_memory(memory: Memory) -> None:
    memory.add("The Omada router is in the attic", user="default")
    assert all("attic" not in hit.snippet for hit in memory.search_files("Omada router attic", min_score=0.0).hits)
    layers = {hit.layer for hit in memory.search("Omada router", user="default")}
    assert layers == {"memory", "document"}


@pytest.mark.parametrize("query", ["", "  ", "a\x00b"])
def test_a_question_that_is_none_is_refused(memory: Memory, query: str) -> None:
    with pytest.raises(InvalidInput):
        memory.search_files(query)


@pytest.mark.parametrize("query", ["C++", "don't", "2026-02-10", "node.js", "a:b", "(x", "*", "日本語"])
def test_any_question_is_answered(memory: Memory, query: str) -> None:
    memory.search_files(query)


# --- snippets -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("RT-27")
def test_a_snippet_has_700_characters_at_most_and_is_where_the_words_are() -> None:
    lines = [f"Line {number} speaks of the garden and of nothing else." for number in range(40)]
    lines[30] = "Line 30 speaks of the router."
    shown = snippet("\n".join(lines), "which router?")
    assert len(shown) <= 700
    assert "Line 30" in shown
    assert snippet("short", "router") == "short"
    assert len(snippet("x" * 5000, "router")) == 700
    assert snippet(" " * 50_000 + "router", "router") == "router"
    assert snippet("\n".join(lines), "nothing that stands there").startswith("Line 0")


@pytest.mark.feature("RT-27")
@pytest.mark.parametrize(
    "filling, said, query, begins",
    [
        ("We repaired the old boat number {} again. ", "The code of the safe is four.", "code of the safe", "We "),
        ("第{}天我们在码头修理旧船并且清点货物。", "保险柜的密码是四七一九。", "保险柜的密码是什么", "第"),
        ("then we mended boat {} and ", "the code of the safe is four ", "code of the safe", ""),
        ("第{}天我们修理旧船", "保险柜的密码是四七一九", "保险柜的密码是什么", ""),
    ],
    ids=["sentences", "sentences without blanks", "words", "neither"],
)
def test_a_snippet_of_one_long_line_is_where_the_words_are(filling: str, said: str, query: str, begins: str) -> None:
    before = "".join(filling.format(number) for number in range(80))
    text = f"# Log\n\n{before}{said}{before}"
    shown = snippet(text, query)
    assert 500 < len(shown) <= 700
    assert said.strip() in shown
    assert shown in text
    assert shown.startswith(begins)
    assert text[text.index(shown) - 1] in " \n。" or " " not in said, "words are whole"


# --- reading --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("FI-06")
def test_a_file_is_read_from_a_line_on(memory: Memory) -> None:
    assert memory.read_file("MEMORY.md").text == "# Facts\n\nAna prefers tea over coffee."
    assert memory.read_file("MEMORY.md", start=3, lines=1).text == "Ana prefers tea over coffee."
    assert memory.read_file("MEMORY.md#L3").text.startswith("# Facts"), "as it was cited"
    assert memory.read_file("./memory/network.md").path == "memory/network.md"
    assert memory.read_file("memory/never.md").text == ""
    for wrong in ({"start": 0}, {"lines": 0}, {"start": "x"}):
        with pytest.raises(InvalidInput):
            memory.read_file("MEMORY.md", **wrong)


@pytest.mark.feature("FI-06", "SE-05")
@pytest.mark.parametrize("path", ["README.md", "../x.md", "/etc/passwd", "memory/../../x.md", "notes.txt", "~/x.md"])
def test_what_lies_outside_is_refused(memory: Memory, path: str) -> None:
    with pytest.raises(Forbidden):
        memory.read_file(path)


@pytest.mark.feature("FI-06")
@pytest.mark.parametrize("backend", ["builtin", "qmd"])
def test_names_no_file_can_have_are_not_there_and_a_folder_is_no_file(folder: Path, backend: str) -> None:
    (folder / "memory" / "folder.md").mkdir()
    with opened(folder, files_backend=backend, qmd_command="false", openclaw_state_dir=str(folder / "state")) as memory:
        for name in ("x" * 5000 + ".md", "y/" * 3000 + "z.md", "folder.md/x.md", "network.md/x.md"):
            assert memory.read_file(f"memory/{name}").text == ""
        with pytest.raises(Forbidden, match="not a"):
            memory.read_file("memory/folder.md")


def test_a_file_that_is_too_large_is_not_read(memory: Memory, folder: Path) -> None:
    with (folder / "memory" / "huge.md").open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(TooLarge):
        memory.read_file("memory/huge.md", lines=1)


def test_without_a_workspace_there_is_nothing_to_ask(tmp_path: Path, folder: Path) -> None:
    for settings in ({}, {"workspace": str(folder), "files": "off"}):
        with Memory(":memory:", config_file=tmp_path / "none.toml", worker="off", **settings) as memory:
            for ask in (
                lambda: memory.search_files("x"),
                lambda: memory.read_file("MEMORY.md"),
                memory.sync_files,
                memory.files_status,
                memory.watch_files,
            ):
                with pytest.raises(NotConfigured, match="workspace"):
                    ask()


def test_somebody_elses_workspace_is_refused(folder: Path) -> None:
    with opened(folder, workspace_user="ana") as memory:
        for ask in (
            lambda: memory.search_files("x", user="bob"),
            lambda: memory.read_file("MEMORY.md", user="bob"),
            lambda: memory.sync_files(user="bob"),
            lambda: memory.files_status(user="bob"),
        ):
            with pytest.raises(Forbidden, match="another user"):
                ask()
        assert memory.files_status(user="ana").user == "ana"

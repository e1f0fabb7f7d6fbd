"""One answer from files, transcripts and records, for whoever asks the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.files.beside import _together
from recollect.errors import Forbidden, NotConfigured, RateLimited
from recollect.model.files import FileHit, FileHits
from recollect.model.scope import Scope

LONG = "\n".join(f"Line {number} speaks of the garden." for number in range(60)) + "\nThe code word is heron."
GROUP = "agent:main:telegram:group:42"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "notes"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "gate.md").write_text("A code word is said at the gate.\n")
    (root / "memory" / "c#.md").write_text("C# is a language.\n")
    for agent, word in (("work", "egret"), ("home", "wren")):
        sessions = tmp_path / "agents" / agent / "sessions"
        sessions.mkdir(parents=True)
        lines = [
            {"type": "session", "version": 3, "id": f"{agent}-1"},
            {"type": "message", "id": "m1", "message": {"role": "user", "content": f"The code word is {word}"}},
        ]
        (sessions / f"{agent}-1.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return root


@pytest.fixture
def settings() -> dict[str, Any]:
    return {}


@pytest.fixture
def memory(folder: Path, settings: dict[str, Any]) -> Iterator[Memory]:
    chosen = {
        "workspace": str(folder),
        "workspace_sync_on_search": "off",
        "transcripts": "on",
        "transcripts_paths": f"{folder.parent}/agents/*/sessions/*.jsonl",
        **settings,
    }
    with Memory(":memory:", config_file=folder / "none.toml", worker="off", **chosen) as opened:
        if opened.settings.workspace is not None:
            opened.sync_files()
        if opened.settings.transcripts == "on":
            opened.sync_transcripts()
        opened.add(LONG, user="default")
        yield opened


def found(memory: Memory, **asked: Any) -> list[FileHit]:
    return list(memory.search_files("what is the code word", min_score=0.0, k=10, **asked).hits)


@pytest.mark.feature("FI-07", "FI-05")
def test_transcripts_are_among_what_a_search_in_files_finds_and_can_be_read(memory: Memory) -> None:
    hits = found(memory, agent="work")
    assert {hit.source for hit in hits} == {"memory", "sessions"}
    assert "memory/gate.md" in [hit.path for hit in hits]
    [said] = [hit for hit in hits if hit.source == "sessions"]
    assert (said.snippet, said.citation) == ("The code word is egret", "sessions/work-1.jsonl#L2")
    assert memory.read_file(said.path, agent="work").text == said.snippet
    with pytest.raises(Forbidden):
        memory.read_file(said.path, agent="home")
    assert not any("heron" in hit.snippet for hit in hits), "records are asked for by name"
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len(memory.search_files("what is the code word", min_score=0.0, k=1).hits) == 1


@pytest.mark.feature("FI-07")
@pytest.mark.parametrize("settings", [{"transcripts": "off"}])
def test_without_transcripts_there_are_files_alone(memory: Memory) -> None:
    assert {hit.source for hit in found(memory)} == {"memory"}


@pytest.mark.feature("FI-05", "FI-06", "RT-27")
def test_records_stand_beside_files_with_the_lines_that_answer(memory: Memory) -> None:
    [record] = [hit for hit in found(memory, records=True) if "heron" in hit.snippet]
    assert len(record.snippet) <= 700
    assert record.end_line == 61
    shown = memory.read_file(record.path, start=record.start_line, lines=record.end_line - record.start_line + 1)
    assert shown.text == record.snippet
    assert record.citation == f"{record.path}#L{record.start_line}-L61"
    assert memory.read_file(record.citation).text == LONG
    with pytest.raises(Forbidden):
        memory.read_file(record.path, user="bob")


@pytest.mark.feature("SC-09")
@pytest.mark.parametrize("settings", [{}, {"workspace": None}])
def test_what_denies_files_denies_transcripts_and_leaves_records(memory: Memory) -> None:
    assert found(memory, session=GROUP) == []
    assert [hit.source for hit in found(memory, session=GROUP, records=True)] == ["memory"]
    assert "denies" in str(memory.search_files("code word", session=GROUP).denied)


@pytest.mark.parametrize("settings", [{"workspace": None, "transcripts": "off"}])
def test_without_files_records_answer_where_they_are_wanted(memory: Memory) -> None:
    with pytest.raises(NotConfigured):
        found(memory)
    [hit] = found(memory, records=True)
    assert "heron" in hit.snippet
    answer = memory.search_files("code word", records=True)
    assert (answer.backend, answer.provider) == ("builtin", "static")


@pytest.mark.parametrize("settings", [{"workspace": None}])
def test_without_a_workspace_transcripts_answer(memory: Memory) -> None:
    assert {hit.source for hit in found(memory)} == {"sessions"}


def test_somebody_elses_files_are_refused_and_his_own_records_found(memory: Memory) -> None:
    memory.add("The code word of Bob is owl", user="bob")
    with pytest.raises(Forbidden):
        found(memory, user="bob")
    beside = found(memory, user="bob", records=True)
    assert not any(hit.path == "memory/gate.md" or "heron" in hit.snippet for hit in beside)
    assert any("owl" in hit.snippet for hit in beside)


@pytest.mark.feature("FI-06")
@pytest.mark.parametrize("path", ["memory/c#.md", "memory/c#.md#L1", "memory/c#.md#top", "./memory/c#.md"])
def test_a_file_with_a_number_sign_in_its_name_is_read(memory: Memory, path: str) -> None:
    assert memory.read_file(path).text == "C# is a language."


def test_scores_of_another_program_are_not_compared() -> None:
    def hits(*scores: float) -> list[FileHit]:
        return [FileHit(path=str(one), start_line=1, end_line=1, score=one, snippet="") for one in scores]

    files, beside = hits(0.2, 0.1), hits(0.9, 0.8, 0.7)
    order = {
        backend: [hit.score for hit in _together(FileHits(hits=tuple(files), backend=backend), beside)]
        for backend in ("qmd", "builtin")
    }
    assert order == {"qmd": [0.2, 0.9, 0.1, 0.8, 0.7], "builtin": [0.9, 0.8, 0.7, 0.2, 0.1]}


@pytest.mark.parametrize("settings", [{"searches_per_minute": 1}])
def test_a_search_in_files_is_one_search_and_what_it_shows_was_recalled(memory: Memory) -> None:
    shown = memory.search_files("what is the code word", min_score=0.0, k=2, records=True, user="default").hits
    with pytest.raises(RateLimited):
        memory.search("code word", user="default")
    ids = [hit.path.removeprefix("memory/") for hit in shown if not hit.path.endswith(".md")]
    assert ids
    assert [len(memory.recalls(id, user="default")) for id in ids] == [1] * len(ids)
    counted = [one for one in memory.list(everyone=True, limit=100) if one.access_count and one.layer != "document"]
    assert {one.id for one in counted} == set(ids)


@pytest.mark.parametrize("id", ["note#1", "x.md", "plain"])
def test_a_record_can_be_read_by_the_path_that_a_search_gives(memory: Memory, id: str) -> None:
    memory.add("The zebra crossing is repainted", user="default", id=id)
    hits = memory.search_files("zebra crossing", min_score=0.0, k=10, records=True, user="default").hits
    [path] = [hit.path for hit in hits if hit.path.endswith(id)]
    assert memory.read_file(path, user="default").text == "The zebra crossing is repainted"


def test_a_question_to_files_and_records_is_remembered_once_with_what_both_found(memory: Memory) -> None:
    found = memory.search_files("code word", records=True, min_score=0.0)
    assert len(found.hits) >= 3
    [passage] = [one for one in memory.list(user="default", layers=["document"]) if "gate" in one.content]
    [record] = [one for one in memory.list(user="default") if one.content == LONG]
    first, second = memory.recalls(passage.id), memory.recalls(record.id)
    assert [len(first), len(second)] == [1, 1]
    assert first[0].at == second[0].at, "it is one entry"
    assert sorted([first[0].rank, second[0].rank]) != [1, 1], "ranked together"
    memory.search_files("code word", records=True, min_score=0.0)
    assert [len(memory.recalls(one)) for one in (passage.id, record.id)] == [2, 2], "asked again is asked twice"


def test_it_is_one_entry_also_when_the_log_is_written_meanwhile(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    recall = memory._running.recall
    search = recall.search

    def search_and_write(*given: Any, **options: Any) -> Any:
        found = search(*given, **options)
        recall.flush()  # as the timer does, a second after the first recall
        return found

    monkeypatch.setattr(recall, "search", search_and_write)
    memory.search_files("code word", records=True, min_score=0.0)
    recall.flush()
    log = memory._running.store.recalls(Scope(user="default"), limit=10)
    assert [one.question for one in log] == ["code word"]
    assert len(log[0].shown) > 2


@pytest.mark.parametrize("asks, keeps", [("ana", "ana"), (None, "default")])
def test_a_question_to_shared_files_and_own_records_is_one_entry_of_who_asked(
    tmp_path: Path, asks: str | None, keeps: str
) -> None:
    (tmp_path / "notes" / "memory").mkdir(parents=True)
    (tmp_path / "notes" / "memory" / "a.md").write_text("The code word of the gate is heron\n")
    with Memory(":memory:", workspace=str(tmp_path / "notes"), workspace_user="", worker="off") as memory:
        memory.sync_files()
        memory.add("The code word of the shed is otter", user=keeps)
        shown = memory.search_files("code word", user=asks, records=True, min_score=0.0).hits
        assert len(shown) == 2
        memory._running.recall.flush()
        log = {user: memory._running.store.recalls(Scope(user=user), limit=10) for user in (keeps, None)}
        assert [len(one.shown) for one in log[keeps]] == [2]
        assert log[None] == [], "nobody else sees what was asked"
        memory.search_files("gate", min_score=0.0)
        memory._running.recall.flush()
        assert [one.question for one in memory._running.store.recalls(Scope(), limit=10)] == ["gate"]


def test_what_found_no_place_in_the_answer_was_not_recalled(memory: Memory) -> None:
    shown = memory.search_files("code word", records=True, min_score=0.0, k=1).hits
    memory._running.recall.flush()
    [entry] = memory._running.store.recalls(Scope(user="default"), limit=10)
    assert len(entry.shown) == len(shown) == 1
    counted = [one for one in memory.list(everyone=True, limit=100) if one.access_count]
    assert [one.id for one in counted] == [entry.shown[0].id]


def test_a_document_that_was_read_in_and_shown_was_recalled(memory: Memory) -> None:
    made = memory.ingest(b"The code word of the cellar is badger.", name="manual.txt", user="default")
    [passage] = memory.passages(made.id)
    shown = memory.search_files("code word", records=True, min_score=0.0, k=10).hits
    assert f"memory/{passage.id}" in [hit.path for hit in shown]
    assert [one.question for one in memory.recalls(passage.id)] == ["code word"]
    assert memory.get(passage.id).access_count == 1
    assert memory.search_files("code word of the gate", records=True, min_score=0.0, k=1).hits[0].path.endswith(".md")
    assert len(memory.recalls(passage.id)) == 1, "what was not shown was not recalled"

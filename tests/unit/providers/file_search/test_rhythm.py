"""When an index is updated, as times: the worked example, changes, pauses after failures, and the thread at work."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect.providers.file_search.rhythm import Pace, Rhythm
from tests.qmd_program import QmdProgram
from tests.unit.providers.file_search.conftest import Open, Seconds

pytestmark = pytest.mark.feature("FI-13")


def test_the_worked_example_of_the_module() -> None:
    rhythm = Rhythm(Pace(interval_s=300, debounce_s=15, embed_interval_s=3600), 0)
    assert rhythm.update_due(0)
    rhythm.updated(0)
    assert rhythm.embed_due(0)
    rhythm.embedded(0)
    rhythm.changed(5)
    assert not rhythm.update_due(14.9)
    assert rhythm.update_due(15)
    rhythm.updated(15)
    assert rhythm.next_s == 315
    assert not rhythm.embed_due(3599)
    assert rhythm.embed_due(3600)


def test_without_an_update_at_the_start_the_first_comes_after_the_interval() -> None:
    rhythm = Rhythm(Pace(on_boot=False, interval_s=300), 50)
    assert rhythm.next_s == 350
    rhythm.changed(60)
    assert rhythm.update_due(60), "nothing was updated before that it could follow too soon"


def test_an_interval_of_0_updates_only_when_asked() -> None:
    rhythm = Rhythm(Pace(interval_s=0, embed_interval_s=0), 0)
    rhythm.updated(0)
    rhythm.embedded(0)
    assert rhythm.next_s is None
    assert not rhythm.update_due(1e9)
    assert not rhythm.embed_due(1e9)
    rhythm.changed(100)
    assert rhythm.update_due(100)


def test_a_mode_without_vectors_never_embeds() -> None:
    assert not Rhythm(Pace(embeds=False), 0).embed_due(1e9)


def test_what_failed_is_tried_again_after_pauses_that_double_up_to_an_hour() -> None:
    rhythm, now, pauses = Rhythm(Pace(), 0), 0.0, []
    for _ in range(9):
        rhythm.update_failed(now)
        assert rhythm.next_s is not None
        pauses.append(rhythm.next_s - now)
        rhythm.changed(now)
        assert not rhythm.update_due(now), "a change does not shorten the pause"
        now = rhythm.next_s
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    rhythm.updated(now)
    rhythm.update_failed(now)
    assert rhythm.next_s == now + 60


def test_failed_vectors_are_made_with_an_update_after_a_pause() -> None:
    rhythm = Rhythm(Pace(), 0)
    rhythm.embed_failed(0)
    assert not rhythm.embed_due(59)
    assert rhythm.embed_due(60)
    rhythm.embed_failed(60)
    assert rhythm.embed_due(180)


def test_an_index_follows_the_clock(opened: Open, program: QmdProgram, seconds: Seconds) -> None:
    search = opened(mode="query", on_boot=True)
    assert search.tick() == 300
    assert program.called("update", "embed") == [["update"], ["embed"]]
    seconds.now += 10
    search.changed()
    assert search.tick() == 5
    seconds.now += 5
    assert search.tick() == 300
    assert program.called("update", "embed") == [["update"], ["embed"], ["update"]]
    seconds.now += 3585
    search.tick()
    assert program.called("update", "embed")[3:] == [["update"], ["embed"]]


def test_an_update_that_fails_is_told_in_the_status_and_tried_again(
    opened: Open, program: QmdProgram, seconds: Seconds, caplog: pytest.LogCaptureFixture
) -> None:
    program.behaves(update="crash")
    search = opened(on_boot=True)
    assert search.tick() == 60
    state = search.status()["agents"]["main"]
    assert state["failure"].startswith("qmd update ended with 3")
    assert state["updated_at"] is None
    assert "the QMD index of agent main is not up to date" in caplog.text
    program.behaves()
    seconds.now += 60
    search.tick()
    assert search.status()["agents"]["main"]["failure"] is None
    assert search.status()["agents"]["main"]["updated_at"] == seconds.now


@pytest.mark.parametrize("command, option", [("update", "update_timeout_s"), ("embed", "embed_timeout_s")])
def test_updates_and_vectors_have_limits_of_their_own(
    command: str, option: str, opened: Open, program: QmdProgram
) -> None:
    program.behaves(**{command: "hang"})
    search = opened(mode="query", on_boot=True, **{option: 0.5})
    search.tick()
    assert "did not answer within 0.5 s" in search.status()["agents"]["main"]["failure"]


def test_collections_are_told_within_the_limit_of_commands(opened: Open, program: QmdProgram) -> None:
    program.behaves(collection="hang")
    search = opened(on_boot=True, command_timeout_s=0.5)
    search.tick()
    assert "did not answer within 0.5 s" in search.status()["agents"]["main"]["failure"]


def test_the_timers_are_armed_by_opening_it(opened: Open, program: QmdProgram) -> None:
    program.behaves(update="tell")
    search = opened(thread=True, on_boot=True)
    assert program.told(), "the thread updates without being asked"
    search.changed()
    search.close()


def test_opening_can_wait_for_the_first_update(opened: Open, program: QmdProgram) -> None:
    search = opened(on_boot=True, wait_for_boot=True)
    assert program.called("update") == [["update"]]
    assert search.tick() == 300


def test_a_search_does_not_wait_for_an_update(opened: Open, program: QmdProgram, workspace: Path) -> None:
    first = opened()
    assert first.search("router", k=None, min_score=None, agent=None, session_key=None).hits
    program.behaves(update="hang")
    second = opened(thread=True, on_boot=True, update_timeout_s=600.0)
    assert program.told(), "it updates now"
    found = second.search("router", k=None, min_score=None, agent=None, session_key=None)
    assert [hit.path for hit in found.hits] == ["MEMORY.md", "memory/2026-02-10 Notes.md"]
    second.close()
    assert program.all_gone()

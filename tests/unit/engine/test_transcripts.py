"""Transcripts in the index: read once, read on as they grow, each agent's its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.engine.transcripts import LOOK_EVERY
from recollect.errors import NotConfigured
from tests.clock import Clock


def entry(number: int, role: str, text: str) -> str:
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return json.dumps({"type": "message", "id": f"m{number}", "timestamp": "2026-05-01T10:00:00Z", "message": message})


class Session:
    """A transcript that somebody is writing."""

    def __init__(self, folder: Path, agent: str = "main", name: str = "s1") -> None:
        self.path = folder / "agents" / agent / "sessions" / f"{name}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.count = 0
        self.path.write_text(json.dumps({"type": "session", "version": 3, "id": name, "cwd": "/"}) + "\n")

    def say(self, *texts: str, end: str = "\n") -> None:
        with self.path.open("a") as file:
            for text in texts:
                self.count += 1
                file.write(entry(self.count, "user" if self.count % 2 else "assistant", text) + end)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "openclaw"


Opener = Callable[..., Memory]


@pytest.fixture
def opener(tmp_path: Path, state: Path) -> Iterator[Opener]:
    opened: list[Memory] = []

    def open(**settings: Any) -> Memory:
        given = {
            "transcripts": "on",
            "transcripts_paths": f"{state}/agents/*/sessions/*.jsonl",
            "worker": "off",
            "synchronous": "normal",
        } | settings
        opened.append(Memory(tmp_path / "memory.db", clock=Clock(), config_file=tmp_path / "none.toml", **given))
        return opened[-1]

    yield open
    for memory in opened:
        memory.close()


def turns(memory: Memory, **where: Any) -> list[str]:
    return sorted(record.content for record in memory.list(layers=["turn"], limit=1000, **where))


@pytest.mark.feature("FI-07")
def test_new_lines_are_read_on_and_nothing_is_added_twice(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto", "Noted")
    memory = opener()
    first = memory.sync_transcripts()
    assert (first.files, first.read, first.added, first.known) == (1, 1, 2, 0)
    assert memory.sync_transcripts().read == 0
    session.say("I keep bees now")
    again = memory.sync_transcripts()
    assert (again.added, again.known) == (1, 0)
    (hit,) = [hit for hit in memory.search("bees") if "bees" in hit.content]
    assert hit.layer == "turn"
    assert hit.record.provenance.reference == "sessions/s1.jsonl#L4"
    assert (hit.session, hit.record.agent, hit.record.provenance.source) == ("s1", "main", "file")
    assert memory.count(layers=["memory"]) == 0


@pytest.mark.feature("FI-07")
def test_each_agent_sees_its_own_sessions_only(opener: Opener, state: Path) -> None:
    Session(state, "work", "w1").say("The launch code word is heron")
    Session(state, "home", "h1").say("The garden code word is robin")
    memory = opener()
    memory.sync_transcripts(user="ana")
    for agent, own, other in [("work", "heron", "robin"), ("home", "robin", "heron")]:
        found = " ".join(hit.content for hit in memory.search("what is the code word", user="ana", agent=agent))
        assert own in found
        assert other not in found
    assert memory.search("code word", user="bob") == []


@pytest.mark.feature("FI-07")
@pytest.mark.parametrize("bytes_, messages, read", [(100_000, 50, False), (100, 50, True), (100_000, 2, True)])
def test_a_transcript_waits_until_it_has_grown_by_a_threshold(
    opener: Opener, state: Path, bytes_: int, messages: int, read: bool
) -> None:
    session = Session(state)
    session.say("I moved to Porto")
    memory = opener(transcripts_delta_bytes=bytes_, transcripts_delta_messages=messages)
    assert memory.sync_transcripts(due=True).added == 1, "what was never read is read"
    session.say("I keep bees", "How many?")
    report = memory.sync_transcripts(due=True)
    assert (report.added, report.waiting) == ((2, 0) if read else (0, 1))
    assert memory.sync_transcripts().added == (0 if read else 2)


@pytest.mark.feature("FI-07")
def test_it_is_opt_in(opener: Opener, state: Path) -> None:
    Session(state).say("I moved to Porto")
    memory = opener(transcripts="off")
    with pytest.raises(NotConfigured):
        memory.sync_transcripts()
    assert memory._running.transcripts.tick() is None
    assert turns(memory) == []


def test_a_process_that_lives_on_looks_from_time_to_time(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto")
    memory = opener(transcripts_delta_messages=1, transcripts_user="ana")
    engine = memory._running
    first = engine.transcripts.tick()
    assert first is not None
    assert first.added == 1
    session.say("I keep bees")
    assert engine.transcripts.tick() is None, "not a minute later"
    clock = engine.transcripts._parts.clock
    assert isinstance(clock, Clock)
    clock.forward(seconds=LOOK_EVERY.total_seconds())
    again = engine.transcripts.tick()
    assert again is not None
    assert again.added == 1
    assert turns(memory, user="ana") == ["I keep bees", "I moved to Porto"]
    assert turns(memory) == []


def test_a_line_that_is_being_written_is_left_for_later(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto")
    session.say("half a", end="")
    memory = opener()
    assert memory.sync_transcripts().added == 1
    with session.path.open("a") as file:
        file.write("\n")
    session.say("whole")
    assert memory.sync_transcripts().added == 2


@pytest.mark.feature("FI-07")
def test_a_file_that_was_rewritten_is_read_anew_and_adds_what_is_new(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto", "Noted", "I keep bees")
    memory = opener()
    memory.sync_transcripts()
    lines = session.path.read_text().splitlines()
    session.path.write_text("\n".join([lines[0], lines[3], entry(9, "user", "I sold the car")]) + "\n")
    report = memory.sync_transcripts()
    assert (report.added, report.known) == (1, 1)
    assert turns(memory) == ["I keep bees", "I moved to Porto", "I sold the car", "Noted"], "what was said stays"
    (moved,) = [record for record in memory.list(layers=["turn"]) if record.content == "I keep bees"]
    assert moved.provenance.reference == "sessions/s1.jsonl#L2"
    session.path.unlink()
    assert memory.sync_transcripts().files == 0
    assert len(turns(memory)) == 4, "a transcript that was deleted is no reason to forget"
    assert memory.transcripts()[0].size is None


def test_broken_lines_are_counted_and_named(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto")
    with session.path.open("a") as file:
        file.write("{broken\n")
    session.say("I keep bees")
    memory = opener()
    report = memory.sync_transcripts()
    assert (report.added, report.skipped) == (2, 1)
    assert "#L3" in report.problems[0]
    (one,) = memory.transcripts()
    assert (one.agent, one.session, one.turns, one.skipped, one.lines) == ("main", "s1", 2, 1, 4)
    assert one.offset == one.size == session.path.stat().st_size


def test_secrets_are_masked_before_anything_is_written(opener: Opener, state: Path) -> None:
    Session(state).say("my password is hunter2-Xy7!q", "ok")
    memory = opener()
    memory.sync_transcripts()
    assert "hunter2" not in "".join(turns(memory))
    assert b"hunter2" not in (state.parent / "memory.db").read_bytes()


def test_links_and_what_lies_outside_are_refused(opener: Opener, state: Path, tmp_path: Path) -> None:
    Session(state).say("I moved to Porto")
    outside = Session(tmp_path / "elsewhere", "evil", "x1")
    outside.say("not to be read")
    os.symlink(outside.path, state / "agents" / "main" / "sessions" / "link.jsonl")
    os.symlink(tmp_path / "elsewhere" / "agents" / "evil", state / "agents" / "evil")
    memory = opener()
    report = memory.sync_transcripts()
    assert turns(memory) == ["I moved to Porto"]
    assert len(report.problems) == 2


def test_a_link_from_one_agent_to_another_gives_the_turns_to_whom_they_belong(opener: Opener, state: Path) -> None:
    Session(state, "work", "w1").say("The code word is heron")
    os.symlink(state / "agents" / "work", state / "agents" / "spy")
    memory = opener()
    memory.sync_transcripts()
    assert {record.agent for record in memory.list(layers=["turn"])} == {"work"}


def test_memories_are_drawn_from_transcripts_only_when_asked_for(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I live in Porto and I am allergic to peanuts.", "Good to know.")
    memory = opener(transcripts_learn="on")
    memory.sync_transcripts(user="ana")
    memory.flush()
    learned = memory.list(user="ana", layers=["memory"])
    assert any("peanuts" in record.content for record in learned)
    assert {record.agent for record in learned} == {"main"}


def test_claude_codes_sessions_can_be_kept_too(opener: Opener, tmp_path: Path) -> None:
    path = tmp_path / "projects" / "-work" / "abc.jsonl"
    path.parent.mkdir(parents=True)
    about = {"sessionId": "abc", "cwd": "/work", "type": "user", "uuid": "u1", "isSidechain": False}
    path.write_text(json.dumps({**about, "message": {"role": "user", "content": "Use tabs"}}) + "\n")
    memory = opener(transcripts_paths=f"{tmp_path}/projects/*/*.jsonl, {tmp_path}/nothing/*.jsonl")
    assert memory.sync_transcripts().added == 1
    (record,) = memory.list(layers=["turn"])
    assert (record.session, record.agent, record.metadata) == ("abc", None, {"cwd": "/work"})


def test_a_file_that_is_no_transcript_is_named_and_left_alone(opener: Opener, state: Path) -> None:
    Session(state).path.write_text("# not a transcript\n" * 10)
    Session(state, name="nam\udce9").say("a name that is no text")
    Session(state, name="good").say("I keep bees")
    memory = opener()
    report = memory.sync_transcripts()
    assert report.added == 1
    assert len(report.problems) == 2
    assert "no transcript" in " ".join(report.problems)


def test_an_import_of_the_same_file_adds_nothing_to_what_was_synced(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto", "Noted")
    memory = opener()
    memory.sync_transcripts(user="ana")
    assert memory.import_(session.path, user="ana") == {"added": 0, "known": 2, "skipped": 0}
    assert memory.import_(session.path, user="bob") == {"added": 2, "known": 0, "skipped": 0}
    assert memory.import_(session.path, user="bob", format="openclaw") == {"added": 0, "known": 2, "skipped": 0}


def test_an_import_tells_which_lines_it_passed_over(opener: Opener, state: Path) -> None:
    session = Session(state)
    session.say("I moved to Porto")
    with session.path.open("a") as file:
        file.write("{broken\n")
    counts = opener().import_(session.path)
    assert counts == {"added": 1, "known": 0, "skipped": 1}
    assert counts.problems[0].startswith("line 3")  # type: ignore[attr-defined]


def test_two_that_sync_at_once_add_each_turn_once(opener: Opener, state: Path) -> None:
    Session(state).say(*[f"sentence number {number}" for number in range(1200)])
    one, other = opener(embedder="none"), opener(embedder="none")

    def meanwhile(place: int, _: int) -> None:
        other.sync_transcripts()

    Session(state, name="s2").say("x")
    report = one.sync_transcripts(progress=meanwhile)
    assert report.added + 1 >= 1200
    assert one.count(layers=["turn"]) == 1201
    assert one.doctor() == []


@pytest.mark.feature("SC-06")
def test_on_a_server_transcripts_of_its_machine_belong_to_its_own_tenant(state: Path, tmp_path: Path) -> None:
    Session(state).say("I moved to Porto")
    given = {"transcripts": "on", "transcripts_paths": f"{state}/agents/*/sessions/*.jsonl", "worker": "off"}
    settings = load(given, file=tmp_path / "none.toml")
    tenants = Tenants(settings, url=str(tmp_path / "memory.db"), clock=Clock())
    try:
        for tenant in ("acme", "default"):
            with Memory.over(tenants.engine(tenant)) as memory:
                memory.add("a note", user="u")
                assert tenants.engine(tenant).transcripts._options.on is (tenant == "default")
        tenants._schedule()
        assert Memory.over(tenants.engine("default")).count(layers=["turn"]) == 1
        assert Memory.over(tenants.engine("acme")).count(layers=["turn"], everyone=True) == 0
    finally:
        tenants.close()

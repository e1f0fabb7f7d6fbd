"""Summaries of conversations: when they are made, what they hold, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.rules import tokens
from tests.clock import Clock
from tests.unit.engine.test_forgetting import everything

TALK: list[dict[str, Any]] = [
    {"role": "user", "name": "Ana", "content": "Hi! The ceramics workshop in Porto starts on June 12, 2024."},
    {"role": "assistant", "content": "How exciting! Which clay will you use for the ceramics workshop?"},
    {"role": "user", "name": "Ana", "content": "We decided to use stoneware clay for the ceramics course."},
    {"role": "assistant", "content": "Stoneware clay is sturdy and fires at about 1200 degrees."},
    {"role": "user", "name": "Ana", "content": "I need to book the kiln in Porto before Friday. Marmalade is the cat."},
    {"role": "assistant", "content": "A kiln in Porto is often booked weeks ahead."},
]
WHEN = "2024-05-20T10:00:00Z"


def talk(*, start: int = 0, end: int = 6) -> list[dict[str, Any]]:
    return [{**turn, "occurred_at": WHEN} for turn in TALK[start:end]]


def summaries(memory: Memory) -> list[Any]:
    return memory.list(user="ana", layers=["summary"])


@pytest.mark.feature("PL-04")
def test_a_conversation_is_summarised_after_its_silence_and_not_before(memory: Memory, clock: Clock) -> None:
    memory.add(talk(end=4), user="ana", session="s1")
    clock.forward(seconds=59)
    memory.add(talk(start=4), user="ana", session="s1")  # the silence begins anew
    clock.forward(seconds=59)
    memory.flush()
    assert summaries(memory) == []
    clock.forward(seconds=2)
    memory.flush()
    (found,) = summaries(memory)
    assert (found.session, found.metadata["turns"], found.version) == ("s1", 6, 1)
    assert found.provenance.source == "system"


@pytest.mark.feature("PL-04", "LC-06")
def test_the_summary_of_a_session_that_goes_on_is_as_old_as_its_last_turn(tmp_path: Path, clock: Clock) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "m.db", retention_days={"summary": 180}, **given) as memory:
        for part in range(3):
            memory.add(talk(start=2 * part, end=2 * part + 2), user="ana", session="s1")
            memory.sync(user="ana")
            clock.forward(days=100)
        assert [record.version for record in summaries(memory)] == [2]
        assert memory.sweep().archived == 0
        (turn,) = memory.list(user="ana", layers=["turn"], contains="decided")
        memory.update(turn.id, content="We decided to use porcelain clay for the ceramics course.")
        memory.sync(user="ana")
        assert [record.version for record in summaries(memory)] == [3]
        clock.forward(days=100)
        assert summaries(memory) == []


@pytest.mark.feature("PL-04")
def test_another_session_lets_the_summary_of_the_one_before_begin(memory: Memory) -> None:
    memory.add(talk(), user="ana", session="s1")
    memory.add(talk(end=1), user="ana", session="s2")
    memory.flush()
    assert [record.session for record in summaries(memory)] == ["s1"]


@pytest.mark.feature("PL-04")
def test_what_a_process_did_not_live_to_summarise_is_done_by_the_next(tmp_path: Path, clock: Clock) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml"}
    with Memory(tmp_path / "m.db", worker="off", **given) as memory:
        memory.add(talk(), user="ana", session="s1")
    clock.forward(seconds=61)
    with Memory(tmp_path / "m.db", **given) as memory:
        memory.flush(timeout_s=60)
        assert [record.session for record in summaries(memory)] == ["s1"]


@pytest.mark.feature("PL-06")
def test_a_summary_has_topics_decisions_dates_actions_and_a_recap(memory: Memory) -> None:
    memory.add(talk(), user="ana", session="s1")
    assert memory.sync(user="ana") == 0
    (found,) = summaries(memory)
    parts = found.metadata
    assert any("clay" in topic or "ceramics" in topic for topic in parts["topics"])
    assert parts["decisions"] == ["Ana: We decided to use stoneware clay for the ceramics course"]
    assert {"date": "2024-06-12", "text": "Ana: The ceramics workshop in Porto starts on June 12, 2024"} in parts[
        "key_dates"
    ]
    assert parts["action_items"] == ["Ana: I need to book the kiln in Porto before Friday (2024-05-24)"]
    assert parts["recap"]
    assert (parts["from"], parts["to"], parts["built_by"]) == ("2024-05-20T10:00:00+00:00",) * 2 + ("rules",)
    assert found.content.startswith("Conversation of Ana, Assistant, 2024-05-20")
    for line in (*parts["decisions"], *parts["recap"]):
        assert line in found.content
    assert tokens.estimate(found.content) <= memory.settings.summary_tokens_max


@pytest.mark.feature("PL-08")
def test_sync_does_now_what_waits_for_silence_and_flush_does_not(memory: Memory) -> None:
    memory.add(talk(), user="ana", session="s1")
    assert memory.flush() == 0
    assert summaries(memory) == []
    assert memory.sync(user="ben") == 0
    assert summaries(memory) == []
    assert memory.sync() == 0
    assert len(summaries(memory)) == 1


def test_a_conversation_that_goes_on_makes_a_new_version_of_its_summary(memory: Memory) -> None:
    memory.add(talk(end=4), user="ana", session="s1")
    memory.sync()
    (first,) = summaries(memory)
    memory.sync()
    assert summaries(memory) == [first]
    memory.add(talk(start=4), user="ana", session="s1")
    memory.sync()
    (second,) = summaries(memory)
    assert (second.id, second.version) == (first.id, 2)
    assert [version.metadata["turns"] for version in memory.history(first.id)] == [4, 6]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_short_conversation_is_its_own_summary(memory: Memory, turns: int) -> None:
    memory.add(talk(end=turns), user="ana", session="s1")
    assert memory.sync() == 0
    assert summaries(memory) == []


@pytest.mark.feature("PL-06", "RT-23", "PL-01")
def test_under_the_osaurus_preset_summaries_are_found_for_half_a_year_and_everything_else_always(
    memory: Memory, clock: Clock
) -> None:
    now = clock()
    turns = [{**turn, "occurred_at": now.isoformat()} for turn in TALK]
    memory.add(turns, user="ana", session="s1")
    memory.add("Ana owns a kiln", user="ana")
    memory.sync()
    memory.rebuild_profile(user="ana")
    clock.forward(days=179)
    within = memory.search("kiln in Porto", user="ana", preset="osaurus")
    assert {"summary", "turn", "memory"} <= {hit.layer for hit in within}
    clock.forward(days=2)
    after = {hit.layer for hit in memory.search("kiln in Porto", user="ana", preset="osaurus")}
    assert "summary" not in after
    assert {"turn", "memory"} <= after
    again = memory.search("kiln in Porto", user="ana", preset="osaurus", summary_retention_days=365)
    assert "summary" in {hit.layer for hit in again}
    assert "profile" in {hit.layer for hit in memory.search("Ana kiln", user="ana", layers=["profile"])}


@pytest.mark.feature("RT-23")
def test_the_osaurus_preset_recalls_thirty(memory: Memory) -> None:
    memory.add_many([f"the kiln number {number} is hot" for number in range(40)], user="ana")
    assert len(memory.search("kiln", user="ana", preset="osaurus", mmr_lambda=1.0)) == 30
    assert len(memory.search("kiln", user="ana")) == 10
    assert len(memory.search("kiln", user="ana", preset="osaurus", k=3, mmr_lambda=1.0)) == 3


@pytest.mark.feature("RT-25", "PL-07")
def test_a_turn_has_its_place_and_its_neighbours_come_with_a_hit(memory: Memory) -> None:
    memory.add(talk(), user="ana", session="s1")
    (hit,) = memory.search("stoneware decided", user="ana", preset="osaurus", k=1, layers=["turn"])
    turn = hit.record
    assert (turn.session, turn.position, turn.role, turn.speaker) == ("s1", 3, "user", "Ana")
    assert turn.content == TALK[2]["content"]
    assert hit.tokens == tokens.estimate(turn.content) == 15
    assert turn.occurred_at is not None
    assert [near.position for near in hit.window] == [1, 2, 4, 5]


def test_retellings_take_no_place_from_what_they_retell(memory: Memory) -> None:
    for number in range(3):
        memory.add(talk(), user="ana", session=f"s{number}")
    memory.sync()
    hits = memory.search("stoneware clay for the ceramics course", user="ana", k=5)
    assert {hit.layer for hit in hits} <= {"turn", "memory"}
    everywhere = [hit.layer for hit in memory.search("stoneware clay for the ceramics course", user="ana", k=100)]
    assert "summary" in everywhere
    assert "turn" not in everywhere[everywhere.index("summary") :]
    named = memory.search("stoneware clay", user="ana", k=5, layers=["summary", "turn"])
    assert "summary" in {hit.layer for hit in named}


@pytest.mark.feature("PL-04")
def test_agents_and_projects_that_call_a_session_the_same_have_a_summary_each(memory: Memory) -> None:
    def about(word: str) -> list[dict[str, Any]]:
        return [{**turn, "content": turn["content"].replace("ceramics", word)} for turn in talk()]

    labels: list[dict[str, Any]] = [{}, {"agent": "a"}, {"agent": "b"}, {"agent": "a", "project": "p"}]
    words = ["ceramics", "violin", "falconry", "beekeeping"]
    added = [memory.add(about(word), user="ana", session="s1", **own) for word, own in zip(words, labels, strict=True)]
    memory.sync()
    found = {(record.agent, record.project): record for record in summaries(memory)}
    assert len(found) == len(labels)
    for word, own in zip(words, labels, strict=True):
        text = found[own.get("agent"), own.get("project")].content
        assert [other for other in words if other in text] == [word]
    assert found[None, None].key == "recollect/summary/s1"
    for query in (None, "what about falconry?"):
        assert "falconry" not in memory.context(query, user="ana", agent="a").text
    memory.add(talk(end=1), user="ana", session="s1", agent="b")
    memory.delete(*added[1].ids)
    assert "violin" not in everything(memory)
    assert {record.agent for record in summaries(memory)} == {None, "b", "a"}
    memory.sync()
    assert memory.doctor() == []


@pytest.mark.feature("PL-04")
@pytest.mark.parametrize(
    "said, day",
    [
        ("I start at Feedzai on January 7.", "2027-01-07"),
        ("I started at Feedzai on January 7.", "2026-01-07"),
        ("Julia has her birthday on the 23rd of November.", "2026-11-23"),
        ("Leo starts at the German school on Monday.", "2026-11-16"),
        ("My flight to Rome leaves on Friday.", "2026-11-20"),
        ("My flight to Rome left on Friday.", "2026-11-13"),
    ],
)
def test_a_day_without_a_year_is_the_next_one_unless_it_is_told_in_the_past(
    memory: Memory, said: str, day: str
) -> None:
    turns = [{**turn, "occurred_at": "2026-11-15T10:00:00Z"} for turn in TALK]
    turns[4]["content"] = said
    memory.add(turns, user="ana", session="s1")
    memory.sync()
    (found,) = summaries(memory)
    assert day in [one["date"] for one in found.metadata["key_dates"]]


@pytest.mark.feature("PL-06")
@pytest.mark.parametrize(
    "said, day",
    [
        ("Wir ziehen im September nach Lüneburg.", "2024-09"),
        ("Wir fliegen am 2. Januar nach Japan.", "2025-01-02"),
        ("Wir waren im April in Rom und fliegen im September nach Japan.", "2024-09"),
        ("Mi hermana se casó el 12 de octubre.", "2023-10-12"),
        ("They moved the exam to June 6th.", "2024-06-06"),
        ("April and I are flying to Rome in September.", "2024-09"),
    ],
)
def test_a_key_date_lies_on_the_side_its_sentence_tells(memory: Memory, said: str, day: str) -> None:
    assert [found for found, _ in dates(memory, said)][-1:] == [day]


def test_a_summary_is_trusted_no_more_than_what_it_quotes_and_quotes_no_tools(memory: Memory) -> None:
    turns = talk()
    turns[3]["role"], turns[5]["role"] = "tool", "system"
    memory.add([*turns, *talk(start=3, end=4), *talk(start=4, end=5)], user="ana", session="s1")
    memory.add([{**turn, "role": "user"} for turn in talk()], user="ana", session="s2")
    memory.sync()
    trusted = {record.session: record.provenance.trust for record in summaries(memory)}
    assert trusted == {"s1": 0.5, "s2": 1.0}
    mixed = next(record for record in summaries(memory) if record.session == "s1")
    assert mixed.metadata["turns"] == 6
    assert "weeks ahead" not in mixed.content
    assert "Tool:" not in mixed.content
    for asked in (None, "Which clay?"):
        shown = memory.context(asked, user="ana", trust_min=0.6)
        assert mixed.id not in [id for section in shown.sections for id in section.ids]


@pytest.mark.parametrize("change", ["update", "archive"])
def test_a_summary_follows_a_turn_that_was_edited_or_archived(memory: Memory, change: str) -> None:
    added = memory.add(talk(), user="ana", session="s1", agent="a")
    memory.sync()
    assert "kiln in Porto before Friday" in summaries(memory)[0].content
    if change == "update":
        memory.update(added.ids[4], content="I need to book the oven in Faro before Friday.")
    else:
        memory.archive(added.ids[4])
    memory.sync()
    (found,) = summaries(memory)
    assert (found.version, found.agent) == (2, "a")
    assert "kiln in Porto before Friday" not in found.content
    assert ("oven in Faro" in found.content) == (change == "update")


@pytest.mark.parametrize("keep", [5, 3])
def test_no_summary_keeps_the_words_of_a_deleted_turn(memory: Memory, keep: int) -> None:
    added = memory.add(talk(end=5), user="ana", session="s1")
    memory.sync()
    memory.add(talk(start=5), user="ana", session="s1")
    memory.sync()
    (before,) = summaries(memory)
    assert before.version == 2
    memory.flush()
    memory.delete(*(added.ids[4:] if keep == 5 else added.ids[2:]))
    assert "kiln in Porto before" not in everything(memory)
    assert "Marmalade" not in everything(memory)
    found = summaries(memory)
    assert [(record.id, record.version) for record in found] == ([(before.id, 3)] if keep == 5 else [])
    assert memory.doctor() == []


def test_summaries_can_be_turned_off(tmp_path: Path, clock: Clock) -> None:
    with Memory(tmp_path / "m.db", clock=clock, summaries="off", config_file=tmp_path / "n") as memory:
        memory.add(talk(), user="ana", session="s1")
        assert memory.sync() == 0
        assert summaries(memory) == []


def test_secrets_reach_no_summary(memory: Memory) -> None:
    turns = talk()
    turns[4] = {**turns[4], "content": "My password for the kiln booking site is hunter2-Xy77, I need to book it."}
    memory.add(turns, user="ana", session="s1")
    memory.sync()
    assert len(summaries(memory)) == 1
    assert "hunter2-Xy77" not in everything(memory)


@pytest.mark.feature("PL-04")
def test_sync_leaves_nothing_that_conversations_bring_with_them(tmp_path: Path, clock: Clock) -> None:
    given: dict[str, Any] = {"clock": clock, "config_file": tmp_path / "none.toml", "worker": "off"}
    with Memory(tmp_path / "m.db", profile_threshold=1, **given) as memory:
        memory.add(talk(), user="ana", session="s1")
        assert memory.sync() == 0
        assert [job for job in memory.jobs() if job.state != "done"] == []
        assert {"summarize", "profile", "graph"} <= {job.kind for job in memory.jobs(state="done")}
        assert memory.profile(user="ana").version == 1


def dates(memory: Memory, *said: str) -> list[tuple[str, str]]:
    turns = [{"role": "user", "name": "Ana", "content": text, "occurred_at": WHEN} for text in said]
    small = [{"role": "assistant", "content": "All right.", "occurred_at": WHEN}] * 3
    memory.add([*turns, *small], user="ana", session="s1")
    memory.sync(user="ana")
    (found,) = summaries(memory)
    return [(one["date"], one["text"]) for one in found.metadata["key_dates"]]


AUDIT = "The audit was yesterday and the report is due tomorrow"
LEASE = "The lease runs from 1 March 2025 to 28 February 2027"


@pytest.mark.feature("PL-06")
@pytest.mark.parametrize(
    "text, found",
    [
        (AUDIT, [("2024-05-19", "The audit was yesterday"), ("2024-05-21", "the report is due tomorrow")]),
        (LEASE, [("2025-03-01", LEASE), ("2027-02-28", LEASE)]),
        ("The course starts on June 12, 2024", [("2024-06-12", "The course starts on June 12, 2024")]),
        ("The exam was moved from Friday to Sunday", [("2024-05-26", "The exam was moved from Friday to Sunday")]),
        ("Two days before Christmas we fly home", [("2024-12-23", "Two days before Christmas we fly home")]),
    ],
)
def test_each_time_that_a_sentence_names_is_a_key_date(memory: Memory, text: str, found: list[tuple[str, str]]) -> None:
    assert dates(memory, text) == [(day, f"Ana: {words}") for day, words in found]


@pytest.mark.feature("PL-06")
def test_a_context_tells_the_key_dates_with_their_days(memory: Memory) -> None:
    dates(memory, "We decided on 3 May to hire Rita.", "The landlord of the house in Graz is met next Tuesday.")
    text = memory.context(user="ana").text
    assert "We decided on 3 May to hire Rita (2024-05-03)" in text
    assert "The landlord of the house in Graz is met next Tuesday (2024-05-21)" in text
    assert "All right" not in text


def test_what_stands_in_code_was_neither_decided_nor_dated(memory: Memory) -> None:
    code = "```python\nprint('we decided to use tabs')\n# TODO: I need to fix it by 2026-01-01\n```"
    assert dates(memory, "The greenhouse in Porto is ready on June 12, 2024.", code) == [
        ("2024-06-12", "Ana: The greenhouse in Porto is ready on June 12, 2024")
    ]
    (found,) = summaries(memory)
    assert found.metadata["decisions"] == []
    assert found.metadata["action_items"] == []
    assert "print" not in found.content

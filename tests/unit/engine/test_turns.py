"""Conversations: turns at once, what they teach in a job, both in one transaction."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.extraction import Extraction
from recollect.errors import InvalidInput, NotFound
from recollect.model.record import LAYERS

CHAT: list[dict[str, Any]] = [
    {"role": "assistant", "content": "How can I help?"},
    {"role": "user", "name": "Ana", "content": "I live in Lisbon and I don't like Python.", "metadata": {"id": "D1:2"}},
    {"role": "assistant", "content": "You should move to Porto, you love Rust."},
]


def said(text: str, name: str | None = None) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text} | ({} if name is None else {"name": name})]


def contents(records: Any) -> str:
    return " | ".join(record.content for record in records)


@pytest.mark.feature("EX-14", "JB-01", "EX-01")
def test_a_conversation_is_searchable_at_once_and_teaches_in_a_job(memory: Memory) -> None:
    added = memory.add(CHAT, user="ana", session="s1")
    assert len(added.records) == 3
    assert added.memories == ()
    assert added.job_id is not None
    assert memory.search("Lisbon", user="ana", layers=["turn"])[0].metadata == {"id": "D1:2"}
    assert memory.flush(timeout_s=60) == 0
    job = memory.job(added.job_id)
    assert (job.state, job.attempts, job.error) == ("done", 1, None)
    learned = contents(memory.list(user="ana", layers=["memory"]))
    assert "Lisbon" in learned
    assert "Python" in learned


@pytest.mark.feature("EX-12")
def test_waiting_gives_the_memories_and_the_decisions(memory: Memory) -> None:
    added = memory.add(CHAT, user="ana", wait=True)
    assert {record.layer for record in added.memories} == {"memory"}
    assert {decision.action for decision in added.decisions} <= {"added", "kept_both"}
    assert [decision.memory_id for decision in added.decisions] == [record.id for record in added.memories]
    assert all(decision.content for decision in added.decisions)


def test_what_the_assistant_said_is_never_a_fact_about_the_user(memory: Memory) -> None:
    learned = contents(memory.add(CHAT, user="ana", wait=True).memories)
    assert "Porto" not in learned
    assert "Rust" not in learned
    assert memory.add(CHAT[:1], user="ana", wait=True).job_id is None


@pytest.mark.feature("EX-02", "EX-05")
def test_where_it_is_switched_on_the_patterns_read_what_the_assistant_says() -> None:
    said = [{"role": "assistant", "content": "I prefer TypeScript. I'll use Postgres for this project. I hate Python."}]
    with Memory(":memory:", extraction_patterns="on") as memory:
        first = memory.add(said, user="ana", wait=True)
        found = {record.key: record for record in memory.list(user="ana", layers=["memory"])}
        assert set(found) == {"preference:typescript", "decision:postgres_for_this_project", "preference:python"}
        kept = found["preference:typescript"]
        assert (kept.content, kept.kind, kept.provenance.source) == ("TypeScript", "preference", "assistant")
        assert kept.provenance.trust == memory.get(first.records[0].id).provenance.trust < 1
        assert (kept.metadata["category"], kept.metadata["source"]) == ("preference", "llm_response")
        assert kept.metadata["extractedAt"][:10] == first.records[0].created_at.date().isoformat()
        assert found["preference:python"].metadata["polarity"] == "negative"
        again = memory.add(said, user="ana", wait=True)
        assert {decision.action for decision in again.decisions} == {"reinforced"}
        assert len(memory.list(user="ana", layers=["memory"])) == 3


def test_a_memory_names_the_speaker_and_leads_back_to_its_turn(memory: Memory) -> None:
    added = memory.add(CHAT, user="ana", session="s1", wait=True)
    home = next(record for record in added.memories if "Lisbon" in record.content)
    assert "Ana" in home.content
    assert home.provenance.reference == added.records[1].id
    assert home.metadata == {"id": "D1:2"}
    assert home.session == "s1"
    dislike = next(record for record in added.memories if "Python" in record.content)
    assert (dislike.kind, dislike.metadata["polarity"]) == ("preference", "negative")


def test_a_memory_and_its_turn_are_one_hit(memory: Memory) -> None:
    memory.add(CHAT, user="ana", wait=True)
    hits = memory.search("where does Ana live?", user="ana")
    about = [hit for hit in hits if "Lisbon" in hit.content]
    assert len(about) == 1
    assert {about[0].layer, *(source.layer for source in about[0].sources)} == {"memory", "turn"}


@pytest.mark.feature("VG-16")
def test_a_later_turn_replaces_what_an_earlier_one_taught(memory: Memory) -> None:
    memory.add([{"role": "user", "content": "I work at Acme."}], user="ana", wait=True)
    later = memory.add([{"role": "user", "content": "I left Acme and joined Northstar."}], user="ana", wait=True)
    assert "superseded" in [decision.action for decision in later.decisions]
    current = contents(memory.list(user="ana", layers=["memory"]))
    assert "Northstar" in current
    assert "works at Acme" not in current
    hits = memory.search("where do I work?", user="ana")
    told = [hit.content for hit in hits]
    assert "Northstar" in told[0]


def test_a_game_of_two_teaches_nothing_until_it_is_over(memory: Memory) -> None:
    said = [
        "Let's play: you're a dragon and I'm a knight called Edwin.",
        "I have a magic sword and live in a castle.",
        "Game over. For real: I live in Namur.",
    ]
    memory.add([{"role": "user", "content": text} for text in said], user="ana", wait=True)
    assert contents(memory.list(user="ana", layers=["memory"])) == "User lives in Namur"


def test_a_manner_of_speaking_is_no_game(memory: Memory) -> None:
    said = ["Let's play it safe, you're the expert.", "I live in Namur."]
    memory.add([{"role": "user", "content": text} for text in said], user="ana", wait=True)
    assert "Namur" in contents(memory.list(user="ana", layers=["memory"]))


def test_deleting_a_turn_deletes_what_only_it_taught(memory: Memory) -> None:
    added = memory.add(CHAT, user="ana", wait=True)
    memory.delete(added.records[1].id)
    assert memory.list(user="ana", layers=["memory"]) == []
    assert memory.decisions(user="ana") == []


@pytest.mark.feature("JB-01")
def test_jobs_wait_when_nobody_works_and_are_done_by_the_next_who_does(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        added = memory.add(CHAT, user="ana", session="s1")
        assert {(job.kind, job.state) for job in memory.jobs()} == {("extract", "queued"), ("summarize", "queued")}
    with Memory(tmp_path / "m.db") as memory:
        assert memory.flush(timeout_s=60) == 0
        assert memory.job(str(added.job_id)).state == "done"
        assert memory.count(user="ana", layers=["memory"]) >= 2
        assert [job.state for job in memory.jobs(state="dead")] == []


def test_a_short_talk_without_a_session_is_never_summarised(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        memory.add(CHAT, user="ana")
        assert {job.kind for job in memory.jobs()} == {"extract"}


def test_a_job_whose_turns_were_deleted_ends_in_peace(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", worker="off") as memory:
        added = memory.add(CHAT, user="ana")
        memory.delete(*added.ids)
        assert memory.flush(timeout_s=60) == 0
        assert memory.job(str(added.job_id)).state == "done"
        assert memory.count(user="ana") == 0


@pytest.mark.slow
def test_a_long_conversation_is_learned_in_several_jobs(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": f"My locker number at gym {n} is {n * 7}."} for n in range(120)]
    with Memory(tmp_path / "m.db", worker="off") as memory:
        added = memory.add(turns, user="ana")
        assert len(added.job_ids) == 3
        assert memory.flush(timeout_s=120) == 0


@pytest.mark.feature("EX-11")
def test_extraction_can_be_turned_off(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", extraction="off") as memory:
        added = memory.add(CHAT, user="ana", wait=True)
        assert added.job_id is None
        assert memory.count(user="ana") == 3


def test_a_job_that_does_not_exist_is_not_found(memory: Memory) -> None:
    with pytest.raises(NotFound, match="30 days"):
        memory.job("nothing")


def test_secrets_reach_no_row(memory: Memory) -> None:
    secret = "Winter2024!" + "x7q"
    memory.add([{"role": "user", "content": f"my password is {secret}, I live in Oslo."}], user="ana", wait=True)
    memory.add(f"my password is {secret}", user="ana", metadata={"note": f"password: {secret}"})
    dump = "\n".join(memory.export())
    assert secret not in dump
    assert "[secret: password]" in dump


@pytest.mark.feature("EX-16")
def test_a_self_check_learns_something_and_leaves_no_trace(memory: Memory, tmp_path: Path) -> None:
    found = memory.probe()
    assert (found.working, found.error) == (True, None)
    assert found.latency_ms > 0
    assert memory.count(everyone=True) == 0
    with Memory(tmp_path / "off.db", extraction="off") as silent:
        found = silent.probe()
        assert not found.working
        assert "nothing was learned" in str(found.error)
        assert silent.count(everyone=True) == 0


def test_in_a_talk_of_two_people_each_learns_to_whom_it_was_said(memory: Memory) -> None:
    said = [
        {"role": "user", "name": "Ana", "content": "I finished my first marathon last week."},
        {"role": "user", "name": "Ben", "content": "I'm really inspired by your dedication, never give up!"},
    ]
    learned = [record.content for record in memory.add(said, user="u", session="s", wait=True).memories]
    assert "Ben is really inspired by Ana's dedication" in learned
    assert not any("assistant" in content for content in learned)


def test_where_an_assistant_listens_too_an_order_is_his(memory: Memory) -> None:
    said = [
        {"role": "user", "name": "Ana", "content": "Always answer me in French."},
        {"role": "assistant", "content": "Bien sûr."},
        {"role": "user", "name": "Ben", "content": "I live in Rome."},
    ]
    learned = [record.content for record in memory.add(said, user="u", session="s", wait=True).memories]
    assert any("French" in content and "assistant" in content for content in learned), learned


def test_a_turn_without_a_name_is_told_under_the_one_name_its_user_has(memory: Memory) -> None:
    memory.add(said("I love tea.", "Ana"), user="ana", wait=True)
    added = memory.add(said("I live in Ghent."), user="ana", wait=True)
    assert [(record.content, record.speaker) for record in added.memories] == [("Ana lives in Ghent", "Ana")]


def test_a_name_that_is_not_the_users_alone_is_not_taken(memory: Memory) -> None:
    memory.add([*said("I love tea.", "Ana"), *said("I love chess.", "Ben")], user="two", wait=True)
    memory.add(said("I love tea.", "Eva"), wait=True)
    memory.add(said("I love tea.", "Ida"), user="agents", agent="one", wait=True)
    memory.add([{"role": "assistant", "name": "Max", "content": "Hello!"}], user="max")
    for user, agent in (("two", None), (None, None), ("other", None), ("agents", "two"), ("max", None)):
        added = memory.add(said("I live in Ghent."), user=user, agent=agent, wait=True)
        assert contents(added.memories) == "User lives in Ghent", (user, agent)


def test_who_introduces_himself_is_called_by_his_name_from_then_on(memory: Memory) -> None:
    memory.add(said("I live in Ghent."), user="u1", session="first", wait=True)
    memory.add([*said("Hi, I'm Ines! I'm a nurse."), *said("I have two cats.")], user="u1", session="second", wait=True)
    memory.add(said("I moved to Porto."), user="u1", session="third", wait=True)
    learned = {record.content for record in memory.list(user="u1", layers=["memory"])}
    assert learned == {"User's name is Ines", "Ines is a nurse", "Ines has two cats", "Ines moved to Porto"}
    assert memory.rebuild_profile(user="u1").text.splitlines()[0] == "Ines"
    assert {one.name for one in memory.entities(user="u1") if one.type == "person"} == {"Ines"}
    assert all(turn.speaker is None for turn in memory.list(user="u1", layers=["turn"])), "turns stay as they were said"


def test_two_who_introduce_themselves_are_not_taken_for_one(memory: Memory) -> None:
    memory.add(said("Hi, I'm Ines."), user="home", session="one", wait=True)
    memory.add(said("Hello, I'm Paul."), user="home", session="two", wait=True)
    memory.add(said("I live in Ghent."), user="home", session="three", wait=True)
    assert "User lives in Ghent" in {record.content for record in memory.list(user="home", layers=["memory"])}


def test_where_a_message_says_who_speaks_no_text_says_otherwise(memory: Memory) -> None:
    talk = [*said("I live in Ghent.", "Ana"), *said("Hi, I'm Ines. I have two cats.")]
    memory.add(talk, user="u1", session="one", wait=True)
    assert "Ana has two cats" in {record.content for record in memory.list(user="u1", layers=["memory"])}


CALL = {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls src"}}


def result(content: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "t1", "content": content}


@pytest.mark.parametrize(
    "parts, turns",
    [
        ([CALL], []),
        ([{"type": "thinking", "thinking": "hm"}, CALL], []),
        ([{"type": "text", "text": "I look."}, CALL], [("user", "I look.", {})]),
        ([result("I live in Rome.")], [("tool", "I live in Rome.", {"tool_call_id": "t1"})]),
        ([result([{"type": "text", "text": "main.py"}, {"type": "image"}])],
         [("tool", "main.py", {"tool_call_id": "t1"})]),
        ([result("main.py"), {"type": "text", "text": "I see."}],
         [("tool", "main.py", {"tool_call_id": "t1"}), ("user", "I see.", {})]),
        ([result(None)], []),
        ([result(""), result("b")], [("tool", "b", {"tool_call_id": "t1"})]),
    ],
)  # fmt: skip
def test_parts_of_tools_are_turns_of_their_own_or_none(
    memory: Memory, parts: list[dict[str, Any]], turns: list[tuple[str, str, dict[str, Any]]]
) -> None:
    added = memory.add([{"role": "user", "name": "Ana", "content": parts}, *CHAT], user="ana", wait=True)
    kept = [(one.role, one.content, dict(one.metadata)) for one in added.records]
    assert kept[: len(turns)] == turns
    assert len(kept) == len(turns) + len(CHAT)
    assert all(one.speaker is None for one in added.records if one.role == "tool")
    assert "Rome" not in contents(memory.list(user="ana", layers=["memory"]))


@pytest.mark.parametrize("content", [[], [{"type": "image"}], [{"type": "text", "text": ""}], " ", None, [result("")]])
def test_a_message_without_anything_is_refused_as_before(memory: Memory, content: Any) -> None:
    with pytest.raises(InvalidInput, match=r"nothing to remember|must be text"):
        memory.add([{"role": "user", "content": content}], user="ana")
    assert memory.count(user="ana") == 0


@pytest.mark.feature("OB-05", "EX-01")
def test_the_log_hears_of_learning_and_searching_and_of_no_contents(
    memory: Memory, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "recollect.memory")
    memory.add(CHAT, user="ana", wait=True)
    memory.search("Lisbon", user="ana")
    memory.context("Lisbon", user="ana")
    names = [record.message for record in caplog.records]
    assert names == ["memory.extraction.completed", "memory.retrieval.completed", "memory.retrieval.completed"]
    told, searched, _ = map(vars, caplog.records)
    assert (told["tenant"], told["extractor"], told["turns"] > 0, told["learned"] > 0) == (
        "default",
        "rules",
        True,
        True,
    )
    assert (searched["preset"], searched["mode"], searched["fallback"]) == ("recollect", "full", False)
    assert searched["count"] > 0
    caplog.clear()

    def fails(*_: Any) -> Any:
        raise RuntimeError("cannot read 'I live in Lisbon'")

    monkeypatch.setattr(Extraction, "extract", fails)
    memory.add(said("I live in Lisbon"), user="bo", wait=True)
    [failure] = caplog.records
    assert (failure.message, failure.levelname) == ("memory.extraction.background.failed", "WARNING")
    assert (vars(failure)["error"], vars(failure)["attempt"], vars(failure)["dead"]) == ("RuntimeError", 1, False)
    assert "Lisbon" not in str([vars(record) for record in caplog.records])


@pytest.mark.feature("IG-07")
@pytest.mark.parametrize("wait", [True, False])
def test_a_conversation_can_be_kept_without_learning_from_it(memory: Memory, wait: bool) -> None:
    added = memory.add(CHAT * 3, user="ana", session="s1", wait=wait, learn=False)
    assert (len(added.ids), added.job_ids, added.memories) == (9, (), ())
    assert memory.sync(user="ana", timeout_s=60) == 0
    assert {one.layer for one in memory.list(user="ana", layers=LAYERS)} == {"turn"}
    assert "extract" not in {job.kind for job in memory.jobs()}
    with pytest.raises(InvalidInput, match="learn must be True or False"):
        memory.add(said("I live in Lisbon"), user="ana", learn="no")  # type: ignore[arg-type]


@pytest.mark.feature("RM-04")
@pytest.mark.parametrize("wait", [True, False])
def test_what_a_message_teaches_ends_with_it(memory: Memory, wait: bool) -> None:
    brief = {**said("I live in Lisbon")[0], "expires_at": "2030-01-01"}
    memory.add([brief, *said("I don't like Python")], user="ana", session="s1", wait=wait)
    memory.flush(timeout_s=60)
    ends = {
        (one.layer, "Lisbon" in one.content): one.expires_at and one.expires_at.year
        for one in memory.list(user="ana", layers=["turn", "memory"])
    }
    assert ends == {("turn", True): 2030, ("turn", False): None, ("memory", True): 2030, ("memory", False): None}
    memory.add(said("I live in Lisbon"), user="ana", session="s2", wait=True)
    lasting = [one for one in memory.list(user="ana", layers=["memory"]) if one.expires_at is None]
    assert "Lisbon" in contents(lasting), "what is said to last is not gone with what was said for a while"
    with pytest.raises(InvalidInput, match="message 0: expires_at"):
        memory.add([{**brief, "expires_at": "soon"}], user="ana")

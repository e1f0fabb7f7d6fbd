"""What goes with a deleted turn or memory, and what stays because it rests on something else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import InvalidInput, InvalidState, NotFound, UnknownName
from recollect.read.said import _kept, text_of


def said(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "name": "Ana", "content": text}]


def known(memory: Memory, user: str | None = "ana") -> set[str]:
    return {record.content for record in memory.list(user=user, layers=["memory"])}


def everything(memory: Memory) -> str:
    """Every text of every table."""
    with memory._running.store._database.reading() as session:  # type: ignore[attr-defined]
        tables = [row[0] for row in session.all("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return "\n".join(str(row) for table in tables for row in session.all(f"SELECT * FROM {table}"))


@pytest.mark.parametrize("user", [None, "ana"])
def test_a_text_somebody_gave_outlives_the_turn_that_repeated_it(memory: Memory, user: str | None) -> None:
    memory.add("Ana is allergic to walnuts", user=user)
    told = memory.add(said("I'm allergic to walnuts."), user="ana", wait=True)
    memory.delete(told.ids[0])
    assert "Ana is allergic to walnuts" in known(memory, user)


@pytest.mark.parametrize("how", ["delete", "delete_document", "erase"])
def test_no_text_that_was_read_stays_in_the_process(memory: Memory, how: str) -> None:
    """What is read of candidates is kept for the next question, whoever asks it."""
    id = memory.add("Ana lives in Lisbon", user="ana").id
    page = memory.ingest(b"Ana lives in Porto.", name="page.txt", user="ana").id
    text_of("Ana lives in Lisbon")
    assert _kept.cache_info().currsize > 0
    {
        "delete": lambda: memory.delete(id),
        "delete_document": lambda: memory.delete_document(page),
        "erase": lambda: memory.erase(user="ana"),
    }[how]()
    assert _kept.cache_info().currsize == 0


def test_deleting_an_outdated_turn_leaves_the_current_fact(memory: Memory) -> None:
    before = memory.add(said("I live in Berlin."), user="ana", wait=True)
    after = memory.add(said("I moved to Lisbon."), user="ana", wait=True)
    assert [decision.action for decision in after.decisions] == ["superseded"]
    memory.delete(before.ids[0])
    (left,) = memory.list(user="ana", layers=["memory"])
    assert "Lisbon" in left.content
    assert [version.content for version in memory.history(left.id)] == [left.content]
    assert "Berlin" not in everything(memory)
    assert memory.doctor() == []


def test_no_decision_about_another_memory_quotes_what_was_deleted(memory: Memory) -> None:
    told = memory.add(
        [{"role": "user", "content": "I'm planning a surprise party for Quentin."}], user="ana", wait=True
    )
    memory.add([{"role": "user", "content": "I decided to book the Blue Lagoon venue."}], user="ana", wait=True)
    assert [made.action for made in memory.decisions(user="ana")] == ["kept_both", "added"]
    memory.delete(told.ids[0])
    assert "Quentin" not in everything(memory)


def test_deleting_the_newer_turn_brings_back_what_it_had_replaced(memory: Memory) -> None:
    memory.add(said("I live in Berlin."), user="ana", wait=True)
    after = memory.add(said("I moved to Lisbon."), user="ana", wait=True)
    memory.delete(after.ids[0])
    (left,) = memory.list(user="ana", layers=["memory"])
    assert "Berlin" in left.content
    assert left.current
    assert "Lisbon" not in everything(memory)
    assert memory.doctor() == []


def test_a_late_job_does_not_let_an_older_statement_win(memory: Memory) -> None:
    first = memory.add(said("I live in Berlin."), user="ana")
    second = memory.add(said("I live in Lisbon now."), user="ana")
    engine = memory._running
    engine.turns.learn(_claimed(memory, str(second.job_id)))
    engine.turns.learn(_claimed(memory, str(first.job_id)))
    active = [record for record in memory.list(user="ana", layers=["memory"]) if "Lisbon" in record.content]
    assert active


def _claimed(memory: Memory, id: str) -> Any:
    """The job, held by this test whatever stands before it."""
    with memory._running.store._database.writing() as session:  # type: ignore[attr-defined]
        session.run("UPDATE job SET state = 'running', claim = 'test' WHERE id = ?", (id,))
    return replace(memory.job(id), claim="test")


def test_an_answered_question_leaves_nothing_behind_when_its_memory_is_deleted(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    unsure = memory.add("Ana works at Northstar", user="ana", confidence=0.5)
    (conflict,) = memory.conflicts(user="ana")
    memory.resolve(conflict.id, "new")
    memory.delete(unsure.id)
    assert "Northstar" not in everything(memory)
    assert "Acme" not in everything(memory)


def test_a_question_follows_what_it_is_about(memory: Memory) -> None:
    old = memory.add("Ana works at Acme", user="ana", key="job")
    memory.add("Ana works at Northstar", user="ana", confidence=0.5)
    (conflict,) = memory.conflicts(user="ana")
    with pytest.raises(InvalidState, match="waits for an answer"):
        memory.update(conflict.new_id, content="something else")
    with pytest.raises(InvalidState, match="waits for an answer"):
        memory.archive(conflict.new_id)
    memory.update(old.id, content="Ana works at Zephyr")
    memory.resolve(conflict.id, "new")
    (left,) = memory.list(user="ana")
    assert (left.content, left.key) == ("Ana works at Northstar", "job")


def test_a_question_is_closed_when_its_old_side_is_deleted_and_does_not_quote_it(memory: Memory) -> None:
    old = memory.add("Ana works at Acme", user="ana")
    waiting = memory.add("Ana works at Northstar", user="ana", confidence=0.5).id
    memory.delete(old.id)
    assert "Acme" not in everything(memory)
    assert memory.conflicts(user="ana") == []
    assert memory.get(waiting).status == "archived"
    memory.unarchive(waiting)
    assert known(memory) == {"Ana works at Northstar"}, "what waited is not lost"


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda m: m.flush(timeout_s="5"), InvalidInput),
        (lambda m: m.job([1]), InvalidInput),
        (lambda m: m.job("nothing"), NotFound),
        (lambda m: m.retry(5), InvalidInput),
        (lambda m: m.retry("nothing"), NotFound),
        (lambda m: m.resolve(["a"], "new"), InvalidInput),
        (lambda m: m.decisions(memory_id=5), InvalidInput),
        (lambda m: m.jobs(limit="1 OFFSET 0"), InvalidInput),
        (lambda m: m.jobs(limit=0), InvalidInput),
        (lambda m: m.jobs(state="bogus"), UnknownName),
        (lambda m: m.revert("x", version="1"), InvalidInput),
        (lambda m: m.add(said("I live in Oslo."), user="ana", wait="no"), InvalidInput),
        (lambda m: m.conflicts(user=5), InvalidInput),
    ],
)
def test_odd_input_is_refused_with_what_to_do(memory: Memory, call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(memory)
    assert memory.count(everyone=True) == 0


SECRET = "sk-proj-" + "Ab3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ"


@pytest.mark.parametrize(
    "fields",
    [
        {"tags": [SECRET]},
        {"key": SECRET},
        {"reference": f"https://example.com/?api_key={SECRET}"},
        {"metadata": {SECRET: 1}},
        {"metadata": {"a": [{"b": SECRET}]}},
        {"metadata": {"api_key": [SECRET]}},
    ],
)
def test_a_secret_is_masked_wherever_it_stands(memory: Memory, fields: dict[str, Any]) -> None:
    memory.add("a note about the garden fence", user="ana", **fields)
    memory.import_(['{"content": "another note", "metadata": {"token": "' + SECRET + '"}, "tags": ["' + SECRET + '"]}'])
    assert SECRET not in everything(memory)


def test_numbers_under_a_telling_name_and_names_of_speakers_are_masked(memory: Memory) -> None:
    memory.add("a note", user="ana", metadata={"card": 4111111111111111, "pages": 12})
    memory.add([{"role": "user", "name": SECRET, "content": "I live in Oslo."}], user="ana", wait=True)
    shown = everything(memory)
    assert "4111111111111111" not in shown
    assert '"pages":12' in shown
    assert SECRET not in shown


def test_a_bare_answer_to_a_question_for_a_password_is_one(memory: Memory) -> None:
    asked = {"role": "assistant", "content": "What is your password?"}
    memory.add([asked, {"role": "user", "content": "Tr0ub4dor&3"}], user="ana", wait=True)
    memory.add([asked, {"role": "user", "content": "I don't want to tell you that."}], user="ana", wait=True)
    shown = everything(memory)
    assert "Tr0ub4dor" not in shown
    assert "want to tell you" in shown


def test_the_newer_turn_comes_before_the_one_it_outdated(memory: Memory) -> None:
    memory.add(said("I live in Berlin."), user="ana", wait=True)
    memory.add(said("I moved to Lisbon."), user="ana", wait=True)
    hits = memory.search("Where does Ana live?", user="ana")
    assert "Lisbon" in hits[0].content

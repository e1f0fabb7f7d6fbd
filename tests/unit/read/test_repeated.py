"""Turns that say the same again and again take two places of a search, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from recollect import Memory
from recollect.read.repeated import ASKED_BEFORE, NO_ANSWER

START = datetime(2025, 1, 6, 9, tzinfo=UTC)
AGAIN = "Same here, work is endless."
OFFICE = "I switched to the notary office Weiss."
QUESTION = "Where does Nadia work?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", worker="off") as memory:
        yield memory


def say(memory: Memory, at: int, text: str, speaker: str = "Nadia") -> None:
    message = {"role": "user", "name": speaker, "content": text, "occurred_at": START + timedelta(days=at)}
    memory.add([message], user="u", session=f"s{at}")


def found(memory: Memory, **options: Any) -> list[str]:
    return [hit.content for hit in memory.search(QUESTION, user="u", dry_run=True, **options)]


def test_two_of_the_same_turns_are_shown_and_the_others_come_last(memory: Memory) -> None:
    for at in range(12):
        say(memory, at, AGAIN if at % 2 else "same here,  work is ENDLESS.")
    say(memory, 12, OFFICE)
    hits = memory.search(QUESTION, user="u", dry_run=True)
    assert [hit.content == OFFICE for hit in hits] == [False, False, True] + [False] * 7
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert "repeated: 10 turns that say the same again came last" in hits.trace.stages


def test_many_more_than_are_asked_for_hide_nothing(memory: Memory) -> None:
    for at in range(60):
        say(memory, at, AGAIN)
    say(memory, 60, OFFICE)
    assert OFFICE in found(memory, k=5)


def test_without_anything_else_all_of_them_are_shown(memory: Memory) -> None:
    for at in range(4):
        say(memory, at, AGAIN)
    assert found(memory) == [AGAIN] * 4


def test_where_all_that_is_there_is_shown_nothing_moves(memory: Memory) -> None:
    for at in range(4):
        say(memory, at, AGAIN)
    say(memory, 4, OFFICE)
    assert found(memory)[:4] == [AGAIN] * 4


def test_another_speaker_says_it_for_himself(memory: Memory) -> None:
    say(memory, 0, AGAIN)
    say(memory, 1, AGAIN, speaker="Piet")
    say(memory, 2, OFFICE)
    stages = memory.search(QUESTION, user="u", dry_run=True).trace.stages
    assert not any(stage.startswith("repeated") for stage in stages)


@pytest.mark.parametrize("options", [{"newer": False}, {"preset": "rrf"}])
def test_an_order_that_is_fixed_stays(memory: Memory, options: dict[str, Any]) -> None:
    for at in range(12):
        say(memory, at, AGAIN)
    say(memory, 12, OFFICE)
    assert found(memory, **options)[:3] == [AGAIN] * 3


def test_a_dose_that_is_back_again_stays_above_what_came_between(memory: Memory) -> None:
    for at, text in enumerate(("I take 8 mg ramipril.", "I now take 16 mg ramipril.", "I take 8 mg ramipril.")):
        say(memory, at, text)
    hits = memory.search("How many mg of ramipril do I take?", user="u", dry_run=True)
    assert [hit.session for hit in hits] == ["s2", "s1", "s0"]


def test_few_more_are_read_where_few_repeat(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repetition among what is shown costs a handful of rows more, not as many again."""
    from recollect.storage.sql.reading import SqlReader

    for at in range(3):
        say(memory, at, AGAIN)
    for at in range(3, 150):
        say(memory, at, f"Nadia works on folder {at} of the archive.")
    rows, records = [0], SqlReader.records

    def counting(self: SqlReader, items: Any) -> Any:
        rows[0] += len(items)
        return records(self, items)

    monkeypatch.setattr(SqlReader, "records", counting)
    hits = memory.search("Does Nadia say that work is endless, same here?", user="u", k=60, dry_run=True)
    assert "repeated: 1 turns that say the same again came last" in hits.trace.stages
    assert 60 < rows[0] < 80


# --- what was asked before ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told, question, asked",
    [
        ("My dentist is Dr. Ruiz.", "Who is my dentist?", "Who is my dentist?"),
        ("My dentist is Dr. Ruiz.", "who is my dentist", "So who is  my DENTIST?"),
        ("My flight leaves at 9:15 on Friday.", "When does my flight leave?", "When does the flight leave?"),
        ("Tom can't eat nuts.", "What can Tom not eat?", "What can Tom not eat?"),
        ("I keep away from the harbour.", "Why don't I swim there?", "Why don't I swim there?"),
        ("Mi dentista es el doctor Ruiz.", "¿Quién es mi dentista?", "¿Quién es mi dentista?"),
    ],
)
def test_the_same_question_asked_before_is_no_answer(memory: Memory, told: str, question: str, asked: str) -> None:
    say(memory, 0, told)
    for at in range(1, 4):
        say(memory, at, asked)
    hits = memory.search(question, user="u", layers=["turn"], dry_run=True)
    assert hits[0].content == told
    assert len(hits) == 4
    assert "asked before: 3 turns with the same question came behind the others" in hits.trace.stages
    assert [ASKED_BEFORE in hit.why for hit in hits] == [False, True, True, True]


@pytest.mark.parametrize(
    "said, question",
    [
        ("Who is my dentist?", "What did I ask about my dentist?"),  # it is looked for
        ("Is Dr. Ruiz still my dentist?", "Who is my dentist?"),  # it tells more than the question
        ("My dentist.", "Who is my dentist?"),  # it does not ask
        ("Who is my dentist?", "my dentist"),  # words to look for
        ("Who is my dentist?", "Did we discuss who my dentist is?"),
        ("Dr. Ruiz is my dentist, isn't he?", "Is Dr. Ruiz my dentist?"),  # it tells
    ],
)
def test_what_tells_more_than_the_question_stays(memory: Memory, said: str, question: str) -> None:
    say(memory, 0, said)
    say(memory, 1, "The dentist has a new chair.")
    hits = memory.search(question, user="u", layers=["turn"], dry_run=True)
    assert not any(stage.startswith("asked before") for stage in hits.trace.stages)


def test_a_question_of_the_assistant_is_none_that_was_asked_before(memory: Memory) -> None:
    memory.add([{"role": "assistant", "content": "Which hotel did you book?"}], user="u", session="a")
    say(memory, 1, "The hotel has a new lift.")
    hits = memory.search("Which hotel did you book?", user="u", layers=["turn"], dry_run=True)
    assert not any(stage.startswith("asked before") for stage in hits.trace.stages)


def test_what_was_asked_before_is_among_the_first_where_nothing_answers_it(memory: Memory) -> None:
    for at in range(20):
        say(memory, at, f"Dinner number {at} was pasta with tomatoes.")
    say(memory, 20, "Should we hire Priya?")
    hits = memory.search("Should we hire Priya?", user="u", layers=["turn"], k=5, dry_run=True)
    assert hits[-1].content == "Should we hire Priya?"
    assert memory.search("hire Priya", user="u", layers=["turn"], dry_run=True)[0].content == "Should we hire Priya?"


# --- what is no answer ----------------------------------------------------------------------------------------------


def answer(memory: Memory, at: int, question: str, text: str) -> None:
    spoken = (("user", question), ("assistant", text))
    turns = [{"role": role, "content": said, "occurred_at": START + timedelta(days=at)} for role, said in spoken]
    memory.add(turns, user="u", session=f"s{at}")


@pytest.mark.parametrize(
    "told, question, declined",
    [
        ("My dentist is Dr. Ruiz.", "Who is my dentist?", "I do not know who your dentist is."),
        ("Tom can't eat nuts.", "What can Tom not eat?", "I'm sorry, I have no information about what Tom can eat."),
        ("Mi dentista es el doctor Ruiz.", "¿Quién es mi dentista?", "No tengo información sobre tu dentista."),
    ],
)
def test_who_has_no_answer_comes_behind_what_may_be_one(
    memory: Memory, told: str, question: str, declined: str
) -> None:
    say(memory, 0, told)
    for at in range(1, 4):
        answer(memory, at, question, declined)
    hits = memory.search(question, user="u", layers=["turn"], dry_run=True)
    assert hits[0].content == told
    assert len(hits) == 7
    assert "no answer: 3 turns that decline to answer came behind the others" in hits.trace.stages
    assert [NO_ANSWER in hit.why for hit in hits] == [hit.content == declined for hit in hits]


def test_that_there_was_no_answer_is_found_where_words_are_looked_for(memory: Memory) -> None:
    answer(memory, 0, "Who is my dentist?", "I do not know who your dentist is.")
    say(memory, 1, "The dentist has a new chair.")
    for question in ("know your dentist", "What did I ask about my dentist?"):
        hits = memory.search(question, user="u", layers=["turn"], dry_run=True)
        assert not any(NO_ANSWER in hit.why for hit in hits)

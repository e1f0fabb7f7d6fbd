"""When a memory was recalled, by which question and why: the same on every database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from recollect import Memory
from recollect.errors import InvalidInput, NotFound
from recollect.model.batch import Batch, Written
from recollect.model.scope import Scope
from tests.clock import START, Clock
from tests.contracts.building import tally
from tests.contracts.conftest import Opener


def questions(memory: Memory, id: str, **more: str) -> list[str]:
    return [one.question for one in memory.recalls(id, **more)]


@pytest.mark.feature("DB-01")
def test_each_recall_is_told_with_its_question_rank_and_reasons(opened: Opener, clock: Clock) -> None:
    memory = opened()
    cello = memory.add("Ana plays the cello", user="ana").id
    memory.add("The bakery is closed on Sundays", user="ana")
    assert memory.recalls(cello) == []
    memory.search("who plays the cello?", user="ana")
    clock.forward(hours=1)
    memory.search("what is closed on Sundays?", user="ana")
    newest, first = memory.recalls(cello)
    assert (first.question, first.rank) == ("who plays the cello?", 1)
    assert (newest.question, newest.rank) == ("what is closed on Sundays?", 2)
    assert newest.at - first.at >= timedelta(hours=1)
    assert START < first.at < newest.at < clock.now
    assert first.why.startswith(f"score {first.score:.2f}: found by words and meaning; ")
    assert newest.why.startswith(f"score {newest.score:.2f}: found by meaning; "), "it has no word of this question"
    assert memory.recalls(cello, limit=1) == [newest]
    assert opened().recalls(cello) == [newest, first], "another process sees the same"


def test_a_dry_run_and_a_question_that_finds_nothing_are_not_told(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana", dry_run=True)
    memory.search("who plays the cello?", user="ben")
    assert memory.recalls(id) == []


def test_what_was_recalled_before_it_was_changed_is_still_told(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana")
    changed = memory.update(id, content="Ana plays the viola")
    assert questions(memory, changed.id) == ["who plays the cello?"]


@pytest.mark.feature("LC-03")
def test_an_edit_right_after_a_recall_does_not_undo_what_the_recall_made_stronger(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    before = memory.get(id).strength
    memory.search("who plays the cello?", user="ana")
    memory.update(id, tags=["music"])
    memory._running.recall.flush()
    found = memory.get(id)
    assert (found.version, found.access_count) == (2, 1)
    assert found.strength == pytest.approx(before + 0.1)


@pytest.mark.feature("LC-03")
@pytest.mark.parametrize("edit", ["update", "key", "revert"])
def test_a_recall_counted_while_an_edit_is_made_is_not_undone_by_it(
    opened: Opener, edit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana", key="music").id
    if edit == "revert":
        memory.update(id, content="Ana plays the viola")
    before = memory.get(id).strength
    memory.search("what does Ana play?", user="ana")
    memory.search("who plays?", user="ana")
    running, write = memory._running, memory._running.store.write

    def a_moment_late(scope: Scope, batch: Batch) -> Written:
        running.recall.flush()
        return write(scope, batch)

    with monkeypatch.context() as patched:
        patched.setattr(running.store, "write", a_moment_late)
        if edit == "update":
            memory.update(id, tags=["music"])
        elif edit == "key":
            memory.add("Ana plays the viola", user="ana", key="music")
        else:
            memory.revert(id, version=1)
    found = memory.get(id)
    assert (found.version, found.access_count) == (3 if edit == "revert" else 2, 2)
    assert found.strength == pytest.approx(before + 0.2)
    assert found.last_accessed_at is not None
    memory.search("what does Ana play?", user="ana")
    running.recall.flush()
    assert memory.get(id).access_count == 3, "each is counted once"


def test_a_question_about_a_shared_memory_is_told_to_whoever_asked(opened: Opener) -> None:
    memory = opened()
    shared = memory.add("The office closes at six").id
    for user in ("ana", "ben"):
        memory.add(f"{user} works here", user=user)
        memory.search(f"{user} asks when the office closes", user=user)
    memory.search("when does the office close?")
    assert questions(memory, shared, user="ana") == ["ana asks when the office closes"]
    assert questions(memory, shared, user="ben") == ["ben asks when the office closes"]
    assert questions(memory, shared) == ["when does the office close?"]


def test_a_memory_of_somebody_else_is_not_there(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana")
    with pytest.raises(NotFound):
        memory.recalls(id, user="ben")
    with pytest.raises(NotFound):
        memory.recalls("nobody")
    with pytest.raises(InvalidInput, match="limit"):
        memory.recalls(id, limit=0)


def test_only_the_last_questions_of_each_user_are_kept(opened: Opener) -> None:
    memory = opened(recalls_kept=3)
    cello = memory.add("Ana plays the cello", user="ana").id
    viola = memory.add("Ben plays the viola", user="ben").id
    memory.search("who plays the viola?", user="ben")
    for number in range(6):
        memory.search(f"who plays the cello, {number}?", user="ana")
        assert questions(memory, cello)[0] == f"who plays the cello, {number}?"
    assert tally(memory._running.store, "recall") == 4
    assert len(questions(memory, cello)) == 3
    assert questions(memory, viola) == ["who plays the viola?"]


def test_none_is_kept_where_that_is_not_wanted(opened: Opener) -> None:
    memory = opened(recalls_kept=0)
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana")
    assert memory.recalls(id) == []
    assert tally(memory._running.store, "recall") == 0
    assert memory.get(id).access_count == 1


def test_no_secret_of_a_question_is_kept(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("my password is hunter2horse, who plays the cello?", user="ana")
    [told] = memory.recalls(id)
    assert "hunter2horse" not in told.question
    assert "who plays the cello?" in told.question


def test_questions_go_with_what_they_found_and_with_their_user(opened: Opener) -> None:
    memory = opened()
    cello = memory.add("Ana plays the cello", user="ana").id
    memory.add("Ana owes Ben twenty euros", user="ana")
    memory.search("cello", user="ana", k=1)
    memory.search("euros", user="ana", k=1)
    memory.recalls(cello)
    assert tally(memory._running.store, "recall") == 2
    memory.delete(cello)
    assert tally(memory._running.store, "recall") == 1
    memory.erase(user="ana")
    assert tally(memory._running.store, "recall") == 0


def test_a_question_that_is_not_written_yet_goes_too(opened: Opener) -> None:
    memory = opened()
    memory.add("The office closes at six")
    cello = memory.add("Ana plays the cello", user="ana").id
    memory.search("cello", user="ana", k=1)
    memory.delete(cello)
    viola = memory.add("Ana plays the viola", user="ana").id
    assert memory.recalls(viola) == []
    memory.search("when does the office close?", user="ana")
    memory.erase(user="ana")
    viola = memory.add("Ana plays the viola", user="ana").id
    assert memory.recalls(viola) == []
    assert tally(memory._running.store, "recall") == 0


def test_a_context_counts_when_a_model_is_told_it(opened: Opener) -> None:
    memory = opened()
    cello = memory.add("Ana plays the cello", user="ana").id
    memory.context("who plays the cello?", user="ana")
    assert (memory.recalls(cello), memory.get(cello).access_count) == ([], 0)
    for _ in range(2):  # the second comes from the cache
        assert cello in memory.context("who plays the cello?", user="ana", used=True).ids
    told = memory.recalls(cello)
    assert [(one.question, one.rank) for one in told] == [("who plays the cello?", 1)] * 2
    assert told[0].why.endswith("a model was told it")
    assert memory.get(cello).access_count == 2
    assert memory.get(cello).strength > 0.5
    memory.context(user="ana", used=True)
    assert memory.get(cello).access_count == 2, "what is there whatever is asked was not recalled"


def test_questions_about_a_shared_memory_go_with_it_whoever_asked(opened: Opener) -> None:
    memory = opened()
    shared = memory.add("The 100%_sure! office closes at six", id="100%_sure!").id
    memory.add("Ben works here", user="ben")
    memory.search("when does the office close?", user="ben", k=1)
    memory.recalls(shared)
    store = memory._running.store
    assert tally(store, "recall") == 1
    memory.delete(shared)
    assert tally(store, "recall") == 0
    again = memory.add("The office closes at six").id
    memory.search("when does the office close?", user="ben", k=1)
    memory.recalls(again)
    assert tally(store, "recall") == 1
    memory.erase()
    assert tally(store, "recall") == 0


def test_a_question_to_several_users_is_counted_and_not_told(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ben is ill", user="ben").id
    memory.add("Ana works here", user="ana")
    memory.search("who is ill?", user="ana", users=["ben"])
    assert memory.recalls(id) == []
    assert memory.get(id).access_count == 1
    assert tally(memory._running.store, "recall") == 0


def test_what_was_remembered_goes_when_it_is_no_longer_wanted(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    memory.search("who plays the cello?", user="ana")
    assert len(memory.recalls(id)) == 1
    without = opened(recalls_kept=0)
    without.search("who plays the cello?", user="ana")
    assert without.recalls(id) == []
    assert tally(without._running.store, "recall") == 0


def test_a_secret_at_the_end_of_a_long_question_is_masked_before_it_is_cut(opened: Opener) -> None:
    memory = opened()
    id = memory.add("Ana plays the cello", user="ana").id
    secret = "ghp_" + "a1B2c3D4e5" * 4
    memory.search("cello " * 331 + secret, user="ana")
    [told] = memory.recalls(id)
    assert secret[:12] not in told.question
    assert len(told.question) <= 2000

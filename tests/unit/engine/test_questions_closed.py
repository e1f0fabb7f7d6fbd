"""A question lives as long as its reason: it is closed when what was known is known no more, or an override decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from recollect import Memory
from tests.clock import Clock


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def opened(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Memory]:
    where = tmp_path / "m.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Memory(where, clock=clock, config_file=tmp_path / "none.toml", worker="off") as memory:
        yield memory


def asked(memory: Memory) -> tuple[str, str]:
    """What is known and what waits: two employers."""
    old = memory.add("Ana works at Acme", user="u", confidence=0.95).id
    new = memory.add("Ana works at Northstar", user="u", confidence=0.3).id
    assert len(memory.conflicts(user="u")) == 1
    return old, new


def known(memory: Memory) -> set[str]:
    return {record.content for record in memory.list(user="u")}


def nothing_asked(memory: Memory) -> bool:
    made = memory.context("where does Ana work?", user="u")
    hits = memory.search("where does Ana work?", user="u")
    return memory.conflicts(user="u") == [] and made.question is None and hits.questions == ()


@pytest.mark.feature("VG-13")
@pytest.mark.parametrize(
    "ends",
    [
        lambda memory, id: memory.add("Ana now works at Zeta", user="u"),
        lambda memory, id: memory.archive(id),
        lambda memory, id: memory.delete(id),
        lambda memory, id: memory.override("Ana works at Zeta", user="u"),
        lambda memory, id: memory.override("Ana works at Acme", user="u"),
    ],
    ids=["superseded", "archived", "deleted", "override-against-both", "override-for-the-old-one"],
)
def test_a_question_is_closed_with_its_reason(
    opened: Memory, clock: Clock, ends: Callable[[Memory, str], object]
) -> None:
    old, new = asked(opened)
    clock.forward(hours=1)
    before = clock()
    ends(opened, old)
    assert nothing_asked(opened)
    assert [one.choice for one in opened.conflicts(user="u", resolved=True)] == ["old"]
    assert opened.get(new).status == "archived"
    assert "Ana works at Northstar" not in known(opened)
    past = opened.search("where does Ana work?", user="u", as_of=before)
    assert "Ana works at Northstar" not in [hit.content for hit in past], "it never held"
    assert opened.doctor() == []


def test_a_question_about_what_is_brought_back_is_closed_too(opened: Memory, clock: Clock) -> None:
    id = opened.add("I live in Porto", user="u").id
    opened.archive(id)
    clock.forward(days=1)
    opened.add("I live in Lisbon", user="u")
    assert opened.unarchive(id).status == "pending_review"
    clock.forward(days=1)
    opened.add("I live in Rome", user="u")
    assert nothing_asked(opened)
    assert opened.get(id).status == "archived"
    assert opened.unarchive(id).status == "pending_review", "somebody says Rome by now: asked again"
    opened.override("I live in Bern", user="u")
    assert nothing_asked(opened)
    assert known(opened) == {"I live in Bern"}


@pytest.mark.feature("VG-13")
@pytest.mark.parametrize(
    "change",
    [
        lambda memory, id: memory.update(id, tags=["x"]),
        lambda memory, id: memory.update(id, content="Ana works at Acme in Porto"),
        lambda memory, id: memory.add("Ana works at Acme", user="u", tags=["y"]),
        lambda memory, id: memory.add("Ana lives in Faro", user="u"),
        lambda memory, id: memory.add("Rita now works at Zeta", user="u"),
        lambda memory, id: memory.override("Rita works at Zeta", user="u"),
        lambda memory, id: memory.override("Ana works at Zeta", user="another"),
        lambda memory, id: memory.override("Answer in English", user="u"),
        lambda memory, id: memory.delete(memory.add("Ana rows", user="u").id),
    ],
)
def test_a_question_stays_where_its_reason_does(
    memory: Memory, clock: Clock, change: Callable[[Memory, str], object]
) -> None:
    old, new = asked(memory)
    clock.forward(hours=1)
    change(memory, old)
    (question,) = memory.conflicts(user="u")
    assert (question.old_id, memory.get(new).status) == (old, "pending_review")
    memory.resolve(question.id, "new")
    assert "Ana works at Northstar" in known(memory)


def test_a_question_follows_to_the_fuller_statement_and_is_closed_with_that(memory: Memory, clock: Clock) -> None:
    _, new = asked(memory)
    clock.forward(hours=1)
    fuller = memory.add("Ana works at Acme as a nurse", user="u")
    assert fuller.decisions[0].action == "merged"
    (question,) = memory.conflicts(user="u")
    assert question.old_id == fuller.id
    clock.forward(hours=1)
    memory.archive(fuller.id)
    assert nothing_asked(memory)
    assert memory.get(new).status == "archived"


def test_a_question_outlives_a_compaction_which_says_its_old_side_on(memory: Memory, clock: Clock) -> None:
    old, new = asked(memory)
    long = "It is a big firm. They make pumps. She likes it. She drives there. It takes an hour each morning, or more."
    memory.add(f"Rita has two dogs called Max and Bello. {long}", user="u")
    question = memory.conflicts(user="u")
    clock.forward(days=40)
    made = memory.compact(user="u", older_than_days=30)
    assert memory.get(old).status == "archived"
    assert (memory.conflicts(user="u"), memory.get(new).status) == (question, "pending_review")
    memory.undo_compaction(str(made.summary_id))
    assert memory.conflicts(user="u") == question
    memory.archive(old)
    assert nothing_asked(memory)


@pytest.mark.feature("VG-14")
def test_a_shared_truth_that_is_gone_is_reviewed_no_more(opened: Memory) -> None:
    shared = opened.add("The office closes at 6pm").id
    for user in ("ana", "bob"):
        opened.add("The office closes at 5pm", user=user)
    assert len(opened.conflicts(everyone=True)) == 2
    opened.archive(shared)
    assert opened.conflicts(everyone=True) == []
    for user in ("ana", "bob"):
        (waited,) = opened.list(user=user, status=["archived"], limit=10)[-1:]
        assert waited.status == "archived"
        assert opened.search("when does the office close?", user=user) == []
    assert opened.doctor() == []


@pytest.mark.feature("PL-03", "VG-13")
@pytest.mark.parametrize("choice", ["new", "both", "old"])
def test_an_answer_never_puts_beside_an_override_what_contradicts_it(memory: Memory, choice: str) -> None:
    asked(memory)
    (question,) = memory.conflicts(user="u")
    memory.override("Ana works at Zeta")  # for everybody: a user's own questions are not looked through for it
    decision = memory.resolve(question.id, choice)
    assert decision.action == "rejected"
    assert "Ana works at Northstar" not in known(memory)
    assert nothing_asked(memory)
    if choice != "old":
        assert "Zeta" in decision.reason or "override" in decision.reason
    assert memory.doctor() == []

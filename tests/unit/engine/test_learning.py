"""`add` weighs a text against what is known: eight outcomes, each returned, stored and explained."""

from __future__ import annotations

import math

import pytest

from recollect import Memory
from recollect.errors import Conflict, NotFound
from recollect.model.added import Added
from recollect.model.decision import ACTIONS
from tests.clock import Clock


def only(added: Added, action: str) -> str:
    """The reason of the one decision, which must be this action."""
    assert [decision.action for decision in added.decisions] == [action], added.decisions
    return added.decisions[0].reason


def known(memory: Memory, user: str | None = "ana") -> set[str]:
    return {record.content for record in memory.list(user=user)}


@pytest.mark.feature("VG-07")
def test_something_new_is_added(memory: Memory) -> None:
    added = memory.add("Ana works at Acme", user="ana")
    assert only(added, "added")
    assert added.memories == added.records
    assert added.decisions[0].memory_id == added.id


@pytest.mark.feature("VG-07")
def test_the_same_text_again_makes_the_memory_stronger_and_stores_nothing(memory: Memory) -> None:
    first = memory.add("Ana works at Acme", user="ana")
    again = memory.add("ana works at  Acme.", user="ana")
    assert "same text" in only(again, "reinforced")
    assert again.id == first.id
    assert again.decisions[0].previous_id == first.id
    assert memory.count(user="ana") == 1
    record = memory.get(first.id)
    assert record.strength == pytest.approx(0.55)
    assert record.version == 1
    assert len(memory.decisions(user="ana", memory_id=first.id)) == 2


@pytest.mark.feature("VG-07")
@pytest.mark.parametrize("again", ["Invoice 7 was paid", "invoice 7 was paid."])
def test_a_text_said_again_brings_its_tags_and_metadata(memory: Memory, again: str) -> None:
    first = memory.add("Invoice 7 was paid", user="ana", tags=["money"], metadata={"order": "A1"})
    added = memory.add(again, user="ana", tags=["money", "done"], metadata={"order": "A1", "by": "card"})
    assert only(added, "reinforced")
    assert added.ids == [first.id]
    assert added.note is not None
    assert all(name in added.note for name in ("'done'", "'by'"))
    assert "'money'" not in added.note
    (record,) = memory.list(user="ana", tags=["done"])
    assert (record.content, record.tags) == ("Invoice 7 was paid", ("money", "done"))
    assert record.metadata == {"order": "A1", "by": "card"}
    assert record.strength == pytest.approx(0.55)
    assert [one.tags for one in memory.history(first.id)] == [("money",), ("money", "done")]
    assert [hit.id for hit in memory.search("was the invoice paid?", user="ana")] == [first.id]
    assert memory.doctor() == []


@pytest.mark.feature("VG-07")
def test_a_text_said_again_with_nothing_more_makes_no_version(memory: Memory) -> None:
    first = memory.add("Invoice 7 was paid", user="ana", tags=["money"], metadata={"order": "A1"})
    for fields in ({}, {"tags": ["money"]}, {"metadata": {"order": "A1"}}):
        again = memory.add("Invoice 7 was paid", user="ana", **fields)
        assert only(again, "reinforced")
        assert (again.ids, again.note) == ([first.id], None)
    assert memory.get(first.id).version == 1


@pytest.mark.feature("VG-07")
def test_a_text_with_another_value_in_its_metadata_is_another_memory(memory: Memory) -> None:
    ids = {}
    for order in ("A1", "B2", "A1", "B2"):
        added = memory.add("Invoice was paid", user="ana", metadata={"order": order}, tags=[order])
        assert only(added, "reinforced" if order in ids else "kept_both" if ids else "added")
        assert ids.setdefault(order, added.id) == added.id
    assert [one.metadata for one in memory.list(user="ana", tags=["B2"])] == [{"order": "B2"}]
    assert memory.count(user="ana") == 2


@pytest.mark.feature("VG-07")
def test_tags_of_one_agent_are_not_shown_to_the_others(memory: Memory) -> None:
    memory.add("Invoice was paid", user="ana")
    actions = [
        memory.add("Invoice was paid", user="ana", agent="one", tags=["mine"]).decisions[0].action for _ in range(2)
    ]
    assert actions == ["kept_both", "reinforced"]
    assert [one.tags for one in memory.list(user="ana", agent="two")] == [()]
    assert memory.count(user="ana", agent="one", tags=["mine"]) == 1


@pytest.mark.feature("VG-07")
def test_what_a_turn_repeats_is_one_memory_whatever_its_metadata(memory: Memory) -> None:
    for place in ("home", "train"):
        said = {"role": "user", "name": "Ana", "content": "I work at Acme.", "metadata": {"place": place}}
        memory.add([said], user="ana", wait=True)
    assert memory.count(user="ana", layers=["memory"]) == 1


@pytest.mark.feature("VG-07", "VG-16", "RM-11")
@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana works at Acme", "Ana left Acme and joined Northstar"),
        ("Ana prefers JavaScript examples", "Ana now prefers Python examples"),
        ("Ana is allergic to peanuts", "Ana is not allergic to peanuts"),
        ("Ana's flight is at 9am", "Ana's flight is at 11am"),
        ("Ana doesn't like Python", "Ana likes Python"),
    ],
)
def test_another_value_for_the_same_thing_takes_its_place(memory: Memory, clock: Clock, old: str, new: str) -> None:
    before = memory.add(old, user="ana")
    clock.forward(days=1)
    after = memory.add(new, user="ana")
    only(after, "superseded")
    decision = after.decisions[0]
    assert (decision.memory_id, decision.previous_id) == (after.id, before.id)
    assert known(memory) == {new}
    assert memory.get(before.id).status == "superseded"
    assert memory.get(after.id).previous_version_id == before.id
    assert [record.content for record in memory.history(after.id)] == [old, new]


@pytest.mark.parametrize(
    "old, new",
    [
        ("Ana's dog is called Max", "Ana's cat is called Tom"),
        ("Ana likes coffee", "Ana likes tea"),
        ("Alice is the tech lead", "Bob is the accountant"),
    ],
)
@pytest.mark.feature("VG-07")
def test_what_is_about_something_else_stays_beside_it(memory: Memory, old: str, new: str) -> None:
    memory.add(old, user="ana")
    added = memory.add(new, user="ana")
    assert added.decisions[0].action in ("added", "kept_both")
    assert known(memory) == {old, new}


@pytest.mark.feature("VG-07")
def test_more_detail_about_the_same_thing_is_merged(memory: Memory) -> None:
    before = memory.add("Ana has a dog, adopted from a shelter in 2021", user="ana")
    added = memory.add("Ana's rescue dog is a beagle called Rex", user="ana")
    only(added, "merged")
    (content,) = known(memory)
    assert all(detail in content for detail in ("2021", "beagle", "Rex"))
    assert memory.get(before.id).status == "superseded"


@pytest.mark.feature("VH-01")
def test_as_of_a_moment_the_old_version_is_found(memory: Memory, clock: Clock) -> None:
    memory.add("Ana works at Acme", user="ana")
    then = clock()
    clock.forward(days=3)
    memory.add("Ana left Acme and joined Northstar", user="ana")
    assert [hit.content for hit in memory.search("where does Ana work?", user="ana", as_of=then)] == [
        "Ana works at Acme"
    ]
    assert [hit.content for hit in memory.search("where does Ana work?", user="ana")] == [
        "Ana left Acme and joined Northstar"
    ]


@pytest.mark.feature("VH-01")
def test_an_old_version_can_be_brought_back(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    after = memory.add("Ana left Acme and joined Northstar", user="ana")
    back = memory.revert(after.id, version=1)
    assert (back.content, back.version) == ("Ana works at Acme", 3)
    assert [record.version for record in memory.history(after.id)] == [1, 2, 3]
    assert memory.revert(after.id, version=3).version == 3
    with pytest.raises(NotFound, match="it has 1, 2, 3"):
        memory.revert(after.id, version=9)


def test_what_was_said_earlier_does_not_replace_what_is_known_now(memory: Memory) -> None:
    memory.add("Ana works at Northstar", user="ana", occurred_at="2026-05-01")
    late = memory.add("Ana works at Acme", user="ana", occurred_at="2024-05-01")
    assert "said before" in only(late, "kept_both")
    assert memory.get(late.id).strength < 0.5


def test_a_less_trusted_source_does_not_overwrite_what_the_user_said(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    refused = memory.add("Ana works at Northstar", user="ana", source="assistant")
    assert "less trusted" in only(refused, "rejected")
    assert refused.records == ()
    with pytest.raises(NotFound, match="less trusted"):
        _ = refused.id
    assert known(memory) == {"Ana works at Acme"}


@pytest.mark.feature("VH-01")
@pytest.mark.parametrize("label", ["agent", "project"])
def test_a_version_comes_back_for_whom_it_was(memory: Memory, label: str) -> None:
    memory.add("Ana works at Acme", user="ana", **{label: "one"})
    after = memory.add("Ana left Acme and joined Northstar", user="ana")
    only(after, "superseded")
    back = memory.revert(after.id, version=1)
    assert (back.content, getattr(back, label)) == ("Ana works at Acme", "one")
    assert memory.list(user="ana", **{label: "two"}) == []
    again = memory.revert(after.id, version=2)
    assert (again.content, getattr(again, label)) == ("Ana left Acme and joined Northstar", None)
    assert [one.content for one in memory.list(user="ana", **{label: "two"})] == ["Ana left Acme and joined Northstar"]
    assert memory.doctor() == []


# --- questions ------------------------------------------------------------------------------------------------------


def unsure(memory: Memory) -> Added:
    memory.add("Ana works at Acme", user="ana")
    return memory.add("Ana works at Northstar", user="ana", confidence=0.5)


@pytest.mark.feature("VG-13")
def test_an_unsure_contradiction_becomes_a_question_on_the_next_search(memory: Memory) -> None:
    added = unsure(memory)
    only(added, "clarify")
    hits = memory.search("where does Ana work?", user="ana")
    assert [hit.content for hit in hits] == ["Ana works at Acme"]
    (question,) = hits.questions
    assert question.id == added.decisions[0].conflict_id
    assert "Acme" in question.question
    assert "Northstar" in question.question
    assert memory.search("where does Ana work?", user="bob").questions == ()


@pytest.mark.feature("VG-13")
@pytest.mark.parametrize("choice, left", [("new", {"Northstar"}), ("old", {"Acme"}), ("both", {"Acme", "Northstar"})])
def test_an_answer_settles_the_question(memory: Memory, choice: str, left: set[str]) -> None:
    added = unsure(memory)
    (conflict,) = memory.conflicts(user="ana")
    decision = memory.resolve(conflict.id, choice)
    assert decision.conflict_id == conflict.id
    assert known(memory) == {f"Ana works at {place}" for place in left}
    assert memory.conflicts(user="ana") == []
    assert memory.search("where does Ana work?", user="ana").questions == ()
    assert [one.choice for one in memory.conflicts(user="ana", resolved=True)] == [choice]
    with pytest.raises(Conflict, match="resolved already"):
        memory.resolve(conflict.id, choice)
    if choice == "new":
        assert memory.history(added.id)[0].id == conflict.old_id
    assert memory.doctor() == []


def test_a_choice_or_conflict_that_does_not_exist_is_refused(memory: Memory) -> None:
    unsure(memory)
    (conflict,) = memory.conflicts(user="ana")
    with pytest.raises(ValueError, match="new, old, both"):
        memory.resolve(conflict.id, "maybe")
    with pytest.raises(NotFound, match="recollect conflicts"):
        memory.resolve("nothing", "new")


# --- the tenant's truths --------------------------------------------------------------------------------------------


@pytest.mark.feature("VG-14")
def test_a_shared_truth_changes_only_after_review(memory: Memory) -> None:
    memory.add("The office closes at 6pm")
    added = memory.add("The office closes at 5pm")
    only(added, "review")
    assert known(memory, None) == {"The office closes at 6pm"}
    (conflict,) = memory.conflicts()
    assert conflict.action == "review"
    assert memory.search("when does the office close?", user="ana").questions == ()
    assert memory.search("when does the office close?").questions == (conflict,)
    assert conflict.question in memory.context("when does the office close?").text
    memory.resolve(conflict.id, "new")
    assert known(memory, None) == {"The office closes at 5pm"}
    assert memory.search("when does the office close?").questions == ()


@pytest.mark.feature("VG-14")
def test_a_persons_claim_against_a_shared_truth_is_reviewed_and_can_become_it(memory: Memory) -> None:
    memory.add("The office closes at 6pm")
    only(memory.add("The office closes at 5pm", user="ana"), "review")
    (conflict,) = memory.conflicts(user="ana")
    for user in ("ana", None):  # neither the person nor who sees only what is shared
        assert memory.search("when does the office close?", user=user).questions == ()
    memory.resolve(conflict.id, "new")
    assert known(memory, None) == {"The office closes at 5pm"}
    assert memory.count(user="ana") == 1
    assert memory.doctor() == []


@pytest.mark.feature("VG-14")
def test_a_persons_claim_that_becomes_the_shared_truth_is_shown_to_whom_that_was(memory: Memory) -> None:
    memory.add("The office closes at 6pm", project="house")
    memory.add("The office closes at 5pm", user="ana", agent="one", project="house", session="today")
    (conflict,) = memory.conflicts(user="ana")
    memory.resolve(conflict.id, "new")
    (truth,) = memory.list(user="bob", agent="two", project="house")
    assert (truth.content, truth.agent, truth.project, truth.session) == (
        "The office closes at 5pm",
        None,
        "house",
        None,
    )


@pytest.mark.feature("VG-13")
def test_an_unsure_statement_of_one_agent_that_is_right_is_shown_to_whom_the_known_one_was(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    asked = memory.add("Ana works at Northstar", user="ana", agent="one", confidence=0.5)
    (conflict,) = memory.conflicts(user="ana")
    memory.resolve(conflict.id, "new")
    assert [one.content for one in memory.list(user="ana", agent="two")] == ["Ana works at Northstar"]
    assert memory.revert(asked.id, version=1).content == "Ana works at Acme", "what was asked about never held"


@pytest.mark.feature("VG-07", "VG-14")
@pytest.mark.parametrize("again", ["The office closes at 6pm", "Our office closes at 6pm"])
def test_what_everybody_knows_is_stored_for_a_person_too_and_stays_as_it_is(memory: Memory, again: str) -> None:
    shared = memory.add("The office closes at 6pm")
    mine = memory.add(again, user="ana")
    assert "shared by everybody" in only(mine, "kept_both")
    assert mine.records[0].user == "ana"
    assert only(memory.add(again, user="ana"), "reinforced")
    assert only(memory.add(again, user="ana", agent="one"), "reinforced")
    assert memory.get(shared.id).strength == pytest.approx(0.5)
    memory.delete(shared.id)
    assert known(memory) == {again}
    assert known(memory, "bob") == set()


def test_a_context_tells_once_what_a_person_and_everybody_know(memory: Memory) -> None:
    for user in (None, "ana"):
        memory.add("The office closes at 6pm", user=user)
    assert memory.count(user="ana") == 2
    assert memory.context("when does the office close?", user="ana").text.count("closes at 6pm") == 1


@pytest.mark.feature("VG-14")
@pytest.mark.parametrize(
    "choice, mine, everybodys",
    [
        ("new", {"The office closes at 5pm"}, {"The office closes at 5pm"}),
        ("old", {"The office closes at 6pm"}, {"The office closes at 6pm"}),
        ("both", {"The office closes at 5pm", "The office closes at 6pm"}, {"The office closes at 6pm"}),
    ],
)
def test_who_repeated_a_shared_truth_and_says_otherwise_is_reviewed_too(
    memory: Memory, choice: str, mine: set[str], everybodys: set[str]
) -> None:
    memory.add("The office closes at 6pm")
    memory.add("The office closes at 6pm", user="ana")
    only(memory.add("The office closes at 5pm", user="ana"), "review")
    (conflict,) = memory.conflicts(user="ana")
    memory.resolve(conflict.id, choice)
    assert (known(memory), known(memory, None)) == (mine, everybodys)
    assert memory.doctor() == []


@pytest.mark.feature("VG-14")
def test_a_shared_truth_does_not_hide_that_a_persons_own_memory_changes(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    memory.add("Ana works at Northstar")
    only(memory.add("Ana works at Northstar", user="ana"), "superseded")
    assert "Ana works at Acme" not in known(memory)


@pytest.mark.feature("VG-11")
def test_of_two_peoples_claims_the_much_older_one_loses_weight(memory: Memory, clock: Clock) -> None:
    shared = memory.add("The office closes at 6pm")
    clock.forward(days=60)
    mine = memory.add("The office closes at 5pm", user="ana")
    assert "cross-user recency" in only(mine, "kept_both")
    faded = 0.5 * math.exp(-0.005 * 60)
    assert memory.get(shared.id).strength == pytest.approx(faded / 2, rel=1e-4)
    assert memory.get(mine.id).strength == pytest.approx(0.5)


@pytest.mark.feature("VG-11")
def test_of_two_peoples_claims_the_much_less_sure_one_loses_weight(memory: Memory) -> None:
    shared = memory.add("The office closes at 6pm", confidence=0.5)
    mine = memory.add("The office closes at 5pm", user="ana")
    assert "cross-user confidence" in only(mine, "kept_both")
    assert memory.get(shared.id).strength == pytest.approx(0.25)


# --- when nothing is weighed ----------------------------------------------------------------------------------------


def test_a_key_an_id_another_layer_and_a_bulk_add_say_what_to_do(memory: Memory) -> None:
    memory.add("Ana works at Acme", user="ana")
    for fields in ({"key": "job"}, {"id": "mine"}, {"layer": "profile"}):
        assert memory.add("Ana works at Acme", user="ana", **fields).decisions == ()
    memory.add_many(["Ana works at Acme"], user="ana")
    assert memory.count(user="ana") == 5


@pytest.mark.feature("VG-03", "VG-04", "VG-05")
def test_without_guards_word_overlap_alone_decides_as_in_osaurus(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with Memory(tmp_path / "m.db", verification_guards="off", embedder="none") as memory:
        memory.add("Ana is allergic to peanuts", user="ana")
        assert memory.add("Ana is not allergic to peanuts", user="ana").decisions[0].action == "reinforced"


@pytest.mark.feature("VG-03")
def test_verification_can_be_turned_off(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with Memory(tmp_path / "m.db", verification="off") as memory:
        for _ in range(2):
            memory.add("Ana works at Acme", user="ana")
        assert memory.count(user="ana") == 2


def test_the_eight_outcomes_have_names() -> None:
    assert ACTIONS == ("added", "reinforced", "superseded", "merged", "kept_both", "rejected", "clarify", "review")

"""What a compaction may cost: nothing that somebody wrote, and nothing that was deleted stays. On every database."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from recollect import Memory
from recollect.contracts.store import Store
from recollect.errors import InvalidState, NotFound
from tests.clock import START, Clock
from tests.contracts.building import execute
from tests.contracts.conftest import Opener

REST = "It was said at noon. Nobody asked why. The rest of the day went by as every other day of that long summer."
LISBON, DOG = f"Bob lives in Lisbon. {REST}", f"Bob has a dog called Wauzi. {REST}"
GURKEN = f"Bob is allergic to gurken. {REST}"
TABLES = "item posting vector decision conflict job edge told entity statement embedding_cache tombstone space".split()


def shown(memory: Memory, user: str = "bob") -> set[str]:
    return {record.content for record in memory.list(user=user, layers=["memory"], limit=1000)}


def told(memory: Memory, *texts: str, **fields: Any) -> list[str]:
    added = memory.add_many([{"content": text, **fields} for text in texts], user="bob")
    return [record.id for record in added.records]


def everything(store: Store) -> str:
    """All rows of all tables that can hold words."""
    with store._database.reading() as session:  # type: ignore[attr-defined]
        return "\n".join(repr(row) for table in TABLES for row in session.all(f"SELECT * FROM {table}", ()))


@pytest.mark.feature("LC-08")
def test_a_budget_keeps_what_was_made_last_not_what_was_edited_last(opened: Opener, clock: Clock) -> None:
    memory = opened()
    texts = [f"Bob told story {name}. It was long. It was good. Nobody slept." for name in ("one", "two", "three")]
    first, *_ = [told(memory, text)[0] for text in texts]
    clock.forward(days=1)
    memory.update(first, tags=["read"])
    memory.compact(user="bob", tokens_max=20)
    assert memory.get(first).status == "archived"
    assert texts[2] in shown(memory)


# --- nothing is lost ------------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-08", "LC-11")
def test_deleting_a_part_leaves_what_others_wrote_after_the_summary(opened: Opener) -> None:
    memory = opened()
    _, dog, gurken = told(memory, LISBON, DOG, GURKEN)
    made = memory.compact(user="bob", tokens_max=0).summary_id
    memory.update(str(made), key="about bob")
    memory.add("Bob no longer lives in Lisbon", user="bob", key="about bob")
    assert memory.get(str(made)).content == "Bob no longer lives in Lisbon", "another text in the place of the summary"
    assert memory.delete(gurken) == 1
    assert shown(memory) == {"Bob no longer lives in Lisbon"}
    assert memory.get(dog).status == "archived", "the summary was not shown any more: nothing comes back"
    assert "gurken" not in everything(memory._running.store)
    assert memory.doctor() == []


@pytest.mark.feature("LC-08", "LC-11")
def test_deleting_a_part_leaves_a_fact_that_superseded_the_summary(opened: Opener) -> None:
    memory = opened()
    gurken = told(memory, LISBON, DOG, GURKEN)[2]
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    fact = {"content": "Bob moved to Porto", "user": "bob", "version": 2, "previous_version_id": made}
    memory.import_([json.dumps(fact)])
    execute(memory._running.store, "UPDATE item SET status = 'superseded', ended_at = updated_at WHERE id = ?", [made])
    memory.delete(gurken)
    assert shown(memory) == {"Bob moved to Porto"}
    assert "gurken" not in everything(memory._running.store)


@pytest.mark.feature("LC-08", "LC-11")
@pytest.mark.parametrize("added", ["Bob likes tea.", ""])
def test_deleting_a_part_takes_its_line_out_of_an_edited_summary(opened: Opener, added: str) -> None:
    memory = opened()
    _, dog, gurken = told(memory, LISBON, DOG, GURKEN)
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    lines = memory.get(made).content.splitlines()
    mine = [*lines, added] if added else lines[1:]
    memory.update(made, content="\n".join(mine))
    memory.rebuild_profile(user="bob")
    memory.delete(gurken)
    left = [line for line in mine if "gurken" not in line]
    assert shown(memory) == {"\n".join(left)}
    assert memory.get(dog).status == "archived", "the summary still stands for it"
    assert "gurken" not in everything(memory._running.store)
    assert memory.undo_compaction(made) == 2
    assert shown(memory) == {LISBON, DOG}
    assert memory.doctor() == []


@pytest.mark.feature("LC-08")
def test_a_single_sentence_neither_replaces_a_summary_nor_is_swallowed_by_it(opened: Opener) -> None:
    memory = opened()
    told(memory, "Bob lives in Lisbon. Yes. He does. " + REST, "Bob has a dog. Yes. He does. " + REST)
    made = memory.get(str(memory.compact(user="bob", tokens_max=0).summary_id))
    for text in ("Bob no longer lives in Lisbon", "Bob has a dog", made.content):
        memory.add(text, user="bob")
        assert memory.get(made.id).current
        assert text in shown(memory)
    memory.override("Bob does not have a dog", user="bob")
    assert memory.get(made.id).current


@pytest.mark.feature("LC-08", "LC-11")
def test_an_archived_summary_keeps_hiding_what_it_stood_for(opened: Opener) -> None:
    memory = opened()
    lisbon, dog, gurken = told(memory, LISBON, DOG, GURKEN)
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    memory.archive(made)
    memory.delete(gurken)
    assert shown(memory) == set()
    assert [memory.get(id).status for id in (lisbon, dog)] == ["archived", "archived"]
    assert "gurken" not in everything(memory._running.store)
    with pytest.raises(NotFound):
        memory.get(made)


@pytest.mark.feature("LC-08", "LC-11")
def test_a_memory_that_goes_with_its_turn_leaves_what_superseded_it(opened: Opener) -> None:
    memory = opened()
    turn = memory.add([{"role": "user", "name": "Bob", "content": "I live in Lisbon."}], user="bob", wait=True).ids[0]
    told(memory, DOG)
    done = memory.compact(user="bob", tokens_max=0)
    assert done.archived == 2
    memory.undo_compaction(str(done.summary_id))
    lisbon = next(record for record in memory.list(user="bob", layers=["memory"]) if record.content != DOG)
    memory.add("Bob no longer lives in Lisbon", user="bob")
    assert memory.get(lisbon.id).status == "superseded"
    memory.delete(turn)
    assert shown(memory) == {DOG, "Bob no longer lives in Lisbon"}
    assert "Bob lives in Lisbon" not in "\n".join(memory.export())
    assert memory.doctor() == []


@pytest.mark.feature("LC-11")
def test_an_edited_memory_goes_with_its_turn_in_all_its_versions(opened: Opener) -> None:
    memory = opened()
    turn = memory.add([{"role": "user", "name": "Bob", "content": "I live in Lisbon."}], user="bob", wait=True).ids[0]
    (drawn,) = memory.list(user="bob", layers=["memory"])
    memory.update(drawn.id, tags=["home"])
    memory.delete(turn)
    assert "Lisbon" not in everything(memory._running.store), "no older version is current again"


# --- nothing stays --------------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-11")
@pytest.mark.parametrize("undone", [False, True])
def test_words_of_a_deleted_memory_are_in_no_profile(opened: Opener, undone: bool) -> None:
    memory = opened()
    allergic, _ = told(memory, f"I am allergic to zorkfruit. {REST}", f"I live in Rome. {REST}", kind="fact")
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    assert "zorkfruit" in memory.rebuild_profile(user="bob").text
    if undone:
        memory.undo_compaction(made)
    memory.delete(allergic)
    assert "zorkfruit" not in everything(memory._running.store)
    assert "zorkfruit" not in memory.profile(user="bob").text
    assert "Rome" in memory.profile(user="bob").text
    assert "zorkfruit" not in memory.context("what am I allergic to?", user="bob").text
    assert memory.doctor() == []


# --- what is compacted ----------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-08")
def test_only_what_a_summary_can_stand_for_is_compacted(opened: Opener) -> None:
    memory = opened()
    far = START + timedelta(days=999)
    told(memory, f"keyed. {REST}", key="k")
    told(memory, f"expiring. {REST}", expires_at=far)
    told(memory, f"valid for a while. {REST}", valid_until=far)
    told(memory, "short", "shorter")
    before = sorted(memory.export())
    done = memory.compact(user="bob", tokens_max=0)
    assert (done.candidates, done.tokens_total, done.tokens_saved, done.summary_ids) == (0, 0, 0, ())
    assert sorted(memory.export()) == before, "two short ones take less than their summary"
    told(memory, DOG)
    done = memory.compact(user="bob", tokens_max=0)
    assert (done.archived, len(shown(memory))) == (3, 4)
    told(memory, GURKEN)
    done = memory.compact(user="bob", tokens_max=0)
    assert done.archived == 0, "one alone needs no summary"


@pytest.mark.feature("LC-06", "LC-08")
def test_a_summary_is_as_old_as_its_oldest_part(opened: Opener, clock: Clock) -> None:
    memory = opened(retention_days={"memory": 30})
    (lisbon,) = told(memory, LISBON)
    clock.forward(days=2)
    told(memory, DOG)
    clock.forward(days=18)
    told(memory, GURKEN)
    made = memory.get(str(memory.compact(user="bob", tokens_max=0).summary_id))
    assert made.created_at == memory.get(lisbon).created_at < made.updated_at - timedelta(days=19)
    clock.forward(days=11)
    assert shown(memory) == {GURKEN}, "what is much younger shares no summary with it"
    assert memory.sweep().reasons["retention"] == 1


@pytest.mark.feature("LC-08")
@pytest.mark.parametrize("user", [None, "ann"])
def test_a_compaction_travels_with_an_export(opened: Opener, user: str | None) -> None:
    memory, elsewhere = opened(), opened(tenant="other")
    told(memory, LISBON, DOG, GURKEN)
    memory.compact(user="bob", tokens_max=0)
    elsewhere.import_(list(memory.export(user="bob")), **({"user": user} if user else {}))
    whose = user or "bob"
    (made,) = elsewhere.list(user=whose)
    hidden = {record.content: record.id for record in elsewhere.list(user=whose, status="archived")}
    assert set(hidden) == {LISBON, DOG, GURKEN}
    elsewhere.delete(hidden[GURKEN])
    assert shown(elsewhere, whose) == {LISBON, DOG}
    assert "gurken" not in "\n".join(elsewhere.export())
    with pytest.raises(NotFound):
        elsewhere.get(made.id)
    done = elsewhere.compact(user=whose, tokens_max=0)
    assert elsewhere.undo_compaction(str(done.summary_id)) == 2
    assert elsewhere.doctor() == []


@pytest.mark.feature("LC-08")
def test_a_summary_that_does_not_say_what_it_stands_for_is_left_alone(opened: Opener) -> None:
    memory, elsewhere = opened(), opened(tenant="other")
    told(memory, LISBON, DOG)
    memory.compact(user="bob", tokens_max=0)
    lines = [line for line in map(json.loads, memory.export()) if "edge" not in line]
    for line in lines:
        line.pop("metadata", None)
    elsewhere.import_([json.dumps(line) for line in lines])
    (made,) = elsewhere.list(user="bob")
    before = sorted(elsewhere.export())
    with pytest.raises(InvalidState, match="nothing was changed"):
        elsewhere.undo_compaction(made.id)
    assert sorted(elsewhere.export()) == before


@pytest.mark.parametrize("parts", [5, "ids", {"a": 1}, [1, None], ["ana:hidden"]])
def test_a_summary_in_a_file_reaches_nothing_but_its_own_space(opened: Opener, parts: Any) -> None:
    memory = opened()
    hidden = {"id": "ana:hidden", "content": "hidden", "user": "ana", "status": "archived"}
    summary = {"content": "note: hidden", "user": "bob", "metadata": {"parts": parts}}
    memory.import_([json.dumps(hidden), json.dumps({**summary, "provenance": {"reference": "compaction"}})])
    (made,) = memory.list(user="bob")
    if parts == ["ana:hidden"]:
        assert memory.undo_compaction(made.id) == 0
    else:
        with pytest.raises(InvalidState):
            memory.undo_compaction(made.id)
    assert memory.get("ana:hidden").status == "archived"
    memory.delete("ana:hidden")
    assert memory.get(made.id).content == "note: hidden"


# --- clearing and unarchiving ---------------------------------------------------------------------------------------


@pytest.mark.feature("LC-11")
@pytest.mark.parametrize("label", ["agent", "project", "session"])
def test_clearing_a_label_leaves_what_has_none(opened: Opener, label: str) -> None:
    memory = opened()
    memory.add("of nobody in particular", user="bob")
    memory.add("of one", user="bob", **{label: "one"})
    memory.add("of another", user="bob", **{label: "two"})
    assert memory.clear(user="bob", dry_run=True, **{label: "one"}).matching == 1
    assert memory.clear(user="bob", **{label: "one"}).removed == 1
    assert shown(memory) == {"of nobody in particular", "of another"}


@pytest.mark.feature("LC-03")
def test_what_is_unarchived_after_a_sweep_stays(opened: Opener, clock: Clock) -> None:
    memory = opened(forget_below=0.1)
    (faded,) = told(memory, "faded", strength=0.6)
    (expired,) = told(memory, "expired", expires_at=START + timedelta(days=1))
    clock.forward(days=3650)
    assert memory.sweep().archived == 2
    for id in (faded, expired):
        memory.unarchive(id)
    assert memory.sweep().archived == 0
    assert shown(memory) == {"faded", "expired"}
    back = memory.get(faded)
    assert (back.strength, memory.get(expired).expires_at) == (0.6, None)
    assert back.strength_at > START + timedelta(days=3650)


@pytest.mark.feature("LC-06")
def test_what_is_older_than_the_retention_cannot_be_unarchived(opened: Opener, clock: Clock) -> None:
    memory = opened(retention_days={"memory": 30})
    (id,) = told(memory, "long ago")
    clock.forward(days=31)
    memory.sweep()
    with pytest.raises(InvalidState, match="retention"):
        memory.unarchive(id)
    assert memory.get(id).status == "archived"
    assert opened().unarchive(id).current, "without a retention it can"


# --- what a summary stands for goes on ------------------------------------------------------------------------------


@pytest.mark.feature("LC-08", "PL-02")
def test_a_profile_goes_on_telling_what_a_summary_stands_for(opened: Opener, clock: Clock) -> None:
    memory = opened()
    ids = told(memory, LISBON, DOG, GURKEN, kind="fact")
    before = memory.rebuild_profile(user="bob").text
    assert "lives in Lisbon" in before
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    assert memory.profile(user="bob").text == before
    assert memory.rebuild_profile(user="bob").text == before
    assert "gurken" in memory.context("what is Bob allergic to?", user="bob").text
    memory.delete(ids[2])
    assert "gurken" not in memory.profile(user="bob").text
    assert "Lisbon" in memory.rebuild_profile(user="bob").text
    assert "gurken" not in memory.rebuild_profile(user="bob").text
    with pytest.raises(NotFound):
        memory.get(made)


@pytest.mark.feature("LC-08", "PL-02")
def test_of_a_summary_that_was_rewritten_a_profile_tells_what_is_left(opened: Opener) -> None:
    memory = opened()
    told(memory, LISBON, DOG, GURKEN, kind="fact")
    made = memory.get(str(memory.compact(user="bob", tokens_max=0).summary_id))
    memory.update(made.id, content="\n".join(line for line in made.content.splitlines() if "Lisbon" not in line))
    text = memory.rebuild_profile(user="bob").text
    assert "Lisbon" not in text
    assert "gurken" in text


@pytest.mark.feature("LC-08")
def test_what_is_true_from_a_day_on_keeps_that_day(opened: Opener, clock: Clock) -> None:
    memory = opened()
    told(memory, LISBON, DOG, kind="fact", valid_from="2026-03-01")
    told(memory, GURKEN, kind="fact", occurred_at="2026-03-01")
    told(memory, f"Bob met Rita in Rome. {REST}", kind="fact", occurred_at="2026-03-01")
    memory.compact(user="bob", tokens_max=0)
    assert LISBON not in [hit.content for hit in memory.search("Lisbon", user="bob", valid_at="2026-01-01")]
    assert LISBON in [hit.content for hit in memory.search("Lisbon", user="bob", valid_at="2026-04-01")]
    (made,) = [record for record in memory.list(user="bob") if "Rita" in record.content]
    assert made.occurred_at is not None
    assert (made.kind, made.occurred_at.date().isoformat()) == ("note", "2026-03-01")


@pytest.mark.feature("LC-08", "RM-11")
@pytest.mark.parametrize("how", ["undo", "unarchive"])
@pytest.mark.parametrize("later, expected", [("Bob lives in Porto now", "pending_review"), ("Bob likes tea", "active")])
def test_what_was_said_otherwise_meanwhile_comes_back_as_a_question(
    opened: Opener, clock: Clock, how: str, later: str, expected: str
) -> None:
    memory = opened(verification="on")
    home, _, _ = told(memory, "Bob lives in Lisbon", DOG, GURKEN)
    made = str(memory.compact(user="bob", tokens_max=0).summary_id)
    clock.forward(days=1)
    memory.add(later, user="bob")
    if how == "undo":
        assert memory.undo_compaction(made) == 3
    else:
        memory.unarchive(home)
    assert memory.get(home).status == expected
    assert [one.new_id for one in memory.conflicts(user="bob")] == ([home] if expected != "active" else [])
    assert later in shown(memory)

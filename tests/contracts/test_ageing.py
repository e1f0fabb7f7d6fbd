"""How memories age from a caller's side: the same on every database."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest

from recollect import Memory
from recollect.errors import ConfigError, InvalidInput, InvalidState, NotFound
from tests.clock import START, Clock
from tests.contracts.building import execute, tally
from tests.contracts.conftest import Opener


def put(memory: Memory, content: str, *, user: str | None = "ana", at: datetime = START, **fields: Any) -> str:
    """A record with all its fields as given; its id."""
    plain = {"id": f"{user}:{content}", "content": content, "created_at": at.isoformat(), "decay_rate": 0.0, **fields}
    memory.import_([json.dumps({**plain, "user": user} if user else plain)])
    return str(plain["id"])


def shown(memory: Memory, user: str = "ana", **filters: Any) -> set[str]:
    return {record.content for record in memory.list(user=user, limit=1000, **filters)}


def state(memory: Memory) -> list[str]:
    """Everything there is, apart from jobs."""
    return sorted(memory.export())


# --- strength -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-03", "LC-05", "RM-12")
def test_a_recall_makes_a_memory_stronger_and_a_dry_run_does_not(opened: Opener, clock: Clock) -> None:
    memory = opened()
    id = put(memory, "Ana plays the cello", decay_rate=0.005)
    clock.forward(days=30)
    assert memory.get(id).strength_now(clock.now) == pytest.approx(0.4304, abs=1e-4)
    memory.search("cello", user="ana", dry_run=True)
    memory._running.recall.flush()
    assert memory.get(id).strength == 0.5
    memory.search("cello", user="ana")
    memory._running.recall.flush()
    record = memory.get(id)
    assert record.strength == pytest.approx(0.5304, abs=1e-4)
    assert (record.version, record.access_count, record.original_strength) == (1, 1, 0.5)
    clock.forward(days=30)
    assert memory.get(id).strength_now(clock.now) == pytest.approx(0.5304 * 0.8607, abs=1e-4)


@pytest.mark.feature("LC-01", "RT-15")
def test_the_strength_of_what_is_evergreen_does_not_fade(opened: Opener, clock: Clock) -> None:
    memory = opened(preset="openmemory")
    fading = put(memory, "Ana plays the cello", decay_rate=0.05)
    lasting = put(memory, "Ana plays the viola", decay_rate=0.05, tags=["evergreen"])
    clock.forward(days=30)
    assert memory.get(fading).strength_now(clock.now) == pytest.approx(0.1116, abs=1e-4)
    assert memory.get(lasting).strength_now(clock.now) == 0.5
    hits = memory.search("what does Ana play", user="ana", now=clock.now, min_score=0.0, dry_run=True)
    salience = {hit.id: hit.components["salience"] for hit in hits}
    assert salience == {fading: pytest.approx(0.1116, abs=1e-3), lasting: pytest.approx(0.5)}
    memory.search("viola", user="ana")
    memory._running.recall.flush()
    assert memory.get(lasting).strength == pytest.approx(0.6)
    clock.forward(days=30)
    assert memory.reinforce(lasting, 0.1).strength == pytest.approx(0.7)


@pytest.mark.feature("LC-03")
@pytest.mark.parametrize("boost, expected", [(0.1, 0.5304), (0, 0.4304), (0.5, 0.9304), (1, 1.0), (100, 1.0)])
def test_a_memory_can_be_reinforced_by_hand_up_to_1(
    opened: Opener, clock: Clock, boost: float, expected: float
) -> None:
    memory, other = opened(), opened()
    id = put(memory, "Ana plays the cello", decay_rate=0.005)
    other.get(id)
    clock.forward(days=30)
    assert memory.reinforce(id, boost).strength == pytest.approx(expected, abs=1e-4)
    found = other.get(id)
    assert found.strength == pytest.approx(expected, abs=1e-4)
    assert found.version == 1


@pytest.mark.feature("LC-03")
def test_of_many_who_reinforce_at_once_nobodys_boost_is_lost(opened: Opener) -> None:
    memory, other = opened(), opened()
    id = put(memory, "Ana plays the cello")
    with ThreadPoolExecutor(6) as threads:
        boosted = threads.map(lambda place: (memory, other)[place % 2].reinforce(id, 0.02).strength, range(18))
    assert max(boosted) == pytest.approx(0.86, abs=1e-3)
    assert memory.get(id).strength == pytest.approx(0.86, abs=1e-3)
    assert other.get(id).version == 1


@pytest.mark.parametrize("boost", [-0.1, 100.1, float("nan"), "much", True, None])
def test_a_boost_is_a_number_from_0_to_100(opened: Opener, boost: Any) -> None:
    memory = opened()
    id = put(memory, "x")
    with pytest.raises(InvalidInput, match="from 0 to 100"):
        memory.reinforce(id, boost)


def test_only_what_is_current_can_be_reinforced(opened: Opener) -> None:
    memory = opened()
    id = put(memory, "x")
    memory.archive(id)
    with pytest.raises(InvalidState, match="archived"):
        memory.reinforce(id)
    with pytest.raises(NotFound):
        memory.reinforce("nothing")


def test_a_repetition_strengthens_what_is_left_and_not_what_was(opened: Opener, clock: Clock) -> None:
    memory = opened()
    id = put(memory, "Ana plays the cello", decay_rate=0.02)
    clock.forward(days=30)
    memory.add("Ana plays the cello", user="ana")
    left = 0.5 * 0.5488
    assert memory.get(id).strength == pytest.approx(left + 0.1 * (1 - left), abs=1e-4)


@pytest.mark.feature("RT-22", "LC-01")
@pytest.mark.parametrize("preset", ["memoryos", "openmemory", "composite"])
def test_of_two_alike_the_stronger_then_the_younger_comes_first(opened: Opener, clock: Clock, preset: str) -> None:
    memory = opened()
    put(memory, "the fence is green, says Rita", decay_rate=0.02, strength=0.9)
    put(memory, "the fence is green, says Bob", decay_rate=0.001, strength=0.6)

    def order() -> list[str]:
        hits = memory.search("is the fence green?", user="ana", preset=preset, min_score=0.0, dry_run=True)
        return [hit.content.rpartition(" ")[2] for hit in hits]

    assert order() == ["Rita", "Bob"]
    clock.forward(days=60)
    assert order() == ["Bob", "Rita"], "0.9 has become 0.27, 0.6 is 0.57"
    memory.reinforce("ana:the fence is green, says Rita", 0.6)
    assert order() == ["Rita", "Bob"]
    put(memory, "the fence is green, says Mia", decay_rate=0.0, strength=0.87, at=clock.now)
    assert order()[0] == "Mia", "as strong, and younger"


@pytest.mark.feature("LC-03")
def test_ranking_in_this_process_knows_a_recall_at_once(opened: Opener, clock: Clock) -> None:
    memory = opened()
    first, second = (put(memory, f"the fence is green, says {name}", strength=0.5) for name in ("Rita", "Bob"))
    memory.search("fence", user="ana", preset="composite")
    for _ in range(3):
        memory._running.store.touch(memory._scope("ana"), [first], clock(), boost=0.1)
    hits = memory.search("fence", user="ana", preset="composite", dry_run=True)
    strengths = {hit.id: hit.components["salience"] for hit in hits}
    assert strengths[first] == pytest.approx(strengths[second] + 0.3, abs=1e-6)


# --- retention ------------------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-06", "LC-07")
def test_what_is_older_than_its_layers_retention_is_hidden_everywhere(opened: Opener, clock: Clock) -> None:
    memory = opened(retention_days="memory=30, summary=180")
    for layer in ("memory", "summary", "turn", "profile", "override"):
        put(memory, f"the fence as a {layer}", layer=layer)
    clock.forward(days=29)
    assert len(shown(memory)) == 5
    clock.forward(days=1, seconds=1)
    left = {f"the fence as a {layer}" for layer in ("summary", "turn", "profile", "override")}
    assert shown(memory) == left
    assert memory.count(user="ana") == 4
    assert {hit.content for hit in memory.search("fence", user="ana")} == left
    assert memory.get("ana:the fence as a memory").status == "active", "hidden, not gone"
    assert shown(memory, include_expired=True) - left == {"the fence as a memory"}
    clock.forward(days=151)
    assert "the fence as a summary" not in shown(memory)
    assert shown(opened()) >= left, "for ever, unless a setting says otherwise"


@pytest.mark.feature("LC-06")
@pytest.mark.parametrize("late, found", [(timedelta(0), True), (timedelta(microseconds=1), False)])
def test_omniroute_shows_the_last_thirty_days_to_the_microsecond(opened: Opener, late: timedelta, found: bool) -> None:
    memory = opened()
    put(memory, "the fence is green", at=START, updated_at=(START + timedelta(days=9)).isoformat())
    moment = START + timedelta(days=30) + late
    hits = memory.search("fence", user="ana", preset="omniroute", now=moment, explain=True)
    assert bool(hits) is found
    assert memory.search("fence", user="ana", now=moment), "the preset's own limit"
    if not found:
        assert ["older than the retention" in missed.dropped_by for missed in hits.trace.missed] == [True]


@pytest.mark.feature("LC-07")
@pytest.mark.parametrize("late, found", [(timedelta(0), 2), (timedelta(microseconds=1), 1)])
def test_osaurus_shows_summaries_of_the_last_180_days(opened: Opener, late: timedelta, found: int) -> None:
    memory = opened()
    put(memory, "the fence in May", layer="summary")
    put(memory, "the fence is green")
    moment = START + timedelta(days=180) + late
    assert len(memory.search("fence", user="ana", preset="osaurus", now=moment)) == found
    assert len(memory.search("fence", user="ana", preset="osaurus", now=moment, summary_retention_days=0)) == 2


def test_what_nobody_sees_any_more_can_be_said_again(opened: Opener, clock: Clock) -> None:
    memory = opened(retention_days={"memory": 30})
    memory.add("Ana plays the cello", user="ana")
    memory.add("The shop is closed", user="ana", expires_at=(START + timedelta(days=2)).isoformat())
    clock.forward(days=31)
    for text in ("Ana plays the cello", "The shop is closed"):
        assert [decision.action for decision in memory.add(text, user="ana").decisions] == ["added"]
    assert shown(memory) == {"Ana plays the cello", "The shop is closed"}


@pytest.mark.parametrize("value", ["profile=3", "memory=-1", "memory=many", "memory"])
def test_a_retention_that_makes_no_sense_is_refused(opened: Opener, value: str) -> None:
    with pytest.raises(ConfigError, match="retention_days"):
        opened(retention_days=value)


# --- the sweep ------------------------------------------------------------------------------------------------------

EVERYTHING = {"retention_days": "turn=30", "entries_max": 4, "forget_below": 0.1}


def aged(memory: Memory, clock: Clock) -> None:
    """A life in which every reason to archive has come up, for two users and the shared space."""
    given: list[dict[str, Any]] = [
        {"content": "a day off", "expires_at": (START + timedelta(days=1)).isoformat()},
        {"content": "an old turn", "layer": "turn"},
        {"content": "hardly there", "strength": 0.15, "decay_rate": 0.02},
        {"content": "pinned", "strength": 0.01, "tags": ["evergreen"]},
        {"content": "fixed", "strength": 0.01, "layer": "override"},
        *({"content": f"entry {n}", "strength": 0.3 + n / 10} for n in range(6)),
    ]
    base = {"created_at": START.isoformat(), "decay_rate": 0.0}
    memory.import_([json.dumps(base | one | {"user": user}) for user in ("ana", "bob", None) for one in given])
    clock.forward(days=31)


@pytest.mark.feature("LC-01", "LC-05")
def test_a_sweep_archives_for_four_reasons_and_running_it_five_times_equals_once(opened: Opener, clock: Clock) -> None:
    aged(opened(), clock)
    memory = opened(**EVERYTHING)
    before = state(memory)
    planned = memory.sweep(dry_run=True)
    assert state(memory) == before
    assert dict(planned.reasons) == {"expired": 3, "retention": 3, "faded": 3, "cap": 9}
    swept = memory.sweep()
    assert (dict(swept.reasons), swept.archived) == (dict(planned.reasons), 18)
    once = state(memory)
    assert shown(memory, "bob") == {"pinned", "fixed", "entry 3", "entry 4", "entry 5"}
    for _ in range(4):
        assert memory.sweep().archived == 0
    assert state(memory) == once
    gone = {record.content for record in memory.list(user="bob", status=["archived"], include_expired=True)}
    assert gone == {"a day off", "an old turn", "hardly there", "entry 0", "entry 1", "entry 2"}
    assert memory.doctor() == []


def test_a_sweep_of_one_user_leaves_the_others_alone_and_tells_how_far_it_is(opened: Opener, clock: Clock) -> None:
    aged(opened(), clock)
    memory = opened(**EVERYTHING)
    told: list[tuple[int, int]] = []
    assert memory.sweep(user="ana", progress=lambda done, of: told.append((done, of))).archived == 6
    assert told == [(1, 1)]
    assert memory.sweep(user="ana").archived == 0
    assert memory.sweep().archived == 12


def test_by_default_only_what_was_given_an_end_is_archived(opened: Opener, clock: Clock) -> None:
    memory = opened()
    aged(memory, clock)
    clock.forward(days=9999)
    assert dict(memory.sweep().reasons) == {"expired": 3, "retention": 0, "faded": 0, "cap": 0}
    assert memory.count(user="ana") == 20, "ten of Ana and ten shared ones"


def test_what_a_sweep_archived_can_be_brought_back(opened: Opener, clock: Clock) -> None:
    memory = opened(forget_below=0.1)
    id = put(memory, "hardly there", strength=0.15, decay_rate=0.02)
    clock.forward(days=31)
    memory.sweep()
    assert shown(memory) == set()
    assert memory.unarchive(id).current
    memory.reinforce(id, 0.3)
    assert memory.sweep().archived == 0


def test_a_sweep_goes_through_many_pages(opened: Opener, clock: Clock) -> None:
    memory = opened(entries_max=10)
    end = (START + timedelta(days=1)).isoformat()
    lines = [
        json.dumps({"content": f"note {n}", "user": "ana", "strength": 0.5, "layer": "turn", "expires_at": end})
        for n in range(1203)
    ]
    memory.import_(lines)
    clock.forward(days=2)
    assert dict(memory.sweep().reasons) == {"expired": 1203, "retention": 0, "faded": 0, "cap": 0}
    assert shown(memory) == set()


@pytest.mark.feature("JB-02", "LC-01")
def test_the_daily_and_weekly_jobs_do_it_and_five_runs_equal_one(opened: Opener, clock: Clock) -> None:
    aged(opened(), clock)
    memory = opened(**EVERYTHING)
    engine = memory._running
    schedule = engine.worker._rhythm
    assert schedule is not None
    schedule()
    assert memory.flush() == 0
    assert sorted(job.kind for job in memory.jobs(state="done")) == ["decay", "prune"]
    decay = next(job for job in memory.jobs(state="done") if job.kind == "decay")
    assert decay.result == {"expired": 3, "retention": 3, "faded": 3, "cap": 9}
    once = state(memory)
    for _ in range(4):
        clock.forward(hours=24)
        schedule()
        memory.flush()
    assert [job.result["expired"] for job in memory.jobs() if job.kind == "decay"] == [0, 0, 0, 0, 3]
    assert state(memory) == once


def test_old_decisions_are_dropped_when_that_is_wanted(opened: Opener, clock: Clock) -> None:
    for settings, left in (({}, 1), ({"decisions_kept_days": 10}, 0)):
        memory = opened(**settings)
        memory.add("Ana plays the cello", user="ana")
        clock.forward(days=11)
        schedule = memory._running.worker._rhythm
        assert schedule is not None
        schedule()
        memory.flush()
        assert len(memory.decisions(user="ana")) == left


# --- the cap --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("VG-17")
def test_the_cap_holds_whatever_wrote_the_entries(opened: Opener) -> None:
    memory = opened(entries_max=3)
    memory.add_many([{"content": f"many {n}", "strength": 0.2 + n / 100} for n in range(5)], user="ana")
    assert shown(memory) == {"many 2", "many 3", "many 4"}
    memory.add("keyed", user="ana", key="k", strength=0.9)
    assert shown(memory) == {"many 3", "many 4", "keyed"}
    put(memory, "imported", strength=0.95)
    assert shown(memory) == {"many 4", "keyed", "imported"}
    memory.add("something quite different", user="ana", agent="bot")
    assert len(shown(memory)) == 4, "each agent has its own"
    memory.add_many(["a turn is no entry"], user="bob")
    assert len(shown(memory)) == 4


@pytest.mark.feature("VG-17")
def test_what_was_just_added_is_not_what_is_too_much(opened: Opener) -> None:
    memory = opened(entries_max=2)
    for room in ("cellar", "attic"):
        memory.reinforce(memory.add(f"The spare key of the {room} hangs in the hall", user="ana").id, boost=5)
    added = memory.add("Ana is allergic to walnuts", user="ana")
    assert memory.get(added.id).status == "active"
    assert [hit.content for hit in memory.search("walnuts", user="ana", k=1)] == ["Ana is allergic to walnuts"]
    assert len(shown(memory)) == 2
    keyed = memory.add("Ana is allergic to shellfish", user="ana", key="shellfish")
    assert memory.get(keyed.id).status == "active"


@pytest.mark.feature("VG-17")
def test_what_was_just_added_takes_no_place_of_what_is_evergreen(opened: Opener) -> None:
    memory = opened(entries_max=2)
    kept = {"Ana is allergic to penicillin", "The safe is behind the blue painting in the hall"}
    for text in kept:
        memory.add(text, user="ana", tags=["evergreen"], key=text)
    memory.add("It rained in Porto on Monday", user="ana", key="rain")
    assert shown(memory) == kept


@pytest.mark.feature("VG-17")
def test_what_the_cap_archived_comes_back_to_stay_or_not_at_all(opened: Opener) -> None:
    memory = opened(entries_max=2)
    weak = memory.add("The bicycle is blue", user="ana", strength=0.2, key="weak").id
    strong = memory.add("Ana plays the cello", user="ana", strength=0.9, key="strong").id
    memory.add("The cellar is dry", user="ana", strength=0.5, key="middling")
    assert memory.get(weak).status == "archived"
    with pytest.raises(InvalidState, match="raise entries_max, or archive another"):
        memory.unarchive(weak)
    memory.archive(strong)
    memory.unarchive(weak)
    memory.sweep()
    assert shown(memory) == {"The bicycle is blue", "The cellar is dry"}
    memory.unarchive(strong)
    memory.sweep()
    assert shown(memory) == {"Ana plays the cello", "The cellar is dry"}


@pytest.mark.feature("JB-02", "LC-01")
@pytest.mark.parametrize("limit", [{"forget_below": 0.3}, {"entries_max": 3}], ids=["faded", "cap"])
def test_a_dry_sweep_counts_nothing_twice(opened: Opener, clock: Clock, limit: dict[str, Any]) -> None:
    memory = opened(auto_compact="on", compact_after_days=30)
    rest = "It took the whole day. The weather was fine. Nobody knew about it. The evening was as quiet as ever."
    for number in range(6):
        strength = 0.2 if number % 2 else 0.9
        put(memory, f"Story {number} is of a market in town {number}. {rest}", strength=strength)
    memory.close()
    memory = opened(auto_compact="on", compact_after_days=30, **limit)
    clock.forward(days=40)
    planned, done = memory.sweep(dry_run=True), memory.sweep()
    assert (planned.compacted, planned.archived) == (done.compacted, done.archived) == (3, 3)


# --- compaction -----------------------------------------------------------------------------------------------------


def talked(memory: Memory, clock: Clock) -> None:
    for n in range(5):
        put(
            memory, f"Ana told story {n}. It was long. It was good. Nobody slept.", kind="event",
            tags=["tale"], metadata={"n": n},
        )  # fmt: skip
    put(memory, "Ana has a cat", kind="fact", tags=["evergreen"])
    put(memory, "shared", user=None)
    clock.forward(days=31)
    put(memory, "Ana told story 5. It was new.", at=clock.now)


def essence(memory: Memory) -> list[dict[str, Any]]:
    """What is current, apart from which version of it that is."""
    plain = [one for one in map(json.loads, memory.export()) if "content" in one]
    kept = [one for one in plain if one["status"] == "active"]
    for one in kept:
        for name in ("version", "previous_version_id", "updated_at"):
            one.pop(name, None)
    return sorted(kept, key=lambda one: str(one["id"]))


@pytest.mark.feature("LC-08")
def test_old_memories_become_one_summary_and_come_back_as_they_were(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    before, rows = essence(memory), state(memory)
    planned = memory.compact(user="ana", older_than_days=30, dry_run=True)
    assert state(memory) == rows
    assert (planned.candidates, planned.archived, planned.summary_id, planned.dry_run) == (5, 0, None, True)
    done = memory.compact(user="ana", older_than_days=30)
    assert (done.candidates, done.tokens_total, done.tokens_saved) == (
        planned.candidates,
        planned.tokens_total,
        planned.tokens_saved,
    )
    assert (done.archived, len(done.summary_ids)) == (5, 1)
    made = memory.get(str(done.summary_id))
    assert made.content.splitlines() == [f"event: Ana told story {n}. It was long. It was good." for n in range(5)]
    assert done.tokens_total == 5 * 15
    assert done.tokens_saved == 75 - (len(made.content) + 3) // 4
    assert shown(memory) == {made.content, "Ana has a cat", "Ana told story 5. It was new.", "shared"}
    assert memory.search("story 3", user="ana", dry_run=True)[0].id in (made.id, "ana:Ana told story 5. It was new.")
    again = memory.compact(user="ana", older_than_days=30)
    assert (again.candidates, again.summary_ids) == (0, ())
    assert memory.undo_compaction(made.id) == 5
    assert essence(memory) == before
    assert memory.get(made.id).status == "archived"
    assert memory.undo_compaction(made.id) == 0
    assert essence(memory) == before
    assert memory.doctor() == []


@pytest.mark.feature("LC-08")
def test_a_token_budget_keeps_the_newest(opened: Opener, clock: Clock) -> None:
    memory = opened()
    for n in range(6):
        text = f"entry {n}. " + "word " * 30 + ". Two. Three. Four, which is not kept."
        put(memory, text, at=clock(), session=f"s{n % 2}")
    one = memory.count(user="ana")
    tokens = sum((len(text) + 3) // 4 for text in sorted(shown(memory))[-2:])
    done = memory.compact(user="ana", tokens_max=tokens)
    assert (one, done.candidates, done.archived) == (6, 4, 4)
    made = memory.get(str(done.summary_id))
    assert [line[:13] for line in made.content.splitlines()] == [f"note: entry {n}" for n in range(4)]
    assert "Four" not in made.content
    assert done.tokens_saved > 0
    assert memory.compact(user="ana", tokens_max=tokens).candidates == 0
    memory.undo_compaction(made.id)
    assert memory.compact(user="ana", tokens_max=0, session="s1", dry_run=True).candidates == 3


def test_a_compaction_that_fails_midway_leaves_everything_as_it_was(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    before, store = state(memory), memory._running.store
    in_the_way = "SELECT id, term, next_number, 1 FROM space, (SELECT DISTINCT term FROM posting) t WHERE owner = 'ana'"
    execute(store, f"INSERT INTO posting (space, term, number, count) {in_the_way}")
    with pytest.raises(Exception, match=r"(?i)unique|there already"):
        memory.compact(user="ana")
    assert state(memory) == before
    assert tally(store, "edge") == 0
    execute(store, "DELETE FROM posting WHERE number = (SELECT next_number FROM space WHERE id = posting.space)")
    assert memory.compact(user="ana").archived == 5
    assert memory.doctor() == []


def test_what_somebody_changes_meanwhile_stays_out_of_the_summary(opened: Opener, clock: Clock) -> None:
    memory, other = opened(), opened()
    talked(memory, clock)
    ids = [f"ana:Ana told story {n}. It was long. It was good. Nobody slept." for n in range(5)]
    group = [memory.get(id) for id in ids]
    other.archive(ids[1])
    other.update(ids[2], content="Ana told another story")
    made, replaced = memory._running.compacting._replace(group, False)
    assert made is not None
    assert [record.id for record in replaced] == [ids[0], ids[3], ids[4]]
    assert [line[:22] for line in made.content.splitlines()] == [f"event: Ana told story {n}"[:22] for n in (0, 3, 4)]
    assert memory.get(ids[2]).current
    assert memory.undo_compaction(made.id) == 3


def test_undoing_needs_a_summary_and_a_free_key(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    with pytest.raises(NotFound):
        memory.undo_compaction("nothing")
    with pytest.raises(InvalidState, match="no summary"):
        memory.undo_compaction("ana:Ana has a cat")
    put(memory, "an old tale", key="story:1", status="archived")
    summary = {"source": "system", "reference": "compaction"}
    id = put(memory, "note: an old tale", provenance=summary, metadata={"parts": ["ana:an old tale"]})
    memory.add("a new tale", user="ana", key="story:1")
    with pytest.raises(InvalidState, match="story:1"):
        memory.undo_compaction(id)
    assert memory.get(id).current
    memory.delete("ana:an old tale")
    assert "an old tale" not in "\n".join(memory.export())
    assert memory.search("tale", user="ana", k=1)[0].content == "a new tale"


@pytest.mark.parametrize(
    "given",
    [{"older_than_days": -1}, {"older_than_days": "x"}, {"tokens_max": -1}, {"older_than_days": 1, "tokens_max": 1}],
)
def test_a_compaction_that_makes_no_sense_is_refused(opened: Opener, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        opened().compact(user="ana", **given)


@pytest.mark.feature("LC-11")
def test_what_is_deleted_does_not_live_on_in_a_summary(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    done = memory.compact(user="ana")
    memory.delete("ana:Ana told story 2. It was long. It was good. Nobody slept.")
    assert "story 2" not in "\n".join(memory.export())
    assert {f"Ana told story {n}. It was long. It was good. Nobody slept." for n in (0, 1, 3, 4)} <= shown(memory)
    with pytest.raises(NotFound):
        memory.get(str(done.summary_id))
    assert memory.doctor() == []


@pytest.mark.feature("LC-11")
def test_what_goes_with_its_turn_does_not_live_on_in_a_summary_either(opened: Opener, clock: Clock) -> None:
    memory = opened()
    told = memory.add([{"role": "user", "name": "Ana", "content": "I live in Lisbon."}], user="ana", wait=True)
    cat = put(memory, "Ana has a cat. It is old. It sleeps. It has slept since the beginning of last year.")
    clock.forward(days=31)
    assert memory.compact(user="ana").archived == 2
    memory.delete(told.ids[0])
    assert "Lisbon" not in "\n".join(memory.export())
    assert shown(memory) == {memory.get(cat).content}
    assert memory.doctor() == []


def test_deleting_a_summary_leaves_what_it_stands_for(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    put(memory, "with a reference", provenance={"source": "file", "reference": "notes.md#3"})
    done = memory.compact(user="ana", older_than_days=0)
    memory.delete(str(done.summary_id))
    assert memory.get("ana:with a reference").status == "archived"


@pytest.mark.feature("LC-08")
def test_the_daily_job_compacts_only_where_that_is_wanted(opened: Opener, clock: Clock) -> None:
    memory = opened()
    talked(memory, clock)
    for settings, active in (({}, 8), ({"auto_compact": "on"}, 4)):
        aware = opened(**settings)
        clock.forward(hours=24)
        schedule = aware._running.worker._rhythm
        assert schedule is not None
        schedule()
        aware.flush()
        assert len(shown(aware)) == active


@pytest.mark.feature("LC-08")
def test_a_sweep_by_hand_compacts_where_that_is_wanted(opened: Opener, clock: Clock) -> None:
    talked(opened(), clock)
    assert opened(schedule="off").sweep().compacted == 0
    aware = opened(schedule="off", auto_compact="on")
    planned = aware.sweep(dry_run=True)
    assert len(shown(aware)) == 8
    done = aware.sweep()
    assert (done.compacted, len(shown(aware))) == (planned.compacted, 4)
    assert done.compacted > 0
    assert aware.sweep().compacted == 0


# --- clearing and erasing -------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-11")
def test_clearing_removes_all_that_matches_and_nothing_else(opened: Opener, clock: Clock) -> None:
    memory, other = opened(), opened()
    memory.add_many([{"content": f"note {n}", "kind": "event"} for n in range(450)], user="ana")
    memory.add_many([{"content": f"fact {n}", "kind": "fact"} for n in range(3)], user="ana")
    memory.add("shared event", kind="event")
    memory.archive(memory.list(user="ana", contains="note 7", limit=1)[0].id)
    clock.forward(days=1)
    memory.add("late event", user="ana", kind="event")
    assert other.search("note", user="ana")
    before = START + timedelta(hours=12)
    planned = memory.clear(user="ana", kinds=["event"], before=before, dry_run=True)
    assert (planned.matching, planned.removed) == (450, 0)
    done = memory.clear(user="ana", kinds=["event"], before=before)
    assert (done.matching, done.removed) == (450, 450)
    for each in (memory, other):
        assert shown(each) == {"fact 0", "fact 1", "fact 2", "late event", "shared event"}
        assert not [hit for hit in each.search("note", user="ana") if "note" in hit.content]
    assert "note" not in "\n".join(memory.export())
    assert memory.clear(user="ana", kinds=["event"], before=before).removed == 0
    assert memory.doctor() == []


@pytest.mark.feature("LC-11")
def test_clearing_judges_a_record_by_what_it_says_now(opened: Opener) -> None:
    memory = opened()
    id = memory.add("the fence is green", user="ana", kind="event").id
    memory.archive(id)
    memory.unarchive(id)
    memory.update(id, kind="fact")
    assert memory.clear(user="ana", kinds=["event"]).matching == 0
    assert memory.clear(user="ana", kinds=["fact"]).removed == 1
    assert list(memory.export())[1:] == []
    memory.archive(memory.add("one", user="ana").id)
    assert memory.erase(user="ana").records == 1


@pytest.mark.feature("LC-11")
def test_clearing_a_layer_takes_along_what_rests_on_it_alone(opened: Opener) -> None:
    memory = opened()
    memory.add([{"role": "user", "content": "I live in Lisbon."}], user="ana", wait=True)
    memory.add("Ana plays the cello", user="ana")
    assert len(shown(memory, layers=["memory"])) == 2
    memory.clear(user="ana", layers=["turn"])
    assert shown(memory) == {"Ana plays the cello"}


def test_clearing_with_an_unknown_filter_is_refused(opened: Opener) -> None:
    memory = opened()
    memory.add("stays", user="ana")
    with pytest.raises(Exception, match="unknown"):
        memory.clear(user="ana", kindes=["event"])
    assert shown(memory) == {"stays"}


@pytest.mark.feature("LC-11")
def test_erasing_a_user_leaves_nothing_and_gives_a_receipt(opened: Opener) -> None:
    memory, other = opened(), opened()
    for user in ("ana", "bob"):
        memory.add([{"role": "user", "content": f"I live in Lisbon, I am {user}."}], user=user)
        memory.add(f"{user} plays the cello", user=user)
        memory.add(f"{user} is nice", user=user, layer="profile")
        memory.add(f"{user} met Rita", user=user, layer="summary")
    id = memory.list(user="ana")[0].id
    kept = {record.content for record in memory.list(user="bob")}
    assert other.search("cello", user="ana")
    assert memory.get(id)
    assert other.get(id)
    receipt = memory.erase(user="ana")
    assert (receipt.user, receipt.records) == ("ana", 4)
    assert receipt.counts["jobs"] >= 1
    assert receipt.counts["postings"] > 0
    for each in (memory, other):
        assert each.list(user="ana") == []
        assert each.search("cello", user="ana") == []
        assert each.decisions(user="ana") == []
        with pytest.raises(NotFound):
            each.get(id)
        with pytest.raises(NotFound):
            each.history(id)
        assert "ana" not in "\n".join(each.export())
        assert {record.content for record in each.list(user="bob")} == kept
    assert memory.flush() == 0
    assert memory.erase(user="ana").records == 0
    assert memory.doctor() == []
    memory.add("a new beginning", user="ana")
    assert shown(other) == {"a new beginning"}


@pytest.mark.feature("LC-11")
def test_erasing_everyone_empties_the_tenant_alone(opened: Opener) -> None:
    memory, elsewhere = opened(), opened(tenant="other")
    for user in ("ana", "bob", None):
        memory.add("something", user=user)
    elsewhere.add("theirs", user="ana")
    receipt = memory.erase(everyone=True)
    assert (receipt.everyone, receipt.records) == (True, 3)
    assert memory.count(everyone=True) == 0
    assert shown(elsewhere) == {"theirs"}

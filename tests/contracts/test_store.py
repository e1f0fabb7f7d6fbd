"""What a store promises about records, versions, scopes, keys and transactions; the same for every database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from recollect.contracts.store import Store
from recollect.errors import Conflict, RecollectError, StoreUnavailable
from recollect.model.batch import Batch, Ending, Entries
from recollect.model.query import Filter
from recollect.model.record import Edge, Provenance
from recollect.model.scope import Scope
from recollect.rules.bulk_index import terms_of
from recollect.rules.text import ANALYSER_VERSION
from tests.contracts.building import (
    ANA,
    SIGNATURE,
    add,
    archive,
    at,
    columns_of,
    edit,
    entries,
    postings_of,
    record,
    tally,
    vector,
)

Opener = Callable[[], Store]
EVERY_TABLE = ("item", "posting", "vector", "edge", "tombstone", "embedding_cache", "space")


def contents(store: Store, scope: Scope = ANA, now: datetime | None = None, **filter: Any) -> list[str]:
    found = store.list(scope, Filter(**filter), now=now or at(1000), limit=100, offset=0)
    assert store.count(scope, Filter(**filter), now=now or at(1000)) == len(found)
    return [record.content for record in found]


# --- records --------------------------------------------------------------------------------------------------------


@pytest.mark.feature("RM-01", "RM-03", "RM-04", "RM-07", "RM-12")
def test_a_record_comes_back_with_every_field_as_it_was_written(store: Store) -> None:
    full = record(
        "Zoë’s naïve 😀 text, with 'quotes' \\ and \t tabs\nand lines",
        Scope(user="ana", agent="bot", session="s1", project="p"),
        id="one",
        layer="turn",
        kind="preference",
        key="a key",
        tags=("t1", "tag 2 %_!"),
        metadata={"n": 1, "x": [1.5, None, {"deep": True}], "s": "ß"},
        sectors=("semantic", "emotional"),
        role="user",
        speaker="Ana",
        position=7,
        confidence=0.1 + 0.2,
        strength=1 / 3,
        original_strength=0.9,
        strength_at=at(1.000001),
        decay_rate=0.015,
        access_count=3,
        last_accessed_at=at(2),
        occurred_at=datetime(1969, 7, 20, 20, 17, 40, 123456, tzinfo=UTC),
        valid_from=at(-10),
        valid_until=at(10**8),
        expires_at=at(5000),
        version=4,
        previous_version_id="zero",
        provenance=Provenance(source="document", reference="a.md#L1", content_hash="abc", trust=0.25),
    )
    (written,) = add(store, full)
    assert written == replace(full, item=written.item)
    assert store.get(ANA, ["one"]) == [written]
    assert list(store.scan(ANA)) == [written]


def test_records_come_back_in_the_order_asked_and_missing_ones_are_left_out(store: Store) -> None:
    add(store, *(record(f"text {n}", id=str(n)) for n in range(5)))
    assert [found.id for found in store.get(ANA, ["4", "nobody", "0", "4"])] == ["4", "0", "4"]
    assert store.get(ANA, []) == []


def test_more_ids_than_one_query_takes_are_all_found(store: Store) -> None:
    ids = [f"id-{n}" for n in range(1003)]
    add(store, *(record(f"text {id}", id=id) for id in ids))
    assert [found.id for found in store.get(ANA, ids)] == ids
    with store.reading(ANA, signature=None) as reader:
        columns = reader.spaces[0].columns
        assert len(reader.records([columns.item(row) for row in range(len(columns))])) == len(ids)
    assert store.delete(ANA, ids, at(1)) == len(ids)


@pytest.mark.feature("RM-06")
def test_numbers_are_dense_and_join_row_postings_and_vector(store: Store) -> None:
    add(store, record("first apple"), vectors=True)
    add(store, record("second pear"), record("third apple"), vectors=True)
    columns = columns_of(store)
    assert columns.numbers.tolist() == [0, 1, 2]
    assert columns.has_vector.tolist() == [True, True, True]
    assert postings_of(store, "appl") == {"appl": [("first apple", 1), ("third apple", 1)]}
    records = store.get(ANA, ["default-ana-third apple"])
    assert records[0].item == columns.item(2)


def test_stamps_seen_are_those_of_the_spaces_that_a_scope_reads(store: Store) -> None:
    ben, shared = Scope(user="ben"), Scope()
    assert store.stamps_seen(ANA) == (None, None)
    add(store, record("Ana lives in Lisbon"))
    add(store, record("the office closes at noon", shared))
    own, all = store.stamp(ANA), store.stamp(shared)
    assert own is not None
    assert all is not None
    assert store.stamps_seen(ANA) == (own, all)
    assert store.stamps_seen(shared) == (all,)
    assert store.stamps_seen(ben) == (None, all)
    assert store.stamps_seen(shared, ["ben", "ana"]) == (None, own, all)
    add(store, record("Ana has a cello"))
    assert store.stamps_seen(ANA) == (store.stamp(ANA), all) != (own, all)


def test_an_id_that_is_there_already_is_a_conflict_and_nothing_is_written(store: Store) -> None:
    add(store, record("old", id="same"))
    with pytest.raises(Conflict):
        add(store, record("new", id="other"), record("twice", id="same"))
    assert [found.content for found in store.scan(ANA)] == ["old"]


def test_the_list_is_newest_first_and_pages_without_gaps_or_repeats(store: Store) -> None:
    for n in range(7):
        add(store, record(f"own {n}", seconds=2 * n))
        add(store, record(f"shared {n}", Scope(), seconds=2 * n + 1))
    pages = [
        [found.content for found in store.list(ANA, Filter(), now=at(100), limit=4, offset=offset)]
        for offset in (0, 4, 8, 12, 16)
    ]
    expected = [f"{place} {n}" for n in reversed(range(7)) for place in ("shared", "own")]
    assert [content for page in pages for content in page] == expected
    assert pages[-1] == []


@pytest.mark.feature("RM-10")
def test_a_touch_counts_a_recall_and_is_no_write_for_searches(store: Store) -> None:
    first, second = add(store, record("first"), record("second"))
    generation = columns_of(store).generation
    store.touch(ANA, [second.id, first.id, second.id], at(9))
    counted = store.get(ANA, [first.id, second.id])
    assert [(found.access_count, found.last_accessed_at) for found in counted] == [(1, at(9)), (2, at(9))]
    assert columns_of(store).generation == generation
    store.touch(Scope(tenant="other"), [first.id], at(10))
    assert store.get(ANA, [first.id])[0].access_count == 1


# --- versions -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("RM-11", "VH-04")
def test_an_edit_keeps_the_id_and_the_whole_history_can_be_read_from_any_version(store: Store) -> None:
    (first,) = add(store, record("v1", id="fact"))
    second = edit(store, first, "v2", seconds=10)
    edit(store, second, "v3", seconds=20)
    for id in ("fact", "fact@1", "fact@2"):
        chain = store.versions(ANA, id)
        assert [found.content for found in chain] == ["v1", "v2", "v3"]
        assert [found.id for found in chain] == ["fact@1", "fact@2", "fact"]
        assert [found.status for found in chain] == ["superseded", "superseded", "active"]
        assert [found.ended_at for found in chain] == [at(10), at(20), None]
        assert [found.version for found in chain] == [1, 2, 3]
    assert store.versions(ANA, "nobody") == []
    assert contents(store) == ["v3"]


def test_the_versions_of_many_records_are_those_of_each(store: Store) -> None:
    held = [*add(store, *(record("v1", id=f"a{n}") for n in range(60)))]
    held += add(store, *(record("v1", Scope(user="bob"), id=f"b{n}") for n in range(3)))
    for one in (held[0], held[59], held[60]):
        edit(store, edit(store, one, "v2", seconds=10), "v3", seconds=20)
    wanted = [*(one.id for one in held), "a0@1", "nobody"]
    alone = {id: store.versions(ANA, id) for id in wanted if id != "nobody"}
    assert store.versions_of(ANA, wanted) == alone
    assert [len(alone[id]) for id in ("a0", "a0@1", "a1", "a59", "b0")] == [3, 3, 1, 3, 3]
    assert store.delete(ANA, [one.id for one in held], at(30)) == len(held) + 6
    assert store.versions_of(ANA, wanted) == {}


def test_an_ending_of_a_version_that_is_no_longer_current_is_a_conflict_and_nothing_is_written(store: Store) -> None:
    (first,) = add(store, record("v1", id="fact"))
    edit(store, first, "v2", seconds=10)
    with pytest.raises(Conflict):
        edit(store, first, "v2 of somebody else", seconds=11)
    with pytest.raises(Conflict):
        archive(store, first, seconds=12)
    assert [found.content for found in store.versions(ANA, "fact")] == ["v1", "v2"]


def test_an_ending_of_another_tenants_record_is_a_conflict(store: Store) -> None:
    (mine,) = add(store, record("mine", id="fact"))
    with pytest.raises(Conflict):
        store.write(
            Scope(tenant="other", user="ana"),
            Batch(endings=(Ending(id=mine.id, item=mine.item, status="archived", ended_at=at(1)),)),
        )
    assert contents(store) == ["mine"]


def test_an_archived_record_can_be_followed_by_a_new_version(store: Store) -> None:
    (first,) = add(store, record("v1", id="fact"))
    archive(store, first, seconds=5)
    ending = Ending(id="fact", item=first.item, status="archived", ended_at=at(5), moved_to="fact@1", reopening=True)
    again = replace(first, updated_at=at(9), version=2, previous_version_id="fact@1")
    store.write(ANA, Batch(entries=entries(again), endings=(ending,)))
    assert [(found.version, found.status) for found in store.versions(ANA, "fact")] == [(1, "archived"), (2, "active")]


@pytest.mark.feature("RM-01")
def test_a_key_belongs_to_one_current_record_of_a_space(store: Store) -> None:
    (first,) = add(store, record("v1", key="name"))
    found = store.find_key(ANA, "name")
    assert found is not None
    assert found.id == first.id
    with pytest.raises(Conflict, match="name"):
        add(store, record("another", key="name"))
    with pytest.raises(Conflict, match="double"):
        add(store, record("a", key="double"), record("b", key="double"))
    second = edit(store, first, "v2", seconds=3)
    found = store.find_key(ANA, "name")
    assert found is not None
    assert (found.item, found.content) == (second.item, "v2")
    assert store.find_key(Scope(user="bob"), "name") is None
    add(store, record("bob's", Scope(user="bob"), key="name"))
    archive(store, second, seconds=4)
    assert store.find_key(ANA, "name") is None
    add(store, record("free again", key="name"))
    assert contents(store, key="name") == ["free again"]


@pytest.mark.feature("RM-01")
def test_ended_versions_may_bring_a_key_that_a_current_record_has(store: Store) -> None:
    """What an import of a whole history writes."""
    add(store, record("v1", key="name", id="old", status="superseded", ended_at=at(1)), record("v2", key="name"))
    add(store, record("v0", key="name", id="older", status="superseded", ended_at=at(0)))
    found = store.find_key(ANA, "name")
    assert found is not None
    assert found.content == "v2"


# --- sessions -------------------------------------------------------------------------------------------------------


def turn(content: str, session: str = "s", **fields: Any) -> Any:
    return record(content, Scope(user="ana", session=session), layer="turn", **fields)


def test_turns_without_a_place_get_the_next_one_of_their_session(store: Store) -> None:
    written = add(store, turn("a"), turn("b"), turn("x", "other"), turn("c"))
    assert [found.position for found in written] == [1, 2, 1, 3]
    assert add(store, turn("d"))[0].position == 4
    assert add(store, turn("far", position=10), turn("e"))[0].position == 10
    assert add(store, turn("f"))[0].position == 11
    assert add(store, record("a memory", Scope(user="ana", session="s")))[0].position == 0


def neighbours(store: Store) -> dict[str, tuple[str | None, str | None]]:
    with store.reading(ANA, signature=None) as reader:
        columns = reader.spaces[0].columns
        found = reader.records([columns.item(row) for row in range(len(columns))])
        names = [found[columns.item(row)].content for row in range(len(columns))]
    shown: dict[str, tuple[str | None, str | None]] = {}
    for row, name in enumerate(names):
        before, after = int(columns.before[row]), int(columns.after[row])
        shown[name] = (names[before] if before >= 0 else None, names[after] if after >= 0 else None)
    return shown


def test_neighbours_are_the_current_turns_before_and_after_in_the_same_session(store: Store) -> None:
    first, *_ = add(store, turn("a"), turn("x", "other"), turn("b"), record("memory"), turn("c"))
    assert neighbours(store) == {
        "a": (None, "b"), "b": ("a", "c"), "c": ("b", None), "x": (None, None), "memory": (None, None),
    }  # fmt: skip
    add(store, turn("d"))
    assert neighbours(store)["d"] == ("c", None)
    assert neighbours(store)["c"] == ("b", "d")
    archive(store, store.get(ANA, ["default-ana-b"])[0], seconds=5)
    assert neighbours(store)["a"] == (None, "c")
    assert neighbours(store)["b"] == (None, None)
    store.delete(ANA, [first.id], at(6))
    assert neighbours(store)["c"] == (None, "d")


def test_a_turn_that_comes_late_stands_where_its_position_says(store: Store) -> None:
    add(store, turn("a", position=1), turn("c", position=3))
    assert neighbours(store)["a"] == (None, "c")
    add(store, turn("b", position=2))
    assert neighbours(store) == {"a": (None, "b"), "b": ("a", "c"), "c": ("b", None)}


def test_turns_deleted_and_added_between_two_reads_leave_no_trace_of_the_old_order(open_store: Opener) -> None:
    reading, writing = open_store(), open_store()
    old = add(writing, *(turn(f"old {n}") for n in range(10)))
    assert len(neighbours(reading)) == 10
    writing.delete(ANA, [found.id for found in old[:-1]], at(1))
    add(writing, turn("new"))
    assert neighbours(reading) == {"old 9": (None, "new"), "new": ("old 9", None)}


# --- postings -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("ST-03")
def test_postings_hold_every_term_with_its_count_and_follow_every_change(store: Store) -> None:
    (first,) = add(store, record("apple apple pear"))
    assert postings_of(store, "appl", "pear", "plum") == {"appl": [(first.content, 2)], "pear": [(first.content, 1)]}
    add(store, record("pear plum"))
    assert postings_of(store, "pear") == {"pear": [("apple apple pear", 1), ("pear plum", 1)]}
    edit(store, first, "cherry", seconds=1)
    found = postings_of(store, "appl", "cherri")
    assert found == {"appl": [("apple apple pear", 2)], "cherri": [("cherry", 1)]}, "old versions stay searchable"
    store.delete(ANA, [first.id], at(2))
    assert postings_of(store, "appl", "pear", "cherri", "plum") == {
        "pear": [("pear plum", 1)],
        "plum": [("pear plum", 1)],
    }
    assert postings_of(store) == {}


def test_postings_are_right_when_the_first_the_middle_or_the_last_items_were_deleted(store: Store) -> None:
    for user, gone in (("first", 0), ("middle", 2), ("last", 4)):
        scope = Scope(user=user)
        add(store, *(record(f"word {n}", scope) for n in range(5)))
        assert len(postings_of(store, "word", scope=scope)["word"]) == 5
        store.delete(scope, [f"default-{user}-word {gone}"], at(1))
        expected = [(f"word {n}", 1) for n in range(5) if n != gone]
        assert postings_of(store, "word", scope=scope) == {"word": expected}
        add(store, record("word again", scope))
        assert postings_of(store, "word", scope=scope) == {"word": [*expected, ("word again", 1)]}
    store.delete(Scope(user="last"), [found.id for found in store.scan(Scope(user="last"))], at(2))
    assert postings_of(store, "word", scope=Scope(user="last")) == {}


def test_long_posting_lists_are_read_in_parts_and_lose_only_what_is_deleted(open_store: Opener) -> None:
    """Batches larger than a block, single writes between them, and a reader that has seen some of it."""
    reading, writing = open_store(), open_store()
    expected: list[tuple[str, int]] = []
    for size in (600, 1, 300, 1, 1, 2):
        texts = [f"word {len(expected) + n}" for n in range(size)]
        add(writing, *(record(text) for text in texts))
        expected += [(text, 1) for text in texts]
        assert postings_of(reading, "word", "17") == {"word": expected, "17": [("word 17", 1)]}
    gone = {0, 1, 255, 256, 257, 599, 600, 601, 900, 904}
    writing.delete(ANA, [f"default-ana-word {number}" for number in sorted(gone)], at(1))
    expected = [held for number, held in enumerate(expected) if number not in gone]
    for store in (reading, writing, open_store()):
        assert postings_of(store, "word") == {"word": expected}
        assert store.check(ANA, repair=False) == []


def test_a_term_said_very_often_counts_as_often_as_an_index_entry_can_say(store: Store) -> None:
    add(store, record(" ".join(["drum"] * 300)))
    ((_, count),) = postings_of(store, "drum")["drum"]
    assert count == 255
    assert store.check(ANA, repair=False) == []


def test_terms_with_any_character_are_kept_as_they_are(store: Store) -> None:
    odd = {"back\\slash": 1, "tab\tin": 2, "new\nline": 3, "\\N": 4, "ret\rurn": 5, "quo'te\"s": 6, "日本": 7, "%s?": 8}
    odd |= {f"plain{n}": 1 for n in range(20)}
    found_in = Entries(records=(record("odd"),), terms=terms_of([odd]), lengths=[9], flags=[0])
    store.write(ANA, Batch(entries=found_in))
    found = postings_of(store, *odd)
    assert {term: rows[0][1] for term, rows in found.items()} == odd


def test_postings_read_in_an_older_transaction_do_not_hide_newer_items(open_store: Opener) -> None:
    """Two readers share a cache: one began before a write and asks after the other has seen it."""
    reading, writing = open_store(), open_store()
    add(writing, record("apple one"))
    with reading.reading(ANA, signature=None) as older:
        assert older.spaces
        add(writing, record("apple two"))
        assert len(columns_of(reading, signature=None)) == 2
        older.spaces[0].postings(["appl"])
    assert postings_of(reading, "appl") == {"appl": [("apple one", 1), ("apple two", 1)]}


def test_everything_in_one_read_sees_one_state(open_store: Opener) -> None:
    reading, writing = open_store(), open_store()
    (first,) = add(writing, record("apple one"))
    with reading.reading(ANA, signature=None) as reader:
        assert len(reader.spaces[0].columns) == 1
        writing.delete(ANA, [first.id], at(1))
        add(writing, record("apple two"))
        assert [found.content for found in reader.records([first.item]).values()] == ["apple one"]
        assert list(reader.spaces[0].postings(["appl"]).rows["appl"]) == [0]
    assert postings_of(reading, "appl") == {"appl": [("apple two", 1)]}


# --- filters --------------------------------------------------------------------------------------------------------


@pytest.fixture
def varied(store: Store) -> Store:
    bob = Scope(user="ana", agent="bot", project="p", session="s")
    add(
        store,
        record("tagged", tags=("Red", 'say "hi" 100%_'), metadata={"size": 3, "nested": {"a": 1}, "ok": None}),
        record("other tag", tags=("red",), metadata={"size": "3"}),
        record("sector", sectors=("emotional", "semantic")),
        record("keyed", key="k", kind="fact", layer="profile"),
        record("labelled", bob),
        record("expired", expires_at=at(50)),
        record("valid", valid_from=at(100), valid_until=at(200)),
        record("long ago", occurred_at=at(-9000)),
        record("Cafe\u0301 noir"),
        record("caf\u00e9 cr\u00e8me"),
    )
    return store


@pytest.mark.feature("RM-03", "RM-04", "RM-07", "SC-02", "SC-04")
@pytest.mark.parametrize(
    "filter, expected",
    [
        ({"tags": ("Red",)}, {"tagged"}),
        ({"tags": ("red",)}, {"other tag"}),
        ({"tags": ('say "hi" 100%_',)}, {"tagged"}),
        ({"tags": ("Red", 'say "hi" 100%_')}, {"tagged"}),
        ({"tags": ("Red", "red")}, set()),
        ({"tags": ("e",)}, set()),
        ({"metadata": {"size": 3}}, {"tagged"}),
        ({"metadata": {"size": "3"}}, {"other tag"}),
        ({"metadata": {"nested": {"a": 1}}}, {"tagged"}),
        ({"metadata": {"ok": None}}, {"tagged"}),
        ({"metadata": {"absent": None}}, set()),
        ({"contains": "TAG"}, {"tagged", "other tag"}),
        ({"contains": "r t"}, {"other tag"}),
        ({"contains": "CAF\u00c9"}, {"Cafe\u0301 noir", "caf\u00e9 cr\u00e8me"}),
        ({"contains": "cafe\u0301 "}, {"Cafe\u0301 noir", "caf\u00e9 cr\u00e8me"}),
        ({"contains": "cre\u0300"}, {"caf\u00e9 cr\u00e8me"}),
        ({"sector": "semantic"}, {"sector"}),
        ({"sector": "reflective"}, set()),
        ({"key": "k"}, {"keyed"}),
        ({"key": "K"}, set()),
        ({"kinds": ("fact", "event")}, {"keyed"}),
        ({"layers": ("profile",)}, {"keyed"}),
        ({"valid_at": at(150), "contains": "valid"}, {"valid"}),
        ({"valid_at": at(99), "contains": "valid"}, set()),
        ({"valid_at": at(200), "contains": "valid"}, set()),
        ({"until": at(-1)}, {"long ago"}),
        ({"since": at(-9000), "until": at(0)}, {"long ago"}),
        ({"since": at(1)}, set()),
        ({"contains": "expired", "include_expired": True}, {"expired"}),
        ({"contains": "expired"}, set()),
        ({"contains": "x' OR '1'='1"}, set()),
    ],
)  # fmt: skip
def test_a_filter_finds_what_meets_it(varied: Store, filter: dict[str, Any], expected: set[str]) -> None:
    assert set(contents(varied, **filter)) == expected
    asked = Filter(**filter)
    with varied.reading(ANA, signature=None) as reader:
        space = reader.spaces[0]
        matching = space.matching(asked)
        needs = asked.tags or asked.metadata or asked.contains or asked.sector or asked.key or asked.valid_at
        assert (matching is None) == (not needs)
        if matching is not None:
            rows = [space.columns.item(int(row)) for row in np.flatnonzero(matching)]
            found = {record.content for record in reader.records(rows).values()}
            assert expected <= found, "what the columns can judge is not judged here"


@pytest.mark.parametrize(
    "labels, seen",
    [
        ({}, True),
        ({"agent": "bot"}, True),
        ({"agent": "other"}, False),
        ({"project": "p"}, True),
        ({"project": "q"}, False),
        ({"session": "other"}, True),
    ],
)
def test_labels_narrow_to_equal_or_empty(varied: Store, labels: dict[str, str], seen: bool) -> None:
    found = contents(varied, Scope(user="ana", **labels))
    assert ("labelled" in found) is seen
    assert "tagged" in found


def test_only_session_narrows_to_the_session(varied: Store) -> None:
    assert contents(varied, Scope(user="ana", session="s"), only_session=True) == ["labelled"]
    assert contents(varied, Scope(user="ana", session="t"), only_session=True) == []


@pytest.mark.feature("RM-04")
def test_a_record_is_hidden_from_the_moment_it_expires(store: Store) -> None:
    add(store, record("brief", expires_at=at(50)))
    assert contents(store, now=at(50) - timedelta(microseconds=1)) == ["brief"]
    assert contents(store, now=at(50)) == []
    assert contents(store, now=at(51), as_of=at(49)) == ["brief"]


def test_as_of_shows_the_versions_that_were_current_then(store: Store) -> None:
    (first,) = add(store, record("v1", id="fact", seconds=10))
    second = edit(store, first, "v2", seconds=20)
    archive(store, second, seconds=30)
    seen = {seconds: contents(store, as_of=at(seconds)) for seconds in (9, 10, 19, 20, 29, 30)}
    assert seen == {9: [], 10: ["v1"], 19: ["v1"], 20: ["v2"], 29: ["v2"], 30: []}


@pytest.mark.feature("SC-12")
def test_statuses_choose_which_versions_are_listed(store: Store) -> None:
    first, second = add(store, record("kept"), record("put away"))
    archive(store, second, seconds=1)
    edit(store, first, "kept, newer", seconds=2)
    assert contents(store) == ["kept, newer"]
    assert contents(store, statuses=("archived",)) == ["put away"]
    assert contents(store, statuses=()) == ["kept, newer", "put away", "kept"]


# --- scopes ---------------------------------------------------------------------------------------------------------


@pytest.mark.feature("SC-06", "SC-12")
def test_a_tenant_sees_nothing_of_another_whatever_it_asks(store: Store) -> None:
    (mine,) = add(store, record("secret apple", id="x", key="k", tags=("t",)), vectors=True)
    store.write(ANA, Batch(edges=(Edge(source_type="record", source="x", target_type="record", target="x", kind="k",
                                       created_at=at(0)),)))  # fmt: skip
    store.cache_vectors(ANA, SIGNATURE, {"h": vector(1)}, now=at(0), entries_max=10)
    store.delete(ANA, [add(store, record("gone"))[0].id], at(1))
    for other in (Scope(tenant="other", user="ana"), Scope(tenant="other")):
        assert store.get(other, ["x"]) == []
        assert store.versions(other, "x") == []
        assert store.find_key(other, "k") is None
        assert contents(store, other) == []
        assert store.list(other, Filter(), now=at(9), limit=9, offset=0, everyone=True) == []
        assert store.count(other, Filter(), now=at(9), everyone=True) == 0
        assert list(store.scan(other, everyone=True)) == []
        assert store.edges(other, ["x"]) == []
        assert store.tombstones(other) == []
        assert store.users(other) == []
        assert store.pending_vectors(other, "test:none:8", limit=9) == []
        assert store.pending_count(other, "test:none:8") == 0
        assert store.cached_vectors(other, SIGNATURE, ["h"]) == {}
        assert store.facts(other).records == 0
        assert store.delete(other, ["x"], at(2)) == 0
        with store.reading(other, signature=SIGNATURE, users=("ana",)) as reader:
            assert reader.spaces == []
    assert [found.content for found in store.get(ANA, ["x"])] == [mine.content]


@pytest.mark.feature("SC-02", "SC-06")
def test_a_user_sees_the_own_space_and_the_shared_one(store: Store) -> None:
    bob, shared = Scope(user="bob"), Scope()
    add(store, record("ana's"))
    add(store, record("bob's", bob))
    add(store, record("everybody's", shared))
    assert set(contents(store, ANA)) == {"ana's", "everybody's"}
    assert set(contents(store, bob)) == {"bob's", "everybody's"}
    assert contents(store, shared) == ["everybody's"]
    assert contents(store, Scope(user="new")) == ["everybody's"]
    everyone = store.list(shared, Filter(), now=at(9), limit=9, offset=0, everyone=True)
    assert {found.content for found in everyone} == {"ana's", "bob's", "everybody's"}
    assert store.count(shared, Filter(), now=at(9), everyone=True) == 3
    assert [found.content for found in store.scan(bob)] == ["bob's"]
    assert {found.content for found in store.scan(bob, everyone=True)} == {"ana's", "bob's", "everybody's"}
    assert store.users(shared) == ["ana", "bob", None]
    assert store.users(shared, holding=True) == ["ana", "bob", None]
    with store.reading(shared, signature=None, users=("ana", "bob", "nobody")) as reader:
        assert [len(space.columns) for space in reader.spaces] == [1, 1, 1]


def test_a_user_whose_records_are_all_deleted_has_a_space_with_nothing_in_it(store: Store) -> None:
    add(store, record("ana's", id="gone"))
    add(store, record("bob's", Scope(user="bob")))
    assert store.delete(ANA, ["gone"], at(1)) == 1
    assert store.users(ANA) == ["ana", "bob"]
    assert store.users(ANA, holding=True) == ["bob"]


def test_the_same_id_may_be_used_by_two_tenants(store: Store) -> None:
    other = Scope(tenant="other", user="ana")
    add(store, record("mine", id="same"))
    add(store, record("theirs", other, id="same"))
    assert store.delete(ANA, ["same"], at(1)) == 1
    assert [found.content for found in store.get(other, ["same"])] == ["theirs"]


# --- deleting -------------------------------------------------------------------------------------------------------


def test_a_deletion_removes_all_versions_and_everything_that_belongs_to_them(store: Store) -> None:
    gone, stays = add(store, record("gone apple", id="gone"), record("stays", id="stays"), vectors=True)
    gone = edit(store, gone, "gone pear", seconds=1)
    edges = tuple(
        Edge(source_type="record", source=a, target_type="record", target=b, kind="k", created_at=at(0))
        for a, b in (("gone", "stays"), ("stays", "gone"), ("stays", "else"))
    )
    store.write(ANA, Batch(edges=edges))
    hashes = {gone.provenance.content_hash, stays.provenance.content_hash}
    cached = {record.provenance.content_hash: vector(1) for record in (gone, stays)}
    store.cache_vectors(ANA, SIGNATURE, cached, now=at(0), entries_max=100)
    store.cache_vectors(ANA, "test:b:8", cached, now=at(0), entries_max=100)
    assert len(hashes) == 2
    assert store.delete(ANA, ["gone", "nobody"], at(5)) == 2
    assert store.get(ANA, ["gone", "gone@1"]) == []
    assert store.versions(ANA, "gone") == []
    assert postings_of(store, "gone", "appl", "pear", "stay") == {"stay": [("stays", 1)]}
    assert [(edge.source, edge.target) for edge in store.edges(ANA, ["stays"])] == [("stays", "else")]
    assert (tally(store, "item"), tally(store, "vector"), tally(store, "edge")) == (1, 1, 1)
    assert store.check(ANA, repair=False) == []
    assert store.delete(ANA, ["gone"], at(6)) == 0


def test_the_cached_vector_of_a_deleted_text_is_gone_for_every_embedder(store: Store) -> None:
    (gone,) = add(store, record("private text"))
    for signature in (SIGNATURE, "test:b:8"):
        hash = gone.provenance.content_hash
        store.cache_vectors(ANA, signature, {hash: vector(1), "other": vector(2)}, now=at(0), entries_max=100)
    store.delete(ANA, [gone.id], at(5))
    assert list(store.cached_vectors(ANA, SIGNATURE, [gone.provenance.content_hash, "other"])) == ["other"]
    assert tally(store, "embedding_cache") == 2


def test_a_tombstone_says_what_was_deleted_and_when_and_nothing_of_what_it_said(store: Store) -> None:
    (first,) = add(store, record("a private matter", id="one", key="private", metadata={"private": 1}))
    edit(store, first, "another private matter", seconds=1)
    store.delete(ANA, ["one"], at(5))
    assert [(found.id, found.deleted_at) for found in store.tombstones(ANA)] == [("one@1", at(5)), ("one", at(5))]
    assert store.tombstones(Scope(user="bob")) == []
    for table in EVERY_TABLE:
        with store._database.reading(ANA) as session:  # type: ignore[attr-defined]
            assert "private" not in str(session.all(f"SELECT * FROM {table}"))


def test_an_id_can_be_given_again_after_deletion_and_other_readers_notice_every_change(open_store: Opener) -> None:
    reading, writing = open_store(), open_store()
    add(writing, record("stays"))
    add(writing, record("first life", id="cat"))
    assert len(columns_of(reading)) == 2
    writing.delete(ANA, ["cat"], at(1))
    add(writing, record("second life", id="cat"))
    writing.delete(ANA, ["cat"], at(2))
    assert len(columns_of(reading)) == 1
    assert [(found.id, found.deleted_at) for found in writing.tombstones(ANA)] == [("cat", at(2))]


def test_one_deletion_may_reach_several_users_of_the_tenant(store: Store) -> None:
    add(store, record("a", id="a"))
    add(store, record("b", Scope(user="bob"), id="b"))
    assert store.delete(ANA, ["a", "b"], at(1)) == 2
    assert [found.id for found in store.tombstones(Scope(user="bob"))] == ["b"]


# --- transactions ---------------------------------------------------------------------------------------------------


def bad_batches(current: Any) -> dict[str, Batch]:
    new = record("a new apple", id="new")
    good = entries(new, vectors=[vector(1)])
    both = [vector(1), vector(2)]
    stale = Ending(id="nobody", item=current.item, status="archived", ended_at=at(1))
    edge = Edge(source_type="record", source="a", target_type="record", target="b", kind="k", created_at=at(0))
    unfit = replace(edge, weight=None)  # type: ignore[arg-type]
    taken_id = entries(new, record("x", id=current.id), vectors=both)
    taken_key = entries(new, record("x", key="taken"), vectors=both)
    return {
        "a stale ending": Batch(entries=good, endings=(stale,), signature=SIGNATURE),
        "a taken id": Batch(entries=taken_id, signature=SIGNATURE),
        "a taken key": Batch(entries=taken_key, signature=SIGNATURE),
        "an edge that cannot be stored": Batch(entries=good, edges=(edge, unfit), signature=SIGNATURE),
    }


@pytest.mark.feature("ST-18")
@pytest.mark.parametrize("fault", list(bad_batches(record("x"))))
def test_a_write_that_fails_leaves_nothing_behind(store: Store, fault: str) -> None:
    (current,) = add(store, record("there", key="taken"), vectors=True)
    before = {table: tally(store, table) for table in EVERY_TABLE}
    generation = columns_of(store).generation
    with pytest.raises(RecollectError):
        store.write(ANA, bad_batches(current)[fault])
    assert {table: tally(store, table) for table in EVERY_TABLE} == before
    assert columns_of(store).generation == generation
    add(store, record("after"))
    assert columns_of(store).numbers.tolist() == [0, 1], "no number is lost"
    assert store.check(ANA, repair=False) == []


@pytest.mark.feature("ST-18")
def test_a_first_write_that_fails_leaves_no_space(store: Store) -> None:
    with pytest.raises(Conflict):
        add(store, record("a", key="k"), record("b", key="k"))
    assert store.users(ANA) == []
    assert store.analyser_version(ANA) is None
    add(store, record("a"))
    assert store.analyser_version(ANA) == ANALYSER_VERSION


def test_records_can_be_written_while_others_are_being_scanned(store: Store) -> None:
    add(store, *(record(f"text {n}") for n in range(5)))
    seen = []
    for found in store.scan(ANA):
        seen.append(found.content)
        add(store, record(f"copy of {found.content}"))
    assert seen == [f"text {n}" for n in range(5)]
    assert len(list(store.scan(ANA))) == 10


def test_a_scan_that_is_given_up_keeps_nothing_open(store: Store) -> None:
    add(store, *(record(f"text {n}") for n in range(2100)))
    for _ in range(20):
        assert next(store.scan(ANA)).content == "text 0"
    add(store, record("after"))


# --- edges ----------------------------------------------------------------------------------------------------------


def test_an_edge_drawn_again_takes_the_new_weight(store: Store) -> None:
    add(store, record("a", id="a"))
    edge = Edge(source_type="record", source="a", target_type="entity", target="e", kind="about", created_at=at(0))
    store.write(ANA, Batch(edges=(edge,)))
    newer = replace(edge, weight=0.25, confidence=0.5, valid_from=at(1), valid_until=at(2), ended_at=at(3))
    store.write(ANA, Batch(edges=(newer, replace(edge, kind="part_of"))))
    found = {edge.kind: edge for edge in store.edges(ANA, ["a", "e"])}
    assert found == {"about": newer, "part_of": replace(edge, kind="part_of")}
    assert store.edges(ANA, []) == []


# --- care -----------------------------------------------------------------------------------------------------------


def test_facts_count_what_is_there(store: Store) -> None:
    (first, _) = add(store, record("a", layer="turn"), record("b"), vectors=True)
    add(store, record("shared", Scope()))
    archive(store, first, seconds=1)
    facts = store.facts(ANA)
    assert (facts.records, facts.spaces) == (3, 2)
    assert facts.schema_version >= 1
    assert facts.by_layer == {"turn": 1, "memory": 2}
    assert facts.by_status == {"active": 2, "archived": 1}
    assert facts.vectors == {SIGNATURE: 2}
    assert facts.analyser_version == ANALYSER_VERSION
    assert facts.url == store.url
    assert facts.bytes > 0 or ":memory:" in store.url


def test_a_backup_is_written_beside_what_goes_on(store: Store, tmp_path: Path) -> None:
    if ":memory:" in store.url:
        pytest.skip("what is only in memory has no backup; export it")
    if "application_" in store.url:
        pytest.skip("a role that owns nothing makes no backup: see test_wall.py")
    add(store, record("kept"), vectors=True)
    target = tmp_path / "new folder" / "copy.bak"
    assert store.backup(ANA, target) == target.stat().st_size > 0
    assert [path.name for path in target.parent.iterdir()] == ["copy.bak"], "nothing half-written stays"
    size = store.backup(ANA, target)
    assert size == target.stat().st_size


def test_a_backup_that_cannot_be_written_is_told_and_leaves_nothing(open_store: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    (folder / "taken").mkdir(parents=True)
    (folder / "file").touch()
    store = open_store()
    add(store, record("a"))
    for target in (folder / "file" / "copy.bak", folder / "taken"):
        with pytest.raises(StoreUnavailable, match="cannot be written"):
            store.backup(ANA, target)
    assert sorted(path.name for path in folder.iterdir()) == ["file", "taken"]

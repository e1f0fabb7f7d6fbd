"""Documents and their passages change together or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from recollect.contracts.store import Store
from recollect.errors import Conflict
from recollect.model.batch import Batch, Ending, Moved
from recollect.model.document import DOCUMENT, PART_OF, Document
from recollect.model.query import Filter
from recollect.model.record import ARCHIVED, SUPERSEDED, Edge, Provenance, Record
from recollect.model.scope import Scope
from tests.contracts.building import ANA, at, entries, record

SHARED = Scope()
OTHER_TENANT = Scope(tenant="other", user="ana")


def document(source: str = "notes.md", scope: Scope = ANA, **fields: Any) -> Document:
    given: dict[str, Any] = {"id": f"{scope.tenant}-{scope.user}-{source}", "content_hash": "1", "title": "Notes"}
    return Document(scope=scope, source=source, created_at=at(0), updated_at=at(0), **(given | fields))


def passage(text: str, of: Document, position: int, *, scope: Scope = ANA) -> Record:
    found = record(text, scope, layer=DOCUMENT, position=position, metadata={"document": of.id})
    reference = f"{of.source}#L{position}"
    return found.but(
        provenance=Provenance(source=DOCUMENT, reference=reference, content_hash=found.provenance.content_hash)
    )


def put(store: Store, of: Document, *passages: Record, **more: Any) -> list[Record]:
    edges = tuple(
        Edge(
            source_type="record",
            source=one.id,
            target_type=DOCUMENT,
            target=of.id,
            kind=PART_OF,
            created_at=at(0),
        )
        for one in passages
    )
    held = entries(*passages) if passages else None
    return list(store.write(of.scope.own, Batch(entries=held, edges=edges, documents=(of,), **more)).records)


def texts(store: Store, of: Document, *, ended: bool = False) -> list[str]:
    return [one.content for one in store.passages(of.scope, [of.id], ended=ended)[of.id]]


def test_a_document_is_found_with_its_passages_in_their_order(store: Store) -> None:
    notes = document(metadata={"author": "Ana", "pages": 3}, bytes=12, passages=2, stamp="12:1", collection="work")
    put(store, notes, passage("second", notes, 2), passage("first", notes, 1))
    assert store.document(ANA, notes.id) == notes
    assert texts(store, notes) == ["first", "second"]
    assert store.documents(ANA, limit=10) == [notes]


def test_a_document_of_another_tenant_is_not_there(store: Store) -> None:
    notes = document()
    put(store, notes, passage("mine", notes, 1))
    assert store.document(OTHER_TENANT, notes.id) is None
    assert store.documents(OTHER_TENANT, everyone=True, limit=10) == []
    assert store.passages(OTHER_TENANT, [notes.id]) == {notes.id: []}


def test_a_user_sees_his_documents_and_the_shared_ones(store: Store) -> None:
    mine, ours = document("b.md"), document("a.md", SHARED)
    theirs = document("c.md", Scope(user="ben"))
    for one in (mine, ours, theirs):
        put(store, one, passage(one.source, one, 1, scope=one.scope))
    assert [one.source for one in store.documents(ANA, limit=10)] == ["a.md", "b.md"]
    assert [one.source for one in store.documents(ANA, own=True, limit=10)] == ["b.md"]
    assert [one.source for one in store.documents(SHARED, limit=10)] == ["a.md"]
    assert [one.source for one in store.documents(ANA, everyone=True, limit=10)] == ["a.md", "b.md", "c.md"]
    assert [one.source for one in store.documents(ANA, everyone=True, limit=1, offset=1)] == ["b.md"]


def test_documents_are_narrowed_by_collection_source_and_label(store: Store) -> None:
    of_agent = document("x.md", Scope(user="ana", agent="helper"), collection="work")
    by_hand, of_other = document("y.md"), document("z.md", Scope(user="ana", agent="other"))
    for one in (of_agent, by_hand, of_other):
        put(store, one)
    assert [one.source for one in store.documents(ANA, collection="work", limit=10)] == ["x.md"]
    assert [one.source for one in store.documents(ANA, collection="", limit=10)] == ["y.md", "z.md"]
    assert [one.source for one in store.documents(ANA, sources=["y.md", "no.md"], limit=10)] == ["y.md"]
    assert [one.source for one in store.documents(Scope(user="ana", agent="helper"), limit=10)] == ["x.md", "y.md"]


def test_a_passage_that_moved_keeps_its_version(store: Store) -> None:
    notes = document()
    [held] = put(store, notes, passage("same words", notes, 1))
    before = store.stamp(ANA)
    moved = Moved(item=held.item, reference="notes.md#L7", position=7)
    put(store, replace(notes, version=2, content_hash="2"), moved=(moved,))
    [now] = store.passages(ANA, [notes.id])[notes.id]
    assert (now.provenance.reference, now.position, now.version, now.id) == ("notes.md#L7", 7, 1, held.id)
    assert store.stamp(ANA) != before, "what is cached of the space has to be looked at again"
    assert now.metadata == held.metadata
    put(store, replace(notes, version=3, content_hash="3"), moved=(replace(moved, metadata={"team": "quay"}),))
    assert [one.metadata for one in store.passages(ANA, [notes.id])[notes.id]] == [{"team": "quay"}]


def test_given_by_hand_one_source_is_another_document_under_other_labels(store: Store) -> None:
    scopes = [
        ANA,
        *(replace(ANA, **label) for label in ({"project": "p"}, {"agent": "p"}, {"agent": "a", "project": "p"})),
    ]
    for n, scope in enumerate(scopes):
        one = document(scope=scope, id=f"d{n}")
        put(store, one, passage(f"words of {n}", one, 1, scope=scope))
    for n, scope in enumerate(scopes):
        for sources in (None, ["notes.md"]):
            found = store.documents(scope, collection="", sources=sources, own=True, alike=True, limit=10)
            assert [(one.id, one.collection, one.scope) for one in found] == [(f"d{n}", "", scope)]
    assert len(store.documents(ANA, collection="", limit=10)) == 4
    assert len(store.documents(ANA, limit=10)) == 4
    kept = document("kept.md", scopes[1], collection="work")
    put(store, kept)
    assert len(store.documents(ANA, collection="", limit=10)) == 4
    assert store.documents(ANA, collection="work", limit=10) == [kept]


def test_passages_are_counted_without_those_that_ended(store: Store) -> None:
    notes, bare = document(), document("bare.md")
    first, _ = put(store, notes, passage("one", notes, 1), passage("two", notes, 2))
    put(store, bare)
    assert store.passage_counts(ANA, [notes.id, bare.id]) == {notes.id: 2, bare.id: 0}
    ending = Ending(id=first.id, item=first.item, status=ARCHIVED, ended_at=at(5))
    store.write(ANA, Batch(endings=(ending,)))
    assert store.passage_counts(ANA, [notes.id]) == {notes.id: 1}
    assert store.passage_counts(OTHER_TENANT, [notes.id]) == {notes.id: 0}


def test_what_a_document_no_longer_says_is_ended_or_removed(store: Store) -> None:
    notes = document()
    first, second, third = put(store, notes, *(passage(text, notes, 1) for text in ("one", "two", "three")))
    ending = Ending(id=first.id, item=first.item, status=SUPERSEDED, ended_at=at(5))
    put(store, replace(notes, version=2, content_hash="2"), endings=(ending,), removed=(second.id,), at=at(5))
    assert texts(store, notes) == ["three"]
    assert texts(store, notes, ended=True) == ["one", "three"]
    assert store.get(ANA, [second.id]) == []
    assert [one.id for one in store.tombstones(ANA)] == [second.id]
    assert store.check(ANA, repair=False) == []
    assert third.content == "three"


@pytest.mark.parametrize(
    "version, content_hash, taken", [(1, "1", True), (2, "2", True), (1, "2", False), (3, "2", False)]
)
def test_a_document_takes_one_step_at_a_time(store: Store, version: int, content_hash: str, taken: bool) -> None:
    notes = document()
    put(store, notes, passage("old", notes, 1))
    newer = replace(notes, version=version, content_hash=content_hash, stamp="later")
    if taken:
        put(store, newer, passage("new", notes, 2))
        assert store.document(ANA, notes.id) == newer
    else:
        with pytest.raises(Conflict):
            put(store, newer, passage("new", notes, 2))
        assert store.document(ANA, notes.id) == notes
    assert texts(store, notes) == (["old", "new"] if taken else ["old"])


def test_of_two_who_read_the_same_state_one_is_refused(open_store: Callable[[], Store]) -> None:
    one, other = open_store(), open_store()
    notes = document()
    put(one, notes, passage("old", notes, 1))
    put(other, replace(notes, version=2, content_hash="2"), passage("theirs", notes, 2))
    with pytest.raises(Conflict):
        put(one, replace(notes, version=2, content_hash="3"), passage("ours", notes, 2))
    assert texts(one, notes) == ["old", "theirs"]


def test_a_dropped_document_leaves_nothing(store: Store) -> None:
    notes, other = document(), document("other.md")
    [held] = put(store, notes, passage("going", notes, 1))
    put(store, other, passage("staying", other, 1))
    store.write(ANA, Batch(removed=(held.id,), dropped=(notes,), at=at(9)))
    assert store.documents(ANA, limit=10) == [other]
    assert [one.content for one in store.list(ANA, Filter(), now=at(9), limit=10, offset=0)] == ["staying"]
    assert store.edges(ANA, [notes.id, held.id]) == []
    with pytest.raises(Conflict):
        store.write(ANA, Batch(dropped=(notes,), at=at(9)))


def test_erasing_a_user_takes_his_documents_along(store: Store) -> None:
    notes, ours = document(), document("a.md", SHARED)
    put(store, notes, passage("mine", notes, 1))
    put(store, ours, passage("ours", ours, 1, scope=SHARED))
    assert store.erase(ANA, at(9))["documents"] == 1
    assert store.documents(ANA, everyone=True, limit=10) == [ours]

"""Documents: what they say is kept in step with what was read, and nothing is done twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from recollect import Memory
from recollect.engine.documents import Documents, Kept, Read
from recollect.errors import InvalidInput, NotFound
from recollect.ingest.chunk import passages
from recollect.model.document import Section
from recollect.model.ids import derived_id
from recollect.model.scope import Scope

ANA = Scope(user="ana")
PART = "The {} stands in the hall, and what it needs hangs under the roof of the shed beside the old pear tree.\n\n"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", worker="off") as opened:
        yield opened


@pytest.fixture
def documents(memory: Memory) -> Documents:
    return memory._running.documents


def read(text: str, source: str = "house.md", **fields: Any) -> Read:
    cut = passages([Section(text=text)], tokens_max=32, overlap_tokens=0)
    return Read(scope=fields.pop("scope", ANA), source=source, passages=cut, **fields)


def put(documents: Documents, text: str, source: str = "house.md", **fields: Any) -> Kept:
    return documents.put([read(text, source, **fields)])[0]


def shown(documents: Documents, kept: Kept, *, ended: bool = False) -> list[str]:
    return [one.content for one in documents.passages(ANA, kept.document.id, ended=ended)]


def text(*things: str) -> str:
    return "".join(PART.format(thing) for thing in things)


def test_a_document_becomes_passages_that_are_found_and_say_where_they_stand(
    memory: Memory, documents: Documents
) -> None:
    kept = put(documents, text("router", "boiler"), title="House", metadata={"author": "Ana"})
    assert (kept.action, kept.added, kept.document.passages, kept.document.version) == ("added", 2, 2, 1)
    hit = memory.search("where is the boiler?", user="ana")[0]
    assert "boiler" in hit.content
    assert (hit.layer, hit.record.provenance.source) == ("document", "document")
    assert hit.record.provenance.reference == "house.md#L3"
    assert hit.record.metadata["document"] == kept.document.id
    assert documents.get(ANA, kept.document.id).metadata == {"author": "Ana"}


def test_the_same_again_is_nothing_new(memory: Memory, documents: Documents) -> None:
    first = put(documents, text("router"), stamp="1")
    stamp = memory._running.store.stamp(ANA)
    again = put(documents, text("router"), stamp="1")
    assert (again.action, again.document) == ("unchanged", first.document)
    assert memory._running.store.stamp(ANA) == stamp, "nothing was written"
    touched = put(documents, text("router"), stamp="2")
    assert (touched.action, touched.document.version, touched.document.stamp) == ("unchanged", 1, "2")


def test_only_what_is_new_is_written_and_what_moved_says_where_it_is(memory: Memory, documents: Documents) -> None:
    kept = put(documents, text("router", "boiler", "ladder"))
    before = {one.content: one.id for one in documents.passages(ANA, kept.document.id)}
    changed = put(documents, text("bicycle", "router", "boiler", "ladder"))
    assert (changed.action, changed.added, changed.kept, changed.ended) == ("changed", 1, 3, 0)
    assert changed.document.version == 2
    now = documents.passages(ANA, kept.document.id)
    assert [one.provenance.reference for one in now] == [f"house.md#L{line}" for line in (1, 3, 5, 7)]
    assert {one.content: one.id for one in now if one.content in before} == before
    assert {one.version for one in now} == {1}


def test_what_a_document_once_said_stays_and_a_file_is_its_own_history(memory: Memory, documents: Documents) -> None:
    by_hand = put(documents, text("router", "boiler"))
    put(documents, text("boiler"))
    assert len(shown(documents, by_hand)) == 1
    assert len(shown(documents, by_hand, ended=True)) == 2
    assert not [hit for hit in memory.search("router", user="ana") if "router" in hit.content]
    file = put(documents, text("router", "boiler"), "file.md", history=False, channel="file")
    put(documents, text("boiler"), "file.md", history=False, channel="file")
    assert len(shown(documents, file, ended=True)) == 1


def test_passages_go_to_the_session_that_their_document_is_read_in(memory: Memory) -> None:
    for session in ("a", "b"):
        done = memory.ingest(b"The router has VLAN 10", name="d.txt", user="ana", session=session)
    assert {one.scope.session for one in (*memory.documents(user="ana"), *memory.passages(done.id))} == {"b"}
    assert [memory.count(user="ana", session=session) for session in ("a", "b")] == [0, 1]


def test_what_was_said_before_can_be_said_again(documents: Documents) -> None:
    for history in (True, False):
        source = f"{history}.md"
        for things in (("router",), ("boiler",), ("router",), ("router", "router", "boiler"), ("router",)):
            kept = put(documents, text(*things), source, history=history)
            assert shown(documents, kept) == [PART.format(thing).strip() for thing in things]


def test_a_text_that_stands_twice_is_kept_twice(documents: Documents) -> None:
    kept = put(documents, text("router", "router"))
    assert len({one.id for one in documents.passages(ANA, kept.document.id)}) == 2


def test_cut_in_another_way_it_is_a_new_version_where_its_passages_are_others(documents: Documents) -> None:
    first = put(documents, text("router"), fingerprint="400/80")
    same = put(documents, text("router"), fingerprint="200/40")
    assert (same.action, same.document) == ("unchanged", replace(first.document, fingerprint="200/40"))
    assert documents.get(ANA, first.document.id) == same.document
    other = put(documents, text("boiler"), content_hash=first.document.content_hash, fingerprint="100/20")
    assert (other.action, other.document.version) == ("changed", 2)


def test_many_documents_are_one_transaction(memory: Memory, documents: Documents) -> None:
    kept = documents.put([read(text(f"thing {n}"), f"{n}.md") for n in range(20)])
    assert [one.action for one in kept] == ["added"] * 20
    assert [one.action for one in documents.put([read(text(f"thing {n}"), f"{n}.md") for n in range(20)])] == [
        "unchanged"
    ] * 20
    assert len(documents.list(ANA)) == 20


def test_one_source_in_two_collections_or_two_spaces_is_two_documents(documents: Documents) -> None:
    kept = [
        put(documents, text("router")),
        put(documents, text("router"), collection="folder"),
        put(documents, text("router"), scope=Scope(user="ben")),
    ]
    assert len({one.document.id for one in kept}) == 3


def test_a_secret_in_a_document_is_masked(documents: Documents) -> None:
    kept = put(documents, "The key of the router is sk-proj-Abcdefghijklmnop1234567890abcdefghijklmnop1234\n")
    assert "sk-proj" not in shown(documents, kept)[0]
    assert put(
        documents, "The key of the router is sk-proj-Abcdefghijklmnop1234567890abcdefghijklmnop1234\n"
    ).action == ("unchanged")


def test_removing_a_document_takes_all_it_ever_said(memory: Memory, documents: Documents) -> None:
    kept = put(documents, text("router", "boiler"))
    put(documents, text("boiler"))
    assert documents.remove([documents.get(ANA, kept.document.id)]) == 2
    assert memory.list(user="ana", status=["active", "superseded"]) == []
    with pytest.raises(NotFound):
        documents.get(ANA, kept.document.id)
    assert memory.doctor() == []


def test_a_document_that_cannot_be_read_any_more_keeps_what_it_said(documents: Documents) -> None:
    kept = put(documents, text("router"))
    failed = documents.failed(kept.document, "it is encrypted")
    assert documents.get(ANA, kept.document.id).error == failed.error == "it is encrypted"
    assert len(shown(documents, kept)) == 1
    assert put(documents, text("router")).document.error is None


def test_documents_travel_with_an_export(memory: Memory, documents: Documents) -> None:
    kept = put(documents, text("router", "boiler"), metadata={"author": "Ana"}, title="House")
    lines = list(memory.export(user="ana"))
    with Memory(":memory:", worker="off") as other:
        assert other.import_(lines) == {"added": 2, "known": 0}
        there = other._running.documents
        assert there.get(ANA, kept.document.id) == kept.document
        assert shown(there, kept) == shown(documents, kept)
        assert there.put([read(text("router", "boiler"), metadata={"author": "Ana"}, title="House")])[0].action == (
            "unchanged"
        )
        other.import_(lines, user="ben")
        [moved] = there.list(Scope(user="ben"))
        assert moved.id != kept.document.id
        assert len(there.passages(Scope(user="ben"), moved.id)) == 2


def test_documents_of_one_name_in_two_projects_travel_with_an_export(memory: Memory) -> None:
    for project in (None, "alpha", "beta"):
        memory.ingest(f"The mole of {project} is grey.".encode(), name="README.md", user="ana", project=project)
    lines = list(memory.export(user="ana"))
    with Memory(":memory:", worker="off") as other:
        for user in ("ana", "ben"):
            assert other.import_(lines, user=user) == {"added": 3, "known": 0}
            for project in (None, "alpha", "beta"):
                again = other.ingest(
                    f"The mole of {project} is grey.".encode(), name="README.md", user=user, project=project
                )
                assert again.action == "unchanged"
            assert len(other.documents(user=user, collection="")) == 3


@pytest.mark.feature("SC-06")
def test_nobody_can_take_the_id_of_anothers_document_before_it_is_read_in(memory: Memory, documents: Documents) -> None:
    taken = derived_id(ANA.tenant, "ana", "", "house.md")
    memory.import_([json.dumps({"document": {"id": taken, "user": "bob", "source": "mine.md"}})], user="bob")
    assert documents.get(ANA, taken).scope.user == "bob"
    kept = put(documents, text("router"))
    assert (kept.action, kept.document.scope.user, kept.document.id != taken) == ("added", "ana", True)
    assert "router" in shown(documents, kept)[0]
    assert put(documents, text("router", "boiler")).document.id == kept.document.id


@pytest.mark.parametrize("name", ["version", "passages"])
def test_a_document_with_a_number_that_no_database_holds_is_not_imported(memory: Memory, name: str) -> None:
    line = {"document": {"id": "one", "source": "a.md", name: 2**31}}
    with pytest.raises(InvalidInput, match=name):
        memory.import_([json.dumps(line)])

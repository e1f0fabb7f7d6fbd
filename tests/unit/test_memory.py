"""The public face, as a person would use it."""

from __future__ import annotations

import asyncio
import gc
import inspect
import threading
import weakref
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Closed, Conflict, InvalidInput, Memory, NotFound, TooLarge, UnknownName
from recollect.errors import Contradictory, InvalidState
from tests.clock import START, Clock


def contents(found: object) -> list[str]:
    return [item.content for item in found]  # type: ignore[attr-defined]


CONVERSATION = [
    {"role": "user", "name": "Ana", "content": "I adopted a cat called Miso", "metadata": {"id": "D1:1"}},
    {"role": "assistant", "content": "How lovely! How old is she?", "metadata": {"id": "D1:2"}},
    {"role": "user", "name": "Ana", "content": "Two years, she came from the shelter", "metadata": {"id": "D1:3"}},
]


def test_what_was_added_is_found_at_once(memory: Memory) -> None:
    added = memory.add("Ana moved to Lisbon in May", user="u1")
    hits = memory.search("where does Ana live?", user="u1")
    assert hits[0].id == added.id
    assert hits[0].content == "Ana moved to Lisbon in May"
    assert 0.0 <= hits[0].score <= 1.0
    assert hits[0].layer == "memory"
    assert "score" in hits[0].why


def test_a_conversation_keeps_every_turn_verbatim(memory: Memory) -> None:
    added = memory.add(CONVERSATION, user="u1", session="s1")
    assert [record.content for record in added.records] == [message["content"] for message in CONVERSATION]
    assert [record.position for record in added.records] == [1, 2, 3]
    hit = memory.search("cat Miso", user="u1", layers=["turn"])[0]
    assert (hit.metadata["id"], hit.session, hit.speaker, hit.layer) == ("D1:1", "s1", "Ana", "turn")
    more = memory.add([{"role": "user", "content": "She likes tuna"}], user="u1", session="s1")
    assert more.records[0].position == 4


def test_a_conversation_without_a_session_gets_one(memory: Memory) -> None:
    added = memory.add(CONVERSATION, user="u1")
    assert added.session
    assert {record.session for record in added.records} == {added.session}


def test_content_parts_of_chat_formats_are_joined(memory: Memory) -> None:
    parts = [{"type": "text", "text": "look at this"}, {"type": "image_url", "image_url": {"url": "x"}}]
    assert memory.add([{"role": "user", "content": parts}]).records[0].content == "look at this"
    parts = ["plain", {"type": "text", "text": "kept"}, {"type": "output_text", "text": "told"}, {"text": "untyped"}]
    assert memory.add([{"role": "user", "content": parts}]).records[0].content == "plain\nkept\ntold\nuntyped"
    with pytest.raises(InvalidInput, match=r"message 0: content has no text part among its image_url, call; there"):
        memory.add([{"role": "user", "content": [{"type": "image_url"}, {"type": "call", "text": "x"}]}])


@pytest.mark.feature("RM-03")
def test_metadata_and_tags_read_back_as_given(memory: Memory) -> None:
    metadata = {"category": "home", "nested": {"list": [1, 2.5, None, True]}, "ünï": "çode"}
    id = memory.add("text", tags=["a", "b", "a"], metadata=metadata).id
    record = memory.get(id)
    assert (record.metadata, record.tags) == (metadata, ("a", "b"))


@pytest.mark.feature("RM-01")
def test_the_same_key_again_is_a_new_version_with_merged_metadata(memory: Memory) -> None:
    first = memory.add("likes Python", user="u", key="preference:language", metadata={"a": 1, "b": 1})
    second = memory.add("likes Rust", user="u", key="preference:language", metadata={"b": 2})
    assert first.id == second.id
    record = memory.get(first.id)
    assert (record.content, record.metadata, record.version) == ("likes Rust", {"a": 1, "b": 2}, 2)
    assert contents(memory.list(user="u")) == ["likes Rust"]
    other = memory.add("likes Go", user="v", key="preference:language")
    assert other.id != first.id


@pytest.mark.feature("RM-01")
def test_the_same_key_again_changes_what_is_named_and_nothing_else(memory: Memory, clock: Clock) -> None:
    later = START + timedelta(days=90)
    fields: dict[str, Any] = {
        "kind": "procedure", "tags": ["a"], "confidence": 0.4, "expires_at": later, "valid_from": START
    }  # fmt: skip
    told = {"user": "u", "key": "k"}
    memory.add("fold, then press", session="s", project="p", **told, **fields)
    clock.forward(days=1)
    memory.add("press, then fold", **told, occurred_at=None, tags=None)
    record = memory.list(user="u")[0]
    kept = (record.kind, record.tags, record.confidence, record.expires_at, record.valid_from)
    assert (record.content, *kept) == ("press, then fold", "procedure", ("a",), 0.4, later, START)
    assert (record.session, record.project, record.sectors) == ("s", "p", ("procedural",))
    memory.add_many([{"content": "I feel happy", "key": "k", "kind": "note", "tags": [], "confidence": 1}], user="u")
    record = memory.list(user="u")[0]
    assert (record.kind, record.tags, record.confidence, record.sectors) == ("note", (), 1.0, ("emotional",))
    assert (record.expires_at, record.session) == (later, "s")
    memory.add("x", **told, session="t", relabelled=True)
    assert (memory.list(user="u")[0].session, memory.list(user="u")[0].project) == ("t", None)


@pytest.mark.feature("RM-01", "RM-04")
def test_what_has_expired_gives_its_end_to_nothing_that_comes_after_it(memory: Memory, clock: Clock) -> None:
    memory.add("closed today", user="u", key="k", tags=["a"], expires_at=START + timedelta(days=1))
    memory.add("valid in May", user="u", key="v", valid_until=START + timedelta(days=1), tags=["a"])
    clock.forward(days=2)
    memory.add("open again", user="u", key="k")
    memory.add("valid in June", user="u", key="v")
    again = {record.key: record for record in memory.list(user="u")}
    assert (again["k"].content, again["k"].expires_at, again["k"].tags) == ("open again", None, ())
    assert (again["v"].content, again["v"].valid_until, again["v"].tags) == ("valid in June", None, ("a",))


@pytest.mark.feature("RM-11")
@pytest.mark.feature("VH-04")
def test_an_update_is_a_new_version_under_the_same_id(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="u", tags=["home"]).id
    memory.update(id, content="Ana lives in Porto")
    memory.update(id, metadata={"since": "June"})
    versions = memory.history(id)
    assert [(record.version, record.content, record.status) for record in versions] == [
        (1, "Ana lives in Lisbon", "superseded"),
        (2, "Ana lives in Porto", "superseded"),
        (3, "Ana lives in Porto", "active"),
    ]
    assert versions[2].id == id
    assert [record.previous_version_id for record in versions] == [None, versions[0].id, versions[1].id]
    assert versions[0].ended_at == versions[1].updated_at
    assert versions[2].created_at == versions[0].created_at
    assert contents(memory.search("Lisbon", user="u", preset="weighted", channels="keyword")) == ["Ana lives in Porto"]
    assert versions[2].tags == ("home",)


def test_an_update_of_a_version_that_is_not_the_newest_any_more_is_refused(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="u").id
    assert memory.update(id, content="Ana lives in Porto", if_version=1).version == 2
    with pytest.raises(Conflict, match="version 2 by now, not 1; read it again"):
        memory.update(id, content="Ana lives in Faro", if_version=1)
    with pytest.raises(InvalidInput, match="if_version"):
        memory.update(id, content="Ana lives in Faro", if_version="2")
    assert memory.get(id).content == "Ana lives in Porto"


def test_the_past_can_be_searched_as_it_was(memory: Memory, clock: Clock) -> None:
    id = memory.add("Ana lives in Lisbon", user="u").id
    before = clock()
    clock.forward(days=1)
    memory.update(id, content="Ana lives in Porto")
    assert contents(memory.search("Ana", user="u", as_of=before)) == ["Ana lives in Lisbon"]
    assert contents(memory.search("Ana", user="u")) == ["Ana lives in Porto"]
    assert contents(memory.list(user="u", as_of=before)) == ["Ana lives in Lisbon"]
    assert memory.search("Ana", user="u", as_of=START - timedelta(days=1)) == []


def test_archiving_hides_and_can_be_undone_and_history_stays_true(memory: Memory, clock: Clock) -> None:
    id = memory.add("secret plan", user="u").id
    memory.archive(id)
    hidden_at = clock()
    assert memory.search("plan", user="u") == []
    assert memory.list(user="u") == []
    assert memory.get(id).status == "archived"
    assert contents(memory.list(user="u", status="archived")) == ["secret plan"]
    assert memory.archive(id).status == "archived"
    clock.forward(hours=1)
    assert memory.unarchive(id).version == 2
    assert contents(memory.search("plan", user="u")) == ["secret plan"]
    assert memory.search("plan", user="u", as_of=hidden_at) == []
    assert [record.status for record in memory.history(id)] == ["archived", "active"]


def test_what_is_archived_or_replaced_cannot_be_updated(memory: Memory) -> None:
    id = memory.add("x y z").id
    memory.update(id, content="a b c")
    old = memory.history(id)[0]
    with pytest.raises(Conflict, match="superseded"):
        memory.update(old.id, content="d")
    with pytest.raises(Conflict, match="superseded"):
        memory.archive(old.id)
    memory.archive(id)
    with pytest.raises(Conflict, match="unarchive"):
        memory.update(id, content="d")


def test_deleted_is_gone_at_once_with_its_versions(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="u").id
    memory.update(id, content="Ana lives in Porto")
    old = memory.history(id)[0].id
    assert memory.search("Ana", user="u")
    assert memory.delete(id) == 1
    assert memory.search("Ana", user="u") == []
    for gone in (id, old):
        with pytest.raises(NotFound, match="no record"):
            memory.get(gone)
    with pytest.raises(NotFound):
        memory.history(id)
    with pytest.raises(NotFound):
        memory.delete(id)
    assert memory.doctor() == []


@pytest.mark.feature("RM-04")
def test_a_version_that_has_expired_comes_back_without_its_end(memory: Memory, clock: Clock) -> None:
    id = memory.add("closed today", user="u", expires_at=START + timedelta(hours=1)).id
    memory.update(id, content="open again", expires_at=START + timedelta(days=9))
    memory.update(id, content="open for ever", expires_at=None)
    clock.now = START + timedelta(days=2)
    back = memory.revert(id, version=1)
    assert (back.content, back.expires_at) == ("closed today", None)
    assert contents(memory.list(user="u")) == ["closed today"]
    assert memory.revert(id, version=2).expires_at == START + timedelta(days=9), "an end that is to come stays"


def test_what_has_expired_is_hidden_everywhere(memory: Memory, clock: Clock) -> None:
    memory.add("the code is on the fridge", user="u", expires_at=START + timedelta(hours=1))
    assert len(memory.search("code", user="u")) == 1
    clock.forward(hours=2)
    for preset in ("recollect", "rrf", "weighted", "composite", "omniroute"):
        assert memory.search("code", user="u", preset=preset) == []
    assert memory.list(user="u") == []
    assert len(memory.list(user="u", include_expired=True)) == 1
    assert memory.add("already gone", expires_at="2020-01-01").records[0].expires_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert memory.search("already gone") == []


@pytest.mark.feature("RM-07")
def test_validity_and_confidence_are_kept_and_can_be_asked_for(memory: Memory) -> None:
    id = memory.add(
        "Ana works at Acme", user="u", confidence=0.6, valid_from="2024-01-01", valid_until="2025-01-01T00:00:00Z"
    ).id
    record = memory.get(id)
    assert (record.confidence, record.valid_from) == (0.6, datetime(2024, 1, 1, tzinfo=UTC))
    assert len(memory.search("Acme", user="u", valid_at="2024-06-01")) == 1
    assert memory.search("Acme", user="u", valid_at="2025-06-01") == []


@pytest.mark.feature("RM-10")
def test_recalls_are_counted_after_a_real_recall_only(memory: Memory) -> None:
    id = memory.add("Ana plays the cello", user="u").id
    memory.search("cello", user="u", dry_run=True)
    memory._running.recall.flush()
    assert memory.get(id).access_count == 0
    memory.search("cello", user="u")
    memory._running.recall.flush()
    record = memory.get(id)
    assert record.access_count == 1
    assert record.last_accessed_at is not None
    assert record.version == 1


@pytest.mark.feature("RM-12")
def test_strength_given_at_first_is_kept_beside_the_live_one(memory: Memory) -> None:
    record = memory.add("important", strength=0.9).records[0]
    assert (record.strength, record.original_strength, record.version) == (0.9, 0.9, 1)


@pytest.mark.feature("RM-14")
def test_sectors_are_kept_primary_first_and_default_to_the_kind(memory: Memory) -> None:
    assert memory.add("so happy today", sectors=["emotional", "episodic"]).records[0].sectors == (
        "emotional",
        "episodic",
    )
    decided = memory.add_many([{"content": "happy to go with Postgres", "kind": "decision"}])
    assert decided.records[0].sectors == ("episodic",)
    assert contents(memory.list(sector="emotional")) == ["so happy today"]
    assert len(memory.search("happy", sector="episodic")) == 2
    assert contents(memory.search("happy", sector="emotional")) == ["so happy today"]


def test_filters_narrow_and_unknown_ones_are_refused(memory: Memory) -> None:
    memory.add("red apple", user="u", tags=["fruit"], metadata={"n": 1}, kind="fact", occurred_at="2024-05-01")
    memory.add("red fire engine", user="u", metadata={"n": "1"}, kind="note", occurred_at="2025-05-01")
    cases: list[tuple[dict[str, object], list[str]]] = [
        ({"tags": ["fruit"]}, ["red apple"]),
        ({"metadata": {"n": 1}}, ["red apple"]),
        ({"metadata": {"n": "1"}}, ["red fire engine"]),
        ({"kinds": "fact"}, ["red apple"]),
        ({"contains": "FIRE"}, ["red fire engine"]),
        ({"since": "2025-01-01"}, ["red fire engine"]),
        ({"until": datetime(2025, 1, 1)}, ["red apple"]),  # noqa: DTZ001 - without a zone it is UTC
        ({"layers": ["turn"]}, []),
    ]
    for filters, expected in cases:
        assert contents(memory.search("red", user="u", **filters)) == expected, filters  # type: ignore[arg-type]
        assert contents(memory.list(user="u", **filters)) == expected, filters
        assert memory.count(user="u", **filters) == len(expected), filters
    assert memory.count(user="u", contains=" ") == 2
    with pytest.raises(UnknownName, match="unknown filter 'colour'"):
        memory.list(colour="red")
    with pytest.raises(UnknownName, match="unknown recall option 'colour'"):
        memory.search("red", colour="red")
    with pytest.raises(UnknownName, match="unknown layer 'skin'"):
        memory.search("red", layers=["skin"])


def test_lists_are_newest_first_and_paged(memory: Memory) -> None:
    memory.add_many([f"note {number}" for number in range(5)], user="u")
    memory.add("shared note")
    assert contents(memory.list(user="u")) == ["shared note", *(f"note {number}" for number in (4, 3, 2, 1, 0))]
    assert contents(memory.list(user="u", limit=2, offset=1)) == ["note 4", "note 3"]
    assert memory.count(user="u") == 6
    assert memory.count() == 1
    assert memory.count(everyone=True) == 6


@pytest.mark.parametrize(
    "bad, error, message",
    [
        ({"content": ""}, InvalidInput, "empty"),
        ({"content": " \n\t"}, InvalidInput, "empty"),
        ({"content": "a\x00b"}, InvalidInput, "NUL"),
        ({"content": "a\ud800b"}, InvalidInput, "not valid Unicode"),
        ({"content": b"bytes"}, InvalidInput, "text or a list of messages"),
        ({"content": 7}, InvalidInput, "text or a list of messages"),
        ({"content": {"role": "user"}}, InvalidInput, "text or a list of messages"),
        ({"content": []}, InvalidInput, "conversation is empty"),
        ({"content": ["text"]}, InvalidInput, "add_many"),
        ({"content": [{"role": "king", "content": "x"}]}, UnknownName, "unknown role 'king'"),
        ({"content": [{"role": "user", "content": ""}]}, InvalidInput, "message 0: content is empty"),
        ({"content": [{"role": "user", "content": "x", "mood": 1}]}, UnknownName, "unknown field 'mood'"),
        ({"content": "x" * 1_000_001}, TooLarge, "1,000,001 characters"),
        ({"content": "x", "user": ""}, InvalidInput, "user is empty"),
        ({"content": "x", "user": 5}, InvalidInput, "user must be a string"),
        ({"content": "x", "user": "n\x00"}, InvalidInput, "user contains a NUL"),
        ({"content": "x", "kind": "opinion"}, UnknownName, "unknown kind 'opinion'"),
        ({"content": "x", "metadata": {"x": float("nan")}}, InvalidInput, "plain JSON"),
        ({"content": "x", "metadata": {"x": object()}}, InvalidInput, "plain JSON"),
        ({"content": "x", "metadata": {1: "x"}}, InvalidInput, "must be strings"),
        ({"content": "x", "metadata": "x"}, InvalidInput, "must be a mapping"),
        ({"content": "x", "tags": "one"}, InvalidInput, "list of strings"),
        ({"content": "x", "tags": [f"t{n}" for n in range(129)]}, TooLarge, "at most 128"),
        ({"content": "x", "confidence": 1.5}, InvalidInput, "from 0 to 1"),
        ({"content": "x", "strength": float("nan")}, InvalidInput, "from 0 to 1"),
        ({"content": "x", "occurred_at": "yesterday"}, InvalidInput, "ISO 8601"),
        ({"content": "x", "expires_at": 5}, InvalidInput, "ISO 8601"),
        ({"content": "x", "importance": 5}, UnknownName, "unknown field 'importance'"),
    ],
)
def test_bad_input_gets_a_clear_error_and_stores_nothing(
    memory: Memory, bad: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        memory.add(**bad)  # type: ignore[arg-type]
    assert memory.count(everyone=True) == 0


def test_one_bad_message_or_item_stores_none_of_them(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="message 1"):
        memory.add([{"role": "user", "content": "fine"}, {"role": "user", "content": "\x00"}], user="u")
    with pytest.raises(InvalidInput, match="item 1: content is empty"):
        memory.add_many(["fine", ""], user="u")
    with pytest.raises(InvalidInput, match="list is empty"):
        memory.add_many([])
    assert memory.count(everyone=True) == 0


def test_a_user_is_named_as_long_as_something_is_theirs(memory: Memory) -> None:
    ids = [memory.add("Ana lives in Lisbon", user=user).id for user in ("ana", "bob")]
    document = memory.ingest(b"The roses are cut in March.", user="eva", name="garden.txt").document
    memory.archive(ids[1])
    memory.delete(ids[0])
    assert memory.users() == ["bob", "eva"]
    memory.delete_document(document.id)
    memory.erase(user="bob")
    assert memory.users() == []


@pytest.mark.parametrize(
    "items, error, message",
    [
        (["fine", {"content": "fine"}, ""], InvalidInput, "^item 2: content is empty"),
        ([{"content": "fine"}, "fine", {"content": 7}], InvalidInput, "^item 2: content must be text"),
        ([{"content": "fine"}, 7], InvalidInput, "^item 1: it is int"),
        (["fine", {"content": "x", "kind": "opinion"}], UnknownName, "^item 1: unknown kind"),
        (["fine", {"content": "x", "mood": 1}], UnknownName, "^item 1: unknown field 'mood'"),
        (["fine", {"content": "x", "key": "recollect/profile"}], InvalidInput, "^item 1: keys that begin with"),
        (["x" * 1_000_001], TooLarge, "^item 0: content has 1,000,001"),
        ([{"content": "x", "key": "k"}, "fine", {"content": "y", "key": "k"}], InvalidInput, "items 0 and 2 .* 'k'"),
    ],
)
def test_an_item_that_is_refused_is_named(
    memory: Memory, items: list[object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        memory.add_many(items, user="u")  # type: ignore[arg-type]
    assert memory.count(everyone=True) == 0


def test_an_item_that_does_not_go_with_what_its_key_holds_is_named_and_says_so(memory: Memory) -> None:
    memory.add("until May", user="u", key="k", valid_until=START + timedelta(days=1))
    fixed = memory.override("Answer in French", user="u").id
    memory.update(fixed, key="ov")
    late = {"content": "from June", "key": "k", "valid_from": START + timedelta(days=30)}
    with pytest.raises(Contradictory, match=r"^item 1: valid_from .* after valid_until .* stays as record .* 'k'"):
        memory.add_many(["fine", late], user="u")
    with pytest.raises(Contradictory, match=r"^valid_from .* what is not given stays"):
        memory.add(**late, user="u")
    with pytest.raises(InvalidState, match=r"^item 1: the key 'ov' belongs to the override"):
        memory.add_many(["fine", {"content": "in English", "key": "ov"}], user="u")
    assert sorted(contents(memory.list(user="u"))) == ["Answer in French", "until May"]


def test_sectors_that_were_chosen_stay_when_the_kind_changes(memory: Memory) -> None:
    memory.add("Color is blue", user="u", key="k", kind="preference", sectors=["reflective"])
    assert memory.add("Color is red", user="u", key="k", kind="note").records[0].sectors == ("reflective",)
    memory.add("Deploy on Friday", user="u", key="d", kind="preference")
    assert memory.add("Deploy on Friday", user="u", key="d", kind="procedure").records[0].sectors == ("procedural",)


@pytest.mark.parametrize(
    "wrong, error, message",
    [
        ({"role": "king"}, UnknownName, "^message 1: unknown role 'king'"),
        ({"tags": "one"}, InvalidInput, "^message 1: tags must be"),
        ({"metadata": "x"}, InvalidInput, "^message 1: metadata must be"),
        ({"occurred_at": "soon"}, InvalidInput, "^message 1: occurred_at is 'soon'"),
        ({"mood": 1}, UnknownName, "^message 1: unknown field 'mood'"),
    ],
)
def test_a_message_that_is_refused_is_named(
    memory: Memory, wrong: dict[str, object], error: type[Exception], message: str
) -> None:
    said = {"role": "user", "content": "fine"}
    with pytest.raises(error, match=message):
        memory.add([said, {**said, **wrong}], user="u")


@pytest.mark.parametrize("verb", ["list", "count", "conflicts", "changes", "documents", "totals", "sectors"])
def test_one_user_and_everyone_at_once_are_refused(memory: Memory, verb: str) -> None:
    with pytest.raises(Contradictory, match="user 'u' and everyone are both given"):
        getattr(memory, verb)(user="u", everyone=True)
    getattr(memory, verb)(user="u", everyone=False)
    getattr(memory, verb)(everyone=True)


@pytest.mark.parametrize(
    "query, options, error, message",
    [
        ("", {}, InvalidInput, "query is empty"),
        ("x\x00", {}, InvalidInput, "NUL"),
        (5, {}, InvalidInput, "must be text"),
        ("x" * 100_001, {}, TooLarge, "100,001 characters"),
        ("x", {"k": 0}, InvalidInput, "k must be a whole number"),
        ("x", {"k": 10**9}, InvalidInput, "from 1 to 1,000"),
        ("x", {"k": True}, InvalidInput, "k must be"),
        ("x", {"preset": "best"}, UnknownName, "unknown preset 'best'"),
        ("x", {"preset": ["best"]}, UnknownName, "unknown preset"),
        ("x", {"rrf_k": -1}, InvalidInput, "rrf_k must be a number from 0"),
        ("x", {"mmr_lambda": 2}, InvalidInput, "mmr_lambda"),
        ("x", {"fusion": "magic"}, UnknownName, "unknown fusion"),
        ("x", {"strategy": "magic"}, UnknownName, "unknown strategy"),
        ("x", {"metadata": []}, InvalidInput, "metadata must be a mapping"),
        ("x", {"now": "soon"}, InvalidInput, "now is 'soon'"),
    ],
)
def test_a_bad_question_gets_a_clear_error(
    memory: Memory, query: str, options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        memory.search(query, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query", ["C++", "don't", "2024-05-01", "node.js", "a:b", "(x", "*", '"', "北京", "'; DROP TABLE item"]
)
def test_any_characters_can_be_searched_for(memory: Memory, query: str) -> None:
    id = memory.add(f"about {query} and more", user="u").id
    memory.add("something else entirely", user="u")
    assert id in [hit.id for hit in memory.search(query, user="u")]
    assert memory.search(query, user="u", contains=query)[0].id == id


def test_a_closed_memory_says_so_and_closing_twice_is_fine(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "m.db")
    memory.close()
    memory.close()
    with pytest.raises(Closed, match="open a new one"):
        memory.add("x")


def test_what_was_stored_is_there_after_reopening(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db") as memory:
        id = memory.add("durable", user="u").id
    with Memory(f"sqlite:///{tmp_path / 'm.db'}") as memory:
        assert memory.get(id).content == "durable"
        assert memory.search("durable", user="u")[0].id == id


def test_a_memory_in_memory_works_too() -> None:
    with Memory(":memory:") as memory:
        memory.add("ephemeral")
        assert contents(memory.search("ephemeral")) == ["ephemeral"]


def test_async_memory_has_the_same_verbs(tmp_path: Path) -> None:
    async def use() -> list[str]:
        async with AsyncMemory(tmp_path / "m.db") as memory:
            await memory.add("async works", user="u")
            added = await asyncio.gather(*(memory.add(f"note {number}", user="u") for number in range(5)))
            assert len({result.id for result in added}) == 5
            assert sum('"content"' in line for line in await memory.export()) == 6
            return contents(await memory.search("async works", user="u", k=1))

    assert asyncio.run(use()) == ["async works"]
    verbs = {name for name in dir(Memory) if not name.startswith("_") and inspect.isfunction(getattr(Memory, name))}
    assert {"add", "search", "backup", "restore", "rekey", "migrate"} <= verbs
    assert verbs <= set(dir(AsyncMemory))


def test_async_memory_restores_and_rekeys_a_store_that_nobody_has_open(tmp_path: Path) -> None:
    async def use() -> list[str]:
        async with AsyncMemory(tmp_path / "m.db") as memory:
            await memory.add("kept in a backup", user="u")
            await memory.backup(tmp_path / "copy.db")
        await AsyncMemory.restore(tmp_path / "copy.db", tmp_path / "again.db")
        await AsyncMemory.migrate(tmp_path / "again.db", tmp_path / "moved.db")
        with pytest.raises(InvalidInput, match="give one of them"):
            await AsyncMemory.rekey(tmp_path / "moved.db", new_key="a", new_key_file=tmp_path / "b")
        async with AsyncMemory(tmp_path / "moved.db") as memory:
            return contents(await memory.search("backup", user="u"))

    assert asyncio.run(use()) == ["kept in a backup"]


@pytest.mark.feature("SC-05")
def test_every_agent_can_have_a_file_of_its_own(tmp_path: Path) -> None:
    store = str(tmp_path / "{agentId}.sqlite")
    for agent in ("anna", "bert"):
        with Memory(store, agent=agent) as memory:
            memory.add(f"I am {agent}")
    assert sorted(path.name for path in tmp_path.glob("*.sqlite")) == ["anna.sqlite", "bert.sqlite"]
    with Memory(store, agent="anna") as memory:
        assert contents(memory.search("who am I")) == ["I am anna"]


def test_what_is_over_and_was_not_swept_comes_back_to_stay(memory: Memory, clock: Clock) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana", expires_at=clock() + timedelta(days=1)).id
    clock.forward(days=2)
    assert memory.list(user="ana") == []
    back = memory.unarchive(id)
    assert (back.status, back.expires_at, back.version) == ("active", None, 2)
    assert [record.id for record in memory.list(user="ana")] == [id]
    assert memory.unarchive(id).version == 2


def test_what_comes_back_can_have_another_key_but_no_reserved_one(memory: Memory) -> None:
    id = memory.add("Ana lives in Lisbon", user="ana", key="home").id
    memory.archive(id)
    memory.add("Ana lives in Porto", user="ana", key="home")
    with pytest.raises(Conflict, match="belongs to record"):
        memory.unarchive(id)
    with pytest.raises(InvalidInput, match="engine's own"):
        memory.unarchive(id, key="recollect/profile")
    assert memory.unarchive(id, key="first home").key == "first home"
    assert [record.key for record in memory.history(id)] == ["home", "first home"]


def test_a_memory_that_is_dropped_without_being_closed_keeps_no_thread_and_no_file(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    memory = Memory(tmp_path / "m.db", config_file=tmp_path / "none.toml")
    memory.add([{"role": "user", "content": "I live in Oslo"}], user="ana", session="s")
    assert memory._engine is not None
    worker, store = memory._engine.worker, weakref.ref(memory._engine.store)
    thread = worker._thread
    assert thread is not None
    del memory
    gc.collect()
    worker.wake()  # else it looks in a few seconds
    thread.join(30)
    assert set(threading.enumerate()) <= before
    del worker, thread
    gc.collect()
    assert store() is None
    assert [path.name for path in tmp_path.iterdir()] == ["m.db"], "nobody has it open: its log is gone"
    with Memory(tmp_path / "m.db", config_file=tmp_path / "none.toml", worker="off") as again:
        assert [job.state for job in again.jobs() if job.kind == "extract"] == ["done"]

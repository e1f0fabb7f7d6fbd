"""Whatever a caller changes stands in the audit log with the change itself, wherever his request then stops."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.model.principal import IDS_NOTED_MAX, READ, ApiKey, AuditEntry, Principal
from recollect.model.scope import Scope
from recollect.surfaces.guard import DOCUMENT, RECORD, UNNOTED, VERBS, Note, Noted, guarded
from tests.clock import START, Clock
from tests.contracts.building import execute
from tests.contracts.conftest import SHARED_KINDS, address

REST = "It was said at noon. Nobody asked why. The rest of the day went by as every other day of that long summer."
TEXTS = [
    f"{fact}. {REST}"
    for fact in ("Ana lives in Lisbon", "Ana has a dog called Rex", "Ana plays the cello", "Ana works at Orbit")
]
"""Long enough for a summary to be shorter."""
IDS = tuple(f"m{n}" for n in range(len(TEXTS)))


class Stopped(Exception):
    """The server, at the worst moment."""


@dataclass(frozen=True)
class Asked:
    """One call, and what must be told of it."""

    args: tuple[Any, ...] = ()
    given: dict[str, Any] = field(default_factory=dict)
    ids: tuple[str, ...] | None = None
    """None: such as nobody knows before."""
    count: int | None = None
    """None: as many as are named."""


@pytest.fixture(params=SHARED_KINDS)
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "MEMORY.md").write_text("The ladder hangs under the roof of the shed.\n")
    with Memory(
        address(request.param, request, tmp_path),
        clock=Clock(),
        config_file=tmp_path / "none.toml",
        worker="off",
        workspace=str(tmp_path / "notes"),
    ) as made:
        made.add_many([{"content": text, "id": id} for id, text in zip(IDS, TEXTS, strict=True)], user="ana")
        yield made


def stopping(memory: Memory) -> Note:
    """Tells of a verb as the server does, which stops when the verb has been done and nobody was answered."""

    def stop(ids: tuple[str, ...], count: int) -> None:
        raise Stopped

    @contextmanager
    def note(verb: str, user: str | None) -> Iterator[Noted]:
        entry = AuditEntry(id="a1", at=START, key_id="k1", user=user, verb=verb)
        with memory._running.store.telling(Scope(), entry):
            yield stop

    return note


def door(memory: Memory) -> Memory:
    return guarded(memory, Principal(), stopping(memory))


def audit(memory: Memory) -> list[AuditEntry]:
    return memory._running.store.audit(Scope(), limit=9)


# --- what each verb is asked ----------------------------------------------------------------------------------------


def _archived(memory: Memory) -> Asked:
    memory.archive("m1")
    return Asked(("m1",), ids=("m1",))


def _changed(memory: Memory) -> Asked:
    memory.update("m1", content="Ana has a dog called Max")
    return Asked(("m1",), {"version": 1}, ids=("m1",))


def _compacted(memory: Memory) -> Asked:
    return Asked((str(memory.compact(user="ana", tokens_max=0).summary_id),), ids=IDS)


def _two_names(memory: Memory) -> Asked:
    memory.add_many(["Ines knows Hugo", "Nessie knows Hugo"], user="ana")
    return Asked(("Ines", "Nessie"), {"user": "ana"}, ids=(), count=0)


def _a_document(memory: Memory) -> Asked:
    made = memory.ingest(b"Plans of the house", user="ana", name="plan")
    return Asked((made.id,), ids=(made.id,), count=1)


def _a_question(memory: Memory) -> Asked:
    memory.add("Bob works at Acme", user="bob")
    memory.add("Bob works at Northstar", user="bob", confidence=0.5)
    return Asked((memory.conflicts(user="bob")[0].id, "new"))


def _something_over(memory: Memory) -> Asked:
    over = {"id": "over", "content": "Ana is in Faro", "user": "ana", "created_at": START.isoformat()}
    memory.import_([json.dumps({**over, "expires_at": (START - timedelta(days=1)).isoformat()})])
    return Asked((), {"user": "ana"}, ids=("over",))


def _an_old_index(memory: Memory) -> Asked:
    execute(memory._running.store, "UPDATE space SET analyser = 0")
    return Asked(ids=(), count=0)


def _the_same(*args: Any, ids: tuple[str, ...] | None = None, count: int | None = None, **given: Any) -> Any:
    return lambda memory: Asked(args, given, ids, count)


ASKED: dict[str, Callable[[Memory], Asked]] = {
    "add": _the_same("Ana likes tea", user="ana", id="n1", ids=("n1",)),
    "add_many": _the_same([{"content": "Tea", "id": "n1"}, {"content": "Coffee", "id": "n2"}], ids=("n1", "n2")),
    "override": _the_same("Always answer in English", user="ana", count=1),
    "ingest": _the_same(b"Plans of the house", user="ana", name="plan", count=1),
    "import_": _the_same([json.dumps({"id": "n1", "content": "Ana likes tea", "user": "ana"})], ids=("n1",)),
    "sync_files": _the_same(count=1),
    "merge_entities": _two_names,
    "compact": _the_same(user="ana", tokens_max=0, count=1),
    "undo_compaction": _compacted,
    "clear": _the_same(user="ana", ids=IDS[::-1]),
    "erase": _the_same(user="ana", ids=(), count=len(TEXTS)),
    "sweep": _something_over,
    "update": _the_same("m1", content="Ana has a dog called Max", ids=("m1",)),
    "archive": _the_same("m1", ids=("m1",)),
    "unarchive": _archived,
    "delete": _the_same("m1", "m2", ids=("m1", "m2")),
    "revert": _changed,
    "reinforce": _the_same("m1", ids=("m1",)),
    "delete_document": _a_document,
    "resolve": _a_question,
    "reindex": _an_old_index,
    "doctor": _the_same(repair=True, ids=(), count=0),
    "probe": _the_same(count=4),  # a turn told; that and the two memories it taught erased
}
LOOKING = {"backup"}
"""An admin's, and it writes nothing."""


def test_every_verb_that_writes_is_asked_here() -> None:
    writing = {name for name, verb in VERBS.items() if verb.role != READ and name not in UNNOTED}
    assert set(ASKED) | LOOKING == writing


@pytest.mark.parametrize("name", ASKED)
def test_what_a_verb_did_is_told_of_though_the_server_stops_right_after_it(memory: Memory, name: str) -> None:
    asked = ASKED[name](memory)
    assert audit(memory) == []
    with pytest.raises(Stopped):
        getattr(door(memory), name)(*asked.args, **asked.given)
    (entry,) = audit(memory)
    of_records = VERBS[name].about in (RECORD, DOCUMENT)
    assert (entry.verb, entry.user) == (name, "ana" if of_records else asked.given.get("user"))
    assert entry.ids == asked.ids if asked.ids is not None else entry.ids
    assert entry.count == (len(entry.ids) if asked.count is None else asked.count)


def test_a_deletion_that_came_to_nothing_is_not_told_of(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory.compact(user="ana", tokens_max=0).archived == len(TEXTS)

    def stops(*args: Any, **given: Any) -> int:
        raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr(memory._running.store, "delete", stops)
        with pytest.raises(Stopped):
            door(memory).delete("m1")
    assert {one.id for one in memory.list(user="ana", layers=["memory"])} == set(IDS), "the summary was taken apart"
    assert audit(memory) == []


def test_clearing_is_counted_as_far_as_it_came(memory: Memory) -> None:
    memory.add_many([f"Note number {n}" for n in range(450)], user="ana")

    def stops(done: int, total: int) -> None:
        if done >= 400:
            raise Stopped

    with pytest.raises(Stopped):
        door(memory).clear(user="ana", progress=stops)
    (entry,) = audit(memory)
    assert (entry.count, len(entry.ids)) == (400, IDS_NOTED_MAX)
    assert memory.count(user="ana") == len(TEXTS) + 50


def test_what_was_learned_from_an_addition_is_not_told_of_as_said(memory: Memory) -> None:
    with pytest.raises(Stopped):
        door(memory).add([{"role": "user", "content": "I live in Faro"}], user="bob", session="s", wait=True)
    (entry,) = audit(memory)
    assert memory.list(user="bob", layers=["memory"]) != []
    assert [memory.get(id).layer for id in entry.ids] == ["turn"]


def test_a_key_is_made_with_its_entry_or_not_at_all(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    store = memory._running.store
    entry = AuditEntry(id="a1", at=START, key_id="k1", user=None, verb="create_key")

    def fail(*args: object) -> None:
        raise Stopped

    monkeypatch.setattr("recollect.storage.sql.telling.put", fail)
    key = ApiKey(id="k2", tenant=Scope().tenant, hint="rk_", role="read", created_at=START)
    with pytest.raises(Stopped), store.telling(Scope(), entry):
        store.put_api_key(Scope(), key, "hash")
    assert store.api_keys(Scope()) == []
    assert audit(memory) == []

"""The door of a memory: what a principal may do, and what he cannot even see."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.errors import Forbidden, NotFound
from recollect.memory import Memory
from recollect.model.principal import Principal
from recollect.surfaces.guard import ADMIN, DOCUMENT, RECORD, TENANT, USER, VERBS, WRITE, Note, Noted, guarded
from tests.clock import Clock

Told = tuple[str, str | None, tuple[str, ...], int]
ANA_ONLY = Principal(user="ana", role=WRITE)
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "search": ("where?",),
    "add": ("Ana likes tea",),
    "add_many": (["Ana likes tea"],),
    "override": ("Always answer in English",),
    "entity": ("Lisbon",),
    "graph": ("Lisbon",),
    "merge_entities": ("Lisbon", "Porto"),
    "import_": ([],),
    "ingest": (b"Ana likes tea",),
    "read_document": (b"Ana likes tea",),
}
"""What verbs about a user take besides the user."""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(tmp_path / "memory.db", clock=Clock(), worker="off") as made:
        made.add("Ana lives in Lisbon", user="ana", id="of-ana")
        made.add("Bob lives in Porto", user="bob", id="of-bob")
        made.add("The office closes at noon", id="of-all")
        yield made


def about(kind: str, *, role: str | None = None) -> list[str]:
    return [name for name, verb in VERBS.items() if verb.about == kind and (role is None or verb.role == role)]


@pytest.mark.feature("SC-06")
def test_every_verb_of_memory_has_a_row() -> None:
    public = {name for name, value in inspect.getmembers(Memory, callable) if not name.startswith("_")}
    not_offered = {"close", "restore", "rekey", "migrate", "over"}
    on_this_machine = {"ingest_folder", "mirror", "sync_transcripts", "transcripts", "watch_files"}
    assert public - set(VERBS) == not_offered | on_this_machine
    assert set(VERBS) <= public


def test_what_has_no_row_cannot_be_asked_for(memory: Memory) -> None:
    door = guarded(memory, Principal())
    files = ("ingest_folder", "mirror", "sync_transcripts", "transcripts", "watch_files")
    for name in ("close", "restore", "rekey", "migrate", "_engine", "_running", "over", *files):
        with pytest.raises(AttributeError):
            getattr(door, name)


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize("name", [name for name, verb in VERBS.items() if verb.role != "read"])
def test_a_key_that_may_only_read_changes_nothing(memory: Memory, name: str) -> None:
    with pytest.raises(Forbidden, match="needs a key with the role"):
        getattr(guarded(memory, Principal(role="read")), name)(*ARGUMENTS.get(name, ("of-ana",)))


@pytest.mark.parametrize("name", about(TENANT, role=ADMIN))
def test_what_is_about_the_whole_tenant_needs_an_admin_bound_to_nobody(memory: Memory, name: str) -> None:
    for who in (Principal(role="write"), Principal(role="admin", user="ana")):
        with pytest.raises(Forbidden):
            getattr(guarded(memory, who), name)()


@pytest.mark.feature("SC-12")
@pytest.mark.parametrize("name", about(USER))
def test_a_bound_key_cannot_name_another_user_or_everybody(memory: Memory, name: str) -> None:
    door = guarded(memory, ANA_ONLY)
    for widening in ({"user": "bob"}, {"everyone": True}, {"users": ["ana", "bob"]}):
        with pytest.raises(Forbidden, match="bound to one user"):
            getattr(door, name)(*ARGUMENTS.get(name, ()), **widening)


@pytest.mark.parametrize("name", about(RECORD))
def test_the_record_of_another_user_is_not_there_for_a_bound_key(memory: Memory, name: str) -> None:
    extra = {"revert": {"version": 1}, "update": {"content": "changed"}}.get(name, {})
    with pytest.raises(NotFound):
        getattr(guarded(memory, ANA_ONLY), name)("of-bob", **extra)
    assert memory.get("of-bob").content == "Bob lives in Porto"


@pytest.mark.parametrize("name", about(RECORD, role=WRITE))
def test_a_bound_key_reads_what_is_shared_and_cannot_change_it(memory: Memory, name: str) -> None:
    door = guarded(memory, ANA_ONLY)
    assert door.get("of-all").content == "The office closes at noon"
    extra = {"revert": {"version": 1}, "update": {"content": "changed"}}.get(name, {})
    with pytest.raises(Forbidden, match="shared"):
        getattr(door, name)("of-all", **extra)


@pytest.mark.feature("SC-12")
@pytest.mark.parametrize("name, which", [("decisions", "memory_id"), ("recalls", "id")])
def test_what_came_of_the_record_of_another_user_is_not_told(memory: Memory, name: str, which: str) -> None:
    for door in (guarded(memory, ANA_ONLY), memory):
        with pytest.raises(NotFound):
            getattr(door, name)(user="ana", **{which: "of-bob"})
        for own in ("of-ana", "of-all"):
            getattr(door, name)(user="ana", **{which: own})


def test_what_was_decided_about_a_record_is_told_to_whoever_sees_it(memory: Memory) -> None:
    added = {user: memory.add(f"{user} plays chess", user=user).id for user in ("ana", "bob", None)}
    door = guarded(memory, ANA_ONLY)
    for user in ("ana", None):
        assert [one.content for one in door.decisions(memory_id=added[user])] == [f"{user} plays chess"]
    assert [one.content for one in memory.decisions(memory_id=added["bob"])] == ["bob plays chess"]


@pytest.mark.feature("SC-12")
@pytest.mark.parametrize("choice", ["new", "both"])
def test_a_conflict_that_was_imported_takes_nothing_from_another_user(memory: Memory, choice: str) -> None:
    door = guarded(memory, ANA_ONLY)
    conflict = {"id": "c", "action": "clarify", "new_id": "claim", "old_id": "of-bob", "user": "ana"}
    claim = {"id": "claim", "content": "Bob lives in Faro", "status": "pending_review", "user": "ana"}
    door.import_([json.dumps(claim), json.dumps({"conflict": conflict})])
    assert [one.old_id for one in door.conflicts()] == ["of-bob"]
    door.resolve("c", choice)
    assert {one.content for one in memory.list(user="bob")} == {"Bob lives in Porto", "The office closes at noon"}
    assert memory.get("claim").user == "ana"


@pytest.mark.feature("SC-12")
def test_a_bound_key_does_not_review_what_is_shared_and_settles_what_is_its_own(memory: Memory) -> None:
    memory.add("The office closes at 1pm", user="ana")
    door = guarded(memory, ANA_ONLY)
    (conflict,) = door.conflicts()
    for given in ((conflict.id, "new"), ()):
        with pytest.raises(Forbidden, match="shared"):
            door.resolve(*given, **({} if given else {"conflict_id": conflict.id, "choice": "new"}))
    assert memory.get("of-all").status == "active"
    assert door.resolve(conflict.id, "both").action == "kept_both"
    guarded(memory, Principal(role=WRITE)).add("The office closes at 2pm", user="bob")
    (other,) = memory.conflicts(user="bob")
    guarded(memory, Principal(role=WRITE)).resolve(other.id, "new")
    assert memory.get("of-all").status == "superseded"


@pytest.mark.parametrize("name", about(DOCUMENT))
def test_documents_of_others_are_not_there_for_a_bound_key_and_shared_ones_are_only_read(
    memory: Memory, name: str
) -> None:
    of_bob, of_all = (memory.ingest(b"Plans of the house", user=user, name="plan").id for user in ("bob", None))
    door = guarded(memory, ANA_ONLY)
    with pytest.raises(NotFound):
        getattr(door, name)(of_bob)
    if VERBS[name].role == WRITE:
        with pytest.raises(Forbidden, match="shared"):
            getattr(door, name)(of_all)
    else:
        assert getattr(door, name)(of_all)
    assert [one.id for one in door.documents()] == [of_all]
    assert memory.document(of_bob).passages == 1


@pytest.mark.parametrize("name", ["ingest", "read_document"])
@pytest.mark.parametrize("path", ["/etc/passwd", "notes.md", "file:///etc/passwd", Path("/etc/passwd"), 5])
def test_nobody_reads_the_files_of_the_server(memory: Memory, name: str, path: Any) -> None:
    with pytest.raises(Forbidden, match="server's own files"):
        getattr(guarded(memory, Principal()), name)(path)


def test_a_bound_key_deletes_nothing_when_one_of_many_is_not_its_own(memory: Memory) -> None:
    with pytest.raises(NotFound):
        guarded(memory, ANA_ONLY).delete("of-ana", "of-bob")
    assert memory.get("of-ana")


def test_a_bound_key_needs_no_user_and_gets_its_own(memory: Memory) -> None:
    door = guarded(memory, ANA_ONLY)
    added = door.add("Ana has a dog")
    assert memory.get(added.id).user == "ana"
    assert {hit.user for hit in door.search("lives")} <= {"ana", None}
    assert "Bob" not in "".join(door.export())
    assert door.erase().user == "ana"
    assert memory.get("of-bob")


@pytest.mark.feature("SC-06")
@pytest.mark.parametrize(
    "who, left",
    [
        (Principal(role=WRITE), 1),
        (Principal(role=WRITE, user="ana"), 1),
        (Principal(role=ADMIN, user="ana"), 1),
        (Principal(role=ADMIN), 0),
    ],
)
def test_only_who_may_manage_keys_deletes_some_by_erasing(tmp_path: Path, who: Principal, left: int) -> None:
    settings = config.load({"worker": "off"}, file=tmp_path / "none.toml")
    with closing(Tenants(settings, url=str(tmp_path / "keys.db"), clock=Clock())) as tenants:
        tenants.keys.create("default", user="ana", role=ADMIN)
        tenants.keys.create("default", user="bob")
        door = guarded(Memory.over(tenants.engine("default")), who)
        receipt = door.erase(user="ana", keys=True)
        assert receipt.keys_left == left
        assert receipt.counts.get("keys", 0) == 1 - left
        assert [key.user for key in tenants.keys.list("default")].count("ana") == left
        assert [key.user for key in tenants.keys.list("default")].count("bob") == 1


@pytest.mark.parametrize(
    "name, given",
    [
        ("list", {"everyone": True}),
        ("count", {"everyone": True}),
        ("conflicts", {"everyone": True}),
        ("search", {"users": ["ana", "bob"]}),
        ("clear", {"everyone": True}),
        ("erase", {"everyone": True}),
        ("changes", {"everyone": True}),
        ("export", {}),
        ("sweep", {}),
    ],
)
def test_several_users_at_once_need_an_admin(memory: Memory, name: str, given: dict[str, Any]) -> None:
    with pytest.raises(Forbidden, match="admin"):
        getattr(guarded(memory, Principal(role="write")), name)(*ARGUMENTS.get(name, ()), **given)
    getattr(guarded(memory, Principal(role="admin")), name)(*ARGUMENTS.get(name, ()), **given)


@pytest.mark.feature("SC-06")
def test_a_copy_of_the_store_is_given_only_where_no_other_tenant_is_in_it(tmp_path: Path) -> None:
    settings = config.load({"worker": "off", "schedule": "off"}, environment={})
    tenants = Tenants(settings, url=str(tmp_path / "shared.db"), clock=Clock())
    try:
        door = guarded(Memory.over(tenants.engine("acme")), Principal(tenant="acme", role="admin"))
        door.add("Ana lives in Lisbon", user="ana")
        assert door.backup(tmp_path / "alone.db") > 10_000
        tenants.keys.create("other", role="read")
        with pytest.raises(Forbidden, match="several tenants"):
            door.backup(tmp_path / "copy.db")
    finally:
        tenants.close()
    assert not (tmp_path / "copy.db").exists()
    with Memory(tmp_path / "shared.db", tenant="acme", worker="off") as whole:  # on the machine itself it is one's own
        assert whole.backup(tmp_path / "copy.db") > 10_000


def test_jobs_and_conflicts_of_others_are_not_there(memory: Memory) -> None:
    job = memory.add([{"role": "user", "content": "I live in Faro"}], user="bob").job_id
    assert job is not None
    door = guarded(memory, ANA_ONLY)
    assert door.jobs() == []
    for name in ("job", "retry"):
        with pytest.raises(NotFound):
            getattr(door, name)(job)
    with pytest.raises(NotFound):
        door.resolve("nothing", "new")
    assert guarded(memory, Principal(user="bob")).job(job).id == job


def noting(noted: list[Told]) -> Note:
    @contextmanager
    def note(verb: str, user: str | None) -> Iterator[Noted]:
        yield lambda ids, count: noted.append((verb, user, ids, count))

    return note


def test_every_write_that_was_done_is_noted_and_no_other(memory: Memory) -> None:
    noted: list[Told] = []
    door = guarded(memory, Principal(role="admin"), noting(noted))
    door.search("Ana", user="ana")
    door.status(), door.users(), door.embedders()
    id = door.add("Ana plays chess", user="ana").id
    door.delete(id)
    door.clear(user="ana", dry_run=True)
    with pytest.raises(NotFound):
        door.update("nobody", content="x")
    door.clear(user="bob")
    assert noted == [("add", "ana", (id,), 1), ("delete", "ana", (id,), 1), ("clear", "bob", (), 1)]


def test_a_note_says_whose_the_records_were(memory: Memory) -> None:
    noted: list[Told] = []
    door = guarded(memory, Principal(role="admin"), noting(noted))
    document = memory.ingest(b"A text about chess", name="chess.txt", user="ana").id
    ana = door.update("of-ana", content="Ana lives in Faro").id
    door.archive("of-all")
    door.delete_document(document)
    door.delete(ana, "of-bob")
    assert [(verb, user) for verb, user, _, _ in noted] == [
        ("update", "ana"),
        ("archive", None),
        ("delete_document", "ana"),
        ("delete", None),
    ]


def test_the_note_of_an_import_counts_what_was_added(memory: Memory) -> None:
    noted: list[Told] = []
    door = guarded(memory, ANA_ONLY, noting(noted))
    door.import_(['{"content": "Ana likes tea"}', '{"content": "Ana has a dog"}'])
    assert noted == [("import_", "ana", (), 2)]

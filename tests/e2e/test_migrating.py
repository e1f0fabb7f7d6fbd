"""A store moves into another kind of store: everything arrives, the same questions get the same answers."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory, registry
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.errors import ConfigError, Conflict, InvalidInput, InvalidState, StoreUnavailable
from recollect.model.copied import Copied
from recollect.model.job import Job
from recollect.model.principal import AuditEntry
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.storage.sql import copying
from recollect.storage.sql.numbering import Numbers
from recollect.storage.sql.table_rows import select
from recollect.storage.sql.tables import TABLES
from tests.clock import START, Clock
from tests.killing import killed_when
from tests.services import fresh_database

QUESTIONS = ("Where does Ana live?", "coffee", "What does Ben play?", "garden number 7")
SIZE = 60
TENANTS = ("acme", "zenith")
MIGRATE = """
import sys
from pathlib import Path
from recollect import Memory
Memory.migrate(sys.argv[1], sys.argv[2], progress=tell, config_file=Path(sys.argv[3]))
"""


@pytest.fixture(
    params=["sqlite-postgres", "postgres-sqlite", "sqlite-sqlite", "postgres-postgres", "undivided-postgres"]
)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Two empty stores. `undivided`: a PostgreSQL whose tables are not divided by tenant."""
    kinds = request.param.split("-")
    if kinds == ["sqlite", "sqlite"]:
        yield str(tmp_path / "a.db"), str(tmp_path / "b.db")
        return
    if kinds == ["undivided", "postgres"]:
        yield request.getfixturevalue("undivided_store_url"), request.getfixturevalue("postgres_url")
        return
    with fresh_database(request.getfixturevalue("postgres_server")) as first:
        if kinds == ["postgres", "postgres"]:
            with fresh_database(request.getfixturevalue("postgres_server")) as second:
                yield first, second
            return
        file = str(tmp_path / "memory.db")
        yield (file, first) if kinds[0] == "sqlite" else (first, file)


def opened(url: str, **settings: Any) -> Tenants:
    loaded = load({"store": url, "worker": "off", **settings}, file=Path("none.toml"))
    return Tenants(loaded, url=url, clock=Clock())


def fill(url: str, *, size: int = SIZE, **settings: Any) -> None:
    """Two tenants with everything there is: versions, learned facts, a graph, deletions, keys, settings, open jobs."""
    with closing(opened(url, **settings)) as tenants:
        for tenant in TENANTS:
            memory = Memory.over(tenants.engine(tenant))
            memory.add("Ana lives in Lisbon with her sister Rita.", user="ana", key="home", tags=["place"])
            memory.add("Ana drinks coffee without sugar.", user="ana", sectors=["semantic"])
            memory.add("Ben plays the cello in the Riverside Orchestra.", user="ben")
            memory.add("The office closes at six.")
            (gone,) = memory.add("This is deleted soon.", user="ben").ids
            memory.add("Ana lives in Porto with her sister Rita.", user="ana", key="home")
            memory.delete(gone)
            memory.add_many([f"note {n} about the garden number {n % 9}" for n in range(size)], user="ana")
            moved = [{"role": "user", "content": "I moved to Madrid and I love tea."}]
            memory.add(moved, user="cy", session="s1", wait=True)
            memory.flush(user="ana")
            memory.flush(user="cy")
            memory.add([{"role": "user", "content": "My cat is called Tom."}], user="cy", session="s2")
            tenants.keys.create(tenant, name="app")
            tenants.set(tenant, {"min_score": 0.01})


def answers(url: str, **settings: Any) -> dict[str, Any]:
    """What the store says to questions, and all that can be looked up in it."""
    found: dict[str, Any] = {}
    with closing(opened(url, **settings)) as tenants:
        for tenant in TENANTS:
            memory = Memory.over(tenants.engine(tenant))
            for user in ("ana", "ben", "cy", None):
                for question in QUESTIONS:
                    hits = memory.search(question, user=user, k=20, now=START, dry_run=True)
                    found[f"{tenant}/{user}/{question}"] = [
                        (_unnumbered(hit.record), hit.score, hit.components) for hit in hits
                    ]
                found[f"{tenant}/{user}/graph"] = (memory.entities(user=user), memory.relations(user=user))
                found[f"{tenant}/{user}/decisions"] = memory.decisions(user=user)
            found[f"{tenant}/export"] = list(memory.export())[1:]
            home = memory.history(memory.list(user="ana", key="home")[0].id)
            found[f"{tenant}/home"] = [_unnumbered(version) for version in home]
            found[f"{tenant}/keys"] = tenants.keys.list(tenant)
            found[f"{tenant}/own"] = tenants.own(tenant)
            found[f"{tenant}/jobs"] = memory.jobs()
            found[f"{tenant}/status"] = memory.status().needs_reindex
            assert memory.doctor() == []
    return found


def _unnumbered(found: Record) -> Record:
    """Items have other numbers where tables are divided by tenant."""
    return replace(found, item=0)


def migrate(source: str, target: str, **more: Any) -> Copied:
    return Memory.migrate(source, target, config_file=Path("none.toml"), **more)


def tables(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table in the form that is copied, with the numbers that spaces have in SQLite."""
    with closing(registry.store(url, {})) as store, store.database.reading() as session:
        tenants = dict(session.all("SELECT id, tenant FROM space"))
        numbers = Numbers(tenants, before=store.database.divided, after=False)
        return {table.name: sorted(numbers.rows(table, select(session, table)), key=repr) for table in TABLES}


def copied(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """The same without caches."""
    return {name: rows for name, rows in tables(url).items() if name != "embedding_cache"}


@pytest.mark.slow
@pytest.mark.feature("SC-06")
@pytest.mark.parametrize("vector_quantization", ["none", "int8"])
def test_a_migrated_store_holds_every_row_and_gives_the_same_answers(
    pair: tuple[str, str], vector_quantization: str
) -> None:
    source, target = pair
    fill(source, vector_quantization=vector_quantization)
    before = answers(source, vector_quantization=vector_quantization)
    assert before["acme/ana/coffee"]
    assert before["acme/status"] == 0
    done = migrate(source, target, caches=True)
    assert done.changed == ()
    assert set(done.tenants) == {"", *TENANTS}
    assert tables(target) == tables(source)
    filled = {name for name, rows in tables(source).items() if rows}
    assert filled >= {"space", "item", "posting", "vector", "edge", "entity", "alias", "mention", "statement",
                      "decision", "tombstone", "job", "api_key", "tenant_setting", "embedder"}  # fmt: skip
    assert answers(target, vector_quantization=vector_quantization) == before


def test_a_migrated_store_is_written_to_as_if_it_had_always_been_there(pair: tuple[str, str]) -> None:
    source, target = pair
    fill(source, size=5)
    migrate(source, target)
    with closing(opened(target)) as tenants:
        for tenant in (*TENANTS, "new"):
            memory = Memory.over(tenants.engine(tenant))
            memory.add("Dora collects stamps from Peru.", user="dora")
            memory.add("Ana lives in Faro now.", user="ana", key="home")
            assert memory.search("stamps", user="dora", k=1)[0].record.content == "Dora collects stamps from Peru."
            assert memory.search("Where does Ana live?", user="ana", k=1)[0].record.content == "Ana lives in Faro now."
            assert memory.doctor() == []


def kill_midway(source: str, target: str, folder: Path) -> int:
    """Run a migration in a process and kill it when it has written its first tables; how many rows it had done."""
    line = killed_when(MIGRATE, lambda line: line.split()[-1] == "posting", source, target, str(folder / "none.toml"))
    return int(line.split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("pair", ["sqlite-postgres", "postgres-sqlite"], indirect=True)
def test_a_migration_that_is_killed_goes_on_where_it_stopped(pair: tuple[str, str], tmp_path: Path) -> None:
    source, target = pair
    fill(source, size=3000)
    done = kill_midway(source, target, tmp_path)
    finished = migrate(source, target)
    assert finished.resumed
    assert 0 < finished.written <= finished.rows - done
    assert copied(target) == copied(source)


@pytest.mark.slow
@pytest.mark.parametrize("pair", ["sqlite-postgres", "postgres-sqlite"], indirect=True)
def test_a_source_that_changed_after_the_kill_is_followed(pair: tuple[str, str], tmp_path: Path) -> None:
    """Among the changes are those that would meet an old row's id: a new version, a record deleted and made again."""
    source, target = pair
    fill(source, size=3000)
    kill_midway(source, target, tmp_path)
    with closing(opened(source)) as tenants:
        memory = Memory.over(tenants.engine("acme"))
        (home,) = memory.list(user="ana", key="home")
        memory.update(home.id, content="Ana lives in Coimbra.")
        memory.delete(memory.list(user="ben")[0].id)
        memory.add("Eve is new here.", user="eve")
    finished = migrate(source, target)
    assert finished.resumed
    assert copied(target) == copied(source)
    assert any(row[1:3] == ("acme", "eve") for row in tables(target)["space"])


def test_what_is_written_during_the_copy_is_copied_too(tmp_path: Path, postgres_url: str) -> None:
    source = str(tmp_path / "memory.db")
    fill(source, size=5)
    with closing(opened(source)) as tenants:
        memory = Memory.over(tenants.engine("acme"))
        left = ["Fay came in while it ran."]

        def meanwhile(done: int, of: int, what: str) -> None:
            if what == "job" and left:
                memory.add(left.pop(), user="fay")

        done = migrate(source, postgres_url, progress=meanwhile)
    assert left == []
    assert done.changed == ()
    assert tables(postgres_url)["item"] == tables(source)["item"]


def test_spaces_that_never_come_to_rest_are_named(tmp_path: Path) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    fill(source, size=5)
    with closing(opened(source)) as tenants:
        memory = Memory.over(tenants.engine("acme"))

        def meanwhile(done: int, of: int, what: str) -> None:
            if what == "checking job":
                memory.add(f"Gil says {done}.", user="gil")

        done = migrate(source, target, progress=meanwhile)
    assert done.changed == ("acme/gil",)
    again = migrate(source, target)
    assert again.changed == ()
    assert tables(target)["item"] == tables(source)["item"]


def test_a_finished_copy_that_was_used_since_is_not_copied_over(tmp_path: Path) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    fill(source, size=5)
    migrate(source, target)
    assert migrate(source, target).written == 0
    with closing(opened(target)) as tenants:
        Memory.over(tenants.engine("acme")).add("Only here.", user="ana")
    with pytest.raises(InvalidState, match="written to since"):
        migrate(source, target)
    with closing(opened(target)) as tenants:
        (hit,) = Memory.over(tenants.engine("acme")).search("Only here.", user="ana", k=1)
        assert hit.content == "Only here."


def make_key(tenants: Tenants) -> None:
    tenants.keys.create("acme", name="made here")


def revoke_key(tenants: Tenants) -> None:
    tenants.keys.revoke("acme", tenants.keys.list("acme")[0].id)


def change_setting(tenants: Tenants) -> None:
    tenants.set("zenith", {"min_score": 0.5})


def leave_trace(tenants: Tenants) -> None:
    entry = AuditEntry(id="a", at=START, key_id="k", user=None, verb="search")
    tenants.store.note_audit(Scope(tenant="acme"), [entry])


@pytest.mark.parametrize("pair", ["sqlite-sqlite", "sqlite-postgres"], indirect=True)
@pytest.mark.parametrize("use", [make_key, revoke_key, change_setting, leave_trace])
def test_what_is_changed_in_a_copy_beside_memories_is_not_copied_over(
    pair: tuple[str, str], use: Callable[[Tenants], None]
) -> None:
    """A key that was revoked must not come to life again."""
    source, target = pair
    fill(source, size=5)
    migrate(source, target)
    with closing(opened(target)) as tenants:
        Memory.over(tenants.engine("acme")).search("coffee", user="ana")
    assert migrate(source, target).resumed, "a search is no write"
    with closing(opened(target)) as tenants:
        use(tenants)
    used = copied(target)
    with pytest.raises(InvalidState, match="written to since"):
        migrate(source, target)
    assert copied(target) == used


def queue_job(tenants: Tenants) -> None:
    job = Job(id="late", kind="decay", scope=Scope(tenant="acme"), run_at=START, created_at=START)
    assert tenants.store.schedule_job(Scope(tenant="acme"), job)


@pytest.mark.parametrize("pair", ["sqlite-sqlite", "sqlite-postgres", "postgres-sqlite"], indirect=True)
@pytest.mark.parametrize(
    "use, named",
    [
        (revoke_key, "acme (api_key)"),
        (change_setting, "zenith (tenant_setting)"),
        (leave_trace, "acme (audit)"),
        (queue_job, "acme (job)"),
    ],
)
def test_what_changes_beside_memories_during_the_copy_is_copied_too_or_named(
    pair: tuple[str, str], use: Callable[[Tenants], None], named: str
) -> None:
    """A key that was revoked meanwhile must not be alive in a copy that is said to be the same."""
    source, target = pair
    fill(source, size=5)
    left = [use]

    def meanwhile(done: int, of: int, what: str) -> None:
        if what == "checking audit" and left:
            with closing(opened(source)) as tenants:
                left.pop()(tenants)

    with pytest.MonkeyPatch.context() as once:
        once.setattr(copying, "ROUNDS_MAX", 1)
        assert migrate(source, target, progress=meanwhile).changed == (named,)
    assert left == []
    done = migrate(source, target)
    assert done.changed == ()
    assert copied(target) == copied(source)


def test_what_changes_beside_memories_once_is_followed(tmp_path: Path, postgres_url: str) -> None:
    source = str(tmp_path / "memory.db")
    fill(source, size=5)
    left = [revoke_key]

    def meanwhile(done: int, of: int, what: str) -> None:
        if what == "checking audit" and left:
            with closing(opened(source)) as tenants:
                left.pop()(tenants)

    assert migrate(source, postgres_url, progress=meanwhile).changed == ()
    assert left == []
    assert copied(postgres_url) == copied(source)


def test_a_key_that_is_used_during_the_copy_makes_no_source_one_that_was_written_to(tmp_path: Path) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    fill(source, size=5)

    def meanwhile(done: int, of: int, what: str) -> None:
        if what == "checking audit":
            with closing(opened(source)) as tenants:
                tenants.store.touch_api_key(Scope(tenant="acme"), tenants.keys.list("acme")[0].id, START)

    assert migrate(source, target, progress=meanwhile).changed == ()


def test_a_source_is_known_by_where_it_lies_and_not_by_how_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target.db"
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        fill(str(tmp_path / name / "m.db"), size=5 if name == "one" else 9)
    monkeypatch.chdir(tmp_path / "one")
    migrate("m.db", str(target))
    before = copied(str(target))
    monkeypatch.chdir(tmp_path / "other")
    with pytest.raises(InvalidState, match="a copy of another store"):
        migrate("m.db", "../target.db")
    assert copied(str(target)) == before
    assert migrate("../one/m.db", "../target.db").written == 0
    (tmp_path / "link.db").symlink_to(tmp_path / "one" / "m.db")
    assert migrate(str(tmp_path / "link.db"), str(target)).written == 0
    with pytest.raises(InvalidInput, match="into itself"):
        migrate("../target.db", str(target))


def test_another_store_in_the_place_of_the_source_is_another_source(tmp_path: Path) -> None:
    """A file of the same path on another machine, or one that took its place; and a file that was copied."""
    place, other, target = (tmp_path / name for name in ("m.db", "other.db", "target.db"))
    fill(str(place), size=5)
    migrate(str(place), str(target))
    before = copied(str(target))
    shutil.copy(place, other)
    with pytest.raises(InvalidState, match="a copy of another store"):
        migrate(str(other), str(target))
    place.unlink()
    fill(str(place), size=9)
    with pytest.raises(InvalidState, match="a copy of another store"):
        migrate(str(place), str(target))
    assert copied(str(target)) == before


def mark_as_before(source: str, target: str, **changed: str) -> None:
    """What an older version had noted: the address as it was written, no id, and of what was left the spaces alone."""
    with closing(registry.store(target, {})) as store, store.database.writing() as session:
        (text,) = session.one("SELECT value FROM meta WHERE name = 'copy'")
        noted = json.loads(text) | {"source": hashlib.sha256(source.encode()).hexdigest()} | changed
        noted["left"] = noted["left"].partition(":")[0]
        noted.pop("store", None)
        session.run("UPDATE meta SET value = ? WHERE name = 'copy'", (json.dumps(noted),))


def test_a_copy_that_an_older_version_began_is_gone_on_with_or_refused_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    fill(source, size=5)
    migrate(source, target)
    mark_as_before(f"sqlite:///{source}", target, state="comparing")
    assert migrate("a.db", target).resumed
    mark_as_before(f"sqlite:///{source}", target)
    with pytest.raises(InvalidState, match="older Recollect, which cannot tell"):
        migrate(source, target)
    mark_as_before("sqlite:///a.db", target, state="comparing")
    with pytest.raises(InvalidState, match="older Recollect copied by a relative path"):
        migrate("a.db", target)


def test_a_store_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    source, other, target = (str(tmp_path / name) for name in ("a.db", "b.db", "c.db"))
    fill(source, size=5)
    with Memory(other, config_file=tmp_path / "none.toml") as memory:
        memory.add("Somebody's own memory.")
    with pytest.raises(InvalidState, match="holds memory already"):
        migrate(source, other)
    migrate(source, target)
    with pytest.raises(InvalidState, match="a copy of another store"):
        migrate(other, target)


@pytest.mark.parametrize(
    "source, target, kind",
    [
        ("a.db", "a.db", InvalidInput),
        (":memory:", "b.db", InvalidInput),
        ("a.db", ":memory:", InvalidInput),
        ("nowhere.db", "b.db", StoreUnavailable),
        ("http://127.0.0.1:1", "b.db", ConfigError),
        ("a.db", "http://127.0.0.1:1", ConfigError),
        ("a.db", "mysql://there", ConfigError),
    ],
)
def test_stores_that_cannot_be_migrated_are_refused(
    source: str, target: str, kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Memory("a.db", config_file=tmp_path / "none.toml") as memory:
        memory.add("Something.")
    with pytest.raises(kind):
        migrate(source, target)
    assert not (tmp_path / "nowhere.db").exists()


def test_two_migrations_into_one_store_do_not_mix(tmp_path: Path) -> None:
    source, target = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    fill(source, size=5)

    def second(done: int, of: int, what: str) -> None:
        if what == "item":
            migrate(source, target)

    with pytest.raises(Conflict, match="another process"):
        migrate(source, target, progress=second)
    assert tables(target)["item"] == tables(source)["item"]

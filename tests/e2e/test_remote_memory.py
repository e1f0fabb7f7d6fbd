"""A memory behind a server is the same object for its user: one script, run here and over HTTP, gives the same."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import AsyncMemory, Memory, RecollectError
from recollect.client import RemoteMemory
from recollect.errors import (
    Closed,
    ConfigError,
    EmbeddingFailed,
    Forbidden,
    InvalidInput,
    NotFound,
    RateLimited,
    StoreUnavailable,
    TooLarge,
    Unauthorized,
    UnknownName,
)
from recollect.model.added import Added
from recollect.model.decision import OpenConflict
from recollect.model.job import Job
from recollect.model.query import Hit, Hits
from recollect.model.status import Probe, Status
from recollect.surfaces.guard import VERBS
from tests.clock import START, Clock
from tests.running_server import Running, running

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
CHAT = [
    {"role": "user", "name": "Ana", "content": "I work at Acme and I don't like liquorice.", "metadata": {"id": "D1"}},
    {"role": "assistant", "content": [{"type": "text", "text": "Noted!"}]},
]
REST = "It was said at noon. Nobody asked why. The rest of the day went by as every other day of that long summer."
LATER = datetime(2026, 6, 2, 9, 0, tzinfo=UTC)


# --- what is compared -----------------------------------------------------------------------------------------------


class Shapes:
    """Answers without what is different in every store: ids are numbered as they are met, times only said to be."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, datetime | date):
            return "a time"
        if isinstance(value, float):
            return round(value, 4)
        if isinstance(value, str):
            return ID.sub(lambda found: self._ids.setdefault(found[0], f"id{len(self._ids)}"), value)
        if isinstance(value, Hits):
            return {
                "hits": [self.of(hit) for hit in value],
                "trace": self.of(value.trace),
                "q": self.of(value.questions),
            }
        if isinstance(value, list | tuple):
            return [self.of(one) for one in value]
        if isinstance(value, dict):
            return {self.of(name): self.of(one) for name, one in value.items()}
        if dataclasses.is_dataclass(value):
            return self._noun(value)
        return value

    def _noun(self, value: Any) -> Any:
        names = [one.name for one in dataclasses.fields(value)]
        if isinstance(value, Added):
            names = ["ids", "session", "job_id", "job_ids", "note", "records", "memories", "strengthened", "decisions"]
        elif isinstance(value, Hit):
            names = [name for name in names if name != "_explain"] + ["why", "content", "user"]
        elif isinstance(value, Job):  # what a job is given and who holds it stays inside
            names = [name for name in names if name not in ("payload", "lease_until", "claim", "scope")]
            return {"user": value.scope.user, **{name: self.of(getattr(value, name)) for name in names}}
        elif isinstance(value, OpenConflict):
            names = [name for name in names if name != "scope"]
            return {"user": value.scope.user, **{name: self.of(getattr(value, name)) for name in names}}
        elif isinstance(value, Status):  # counters of the process
            names = [name for name in names if name not in ("facts", "cache_hits", "cache_misses", "gate")]
        elif isinstance(value, Probe):
            names = ["working", "error"]
        return {name: self.of(getattr(value, name)) for name in names if name != "item"}


class Watched:
    """A memory that notes which verbs were used."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.used: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.used.add(name)
        return getattr(self._memory, name)


def script(m: Any, folder: Path) -> Iterator[tuple[str, Any]]:
    """Everything that can be done with a memory, step by step.

    Searches are dry until the end: a recall is counted within a second, so what follows would depend on the clock.
    """
    start = m.changes(user="ana")
    first = m.add("Ana lives in Porto", user="ana", tags=["home"], metadata={"n": 1, "ö": [None, 1.5]}, kind="fact")
    yield "add", first
    yield "add again", m.add("Ana lives in Porto", user="ana", kind="fact")
    yield (
        "add with all fields",
        m.add(
            "She prefers genmaicha",
            user="ana",
            agent="bot",
            session="tea time",
            project="p",
            key="tea/green",
            confidence=0.9,
            strength=0.7,
            sectors=["semantic"],
            occurred_at="2024-05-20",
            valid_from=datetime(2024, 5, 1, tzinfo=UTC),
            valid_until="2030-01-01T00:00:00+02:00",
            expires_at="20300101",
            source="tool",
            reference="r1",
        ),
    )
    yield "an id with a slash", m.add("An id of my own", user="ana", id="notes/1 ?#é").records
    yield "add_many", m.add_many(["one thing", {"content": "two things", "tags": ("n",)}], user="ana")
    yield "a conversation", m.add(CHAT, user="ana", session="monday", wait=True)
    yield "a conversation that teaches nothing", m.add(CHAT, user="eve", session="monday", learn=False).job_ids
    yield "a conversation without waiting", m.add(CHAT[:1], user="bob", session="monday")
    yield "flush", m.flush(user="bob", timeout_s=30)
    moved = m.add("Ana moved to Lisbon", user="ana", kind="fact")
    yield "add what replaces", moved
    chess = m.add("Rui plays chess", user="ana", kind="fact").id
    yield "update", m.update(chess, content="Rui plays chess on Fridays", tags=["game"])
    yield "an end", m.update(chess, expires_at=LATER)
    yield "no end", m.update(chess, expires_at=None)
    yield "history", m.history(chess)
    yield "revert", m.revert(chess, version=1)
    yield "get", [m.get(first.id), m.get(chess), m.get("notes/1 ?#é")]
    yield "history of an id with a slash", m.history("notes/1 ?#é")
    yield "archive", m.archive(chess)
    yield "unarchive", m.unarchive(chess)
    yield "reinforce", [m.reinforce(moved.id), m.reinforce(moved.id, 0.2)]
    yield "override", m.override("Ana lives in Lisbon", user="ana", tags=["fixed"])
    yield "overrides", m.overrides(user="ana")
    yield "search", m.search("where does Ana live?", user="ana", now=LATER, dry_run=True)
    yield (
        "search for much",
        m.search(
            "tea",
            user="ana",
            k=3,
            layers="memory",
            kinds=("note", "fact"),
            now=LATER,
            explain=True,
            dry_run=True,
            mmr_lambda=0.5,
        ),
    )
    yield "search in all states", m.search("Ana", user="ana", status=(), session="monday", now=LATER, dry_run=True)
    yield "search several users", m.search("liquorice", users=["ana", "bob"], now=LATER, dry_run=True)
    yield "search as of", m.search("Ana", user="ana", as_of=START, now=LATER, preset="rrf", dry_run=True)
    yield "list", m.list(user="ana", limit=2000)
    yield "list a page", m.list(everyone=True, limit=2, offset=1, status=["active", "superseded"], before=LATER)
    yield "list by time", m.list(user="ana", since="2024-01-01", until="2025-01-01", metadata={}, tags=[])
    yield "count", [m.count(user="ana"), m.count(everyone=True, layers=["turn"])]
    yield "sync", m.sync(timeout_s=30)
    yield "context", m.context("where does Ana live?", user="ana", format="markdown", tokens_max=500, now=LATER)
    yield "context of a layout", m.context(user="ana", layout="memoryos", now=LATER)
    yield "timeline", m.timeline(user="ana", layers=["memory", "turn"], since="2020-01-01", limit=50)
    yield "rebuild_profile", m.rebuild_profile(user="ana")
    yield "profile", m.profile(user="ana")
    yield "entities", sorted(m.entities(user="ana", limit=50), key=lambda one: one.name)  # equals come in any order
    yield "entity", m.entity("Ana", user="ana")
    yield "relations", sorted(m.relations(user="ana", include_ended=True), key=lambda one: (one.source, one.target))
    walk = m.graph("Ana", user="ana", depth=1)
    yield "graph", [walk.start, walk.depth, walk.cut, sorted(walk.distances.values()), len(walk.relations)]
    yield "graph, its entities", sorted(walk.entities, key=lambda one: one.name)
    links = m.waypoints([one.id for one in m.list(user="ana", layers=["memory"], limit=50)], user="ana")
    yield "waypoints", sorted((one.source, one.target, round(one.weight, 4)) for one in links)
    yield "neighbours", sorted((one.kind, one.outgoing, one.record.content) for one in m.neighbours(moved.id))
    yield "totals", [m.totals(user="ana"), m.totals(everyone=True)]
    yield "merge_entities", m.merge_entities("Ana", "Acme", user="ana")
    m.add("Eve works at Acme", user="eve")
    yield "a conflict", m.add("Eve works at Northstar", user="eve", confidence=0.5)
    yield "a question", m.search("where does Eve work?", user="eve", now=LATER, dry_run=True)
    yield "decisions", m.decisions(user="ana", memory_id=moved.id, limit=5)
    for conflict in m.conflicts(everyone=True):
        yield "resolve", m.resolve(conflict.id, "new")
    yield "conflicts", m.conflicts(everyone=True, resolved=True)
    yield "jobs", sorted(m.jobs(state="done", limit=1000), key=lambda job: (job.kind, str(job.scope.user)))
    job = m.jobs(limit=1)[0]
    yield "job", m.job(job.id)
    yield "retry", m.retry(job.id)
    yield "users", m.users()
    yield "agents", [m.agents(user="ana"), m.agents(), m.agents(everyone=True)]
    yield "sectors", [m.sectors(user="ana"), m.sectors(everyone=True)]
    yield "changes", sorted((one.kind, one.layer) for one in m.changes(start.marks, user="ana").changes)
    yield from care(m, folder)


def timeless(plain: dict[str, Any]) -> dict[str, Any]:
    """A line of an export without its times."""
    kept = {name: value for name, value in plain.items() if name != "at" and not name.endswith("_at")}
    return {name: timeless(value) if isinstance(value, dict) else value for name, value in kept.items()}


def by_content(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of an export in an order that does not depend on ids: two that were made at once come in any order."""
    said = {line["id"]: line["content"] for line in lines if "content" in line}

    def words(line: dict[str, Any]) -> str:
        plain = json.dumps(line, sort_keys=True)
        for id, content in said.items():
            plain = plain.replace(id, content)
        return plain

    return [*lines[:1], *sorted(lines[1:], key=words)]


def care(m: Any, folder: Path) -> Iterator[tuple[str, Any]]:
    """The second half of the script: moving, ageing, looking after, and the end."""
    lines = list(m.export(user="bob"))
    yield "export", by_content([timeless(json.loads(line)) for line in lines])
    (folder / "chats.json").write_text('[{"messages": [{"role": "user", "content": "My cat is called Miso."}]}]')
    (folder / "export.ndjson").write_text("\n".join(lines) + "\n")
    told: list[int] = []
    yield "import_", m.import_(iter(lines), user="carl", progress=told.append)
    yield "import_ a file", m.import_(folder / "export.ndjson", user="carl")
    yield "import_ another format", m.import_(str(folder / "chats.json"), user="dora", format="auto")
    yield "progress", told[-1]
    note = folder / "note.md"
    note.write_text("# Tea\n\nGreen tea is brewed at 80 degrees.\n", encoding="utf-8")
    os.utime(note, (1, 1))  # its stamp
    made = m.ingest(note, user="ana", name="note.md", metadata={"by": "ana"}, session="tea time", stamp="s1")
    yield "ingest", made
    yield "ingest again", m.ingest(note, user="ana", name="note.md", metadata={"by": "ana"}, session="tea time")
    yield "ingest bytes", m.ingest(b"<p>One <b>two</b></p>", media_type="text/html", chunk_tokens=100, chunk_overlap=9)
    yield "read_document", m.read_document(note, name="note.md")
    yield "documents", [m.documents(user="ana"), m.documents(limit=1), m.documents(everyone=True, collection="none")]
    yield "document", m.document(made.id)
    yield "passages", [m.passages(made.id), m.passages(made.id, ended=True)]
    yield "delete_document", [m.delete_document(made.id), m.documents(user="ana", project="p")]
    house = folder / "files" / "MEMORY.md"
    house.write_text("# House\n\nThe router stands in the hall.\n", encoding="utf-8")
    synced = m.sync_files()
    yield "sync_files", [synced.added, synced.changed, synced.failed, synced.complete]
    found = m.search_files("where does the router stand?", k=3)
    yield "search_files", [found.backend, [(hit.path, hit.start_line, hit.snippet, hit.citation) for hit in found.hits]]
    yield (
        "read_file",
        [m.read_file("MEMORY.md"), m.read_file("MEMORY.md", start=3, lines=1), m.read_file("memory/no.md")],
    )
    held = m.files_status()
    yield "files_status", [held.backend, held.files, held.passages, held.failed, held.last_failure]
    yield "status", m.status()
    yield "embedders", m.embedders()
    yield "embed", [m.embed(["a cup of tea", "", "お茶"]), m.embed(()), len(m.embed(["again"] * 450))]
    yield "probe", m.probe()
    yield "doctor", [m.doctor(), m.doctor(repair=True)]
    yield "reindex", [m.reindex(), m.reindex(timeout_s=5)]
    yield "backup", m.backup(folder / "copy.db") > 10_000
    seen: list[tuple[int, int]] = []
    yield "sweep", [m.sweep(dry_run=True), m.sweep(user="ana", progress=lambda *done: seen.append(done))]
    m.add_many([f"Kim has a {pet}. {REST}" for pet in ("dog", "parrot", "goldfish")], user="kim")
    yield "compact, planned", m.compact(user="kim", older_than_days=0, dry_run=True)
    done = m.compact(user="kim", tokens_max=0, progress=lambda *done: seen.append(done))
    assert done.candidates == 3
    yield "compact", done
    yield "undo_compaction", m.undo_compaction(done.summary_id)
    m.add(f"Lou has a key. {REST}", user="lou", key="house")
    yield "compact, what has a key", [m.compact(user="lou", tokens_max=0, keyed=keyed) for keyed in (False, True)]
    options: dict[str, Any] = {"typed": True, "retention_days": 30}
    yield "compact, typed", m.get(m.compact(user="kim", tokens_max=0, **options).summary_id).content
    yield "clear, planned", m.clear(user="bob", layers=["turn"], before=LATER, dry_run=True)
    yield "clear", m.clear(user="bob", layers=["turn"])
    goldfish = m.search("goldfish", user="kim", k=1)
    yield "a search that counts", [hit.content for hit in goldfish]
    yield "recalls", [(one.question, one.rank, one.why) for one in m.recalls(goldfish[0].id, limit=5)]
    yield "delete", m.delete(*(one.id for one in m.list(user="eve", limit=2)))
    yield "delete nothing", m.delete()
    yield "erase", [m.erase(user="dora"), m.erase(everyone=True)]
    yield "nothing is left", [m.count(everyone=True), m.users()]


SETTINGS = {"worker": "off", "schedule": "off"}


def connected(server: Running) -> Memory:
    return Memory(server.url, api_key=server.key)


@pytest.mark.feature("SD-01")
def test_one_script_gives_the_same_here_and_on_a_server(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    here_files, there_files = tmp_path / "here" / "files", tmp_path / "there" / "files"
    here_files.mkdir()
    there_files.mkdir()
    settings = {**SETTINGS, "workspace_watch": "off"}
    with Memory(tmp_path / "here.db", clock=Clock(), workspace=str(here_files), **settings) as memory:
        watched, here = Watched(memory), Shapes()
        expected = [(name, here.of(value)) for name, value in script(watched, tmp_path / "here")]
    with (
        running(tmp_path / "there.db", clock=Clock(), workspace=str(there_files), **settings) as server,
        connected(server) as memory,
    ):
        there = Shapes()
        for step, (name, value) in enumerate(script(memory, tmp_path / "there")):
            assert (name, there.of(value)) == expected[step]
        assert step == len(expected) - 1
    assert set(VERBS) - watched.used == set(), "a verb that the script does not use"


MISTAKES: list[Callable[[Any], object]] = [
    lambda m: m.add(""),
    lambda m: m.add(b"bytes"),
    lambda m: m.add("x", usr="ana"),
    lambda m: m.add("x", kind="opinion"),
    lambda m: m.add("x", confidence=2),
    lambda m: m.add("x", confidence=float("nan")),
    lambda m: m.add("x", occurred_at="yesterday"),
    lambda m: m.add("x", occurred_at=5),
    lambda m: m.add("x", metadata={"a": object()}),
    lambda m: m.add("x", metadata={1: "a", "1": "b"}),
    lambda m: m.add("x", metadata={"a": [{1: "a", "1": "b"}]}),
    lambda m: m.add("x", metadata={"a": START}),
    lambda m: m.add("x", metadata={"a": {"b"}}),
    lambda m: m.add("x", metadata=[("a", 1)]),
    lambda m: m.add("x", wait="yes"),
    lambda m: m.add("x", id="."),
    lambda m: m.add("x", id=".."),
    lambda m: m.add("x", id=""),
    lambda m: m.add("x", tags=[f"t{number}" for number in range(129)]),
    lambda m: m.add([{"role": "user", "content": "x", "metadata": {1: 2}}]),
    lambda m: m.add_many([{"content": "x", "metadata": {1: 2}}]),
    lambda m: m.add_many([{"content": "x", "id": "."}]),
    lambda m: m.update(m.add("it rains", user="vera").id, metadata={1: 2}),
    lambda m: m.ingest(b"x", metadata={1: 2}),
    lambda m: m.list(metadata={1: 2}),
    lambda m: m.list(limit=None),
    lambda m: m.list(offset=1.0),
    lambda m: m.list(everyone="yes"),
    lambda m: m.search("x", k=2.0),
    lambda m: m.search("x" * 100_001),
    lambda m: m.context("x" * 100_001),
    lambda m: m.context("x", tokens_max=10.0),
    lambda m: m.search("x", explain="yes"),
    lambda m: m.decisions(limit=None),
    lambda m: m.documents(limit=None),
    lambda m: m.entities(limit=2.0),
    lambda m: m.timeline(limit=None),
    lambda m: m.revert("nobody", version=1.0),
    lambda m: m.add("x", user=""),
    lambda m: m.add("x", user=5),
    lambda m: m.add("x", user="\ud800"),
    lambda m: m.add("x\x00y"),
    lambda m: m.add("x" * 2_000_000),
    lambda m: m.add("x", tags="one"),
    lambda m: m.add([]),
    lambda m: m.add([{"role": "user"}]),
    lambda m: m.add([{"role": "user", "content": "x", "color": "red"}]),
    lambda m: m.add([{"role": "user", "content": "x"}], tags=["a"]),
    lambda m: m.add([{"role": "user", "content": "x"}], wait="yes"),
    lambda m: m.add_many([]),
    lambda m: m.add_many([5]),
    lambda m: m.add_many("text"),
    lambda m: m.add_many([{"content": "x", "colour": "red"}]),
    lambda m: m.ingest(""),
    lambda m: m.ingest(5),
    lambda m: m.ingest("/there/is/no/such/file"),
    lambda m: m.ingest("ftp://example.org/report.pdf"),
    lambda m: m.ingest(b""),
    lambda m: m.ingest(bytes(range(256)) * 9),
    lambda m: m.ingest(b"x", name=""),
    lambda m: m.ingest(b"x", name=5),
    lambda m: m.ingest(b"x", user=""),
    lambda m: m.ingest(b"x", chunk_tokens=5),
    lambda m: m.ingest(b"x", chunk_tokens=100, chunk_overlap=60),
    lambda m: m.ingest(b"x", metadata={"a": object()}),
    lambda m: m.ingest("http://127.0.0.1:9/"),
    lambda m: m.ingest("https://user:password@example.org/"),
    lambda m: m.read_document(b""),
    lambda m: m.document("nobody"),
    lambda m: m.passages("nobody"),
    lambda m: m.delete_document("nobody"),
    lambda m: m.documents(limit=0),
    lambda m: m.update("nobody", content="x"),
    lambda m: m.update("nobody"),
    lambda m: m.update("nobody", colour="red"),
    lambda m: m.update(m.add("it rains", user="vera").id, content="it snows", if_version=2),
    lambda m: m.update(m.add("it rains", user="vera").id, content="it snows", if_version="1"),
    lambda m: m.get("nobody"),
    lambda m: m.get(""),
    lambda m: m.get(5),
    lambda m: m.get(".."),
    lambda m: m.get("/"),
    lambda m: m.get("x" * 1000),
    lambda m: m.get(m.add("it rains", user="vera", id=f"rain {type(m).__name__}").id + "\n"),
    lambda m: m.history("a\n"),
    lambda m: m.delete("."),
    lambda m: m.job("/"),
    lambda m: m.document("a/"),
    lambda m: m.resolve("..", "new"),
    lambda m: m.entity(".."),
    lambda m: m.entity("x" * 1000),
    lambda m: m.add([{"role": 5, "content": "hi"}]),
    lambda m: m.add([{"role": ["user"], "content": "hi"}]),
    lambda m: m.add("x", kind=5),
    lambda m: m.add("x", layer=5),
    lambda m: m.add("x", source=5),
    lambda m: m.search("x", preset=5),
    lambda m: m.search("x", kinds=[5]),
    lambda m: m.history("nobody/at/all"),
    lambda m: m.revert("nobody", version=0),
    lambda m: m.archive("nobody"),
    lambda m: m.delete("nobody"),
    lambda m: m.reinforce("nobody", -1),
    lambda m: m.resolve("nobody", "new"),
    lambda m: m.search("x", k=0),
    lambda m: m.search(""),
    lambda m: m.search(None),
    lambda m: m.search("x", only_session=True),
    lambda m: m.search("x", status="alive"),
    lambda m: m.search("x", layers=7),
    lambda m: m.search("x", preset="best"),
    lambda m: m.search("x", colour="red"),
    lambda m: m.search("x", since="2025-01-01", until="2024-01-01"),
    lambda m: m.context("x", format="pdf"),
    lambda m: m.context("x", layout="mine"),
    lambda m: m.context("x", colour="red"),
    lambda m: m.list(limit=0),
    lambda m: m.list(limit=100_000),
    lambda m: m.list(colour="red"),
    lambda m: m.count(kinds=["opinion"]),
    lambda m: m.timeline(limit=5_000),
    lambda m: m.entity("Nobody"),
    lambda m: m.entity("AC/DC"),
    lambda m: m.graph("Nobody"),
    lambda m: m.graph("Nobody", depth=9),
    lambda m: m.entities(type="planet"),
    lambda m: m.merge_entities("Nobody", "Noone"),
    lambda m: m.jobs(state="lazy"),
    lambda m: m.job("nobody"),
    lambda m: m.retry("nobody"),
    lambda m: m.flush(timeout_s=-1),
    lambda m: m.sync(timeout_s="soon"),
    lambda m: m.embed("text"),
    lambda m: m.embed(5),
    lambda m: m.embed([5]),
    lambda m: m.agents(user=""),
    lambda m: m.agents(user=5),
    lambda m: m.sectors(user="x" * 1000),
    lambda m: m.compact(tokens_max=-1),
    lambda m: m.undo_compaction("nobody"),
    lambda m: m.clear(colour="red"),
    lambda m: m.import_(["not json"]),
    lambda m: m.import_(['{"content": "fine", "user": "wrong"}', '{"content": "", "user": "wrong"}']),
    lambda m: m.import_([5]),
    lambda m: m.import_(5),
    lambda m: m.changes(5),
    lambda m: m.changes({"1": 2}),
    lambda m: m.changes({1: -2}),
    lambda m: m.profile(user="\ud800"),
    lambda m: m.jobs(limit="\ud800"),
    lambda m: m.import_("no-such-file.ndjson"),
    lambda m: m.import_(__file__, format="betamax"),
    lambda m: m.override("x", agent="bot"),
    lambda m: m.override(""),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "memory.db", clock=Clock(), **SETTINGS) as started:
        yield started


@pytest.fixture(scope="module")
def remote(server: Running) -> Iterator[Memory]:
    with Memory(server.url, api_key=server.key) as memory:
        yield memory


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(tmp_path_factory.mktemp("local") / "memory.db", clock=Clock(), **SETTINGS) as memory:
        yield memory


@pytest.mark.feature("SD-01")
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: inspect.getsource(one).strip()[10:60])
def test_a_mistake_is_the_same_error(mistake: Callable[[Any], object], remote: Memory, local: Memory) -> None:
    with pytest.raises(RecollectError) as expected:
        mistake(local)
    with pytest.raises(RecollectError) as found:
        mistake(remote)
    assert type(found.value) is type(expected.value), (found.value, expected.value)


def test_what_the_library_keeps_a_server_keeps(remote: Memory, local: Memory) -> None:
    tags = tuple(f"t{number}" for number in range(128))
    held = {"a": {"b": [1, {"c": None}]}, "1": "one"}
    for id in ("a/", "/", "//a", "a b\n"):
        for memory in (remote, local):
            memory.add(f"it snows in {id!r}", user="vera", id=id)
            assert (memory.get(id).id, [one.id for one in memory.history(id)]) == (id, [id])
    for memory in (remote, local):
        kept = memory.get(memory.add("it rains in Porto", user="vera", tags=tags, metadata=held).id)
        assert (set(kept.tags), kept.metadata) == (set(tags), held)


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_means_another_address_is_not_sent(name: str, remote: Memory) -> None:
    for ask in (remote.get, remote.history, remote.archive, remote.entity, remote.graph, remote.document, remote.job):
        with pytest.raises(NotFound):
            ask(name)
    with pytest.raises(InvalidInput, match="another place"):
        remote.add("it rains", user="vera", id=name)


def test_an_unknown_option_is_told_with_those_there_are(remote: Memory) -> None:
    with pytest.raises(UnknownName, match=r"body\.options\.minscore: there is no such field; it takes .*min_score"):
        remote.search("x", minscore=1)
    with pytest.raises(UnknownName, match=r"body\.items\.0\.colour: .*takes .*content"):
        remote.add_many([{"content": "x", "colour": "red"}])


def test_an_address_where_no_server_answers_is_told_as_one(server: Running) -> None:
    with (
        Memory(f"{server.url}/wrong/path", api_key=server.key) as memory,
        pytest.raises(StoreUnavailable, match=r"no Recollect server answers at .*wrong/path"),
    ):
        memory.count()


@pytest.mark.parametrize("verb", ["document", "passages", "delete_document", "job", "retry"])
def test_an_id_with_a_slash_that_nothing_has_is_not_found(verb: str, remote: Memory) -> None:
    with pytest.raises(NotFound, match="slash"):
        getattr(remote, verb)("a/b")


def test_every_verb_a_server_offers_has_the_parameters_of_the_library() -> None:
    for name in VERBS:
        own = vars_of(RemoteMemory, name)
        assert own == vars_of(Memory, name), name


def vars_of(kind: type, name: str) -> list[tuple[str, Any, Any]]:
    _, *found = inspect.signature(getattr(kind, name)).parameters.values()  # all but the memory itself
    return [(one.name, one.kind, one.default) for one in found]


def test_it_is_a_memory(remote: Memory, server: Running) -> None:
    assert isinstance(remote, Memory)
    assert isinstance(remote, RemoteMemory)
    assert remote.url == server.url


def test_the_awaited_verbs_work_on_a_server_too(server: Running) -> None:
    async def talk() -> list[str]:
        async with AsyncMemory(server.url, api_key=server.key) as memory:
            await memory.add("Zoe plays the harp", user="zoe")
            assert sum('"content"' in line for line in await memory.export(user="zoe")) == 1
            return [hit.content for hit in await memory.search("harp", user="zoe")]

    assert asyncio.run(talk()) == ["Zoe plays the harp"]


def test_the_place_and_the_key_may_come_from_the_environment(
    server: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RECOLLECT_STORE", server.url + "/")
    monkeypatch.setenv("RECOLLECT_API_KEY", server.key)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with Memory(agent="bot") as memory:
        assert memory.url == server.url
        assert memory.add("Said by the bot", user="yan").records[0].agent == "bot"


@pytest.mark.parametrize("key", [None, "rk_made_up"])
def test_without_a_key_that_is_known_nothing_is_told(server: Running, key: str | None) -> None:
    with Memory(server.url, api_key=key) as memory, pytest.raises(Unauthorized, match=r"key|credential"):
        memory.count()


def test_a_key_bound_to_a_user_speaks_for_that_user(server: Running, remote: Memory) -> None:
    secret = remote.add("Only for Una", user="una").id
    with Memory(server.url, api_key=server.made_key(user="vic")) as memory:
        assert memory.add("Vic was here").records[0].user == "vic"
        for lines in ("".join(memory.export()), "".join(memory.export(user="vic"))):
            assert ("Vic was here" in lines, "Only for Una" in lines) == (True, False)
        with pytest.raises(NotFound):
            memory.get(secret)
        with pytest.raises(Forbidden):
            memory.list(user="una")
        with pytest.raises(Forbidden):
            memory.status()


def test_a_folder_is_read_again_and_pruned_on_a_server(remote: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Apples.", encoding="utf-8")
    (tmp_path / "b.md").write_text("Bananas.", encoding="utf-8")
    assert remote.ingest_folder(tmp_path, user="ana").added == 2
    remote.delete(remote.search("apples", user="ana", layers=["document"])[0].id)
    (tmp_path / "b.md").unlink()
    report = remote.ingest_folder(tmp_path, user="ana", prune=True)
    assert (report.changed, report.unchanged, report.pruned) == (1, 0, 1)
    assert remote.ingest_folder(tmp_path, user="ana").unchanged == 1


def test_a_folder_behind_a_bound_key_becomes_its_users_own(server: Running, remote: Memory, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"Words of {name}.", encoding="utf-8")
    assert remote.ingest_folder(tmp_path, name="shelf").added == 2, "the whole tenant's"
    with Memory(server.url, api_key=server.made_key(user="wim")) as memory:
        assert memory.ingest_folder(tmp_path, name="shelf").added == 2
        (tmp_path / "b.md").unlink()
        report = memory.ingest_folder(tmp_path, name="shelf", prune=True)
        assert (report.unchanged, report.gone, report.pruned) == (1, ("shelf/b.md",), 1)
    assert [one.source for one in remote.documents()] == ["shelf/a.md", "shelf/b.md"]
    secret = tmp_path / "api_key=sk-proj-Zx81kPq0Lm73Rt65Yw29Bn40.md"
    secret.write_text("The parrot is green.", encoding="utf-8")
    assert remote.ingest_folder(tmp_path, name="shelf").added == 1
    secret.write_bytes(bytes(range(256)) * 9)
    assert remote.ingest_folder(tmp_path, name="shelf", prune=True).gone == ("shelf/b.md",)
    for document in remote.documents():
        remote.delete_document(document.id)


def test_a_backup_is_refused_where_it_would_hold_other_tenants(server: Running, remote: Memory, tmp_path: Path) -> None:
    server.made_key("others", role="admin")
    with pytest.raises(Forbidden, match="several tenants"):
        remote.backup(tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_rate_limit_says_when_to_come_again(server: Running) -> None:
    with Memory(server.url, api_key=server.made_key(requests_per_minute=1)) as memory:
        memory.count()
        with pytest.raises(RateLimited) as error:
            memory.count()
    assert 0 < error.value.retry_after_s <= 60


def test_a_large_import_goes_in_parts_and_tells_the_line_that_is_wrong(
    remote: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recollect.client.caring.PART_BYTES", 1000)
    lines = [json.dumps({"content": f"many words, for the time number {number}"}) for number in range(1, 101)]
    told: list[int] = []
    assert remote.import_(lines, user="wes", progress=told.append) == {"added": 100, "known": 0}
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == 100
    with pytest.raises(InvalidInput, match=r"^line 101: "):
        remote.import_([*lines, '{"content": 5}'], user="wes")


def test_an_import_goes_in_smaller_parts_where_the_server_takes_less(tmp_path: Path) -> None:
    lines = [json.dumps({"content": f"many words, for the time number {number}"}) for number in range(1, 101)]
    small = {"request_bytes_max": 2048, **SETTINGS}
    with running(tmp_path / "m.db", **small) as server, connected(server) as memory:
        told: list[int] = []
        assert memory.import_(lines, user="wes", progress=told.append) == {"added": 100, "known": 0}
        assert (told == sorted(told), told[-1]) == (True, 100)
        with pytest.raises(InvalidInput, match=r"^line 101: "):
            memory.import_([*lines, '{"content": 5}'], user="wes")
        with pytest.raises(TooLarge):
            memory.import_([*lines, json.dumps({"content": "x" * 4096})], user="wes")


def test_a_batch_goes_in_as_many_requests_as_the_server_needs(tmp_path: Path) -> None:
    texts = [f"many words, for the time number {number}" for number in range(100)]
    small = {"request_bytes_max": 2048, **SETTINGS}
    with running(tmp_path / "m.db", **small) as server, connected(server) as memory:
        added = memory.add_many(texts, user="wes")
        assert [record.content for record in added.records] == texts
        assert added.ids == [record.id for record in added.records]
        assert memory.count(user="wes") == 100
        with pytest.raises(UnknownName, match=r"^item 98: unknown kind .*items before .* are stored"):
            memory.add_many([*texts[:98], {"content": "x", "kind": "opinion"}], user="may")
        assert 0 < memory.count(user="may") < 98
        with pytest.raises(TooLarge, match="request_bytes_max"):
            memory.add_many(["x" * 4096], user="wes")

    async def awaited() -> int:
        async with AsyncMemory(server.url, api_key=server.key) as memory:
            return len((await memory.add_many(texts, user="ada")).ids)

    with running(tmp_path / "m.db", **small) as server:
        assert asyncio.run(awaited()) == 100


def test_what_is_too_large_for_a_request_is_said_to_be(tmp_path: Path) -> None:
    refused = pytest.raises(TooLarge, match="request_bytes_max")
    with running(tmp_path / "m.db", request_bytes_max=2048, **SETTINGS) as small, connected(small) as memory, refused:
        memory.add("x" * 4096)


def test_after_closing_nothing_is_sent(server: Running) -> None:
    memory = Memory(server.url, api_key=server.key)
    memory.close()
    memory.close()
    with pytest.raises(Closed):
        memory.count()


@pytest.mark.parametrize(
    "settings, said", [({"tenant": "others"}, "comes from the key"), ({"embedder": "none"}, "set on the server")]
)
def test_what_the_server_decides_cannot_be_given(settings: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Memory("http://127.0.0.1:1", **settings)


def test_restoring_and_another_key_need_the_machine_itself(server: Running, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="on its machine"):
        Memory.restore(tmp_path / "copy.db", server.url)
    with pytest.raises(ConfigError, match="on its machine"):
        Memory.rekey(server.url, new_key="k" * 32)


def test_a_server_that_makes_no_vectors_says_so(tmp_path: Path) -> None:
    refused = pytest.raises(EmbeddingFailed, match="no vectors can be made")
    with running(tmp_path / "m.db", embedder="none", **SETTINGS) as started, connected(started) as memory, refused:
        memory.embed(["text"])


def test_an_option_cannot_pose_as_an_argument(remote: Memory) -> None:
    with pytest.raises(UnknownName):
        remote._http.ask("search", body={"query": "x", "options": {"user": "una"}})  # type: ignore[attr-defined]


class LosesTheFirstAnswer(BaseHTTPRequestHandler):
    """Passes a request on and hangs up instead of giving the answer, once; then it does its work."""

    goal = ""
    lost = 0

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = httpx2.post(self.goal + self.path, content=body, headers=dict(self.headers))
        self.close_connection = True
        if not type(self).lost:
            type(self).lost = 1
            return
        self.send_response(answer.status_code)
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


def test_a_write_whose_answer_is_lost_is_done_once(server: Running, remote: Memory) -> None:
    handler = type("Handler", (LosesTheFirstAnswer,), {"goal": server.url})
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=lambda: proxy.serve_forever(poll_interval=0.01), daemon=True)
    thread.start()
    try:
        with Memory(f"http://127.0.0.1:{proxy.server_port}", api_key=server.key) as memory:
            added = memory.add_many(["said once", "and once only"], user="xena")
    finally:
        proxy.shutdown()
        proxy.server_close()
    assert handler.lost == 1  # type: ignore[attr-defined]
    assert sorted(one.id for one in remote.list(user="xena")) == sorted(added.ids)


def test_vectors_are_made_on_the_server_and_their_making_is_told(tmp_path: Path) -> None:
    with Memory(tmp_path / "m.db", embedder="none", **SETTINGS) as memory:
        memory.add_many(["one", "two", "three"], user="ana")
    told: list[tuple[int, int]] = []
    with running(tmp_path / "m.db", **SETTINGS) as started, connected(started) as memory:
        assert memory.status().needs_reindex == 3
        assert memory.reindex(progress=lambda *done: told.append(done)) == {"spaces": 0, "vectors": 3}
        assert memory.status().needs_reindex == 0
    assert told == [(3, 3)]

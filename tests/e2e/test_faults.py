"""What breaks, under load: no acknowledged write is lost, no answer is wrong, the failure is named, and nothing has to
be restarted but what broke."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from recollect import Memory
from recollect.assemble.tenants import Tenants
from recollect.config import load
from recollect.storage.postgres import connect
from tests.clock import Clock
from tests.contracts.building import execute
from tests.postgres_own import OwnServer, own_server
from tests.proxy import Proxy
from tests.services import ServiceMissing, services_required
from tests.serving import Served, serving

WRITERS = 3
SETTINGS = {"worker": "off", "schedule": "off", "embedder": "none", "verification": "off"}
CODES = {"store_unavailable", "store_busy"}
WRITES_MAX = 2000


@dataclass
class Load:
    """Writers that note what was acknowledged and what was refused, and how."""

    served: Served
    acknowledged: dict[str, str] = field(default_factory=dict)
    refused: list[tuple[int, str]] = field(default_factory=list)
    _end: threading.Event = field(default_factory=threading.Event)
    _progress: threading.Condition = field(default_factory=threading.Condition)

    def write(self, writer: int, key: str) -> None:
        with self.served.with_key(key) as client:
            for number in range(WRITES_MAX):
                if self._end.is_set():
                    return
                text = f"Writer {writer} counts to {number} today."
                answer = client.post("/v1/memories", json={"content": text, "user": f"u{writer}"})
                with self._progress:
                    if answer.status_code < 300:
                        self.acknowledged[answer.json()["memories"][0]["id"]] = text
                    else:
                        self.refused.append((answer.status_code, str(answer.json().get("code"))))
                    self._progress.notify_all()

    def more(self, count: int) -> None:
        """Wait until so many more were acknowledged."""
        with self._progress:
            wanted = len(self.acknowledged) + count
            assert self._progress.wait_for(lambda: len(self.acknowledged) >= wanted, 120), self.refused[-3:]

    def failed(self, count: int) -> None:
        """Wait until so many more were refused."""
        with self._progress:
            wanted = len(self.refused) + count
            assert self._progress.wait_for(lambda: len(self.refused) >= wanted, 120), "nothing was refused"

    def __enter__(self) -> Load:
        self._pool = ThreadPoolExecutor(WRITERS)
        key = self.served.key()
        self._running = [self._pool.submit(self.write, writer, key) for writer in range(WRITERS)]
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._pool.shutdown()
        for done in self._running:
            done.result()

    def proven(self) -> None:
        """Everything acknowledged is there once, as it was said, and the store is sound."""
        memory = Memory.over(self.served.tenants.engine("acme"))
        found = {
            one.id: one.content for writer in range(WRITERS) for one in memory.list(user=f"u{writer}", limit=10_000)
        }
        assert self.acknowledged.items() <= found.items()
        assert len(set(found.values())) == len(found), "nothing was written twice"
        assert memory.doctor() == []
        text = next(iter(self.acknowledged.values()))
        hits = memory.search(text, user=f"u{text.split()[1]}")
        assert hits[0].record.content == text
        assert {code for _, code in self.refused} <= CODES
        assert {status for status, _ in self.refused} <= {503}


@contextmanager
def proxied(url: str) -> Iterator[tuple[Proxy, str]]:
    """A line to the same database on which things go wrong."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    with Proxy(parts.hostname, parts.port) as proxy:
        netloc = f"{parts.netloc.rpartition('@')[0]}@127.0.0.1:{proxy.port}"
        yield proxy, parts._replace(netloc=netloc, query="connect_timeout=2").geturl()


@pytest.fixture
def server(postgres_server: str) -> Iterator[OwnServer]:
    """A PostgreSQL that may be killed."""
    try:
        with own_server() as made:
            yield made
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))


def ready(served: Served) -> int:
    return httpx2.get(f"{served.url}/ready", timeout=60).status_code


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_postgresql_is_killed_under_load_and_comes_back(server: OwnServer) -> None:
    with serving(server.url, **SETTINGS) as served:
        with Load(served) as load:
            load.more(10)
            server.kill()
            load.failed(2)
            assert ready(served) == 503
            server.start()
            load.more(10)
            assert ready(served) == 200
        assert load.refused
        load.proven()


@pytest.mark.slow
@pytest.mark.feature("RS-05")
@pytest.mark.parametrize("fault", ["hung up", "cut in answers", "refused", "garbled"])
def test_connections_to_postgresql_fail_under_load(postgres_url: str, fault: str) -> None:
    with proxied(postgres_url) as (proxy, url), serving(url, **SETTINGS) as served:
        with Load(served) as load:
            load.more(5)
            proxy.faults.cut = fault == "cut in answers"
            proxy.faults.corrupt = fault == "garbled"
            proxy.faults.refuse = fault == "refused"
            proxy.drop_all()
            if fault == "hung up":
                load.more(3)
                proxy.drop_all()
            else:
                load.failed(3)
            proxy.faults.cut = proxy.faults.corrupt = proxy.faults.refuse = False
            proxy.drop_all()
            load.more(5)
        load.proven()


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_answers_of_postgresql_that_come_too_late_are_not_waited_for(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "GRACE_S", 0.2)
    late = {**SETTINGS, "postgres_statement_timeout_ms": 1500}
    with proxied(postgres_url) as (proxy, url), serving(url, **late) as served:
        with Load(served) as load:
            load.more(5)
            proxy.faults.delay_s = 5.0
            load.failed(2)
            proxy.faults.delay_s = 0.0
            proxy.drop_all()
            load.more(5)
        load.proven()


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_a_full_disk_is_told_and_room_is_enough_to_go_on(tmp_path: Path) -> None:
    with serving(tmp_path / "memory.db", **SETTINGS) as served, served.client() as client:
        kept = []
        said = client.post("/v1/memories", json={"content": "Ana lives in Lisbon.", "user": "ana"})
        kept.append(said.json()["memories"][0]["id"])
        execute(served.tenants.store, "PRAGMA max_page_count = 120")
        refused = None
        for number in range(WRITES_MAX):
            text = f"Entry {number}: " + " ".join(f"w{number}x{word}" for word in range(60))
            answer = client.post("/v1/memories", json={"content": text, "user": "ana"})
            if answer.status_code >= 300:
                refused = answer
                break
            kept.append(answer.json()["memories"][0]["id"])
        assert refused is not None
        assert (refused.status_code, refused.json()["code"]) == (507, "store_full")
        found = client.post("/v1/search", json={"query": "Where does Ana live?", "user": "ana"}).json()["hits"]
        assert found[0]["content"] == "Ana lives in Lisbon."
        execute(served.tenants.store, "PRAGMA max_page_count = 1000000")
        again = client.post("/v1/memories", json={"content": "There is room again.", "user": "ana"})
        kept.append(again.json()["memories"][0]["id"])
        memory = Memory.over(served.tenants.engine("acme"))
        assert {one.id for one in memory.list(user="ana", limit=10_000)} == set(kept)
        assert memory.doctor() == []


# --- clocks that disagree -------------------------------------------------------------------------------------------


def opened(url: str, clock: Clock) -> Tenants:
    settings = load({"store": url, **SETTINGS, "embedder": "synthetic"}, {}, None)
    return Tenants(settings, url=url, clock=clock)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else str(tmp_path / "memory.db")


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_clocks_an_hour_apart_lose_nothing_and_do_nothing_twice(url: str) -> None:
    """Two processes that believe it is an hour earlier and an hour later, writing and learning for the same users."""
    early, late = Clock(), Clock()
    early.forward(hours=-1)
    late.forward(hours=1)
    with closing(opened(url, early)) as one, closing(opened(url, late)) as other:
        slow, fast = (Memory.over(tenants.engine("acme")) for tenants in (one, other))
        for number in range(12):
            memory = (slow, fast)[number % 2]
            said = [{"role": "user", "content": f"I have {number + 2} cats and I live in house {number}."}]
            memory.add(said, user=f"u{number % 3}", session=f"s{number % 3}")
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(_work, tenants) for tenants in (one, other)]:
                done.result(120)
        assert other.engine("acme").jobs.pressing() == 0
        jobs = [job for job in other.engine("acme").jobs.list(limit=1000) if job.kind == "extract"]
        assert {job.state for job in jobs} == {"done"}
        for user in range(3):
            turns = [m.content for m in fast.list(user=f"u{user}", limit=1000) if m.layer == "turn"]
            assert len(turns) == len(set(turns)) == 4
            facts = [m.content for m in fast.list(user=f"u{user}", limit=1000) if m.layer != "turn"]
            assert len(facts) == len(set(facts)), "learned once"
        assert fast.doctor() == []


@pytest.mark.slow
@pytest.mark.feature("RS-05")
def test_an_edit_by_a_process_whose_clock_is_behind_is_what_both_show(url: str) -> None:
    early, late = Clock(), Clock()
    early.forward(hours=-1)
    late.forward(hours=1)
    with closing(opened(url, early)) as one, closing(opened(url, late)) as other:
        slow, fast = (Memory.over(tenants.engine("acme")) for tenants in (one, other))
        (made,) = fast.add("The meeting is on Monday", user="ana").records
        slow.update(made.id, content="The meeting is on Friday")
        for memory in (slow, fast):
            assert memory.get(made.id).content == "The meeting is on Friday"
            assert [hit.record.content for hit in memory.search("When is the meeting?", user="ana")] == [
                "The meeting is on Friday"
            ]
            assert memory.doctor() == []


def _work(tenants: Tenants) -> None:
    while tenants.work():
        pass

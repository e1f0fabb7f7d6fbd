"""The server as a process: it starts with nothing, ends calmly, and loses nothing when it is killed."""

from __future__ import annotations

import sys
import threading
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from recollect import Memory, registry
from recollect.model.scope import Scope
from tests.e2e.served import ServeProcess
from tests.surfaces.gateway.serving import Upstream, answer

pytestmark = pytest.mark.slow


def test_the_first_start_prints_a_key_that_opens_everything_and_the_second_prints_none(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    with ServeProcess(store) as server:
        assert server.key is not None
        with server.client() as client:
            assert client.get("/v1/keys").status_code == 200
            assert client.post("/v1/memories", json={"content": "kept", "user": "ana"}).status_code == 201
        key = server.key
        assert server.stop() == 0
    with ServeProcess(store) as again:
        assert again.key is None
        with again.client(key) as client:
            assert client.get("/v1/memories", params={"user": "ana"}).json()["total"] == 1
        assert again.stop() == 0


@pytest.mark.feature("JB-01")
def test_a_server_that_is_told_to_stop_leaves_the_rest_of_its_work_queued(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    with ServeProcess(store) as server:
        with server.client() as client:
            for number in range(40):
                turns = [{"role": "user", "content": f"I have a cat called Tom{number}"}]
                assert client.post("/v1/turns", json={"messages": turns, "user": f"u{number}"}).status_code == 201
        assert server.stop() == 0
        assert "Traceback" not in server.errors()
    with Memory(store, worker="off") as memory:
        states = [job.state for job in memory.jobs(limit=1000) if job.kind == "extract"]
        assert len(states) == 40
        assert set(states) <= {"queued", "done"}, "none is held by a worker that is gone"
        assert memory.flush(timeout_s=60) == 0
        assert all(memory.count(user=f"u{number}", layers=["memory"]) == 1 for number in range(40))


def test_a_feed_ends_with_its_last_byte_when_the_server_stops(tmp_path: Path) -> None:
    with ServeProcess(tmp_path / "memory.db") as server:
        with server.client() as client, client.stream("GET", "/v1/events") as feed:
            lines = feed.iter_lines()
            assert "event: ready" in iter(lambda: next(lines), "")
            stopped = threading.Thread(target=server.stop)
            stopped.start()
            assert [line for line in lines if line.startswith("event:")] == [], "and it is not cut off"
            stopped.join()
        assert " error " not in server.errors()


def hammer(url: str, key: str, thread: int, acknowledged: list[str], stop: threading.Event) -> None:
    """Write until the server is gone; note what it acknowledged."""
    with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60) as client:
        number = 0
        while not stop.is_set():
            number += 1
            body = {"content": f"thread {thread} wrote fact number {number}", "user": f"u{thread}", "key": f"{number}"}
            try:
                answer = client.post("/v1/memories", json=body)
            except httpx2.HTTPError:
                return
            if answer.status_code == 201:
                acknowledged.append(answer.json()["ids"][0])


@pytest.mark.feature("ST-01")
@pytest.mark.parametrize("round", range(2))
def test_killing_the_server_under_load_loses_no_acknowledged_write(tmp_path: Path, round: int) -> None:
    store = tmp_path / "memory.db"
    acknowledged: list[str] = []
    stop = threading.Event()
    with ServeProcess(store) as server:
        assert server.key is not None
        threads = [
            threading.Thread(target=hammer, args=(server.url, server.key, number, acknowledged, stop))
            for number in range(4)
        ]
        for thread in threads:
            thread.start()
        while len(acknowledged) < 60 * (round + 1) and any(thread.is_alive() for thread in threads):
            threads[0].join(0.01)
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
    assert len(acknowledged) >= 60
    with Memory(store, worker="off") as memory:
        for id in acknowledged:
            assert memory.get(id).content.startswith("thread")
        assert memory.doctor() == []
        stored = {record.id for thread in range(4) for record in memory.list(user=f"u{thread}", limit=1000)}
    with closing(registry.store(str(store), {})) as kept:
        told = {id for entry in kept.audit(Scope(), limit=10_000) for id in entry.ids}
    assert told == stored, "each write stands in the audit, and nothing else does"


def test_several_processes_answer_and_all_know_a_revoked_key(tmp_path: Path) -> None:
    with ServeProcess(tmp_path / "memory.db", "--workers", "2") as server:
        with server.client() as client:
            made = client.post("/v1/keys", json={"role": "write"}).json()
            ids = []
            for number in range(10):
                with server.client(made["key"]) as writer:  # a connection each: any of the processes answers
                    body = {"content": f"note {number}", "user": "ana", "key": f"{number}"}
                    ids.append(writer.post("/v1/memories", json=body).json()["ids"][0])
            assert client.get("/v1/memories", params={"user": "ana"}).json()["total"] == 10
            client.delete(f"/v1/keys/{made['id']}")
        refused = 0
        for _ in range(400):
            with server.client(made["key"]) as writer:
                refused = refused + 1 if writer.get("/v1/memories").status_code == 401 else 0
            if refused == 20:
                break
        assert refused == 20, "every process refuses it"
        counted, processes = set(), set()
        for _ in range(20):
            with server.client() as client:
                told = client.get("/metrics").text.splitlines()
            counted |= {line for line in told if '"POST",status="201"' in line}
            processes |= {line.split()[0] for line in told if line.startswith("process_resident_memory_bytes{")}
        assert counted == {'recollect_requests_total{method="POST",status="201",surface="native"} 11.0'}
        assert len(processes) == (2 if sys.platform == "linux" else 0), "each tells of itself and of the other"
        assert server.stop() == 0


def test_a_response_goes_on_in_every_process_and_after_a_restart(tmp_path: Path) -> None:
    kept = {"id": "resp_1", "object": "response", "output": []}
    more = {"model": "m", "input": "And?", "previous_response_id": "resp_1"}
    with Upstream() as upstream:
        upstream.respond = lambda request: answer(kept)
        started = {"environment": {"RECOLLECT_GATEWAY_UPSTREAM": upstream.url}}
        with ServeProcess(tmp_path / "memory.db", "--workers", "2", **started) as server:  # type: ignore[arg-type]
            key = server.key
            with server.client() as client:
                bound = client.post("/v1/keys", json={"role": "write", "user": "ben"}).json()["key"]
                assert client.post("/v1/responses", json={"model": "m", "input": "Hi"}).status_code == 200
            for _ in range(10):  # a connection each: any of the processes answers
                with server.client() as mine, server.client(bound) as bens:
                    assert bens.get("/v1/responses/resp_1").status_code == 404
                    assert mine.post("/v1/responses", json=more).status_code == 200
            assert server.stop() == 0
        with (
            ServeProcess(tmp_path / "memory.db", **started) as server,  # type: ignore[arg-type]
            server.client(key) as mine,
            server.client(bound) as bens,
        ):
            assert mine.get("/v1/responses/resp_1").status_code == 200
            assert bens.post("/v1/responses", json=more).status_code == 404


@pytest.mark.parametrize("arguments", [("--no-auth", "--host", "0.0.0.0"), ("--port", "99999")])
def test_what_would_be_unsafe_or_impossible_does_not_start(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with pytest.raises(AssertionError, match="did not start"):
        ServeProcess(tmp_path / "memory.db", *arguments)


def test_a_store_that_cannot_be_opened_is_said_before_processes_start(tmp_path: Path) -> None:
    (tmp_path / "no-folder").write_text("a file")
    with (
        pytest.raises(AssertionError, match=r"did not start: .*store_unavailable"),
        ServeProcess(tmp_path / "no-folder" / "memory.db", "--no-auth", "--workers", "2"),
    ):
        pass


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with ServeProcess(tmp_path / "memory.db") as server:
        port = server.url.rsplit(":", 1)[1]
        with pytest.raises(AssertionError, match="choose another --port"):
            ServeProcess(tmp_path / "other.db", "--port", port)


@pytest.mark.feature("CF-01")
def test_the_settings_file_is_followed_and_a_broken_one_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "recollect"
    folder.mkdir(parents=True)
    file = folder / "config.toml"
    file.write_text("gateway_tokens_max = 700\n")
    with ServeProcess(tmp_path / "memory.db", environment={"XDG_CONFIG_HOME": str(tmp_path / "config")}) as server:
        with server.client() as client:

            def told() -> int:
                found = client.get("/v1/settings").json()["settings"]
                return int(next(one["value"] for one in found if one["name"] == "gateway_tokens_max"))

            def becomes(wanted: int) -> bool:
                return any(told() == wanted for _ in range(2000))

            assert told() == 700
            file.write_text("gateway_tokens_max = 800\n")
            assert becomes(800)
            file.write_text("gateway_tokens_max = \n")
            assert not any(told() != 800 for _ in range(50))
            file.write_text('gateway_tokens_max = 850\npii_hook = "no.mod:fn"\n')
            assert "no.mod:fn" in server.says("cannot be imported")
            assert told() == 800
            assert client.post("/v1/memories", json={"content": "I live in Lisbon.", "user": "ana"}).is_success
            file.write_text("gateway_tokens_max = 900\n")
            assert becomes(900)
        assert server.stop() == 0


@pytest.mark.feature("SE-01")
def test_a_settings_file_cannot_take_the_lock_off_a_server_that_others_reach(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "recollect"
    folder.mkdir(parents=True)
    file = folder / "config.toml"
    file.write_text('host = "0.0.0.0"\n')
    with ServeProcess(tmp_path / "memory.db", environment={"XDG_CONFIG_HOME": str(tmp_path / "config")}) as server:
        with httpx2.Client(base_url=server.url, timeout=60) as nobody:
            assert nobody.get("/v1/memories").status_code == 401
            file.write_text('host = "127.0.0.1"\nauth = "off"\n')
            assert "auth = off is for loopback only" in server.says("settings.")
            assert nobody.get("/v1/memories").status_code == 401
        assert server.stop() == 0

"""A write that takes long is done once too: its key is held as long as it is being answered."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from recollect.surfaces.http.native import idempotent
from tests.listening import START_S
from tests.loopback import Loopback, Reply, Request
from tests.server import RunningServer
from tests.serving import problem

ONCE = {"Idempotency-Key": "k"}


class Slow:
    """A page that comes when it is told to."""

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.times = 0

    def __call__(self, request: Request) -> Reply:
        self.times += 1
        self.asked.set()
        assert self.go_on.wait(START_S)
        return Reply(body=b"Ana lives in Lisbon.", headers={"Content-Type": "text/plain"})


def test_what_is_deleted_takes_no_answer_about_something_else(server: RunningServer) -> None:
    client = server.client()

    def sent(key: str, content: str, user: str) -> Any:
        return client.post("/v1/memories", json={"content": content, "user": user}, headers={"Idempotency-Key": key})

    ben, uma, _ = (sent(user, f"{user} pays by card", user) for user in ("ben", "uma", "ana"))
    other = client.post("/v1/memories", json={"content": "vic likes jazz", "user": "vic"}).json()["ids"][0]
    removing = {"headers": {"Idempotency-Key": "gone"}}
    assert client.delete(f"/v1/memories/{other}", **removing).status_code == 204
    client.delete(f"/v1/memories/{ben.json()['ids'][0]}")
    client.post("/v1/erase", json={"user": "ana"})
    again = client.delete(f"/v1/memories/{other}", **removing)
    assert (again.status_code, again.content, again.headers["idempotent-replayed"]) == (204, b"", "true")
    again = sent("uma", "uma pays by card", "uma")
    assert (again.status_code, again.content) == (201, uma.content), "nothing of hers was deleted"
    for user in ("ben", "ana"):
        again = sent(user, f"{user} pays by card", user)
        assert (again.status_code, again.headers["idempotent-replayed"]) == (409, "true")
        assert "not kept any more" in problem(again)["detail"]
        assert "card" not in again.text


def test_what_was_told_under_the_id_of_a_record_goes_with_it(server: RunningServer) -> None:
    client = server.client()
    kept = client.post("/v1/memories", json={"content": "Ana likes tea", "user": "ana"}, headers=ONCE)
    changing = {"json": {"content": "Ana likes mint tea"}, "headers": {"Idempotency-Key": "change"}}
    place = f"/v1/memories/{kept.json()['ids'][0]}"
    changed = client.patch(place, **changing)
    again = client.patch(place, **changing)
    assert (again.content, again.headers["etag"]) == (changed.content, changed.headers["etag"])
    client.delete(place)
    again = client.post("/v1/memories", json={"content": "Ana likes tea", "user": "ana"}, headers=ONCE)
    assert [again.status_code, client.patch(place, **changing).status_code] == [409, 409]


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("POST", "/v1/profile/rebuild", {"user": "ana"}),
        ("POST", "/v1/entities/merge", {"user": "ana", "keep": "Acme", "other": "Lisbon"}),
        ("PATCH", "/v1/settings", {"min_score": 0.2}),
    ],
)
def test_what_names_no_records_is_refused_after_a_deletion_and_never_hollow(
    server: RunningServer, method: str, path: str, body: dict[str, Any]
) -> None:
    client = server.client()
    for text in ("Ana lives in Lisbon", "Ana works at Acme in Lisbon"):
        client.post("/v1/memories", json={"content": text, "user": "ana"})
    first = client.request(method, path, json=body, headers=ONCE)
    assert client.request(method, path, json=body, headers=ONCE).content == first.content
    other = client.post("/v1/memories", json={"content": "vic likes jazz", "user": "vic"}).json()["ids"][0]
    client.delete(f"/v1/memories/{other}")
    again = client.request(method, path, json=body, headers=ONCE)
    assert (again.status_code, "not kept any more" in problem(again)["detail"]) == (409, True)


def test_an_answer_of_numbers_stays_whatever_is_deleted(server: RunningServer) -> None:
    client = server.client()
    ids = [client.post("/v1/memories", json={"content": text}).json()["ids"][0] for text in ("one", "two")]
    removing = {"json": {"ids": ids[:1]}, "headers": ONCE}
    first = client.post("/v1/memories/delete", **removing)
    client.delete(f"/v1/memories/{ids[1]}")
    again = client.post("/v1/memories/delete", **removing)
    assert (again.status_code, again.content) == (200, first.content)


def test_of_many_records_an_answer_goes_with_whatever_is_deleted(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotent, "IDS_MAX", 1)
    client = server.client()
    adding = {"json": {"items": [{"content": "one"}, {"content": "two"}], "user": "ana"}, "headers": ONCE}
    assert client.post("/v1/memories/batch", **adding).status_code == 201
    other = client.post("/v1/memories", json={"content": "vic likes jazz", "user": "vic"}).json()["ids"][0]
    client.delete(f"/v1/memories/{other}")
    assert client.post("/v1/memories/batch", **adding).status_code == 409


def test_a_retry_of_a_write_that_takes_minutes_does_not_begin_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotent, "RENEW_S", 0.01)
    page, renewed = Slow(), threading.Event()
    with Loopback() as web, RunningServer(tmp_path, fetch_allow="127.0.0.0/8") as server, ThreadPoolExecutor() as pool:
        web.routes.append(page)
        store, client = server.tenants.store, server.client()
        renew, late = store.renew_answer, server.clock.now + 2 * idempotent.STALE

        def renewing(*given: Any) -> None:
            renew(*given)
            if given[-1] > late:
                renewed.set()

        monkeypatch.setattr(store, "renew_answer", renewing)
        body = {"url": f"{web.url}/page.txt", "user": "ana"}
        try:
            first = pool.submit(client.post, "/v1/documents", json=body, headers=ONCE)
            assert page.asked.wait(START_S)
            server.clock.now = late
            assert renewed.wait(START_S)
            again = client.post("/v1/documents", json=body, headers=ONCE)
            assert "still being answered" in problem(again)["detail"]
        finally:
            page.go_on.set()
        done = first.result(START_S)
        assert done.is_success, done.text
        later = client.post("/v1/documents", json=body, headers=ONCE)
        assert (later.json(), later.headers["idempotent-replayed"]) == (done.json(), "true")
    assert page.times == 1


REFUSED: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "something unknown": ("POST", "/v1/entities/merge", {"keep": "marmalade", "other": "x"}, 404, "not_found"),
    "a secret": ("POST", "/v1/entities/merge", {"keep": "sk-proj-marmalade0123456789", "other": "x"}, 404, "not_found"),
    "a value": ("POST", "/v1/memories", {"content": "x", "kind": "marmalade"}, 422, "unknown_name"),
    "a name": ("POST", "/v1/memories", {"content": "x", "marmalade": 1}, 422, "unknown_name"),
    "a long name": ("POST", "/v1/memories", {"content": "x", "marmalade" * 200_000: 1}, 422, "unknown_name"),
    "an id": ("PATCH", "/v1/memories/marmalade", {"content": "x"}, 404, "not_found"),
    "a setting": ("PATCH", "/v1/settings", {"preset": "marmalade"}, 422, "config"),
    "a key": ("POST", "/v1/keys", {"role": "marmalade"}, 422, "unknown_name"),
}


@pytest.mark.parametrize("named", REFUSED)
def test_what_was_refused_stays_refused_and_nothing_that_it_said_is_stored(tmp_path: Path, named: str) -> None:
    method, path, body, status, code = REFUSED[named]
    with RunningServer(tmp_path) as server:
        client = server.client()
        first = client.request(method, path, json=body, headers=ONCE)
        assert "idempotent-replayed" not in first.headers
        assert "marmalade" in first.text, "who sent it is told why"
        client.post("/v1/memories", json={"content": "Ana likes tea", "user": "ana"})
        client.post("/v1/erase", json={"user": "ana"})
        again = client.request(method, path, json=body, headers=ONCE)
        assert again.headers["idempotent-replayed"] == "true"
        for answer in (first, again):
            assert (answer.status_code, problem(answer)["code"]) == (status, code)
        assert "refused before" in problem(again)["detail"]
    assert all(b"marmalade" not in file.read_bytes() for file in tmp_path.iterdir())

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

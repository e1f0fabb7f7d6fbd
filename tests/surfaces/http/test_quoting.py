"""Providers whose errors quote what they were sent: nobody but the caller himself hears of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recollect.rules.breaker import FAILURES_MAX
from tests.loopback import Loopback, Reply, Request
from tests.server import RunningServer

PRIVATE = "Wilhelmina"
KEY = "sk-proj-Zk3vQ9wLr7TxB2mN8cYdH4sJ"
DONE = ("has a cat", "plays the cello", "likes plums", "saw a doctor", "met Carl", "reads Kafka")
assert len(DONE) > FAILURES_MAX


def quoting(request: Request) -> Reply:
    """As proxies do that tell what they could not pass on."""
    sent = json.dumps(request.body)
    told = f"cannot do {PRIVATE} with {KEY}" if PRIVATE in sent else "cannot do it"
    return Reply(status=400, body={"error": {"code": "bad_input", "message": told}})


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    with Loopback() as providers:
        providers.routes.append(quoting)
        address = f"{providers.url}/v1"
        settings: dict[str, Any] = {
            "embedder": "openai",
            "embedder_model": "m",
            "embedder_dim": 8,
            "embedder_base_url": address,
            "rerank": "jina",
            "rerank_base_url": address,
            "llm": "openai",
            "llm_base_urls": f"openai={address}",
            "api_keys": "openai=sk-abcdef",
            "worker": "off",
        }
        if request.param == "postgres":
            settings["url"] = request.getfixturevalue("postgres_url")
        with RunningServer(tmp_path, **settings) as running:
            yield running


@pytest.mark.feature("SC-06")
@pytest.mark.feature("OB-03")
@pytest.mark.feature("OB-04")
def test_what_a_provider_quotes_of_one_tenant_is_never_told_to_another(server: RunningServer) -> None:
    one, two, writer = server.client("one"), server.client("two"), server.client("two", role="write")
    question = {"query": f"which cello music does {PRIVATE} play?", "user": "ana"}
    notes = []
    for what in DONE:
        added = one.post("/v1/memories", json={"content": f"{PRIVATE} {what}", "user": "ana"})
        notes.append(added.json()["note"])
        one.post("/v1/search", json=question)
    assert PRIVATE in notes[0], "it was his call"
    assert PRIVATE not in notes[-1], "and this one was not sent"
    assert KEY not in str(notes)
    asked = {"query": "what is it?", "user": "bob", "explain": True}
    heard = [
        two.post("/v1/memories", json={"content": "Bob has a boat", "user": "bob"}),
        two.post("/v1/search", json=asked),
        writer.post("/api/memory/retrieve-preview", json={"query": "boat"}),
        two.get("/v1/status"),
        two.get("/api/memory/engine-status"),
        two.get("/ready"),
        one.get("/v1/status"),
    ]
    assert all(answer.status_code < 300 for answer in heard)
    assert not [answer.url.path for answer in heard if PRIVATE in answer.text or KEY in answer.text]
    assert "HTTP 400 (bad_input)" in heard[0].json()["note"]
    assert "rerank: " in heard[3].text
    for name in ("one", "two"):
        logged = server.memory(name).status().embedder_log
        assert logged
        assert {who for _, who, _ in logged} == {"openai:m"}
        assert PRIVATE not in str(logged)


@pytest.mark.feature("SC-06")
def test_what_a_provider_quotes_of_one_users_turns_is_in_no_job_of_another(server: RunningServer) -> None:
    memory = server.memory()
    for number in range(FAILURES_MAX):
        turn = {"role": "user", "content": f"My aunt {PRIVATE} lives in house {number}."}
        memory.add([turn], user="ana", session=f"s{number}", wait=True)
    memory.add([{"role": "user", "content": "I live in Rome."}], user="bob", wait=True)
    done = memory.jobs(limit=100)
    told = {user: str([job.result for job in done if job.scope.user == user]) for user in ("ana", "bob")}
    assert PRIVATE in told["ana"], "it was his call"
    assert KEY not in told["ana"]
    assert "HTTP 400 (bad_input)" in told["bob"]
    assert PRIVATE not in told["bob"]
    assert PRIVATE not in server.client().get("/v1/status").text

"""Osaurus's interface: conversations of agents come in, and agents are listed with what is remembered of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server import RunningServer

PLACES = ["", "/osaurus"]
TALK: dict[str, Any] = {
    "agent_id": "5d1f0c2e",
    "conversation_id": "c-1",
    "turns": [
        {"user": "I live in Lisbon and I work at Northstar.", "assistant": "Nice city!"},
        {"user": "I prefer short answers.", "assistant": "Noted."},
    ],
}


@pytest.mark.feature("IG-07")
@pytest.mark.parametrize("prefix", PLACES)
def test_turns_are_kept_at_once_and_learned_from_by_a_job(server: RunningServer, prefix: str) -> None:
    client, memory = server.client(prefix=prefix), server.memory()
    answer = client.post("/memory/ingest", json={**TALK, "data": None})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "turns_ingested": 2})
    turns = memory.list(user="default", layers=["turn"])
    assert [(turn.role, turn.agent, turn.session) for turn in turns] == [
        (role, "5d1f0c2e", "c-1") for role in ("assistant", "user", "assistant", "user")
    ]
    memory.flush()
    learned = memory.list(user="default", layers=["memory"])
    assert learned
    assert {record.agent for record in learned} == {"5d1f0c2e"}


@pytest.mark.feature("SC-04")
@pytest.mark.parametrize("prefix", PLACES)
def test_agents_are_listed_with_how_much_is_remembered_of_each(server: RunningServer, prefix: str) -> None:
    client = server.client(prefix=prefix)
    assert client.get("/agents").json() == {"agents": []}
    client.post("/memory/ingest", json=TALK)
    client.post("/memory/ingest", json={**TALK, "agent_id": "other", "turns": [{"user": "Hello!", "assistant": ""}]})
    server.memory().flush()
    agents = {agent["id"]: agent for agent in client.get("/agents").json()["agents"]}
    assert set(agents) == {"5d1f0c2e", "other"}
    assert agents["5d1f0c2e"]["memory_entry_count"] == server.memory().count(user="default", layers=["memory"]) > 0
    assert (agents["other"]["memory_entry_count"], agents["other"]["turn_count"]) == (0, 1)
    assert agents["5d1f0c2e"]["conversation_count"] == 1


@pytest.mark.feature("SC-06")
def test_agents_and_turns_of_another_tenant_are_not_seen(server: RunningServer) -> None:
    server.client("acme").post("/memory/ingest", json=TALK)
    assert server.client("umbrella").get("/agents").json() == {"agents": []}
    assert server.memory("umbrella").count(user="default") == 0


def test_a_key_that_is_bound_to_a_user_writes_into_that_users_memory(server: RunningServer) -> None:
    client = server.client(user="ana", role="write")
    client.post("/memory/ingest", json=TALK)
    assert server.memory().count(user="default") == 0
    assert server.memory().count(user="ana", layers=["turn"]) == 4
    assert [agent["id"] for agent in client.get("/agents").json()["agents"]] == ["5d1f0c2e"]
    assert server.client().get("/agents").json() == {"agents": []}


@pytest.mark.parametrize(
    "turns, told, kept",
    [
        ([], 0, 0),
        ([{"user": "", "assistant": "  "}], 0, 0),
        ([{"user": "Only me", "assistant": None}], 1, 1),
        ([{"user": None, "assistant": "Only I", "extra": [1]}], 1, 1),
    ],
)
def test_silent_turns_are_left_out(server: RunningServer, turns: list[Any], told: int, kept: int) -> None:
    answer = server.client().post("/memory/ingest", json={**TALK, "turns": turns, "unknown": None})
    assert answer.json() == {"status": "ok", "turns_ingested": told}
    assert server.memory().count(user="default", layers=["turn"]) == kept


@pytest.mark.parametrize("data", ["", "A document", None])
def test_at_the_root_a_body_with_turns_is_a_conversation_whatever_else_it_has(server: RunningServer, data: Any) -> None:
    more = {"content_type": "text", "data": data}
    assert server.client().post("/memory/ingest", json={**TALK, **more}).json() == {"status": "ok", "turns_ingested": 2}
    assert server.memory().count(user="default", layers=["turn"]) == 4
    empty = server.client().post("/memory/ingest", json={**TALK, "turns": [], **more, "data": "A document"})
    assert empty.json()["strategy"] == "single"


def test_when_something_was_said_is_kept(server: RunningServer) -> None:
    asked = {**TALK, "session_date": "2024-03-01", "turns": [{"user": "a b"}, {"user": "c d", "date": "2024-03-02"}]}
    server.client().post("/memory/ingest", json=asked)
    dates = [turn.occurred_at.date().isoformat() for turn in server.memory().list(user="default") if turn.occurred_at]
    assert sorted(dates) == ["2024-03-01", "2024-03-02"]


def test_a_date_that_cannot_be_read_is_none(server: RunningServer) -> None:
    turns = [{"user": "a b", "date": "some day"}, {"user": "c d", "date": "2024-03-02"}]
    for session_date in ("unknown date", "", {}):
        asked = {**TALK, "conversation_id": f"c{session_date}", "session_date": session_date, "turns": turns}
        answer = server.client().post("/memory/ingest", json=asked)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok", "turns_ingested": 2})
    kept = server.memory().list(user="default", layers=["turn"])
    assert {(one.content, one.occurred_at and one.occurred_at.date().isoformat()) for one in kept} == {
        ("a b", None),
        ("c d", "2024-03-02"),
    }


@pytest.mark.feature("IG-07")
@pytest.mark.parametrize("skipped", [True, False, None])
def test_where_learning_is_not_wanted_turns_are_kept_and_no_more(server: RunningServer, skipped: bool | None) -> None:
    answer = server.client().post("/memory/ingest", json={**TALK, "skip_extraction": skipped})
    assert answer.json() == {"status": "ok", "turns_ingested": 2}
    memory = server.memory()
    memory.flush()
    assert memory.count(user="default", layers=["turn"]) == 4
    assert bool(memory.list(user="default", layers=["memory"])) is not bool(skipped)
    assert bool(memory.jobs()) is not bool(skipped)


def test_turns_that_are_sent_again_are_stored_once(server: RunningServer) -> None:
    client = server.client()
    more = [{"user": "I moved to Porto.", "assistant": "Nice city!"}, {"user": "Thanks", "assistant": "Welcome"}]
    for turns in (TALK["turns"], TALK["turns"], [*TALK["turns"], *more], more, more[:1], TALK["turns"][:1]):
        answer = client.post("/memory/ingest", json={**TALK, "turns": turns})
        assert answer.json() == {"status": "ok", "turns_ingested": len(turns)}, "the same request, the same answer"
    kept = server.memory().list(user="default", layers=["turn"])
    said = [text for turn in [*TALK["turns"], *more] for text in (turn["user"], turn["assistant"])]
    assert [turn.content for turn in reversed(kept)] == said
    client.post("/memory/ingest", json={**TALK, "conversation_id": "c-2"})
    client.post("/memory/ingest", json={**TALK, "agent_id": "other"})
    assert server.memory().count(user="default", layers=["turn"]) == 8 + 4 + 4, "other conversations are their own"


@pytest.mark.feature("IG-07")
def test_turns_that_were_hidden_do_not_come_back_when_they_are_sent_again(server: RunningServer) -> None:
    server.client().post("/memory/ingest", json=TALK)
    memory = server.memory()
    for turn in memory.list(user="default", layers=["turn"]):
        memory.archive(turn.id)
    server.client().post("/memory/ingest", json=TALK)
    assert memory.list(user="default", layers=["turn"]) == []


def test_a_secret_in_a_turn_does_not_make_it_another_when_it_is_sent_again(server: RunningServer) -> None:
    turns = [{"user": "My password is hunter2-Xy7!pq, remember it.", "assistant": "I will not."}]
    for _ in range(2):
        server.client().post("/memory/ingest", json={**TALK, "turns": turns})
    kept = server.memory().list(user="default", layers=["turn"])
    assert len(kept) == 2
    assert "hunter2" not in kept[-1].content


@pytest.mark.parametrize(
    "first, then",
    [
        pytest.param({"user": "Yes", "assistant": "A"}, {"user": "Yes", "assistant": "B"}, id="another-answer"),
        pytest.param({"user": "Yes", "assistant": "A"}, {"user": "No", "assistant": "A"}, id="another-question"),
        pytest.param(
            {"user": "Yes", "assistant": "A", "date": "2024-03-01"},
            {"user": "Yes", "assistant": "A", "date": "2024-03-02"},
            id="another-date",
        ),
    ],
)
def test_a_turn_that_only_resembles_a_stored_one_is_kept_whole(
    server: RunningServer, first: dict[str, str], then: dict[str, str]
) -> None:
    for turn in (first, then, first, then):
        server.client().post("/memory/ingest", json={**TALK, "turns": [turn]})
    kept = server.memory().list(user="default", layers=["turn"])
    assert [one.content for one in reversed(kept)] == [
        one[who] for one in (first, then) for who in ("user", "assistant")
    ]


def test_what_is_said_twice_in_one_ingest_is_kept_twice(server: RunningServer) -> None:
    turns = [{"user": "Next", "assistant": "Done"}] * 3
    for _ in range(2):
        server.client().post("/memory/ingest", json={**TALK, "turns": turns})
    assert server.memory().count(user="default", layers=["turn"]) == 6


def test_a_turn_is_known_among_many_that_begin_alike(server: RunningServer) -> None:
    turns = [{"user": "Go on", "assistant": f"This is the page with the number {page}"} for page in range(200)]
    client = server.client()
    client.post("/memory/ingest", json={**TALK, "turns": turns})
    for page in (199, 100, 0):
        client.post("/memory/ingest", json={**TALK, "turns": [turns[page]]})
    assert server.memory().count(user="default", layers=["turn"]) == 400


def test_the_same_conversation_sent_by_several_at_once_is_stored_once(server: RunningServer) -> None:
    client = server.client()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: client.post("/memory/ingest", json=TALK).status_code, range(4)))
    assert answers == [200] * 4
    assert server.memory().count(user="default", layers=["turn"]) == 4


@pytest.mark.parametrize(
    "body",
    [
        {"turns": []},
        {"agent_id": "", "conversation_id": "c", "turns": []},
        {"agent_id": "a", "turns": []},
        {"agent_id": "a", "conversation_id": "c", "turns": "hello"},
        {"agent_id": "a", "conversation_id": "c", "turns": None},
        {"agent_id": "a", "conversation_id": "c"},
        {"agent_id": "a"},
        {"conversation_id": "c"},
        {"agent_id": "a", "conversation_id": "c", "turns": [{"user": 5}]},
    ],
)
@pytest.mark.parametrize("prefix", PLACES)
def test_a_request_that_is_not_valid_is_refused_with_what_is_wrong(
    server: RunningServer, prefix: str, body: dict[str, Any]
) -> None:
    answer = server.client(prefix=prefix).post("/memory/ingest", json=body)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["type"] == "invalid_request_error"
    assert error["message"]


@pytest.mark.feature("SE-01")
def test_without_a_credential_or_right_nothing_is_given(server: RunningServer) -> None:
    reader = server.client(role="read", prefix="/osaurus")
    assert reader.post("/memory/ingest", json=TALK).status_code == 403
    assert reader.get("/agents").status_code == 200
    reader.headers.pop("Authorization")
    for prefix in PLACES:
        answer = reader.get(f"{server.url}{prefix}/agents")
        assert answer.status_code == 401
        assert answer.json()["error"]["type"] == "authentication_error"
    assert reader.get("/health").json()["ok"] is True
    assert reader.get("/nothing").status_code == 401


def test_paths_that_do_not_exist_are_told_in_the_same_shape(server: RunningServer) -> None:
    answer = server.client(prefix="/osaurus").get("/nothing")
    assert answer.status_code == 404
    error = answer.json()["error"]
    assert error["type"] == "not_found_error"
    assert error["message"].startswith("Not Found: this server has no GET /osaurus/nothing; docs/")
    refused = server.client().put("/agents")
    told = "Method Not Allowed: PUT is not possible here; this address takes GET"
    assert (refused.status_code, refused.json()["error"]["message"]) == (405, told)

"""What holds whichever interface asks: what was shown was recalled, what has expired is gone, the same is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import Memory
from tests.server import RunningServer

ANA = {"user_id": "ana"}
GARDEN = "garden flowers by the wall"
COLOURS = ("red", "blue", "white", "yellow", "pink", "orange")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    on_postgres = {"url": request.getfixturevalue("postgres_url")} if request.param == "postgres" else {}
    with RunningServer(tmp_path, **on_postgres) as running:
        yield running


@pytest.fixture
def client(server: RunningServer) -> httpx2.Client:
    return server.client()


def ask(client: httpx2.Client, path: str, *, method: str = "POST", **body: Any) -> Any:
    answer = client.request(method, path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def searched(client: httpx2.Client, **more: Any) -> list[str]:
    found = ask(client, "/mem0/v3/memories/search/", query=GARDEN, **{"filters": ANA, **more})
    return [one["id"] for one in found["results"]]


def matched(client: httpx2.Client, text: str = GARDEN, **filters: Any) -> list[str]:
    found = ask(client, "/memory/query", query=text, k=20, **ANA, filters=filters)
    return [one["id"] for one in found["matches"]]


def recalled(memory: Memory) -> dict[str, int]:
    """How often each of ana's memories was recalled."""
    memory._running.recall.flush()
    found = memory.list(user="ana", limit=1000)
    return {one.id: one.access_count for one in found if one.access_count}


def flowers(memory: Memory) -> list[str]:
    texts = [f"The garden has {colour} flowers by the wall" for colour in COLOURS]
    return memory.add_many(texts, user="ana").ids


# --- what was recalled ------------------------------------------------------------------------------------------


@pytest.mark.feature("LC-03")
@pytest.mark.parametrize(
    "asked",
    [
        {"top_k": 2},
        {"threshold": 1.0},
        {"filters": {**ANA, "colour": "green"}},
        {"categories": ["nothing"]},
        {"filters": {"user_id": "*"}, "top_k": 3},
        {"fields": ["score"], "top_k": 1},
    ],
)
def test_mem0_recalls_what_it_shows(server: RunningServer, client: httpx2.Client, asked: dict[str, Any]) -> None:
    memory = server.memory()
    flowers(memory)
    shown = searched(client, **asked)
    assert len(shown) == (0 if not asked.get("top_k") else asked["top_k"])
    assert recalled(memory) == dict.fromkeys(shown, 1)


@pytest.mark.feature("LC-03")
def test_a_search_that_looks_twice_is_one_recall(server: RunningServer, client: httpx2.Client) -> None:
    memory = server.memory()
    texts = [f"The garden has flowers number {at} by the wall" for at in range(30)]
    memory.add_many([{"content": text, "metadata": {"at": at}} for at, text in enumerate(texts)], user="ana")
    shown = searched(client, filters={**ANA, "at": {"gte": 28}}, top_k=1)
    assert recalled(memory) == {shown[0]: 1}
    assert len(memory.recalls(shown[0], user="ana")) == 1


@pytest.mark.feature("LC-03")
def test_openmemory_recalls_what_it_shows(server: RunningServer, client: httpx2.Client) -> None:
    memory = server.memory()
    ids = [
        ask(client, "/memory/add", content=f"The garden has {one} flowers by the wall", **ANA)["id"] for one in COLOURS
    ]
    ask(client, "/memory/reinforce", id=ids[0], boost=0.4)
    for times in range(1, 4):
        assert matched(client, min_salience=0.75) == [ids[0]]
        assert recalled(memory) == {ids[0]: times}
    assert matched(client, min_salience=1.0, min_score=1.0) == []
    assert recalled(memory) == {ids[0]: 3}


@pytest.mark.feature("LC-03")
def test_a_memory_of_several_sectors_is_recalled_once_by_one_query(
    server: RunningServer, client: httpx2.Client
) -> None:
    added = ask(client, "/memory/add", content="Yesterday I felt so happy at the lake", **ANA)
    assert set(added["sectors"]) == {"emotional", "episodic"}
    assert matched(client, "happy at the lake", sectors=["emotional", "episodic"]) == [added["id"]]
    memory = server.memory()
    assert recalled(memory) == {added["id"]: 1}
    assert memory.get(added["id"]).strength == pytest.approx(0.6, abs=1e-3)


# --- what has expired -------------------------------------------------------------------------------------------


@pytest.mark.feature("RM-04")
@pytest.mark.parametrize("swept", [False, True], ids=["hidden", "swept"])
def test_what_has_expired_is_not_there(server: RunningServer, client: httpx2.Client, swept: bool) -> None:
    memory = server.memory()
    until = server.clock.now.replace(hour=23)
    id = memory.add("The code of the gate is on the fridge", user="ana", expires_at=until).id
    lasting = memory.add("The gate is green", user="ana").id
    paths = [f"/memory/{id}", f"/api/memory/{id}", f"/mem0/v1/memories/{id}/"]
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]
    server.clock.forward(days=1)
    if swept:
        memory.sweep()
    assert [client.get(path).status_code for path in paths] == [404, 404, 404]
    assert client.post("/memory/reinforce", json={"id": id}).status_code == 404
    assert client.patch(f"/memory/{id}", json={"content": "another"}).status_code == 404
    assert client.get(f"/v1/memories/{id}").status_code == 200, "the native interface gives every record by its id"
    assert client.get(f"/memory/{lasting}").status_code == 200


@pytest.mark.feature("RM-04")
def test_mem0_shows_and_changes_what_has_expired_on_request(server: RunningServer, client: httpx2.Client) -> None:
    id = server.memory().add("The gate is green", user="ana", expires_at="2020-01-01").id
    path = f"/mem0/v1/memories/{id}/"
    listed = ask(client, "/mem0/v3/memories/", filters=ANA, show_expired=True)["results"]
    assert [one["id"] for one in listed] == [id]
    assert client.get(path).status_code == 404
    assert client.get(path, params={"show_expired": True}).json()["memory"] == "The gate is green"
    ask(client, path, method="PUT", expiration_date=None)
    assert client.get(path).json()["expiration_date"] is None


# --- how long what mem0 adds lives ------------------------------------------------------------------------------


def added(client: httpx2.Client, server: RunningServer, text: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = ask(client, "/mem0/v3/memories/add/", messages=text, **ANA, **more)
    server.memory().flush(timeout_s=60)
    return answer


def lives(client: httpx2.Client, **more: Any) -> list[tuple[str, str | None]]:
    found = ask(client, "/mem0/v3/memories/", filters=ANA, **more)["results"]
    return [(one["memory"], one["expiration_date"]) for one in found]


@pytest.mark.feature("RM-04")
@pytest.mark.parametrize("later", [False, True], ids=["at once", "async_mode"])
def test_an_expiration_date_holds_however_it_is_learned(
    server: RunningServer, client: httpx2.Client, later: bool
) -> None:
    answer = added(client, server, "I like opera", expiration_date="2030-05-31", async_mode=later, metadata={"x": 1})
    assert answer["status"] == ("PENDING" if later else "SUCCEEDED")
    assert [until for _, until in lives(client)] == ["2030-05-31"]
    [memory] = server.memory().list(user="ana", layers=["memory"])
    assert memory.metadata["x"] == 1
    assert [one["event"] for one in client.get(f"/mem0/v1/memories/{memory.id}/history/").json()] == ["ADD"]
    added(client, server, "My cat is called Momo", expiration_date="2020-01-01", async_mode=later)
    assert len(lives(client)) == 1
    assert len(lives(client, show_expired=True)) == 2
    server.clock.forward(days=365 * 5)
    assert lives(client) == []
    assert server.memory().search("opera", user="ana", dry_run=True) == [], "what was said is gone with it"


@pytest.mark.feature("RM-04")
@pytest.mark.parametrize("later", [False, True], ids=["at once", "async_mode"])
@pytest.mark.parametrize("until", ["2030-05-31", "2020-01-01"])
def test_what_was_known_lives_on(server: RunningServer, client: httpx2.Client, later: bool, until: str) -> None:
    added(client, server, "I live in Rome")
    before = lives(client)
    assert [end for _, end in before] == [None]
    answer = added(client, server, "I live in Rome", expiration_date=until, async_mode=later)
    assert later or [one["event"] for one in answer["results"]] == ["NOOP"]
    assert lives(client) == before


@pytest.mark.parametrize("later", [False, True], ids=["at once", "async_mode"])
def test_a_finished_statement_is_kept_at_once(server: RunningServer, client: httpx2.Client, later: bool) -> None:
    more = {"expiration_date": "2030-05-31", "metadata": {"x": 1}, "async_mode": later}
    answer = added(client, server, "User likes hiking", **more)
    assert [(one["memory"], one["event"]) for one in answer["results"]] == [("User likes hiking", "ADD")]
    assert lives(client) == [("User likes hiking", "2030-05-31")]
    if later:
        event = client.get(f"/mem0/v1/event/{answer['event_id']}/").json()
        assert (event["status"], [one["memory"] for one in event["results"]]) == ("SUCCEEDED", ["User likes hiking"])
    added(client, server, "What does the user like?", async_mode=later)
    assert len(lives(client)) == 1


# --- the same text by another door ------------------------------------------------------------------------------


@pytest.mark.feature("API-01")
def test_what_came_another_way_is_known_to_openmemory(server: RunningServer, client: httpx2.Client) -> None:
    memory = server.memory()
    native = memory.add("Ana collects stamps", user="ana").id
    again = ask(client, "/memory/add", content="ana  COLLECTS stamps", **ANA)
    assert (again["id"], again.get("deduplicated")) == (native, True)
    assert memory.get(native).strength > 0.5
    others = [
        ask(client, "/memory/add", content="Ana collects stamps", user_id="ben"),
        ask(client, "/memory/add", content="Ana collects old stamps", **ANA),
        ask(client, "/memory/add", content="Stamps collects Ana", **ANA),
    ]
    assert all("deduplicated" not in one for one in others)
    long = "A very long text. " * 100
    kept = memory.add(long, user="ana").id
    assert ask(client, "/memory/add", content=long.upper(), **ANA)["id"] == kept
    assert "deduplicated" not in ask(client, "/memory/add", content=long + "It ends otherwise.", **ANA)


@pytest.mark.feature("API-01")
def test_what_was_changed_another_way_is_known_by_its_new_text(server: RunningServer, client: httpx2.Client) -> None:
    id = ask(client, "/memory/add", content="The plan is A", **ANA)["id"]
    ask(client, f"/v1/memories/{id}", method="PATCH", content="The plan is B")
    assert ask(client, "/memory/add", content="The plan is B", **ANA)["id"] == id
    ask(client, f"/api/memory/{id}", method="PUT", content="The plan is C")
    assert ask(client, "/memory/add", content="the plan is C", **ANA)["id"] == id
    assert "deduplicated" not in ask(client, "/memory/add", content="The plan is A", **ANA)


@pytest.mark.feature("API-01")
def test_what_is_hidden_or_under_other_labels_is_not_the_same(server: RunningServer, client: httpx2.Client) -> None:
    memory = server.memory()
    over = memory.add("The gate is green", user="ana", expires_at="2020-01-01").id
    gone = memory.add("The wall is white", user="ana").id
    memory.archive(gone)
    labelled = memory.add("The roof is red", user="ana", project="house").id
    shared = memory.add("The door is blue").id
    for text, id in (
        ("gate is green", over),
        ("wall is white", gone),
        ("roof is red", labelled),
        ("door is blue", shared),
    ):
        new = ask(client, "/memory/add", content=f"The {text}", **ANA)
        assert "deduplicated" not in new
        assert new["id"] != id


@pytest.mark.feature("API-01")
def test_a_node_keeps_its_own_memory_of_a_text(server: RunningServer, client: httpx2.Client) -> None:
    said = {"node": "observe", "reflective": False, **ANA}

    def stored(content: str, **more: Any) -> str:
        return str(ask(client, "/lgm/store", content=content, **{**said, **more})["memory"]["id"])

    id = stored("The gate is open")
    ask(client, f"/memory/{id}", method="PATCH", content="The gate is shut")
    assert stored("The gate is shut") == id
    plain = ask(client, "/memory/add", content="The gate is shut", **ANA)
    assert ("deduplicated" in plain, plain["id"] == id) == (False, False)
    assert (
        len({id, plain["id"], stored("The gate is shut", node="plan"), stored("The gate is shut", namespace="x")}) == 4
    )
    server.memory().update(id, content="The gate is gone")
    assert stored("the gate is gone") == id


def test_a_change_of_nothing_changes_nothing(client: httpx2.Client) -> None:
    id = ask(client, "/memory/add", content="The gate is green", **ANA)["id"]
    for nothing in ({}, {"content": None, "tags": None, "metadata": None}):
        assert ask(client, f"/memory/{id}", method="PATCH", **nothing) == {"id": id, "updated": True}
    assert client.get(f"/memory/{id}").json()["version"] == 1
    assert client.patch("/memory/unknown", json={}).status_code == 404


# --- mem0's agents, runs and apps -------------------------------------------------------------------------------


def test_what_entities_count_is_listed_with_any_user_and_deleted_with_them(client: httpx2.Client) -> None:
    for user, text in (("ana", "Ana likes tea"), ("ben", "Ben likes milk")):
        ask(client, "/mem0/v3/memories/add/", messages=text, user_id=user, agent_id="helper", infer=False)
    counted = {
        (one["type"], one["id"]): one["total_memories"] for one in client.get("/mem0/v1/entities/").json()["results"]
    }
    listed = ask(client, "/mem0/v3/memories/", filters={"user_id": "*", "agent_id": "helper"})
    assert counted["agent", "helper"] == listed["count"] == 2
    assert ask(client, "/mem0/v3/memories/", filters={"agent_id": "helper"})["count"] == 0, "shared ones alone"
    client.delete("/mem0/v2/entities/agent/helper/").raise_for_status()
    assert ask(client, "/mem0/v3/memories/", filters={"user_id": "*"})["count"] == 0

"""OpenMemory's interface, asked as its clients ask: every route, at the root and under its prefix."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.loopback import Loopback
from tests.server import RunningServer

PLACES = ["", "/openmemory"]
FEELING = "I felt so happy yesterday at the beach"
CAPITAL = "Paris is the capital of France"
RECIPE = "How to deploy: step by step, build and then push"
UNKNOWN = "019e830e-0000-7000-8000-000000000000"


@pytest.fixture(params=PLACES, ids=["root", "prefix"])
def client(request: pytest.FixtureRequest, server: RunningServer) -> httpx2.Client:
    return server.client(prefix=request.param)


def add(client: httpx2.Client, content: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/memory/add", json={"content": content, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def query(client: httpx2.Client, text: str, **more: Any) -> list[dict[str, Any]]:
    answer = client.post("/memory/query", json={"query": text, **more})
    assert answer.status_code == 200, answer.text
    assert answer.json()["query"] == text
    matches: list[dict[str, Any]] = answer.json()["matches"]
    return matches


# --- adding -----------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-01", "TY-04", "RM-12")
def test_a_memory_is_placed_in_sectors_and_begins_with_their_salience(client: httpx2.Client) -> None:
    added = add(client, FEELING, tags=["trip"], metadata={"place": "beach"}, user_id="u1", later=None)
    assert added == {
        "id": added["id"],
        "primary_sector": "emotional",
        "sector": "emotional",
        "sectors": ["emotional", "episodic"],
        "chunks": 1,
    }
    shown = client.get(f"/memory/{added['id']}").json()
    assert shown["salience"] == pytest.approx(0.5, abs=1e-4)
    assert (shown["content"], shown["tags"], shown["metadata"]) == (FEELING, ["trip"], {"place": "beach"})
    assert (shown["decay_lambda"], shown["version"], shown["user_id"]) == (0.02, 1, "u1")
    assert shown["created_at"] == shown["updated_at"] == shown["last_seen_at"] == pytest.approx(1780315200000, abs=1e7)
    assert {"primary_sector", "sectors"} <= shown.keys()


@pytest.mark.feature("TY-04")
def test_metadata_can_name_the_sector(client: httpx2.Client) -> None:
    added = add(client, FEELING, metadata={"sector": "reflective"})
    assert added["sectors"] == ["reflective"]
    assert client.get(f"/memory/{added['id']}").json()["salience"] == pytest.approx(0.4, abs=1e-4)


def test_saying_the_same_again_is_told_and_stored_once(client: httpx2.Client) -> None:
    first = add(client, CAPITAL)
    again = add(client, CAPITAL)
    assert again.pop("deduplicated") is True
    assert again == first
    assert len(client.get("/memory/all").json()["items"]) == 1


def test_what_had_expired_is_not_told_as_known(client: httpx2.Client, server: RunningServer) -> None:
    first = add(client, CAPITAL)
    server.memory().update(first["id"], expires_at=server.clock.now + timedelta(days=1))
    assert add(client, CAPITAL)["deduplicated"] is True
    server.clock.forward(days=2)
    assert client.get("/memory/all").json()["items"] == []
    assert "deduplicated" not in add(client, CAPITAL)
    assert add(client, CAPITAL)["deduplicated"] is True


@pytest.mark.parametrize("changed", [False, True], ids=["new", "its key is another's"])
def test_of_many_who_say_the_same_at_once_one_stores_it(
    client: httpx2.Client, server: RunningServer, changed: bool
) -> None:
    if changed:
        server.memory().update(add(client, CAPITAL)["id"], content="Somebody else changed it")
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda _: add(client, CAPITAL), range(8)))
    assert len({one["id"] for one in told}) == 1
    assert sorted("deduplicated" in one for one in told) == [False] + [True] * 7
    kept = [one for one in client.get("/memory/all").json()["items"] if one["content"] == CAPITAL]
    assert [(one["id"], one["version"]) for one in kept] == [(told[0]["id"], 1)]
    assert kept[0]["salience"] == pytest.approx(1.0, abs=1e-3)


def test_two_processes_that_are_told_the_same_at_once_store_it_once(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as one, RunningServer(tmp_path) as two:
        headers = {"Authorization": f"Bearer {one.key()}"}
        clients = [httpx2.Client(base_url=each.url, headers=headers, timeout=60) for each in (one, two)]
        one.memory().update(add(clients[0], RECIPE)["id"], content="Somebody else changed it")
        for text in (CAPITAL, RECIPE):
            with ThreadPoolExecutor(8) as threads:
                told = list(threads.map(lambda n, text=text: add(clients[n % 2], text), range(8)))
            assert len({each["id"] for each in told}) == 1
        assert len(clients[0].get("/memory/all").json()["items"]) == 3
        for each in clients:
            each.close()


def test_everything_that_was_added_stays_whatever_it_says(client: httpx2.Client) -> None:
    texts = ["I like Python very much", "I don't like Python very much", "My flight is at 9am", "My flight is at 11am"]
    for text in texts:
        assert "deduplicated" not in add(client, text)
    assert {item["content"] for item in client.get("/memory/all").json()["items"]} == set(texts)


def test_a_changed_memory_is_known_by_its_new_text(client: httpx2.Client, server: RunningServer) -> None:
    first = add(client, CAPITAL)["id"]
    client.patch(f"/memory/{first}", json={"content": RECIPE})
    assert add(client, RECIPE.upper() + " ")["id"] == first
    second = add(client, CAPITAL)["id"]
    assert second != first
    client.patch(f"/memory/{second}", json={"content": RECIPE})
    assert add(client, RECIPE)["id"] == first, "two say the same now; the older one holds the text"
    server.memory().update(first, content="Somebody else changed it")
    assert add(client, RECIPE)["id"] == second, "the other one still says it"
    server.memory().update(second, content="And that one too")
    third = add(client, RECIPE)
    assert "deduplicated" not in third
    assert len(client.get("/memory/all").json()["items"]) == 3


def test_a_long_text_says_in_how_many_chunks_it_is_embedded(client: httpx2.Client) -> None:
    assert add(client, "word " * 1000)["chunks"] == 3


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": ""},
        {"content": "   "},
        {"content": 5},
        {"content": "x" * 200_001},
        {"content": "a b c", "tags": "one"},
        {"content": "a b c", "tags": ["t"] * 65},
        {"content": "a b c", "tags": ["t" * 257]},
        {"content": "a b c", "metadata": [1]},
    ],
    ids=str,
)
def test_what_cannot_be_stored_is_refused_with_details(client: httpx2.Client, body: dict[str, Any]) -> None:
    answer = client.post("/memory/add", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_input"
    assert all(detail["message"] for detail in answer.json()["details"])
    assert client.get("/memory/all").json() == {"items": []}


@pytest.mark.parametrize("sent", [b'{"content": "a b", "metadata": {"x": NaN}}', b'{"content": Infinity}', b"{", b""])
def test_what_is_no_json_is_refused(client: httpx2.Client, sent: bytes) -> None:
    answer = client.post("/memory/add", content=sent, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_input"


def test_bodies_come_in_pieces_without_length_or_type(client: httpx2.Client) -> None:
    def pieces() -> Iterator[bytes]:
        sent = json.dumps({"content": CAPITAL, "tags": None, "metadata": None, "user_id": None}).encode()
        yield sent[:10]
        yield sent[10:]

    request = client.build_request("POST", "/memory/add", content=pieces())
    assert "content-length" not in request.headers
    assert "content-type" not in request.headers
    assert client.send(request).status_code == 200
    document = client.build_request(
        "POST", "/memory/ingest", content=iter([b'{"content_type":"text",', b'"data":"a b c"}'])
    )
    assert client.send(document).json()["strategy"] == "single"


def test_numbers_that_only_a_library_can_store_are_shown(client: httpx2.Client, server: RunningServer) -> None:
    id = server.memory().add("A large number", user="default", metadata={"n": 2**80}).id
    assert client.get(f"/memory/{id}").json()["metadata"] == {"n": 2**80}


@pytest.mark.feature("LC-01", "TY-04")
def test_the_default_rate_holds_for_texts_that_show_no_sector(tmp_path: Path) -> None:
    with RunningServer(tmp_path, decay_lambda=0.3) as own:
        client = own.client()
        plain = {"content_type": "text", "data": "The kettle is blue", "user_id": "u"}
        kept = [
            add(client, "The kettle is blue", user_id="u"),
            add(client, "The mug is green", user_id="u", metadata={"sector": ["semantic"]}),
            add(client, FEELING, user_id="u"),
            add(client, "The pot is grey", user_id="u", metadata={"sector": "semantic"}),
        ]
        section = client.post("/memory/ingest", json=plain | {"data": "The lid is red"}).json()
        ids = [one["id"] for one in kept] + [section["root_memory_id"]]
        shown = [client.get(f"/memory/{id}").json() for id in ids]
    assert [one["decay_lambda"] for one in shown] == [0.3, 0.3, 0.02, 0.005, 0.3]
    assert [one["primary_sector"] for one in shown] == ["semantic", "semantic", "emotional", "semantic", "semantic"]


# --- finding ----------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-01", "RT-18", "LC-03")
def test_a_query_finds_what_answers_it_and_makes_it_stronger(client: httpx2.Client, server: RunningServer) -> None:
    paris = add(client, CAPITAL)["id"]
    add(client, RECIPE)
    best = query(client, "what is the capital of France?", k=1)[0]
    assert best.keys() == {
        "id", "content", "score", "sectors", "primary_sector", "path", "salience", "last_seen_at",
    }  # fmt: skip
    assert (best["id"], best["content"], best["primary_sector"], best["path"]) == (paris, CAPITAL, "semantic", [paris])
    assert 0 < best["score"] <= 1
    server.memory()._running.recall.flush()
    assert client.get(f"/memory/{paris}").json()["salience"] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.feature("GR-05")
def test_a_match_of_the_question_itself_has_no_way_but_its_own(client: httpx2.Client, server: RunningServer) -> None:
    texts = ["User drinks green tea every morning", "User drinks green tea every single morning", "Rex is a large dog"]
    server.memory().add_many(texts, user="default")
    query(client, "green tea")  # gives them their waypoints
    matches = query(client, "green tea")
    assert len(matches) >= 2
    assert all(match["path"] == [match["id"]] for match in matches)


def test_a_query_can_be_narrowed(client: httpx2.Client, server: RunningServer) -> None:
    texts = [f"The capital city number {number} has a fact about it" for number in range(10)]
    server.memory().add_many(texts, user="default")
    feeling = add(client, "I felt so happy in that capital city", tags=["trip", "2024"])["id"]
    assert len(query(client, "capital city")) == 8
    assert len(query(client, "capital city", k=3)) == 3
    assert len(query(client, "capital city", k=200)) == 11
    for filters in (
        {"sector": "emotional"},
        {"sectors": ["emotional", "reflective"]},
        {"tags": ["trip"]},
        {"tags": ["trip", "2024"], "sector": None},
    ):
        assert [match["id"] for match in query(client, "capital city", filters=filters)] == [feeling]
    assert query(client, "capital city", filters={"tags": ["elsewhere"]}) == []
    assert query(client, "capital city", filters={"min_score": 1}) == []
    strong = query(client, "capital city", k=20, filters={"min_salience": 0.45, "min_score": 0})
    assert {match["salience"] >= 0.45 for match in strong} == {True}


@pytest.mark.parametrize("inside", [True, False])
def test_a_query_can_be_about_a_time(client: httpx2.Client, server: RunningServer, inside: bool) -> None:
    old = add(client, "The capital of France is Paris")["id"]
    server.clock.forward(days=2)
    new = add(client, "The capital of Portugal is Lisbon")["id"]
    made = client.get(f"/memory/{old}").json()["created_at"]

    def found(**times: float) -> set[str]:
        asked = {"filters": times} if inside else times
        return {match["id"] for match in query(client, "the capital of a country", **asked)}

    assert found() == {old, new}
    assert found(startTime=made + 1) == {new}
    assert found(endTime=made) == {old}, "an end is part of it"
    assert found(startTime=made, endTime=made) == {old}
    assert found(startTime=0, endTime=made - 1) == set()


@pytest.mark.parametrize(
    "sent, path",
    [
        (b'{"query": "a", "filters": {"min_score": 2}}', "filters.min_score"),
        (b'{"query": "a", "filters": {"tags": ["a", 5]}}', "filters.tags.1"),
        (b'{"query": 5}', "query"),
        (b'{"query": ', ""),
        (b"[]", ""),
    ],
)
def test_details_name_the_field_and_keep_its_name(client: httpx2.Client, sent: bytes, path: str) -> None:
    answer = client.post("/memory/query", content=sent)
    assert answer.status_code == 400
    assert answer.json()["details"][0]["path"] == path


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": ""},
        {"query": "x" * 8193},
        {"query": "a", "k": 0},
        {"query": "a", "k": 201},
        {"query": "a", "k": "many"},
        {"query": "a", "filters": {"min_score": 1.5}},
        {"query": "a", "filters": {"sector": "dreams"}},
        {"query": "a", "startTime": "yesterday"},
        {"query": "a", "startTime": 2000, "endTime": 1000},
    ],
    ids=str,
)
def test_a_query_that_makes_no_sense_is_refused(client: httpx2.Client, body: dict[str, Any]) -> None:
    answer = client.post("/memory/query", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_input"


@pytest.mark.parametrize(
    "body",
    [
        {"startTime": 2000, "endTime": 1000},
        {"startTime": 1001, "endTime": 1000},
        {"startTime": 1500, "filters": {"endTime": 1000}},
        {"endTime": 1000, "filters": {"startTime": 1500}},
    ],
    ids=str,
)
def test_a_time_that_ends_before_it_begins_is_told_in_the_words_of_the_request(
    client: httpx2.Client, body: dict[str, Any]
) -> None:
    answer = client.post("/memory/query", json={"query": "a", **body})
    assert answer.status_code == 400
    (detail,) = answer.json()["details"]
    assert "is after endTime (1000)" in detail["message"]
    assert detail["message"].startswith("startTime (")


@pytest.mark.feature("API-01")
def test_all_memories_come_in_pages(client: httpx2.Client) -> None:
    ids = [add(client, f"Fact number {number} is about item {number}")["id"] for number in range(5)]
    feeling = add(client, FEELING)["id"]
    assert [item["id"] for item in client.get("/memory/all").json()["items"]] == [feeling, *reversed(ids)]
    assert [item["id"] for item in client.get("/memory/all?l=2&u=1").json()["items"]] == [ids[4], ids[3]]
    page = client.get("/memory/all", params={"sector": "semantic", "l": 2, "u": 1}).json()["items"]
    assert [item["id"] for item in page] == [ids[3], ids[2]]
    assert client.get("/memory/all?sector=episodic").json() == {"items": []}, "it is the second sector of one"
    assert [item["id"] for item in client.get("/memory/all?sector=emotional").json()["items"]] == [feeling]


@pytest.mark.feature("API-01")
def test_an_empty_optional_label_is_one_left_out(client: httpx2.Client) -> None:
    added = add(client, CAPITAL, user_id="")["id"]
    listed = client.get("/memory/all?l=100&u=0&sector=&user_id=")
    assert listed.status_code == 200, listed.text
    assert [(item["id"], item["user_id"]) for item in listed.json()["items"]] == [(added, "default")]
    found = query(client, "capital of France", user_id="", filters={"sector": "", "user_id": ""})
    assert [match["id"] for match in found] == [added]
    assert client.get(f"/memory/{added}?user_id=").status_code == 200
    assert client.get("/sectors?user_id=").status_code == 200
    assert client.post("/memory/reinforce", json={"id": "", "user_id": ""}).status_code == 400, "an id is needed"


@pytest.mark.parametrize("asked", ["l=0", "l=10001", "l=ten", "u=-1", "u=x", "l=0&sector=dreams"])
def test_pages_that_do_not_exist_are_refused(client: httpx2.Client, asked: str) -> None:
    answer = client.get(f"/memory/all?{asked}")
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_pagination"


@pytest.mark.parametrize("asked", ["l=", "u=", "l=&u=&sector=&user_id="])
def test_an_empty_page_is_one_left_out(client: httpx2.Client, asked: str) -> None:
    added = add(client, CAPITAL)
    answer = client.get(f"/memory/all?{asked}")
    assert answer.status_code == 200
    assert [one["id"] for one in answer.json()["items"]] == [added["id"]]


def test_a_sector_that_does_not_exist_is_no_fault_of_the_page(client: httpx2.Client) -> None:
    answer = client.get("/memory/all?l=5&sector=dreams")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_input")
    assert "unknown sector 'dreams'" in answer.text


# --- one memory -------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-01", "LC-03")
@pytest.mark.parametrize("boost, salience", [(None, 0.5), (0, 0.4), (0.35, 0.75), (100, 1.0)])
def test_a_memory_is_reinforced(client: httpx2.Client, boost: float | None, salience: float) -> None:
    id = add(client, CAPITAL)["id"]
    before = client.get(f"/memory/{id}").json()["last_seen_at"]
    asked = {"id": id} if boost is None else {"id": id, "boost": boost}
    answer = client.post("/memory/reinforce", json=asked)
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    after = client.get(f"/memory/{id}").json()
    assert after["salience"] == pytest.approx(salience, abs=1e-3)
    assert after["last_seen_at"] > before
    assert after["version"] == 1


@pytest.mark.feature("VH-04")
def test_a_memory_is_changed_and_classified_anew(client: httpx2.Client) -> None:
    id = add(client, CAPITAL, tags=["a"], metadata={"x": 1})["id"]
    answer = client.patch(f"/memory/{id}", json={"content": FEELING, "tags": None})
    assert (answer.status_code, answer.json()) == (200, {"id": id, "updated": True})
    shown = client.get(f"/memory/{id}").json()
    assert (shown["content"], shown["primary_sector"], shown["version"]) == (FEELING, "emotional", 2)
    assert (shown["tags"], shown["metadata"]) == (["a"], {"x": 1})
    client.patch(f"/memory/{id}", json={"tags": ["b"], "metadata": {"y": 2}})
    shown = client.get(f"/memory/{id}").json()
    assert (shown["content"], shown["tags"], shown["metadata"]) == (FEELING, ["b"], {"y": 2})
    assert client.patch(f"/memory/{id}", json={}).json() == {"id": id, "updated": True}
    assert client.get(f"/memory/{id}").json()["version"] == 3


@pytest.mark.feature("API-01")
def test_a_deleted_memory_is_gone_at_once(client: httpx2.Client) -> None:
    id = add(client, CAPITAL)["id"]
    assert client.delete(f"/memory/{id}").json() == {"ok": True}
    assert query(client, "capital of France") == []
    assert client.delete(f"/memory/{id}").status_code == 404


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "/memory/{id}", None),
        ("PATCH", "/memory/{id}", {"content": "other words here"}),
        ("DELETE", "/memory/{id}", None),
        ("POST", "/memory/reinforce", {"id": "{id}"}),
    ],
)
@pytest.mark.feature("SC-06")
def test_what_is_not_there_or_anothers_is_not_found(
    client: httpx2.Client, server: RunningServer, method: str, path: str, body: dict[str, str] | None
) -> None:
    foreign = add(server.client("umbrella", prefix="/openmemory"), CAPITAL)["id"]
    for id in (UNKNOWN, "no id at all", foreign):
        sent = None if body is None else {name: value.format(id=id) for name, value in body.items()}
        answer = client.request(method, path.format(id=id), json=sent)
        assert (answer.status_code, answer.json()) == (404, {"err": "nf"})
    assert server.memory("umbrella").get(foreign).content == CAPITAL


# --- whose ------------------------------------------------------------------------------------------------------


@pytest.mark.feature("SC-06")
def test_users_and_tenants_do_not_see_each_other(client: httpx2.Client, server: RunningServer) -> None:
    add(client, CAPITAL, user_id="u1")
    other = server.client("umbrella", prefix="/openmemory")
    for asking, user in ((client, None), (client, "u2"), (other, "u1"), (other, None)):
        named = {} if user is None else {"user_id": user}
        assert query(asking, "capital of France", **named) == []
        assert query(asking, "capital of France", filters=named) == []
        assert asking.get("/memory/all", params=named).json() == {"items": []}
    assert other.get("/sectors").json()["stats"] == []
    assert len(query(client, "capital of France", user_id="u1")) == 1
    assert len(query(client, "capital of France", filters={"user_id": "u1"})) == 1
    assert len(client.get("/memory/all?user_id=u1").json()["items"]) == 1


@pytest.mark.feature("SC-06", "SE-01")
def test_nothing_in_a_request_widens_a_bound_key(client: httpx2.Client, server: RunningServer) -> None:
    anas = add(client, CAPITAL, user_id="ana")["id"]
    bobs = add(client, RECIPE, user_id="bob")["id"]
    bound = server.client(user="ana", role="write")
    assert [item["id"] for item in bound.get("/memory/all").json()["items"]] == [anas]
    assert [item["id"] for item in bound.get("/memory/all?user_id=ana").json()["items"]] == [anas]
    refused = [
        bound.post("/memory/add", json={"content": "a b c", "user_id": "bob"}),
        bound.post("/memory/query", json={"query": "deploy", "user_id": "bob"}),
        bound.post("/memory/query", json={"query": "deploy", "filters": {"user_id": "bob"}}),
        bound.post("/memory/ingest", json={"content_type": "text", "data": "a b", "user_id": "bob"}),
        bound.post("/memory/reinforce", json={"id": anas, "user_id": "bob"}),
        bound.patch(f"/memory/{anas}", json={"content": "new", "user_id": "bob"}),
        bound.get("/memory/all?user_id=bob"),
        bound.get("/sectors?user_id=bob"),
        bound.get(f"/memory/{anas}?user_id=bob"),
        bound.delete(f"/memory/{anas}?user_id=bob"),
        bound.post("/lgm/store", json={"node": "plan", "content": "a b", "user_id": "bob"}),
        bound.post("/lgm/retrieve", json={"node": "plan", "user_id": "bob"}),
        bound.post("/lgm/context", json={"user_id": "bob"}),
        bound.post("/lgm/reflection", json={"content": "a b", "user_id": "bob"}),
    ]
    assert [(answer.status_code, answer.json()["err"]) for answer in refused] == [(403, "forbidden")] * len(refused)
    for answer in (
        bound.get(f"/memory/{bobs}"),
        bound.delete(f"/memory/{bobs}"),
        bound.patch(f"/memory/{bobs}", json={"content": "mine now"}),
        bound.post("/memory/reinforce", json={"id": bobs}),
    ):
        assert (answer.status_code, answer.json()) == (404, {"err": "nf"})
    assert server.memory().get(bobs).content == RECIPE


def test_a_request_that_names_the_wrong_owner_of_a_memory_is_refused(client: httpx2.Client) -> None:
    id = add(client, CAPITAL, user_id="ana")["id"]
    for answer in (
        client.get(f"/memory/{id}?user_id=bob"),
        client.post("/memory/reinforce", json={"id": id, "user_id": "bob"}),
        client.delete(f"/memory/{id}?user_id=bob"),
        client.request("DELETE", f"/memory/{id}", json={"user_id": "bob"}),
        client.request("DELETE", f"/memory/{id}?user_id=ana", json={"user_id": "bob"}),
    ):
        assert (answer.status_code, answer.json()["err"]) == (403, "forbidden")
    assert client.get(f"/memory/{id}?user_id=ana").status_code == 200


@pytest.mark.parametrize("body", [{"user_id": "ana"}, {"user_id": ""}, {"user_id": None, "more": 1}, {}, None])
def test_a_body_of_a_deletion_may_name_the_owner(client: httpx2.Client, body: dict[str, Any] | None) -> None:
    id = add(client, CAPITAL, user_id="ana")["id"]
    assert client.request("DELETE", f"/memory/{id}", json=body).json() == {"ok": True}
    assert client.get(f"/memory/{id}").status_code == 404


# --- the door ---------------------------------------------------------------------------------------------------


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize("prefix", PLACES)
def test_keys_are_taken_as_its_clients_send_them_and_refused_in_its_words(server: RunningServer, prefix: str) -> None:
    key, address = server.key(), f"{server.url}{prefix}/sectors"
    for headers in (
        {"Authorization": f"Bearer {key}"},
        {"Authorization": f"ApiKey {key}"},
        {"Authorization": key},
        {"x-api-key": key},
    ):
        assert httpx2.get(address, headers=headers).status_code == 200
    none = httpx2.get(address)
    assert (none.status_code, none.json()["error"]) == (401, "authentication_required")
    wrong = httpx2.get(address, headers={"x-api-key": "wrong"})
    assert (wrong.status_code, wrong.json()["error"]) == (403, "invalid_api_key")


def test_a_key_that_may_only_read_cannot_write(server: RunningServer) -> None:
    reader = server.client(role="read")
    answer = reader.post("/memory/add", json={"content": CAPITAL})
    assert (answer.status_code, answer.json()["err"]) == (403, "forbidden")
    assert reader.get("/memory/all").status_code == 200


def test_too_many_requests_are_told_when_to_come_again(server: RunningServer) -> None:
    client = server.client(requests_per_minute=2)
    assert client.get("/sectors").headers["X-RateLimit-Remaining"] == "1"
    client.get("/sectors")
    answer = client.get("/sectors")
    assert answer.status_code == 429
    assert answer.json()["error"] == "rate_limit_exceeded"
    assert 1 <= answer.json()["retry_after"] <= 30
    assert answer.headers["X-RateLimit-Limit"] == "2"


@pytest.mark.feature("SE-01", "CF-06", "API-01")
def test_the_environment_of_openmemory_sets_it_up(tmp_path: Path) -> None:
    from recollect import config

    environment = {
        "OM_API_KEY": "my-old-key",
        "OM_LG_NAMESPACE": "prod",
        "OM_LG_MAX_CONTEXT": "7",
        "OM_MODE": "langgraph",
    }
    loaded = config.load({}, environment)
    names = ("api_key", "lg_namespace", "lg_max_context", "lg_mode")
    given = {name: getattr(loaded, name) for name in names}
    with RunningServer(tmp_path, **given, cors_origins="https://app.example", request_bytes_max=4096) as running:
        headers = {"Authorization": "Bearer my-old-key"}
        shown = httpx2.get(f"{running.url}/lgm/config", headers=headers).json()
        assert (shown["mode"], shown["namespace_default"], shown["max_context"]) == ("langgraph", "prod", 7)
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
        preflight = httpx2.options(f"{running.url}/memory/add", headers=asked)
        assert preflight.headers["access-control-allow-origin"] == "https://app.example"
        body = {"content": "x" * 5000}
        whole = httpx2.post(f"{running.url}/memory/add", json=body, headers=headers)
        pieces = httpx2.post(f"{running.url}/memory/add", content=iter([json.dumps(body).encode()]), headers=headers)
        for answer in (whole, pieces):
            assert (answer.status_code, answer.json()["error"]) == (413, "payload_too_large")


def test_paths_and_methods_that_do_not_exist_are_told(client: httpx2.Client) -> None:
    assert (client.put("/memory/add", json={}).status_code, client.get("/memory/a/b").status_code) == (405, 404)
    assert client.get("/memory/a/b").json()["error"] == "not_found"
    refused = client.put("/memory/of-any-id", json={})
    assert refused.headers["allow"] == "DELETE, GET, PATCH"
    told = "Method Not Allowed: PUT is not possible here; this address takes DELETE, GET, PATCH"
    assert refused.json() == {"error": "method_not_allowed", "message": told}
    nowhere = client.get("/memory/a/b")
    told = f"Not Found: this server has no GET {nowhere.url.path}; docs/reference/compat.md lists the addresses it has"
    assert nowhere.json()["message"] == told


def test_a_path_that_is_no_text_is_refused(server: RunningServer) -> None:
    headers = {"Authorization": f"Bearer {server.key()}"}
    answer = httpx2.get(f"{server.url}/memory/%ff", headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_input"


# --- sectors and health -----------------------------------------------------------------------------------------


@pytest.mark.feature("OB-01", "TY-03", "API-01")
def test_sectors_are_listed_with_what_lies_in_them(client: httpx2.Client, server: RunningServer) -> None:
    add(client, FEELING)
    add(client, CAPITAL, user_id="ana")
    add(client, "Lisbon is the capital of Portugal", user_id="bob")
    shown = client.get("/sectors").json()
    assert shown["sectors"] == ["episodic", "semantic", "procedural", "emotional", "reflective"]
    assert set(shown["configs"]) == set(shown["sectors"])
    rates = {name: (config["decay_lambda"], config["weight"]) for name, config in shown["configs"].items()}
    assert rates == {
        "episodic": (0.015, 1.2),
        "semantic": (0.005, 1.0),
        "procedural": (0.008, 1.1),
        "emotional": (0.02, 1.3),
        "reflective": (0.001, 0.8),
    }
    assert "yesterday" in shown["configs"]["episodic"]["patterns"]
    assert shown["configs"]["episodic"]["model"].startswith("static:")
    stats = {one["sector"]: one for one in shown["stats"]}
    assert {name: one["count"] for name, one in stats.items()} == {"semantic": 2, "emotional": 1}
    assert stats["emotional"]["avg_salience"] == pytest.approx(0.5, abs=1e-3)
    one_user = client.get("/sectors?user_id=ana").json()["stats"]
    assert [(one["sector"], one["count"]) for one in one_user] == [("semantic", 1)]
    writer = server.client(role="write").get("/sectors").json()["stats"]
    assert [one["sector"] for one in writer] == ["emotional"], "who is no administrator sees the default user's"


@pytest.mark.feature("OB-01")
@pytest.mark.parametrize("prefix", PLACES)
def test_health_needs_no_key_and_says_what_embeds(server: RunningServer, prefix: str) -> None:
    shown = httpx2.get(f"{server.url}{prefix}/health").json()
    assert (shown["ok"], shown["version"]) == (True, "2.0-hsg-tiered")
    assert shown["embedding"]["provider"] == "static"
    assert shown["embedding"]["dimensions"] == shown["dim"] == 256
    assert shown["embedding"]["configured"] is True
    assert shown["expected"].keys() == {"recall", "qps", "ram", "use"}


@pytest.mark.feature("OB-01")
def test_health_says_who_embeds_once_that_is_known(tmp_path: Path) -> None:
    with Loopback(dim=12) as provider:
        settings = {"embedder": "openai", "embedder_model": "own", "embedder_base_url": f"{provider.url}/v1"}
        with RunningServer(tmp_path, **settings, embedder_api_key="k") as running:
            before = httpx2.get(f"{running.url}/health").json()["embedding"]
            assert (before["provider"], before["dimensions"]) == ("openai", None)
            assert provider.requests == []
            add(running.client(), CAPITAL)
            asked = len(provider.requests)
            after = httpx2.get(f"{running.url}/health").json()["embedding"]
            assert (after["provider"], after["dimensions"]) == ("openai", 12)
            assert len(provider.requests) == asked > 0


@pytest.mark.feature("EM-17", "CF-06")
@pytest.mark.parametrize(
    "settings, batched",
    [
        ({"embedder": "openai"}, True),
        ({"embedder": "gemini"}, True),
        ({"embedder": "openai", "embed_mode": "advanced"}, False),
        *(({"embedder": name}, False) for name in ("auto", "synthetic", "bedrock", "ollama", "gguf", "none")),
    ],
)
def test_health_says_whether_texts_are_embedded_together(
    tmp_path: Path, settings: dict[str, Any], batched: bool
) -> None:
    with RunningServer(tmp_path, **settings) as running:
        shown = httpx2.get(f"{running.url}/health").json()["embedding"]
    assert shown["batch_support"] is batched


@pytest.mark.feature("OB-01")
@pytest.mark.parametrize(
    "settings, said",
    [
        ({"embedder": "synthetic", "synthetic_dim": 64}, ("synthetic", 64, True)),
        ({"embedder": "none"}, ("none", None, False)),
        ({"embedder": "openai", "embedder_dim": 512}, ("openai", 512, True)),
        ({"embedder": "openai"}, ("openai", None, True)),
    ],
)
def test_health_asks_no_embedder(tmp_path: Path, settings: dict[str, Any], said: tuple[Any, ...]) -> None:
    with RunningServer(tmp_path, **settings) as running:
        shown = httpx2.get(f"{running.url}/health").json()["embedding"]
    assert (shown["provider"], shown["dimensions"], shown["configured"]) == said

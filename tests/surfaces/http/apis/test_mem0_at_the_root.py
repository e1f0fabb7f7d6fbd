"""mem0's interfaces without a prefix, beside the native interface that has some of its paths without a slash."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients import Serving

pytestmark = pytest.mark.feature("SD-01")
ANA: dict[str, Any] = {"filters": {"user_id": "ana"}}


@pytest.fixture
def mem0(tmp_path: Any, serving: Serving) -> Iterator[Any]:
    """Its client, unchanged, given the server's address and nothing more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(tmp_path))
        made = importlib.import_module("mem0")
        client = made.MemoryClient(host=serving.url, api_key=serving.client(role="admin").text)
        yield client
        client.client.close()


def test_its_client_works_with_the_servers_address_alone(mem0: Any, serving: Serving) -> None:
    assert mem0.org_id == serving.tenant()
    made = mem0.add("I love pizza", user_id="ana")["results"][0]
    assert mem0.get(made["id"])["memory"] == "User loves pizza"
    assert [one["id"] for one in mem0.search("pizza", **ANA)["results"]] == [made["id"]]
    assert [one["id"] for one in mem0.get_all(**ANA)["results"]] == [made["id"]]
    assert mem0.update(made["id"], text="Loves pasta")["memory"] == "Loves pasta"
    assert [one["event"] for one in mem0.history(made["id"])] == ["ADD", "UPDATE"]
    assert [(one["type"], one["name"]) for one in mem0.users()["results"]] == [("user", "ana")]
    mem0.batch_update([{"memory_id": made["id"], "text": "Loves rice"}])
    assert mem0.get_all(**ANA)["results"][0]["memory"] == "Loves rice"
    mem0.batch_delete([{"memory_id": made["id"]}])
    kept = mem0.add("Rain", user_id="ana", infer=False)["results"][0]["id"]
    assert mem0.delete(kept)
    mem0.add("Snow", user_id="ana", infer=False)
    mem0.delete_all(user_id="ana")
    assert mem0.get_all(**ANA)["results"] == []
    mem0.add("Hail", user_id="ana", infer=False)
    mem0.delete_users(user_id="ana")
    assert mem0.users()["results"] == []


def test_a_page_links_to_the_next_by_an_address_that_works(mem0: Any, serving: Serving) -> None:
    client = serving.client()
    for text in ("Rain", "Snow", "Hail"):
        mem0.add(text, user_id="ana", infer=False)
    for method, path, given in (
        ("POST", "/v3/memories/", {"json": ANA}),
        ("GET", "/v1/memories/", {"params": {"user_id": "ana", "page_size": 2}}),
    ):
        page = client.ok(method, f"{path}?page_size=2", **given)
        following = client.ok(method, page["next"], **{name: it for name, it in given.items() if name == "json"})
        assert [len(page["results"]), len(following["results"])] == [2, 1]


def test_its_own_servers_paths_are_there_too(serving: Serving) -> None:
    client = serving.client(role="admin")
    made = client.ok("POST", "/memories", json={"messages": "I love pizza", "user_id": "ana"})["results"][0]
    assert client.ok("GET", f"/memories/{made['id']}")["memory"] == "User loves pizza"
    assert client.ok("POST", "/search", json={"query": "pizza", "user_id": "ana"})["results"]
    assert client.ok("POST", "/configure", json={"llm": {}})["ignored"] == ["llm"]
    assert client.ok("POST", "/reset")
    assert client.ok("GET", "/memories", params={"user_id": "ana"}) == {"results": []}


def test_the_native_interface_keeps_its_paths(serving: Serving) -> None:
    """The same paths without a slash, and what only it has below them."""
    client = serving.client(role="admin")
    made = client.post("/v1/memories", json={"content": "Likes rain", "user": "ana"})
    assert made.status_code == 201
    id = made.json()["ids"][0]
    assert client.ok("GET", f"/v1/memories/{id}")["content"] == "Likes rain"
    assert client.ok("GET", f"/v1/memories/{id}/")["memory"] == "Likes rain"
    assert client.ok("GET", f"/v1/memories/{id}/history")["records"]
    assert client.ok("GET", f"/v1/memories/{id}/history/")[0]["event"] == "ADD"
    assert client.ok("GET", "/v1/ping")["tenant"] == serving.tenant()
    assert client.ok("GET", "/v1/ping/")["project_id"] == serving.tenant()
    assert "entities" in client.ok("GET", "/v1/entities", params={"user": "ana"})
    assert client.ok("POST", "/v1/memories/list", json={"user": "ana"})["records"]
    assert client.post("/v1/memories/add", json={"content": "I ski", "external_user_id": "ana"}).status_code == 202
    assert client.delete("/v1/memories/").status_code == 400, "an id that was forgotten deletes nothing"
    assert client.ok("GET", f"/v1/memories/{id}")["content"] == "Likes rain"


@pytest.mark.parametrize(
    "path, allowed, others",
    [
        ("/search", "POST", ["GET", "PUT", "PATCH", "DELETE"]),
        ("/reset", "POST", ["GET", "PUT", "DELETE"]),
        ("/configure", "POST", ["GET", "PATCH"]),
        ("/v1/memories/search/", "POST", ["GET", "PUT", "PATCH", "DELETE"]),
        ("/v1/memories/of-any-id/", "DELETE, GET, PUT", ["PATCH"]),
    ],
)
@pytest.mark.parametrize("prefix", ["", "/mem0"])
def test_another_method_is_refused_in_its_words(
    serving: Serving, prefix: str, path: str, allowed: str, others: list[str]
) -> None:
    client = serving.client(role="admin", path=prefix)
    for method in others:
        refused = client.request(method, path, json=None if method == "GET" else {"text": "x"})
        assert (refused.status_code, refused.headers["allow"]) == (405, allowed), method
        told = f"Method Not Allowed: {method} is not possible here; this address takes {allowed}"
        assert refused.json() == {"detail": told}


def test_a_native_record_keeps_its_address_and_what_stands_below_it(serving: Serving) -> None:
    """Also one whose id is a word that an address of another interface ends in."""
    client = serving.client(role="admin")
    for id in ("search", "add/more"):
        assert client.post("/v1/memories", json={"content": "Likes rain", "user": "ana", "id": id}).status_code == 201
        assert client.ok("GET", f"/v1/memories/{id}")["content"] == "Likes rain"
        changed = client.ok("PATCH", f"/v1/memories/{id}", json={"content": "Likes snow"})
        assert (changed["id"], changed["content"]) == (id, "Likes snow")
        assert len(client.ok("GET", f"/v1/memories/{id}/history")["records"]) == 2
        assert client.delete(f"/v1/memories/{id}").status_code == 204


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize("path", ["/v1/ping/", "/v3/memories/", "/memories"])
def test_a_wrong_key_is_refused_in_its_words(serving: Serving, path: str) -> None:
    client = serving.client()
    refused = client.get(path, headers={"Authorization": "Token wrong"})
    assert refused.status_code == 401
    assert "not known" in refused.json()["detail"]


@pytest.mark.parametrize(
    "path", ["/v1/feedback/", "/v1/exports/", "/v1/exports/get/", "/v1/summary/", "/api/v1/orgs/x/", "/v2/profiles/x/"]
)
def test_what_is_not_there_is_refused_in_so_many_words(serving: Serving, path: str) -> None:
    answer = serving.client(role="admin").post(path, json={})
    assert answer.status_code == 501
    assert "Recollect has no" in answer.json()["detail"]

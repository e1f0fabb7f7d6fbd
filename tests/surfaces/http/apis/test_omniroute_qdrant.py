"""OmniRoute's Qdrant routes, where the server has a Qdrant: Qdrant's own client, searching in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recollect.model.scope import Scope
from tests.clients import Client, Running, Serving


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("qdrant")
    settings = {"qdrant_url": ":memory:", "qdrant_api_key": "q-key", "qdrant_quantization": "int8"}
    with Running(folder, **settings) as server:
        yield server


@pytest.fixture
def admin(running: Running) -> Iterator[Client]:
    with Serving(running) as serving:
        yield serving.client(role="admin")


def note(client: Client, key: str, content: str, **more: object) -> None:
    client.ok("POST", "/api/memory", json={"key": key, "content": content, **more})


def follow(running: Running, client: Client) -> None:
    """Let Qdrant hear of what was written, now."""
    running.tenants.engine(client.key.tenant).vectors.follow(Scope(tenant=client.key.tenant))


@pytest.mark.feature("API-05")
@pytest.mark.feature("ST-06")
def test_the_settings_are_those_of_the_server_and_the_key_is_not_shown(admin: Client) -> None:
    found = admin.ok("GET", "/api/settings/qdrant")
    assert (found["enabled"], found["collection"], found["quantization"]) == (True, "omniroute_memory", "int8")
    assert (found["hasApiKey"], "q-key" in str(found)) == (True, False)
    assert found["active"]["quantization"] == "int8"


@pytest.mark.feature("ST-11")
def test_health_says_how_long_it_took(admin: Client) -> None:
    found = admin.ok("GET", "/api/settings/qdrant/health")
    assert (found["ok"], found["healthy"], found["configured"], found["error"]) == (True, True, True, None)
    assert found["latencyMs"] >= 0


@pytest.mark.feature("API-05")
def test_the_search_shows_what_qdrant_finds_at_most_twenty_and_nobody_elses(running: Running, admin: Client) -> None:
    for number in range(25):
        note(admin, f"k{number}", f"Recipe {number} for bread with seeds")
    with Serving(running) as others:
        stranger = others.client("stranger", role="admin")
        note(stranger, "k", "Recipe for secret bread")
        for client in (admin, stranger):
            follow(running, client)
        found = admin.ok("POST", "/api/settings/qdrant/search", json={"query": "bread", "topK": 500})
        assert (len(found["results"]), found["topK"]) == (20, 20)
        assert all("secret" not in one["content"] for one in found["results"])
        assert found["results"][0]["score"] >= found["results"][-1]["score"] > 0
        assert {one["apiKeyId"] for one in found["results"]} == {admin.key.id}


@pytest.mark.feature("ST-11", "SC-12", "RM-04")
def test_the_search_gives_nothing_that_was_replaced_archived_or_has_expired(running: Running) -> None:
    with Serving(running) as serving:
        admin = serving.client("walruses", role="admin")
        note(admin, "walrus", "My walrus is called Otto")
        note(admin, "seal", "My seal is called Ida")
        note(admin, "bear", "My polar bear is called Knut", expiresAt=serving.in_days(2))
        ids = {one["key"]: one["id"] for one in admin.ok("GET", "/api/memory")["data"]}
        admin.ok("PUT", f"/api/memory/{ids['walrus']}", json={"content": "My walrus is called Emil"})
        follow(running, admin)

        def found() -> set[str]:
            results = admin.ok("POST", "/api/settings/qdrant/search", json={"query": "my walrus", "topK": 3})["results"]
            return {one["content"].rpartition(" ")[2] for one in results}

        assert found() == {"Emil", "Ida", "Knut"}
        running.tenants.engine(admin.key.tenant).memories.archive(Scope(tenant=admin.key.tenant), ids["seal"])
        assert found() == {"Emil", "Knut"}
        serving.clock.forward(days=3)
        assert found() == {"Emil"}


@pytest.mark.feature("ST-11")
@pytest.mark.parametrize("asked", [0, -5])
def test_fewer_than_one_result_are_one(admin: Client, asked: int) -> None:
    assert admin.ok("POST", "/api/settings/qdrant/search", json={"query": "bread", "topK": asked})["topK"] == 1


@pytest.mark.feature("ST-11")
def test_cleanup_takes_out_what_has_expired(running: Running, admin: Client) -> None:
    with Serving(running) as serving:
        note(admin, "soon", "The market closes early", expiresAt=serving.in_days(2))
        note(admin, "later", "The market opens at eight")
        follow(running, admin)
        assert admin.ok("POST", "/api/settings/qdrant/cleanup")["deleted"] == 0
        serving.clock.forward(days=3)
        assert admin.ok("POST", "/api/settings/qdrant/cleanup")["deleted"] == 1


@pytest.mark.feature("RT-26")
def test_a_preview_and_the_status_name_the_tier(admin: Client) -> None:
    note(admin, "k", "Grows saffron on the balcony")
    preview = admin.ok(
        "POST", "/api/memory/retrieve-preview", json={"query": "saffron on a balcony", "strategy": "semantic"}
    )
    assert preview["resolution"]["vectorStore"] == "qdrant"
    assert [one["tier"] for one in preview["memories"]] == ["qdrant"]
    status = admin.ok("GET", "/api/memory/engine-status")
    assert (status["vectorStore"]["backend"], status["qdrant"]["configured"]) == ("qdrant", True)
    assert status["qdrant"]["healthy"] is True

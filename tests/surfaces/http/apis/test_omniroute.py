"""OmniRoute's interface over a real server: every route, in its shapes, and nobody in another's pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect import config
from tests.clients import Client, Running, Serving
from tests.cross_encoder import cross_encoder
from tests.loopback import Loopback

LONG = "The deployment runs on three machines in Lisbon. It takes nine minutes. Nobody may touch it. " * 4


def note(client: Client, key: str, content: str, **more: Any) -> str:
    made = client.ok("POST", "/api/memory", json={"key": key, "content": content, **more})
    assert made["success"] is True
    return str(made["id"])


def contents(client: Client, **params: Any) -> list[str]:
    return [one["content"] for one in client.ok("GET", "/api/memory", params=params)["data"]]


# --- memories -------------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-02")
@pytest.mark.parametrize("path", ["", "/omniroute"])
def test_what_was_written_in_this_dialect_reads_back_unchanged(serving: Serving, path: str) -> None:
    client = serving.client(path=path)
    given = {
        "content": "Prefers tea",
        "key": "preference:tea",
        "type": "procedural",
        "sessionId": "s1",
        "metadata": {"category": "drink", "n": [1, None]},
        "expiresAt": serving.in_days(200),
    }
    id = note(client, given.pop("key"), given.pop("content"), **given)
    memory = client.ok("GET", f"/api/memory/{id}")["memory"]
    assert memory == {
        "id": id,
        "apiKeyId": client.key.id,
        "key": "preference:tea",
        "content": "Prefers tea",
        "createdAt": memory["createdAt"],
        "updatedAt": memory["updatedAt"],
        **given,
    }
    assert serving.in_days(-1) < memory["createdAt"] == memory["updatedAt"] < serving.in_days(0)
    assert client.ok("GET", "/api/memory")["data"] == [memory]


@pytest.mark.feature("API-02")
@pytest.mark.feature("TY-01")
@pytest.mark.parametrize("type_name", ["factual", "episodic", "procedural", "semantic"])
def test_each_of_the_four_types_stays_what_it_was(serving: Serving, type_name: str) -> None:
    client = serving.client()
    id = note(client, "k", "Uses PostgreSQL", type=type_name)
    assert client.ok("GET", f"/api/memory/{id}")["memory"]["type"] == type_name
    assert contents(client, type=type_name) == ["Uses PostgreSQL"]
    others = {"factual", "episodic", "procedural", "semantic"} - {type_name}
    assert [contents(client, type=other) for other in others] == [[], [], []]


@pytest.mark.feature("RM-01")
def test_the_same_key_again_replaces_the_content_and_merges_metadata(serving: Serving) -> None:
    client = serving.client()
    first = note(client, "city", "Lives in Lisbon", metadata={"a": 1, "b": 1})
    second = note(client, "city", "Lives in Porto", metadata={"b": 2})
    assert first == second
    memory = client.ok("GET", f"/api/memory/{first}")["memory"]
    assert (memory["content"], memory["metadata"]) == ("Lives in Porto", {"a": 1, "b": 2})
    assert contents(client) == ["Lives in Porto"]


def test_the_same_key_again_without_a_session_stays_in_the_one_it_was_told_in(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "city", "Lives in Lisbon", sessionId="s1")
    for sent, session in (({}, "s1"), ({"sessionId": "s2"}, "s2"), ({"scope": "apiKey"}, None)):
        assert note(client, "city", f"Lives in Porto, {sent}", **sent) == id
        assert client.ok("GET", f"/api/memory/{id}")["memory"]["sessionId"] == session


@pytest.mark.feature("RM-01")
def test_the_same_key_again_keeps_type_and_expiry_that_are_not_named(serving: Serving) -> None:
    client = serving.client()
    until = serving.in_days(9)
    id = note(client, "city", "Lives in Lisbon", type="procedural", expiresAt=until, sessionId="s1")
    for sent, type in (({}, "procedural"), ({"type": None}, "procedural"), ({"type": "episodic"}, "episodic")):
        note(client, "city", f"Lives in Porto, {sent}", **sent)
        memory = client.ok("GET", f"/api/memory/{id}")["memory"]
        assert (memory["type"], memory["sessionId"]) == (type, "s1")
        assert memory["expiresAt"] == client.ok("GET", "/api/memory")["data"][0]["expiresAt"]
        assert memory["expiresAt"] is not None
    assert client.ok("GET", f"/api/memory/{note(client, 'other', 'x')}")["memory"]["type"] == "factual"


def test_null_is_as_good_as_leaving_it_out(serving: Serving) -> None:
    client = serving.client(role="admin")
    id = note(client, "city", "Lives in Lisbon", type=None, metadata=None, expiresAt=None, scope=None)
    nulls = {"type": None, "key": None, "content": None, "metadata": None}
    assert client.ok("PUT", f"/api/memory/{id}", json=nulls) == {"success": True}
    memory = client.ok("GET", f"/api/memory/{id}")["memory"]
    assert (memory["content"], memory["key"], memory["type"]) == ("Lives in Lisbon", "city", "factual")
    asked = {"query": "Lisbon", "strategy": None, "maxTokens": None, "limit": None, "sessionId": None}
    assert len(client.ok("POST", "/api/memory/retrieve-preview", json=asked)["memories"]) == 1
    summary = {"olderThanDays": None, "dryRun": None, "apiKeyId": None}
    assert client.ok("POST", "/api/memory/summarize", json=summary)["candidates"] == 0
    assert client.ok("POST", "/api/memory/reindex", json={"force": None})["started"] is False
    assert client.post("/api/memory", json={"key": "k", "content": None}).status_code == 400


def test_a_sign_of_life_needs_no_key(serving: Serving) -> None:
    answer = httpx2.get(f"{serving.url}/omniroute/health")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)


@pytest.mark.feature("API-02")
def test_a_change_names_what_it_changes_and_nothing_else(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "k", "Uses Postgres", metadata={"a": 1})
    assert client.ok("PUT", f"/api/memory/{id}", json={"content": "Uses SQLite", "key": "db", "type": "semantic"}) == {
        "success": True
    }
    memory = client.ok("GET", f"/api/memory/{id}")["memory"]
    assert [memory[name] for name in ("content", "key", "type", "metadata")] == [
        "Uses SQLite",
        "db",
        "semantic",
        {"a": 1},
    ]
    found = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "SQLite"})["memories"]
    assert [one["content"] for one in found] == ["Uses SQLite"]  # embedded anew
    refused = client.put(f"/api/memory/{id}", json={"content": "x", "strength": 1})
    assert refused.status_code == 400
    assert "strength" in refused.json()["error"]
    assert client.ok("PUT", f"/api/memory/{id}", json={}) == {"success": True}


def test_a_preference_told_to_be_factual_stays_a_preference(serving: Serving) -> None:
    client = serving.client()
    added = serving.memory().add("Prefers tea", user=f"key:{client.key.id}", kind="preference")
    client.ok("PUT", f"/api/memory/{added.id}", json={"type": "factual"})
    assert serving.memory().get(added.id).kind == "preference"
    client.ok("PUT", f"/api/memory/{added.id}", json={"type": "episodic"})
    assert serving.memory().get(added.id).kind == "event"


@pytest.mark.feature("API-02")
def test_what_was_deleted_is_gone_everywhere(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "k", "Likes saffron")
    assert client.ok("DELETE", f"/api/memory/{id}") == {"success": True}
    assert contents(client) == []
    assert client.ok("POST", "/api/memory/retrieve-preview", json={"query": "saffron"})["memories"] == []
    for method in ("GET", "DELETE"):
        gone = client.request(method, f"/api/memory/{id}")
        assert (gone.status_code, gone.json()) == (404, {"error": "Not found"})
    gone = client.put(f"/api/memory/{id}", json={"content": "x"})
    assert (gone.status_code, gone.json()) == (404, {"error": "Not found"})


@pytest.mark.feature("RM-04")
def test_what_has_expired_does_not_exist(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "k", "The door code changes", expiresAt=serving.in_days(1))
    serving.clock.forward(days=2)
    assert client.get(f"/api/memory/{id}").status_code == 404
    assert contents(client) == []


@pytest.mark.parametrize(
    "body, about",
    [
        ({"content": "x"}, "key"),
        ({"key": "k"}, "content"),
        ({"content": "", "key": "k"}, "content"),
        ({"content": "x", "key": "k", "type": "emotional"}, "type"),
        ({"content": "x", "key": "k", "metadata": []}, "metadata"),
        ({"content": "x", "key": "k", "expiresAt": "soon"}, "expiresAt"),
        ({"content": "x", "key": "k", "scope": "session"}, "sessionId"),
        ({"content": "x", "key": "recollect/profile"}, "keys that begin with"),
        ([], "object"),
    ],
)
def test_a_memory_that_cannot_be_is_refused_with_the_reason(serving: Serving, body: Any, about: str) -> None:
    client = serving.client()
    refused = client.post("/api/memory", json=body)
    assert refused.status_code == 400
    assert about in refused.json()["error"]
    assert contents(client) == []


@pytest.mark.parametrize(
    "body", ['{"content": "x", "key": "k", "metadata": {"n": NaN}}', "{", '{"content": "\\ud800"}']
)
def test_what_json_cannot_carry_is_refused(serving: Serving, body: str) -> None:
    refused = serving.client().post("/api/memory", content=body, headers={"Content-Type": "application/json"})
    assert refused.status_code == 400
    assert refused.json()["error"]


def test_a_body_may_come_in_pieces_and_without_a_content_type(serving: Serving) -> None:
    client = serving.client()
    pieces = iter([b'{"content": "Likes ', b'rain", "key": "k"}'])
    assert client.ok("POST", "/api/memory", content=pieces)["success"] is True
    assert contents(client) == ["Likes rain"]


# --- lists ----------------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-03")
def test_a_list_has_pages_and_an_offset_wins(serving: Serving) -> None:
    client = serving.client()
    for number in range(5):
        note(client, f"k{number}", f"Number {number}")
    page = client.ok("GET", "/api/memory", params={"limit": 2, "page": 2})
    assert [one["content"] for one in page["data"]] == ["Number 2", "Number 1"]
    assert [page[name] for name in ("total", "page", "limit", "totalPages")] == [5, 2, 2, 3]
    moved = client.ok("GET", "/api/memory", params={"limit": 2, "page": 2, "offset": 4})
    assert [one["content"] for one in moved["data"]] == ["Number 0"]
    assert moved["page"] == 3
    assert client.ok("GET", "/api/memory")["limit"] == 50
    assert client.ok("GET", "/api/memory", params={"limit": 1000})["limit"] == 200


@pytest.mark.feature("API-03")
def test_a_list_narrows_to_a_session_a_type_and_words_of_content_or_key(serving: Serving) -> None:
    client = serving.client()
    note(client, "drink:tea", "Prefers Green leaves", sessionId="s1")
    note(client, "food", "Cooks with GREEN pepper", type="episodic")
    note(client, "town", "Lives in Lisbon", sessionId="s1")
    assert contents(client, sessionId="s1") == ["Lives in Lisbon", "Prefers Green leaves"]
    assert contents(client, q="green") == ["Cooks with GREEN pepper", "Prefers Green leaves"]
    assert contents(client, q="green", type="episodic") == ["Cooks with GREEN pepper"]
    assert contents(client, q="DRINK:", sessionId="s1") == ["Prefers Green leaves"]
    found = client.ok("GET", "/api/memory", params={"q": "e", "limit": 1, "page": 3})
    assert (found["total"], [one["key"] for one in found["data"]]) == (3, ["drink:tea"])


@pytest.mark.feature("API-03")
def test_totals_stand_beside_the_list_and_follow_every_change(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "a", "12345678")
    note(client, "b", "123456789", type="semantic")
    answer = client.ok("GET", "/api/memory", params={"type": "semantic"})
    stats = answer["stats"]
    assert stats["total"] == 2
    assert stats["byType"] == {"factual": 1, "episodic": 0, "procedural": 0, "semantic": 1}
    assert stats["tokensUsed"] == 2 + 3  # a token is four characters
    assert answer["total"] == 1
    client.ok("GET", f"/api/memory/{id}")
    client.ok("GET", f"/api/memory/{id}")
    answer = client.ok("GET", "/api/memory")
    counted = answer["stats"]["cacheStats"]
    assert answer["cacheStats"] == counted
    assert counted["hits"] >= 1
    assert answer["stats"]["hitRate"] == counted["hits"] / (counted["hits"] + counted["misses"])
    client.ok("PUT", f"/api/memory/{id}", json={"content": "1234"})
    assert client.ok("GET", "/api/memory")["stats"]["tokensUsed"] == 1 + 3


@pytest.mark.parametrize(
    "params", [{"type": "emotional"}, {"limit": 0}, {"limit": "x"}, {"page": 0}, {"offset": -1}, {"page": 10**12}]
)
def test_a_list_that_cannot_be_is_refused(serving: Serving, params: dict[str, Any]) -> None:
    refused = serving.client().get("/api/memory", params=params)
    assert refused.status_code == 400
    assert refused.json()["error"]


# --- whose ----------------------------------------------------------------------------------------------------------

READS = [
    ("GET", "/api/memory/{id}", None),
    ("PUT", "/api/memory/{id}", {"content": "stolen"}),
    ("DELETE", "/api/memory/{id}", None),
]
ABOUT_A_KEY: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/api/memory", {"params": {"apiKeyId": "{key}"}}),
    ("POST", "/api/memory", {"json": {"content": "x", "key": "k", "apiKeyId": "{key}"}}),
    ("POST", "/api/memory/retrieve-preview", {"json": {"query": "secret", "apiKeyId": "{key}"}}),
    ("POST", "/api/memory/summarize", {"json": {"apiKeyId": "{key}"}}),
]


def about(given: dict[str, Any], key: str) -> dict[str, Any]:
    return {
        part: {name: key if value == "{key}" else value for name, value in body.items()} for part, body in given.items()
    }


@pytest.mark.feature("SC-01")
@pytest.mark.parametrize("method, path, body", READS)
@pytest.mark.parametrize(
    "stranger", [{"tenant": "acme"}, {"tenant": "acme", "user": "bob"}, {"tenant": "other", "role": "admin"}]
)
def test_another_key_does_not_know_that_a_memory_exists(
    serving: Serving, method: str, path: str, body: Any, stranger: dict[str, Any]
) -> None:
    owner, other = serving.client(), serving.client(**stranger)
    id = note(owner, "k", "A secret plan")
    refused = other.request(method, path.format(id=id), json=body)
    assert (refused.status_code, refused.json()) == (404, {"error": "Not found"})
    assert contents(owner) == ["A secret plan"]


@pytest.mark.feature("SC-01")
@pytest.mark.parametrize("method, path, given", ABOUT_A_KEY)
@pytest.mark.parametrize("stranger", [{}, {"user": "bob"}, {"role": "admin", "user": "bob"}])
def test_naming_another_key_widens_nothing(
    serving: Serving, method: str, path: str, given: dict[str, Any], stranger: dict[str, Any]
) -> None:
    owner, other = serving.client(), serving.client(**stranger)
    note(owner, "k", "A secret plan")
    refused = other.request(method, path, **about(given, owner.key.id))
    assert refused.status_code == 403
    assert "secret plan" not in refused.text
    assert contents(owner) == ["A secret plan"]
    assert contents(other) == []


@pytest.mark.feature("SC-01")
@pytest.mark.parametrize("method, path, given", ABOUT_A_KEY)
def test_an_admin_of_another_tenant_finds_nothing_under_the_same_key(
    serving: Serving, method: str, path: str, given: dict[str, Any]
) -> None:
    owner, other = serving.client(), serving.client("other", role="admin")
    note(owner, "k", "A secret plan")
    answer = other.request(method, path, **about(given, owner.key.id))
    assert "secret plan" not in answer.text
    assert contents(owner) == ["A secret plan"]


@pytest.mark.feature("SC-01")
def test_an_admin_looks_after_the_pools_of_all_keys_of_the_tenant(serving: Serving) -> None:
    admin, owner, bound = serving.client(role="admin"), serving.client(name="shop"), serving.client(user="ana")
    id = note(owner, "k", "A plan")
    note(bound, "k", "Ana's plan")
    assert contents(admin) == []
    assert contents(admin, apiKeyId=owner.key.id) == contents(admin, apiKeyId="shop") == ["A plan"]
    assert contents(admin, apiKeyId=bound.key.id) == ["Ana's plan"]
    assert admin.ok("GET", f"/api/memory/{id}")["memory"]["apiKeyId"] == owner.key.id
    note(admin, "k2", "From above", apiKeyId=owner.key.id)
    assert contents(owner) == ["From above", "A plan"]


def test_a_key_may_name_itself_and_one_bound_to_a_user_shares_his_memory(serving: Serving) -> None:
    one, two = serving.client(user="ana"), serving.client(user="ana")
    note(one, "k", "Likes rain", apiKeyId=one.key.id)
    assert contents(two, apiKeyId=two.key.id) == ["Likes rain"]
    assert [hit.content for hit in serving.memory().search("rain", user="ana")] == ["Likes rain"]


@pytest.mark.feature("SC-02")
def test_a_session_narrows_and_a_global_memory_is_everybodys(serving: Serving) -> None:
    admin, one, two = serving.client(role="admin"), serving.client(), serving.client()
    note(one, "a", "Talked about rain", sessionId="s1", scope="session")
    note(one, "b", "Talked about snow")
    shared = note(admin, "house-rule", "Always answer in French", scope="global")
    preview = {"query": "talked about", "sessionId": "s1"}
    found = one.ok("POST", "/api/memory/retrieve-preview", json=preview)["memories"]
    assert [memory["content"] for memory in found] == ["Talked about rain"]
    assert contents(two) == ["Always answer in French"]
    assert two.ok("GET", f"/api/memory/{shared}")["memory"]["apiKeyId"] is None
    for method, body in (("PUT", {"content": "x"}), ("DELETE", None)):
        assert two.request(method, f"/api/memory/{shared}", json=body).status_code == 403
    assert two.post("/api/memory", json={"key": "k", "content": "x", "scope": "global"}).status_code == 403
    assert contents(serving.client("other")) == []


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize(
    "path", ["/api/memory", "/omniroute/api/memory", "/api/memory/engine-status", "/api/settings/memory"]
)
def test_nobody_comes_in_without_a_key(serving: Serving, path: str) -> None:
    client = serving.client()
    for headers in ({"Authorization": ""}, {"Authorization": "Bearer rk_wrong"}):
        refused = client.get(path, headers=headers)
        assert refused.status_code == 401
        assert set(refused.json()) == {"error"}
        assert "WWW-Authenticate" in refused.headers


@pytest.mark.feature("SE-01")
@pytest.mark.parametrize(
    "method, path",
    [
        ("GET", "/api/memory/health"),
        ("GET", "/api/memory/engine-status"),
        ("GET", "/api/memory/embedding-providers"),
        ("POST", "/api/memory/reindex"),
        ("GET", "/api/settings/memory"),
        ("PUT", "/api/settings/memory"),
        ("GET", "/api/settings/qdrant"),
        ("PUT", "/api/settings/qdrant"),
        ("GET", "/api/settings/qdrant/health"),
        ("GET", "/api/settings/qdrant/embedding-models"),
        ("POST", "/api/settings/qdrant/search"),
        ("POST", "/api/settings/qdrant/cleanup"),
    ],
)
@pytest.mark.parametrize("who", [{}, {"role": "admin", "user": "ana"}])
def test_what_is_about_the_whole_tenant_takes_an_admin(
    serving: Serving, method: str, path: str, who: dict[str, Any]
) -> None:
    refused = serving.client(**who).request(method, path, json={"query": "x"} if method != "GET" else None)
    assert refused.status_code == 403
    assert "admin" in refused.json()["error"]


def test_a_key_that_only_reads_changes_nothing(serving: Serving) -> None:
    reader = serving.client(role="read")
    assert reader.post("/api/memory", json={"key": "k", "content": "x"}).status_code == 403
    assert reader.post("/api/memory/summarize").status_code == 403
    assert reader.ok("GET", "/api/memory")["total"] == 0


def test_a_path_that_is_not_there_says_so_in_its_words(serving: Serving) -> None:
    client = serving.client()
    for path in ("/api/memory/a/b", "/omniroute/nothing"):
        missing = client.get(path)
        assert (missing.status_code, missing.json()) == (404, {"error": "Not found"})
    assert client.post("/api/memory/health").status_code == 405
    assert client.get("/api/memory/%ff").status_code == 400


# --- the engine -----------------------------------------------------------------------------------------------------


@pytest.mark.feature("API-04")
@pytest.mark.feature("RT-26")
def test_a_preview_tells_what_would_be_found_and_how_and_leaves_no_trace(serving: Serving) -> None:
    client = serving.client()
    id = note(client, "preference:tea", "Prefers green tea in the morning")
    note(client, "town", "Lives in Lisbon")
    answer = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "green tea"})
    best = answer["memories"][0]
    assert set(best) == {"id", "type", "key", "content", "score", "tokens", "tier", "vecScore", "ftsScore"}
    assert [best[name] for name in ("id", "type", "key", "tier")] == [id, "factual", "preference:tea", "hybrid-rrf"]
    assert 0 < best["ftsScore"] <= 1
    assert 0 < best["vecScore"] <= 1
    resolution = answer["resolution"]
    assert resolution["embeddingSource"] == "static"
    assert resolution["embeddingModel"]
    assert [resolution[name] for name in ("vectorStore", "strategyUsed", "rerankApplied", "fallbackReason")] == [
        "sqlite-vec",
        "hybrid",
        False,
        None,
    ]
    assert answer["budgetMaxTokens"] == 2000
    more = {"query": "green tea", "maxTokens": 16_000}
    assert client.ok("POST", "/api/memory/retrieve-preview", json=more)["budgetMaxTokens"] == 8000, "what is used"
    assert answer["totalTokensUsed"] == sum(memory["tokens"] for memory in answer["memories"])
    newest = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "green tea", "strategy": "recent"})
    assert newest["resolution"] == {
        "embeddingSource": None,
        "embeddingModel": None,
        "vectorStore": "none",
        "strategyUsed": "exact",
        "rerankApplied": False,
        "fallbackReason": None,
    }
    assert [(one["tier"], one["vecScore"], one["ftsScore"]) for one in newest["memories"]] == [("fts5", None, None)]
    assert serving.memory().get(id).access_count == 0


@pytest.mark.feature("RT-26")
def test_each_memory_of_a_preview_says_which_channel_found_it(serving: Serving) -> None:
    client = serving.client()
    serving.tenants.set(serving.tenant(), {"vector_top_k": 2})
    note(client, "both", "The cat sleeps")
    note(client, "meaning", "A kitten dozes")
    note(client, "words", "The tax return, the invoice and a photo of somebody's cat lie in the lowest drawer")
    answer = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "cat"})
    found = {one["key"]: one for one in answer["memories"]}
    scored = {key: (one["tier"], one["vecScore"] is None, one["ftsScore"] is None) for key, one in found.items()}
    assert scored == {
        "both": ("hybrid-rrf", False, False),
        "meaning": ("vector", False, True),
        "words": ("fts5", True, False),
    }


@pytest.mark.feature("EM-01", "EM-03", "OB-04")
def test_a_remote_embedder_is_named_as_its_settings_name_it(serving_alone: Serving) -> None:
    with Loopback() as server:
        given = {"embedder": "openai", "embedder_base_url": f"{server.url}/v1", "embedder_dim": server.dim}
        serving_alone.tenants.use(config.load(given | {"schedule": "off"}, {}))
        admin = serving_alone.client(role="admin")
        note(admin, "tea", "Prefers green tea")
        resolution = admin.ok("POST", "/api/memory/retrieve-preview", json={"query": "tea"})["resolution"]
        embedding = admin.ok("GET", "/api/memory/engine-status")["embedding"]
    named = ("remote", "openai/text-embedding-3-small")
    assert (resolution["embeddingSource"], resolution["embeddingModel"]) == named
    assert (embedding["source"], embedding["model"]) == named


@pytest.mark.feature("RT-01")
def test_a_preview_follows_the_strategy_the_limit_and_the_budget_it_is_given(serving: Serving) -> None:
    client = serving.client()
    for number in range(4):
        note(client, f"k{number}", f"Tea number {number} " + "x" * 80)

    def found(**given: Any) -> list[str]:
        answer = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "tea", **given})
        return [memory["key"] for memory in answer["memories"]]

    assert found(strategy="recent") == ["k3", "k2", "k1", "k0"]
    assert found(strategy="recent", limit=2) == ["k3", "k2"]
    assert found(strategy="recent", maxTokens=30) == ["k3"]
    assert found(maxTokens=0) == []
    assert len(found(strategy="semantic")) == 4
    serving.clock.forward(days=31)
    assert found() == []  # older than retentionDays
    assert len(contents(client)) == 4


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": ""},
        {"query": "x", "strategy": "best"},
        {"query": "x", "maxTokens": 16001},
        {"query": "x", "limit": 101},
    ],
)
def test_a_preview_that_cannot_be_is_refused(serving: Serving, body: dict[str, Any]) -> None:
    refused = serving.client().post("/api/memory/retrieve-preview", json=body)
    assert refused.status_code == 400
    assert refused.json()["error"]


@pytest.mark.feature("API-04")
@pytest.mark.feature("LC-08")
def test_summarize_puts_one_memory_in_place_of_old_ones_and_tells_first_what_it_would_do(serving: Serving) -> None:
    client, other = serving.client(), serving.client()
    for number in range(3):
        note(client, f"k{number}", LONG)
    note(other, "k", LONG)
    serving.clock.forward(days=40)
    note(client, "new", "A new thing")
    plan = client.ok("POST", "/api/memory/summarize", json={"dryRun": True})
    assert plan["candidates"] == 3
    assert plan["tokensSaved"] > 0
    assert [plan[name] for name in ("deletedCount", "summaryId", "dryRun")] == [0, None, True]
    assert len(contents(client)) == 4
    assert client.ok("POST", "/api/memory/summarize", json={"olderThanDays": 60})["candidates"] == 0
    done = client.ok("POST", "/api/memory/summarize")  # no body at all: 30 days
    assert [done[name] for name in ("candidates", "deletedCount", "dryRun")] == [3, 3, False]
    assert done["totalTokens"] == plan["totalTokens"]
    kept = client.ok("GET", "/api/memory")["data"]
    assert {one["id"] for one in kept} >= {done["summaryId"]}
    assert len(kept) == 2
    assert contents(other) == [LONG]
    assert serving.memory().undo_compaction(done["summaryId"]) == 3


@pytest.mark.feature("LC-08")
def test_each_line_of_a_summary_begins_with_the_type_of_what_it_tells(serving: Serving) -> None:
    client = serving.client()
    types = ("factual", "episodic", "procedural", "semantic")
    ids = [note(client, type, f"{type.capitalize()}: {LONG}", type=type) for type in types]
    serving.clock.forward(days=40)
    made = client.ok("POST", "/api/memory/summarize")["summaryId"]
    lines = client.ok("GET", f"/api/memory/{made}")["memory"]["content"].splitlines()
    assert [line.split(": ")[:2] for line in lines] == [[type, type.capitalize()] for type in types]
    serving.memory().delete(ids[0])
    assert sorted(one["id"] for one in client.ok("GET", "/api/memory")["data"]) == sorted(ids[1:]), "taken apart"


@pytest.mark.feature("LC-06", "LC-08")
@pytest.mark.parametrize("days, groups", [(90, [3, 2]), (365, [5]), (1, [5])])
def test_a_summary_hides_nothing_that_previews_go_on_showing_for_the_retention_that_was_set(
    serving: Serving, days: int, groups: list[int]
) -> None:
    """Previews leave out what is older than that, and a summary is as old as the oldest it tells of."""
    admin = serving.client(role="admin")
    admin.ok("PUT", "/api/settings/memory", json={"retentionDays": days})
    for number in range(5):
        note(admin, f"k{number}", LONG)
        serving.clock.forward(days=4)
    admin.ok("POST", "/api/memory/summarize", json={"olderThanDays": 3})
    made = [one["content"] for one in admin.ok("GET", "/api/memory")["data"]]
    assert sorted((len(one.splitlines()) for one in made), reverse=True) == groups


@pytest.mark.parametrize("body", [{"olderThanDays": 0}, {"olderThanDays": 366}, {"dryRun": "perhaps"}])
def test_a_summary_that_cannot_be_is_refused(serving: Serving, body: dict[str, Any]) -> None:
    assert serving.client().post("/api/memory/summarize", json=body).status_code == 400


def test_engine_status_says_why_a_reranker_cannot_be_used(serving_alone: Serving) -> None:
    settings = serving_alone.tenants.settings.__class__
    off = serving_alone.client(role="admin").ok("GET", "/api/memory/engine-status")["rerank"]
    assert (off["available"], off["reason"]) == (False, None)
    serving_alone.tenants.use(settings(rerank="onnx", schedule="off"))
    found = serving_alone.client(role="admin").ok("GET", "/api/memory/engine-status")["rerank"]
    assert found["available"] is False
    assert "rerank_onnx_model" in found["reason"]


@pytest.mark.feature("API-04")
@pytest.mark.feature("OB-04")
def test_reindexing_gives_vectors_to_what_has_none_and_engine_status_shows_it(serving_alone: Serving) -> None:
    serving = serving_alone
    admin = serving.client(role="admin")
    serving.tenants.use(serving.tenants.settings.__class__(embedder="none", schedule="off"))
    note(serving.client(), "k", "Likes rain")
    status = admin.ok("GET", "/api/memory/engine-status")
    assert (status["embedding"]["available"], status["vectorStore"]["needsReindex"]) == (False, 0)
    serving.tenants.use(serving.tenants.settings.__class__(schedule="off"))
    admin = serving.client(role="admin")
    assert admin.ok("GET", "/api/memory/engine-status")["vectorStore"]["needsReindex"] == 1
    assert admin.ok("POST", "/api/memory/reindex") == {"started": True, "pending": 1}
    status = admin.ok("GET", "/api/memory/engine-status")
    for _ in range(1000):  # it goes on after the answer
        if status["vectorStore"]["needsReindex"] == 0:
            break
        status = admin.ok("GET", "/api/memory/engine-status")
    assert status["vectorStore"]["needsReindex"] == 0
    assert status["vectorStore"]["vectors"] == 1
    assert admin.ok("POST", "/api/memory/reindex", json={"force": False}) == {"started": False, "pending": 0}
    told = [entry["verb"] for entry in admin.ok("GET", "/v1/audit")["entries"]]
    assert told.count("reindex") == 2, "whether or not there was something to do"
    assert "status" not in told, "who only looks leaves no entry"


@pytest.mark.feature("OB-04")
def test_engine_status_has_its_five_parts(serving: Serving) -> None:
    admin = serving.client(role="admin")
    note(admin, "k", "Likes rain")
    status = admin.ok("GET", "/api/memory/engine-status")
    assert set(status) == {"keyword", "embedding", "vectorStore", "qdrant", "rerank"}
    assert status["keyword"]["available"] is True
    assert status["embedding"]["source"] == "static"
    assert status["embedding"]["dimensions"] > 0
    assert set(status["embedding"]["cacheStats"]) == {"hits", "misses"}
    assert status["vectorStore"]["needsReindex"] == 0
    nothing = {"enabled": False, "configured": False, "healthy": False, "behind": 0, "error": None}
    assert status["qdrant"] == nothing
    assert status["rerank"] == {"enabled": False, "available": False, "model": None, "reason": None}


@pytest.mark.feature("EX-16")
def test_health_learns_something_for_real_and_leaves_nothing_behind(serving: Serving) -> None:
    admin = serving.client(role="admin")
    health = admin.ok("GET", "/api/memory/health")
    assert health["working"] is True
    assert health["latencyMs"] > 0
    assert "error" not in health
    assert serving.memory().count(everyone=True) == 0
    assert serving.memory().users() == []


@pytest.mark.feature("API-04")
def test_providers_say_whether_there_is_a_key_and_never_which(serving_alone: Serving) -> None:
    serving = serving_alone
    keys = "openai=sk-very-secret"
    serving.tenants.use(serving.tenants.settings.__class__(api_keys=keys, schedule="off"))
    answer = serving.client(role="admin").get("/api/memory/embedding-providers")
    found = {one["provider"]: one for one in answer.json()["providers"]}
    assert (found["openai"]["hasKey"], found["gemini"]["hasKey"]) == (True, False)
    assert {"id": "openai/text-embedding-3-small", "name": "text-embedding-3-small"} in found["openai"]["models"]
    assert "very-secret" not in answer.text


# --- settings -------------------------------------------------------------------------------------------------------

DEFAULTS = {
    "enabled": False,
    "maxTokens": 2000,
    "retentionDays": 30,
    "strategy": "hybrid",
    "skillsEnabled": False,
    "embeddingSource": "auto",
    "embeddingProviderModel": None,
    "transformersEnabled": False,
    "staticEnabled": False,
    "rerankEnabled": False,
    "rerankProviderModel": None,
    "vectorStore": "auto",
}
OTHERS = {
    "enabled": True,
    "maxTokens": 0,
    "retentionDays": 365,
    "strategy": "recent",
    "skillsEnabled": True,
    "embeddingSource": "remote",
    "embeddingProviderModel": "openai/text-embedding-3-small",
    "transformersEnabled": True,
    "staticEnabled": True,
    "rerankEnabled": True,
    "rerankProviderModel": "cohere/rerank-v3",
    "vectorStore": "qdrant",
}


@pytest.mark.feature("API-05")
@pytest.mark.feature("CF-01")
def test_settings_are_as_that_system_has_them_until_somebody_sets_them(serving: Serving) -> None:
    admin, other = serving.client(role="admin"), serving.client("other", role="admin")
    assert admin.ok("GET", "/api/settings/memory") == DEFAULTS
    assert admin.ok("PUT", "/api/settings/memory", json=OTHERS) == OTHERS
    assert admin.ok("GET", "/omniroute/api/settings/memory") == OTHERS
    assert other.ok("GET", "/api/settings/memory") == DEFAULTS
    back = admin.ok("PUT", "/api/settings/memory", json={"strategy": "hybrid", "rerankProviderModel": None})
    assert back == {**OTHERS, "strategy": "hybrid", "rerankProviderModel": None}


@pytest.mark.feature("API-05", "CF-01")
@pytest.mark.parametrize(
    "said, shown",
    [
        (
            """memoryRetentionDays = 90
            memoryStrategy = "recent"
            memoryVectorStore = "sqlite-vec"
            memoryMaxTokens = 500
            memoryRerankEnabled = true
            memoryRerankModel = "cohere/rerank-v3.5" """,
            {
                "retentionDays": 90,
                "strategy": "recent",
                "vectorStore": "sqlite-vec",
                "maxTokens": 500,
                "rerankEnabled": True,
                "rerankProviderModel": "cohere/rerank-v3.5",
            },
        ),
        ("retention_days = 'memory=5000, turn=7'", {"retentionDays": 365}),
        ("retention_days = 'turn=7'\nrerank = 'onnx'\nvector_store = 'auto'", {}),
        ("memoryEnabled = false", {}),
    ],
)
def test_the_settings_file_says_what_nobody_has_set(
    serving_alone: Serving, tmp_path: Path, said: str, shown: dict[str, Any]
) -> None:
    admin, file = serving_alone.client(role="admin"), tmp_path / "config.toml"
    file.write_text(said, encoding="utf-8")
    serving_alone.tenants.use(config.load({"schedule": "off"}, {}, file=file))
    assert admin.ok("GET", "/api/settings/memory") == DEFAULTS | shown
    changed = admin.ok("PUT", "/api/settings/memory", json={"retentionDays": 7, "strategy": "semantic"})
    assert changed == DEFAULTS | shown | {"retentionDays": 7, "strategy": "semantic"}


@pytest.mark.feature("API-05", "LC-06")
def test_a_file_that_keeps_memories_longer_is_heeded_in_previews(serving_alone: Serving, tmp_path: Path) -> None:
    admin, file = serving_alone.client(role="admin"), tmp_path / "config.toml"
    file.write_text('memoryRetentionDays = 90\nmemoryStrategy = "recent"\n', encoding="utf-8")
    serving_alone.tenants.use(config.load({"schedule": "off"}, {}, file=file))
    note(admin, "a", "Tea in the morning")

    def previewed() -> tuple[str, list[str]]:
        answer = admin.ok("POST", "/api/memory/retrieve-preview", json={"query": "tea"})
        return answer["resolution"]["strategyUsed"], [one["content"] for one in answer["memories"]]

    serving_alone.clock.forward(days=60)
    assert previewed() == ("exact", ["Tea in the morning"])
    serving_alone.clock.forward(days=31)
    assert previewed() == ("exact", [])


@pytest.mark.feature("CF-01")
def test_a_setting_holds_at_once_for_what_reads_it(serving: Serving) -> None:
    admin = serving.client(role="admin")
    note(admin, "a", "Tea in the morning")
    note(admin, "b", "Nothing of the kind")
    admin.ok("PUT", "/api/settings/memory", json={"strategy": "recent", "maxTokens": 5, "enabled": False})
    answer = admin.ok("POST", "/api/memory/retrieve-preview", json={"query": "tea"})
    assert (answer["resolution"]["strategyUsed"], answer["budgetMaxTokens"]) == ("exact", 5)
    settings = serving.tenants.engine(serving.tenant()).settings
    assert (settings.gateway_inject, settings.gateway_extract, settings.gateway_tokens_max) == ("off", "off", 5)
    admin.ok("PUT", "/api/settings/memory", json={"enabled": True})
    assert serving.tenants.engine(serving.tenant()).settings.gateway_inject == "on"
    assert admin.ok("GET", "/v1/settings")["problem"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"unknown": 1},
        {"maxTokens": 16001},
        {"maxTokens": -1},
        {"retentionDays": 0},
        {"retentionDays": 366},
        {"strategy": "best"},
        {"enabled": None},
        {"vectorStore": "faiss"},
    ],
)
def test_settings_out_of_range_change_nothing(serving: Serving, body: dict[str, Any]) -> None:
    admin = serving.client(role="admin")
    assert admin.put("/api/settings/memory", json={**body, "skillsEnabled": True}).status_code == 400
    assert admin.ok("GET", "/api/settings/memory") == DEFAULTS


@pytest.mark.feature("API-05")
@pytest.mark.feature("SE-07")
def test_the_key_of_qdrant_is_kept_never_shown_and_removed_by_an_empty_one(serving: Serving) -> None:
    admin = serving.client(role="admin")
    usual = admin.ok("GET", "/api/settings/qdrant")
    assert usual == {
        "enabled": False,
        "host": None,
        "port": 6333,
        "apiKey": None,
        "collection": "omniroute_memory",
        "embeddingModel": "openai/text-embedding-3-small",
        "quantization": "none",
        "hasApiKey": False,
        "active": None,
    }
    given = {"enabled": True, "host": "qdrant.local", "port": 6334, "quantization": "int8", "apiKey": "top-secret"}
    answer = admin.put("/api/settings/qdrant", json=given)
    assert "top-secret" not in answer.text
    shown = answer.json()
    assert (shown["hasApiKey"], shown["host"], shown["port"], shown["quantization"]) == (
        True,
        "qdrant.local",
        6334,
        "int8",
    )
    for path in ("/api/settings/qdrant", "/v1/settings", "/api/memory/engine-status"):
        assert "top-secret" not in admin.get(path).text
    assert admin.ok("PUT", "/api/settings/qdrant", json=shown) == shown, "as it was answered"
    assert serving.tenants.own(serving.tenant())["omniroute.qdrantApiKey"] == "top-secret"
    assert admin.ok("PUT", "/api/settings/qdrant", json={"apiKey": ""})["hasApiKey"] is False
    assert "omniroute.qdrantApiKey" not in serving.tenants.own(serving.tenant())
    assert serving.client("other", role="admin").ok("GET", "/api/settings/qdrant") == usual


@pytest.mark.parametrize("body", [{"port": 0}, {"quantization": "int4"}, {"hasKey": True}, {"collection": ""}])
def test_settings_of_qdrant_out_of_range_are_refused(serving: Serving, body: dict[str, Any]) -> None:
    assert serving.client(role="admin").put("/api/settings/qdrant", json=body).status_code == 400


@pytest.mark.feature("API-05")
def test_what_needs_qdrant_says_that_there_is_none(serving: Serving) -> None:
    admin = serving.client(role="admin")
    health = admin.ok("GET", "/api/settings/qdrant/health")
    assert health["ok"] is False
    assert "not configured" in health["error"]
    for path, body in (("search", {"query": "x", "topK": 3}), ("cleanup", None)):
        refused = admin.post(f"/api/settings/qdrant/{path}", json=body)
        assert refused.status_code == 501
        assert "not configured" in refused.json()["error"]
    models = admin.ok("GET", "/api/settings/qdrant/embedding-models")["models"]
    assert "openai/text-embedding-3-small" in [model["id"] for model in models]


# --- the tools ------------------------------------------------------------------------------------------------------


def use_tool(client: Client, tool: str, **arguments: Any) -> Any:
    """What one of its MCP tools answers, over HTTP."""
    called = {"name": f"omniroute_memory_{tool}", "arguments": arguments}
    answer = client.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called},
        headers={"Accept": "application/json, text/event-stream"},
    )
    assert answer.status_code == 200, answer.text
    result = answer.json()["result"]
    assert not result.get("isError"), result
    return result["structuredContent"]["data"]


@pytest.mark.feature("MCP-01")
def test_the_tools_search_as_the_preview_does_and_tell_times_as_it(serving: Serving) -> None:
    admin, client = serving.client(role="admin"), serving.client()
    ids = [note(client, f"k{number}", f"Tea number {number}, {'green ' * (3 - number)}") for number in range(3)]
    serving.memory().override("Serve tea hot", user=f"key:{client.key.id}")

    def found(**given: Any) -> list[str]:
        asked = {"apiKeyId": client.key.id, "query": "tea", **given}
        return [one["id"] for one in use_tool(client, "search", **asked)["memories"]]

    def previewed() -> list[str]:
        shown = client.ok("POST", "/api/memory/retrieve-preview", json={"query": "tea"})
        return [one["id"] for one in shown["memories"]]

    for strategy in ("hybrid", "recent", "semantic"):
        admin.ok("PUT", "/api/settings/memory", json={"strategy": strategy})
        assert found() == previewed()
        assert len(found()) == 4, "what the user set is a memory too"
    shown = {one["id"]: one for one in use_tool(client, "search", apiKeyId=client.key.id)["memories"]}
    assert shown[ids[0]]["createdAt"] == client.ok("GET", f"/api/memory/{ids[0]}")["memory"]["createdAt"]
    assert found(maxTokens=1) == previewed()[:1]
    assert [id for id in found(query=None) if id in ids] == ids[::-1], "the newest first"
    admin.ok("PUT", "/api/settings/memory", json={"maxTokens": 0})
    assert found() == found(query=None) == []
    admin.ok("PUT", "/api/settings/memory", json={"maxTokens": 2000})
    serving.clock.forward(days=31)
    assert found() == previewed()
    assert not set(ids) & set(found()), "older than retentionDays"


@pytest.mark.feature("MCP-01")
def test_a_tool_given_the_key_of_a_user_means_that_users_memory(serving: Serving) -> None:
    admin, bound = serving.client(role="admin"), serving.client(user="ana")
    id = note(bound, "tea", "Prefers green tea")
    for client in (admin, bound):
        assert [one["id"] for one in use_tool(client, "search", apiKeyId=bound.key.id)["memories"]] == [id]


@pytest.mark.feature("RT-07")
def test_reranking_is_applied_where_it_is_wanted_and_there_is_a_reranker(tmp_path: Path) -> None:
    model = cross_encoder(tmp_path / "tiny")
    settings = {"rerank": "onnx", "rerank_onnx_model": str(model), "rerank_timeout_ms": 60_000}
    with Running(tmp_path, **settings) as running, Serving(running) as serving:
        admin = serving.client(role="admin")
        note(admin, "a", "A poor report on tea gardens")
        note(admin, "b", "An excellent report on tea gardens")
        asked = {"query": "report tea gardens"}
        plain = admin.ok("POST", "/api/memory/retrieve-preview", json=asked)
        assert plain["resolution"]["rerankApplied"] is False
        admin.ok("PUT", "/api/settings/memory", json={"rerankEnabled": True})
        found = admin.ok("POST", "/api/memory/retrieve-preview", json=asked)
        assert (found["resolution"]["rerankApplied"], found["resolution"]["fallbackReason"]) == (True, None)
        assert found["memories"][0]["key"] == "b"
        status = admin.ok("GET", "/api/memory/engine-status")["rerank"]
        assert status == {"enabled": True, "available": True, "model": None, "reason": None}
        admin.ok("PUT", "/api/settings/memory", json={"rerankProviderModel": "cohere/rerank-v3"})
        other = admin.ok("POST", "/api/memory/retrieve-preview", json=asked)
        assert "this server reranks with onnx" in other["resolution"]["fallbackReason"]


@pytest.mark.feature("RT-07")
def test_reranking_that_is_wanted_without_a_reranker_is_named(serving: Serving) -> None:
    admin = serving.client(role="admin")
    note(admin, "a", "A report on tea gardens")
    admin.ok("PUT", "/api/settings/memory", json={"rerankEnabled": True})
    found = admin.ok("POST", "/api/memory/retrieve-preview", json={"query": "report tea"})["resolution"]
    assert found["rerankApplied"] is False
    assert "no reranker is configured" in found["fallbackReason"]

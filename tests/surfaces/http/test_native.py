"""The native interface: every resource, over a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from recollect.model.batch import Batch
from recollect.model.job import Job
from recollect.model.scope import Scope
from recollect.surfaces.http.native import moving
from tests.serving import Served, problem, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("native") / "memory.db") as running:
        yield running


@pytest.fixture
def client(served: Served, request: pytest.FixtureRequest) -> Iterator[httpx2.Client]:
    """An admin of a tenant that this test has for itself."""
    with served.client(request.node.name) as made:
        yield made


def add(client: httpx2.Client, content: str, **fields: Any) -> str:
    answer = client.post("/v1/memories", json={"content": content, **fields})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["ids"][0])


def ok(answer: httpx2.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_memory_is_added_found_changed_and_deleted(client: httpx2.Client) -> None:
    id = add(client, "Ana moved to Lisbon in May", user="ana", tags=["home"], metadata={"n": 1})
    asked = {"query": "where does Ana live?", "user": "ana", "explain": True}
    found = ok(client.post("/v1/search", json={**asked, "dry_run": True}))  # a recall makes it stronger a second later
    assert found["hits"][0]["id"] == id
    assert 0 < found["hits"][0]["score"] <= 1
    assert found["trace"]["preset"] == "recollect"
    changed = ok(client.patch(f"/v1/memories/{id}", json={"content": "Ana moved to Porto in June"}))
    assert changed["version"] == 2
    history = ok(client.get(f"/v1/memories/{id}/history"))["records"]
    assert [one["content"] for one in history] == ["Ana moved to Lisbon in May", "Ana moved to Porto in June"]
    assert ok(client.post(f"/v1/memories/{id}/revert", json={"version": 1}))["content"].endswith("Lisbon in May")
    assert ok(client.post(f"/v1/memories/{id}/archive"))["status"] == "archived"
    assert ok(client.get("/v1/memories", params={"user": "ana"}))["total"] == 0
    assert ok(client.post(f"/v1/memories/{id}/unarchive"))["status"] == "active"
    stronger = ok(client.post(f"/v1/memories/{id}/reinforce", json={"boost": 0.2}))
    assert stronger["strength"] == pytest.approx(0.7, abs=0.01)
    assert ok(client.get(f"/v1/memories/{id}/decisions"))["decisions"][0]["action"] == "added"
    assert client.delete(f"/v1/memories/{id}").status_code == 204
    assert problem(client.get(f"/v1/memories/{id}"))["code"] == "not_found"
    assert problem(client.delete(f"/v1/memories/{id}"))["code"] == "not_found"


def test_of_two_who_change_the_same_version_the_second_is_told(client: httpx2.Client) -> None:
    id = add(client, "Ana moved to Lisbon in May", user="ana")
    read = client.get(f"/v1/memories/{id}").headers["etag"]
    assert read == '"1"'
    first = client.patch(f"/v1/memories/{id}", json={"content": "Ana moved to Porto"}, headers={"If-Match": read})
    assert (ok(first)["version"], first.headers["etag"]) == (2, '"2"')
    late = client.patch(f"/v1/memories/{id}", json={"content": "Ana moved to Faro"}, headers={"If-Match": read})
    told = problem(late)
    assert (late.status_code, told["code"]) == (412, "conflict")
    assert "read it again" in told["detail"]
    again = {"content": "Ana moved to Faro"}
    assert ok(client.patch(f"/v1/memories/{id}", json=again, headers={"If-Match": 'W/"2"'}))["version"] == 3
    assert ok(client.patch(f"/v1/memories/{id}", json={"tags": ["home"]}, headers={"If-Match": "*"}))["version"] == 4
    unchanged = client.patch(f"/v1/memories/{id}", json={}, headers={"If-Match": '"3"'})
    assert (unchanged.status_code, problem(unchanged)["code"]) == (412, "conflict")
    assert ok(client.patch(f"/v1/memories/{id}", json={}, headers={"If-Match": '"4"'}))["version"] == 4
    unread = client.patch(f"/v1/memories/{id}", json=again, headers={"If-Match": "four"})
    assert (unread.status_code, problem(unread)["code"]) == (412, "conflict")
    assert client.post(f"/v1/memories/{id}/archive").status_code == 200
    hidden = client.patch(f"/v1/memories/{id}", json=again, headers={"If-Match": '"4"'})
    assert (hidden.status_code, problem(hidden)["code"]) == (409, "invalid_state")


def test_many_are_added_in_one_go_and_listed_in_pages(client: httpx2.Client) -> None:
    items = [{"content": f"note {number}", "kind": "fact", "key": f"k{number}"} for number in range(25)]
    assert len(ok(client.post("/v1/memories/batch", json={"items": items, "user": "ana"}), 201)["ids"]) == 25
    page = ok(client.get("/v1/memories", params={"user": "ana", "limit": 10, "offset": 20, "kind": "fact"}))
    assert (len(page["records"]), page["total"]) == (5, 25)
    by_filter = ok(client.post("/v1/memories/list", json={"user": "ana", "key": "k7"}))
    assert [one["content"] for one in by_filter["records"]] == ["note 7"]
    assert ok(client.post("/v1/memories/clear", json={"user": "ana", "dry_run": True}))["matching"] == 25
    assert ok(client.post("/v1/memories/clear", json={"user": "ana", "key": "k7"}))["removed"] == 1


@pytest.mark.feature("IG-07")
def test_a_conversation_is_kept_at_once_and_learned_by_a_job(client: httpx2.Client) -> None:
    messages = [
        {"role": "user", "content": "I work at Acme as a baker and we decided to open a second shop in Porto on 3 May"},
        {"role": "assistant", "content": "Nice! What is left to do?"},
        {"role": "user", "content": "I have to find a landlord and hire two people before April"},
    ]
    told = ok(client.post("/v1/turns", json={"messages": messages, "user": "ana", "session": "s1"}), 201)
    assert (told["session"], len(told["records"])) == ("s1", 3)
    turns = ok(client.get("/v1/turns", params={"user": "ana", "session": "s1"}))
    assert turns["total"] == 3
    assert [(turn["position"], turn["tokens"]) for turn in turns["records"]] == [(3, 15), (2, 7), (1, 20)]
    assert ok(client.post("/v1/sync", json={"user": "ana"}, params={"timeout_s": 30}))["left"] == 0
    job = ok(client.get(f"/v1/jobs/{told['job_id']}"))
    assert (job["state"], job["status"], job["job_id"]) == ("done", "completed", told["job_id"])
    learned = ok(client.get("/v1/memories", params={"user": "ana", "layer": "memory"}))["records"]
    assert any("Acme" in one["content"] for one in learned)
    brief = [{**messages[0], "expires_at": "2090-01-01T00:00:00Z"}]
    waited = ok(client.post("/v1/turns", json={"messages": brief, "user": "bob", "wait": True}), 201)
    assert {one["expires_at"][:4] for one in waited["memories"]} == {"2090"}
    assert {one["kind"] for one in ok(client.get("/v1/jobs"))["jobs"]} >= {"extract"}
    unlearned = ok(client.post("/v1/turns", json={"messages": messages, "user": "eve", "learn": False}), 201)
    assert (len(unlearned["ids"]), unlearned["job_ids"]) == (3, [])
    more = [{"role": "user", "content": f"We also talked about shop number {number} in Faro"} for number in range(6)]
    ok(client.post("/v1/turns", json={"messages": more, "user": "ana", "session": "s1"}), 201)
    assert ok(client.post("/v1/sync", json={"user": "ana"}, params={"timeout_s": 30}))["left"] == 0
    assert ok(client.get("/v1/summaries", params={"user": "ana"}))["total"] == 1


@pytest.mark.parametrize("query", ["", " \n", None])
def test_a_context_without_a_question_tells_what_always_holds(client: httpx2.Client, query: str | None) -> None:
    ok(client.post("/v1/overrides", json={"content": "Always answer in Portuguese", "user": "ana"}), 201)
    context = ok(client.post("/v1/context", json={"query": query, "user": "ana"}))
    assert "Always answer in Portuguese" in context["text"]
    told = ok(client.get("/openapi.json"))["components"]["schemas"]["ContextAsked"]["properties"]["query"]
    assert "minLength" not in json.dumps(told), "the document says so too"


def test_context_profile_overrides_and_timeline(client: httpx2.Client) -> None:
    add(client, "Ana is a baker", user="ana", kind="fact")
    add(client, "Ana prefers short answers", user="ana", kind="preference")
    ok(client.post("/v1/overrides", json={"content": "Always answer in Portuguese", "user": "ana"}), 201)
    context = ok(client.post("/v1/context", json={"query": "what is her work?", "user": "ana", "tokens_max": 300}))
    assert "Always answer in Portuguese" in context["text"]
    assert 0 < context["tokens"] <= 300
    assert context["ids"]
    assert ok(client.get("/v1/overrides", params={"user": "ana"}))["records"][0]["layer"] == "override"
    profile = ok(client.post("/v1/profile/rebuild", json={"user": "ana"}))
    assert profile["version"] == 1
    assert "baker" in ok(client.get("/v1/profile", params={"user": "ana"}))["text"]
    assert len(ok(client.get("/v1/timeline", params={"user": "ana"}))["records"]) >= 2


def test_the_graph_is_walked(client: httpx2.Client) -> None:
    add(client, "Ana works at Acme", user="ana")
    add(client, "Acme is in Lisbon", user="ana")
    names = {one["name"] for one in ok(client.get("/v1/entities", params={"user": "ana"}))["entities"]}
    assert {"Ana", "Acme"} <= names
    assert ok(client.get("/v1/entities/acme", params={"user": "ana"}))["name"] == "Acme"
    assert ok(client.get("/v1/relations", params={"user": "ana", "entity": "Ana"}))["relations"]
    walk = ok(client.get("/v1/graph/Ana", params={"user": "ana", "depth": 2}))
    assert walk["start"]["name"] == "Ana"
    assert problem(client.get("/v1/graph/Nobody", params={"user": "ana"}))["code"] == "not_found"
    merged = ok(client.post("/v1/entities/merge", json={"user": "ana", "keep": "Acme", "other": "Lisbon"}))
    assert "lisbon" in merged["aliases"]


def test_a_conflict_is_listed_and_settled(client: httpx2.Client) -> None:
    add(client, "Ana's birthday is on 3 May", user="ana", kind="fact")
    add(client, "Ana's birthday is on 4 May", user="ana", kind="fact")
    decisions = ok(client.get("/v1/decisions", params={"user": "ana"}))["decisions"]
    assert len(decisions) == 2
    for conflict in ok(client.get("/v1/conflicts", params={"user": "ana"}))["conflicts"]:
        settled = ok(client.post(f"/v1/conflicts/{conflict['id']}/resolve", json={"choice": "new"}))
        assert settled["memory_id"]
    assert ok(client.get("/v1/conflicts", params={"user": "ana"}))["conflicts"] == []
    assert problem(client.post("/v1/conflicts/none/resolve", json={"choice": "new"}))["code"] == "not_found"


@pytest.mark.parametrize("path", ["flush", "sync", "sweep", "profile/rebuild", "memories/{id}/reinforce"])
def test_what_needs_nothing_said_needs_no_body(client: httpx2.Client, path: str) -> None:
    id = add(client, "Ana lives in Lisbon")
    bare, empty = (ok(client.post(f"/v1/{path.format(id=id)}", **body)) for body in ({}, {"json": {}}))
    assert bare.keys() == empty.keys()


@pytest.mark.parametrize("path", ["flush", "sync"])
def test_how_long_to_wait_may_be_said_in_the_body(client: httpx2.Client, path: str) -> None:
    assert ok(client.post(f"/v1/{path}", json={"timeout_s": 10, "user": "ana"}))["left"] == 0
    assert problem(client.post(f"/v1/{path}", json={"timeout_s": 1e9}))["code"] == "invalid_input"


def test_ageing_and_erasing(client: httpx2.Client) -> None:
    kept = add(client, "Bob stays", user="bob")
    for text, end in (
        ("Ana sold her car", "2020-01-01T00:00:00Z"),
        ("Ana plays chess", None),
        ("Ana grows roses", None),
    ):
        add(client, text, user="ana", expires_at=end)
    swept = ok(client.post("/v1/sweep", json={"user": "ana"}))
    gone = {"user": "ana", "status": ["archived"], "include_expired": True}
    archived = ok(client.post("/v1/memories/list", json=gone))["total"]
    assert (swept["archived"], archived) in ((1, 1), (0, 1)), "by this sweep, or by the server's own before it"
    compacted = ok(client.post("/v1/compact", json={"user": "ana", "older_than_days": 0, "dry_run": True}))
    assert compacted["candidates"] >= 0
    receipt = ok(client.post("/v1/erase", json={"user": "ana"}))
    assert (receipt["user"], receipt["counts"]["records"]) == ("ana", 3)
    assert ok(client.get("/v1/memories", params={"user": "ana"}))["total"] == 0
    assert ok(client.get(f"/v1/memories/{kept}"))["content"] == "Bob stays"
    assert ok(client.get("/v1/users"))["users"] == ["bob"]


def test_what_was_exported_can_be_imported_by_another_tenant(served: Served, client: httpx2.Client) -> None:
    add(client, "Ana likes tea", user="ana")
    add(client, "The office is blue")
    exported = client.get("/v1/export")
    assert exported.headers["content-type"].startswith("application/x-ndjson")
    assert sum('"content"' in line for line in exported.text.splitlines()) == 2
    with served.client("another") as other:
        counts = ok(other.post("/v1/import", content=exported.content))["counts"]
        assert counts["added"] == 2
        assert ok(other.get("/v1/memories", params={"user": "ana"}))["total"] == 2
        assert problem(other.post("/v1/import", content=b"not json\n"))["code"] == "invalid_input"
        assert problem(other.post("/v1/import", content=b"\xff\xfe\n"))["code"] == "invalid_input"
        for format in ("auto", "messages"):
            refused = problem(other.post("/v1/import", params={"format": format}, content=b'"a"\n"b"\n'))
            assert (refused["code"], "upload" in refused["detail"]) == ("invalid_input", True)
            assert "/" not in refused["detail"], "nor where it lay on the server"


def test_whoever_may_read_a_user_exports_that_user_and_nobody_else(served: Served, client: httpx2.Client) -> None:
    tenant = "test_whoever_may_read_a_user_exports_that_user_and_nobody_else"
    for user in ("ana", "bob", None):
        add(client, f"{user} has a boat", **({"user": user} if user else {}))

    def exported(asking: httpx2.Client, **params: Any) -> list[str]:
        answer = asking.get("/v1/export", params=params)
        assert answer.status_code == 200, answer.text
        lines = [json.loads(line) for line in answer.text.splitlines()]
        return sorted(line["content"] for line in lines if "content" in line)

    ana, all_of_them = ["ana has a boat"], ["None has a boat", "ana has a boat", "bob has a boat"]
    assert (exported(client), exported(client, user="ana")) == (all_of_them, ana)
    assert exported(client, everyone=False) == ["None has a boat"]
    with served.client(tenant, role="read") as reader, served.client(tenant, role="read", user="ana") as own:
        assert exported(reader, user="ana") == exported(own) == exported(own, user="ana") == ana
        assert problem(reader.get("/v1/export"))["code"] == "forbidden"
        assert problem(own.get("/v1/export", params={"everyone": True}))["code"] == "forbidden"
        assert problem(own.get("/v1/export", params={"user": "bob"}))["code"] == "forbidden"


def test_changes_are_told_as_events(client: httpx2.Client) -> None:
    with client.stream("GET", "/v1/events", params={"user": "ana", "once": True}) as first:
        start = events(first)[0]["id"]
    id = add(client, "Ana likes tea", user="ana")
    client.delete(f"/v1/memories/{id}")
    with client.stream("GET", "/v1/events", params={"user": "ana", "once": True, "since": start}) as later:
        assert later.headers["content-type"].startswith("text/event-stream")
        told = events(later)
    assert [one["event"] for one in told] == ["ready", "deleted"], "what was added and deleted meanwhile is gone"
    assert json.loads(told[1]["data"])["id"] == id


@pytest.mark.feature("SC-12")
def test_who_follows_is_told_that_somebody_was_erased(served: Served, client: httpx2.Client) -> None:
    tenant = "test_who_follows_is_told_that_somebody_was_erased"
    for user in ("zed", "bob"):
        add(client, f"{user} likes kiwi", user=user)
    asked: dict[str, dict[str, Any]] = {"zed": {"user": "zed"}, "bob": {"user": "bob"}, "all": {"everyone": True}}
    marks = {who: ok(client.get("/v1/changes", params=params))["next"] for who, params in asked.items()}
    ok(client.post("/v1/erase", json={"user": "zed"}))

    def told(who: str, by: httpx2.Client = client) -> list[tuple[str, str, str | None]]:
        found = ok(by.get("/v1/changes", params={**asked[who], "since": marks[who]}))
        assert ok(by.get("/v1/changes", params={**asked[who], "since": found["next"]}))["changes"] == []
        return [(one["kind"], one["id"], one["user"]) for one in found["changes"]]

    assert told("zed") == [("erased", "", "zed")]
    assert told("all") == [("erased", "", None)]
    with served.client(tenant, user="bob", role="read") as bob:
        assert told("bob", bob) == []
    with client.stream("GET", "/v1/events", params={**asked["zed"], "once": True, "since": marks["zed"]}) as feed:
        ready, erased = events(feed)
    assert (ready["event"], erased["event"], json.loads(erased["data"])["user"]) == ("ready", "erased", "zed")
    id = add(client, "zed is back", user="zed")
    assert told("zed") == [("erased", "", "zed"), ("added", id, "zed")], "before what came after"


@pytest.mark.parametrize("path", ["/v1/events?once=true", "/v1/changes"])
@pytest.mark.parametrize(
    "since",
    ["nonsense", "00", "1", "1.", "1.2-", "1.2.3", "1.-2", "-1.2", "1.1e9", f"1.{10**18}", "1.2\n", "٣.٣", "1.2" * 9],
)
def test_what_is_no_mark_is_refused_and_says_what_to_do(client: httpx2.Client, path: str, since: str) -> None:
    add(client, "Ana likes tea", user="ana")
    refused = problem(client.get(httpx2.URL(path).copy_merge_params({"everyone": True, "since": since})))
    assert (refused["status"], refused["code"]) == (422, "invalid_input")
    assert "leave it out" in refused["detail"]


def test_who_is_cut_off_before_the_first_change_misses_none(client: httpx2.Client) -> None:
    with client.stream("GET", "/v1/events", params={"user": "ana", "once": True}) as first:
        mark = events(first)[0]["id"]
    id = add(client, "Ana likes tea", user="ana")
    for _ in range(3):  # each time only `ready` came
        back = {"Last-Event-ID": mark}
        with client.stream("GET", "/v1/events", params={"user": "ana", "once": True}, headers=back) as on:
            ready, *told = events(on)
        assert [json.loads(one["data"])["id"] for one in told] == [id]
        mark = ready["id"]
    with client.stream("GET", "/v1/events", params={"user": "ana", "once": True, "since": told[-1]["id"]}) as last:
        assert [one["event"] for one in events(last)] == ["ready"]


def test_an_id_that_no_request_could_carry_back_is_not_told(
    client: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with tens of thousands of users: each event would bring a place in the memory of every one of them."""
    monkeypatch.setattr(moving, "MARKS_CHARS_MAX", 16)
    for name in ("ana", "ben", "chloe", "dana", "emeka"):
        add(client, f"{name} likes tea", user=name)
    with client.stream("GET", "/v1/events", params={"everyone": True, "once": True}) as crowd:
        assert events(crowd) == [{"event": "ready", "data": '{"resumable": false}'}]
    with client.stream("GET", "/v1/events", params={"user": "ana", "once": True}) as alone:
        (ready,) = events(alone)
    assert (set(ready), ready["data"]) == ({"event", "data", "id"}, '{"resumable": true}')
    refused = problem(client.get("/v1/changes", params={"everyone": True}))
    assert refused["status"] == 422
    assert "too many users" in refused["detail"]
    assert "ask for each `user`" in refused["detail"]
    following = ok(client.get("/v1/changes", params={"user": "ana"}))["next"]
    assert ok(client.get("/v1/changes", params={"user": "ana", "since": following}))["changes"] == []


def events(answer: httpx2.Response) -> list[dict[str, str]]:
    blocks = answer.read().decode().replace("\r\n", "\n").strip().split("\n\n")
    return [dict(line.split(": ", 1) for line in block.splitlines() if ": " in line) for block in blocks]


def test_the_audit_log_says_who_did_what_and_not_what_was_said(served: Served, client: httpx2.Client) -> None:
    id = add(client, "Ana's secret place", user="ana")
    client.delete(f"/v1/memories/{id}")
    entries = ok(client.get("/v1/audit"))["entries"]
    assert [(one["verb"], one["user"], one["ids"]) for one in entries] == [
        ("delete", "ana", [id]),
        ("add", "ana", [id]),
    ]
    assert {one["key_id"] for one in entries} == {ok(client.get("/v1/keys"))["keys"][0]["id"]}
    assert "secret place" not in json.dumps(entries)
    with served.client("test_the_audit_log_says_who_did_what_and_not_what_was_said", role="write") as writer:
        assert problem(writer.get("/v1/audit"))["code"] == "forbidden"


@pytest.mark.feature("SE-01")
def test_the_audit_log_tells_of_keys_and_settings_by_name_alone(client: httpx2.Client) -> None:
    key = ok(client.post("/v1/keys", json={"name": "app", "user": "ana", "role": "write"}), 201)["id"]
    ok(client.post(f"/v1/keys/{key}/rotate"))
    ok(client.delete(f"/v1/keys/{key}"))
    ok(client.patch("/v1/settings", json={"gateway_tokens_max": 731}))
    ok(client.put("/api/settings/qdrant", json={"apiKey": "hush-hush"}))
    assert client.patch("/v1/settings", json={"gateway_tokens_max": -1}).status_code == 422
    entries = ok(client.get("/v1/audit"))["entries"]
    assert [(one["verb"], one["user"], one["ids"]) for one in reversed(entries)] == [
        ("create_key", "ana", [key]),
        ("rotate_key", "ana", [key]),
        ("revoke_key", "ana", [key]),
        ("set_settings", None, ["gateway_tokens_max"]),
        ("set_settings", None, ["omniroute.qdrantApiKey"]),
    ]
    assert all(one.keys() == {"id", "at", "key_id", "user", "verb", "ids", "count"} for one in entries)
    assert {one["count"] for one in entries} == {1}
    assert "hush-hush" not in json.dumps(entries)


@pytest.mark.feature("CF-01")
def test_a_tenant_sets_its_own_settings(served: Served, client: httpx2.Client) -> None:
    def own(name: str) -> Any:
        return next(one for one in ok(client.get("/v1/settings"))["settings"] if one["name"] == name)

    assert own("gateway_tokens_max") == {**own("gateway_tokens_max"), "value": 2000, "own": False}
    ok(client.patch("/v1/settings", json={"gateway_tokens_max": 300}))
    assert own("gateway_tokens_max")["value"] == 300
    assert served.tenants.engine("test_a_tenant_sets_its_own_settings").settings.gateway_tokens_max == 300
    assert problem(client.patch("/v1/settings", json={"gateway_tokens_max": -1}))["code"] == "invalid_input"
    assert problem(client.patch("/v1/settings", json={"store": "/tmp/x"}))["code"] == "unknown_name"
    for no_number in (True, "300"):
        assert problem(client.patch("/v1/settings", json={"gateway_tokens_max": no_number}))["code"] == "invalid_input"
    ok(client.patch("/v1/settings", json={"gateway_tokens_max": None}))
    assert own("gateway_tokens_max")["own"] is False


@pytest.mark.feature("CF-01")
@pytest.mark.parametrize(
    "name, given",
    [
        ("recall_options", {"k": 3}),
        ("recall_options", {"rrf_k": 30, "mmr_lambda": 0.7, "rerank": False, "strategy": "semantic"}),
        ("recall_options", "rrf_k=30, rerank=true, strategy=exact"),
        ("recall_options", '{"rrf_k": "30"}'),
        ("retention_days", {"memory": 30, "turn": 7.5}),
        ("retention_days", "memory=30"),
    ],
)
def test_settings_are_taken_as_they_are_shown(client: httpx2.Client, name: str, given: Any) -> None:
    def value(answer: httpx2.Response) -> Any:
        return next(one["value"] for one in ok(answer)["settings"] if one["name"] == name)

    shown = value(client.patch("/v1/settings", json={name: given}))
    assert shown
    assert value(client.patch("/v1/settings", json={name: shown})) == shown


@pytest.mark.feature("CF-01")
def test_every_setting_of_a_tenant_takes_what_is_shown_and_the_names_it_offers(client: httpx2.Client) -> None:
    found = ok(client.get("/v1/settings"))["settings"]
    for one in found:
        ok(client.patch("/v1/settings", json={one["name"]: one["value"]}))
    for one in found:
        if one["kind"] == "pairs":
            for part in one["choices"]:
                refused = client.patch("/v1/settings", json={one["name"]: {part: {}}}).json()
                assert f"{one['name']}.{part}" in json.dumps(refused), "it is known, and refused for its value alone"
                assert "no such" not in refused["detail"]


@pytest.mark.parametrize("given", ["rrf_k", "{rrf_k", "[1]", "nothing=1", "rrf_k=fast", {"k": 0}, 5])
def test_pairs_that_say_nothing_are_refused(client: httpx2.Client, given: Any) -> None:
    assert client.patch("/v1/settings", json={"recall_options": given}).status_code == 422


def test_a_number_out_of_range_is_told_back(client: httpx2.Client) -> None:
    body = problem(client.post("/v1/search", json={"query": "tea", "k": 0}))
    assert (body["code"], body["detail"][:8], body["detail"][-7:]) == ("invalid_input", "body.k: ", ", not 0")
    assert problem(client.get("/v1/memories", params={"limit": -3}))["detail"].endswith(", not -3")
    far = problem(client.post("/v1/search", json={"query": "tea", "k": 10**50}))["detail"]
    assert ", not" not in far, "what is very long is not told back"


@pytest.mark.parametrize("most", [0, 60])
def test_a_key_without_a_limit_is_made_where_the_server_has_none(tmp_path: Path, most: int) -> None:
    with serving(tmp_path / "memory.db", requests_per_minute=most) as limited, limited.client("acme") as admin:
        for given, made in ((0, most == 0), (60, True), (61, most == 0), (None, True)):
            answer = admin.post("/v1/keys", json={"requests_per_minute": given})
            assert answer.status_code == (201 if made else 403), given
            assert not made or answer.json()["requests_per_minute"] == given
        assert admin.post("/v1/keys", json={"requests_per_minute": -1}).status_code == 422


def test_keys_are_made_listed_rotated_and_never_shown_again(served: Served, client: httpx2.Client) -> None:
    made = ok(client.post("/v1/keys", json={"name": "app", "role": "read", "user": "ana"}), 201)
    listed = ok(client.get("/v1/keys"))["keys"]
    assert made["key"] not in json.dumps(listed)
    with served.with_key(made["key"]) as reader:
        assert reader.get("/v1/memories").status_code == 200
        assert reader.post("/v1/memories", json={"content": "x"}).status_code == 403
        assert reader.get("/v1/keys").status_code == 403
        rotated = ok(client.post(f"/v1/keys/{made['id']}/rotate"))
        assert reader.get("/v1/memories").status_code == 401
    with served.with_key(rotated["key"]) as reader:
        assert reader.get("/v1/memories").status_code == 200


def test_the_key_of_an_erased_user_stops_working_at_once(served: Served, client: httpx2.Client) -> None:
    made = ok(client.post("/v1/keys", json={"role": "read", "user": "ana"}), 201)
    with served.with_key(made["key"]) as reader:
        assert reader.get("/v1/memories").status_code == 200
        assert ok(client.post("/v1/erase", json={"user": "ana", "keys": False}))["keys_left"] == 1
        assert reader.get("/v1/memories").status_code == 200
        assert ok(client.post("/v1/erase", json={"user": "ana"}))["counts"]["keys"] == 1
        assert reader.get("/v1/memories").status_code == 401


def test_a_write_that_is_sent_twice_is_done_once(served: Served, client: httpx2.Client) -> None:
    once = {"Idempotency-Key": "abc"}
    body = {"content": "said once", "user": "ana", "kind": "note"}
    first = client.post("/v1/memories", json=body, headers=once)
    again = client.post("/v1/memories", json=body, headers=once)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["idempotent-replayed"] == "true"
    other = client.post("/v1/memories", json={**body, "content": "another"}, headers=once)
    assert problem(other)["code"] == "conflict"
    assert ok(client.get("/v1/memories", params={"user": "ana"}))["total"] == 1
    with served.client("test_a_write_that_is_sent_twice_is_done_once") as neighbour:
        apart = neighbour.post("/v1/memories", json={**body, "content": "his own"}, headers=once)
        assert apart.status_code == 201, "another key of the same tenant has names of its own"
    client.delete(f"/v1/memories/{first.json()['ids'][0]}")
    gone = client.post("/v1/memories", json=body, headers=once)
    assert (gone.status_code, gone.headers["idempotent-replayed"]) == (409, "true"), (
        "it was done, and is not done again"
    )
    assert "said once" not in gone.text
    assert [one["content"] for one in ok(client.get("/v1/memories", params={"user": "ana"}))["records"]] == ["his own"]
    failed = client.post("/v1/memories", json={"content": ""}, headers={"Idempotency-Key": "bad"})
    assert failed.status_code == 422


def test_a_change_that_came_too_late_may_be_tried_again_under_its_key(client: httpx2.Client) -> None:
    id = ok(client.post("/v1/memories", json={"content": "Ana lives in Lisbon", "user": "ana"}), 201)["ids"][0]
    place, body = f"/v1/memories/{id}", {"content": "Ana lives in Porto"}
    late = client.patch(place, json=body, headers={"Idempotency-Key": "tag", "If-Match": '"2"'})
    assert late.status_code == 412
    ok(client.patch(place, json={"tags": ["home"]}))
    done = client.patch(place, json=body, headers={"Idempotency-Key": "tag", "If-Match": '"2"'})
    assert (done.status_code, done.headers["etag"]) == (200, '"3"')
    again = client.patch(place, json=body, headers={"Idempotency-Key": "tag", "If-Match": '"2"'})
    assert again.headers["idempotent-replayed"] == "true"
    assert (again.json(), again.headers["etag"]) == (done.json(), '"3"')
    other = client.patch(place, json=body, headers={"Idempotency-Key": "tag", "If-Match": '"3"'})
    assert (other.status_code, "another request" in problem(other)["detail"]) == (409, True)


@pytest.mark.parametrize(
    "path, body",
    [
        ("/v1/memories", {"content": "x", "colour": "red"}),
        ("/v1/memories", {"content": ""}),
        ("/v1/memories", {"content": 7}),
        ("/v1/memories", {"content": "x", "kind": "opinion"}),
        ("/v1/memories", {"content": "x", "confidence": 2}),
        ("/v1/memories", {"content": "x", "user": ""}),
        ("/v1/memories", {"content": "a\x00b"}),
        ("/v1/memories", []),
        ("/v1/search", {"query": "x", "k": 0}),
        ("/v1/search", {"query": "x", "layers": ["nowhere"]}),
        ("/v1/search", {"query": "x", "options": {"nonsense": 1}}),
        ("/v1/search", {"query": "x", "preset": "nonsense"}),
        ("/v1/context", {"query": "x", "format": "pdf"}),
        ("/v1/turns", {"messages": []}),
        ("/v1/turns", {"messages": [{"role": "user"}]}),
    ],
)
def test_what_is_wrong_with_a_request_is_said_and_nothing_is_stored(
    client: httpx2.Client, path: str, body: Any
) -> None:
    told = problem(client.post(path, json=body))
    assert told["status"] in (400, 422)
    assert told["detail"]
    assert ok(client.get("/v1/memories", params={"everyone": True}))["total"] == 0


@pytest.mark.parametrize(
    "method, path, unknown",
    [
        ("GET", "/v1/memories?user=ana&kinds=fact", "kinds"),
        ("GET", "/v1/export?usr=ana", "usr"),
        ("POST", "/v1/search?user=ana", "user"),
        ("DELETE", "/v1/memories/x?tenant=beta", "tenant"),
    ],
)
def test_what_an_address_does_not_know_is_refused(client: httpx2.Client, method: str, path: str, unknown: str) -> None:
    told = problem(client.request(method, path, json={"query": "tea"} if method == "POST" else None))
    assert (told["status"], told["code"]) == (422, "unknown_name")
    assert [one["field"] for one in told["errors"]] == [f"query.{unknown}"]


def test_a_body_that_is_not_read_says_why(client: httpx2.Client) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    told = problem(client.post("/v1/memories", content=b'{"content": "x"}', headers=form))
    assert (told["status"], "Content-Type: application/json" in told["detail"]) == (422, True)
    told = problem(client.post("/v1/memories", content=b'{"content": ', headers={"Content-Type": "application/json"}))
    assert (told["status"], told["errors"][0]["field"]) == (400, "body")


def test_whole_numbers_stay_as_they_are_however_long(client: httpx2.Client) -> None:
    long = {"a": 2**64, "b": -(2**63) - 1, "c": 10**40, "d": [1.5, "98765432109876543210"]}
    id = add(client, "Ana counts", user="ana", metadata=long)
    assert ok(client.get(f"/v1/memories/{id}"))["metadata"] == long
    deep = b'{"content": "x", "metadata": {"a": ' + b"[" * 1000 + b"9" * 20 + b"]" * 1000 + b"}}"
    told = problem(client.post("/v1/memories", content=deep, headers={"Content-Type": "application/json"}))
    assert told["code"] == "invalid_input"


def test_only_the_version_that_was_read_is_deleted_or_hidden(client: httpx2.Client) -> None:
    id = add(client, "Ana moved to Lisbon in May", user="ana")
    ok(client.patch(f"/v1/memories/{id}", json={"content": "Ana moved to Porto in May"}))
    for late in (
        client.delete(f"/v1/memories/{id}", headers={"If-Match": '"1"'}),
        client.post(f"/v1/memories/{id}/archive", headers={"If-Match": '"1"'}),
    ):
        assert (late.status_code, late.json()["code"]) == (412, "conflict")
    assert ok(client.get(f"/v1/memories/{id}"))["status"] == "active"
    hidden = client.post(f"/v1/memories/{id}/archive", headers={"If-Match": '"2"'})
    assert ok(hidden)["status"] == "archived"
    back = client.post(f"/v1/memories/{id}/unarchive")
    assert back.headers["ETag"] == f'"{ok(back)["version"]}"'
    gone = client.delete(f"/v1/memories/{id}", headers={"If-Match": back.headers["ETag"]})
    assert gone.status_code == 204


@pytest.mark.feature("OB-01")
def test_watchers_may_ask_for_the_status_alone(served: Served) -> None:
    with served.with_key(None) as watcher:
        for path in ("/health", "/ready"):
            answer = watcher.head(path)
            assert (answer.status_code, answer.content) == (200, b"")


def test_stats_count_what_one_may_see(client: httpx2.Client) -> None:
    add(client, "Ana likes tea", user="ana", kind="preference")
    add(client, "Bob likes tea", user="bob", kind="preference")
    found = ok(client.get("/v1/stats", params={"user": "ana"}))
    assert (found["records"], found["by_kind"]) == (1, {"preference": 1})
    assert ok(client.post("/v1/doctor"))["problems"] == []


@pytest.mark.parametrize("role", ["read", "write", "admin"])
def test_a_key_of_one_user_sees_no_jobs_of_others(
    served: Served, client: httpx2.Client, request: pytest.FixtureRequest, role: str
) -> None:
    tenant, now = request.node.name, datetime.now(UTC)
    for user in ("ana", "bob", None):
        scope = Scope(tenant=tenant, user=user)
        job = Job(id=f"of-{user}", kind="extract", scope=scope, run_at=now + timedelta(days=1), created_at=now)
        served.tenants.store.write(scope, Batch(jobs=(job,)))
    assert {one["user"] for one in ok(client.get("/v1/jobs"))["jobs"]} == {"ana", "bob", None}
    with served.client(tenant, user="ana", role=role) as ana:
        assert [(one["id"], one["user"]) for one in ok(ana.get("/v1/jobs"))["jobs"]] == [("of-ana", "ana")]
        assert ok(ana.get("/v1/jobs", params={"state": "dead"}))["jobs"] == []
        for other in ("of-bob", "of-None"):
            assert ana.get(f"/v1/jobs/{other}").status_code == 404


def test_stats_count_every_job_of_whom_one_asks_about(served: Served, client: httpx2.Client) -> None:
    tenant, now = "test_stats_count_every_job_of_whom_one_asks_about", datetime.now(UTC)
    for user, count in (("ana", 2), ("bob", 1001)):
        scope = Scope(tenant=tenant, user=user)
        late = now + timedelta(days=1)
        jobs = [Job(id=f"{user}{n}", kind="extract", scope=scope, run_at=late, created_at=now) for n in range(count)]
        served.tenants.store.write(scope, Batch(jobs=tuple(jobs)))
    counted = {who: ok(client.get("/v1/stats", params={"user": who}))["jobs"] for who in ("ana", "bob", "carl")}
    assert counted == {"ana": {"queued": 2}, "bob": {"queued": 1001}, "carl": {}}
    assert ok(client.get("/v1/stats", params={"everyone": True}))["jobs"] == {"queued": 1003}

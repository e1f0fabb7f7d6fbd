"""Random probes over every route of every surface: nobody sees or changes what belongs to another."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from recollect.memory import Memory
from tests.loopback import Loopback
from tests.serving import Served, serving

MARKER = "zanzibar"
"""In everything that is the victim's, and in nothing else."""
PROBES = 1000
SLOW = ("/v1/events",)
NEW_ROUTES = (
    "/v1/documents", "/v1/documents/upload", "/v1/documents/{id}", "/v1/documents/{id}/passages", "/v1/files",
    "/v1/files/search", "/v1/files/text", "/v1/files/sync", "/v1/memories/{id}/neighbours", "/v1/waypoints",
    "/v1/stats", "/v1/parts", "/v1/export",
)  # fmt: skip
"""Looked at one by one too: of a thousand random probes few meet one route."""
PROBES_A_ROUTE = 12
TOLD_AS_500 = ("ingest_fail", "url_fail")
"""A refusal that OpenMemory's clients know with this status."""

Route = tuple[str, str, dict[str, Any], dict[str, Any]]
"""Method, path, what the surface says of it, and the surface's description."""


class Victim:
    """A tenant with one of everything, all of it Ana's."""

    def __init__(self, served: Served, workspace: Path) -> None:
        self.memory = Memory.over(served.tenants.engine("victim"))
        users = ("ana", "default")
        self.ids: list[str] = []
        self.jobs: list[str] = []
        self.documents: list[str] = []
        self.passages: list[str] = []
        for user in users:
            for number in range(3):
                text = f"Ana's {MARKER} plan number {number} is secret"
                added = self.memory.add(text, user=user, key=f"k{number}", tags=[MARKER], metadata={"m": MARKER})
                self.ids += added.ids
            turns = [{"role": "user", "content": f"I moved to {MARKER} and work at {MARKER} Ltd"}]
            told = self.memory.add(turns, user=user, session="s1", agent="a1", project="p1")
            self.ids += told.ids
            self.jobs += told.job_ids
            self.memory.override(f"Always mention {MARKER}", user=user)
            text = f"# {MARKER}\n\nThe {MARKER} boiler stands in the hall.".encode()
            made = self.memory.ingest(text, user=user, name=f"{MARKER}.md", metadata={"m": MARKER})
            self.documents.append(made.id)
            self.passages += [record.id for record in self.memory.passages(made.id)]
        for employer, confidence in (("Acme", 1.0), (MARKER.title(), 0.5)):  # unsure: Ana is to be asked
            judged = self.memory.add(f"Ana works at {employer} in {MARKER}", user="ana", confidence=confidence).ids
        self.ids.append(self.memory.update(self.ids[0], content=f"Ana's {MARKER} plan is more secret").id)
        self.memory.sync(timeout_s=60)
        self.conflicts = [one.id for one in self.memory.conflicts(user="ana")]
        self.memory.rebuild_profile(user="ana")
        key, self.key = served.tenants.keys.create("victim", name=f"{MARKER} key", role="admin")
        self.words: dict[str, list[str]] = {
            "id": [*self.ids, *self.jobs, *self.documents, *self.passages, *self.conflicts, key.id],
            "path": ["MEMORY.md", "memory/plan.md", "../memory.db", str(workspace / "MEMORY.md")],
            "ids": [*self.ids, *self.passages],
            "url": ["http://127.0.0.1:1/plan", "http://[::1]/", "http://169.254.169.254/latest"],
            "user": ["ana", "default", f"key:{key.id}"],
            "key": [key.id, "k0"],
            "session": ["s1"],
            "agent": ["a1"],
            "project": ["p1"],
            "tenant": ["victim"],
            "name": ["Ana", "ana", "s1", "k1"],
            "text": ["what is planned?", "Ana plan", "secret"],
        }
        several = (judged, self.ids, self.jobs, self.documents, self.passages, self.conflicts, [key.id])
        self.one_of_each = [ids[0] for ids in several if ids]

    def state(self) -> str:
        """Everything it has, except how often it was recalled."""
        exported = [self.memory.export(user=user) for user in ("ana", "default")]
        lines = [json.loads(line) for part in (*exported, self.memory.export(everyone=False)) for line in part]
        for line in lines:
            for moving in ("strength", "strength_at", "access_count", "last_accessed_at"):
                line.pop(moving, None)
        keys = [(key.id, key.role, key.revoked_at) for key in self.keys()]
        return json.dumps([lines, keys, self.settings()], default=str, sort_keys=True)

    def keys(self) -> list[Any]:
        return self.memory._running.store.api_keys(self.memory._scope())

    def settings(self) -> dict[str, object]:
        return self.memory._running.store.tenant_settings(self.memory._scope())


class Probing:
    """Makes requests that name the victim wherever a name can be put."""

    def __init__(self, served: Served, victim: Victim, seed: int) -> None:
        self.random = random.Random(seed)
        self.victim = victim
        self.routes = list(routes(served))

    def word(self, field: str) -> str:
        """Something of the victim's for a field of that name."""
        name = field.lower()
        for part, kind in (
            ("path", "path"), ("ids", "ids"), ("url", "url"),
            ("session", "session"), ("conversation", "session"), ("graph", "session"), ("run", "session"),
            ("agent", "agent"), ("project", "project"), ("namespace", "project"), ("app", "project"),
            ("apikey", "key"), ("tenant", "tenant"), ("user", "user"), ("owner", "user"),
            ("query", "text"), ("content", "text"), ("text", "text"), ("contains", "text"), ("q", "text"),
            ("name", "name"), ("entity", "name"), ("key", "key"), ("id", "id"),
        ):  # fmt: skip
            if part in name:
                return self.random.choice(self.victim.words[kind])
        return self.random.choice(self.random.choice(list(self.victim.words.values())))

    def value(self, name: str, schema: dict[str, Any], document: dict[str, Any], depth: int = 0) -> Any:
        """A value that the schema allows, as far as it matters, naming the victim where it can."""
        if "$ref" in schema:
            schema = self.resolved(schema, document)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in schema:
                return self.value(name, self.random.choice(schema[several]), document, depth)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        kind = schema.get("type", "string")
        kind = self.random.choice(kind) if isinstance(kind, list) else kind
        if kind == "object" or "properties" in schema:
            if depth > 3:
                return {}
            fields, needed = schema.get("properties", {}), schema.get("required", ())
            return {
                field: self.value(field, inner, document, depth + 1)
                for field, inner in fields.items()
                if field in needed or self.random.random() < 0.4
            }
        if kind == "array":
            return [self.value(name, schema.get("items", {}), document, depth + 1) for _ in range(2)]
        if kind == "boolean":
            return self.random.random() < 0.5
        if kind in ("integer", "number"):
            return schema.get("minimum", 1) if self.random.random() < 0.5 else 1
        if kind == "null":
            return None
        return "2026-01-01T00:00:00Z" if schema.get("format") == "date-time" else self.word(name)

    def resolved(self, schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
        found = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def request(self, route: Route | None = None) -> tuple[str, str, dict[str, Any]]:
        """Method, path and the rest of one probe, of any route unless told."""
        method, path, operation, document = route or self.random.choice(self.routes)
        query: dict[str, Any] = {}
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", str(self.word(parameter["name"])))
            elif parameter["in"] == "query" and self.random.random() < 0.6:
                query[parameter["name"]] = self.value(parameter["name"], parameter["schema"], document)
        headers = {}
        for header in ("x-recollect-user", "x-recollect-agent", "x-recollect-session", "x-recollect-tenant"):
            if self.random.random() < 0.3:
                headers[header] = self.word(header)
        more: dict[str, Any] = {"params": {name: one for name, one in query.items() if one is not None}}
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            more["json"] = self.value("body", content["application/json"]["schema"], document)
        elif method != "GET":
            more["json"] = {name: self.word(name) for name in ("user_id", "id", "query", "content", "node", "apiKeyId")}
        return method, path, {**more, "headers": headers}

    def naming(self, route: Route, id: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """A probe for each place of a route that takes an id, with this one there and no more than is needed else."""
        method, path, operation, document = route
        parameters = operation.get("parameters", ())
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        body = self.needed(content.get("schema", {}), document)
        fields = [field for field in body if takes_id(field)]
        filled, query = path, {}
        for parameter in parameters:
            if parameter["in"] == "path":
                filled = filled.replace("{" + parameter["name"] + "}", id)
            elif parameter["in"] == "query" and parameter.get("required"):
                query[parameter["name"]] = self.value(parameter["name"], parameter["schema"], document)
        needed = {field: one["value"] for field, one in body.items() if one["needed"]}
        sent: dict[str, Any] = {"json": needed} if content else {}
        if filled != path:
            yield method.upper(), filled, {"params": query, **sent}
        for parameter in parameters:
            if parameter["in"] == "query" and takes_id(parameter["name"]):
                yield method.upper(), filled, {"params": {**query, parameter["name"]: id}, **sent}
        for field in fields:
            named = [id] if isinstance(body[field]["value"], list) else id
            yield method.upper(), filled, {"params": query, "json": {**needed, field: named}}

    def needed(self, schema: dict[str, Any], document: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Each field of a body, with a value and whether it must be there."""
        for several in ("anyOf", "oneOf", "allOf"):
            for inner in schema.get(several, ()):
                if found := self.needed(inner, document):
                    return found
        while "$ref" in schema:
            schema = self.resolved(schema, document)
        return {
            field: {"value": self.value(field, inner, document), "needed": field in schema.get("required", ())}
            for field, inner in schema.get("properties", {}).items()
        }


def takes_id(name: str) -> bool:
    return name.lower() in ("id", "ids") or name.endswith(("_id", "_ids", "Id", "Ids"))


def routes(served: Served) -> Iterator[Route]:
    """Every operation of every surface that describes itself, under its prefix and at the root."""
    for surface in served.surfaces:
        app = surface.app
        while not isinstance(app, FastAPI) and hasattr(app, "_app"):
            app = app._app
        if not isinstance(app, FastAPI):
            continue
        document = app.openapi()
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if path in SLOW:
                    continue
                yield method.upper(), f"{surface.prefix or ''}{path}", operation, document
                if surface.prefix and surface.owns(method.upper(), path):
                    yield method.upper(), path, operation, document


@contextmanager
def attacked(folder: Path) -> Iterator[tuple[Served, Victim]]:
    """A server whose own tenant, the victim, has a workspace of Ana's."""
    workspace = folder / "workspace"
    (workspace / "memory").mkdir(parents=True)
    for name in ("MEMORY.md", "memory/plan.md"):
        (workspace / name).write_text(f"# Plan\n\nThe {MARKER} of Ana is secret.\n", encoding="utf-8")
    files = {"workspace": str(workspace), "workspace_user": "ana", "workspace_watch": "off", "tenant": "victim"}
    with serving(folder / "memory.db", worker="off", recall_policy='{"default": "allow"}', **files) as served:
        victim = Victim(served, workspace)
        victim.memory.sync_files()
        assert victim.memory.search_files(f"the {MARKER} of Ana", min_score=0.0).hits, "there is something to find"
        yield served, victim


@pytest.mark.slow
@pytest.mark.feature("SC-06", "SC-12")
def test_a_thousand_random_probes_find_and_change_nothing(tmp_path: Path) -> None:
    with attacked(tmp_path) as (served, victim):
        probing = Probing(served, victim, seed=7)
        assert len(probing.routes) > 50
        attackers = [
            served.client("attacker", role="admin"),
            served.client("victim", role="write", user="bob"),
            served.client("victim", role="read", user="bob"),
        ]
        before = victim.state()
        answered: dict[int, int] = {}
        for number in range(PROBES):
            status = probed(attackers[number % len(attackers)], *probing.request())
            answered[status // 100] = answered.get(status // 100, 0) + 1
        assert victim.state() == before
        assert answered.get(2, 0) > PROBES / 10, answered
        for attacker in attackers:
            attacker.close()


@pytest.mark.slow
@pytest.mark.feature("SC-06", "SC-12")
def test_documents_files_and_links_of_others_are_found_by_nobody(tmp_path: Path) -> None:
    with attacked(tmp_path) as (served, victim):
        probing = Probing(served, victim, seed=9)
        wanted = [route for route in probing.routes if route[1] in NEW_ROUTES]
        assert {route[1] for route in wanted} == set(NEW_ROUTES), "every one of them is there"
        attackers = [
            served.client("attacker", role="admin"),
            served.client("victim", role="write", user="bob"),
            served.client("victim", role="read", user="bob"),
        ]
        before = victim.state()
        for route in wanted:
            for number in range(PROBES_A_ROUTE):
                probed(attackers[number % len(attackers)], *probing.request(route))
        assert victim.state() == before
        for attacker in attackers:
            for id in victim.documents:
                assert attacker.get(f"/v1/documents/{id}").status_code == 404
                assert attacker.get(f"/v1/documents/{id}/passages").status_code == 404
                assert attacker.delete(f"/v1/documents/{id}").status_code in (403, 404)
            assert attacker.get("/v1/files/text", params={"path": "MEMORY.md"}).status_code in (403, 404)
            attacker.close()
        assert victim.state() == before


@pytest.mark.slow
@pytest.mark.feature("SC-06", "SC-12")
def test_no_id_of_another_opens_anything_wherever_a_route_takes_one(tmp_path: Path) -> None:
    """Every place of every route, in paths, queries and bodies, with each kind of thing that has an id."""
    with attacked(tmp_path) as (served, victim):
        probing = Probing(served, victim, seed=10)
        attacker, before = served.client("victim", role="write", user="bob"), victim.state()
        assert len(victim.one_of_each) == 7, "one of every kind"
        places = set()
        for route in probing.routes:
            for id in victim.one_of_each:
                for method, path, more in probing.naming(route, id):
                    places.add((method, route[1], *sorted(more["params"]), *sorted(more.get("json") or ())))
                    probed(attacker, method, path, more)
        assert {("GET", "/v1/decisions", "memory_id"), ("GET", "/v1/memories/{id}/recalls")} <= places
        assert len(places) > 60, places
        assert victim.state() == before
        attacker.close()


def probed(attacker: httpx2.Client, method: str, path: str, more: dict[str, Any]) -> int:
    """Send one probe; nothing of the victim's may come back but what was sent. Returns the status."""
    answer = attacker.request(method, path, **more)
    said = (method, path, json.dumps(more, ensure_ascii=False), answer.text[:2000])
    told = answer.text
    for sent in strings(more) | {path}:
        told = told.replace(json.dumps(sent, ensure_ascii=False)[1:-1], "").replace(sent, "")
    assert MARKER not in told, said
    if answer.status_code >= 500 and answer.status_code != 501:
        assert answer.json().get("err") in TOLD_AS_500, said
    return answer.status_code


def strings(value: Any) -> set[str]:
    """Every text inside: what an attacker sent himself may come back to him."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {one for item in value.values() for one in strings(item)}
    if isinstance(value, list | tuple):
        return {one for item in value for one in strings(item)}
    return set()


@pytest.mark.slow
@pytest.mark.feature("SC-06", "MCP-01")
def test_no_tool_of_mcp_reaches_another_tenant_or_user(tmp_path: Path) -> None:
    with attacked(tmp_path) as (served, victim):
        attackers = [served.client("attacker"), served.client("victim", role="write", user="bob")]
        probing, before = Probing(served, victim, seed=8), victim.state()
        tools = rpc(attackers[0], "tools/list", {})["tools"]
        assert len(tools) > 5
        for number in range(150):
            tool = probing.random.choice(tools)
            arguments = probing.value(tool["name"], tool["inputSchema"], tool["inputSchema"])
            told = json.dumps(rpc(attackers[number % 2], "tools/call", {"name": tool["name"], "arguments": arguments}))
            for sent in strings(arguments):
                told = told.replace(json.dumps(sent)[1:-1], "")
            assert MARKER not in told, (tool["name"], arguments, told)
        assert victim.state() == before
        for attacker in attackers:
            attacker.close()


def rpc(client: httpx2.Client, method: str, params: dict[str, Any]) -> Any:
    headers = {"accept": "application/json, text/event-stream"}
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, headers=headers)
    found = answer.json()
    return found.get("result", found)


@pytest.mark.slow
@pytest.mark.feature("SC-06", "IN-01")
def test_the_gateway_puts_nobody_elses_memory_into_a_chat(tmp_path: Path) -> None:
    with Loopback() as upstream, serving(
        tmp_path / "memory.db", worker="off", gateway_upstream=f"{upstream.url}/v1"
    ) as served:  # fmt: skip
        victim = Victim(served, tmp_path)
        body = {"model": "m", "messages": [{"role": "user", "content": "What is planned?"}], "user": "ana"}
        headers = {"x-recollect-user": "ana", "x-recollect-session": "s1", "x-recollect-tenant": "victim"}
        with served.with_key(victim.key) as own:
            own.post("/v1/chat/completions", json=body, headers=headers)
        assert MARKER in json.dumps(upstream.requests[-1].body), "its own key does get it"
        for attacker in (served.client("attacker"), served.client("victim", role="write", user="bob")):
            count = len(upstream.requests)
            attacker.post("/v1/chat/completions", json=body, headers=headers)
            assert MARKER not in json.dumps([request.body for request in upstream.requests[count:]])
            attacker.close()

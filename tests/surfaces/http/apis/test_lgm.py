"""OpenMemory's LangGraph mode: nodes store into their sectors, by namespace and graph."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.server import RunningServer

NODES = {
    "observe": "episodic",
    "plan": "semantic",
    "reflect": "reflective",
    "act": "procedural",
    "emotion": "emotional",
}


@pytest.fixture(params=["", "/openmemory"], ids=["root", "prefix"])
def client(request: pytest.FixtureRequest, server: RunningServer) -> httpx2.Client:
    return server.client(prefix=request.param)


def post(client: httpx2.Client, name: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/lgm/{name}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.feature("LG-01", "LG-03", "LG-02")
def test_the_configuration_is_told(client: httpx2.Client) -> None:
    assert client.get("/lgm/config").json() == {
        "mode": "standard",
        "namespace_default": "default",
        "max_context": 50,
        "reflective": True,
        "node_sector_map": NODES,
    }


@pytest.mark.feature("LG-02", "LG-03", "SC-08")
@pytest.mark.parametrize("node, sector", [*NODES.items(), ("somewhere", "semantic"), ("Observe", "episodic")])
def test_a_node_stores_into_its_sector_and_is_reflected_on(client: httpx2.Client, node: str, sector: str) -> None:
    text = "The user opened the pricing page twice"
    made = post(
        client, "store", node=node, content=text, tags=["t"], metadata={"x": 1}, namespace="shop", graph_id="g1"
    )
    stored, name = made["memory"], node.lower()
    assert (stored["node"], stored["primary_sector"], stored["sectors"]) == (name, sector, [sector])
    assert (stored["namespace"], stored["graph_id"], stored["chunks"]) == ("shop", "g1", 1)
    assert stored["tags"] == ["t", f"lgm:node:{name}", "lgm:namespace:shop", "lgm:graph:g1"]
    assert stored["metadata"]["x"] == 1
    assert stored["metadata"]["lgm"]["node"] == name
    shown = client.get(f"/memory/{stored['id']}").json()
    assert (shown["content"], shown["salience"]) == (text, pytest.approx(0.4, abs=1e-3))
    if node == "reflect":
        assert made["reflection"] is None
        return
    reflection = made["reflection"]
    assert reflection.keys() == stored.keys()
    assert (reflection["node"], reflection["primary_sector"]) == ("reflect", "reflective")
    assert {"lgm:auto:reflection", f"lgm:source:{stored['id']}"} <= set(reflection["tags"])
    assert text in client.get(f"/memory/{reflection['id']}").json()["content"]


@pytest.mark.feature("LG-01")
@pytest.mark.parametrize("setting, asked, reflected", [("on", False, False), ("off", None, False), ("off", True, True)])
def test_reflections_are_made_where_they_are_wanted(
    server: RunningServer, setting: str, asked: bool | None, reflected: bool
) -> None:
    server.tenants.set(server.tenant(), {"lg_reflective": setting})
    made = post(server.client(), "store", node="act", content="Sent the offer by mail", reflective=asked)
    assert (made["reflection"] is not None) is reflected


def test_a_reflection_is_no_line_of_the_profile(client: httpx2.Client, server: RunningServer) -> None:
    post(client, "store", node="observe", content="I prefer green tea to coffee", user_id="ana")
    post(client, "reflection", content="I prefer to think twice before I act", user_id="ana")
    memory = server.memory()
    assert [one.kind for one in memory.list(user="ana", sector="reflective")] == ["reflection", "reflection"]
    memory.rebuild_profile(user="ana")
    sections = {one.name: one for one in memory.context(user="ana").sections}
    profile = "\n".join(line.text for line in sections["profile"].lines)
    assert profile.count("green tea") == 1
    assert "Reflection" not in profile
    assert "think twice" not in profile


def test_storing_the_same_again_is_the_same_memory(client: httpx2.Client) -> None:
    first, again = (post(client, "store", node="plan", content="Ship the release on Friday") for _ in range(2))
    assert again["memory"]["id"] == first["memory"]["id"]
    assert again["reflection"]["id"] == first["reflection"]["id"]
    other = post(client, "store", node="plan", content="Ship the release on Friday", namespace="other")
    assert other["memory"]["id"] != first["memory"]["id"]
    assert post(client, "retrieve", node="plan")["count"] == 1


@pytest.mark.feature("SC-08", "LG-02")
def test_a_node_gets_what_its_namespace_and_graph_remember(client: httpx2.Client) -> None:
    def store(content: str, **where: str) -> str:
        made = post(client, "store", node="plan", content=content, reflective=False, **where)
        return str(made["memory"]["id"])

    one = store("Call the supplier about steel", namespace="a", graph_id="g1")
    two = store("Book a hall for the fair", namespace="a", graph_id="g2")
    store("Hire two more drivers", namespace="b", graph_id="g1")
    store("Clean the workshop on Monday")

    def found(**asked: Any) -> list[str]:
        return [item["id"] for item in post(client, "retrieve", node="plan", **asked)["items"]]

    assert found(namespace="a") == [two, one]
    assert found(namespace="a", graph_id="g1") == [one]
    assert found(namespace="a", limit=1) == [two]
    assert found(namespace="nowhere") == []
    assert found(namespace="a", query="who delivers steel?")[0] == one
    assert len(found()) == 1
    assert post(client, "retrieve", node="observe", namespace="a")["items"] == []


@pytest.mark.feature("LG-02")
def test_what_a_node_gets_has_every_field(client: httpx2.Client) -> None:
    post(client, "store", node="observe", content="The price of steel went up", metadata={"x": 1}, reflective=False)
    plain = post(client, "retrieve", node="observe")
    assert {name: plain[name] for name in ("node", "sector", "namespace", "graph_id", "query", "count")} == {
        "node": "observe", "sector": "episodic", "namespace": "default", "graph_id": None, "query": None, "count": 1,
    }  # fmt: skip
    wanted = {
        "id", "node", "content", "primary_sector", "sectors", "tags", "created_at", "updated_at", "last_seen_at",
        "salience", "decay_lambda", "version",
    }  # fmt: skip
    assert wanted <= plain["items"][0].keys()
    assert not {"metadata", "score", "path"} & plain["items"][0].keys()
    asked = post(client, "retrieve", node="observe", query="price of steel", include_metadata=True)
    item = asked["items"][0]
    assert wanted | {"metadata", "score", "path"} <= item.keys()
    assert (item["metadata"]["x"], item["path"]) == (1, [item["id"]])
    assert 0 < item["score"] <= 1


@pytest.mark.feature("LG-02", "LG-01")
def test_the_context_of_a_graph_comes_by_node_and_by_sector(client: httpx2.Client, server: RunningServer) -> None:
    for node in NODES:
        for number in range(4):
            text = f"Step {number} of {node}: " + "more words " * 20
            post(client, "store", node=node, content=text, graph_id="g1", reflective=False)
    made = post(client, "context", graph_id="g1", limit=10)
    assert (made["namespace"], made["graph_id"], made["limit"]) == ("default", "g1", 10)
    assert [(one["node"], one["sector"], len(one["items"])) for one in made["nodes"]] == [
        (node, sector, 2) for node, sector in NODES.items()
    ]
    for node, sector in NODES.items():
        assert [item["node"] for item in made[sector]] == [node] * 4
    lines = made["summary"].split("\n")
    assert len(lines) == 10
    assert lines[0].startswith("- [observe] Step 3 of observe: more words")
    assert all(len(line) <= len("- [emotion] ") + 160 for line in lines)
    server.tenants.set(server.tenant(), {"lg_max_context": 3})
    server.clock.forward(seconds=5)
    assert post(client, "context", graph_id="g1", limit=100)["limit"] == 3, "the setting is the most there is"
    empty_body = server.client(prefix="/openmemory").post("/lgm/context")
    assert empty_body.status_code == 200
    assert {sector: len(empty_body.json()[sector]) for sector in NODES.values()} == dict.fromkeys(NODES.values(), 3)


@pytest.mark.feature("LG-02")
def test_a_reflection_can_be_written_or_made_of_what_is_there(client: httpx2.Client) -> None:
    post(client, "store", node="act", content="Sent the offer to the client", reflective=False)
    made = post(client, "reflection", content="Offers should go out earlier", context_ids=["m1", "m2"])
    memory = made["memory"]
    assert made["reflection"] is None
    assert (memory["node"], memory["primary_sector"]) == ("reflect", "reflective")
    assert {"lgm:manual:reflection", "lgm:context:m1", "lgm:context:m2", "lgm:node:reflect"} <= set(memory["tags"])
    of_itself = post(client, "reflection")["memory"]
    assert "- [act] Sent the offer to the client" in client.get(f"/memory/{of_itself['id']}").json()["content"]


def test_a_node_may_give_as_many_tags_as_any_client(client: httpx2.Client) -> None:
    tags = [f"tag-{number}" for number in range(64)]
    said = {"node": "plan", "content": "Ship on Friday", "graph_id": "g", "tags": tags, "reflective": True}
    answer = client.post("/lgm/store", json=said)
    assert answer.status_code == 200, answer.text
    assert set(answer.json()["memory"]["tags"]) > set(tags)
    reflected = client.post("/lgm/reflection", json={**said, "context_ids": [f"m{number}" for number in range(50)]})
    assert reflected.status_code == 200, reflected.text
    assert client.post("/lgm/store", json={**said, "tags": [*tags, "more"]}).status_code == 400


def test_an_empty_namespace_or_graph_is_one_left_out(client: httpx2.Client) -> None:
    said = {"node": "plan", "content": "Ship on Friday", "namespace": "", "graph_id": "", "user_id": ""}
    answer = client.post("/lgm/store", json=said)
    assert answer.status_code == 200, answer.text
    stored = answer.json()["memory"]
    assert (stored["namespace"], stored["graph_id"]) == ("default", None)


@pytest.mark.parametrize(
    "name, body",
    [
        ("store", {}),
        ("store", {"node": "plan"}),
        ("store", {"node": "", "content": "a b"}),
        ("store", {"node": "plan", "content": "  "}),
        ("retrieve", {"query": "x"}),
        ("retrieve", {"node": "plan", "limit": 0}),
        ("context", {"limit": -1}),
        ("reflection", {"namespace": "empty"}),
        ("reflection", {"content": "a", "context_ids": "m1"}),
    ],
)
def test_what_makes_no_sense_is_refused_in_its_words(client: httpx2.Client, name: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/lgm/{name}", json=body)
    assert answer.status_code == 400
    assert answer.json()["err"] == f"lgm_{name}_failed"
    assert answer.json()["message"]


@pytest.mark.feature("SC-06", "SC-08")
def test_graphs_of_users_and_tenants_are_apart(client: httpx2.Client, server: RunningServer) -> None:
    post(client, "store", node="plan", content="Buy the competitor", user_id="ana")
    for other, user in ((client, None), (client, "bob"), (server.client("umbrella"), "ana")):
        assert post(other, "retrieve", node="plan", user_id=user)["items"] == []
        assert post(other, "retrieve", node="plan", query="competitor", user_id=user)["items"] == []
        assert post(other, "context", user_id=user)["semantic"] == []
        assert other.post("/lgm/reflection", json={"user_id": user}).status_code == 400
    assert post(client, "retrieve", node="plan", user_id="ana")["count"] == 1

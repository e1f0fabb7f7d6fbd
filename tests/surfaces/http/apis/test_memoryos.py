"""MemoryOS's interface: adding gives a job at once, retrieving gives what to put into a prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest

from tests.server import RunningServer

EXAMPLE = """What you know about this user:
Skills & expertise:
- Comfortable with FastAPI and PostgreSQL.
Preferences:
- Prefers concise technical explanations.
- Likes Python-first examples."""
"""As MemoryOS documents its layout."""
TALK = [
    {"role": "user", "content": "I moved to Lisbon in May.", "timestamp": "2026-05-20T10:00:00Z", "mood": "glad"},
    {"role": "assistant", "content": "How is it?"},
    {"role": "user", "content": "I prefer concise technical explanations."},
]


@pytest.fixture(params=["", "/memoryos"], ids=["root", "prefix"])
def client(request: pytest.FixtureRequest, server: RunningServer) -> httpx2.Client:
    return server.client(prefix=request.param)


def retrieve(client: httpx2.Client, **body: Any) -> dict[str, Any]:
    answer = client.post("/v1/memories/retrieve", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def told(server: RunningServer) -> None:
    memory = server.memory()
    memory.add("Comfortable with FastAPI and PostgreSQL.", user="u", kind="skill")
    memory.add("Prefers concise technical explanations.", user="u", kind="preference")
    memory.add("Likes Python-first examples.", user="u", kind="preference")


@pytest.mark.feature("API-06", "EX-14", "JB-01")
@pytest.mark.parametrize("said", [{"messages": TALK}, {"content": "I prefer concise technical explanations."}])
def test_adding_answers_at_once_with_a_job_that_can_be_asked_for(
    client: httpx2.Client, server: RunningServer, said: dict[str, Any]
) -> None:
    body = {"external_user_id": "u1", "domain_schema": None, "unknown": {"a": 1}, **said}
    answer = client.post("/v1/memories/add", json=body)
    assert answer.status_code == 202
    job = answer.json()["job_id"]
    assert answer.json() == {"job_id": job, "status": "pending"}
    assert client.get(f"/v1/jobs/{job}").json()["status"] in ("pending", "processing", "completed")
    server.memory().flush()
    shown = client.get(f"/v1/jobs/{job}", params={"external_user_id": "u1"}).json()
    assert (shown["job_id"], shown["status"]) == (job, "completed")
    learned = [one["content"] for one in retrieve(client, external_user_id="u1")["memories"]]
    assert "User prefers concise technical explanations" in learned
    turns = server.memory().list(user="u1", layers=["turn"])
    assert len(turns) == len(said.get("messages", [1]))


@pytest.mark.feature("API-06")
def test_a_conversation_with_tools_is_taken_as_chat_clients_have_it(
    client: httpx2.Client, server: RunningServer
) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "I live in Rome."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "21 degrees"},
        {"role": "assistant", "content": "It is warm.", "tool_calls": None},
    ]
    answer = client.post("/v1/memories/add", json={"external_user_id": "u1", "messages": messages})
    assert answer.status_code == 202, answer.text
    turns = server.memory().list(user="u1", layers=["turn"])
    assert sorted((turn.role, turn.content) for turn in turns) == [
        ("assistant", "It is warm."),
        ("system", "Be brief."),
        ("tool", "21 degrees"),
        ("user", "I live in Rome."),
    ]
    assert [turn.metadata for turn in turns if turn.role == "tool"] == [{"tool_call_id": "c1"}]
    silent = client.post("/v1/memories/add", json={"external_user_id": "u1", "messages": [messages[2]]})
    assert silent.status_code == 422
    assert "nothing to remember" in silent.json()["detail"]


@pytest.mark.feature("API-06", "EX-14")
@pytest.mark.parametrize(
    "text, kind",
    [
        ("Prefers concise technical explanations.", "preference"),
        ("Likes Python-first examples.", "preference"),
        ("The user prefers dark mode", "preference"),
        ("User's dog is called Max", "note"),
        ("Works at Acme as a baker.", "note"),
    ],
)
@pytest.mark.parametrize("as_message", [False, True])
def test_a_finished_statement_is_kept_as_it_is(
    client: httpx2.Client, server: RunningServer, text: str, kind: str, as_message: bool
) -> None:
    said = {"messages": [{"role": "user", "content": text}]} if as_message else {"content": text}
    added = client.post("/v1/memories/add", json={"external_user_id": "b1", "metadata": {"a": 1}, **said}).json()
    assert added["status"] == "completed"
    assert client.get(f"/v1/jobs/{added['job_id']}").json()["status"] == "completed"
    [kept] = server.memory().list(user="b1", layers=["memory"])
    assert (kept.content, kept.kind, kept.metadata["a"]) == (text, kind, 1)
    assert text in retrieve(client, external_user_id="b1")["system_prompt_addition"]


@pytest.mark.parametrize(
    "said",
    [
        [{"role": "user", "content": "Likes it when it rains?"}],
        [{"role": "user", "content": "Works great, thanks!"}],
        [{"role": "assistant", "content": "Likes Python-first examples."}],
        [{"role": "user", "content": "Likes tea."}, {"role": "assistant", "content": "Who does?"}],
    ],
)
def test_what_is_no_statement_about_the_user_is_not_kept_as_one(
    client: httpx2.Client, server: RunningServer, said: list[dict[str, str]]
) -> None:
    client.post("/v1/memories/add", json={"external_user_id": "b1", "messages": said})
    server.memory().flush()
    assert server.memory().list(user="b1", layers=["memory"]) == []


def test_the_documented_layout_comes_from_statements_too(client: httpx2.Client) -> None:
    head, _, _, *preferences = EXAMPLE.split("\n")
    for line in preferences[1:]:
        client.post("/v1/memories/add", json={"external_user_id": "b1", "content": line.removeprefix("- ")})
    addition = retrieve(client, external_user_id="b1")["system_prompt_addition"]
    assert addition == "\n".join([head, *preferences])


def test_what_teaches_nothing_needs_no_job(client: httpx2.Client, server: RunningServer) -> None:
    body = {"external_user_id": "u1", "messages": [{"role": "assistant", "content": "How can I help?"}]}
    answer = client.post("/v1/memories/add", json=body)
    assert (answer.status_code, answer.json()) == (202, {"job_id": None, "status": "completed"})
    assert server.memory().count(user="u1", layers=["turn"]) == 1


def test_a_domain_that_the_server_does_not_have_is_told(client: httpx2.Client) -> None:
    answer = client.post("/v1/memories/add", json={"content": "I am in grade 7.", "domain_schema": "edtech"})
    assert answer.status_code == 202
    assert "which is not set" in answer.json()["note"]


@pytest.mark.feature("CX-09", "TY-07")
def test_what_a_domain_asks_for_is_prepended(tmp_path: Path) -> None:
    text = "I'm in grade 7 and I struggle with fractions."
    body = {"external_user_id": "u", "content": text, "domain_schema": "edtech"}
    with RunningServer(tmp_path, domain_schema="edtech") as running:
        client = running.client()
        assert "note" not in client.post("/v1/memories/add", json=body).json()
        running.memory().flush()
        addition = retrieve(client, external_user_id="u", query="how do I add fractions?")["system_prompt_addition"]
    assert addition.split("\n")[1:3] == ["Learner:", "- Grade level: 7"]


@pytest.mark.feature("API-06", "CX-07")
@pytest.mark.parametrize("query", [None, "How do I write an API?"])
@pytest.mark.parametrize("format", [None, "bullets"])
def test_the_bullets_are_the_documented_ones(
    client: httpx2.Client, server: RunningServer, query: str | None, format: str | None
) -> None:
    told(server)
    made = retrieve(client, external_user_id="u", query=query, format=format)
    assert made["system_prompt_addition"] == EXAMPLE
    assert "clarification_question" not in made
    assert [one["category"] for one in made["memories"]] == ["Skills & expertise", "Preferences", "Preferences"]
    assert all(one["id"] and one["content"] in EXAMPLE and one["created_at"] for one in made["memories"])


@pytest.mark.feature("PL-03")
def test_what_the_user_fixed_comes_before_what_was_learned(client: httpx2.Client, server: RunningServer) -> None:
    told(server)
    server.memory().override("Always answer in Portuguese.", user="u")
    for asked in ({}, {"query": "How do I write an API?"}, {"query": "zebra", "limit": 1, "max_tokens": 20}):
        made = retrieve(client, external_user_id="u", **asked)
        head = "What you know about this user:\nSet by the user, to be followed:\n- Always answer in Portuguese."
        assert made["system_prompt_addition"].startswith(head)
        assert made["memories"][0]["content"] == "Always answer in Portuguese."


@pytest.mark.feature("CX-07")
def test_json_and_xml_say_the_same(client: httpx2.Client, server: RunningServer) -> None:
    told(server)
    texts = [line[2:] for line in EXAMPLE.split("\n") if line.startswith("- ")]
    as_json = json.loads(retrieve(client, external_user_id="u", format="json")["system_prompt_addition"])
    assert [item["text"] for section in as_json["sections"] for item in section["items"]] == texts
    as_xml = ElementTree.fromstring(retrieve(client, external_user_id="u", format="xml")["system_prompt_addition"])
    assert [item.text for item in as_xml.iter("item")] == texts


def test_a_limit_and_a_budget_are_kept(client: httpx2.Client, server: RunningServer) -> None:
    told(server)
    assert len(retrieve(client, external_user_id="u", query="which examples?", limit=1)["memories"]) == 1
    small = retrieve(client, external_user_id="u", query="which examples?", max_tokens=42)
    assert 0 < len(small["memories"]) < 3
    assert small["tokens"] <= 42
    assert retrieve(client, external_user_id="nobody")["system_prompt_addition"] == ""


@pytest.mark.feature("VG-13", "API-06")
def test_a_contradiction_comes_as_a_question(client: httpx2.Client, server: RunningServer) -> None:
    memory = server.memory()
    memory.add("User is not allergic to peanuts", user="u", kind="fact", confidence=0.9)
    memory.add("User is allergic to peanuts", user="u", kind="fact", confidence=0.5)
    (conflict,) = memory.conflicts(user="u")
    made = retrieve(client, external_user_id="u", query="may we serve peanuts?")
    assert made["clarification_question"] == conflict.question
    memory.resolve(conflict.id, "new")
    assert "clarification_question" not in retrieve(client, external_user_id="u", query="may we serve peanuts?")


@pytest.mark.feature("SC-06")
def test_facts_of_the_workspace_have_no_user_and_are_seen_by_all(client: httpx2.Client, server: RunningServer) -> None:
    client.post("/v1/memories/add", json={"content": "The office of the company is in Lisbon."})
    server.memory().flush()
    assert server.memory().list(layers=["turn"])[0].user is None
    server.memory().add("The office of the company is in Lisbon", kind="fact")
    for user in ("ana", "bob", None):
        assert (
            "Lisbon" in retrieve(client, external_user_id=user, query="where is the office?")["system_prompt_addition"]
        )
    other = server.client("umbrella")
    assert retrieve(other, external_user_id="ana", query="where is the office?")["memories"] == []


def test_what_we_do_is_told_of_the_team_and_not_of_whoever_reads_it(
    client: httpx2.Client, server: RunningServer
) -> None:
    client.post("/v1/memories/add", json={"content": "We deploy on Tuesdays. Our office is in Graz."})
    server.memory().flush()
    told = retrieve(client, external_user_id="newcomer", query="deploy")["system_prompt_addition"]
    assert "The team deploys on Tuesdays" in told
    assert "The team's office is in Graz" in told
    assert "User" not in told


@pytest.mark.feature("SC-06")
def test_users_tenants_and_bound_keys_are_apart(client: httpx2.Client, server: RunningServer) -> None:
    told(server)
    job = client.post("/v1/memories/add", json={"external_user_id": "u", "content": "I like tea."}).json()["job_id"]
    for other, user in ((client, "v"), (server.client("umbrella"), "u")):
        assert retrieve(other, external_user_id=user, query="examples")["memories"] == []
    foreign = server.client("umbrella", prefix="/memoryos").get(f"/v1/jobs/{job}")
    assert (foreign.status_code, foreign.json()["code"]) == (404, "not_found")
    bound = server.client(user="v", role="write")
    for path, body in (("add", {"content": "a b c"}), ("retrieve", {"query": "examples"})):
        answer = bound.post(f"/v1/memories/{path}", json={"external_user_id": "u", **body})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert retrieve(bound, query="examples")["memories"] == []
    assert bound.get(f"{server.url}/memoryos/v1/jobs/{job}").status_code == 404


@pytest.mark.parametrize(
    "path, body",
    [
        ("add", {}),
        ("add", {"external_user_id": "u"}),
        ("add", {"content": ""}),
        ("add", {"content": "a", "messages": TALK}),
        ("add", {"messages": []}),
        ("add", {"messages": [{"role": "wizard", "content": "a"}]}),
        ("add", {"messages": [{"role": "user", "content": None}]}),
        ("add", {"content": "a", "external_user_id": ""}),
        ("retrieve", {"format": "poem"}),
        ("retrieve", {"query": 5}),
        ("retrieve", {"limit": 0}),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(client: httpx2.Client, path: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/v1/memories/{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"]


@pytest.mark.feature("SE-01")
def test_without_a_credential_or_right_nothing_is_given(server: RunningServer) -> None:
    for prefix in ("", "/memoryos"):
        answer = httpx2.post(f"{server.url}{prefix}/v1/memories/retrieve", json={})
        assert answer.status_code == 401
        assert answer.json()["code"] == "unauthorized"
    reader = server.client(role="read")
    assert reader.post("/v1/memories/add", json={"content": "a b c"}).status_code == 403
    assert httpx2.get(f"{server.url}/memoryos/health").json()["ok"] is True
    nowhere = server.client(prefix="/memoryos").get("/v2/nothing").json()["detail"]
    assert nowhere.startswith("Not Found: this server has no GET /memoryos/v2/nothing; docs/")


@pytest.mark.parametrize("path", ["add", "retrieve"])
def test_another_method_is_refused_and_not_taken_for_a_record_of_that_name(client: httpx2.Client, path: str) -> None:
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        refused = client.request(method, f"/v1/memories/{path}")
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
        told = f"Method Not Allowed: {method} is not possible here; this address takes POST"
        assert refused.json() == {"detail": told}


def test_the_native_memories_stay_at_their_address(server: RunningServer) -> None:
    client = server.client()
    made = client.post("/v1/memories", json={"content": "Ana lives in Lisbon", "user": "ana"})
    assert made.status_code == 201
    assert client.get(f"/v1/memories/{made.json()['ids'][0]}").json()["content"] == "Ana lives in Lisbon"

"""Every tool, resource and prompt, called by the official client."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from recollect import Memory
from recollect.surfaces.mcp import server
from recollect.surfaces.mcp.caller import Caller
from recollect.surfaces.mcp.server import OFFERS
from recollect.surfaces.omniroute import Pool
from tests.clock import Clock

Call = Callable[..., Any]
WRITING = {
    "recollect_add",
    "recollect_document_add",
    "recollect_forget",
    "omniroute_memory_add",
    "omniroute_memory_clear",
}


def test_every_tool_has_a_title_a_description_hints_and_valid_schemas(talking: Call) -> None:
    tools = talking(lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == {offer.name for offer in OFFERS}
    for tool in tools:
        assert tool.title
        assert len(tool.description) > 60
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.input_schema["additionalProperties"] is False
        undescribed = [name for name, one in tool.input_schema["properties"].items() if not one.get("description")]
        assert undescribed == []
        hints = tool.annotations
        assert hints.read_only_hint == (tool.name not in WRITING)
        assert hints.destructive_hint == (tool.name in ("recollect_forget", "omniroute_memory_clear"))
        assert hints.open_world_hint == (tool.name == "recollect_document_add")


def test_tools_are_made_once_for_all_servers_of_a_process() -> None:
    assert all(server.tool(offer) is server.tool(offer) for offer in OFFERS)


def test_read_only_offers_no_tool_that_writes(talking: Call, call: Call) -> None:
    tools = talking(lambda client: client.list_tools(), read_only=True).tools
    assert {tool.name for tool in tools} == {offer.name for offer in OFFERS} - WRITING
    assert "Unknown tool" in call("recollect_add", {"content": "x"}, read_only=True)


def test_what_is_added_is_found_explained_and_forgotten(call: Call, memory: Memory) -> None:
    added = call("recollect_add", {"content": "Ana moved to Lisbon in May", "kind": "event", "tags": ["home"]})
    assert [one["action"] for one in added["outcomes"]] == ["added"]
    [hit] = call("recollect_search", {"query": "where does Ana live?", "kinds": ["event"], "tags": ["home"]})["hits"]
    assert (hit["id"], hit["user"], hit["kind"]) == (added["ids"][0], "ana", "event")
    assert 0 < hit["score"] <= 1
    assert "words" in hit["why"]
    again = call("recollect_add", {"content": "Ana moved to Lisbon in May"})
    assert [one["action"] for one in again["outcomes"]] == ["reinforced"]
    assert call("recollect_forget", {"ids": added["ids"]}) == {"forgotten": 1, "ids": added["ids"], "undoable": False}
    assert call("recollect_search", {"query": "Lisbon"})["hits"] == []
    assert memory.count(user="ana", status=[]) == 0


def test_forgetting_can_be_undone_where_it_was_asked_for(call: Call, memory: Memory) -> None:
    id = memory.add("Ana likes tea", user="ana").id
    assert call("recollect_forget", {"ids": [id], "archive": True})["undoable"] is True
    assert memory.unarchive(id).status == "active"


def test_nothing_is_forgotten_when_one_id_does_not_exist(call: Call, memory: Memory) -> None:
    id = memory.add("Ana likes tea", user="ana").id
    assert "not_found" in call("recollect_forget", {"ids": [id, "missing"]})
    assert memory.get(id).status == "active"


def test_a_record_is_read_with_its_versions(call: Call, memory: Memory) -> None:
    id = memory.add("Ana lives in Porto", user="ana", key="home").id
    memory.update(id, content="Ana lives in Lisbon")
    found = call("recollect_get", {"id": id, "history": True})
    assert found["record"]["content"] == "Ana lives in Lisbon"
    assert [one["content"] for one in found["versions"]] == ["Ana lives in Porto", "Ana lives in Lisbon"]


def test_a_conversation_is_kept_turn_by_turn(call: Call, memory: Memory) -> None:
    messages = [
        {"role": "user", "content": "I am allergic to peanuts.", "occurred_at": "2026-05-01T10:00:00Z"},
        {"role": "assistant", "content": "I will keep that in mind."},
    ]
    added = call("recollect_add", {"messages": messages, "session": "s1"})
    assert len(added["ids"]) == 2
    assert added["job_id"]
    memory.flush(user="ana", timeout_s=30)
    hits = call("recollect_search", {"query": "allergy", "layers": ["turn"], "session": "s1"})["hits"]
    assert hits[0]["happened_at"] == "2026-05-01T10:00:00+00:00"


CODE = re.compile(r"Error executing tool \w+: [a-z_]+: ")


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({}, "either content"),
        ({"content": "x", "messages": []}, "either content"),
        ({"messages": [{"role": "user", "content": "hi"}], "tags": ["a"]}, "takes no tags"),
    ],
)
def test_adding_takes_text_or_a_conversation(call: Call, arguments: dict[str, Any], said: str) -> None:
    assert said in call("recollect_add", arguments)


def test_the_context_is_one_text_within_its_budget(call: Call, memory: Memory) -> None:
    for n in range(30):
        memory.add(f"Ana visited museum number {n} in Lisbon and wrote about it", user="ana")
    made = call("recollect_context", {"query": "Which museums did Ana visit?", "tokens_max": 200})
    assert "museum" in made["text"]
    assert 0 < made["tokens"] <= 200
    assert made["ids"]


def test_the_profile_comes_with_what_the_user_fixed(call: Call, memory: Memory) -> None:
    memory.override("Always answer in Portuguese", user="ana")
    memory.add("Ana works at Acme", user="ana")
    memory.rebuild_profile(user="ana")
    profile = call("recollect_profile")
    assert "Acme" in profile["text"]
    assert [one["content"] for one in profile["overrides"]] == ["Always answer in Portuguese"]


def test_the_timeline_is_oldest_first(call: Call, memory: Memory) -> None:
    memory.add("Ana joined Northstar", user="ana", occurred_at="2026-03-01")
    memory.add("Ana left Acme", user="ana", occurred_at="2026-01-01")
    entries = call("recollect_timeline", {"since": "2025-12-01", "until": "2026-12-01"})["entries"]
    assert [one["content"] for one in entries] == ["Ana left Acme", "Ana joined Northstar"]


# --- whose memory ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["recollect_search", "recollect_context", "recollect_add"])
def test_no_argument_reaches_beyond_the_bound_user(call: Call, memory: Memory, tool: str) -> None:
    memory.add("Ben's door code is on the fridge", user="ben")
    text = {"content": "x"} if tool == "recollect_add" else {"query": "door code"}
    assert "speaks for the user 'ana' alone" in call(tool, {**text, "user": "ben"})
    if tool != "recollect_add":
        assert "fridge" not in json.dumps(call(tool, text))
    for name in ("recollect_profile", "recollect_timeline"):
        assert "alone" in call(name, {"user": "ben"})


def test_ids_of_others_do_not_exist_and_shared_ones_cannot_be_changed(call: Call, memory: Memory) -> None:
    his, shared = memory.add("Ben likes tea", user="ben").id, memory.add("The office opens at nine").id
    for tool, arguments in (
        ("recollect_get", {"id": his}),
        ("recollect_forget", {"ids": [his]}),
    ):
        assert "not_found" in call(tool, arguments)
    assert call("memory_get", {"path": f"memory/{his}"})["text"] == ""
    assert call("recollect_get", {"id": shared})["record"]["content"] == "The office opens at nine"
    assert "shared by everybody" in call("recollect_forget", {"ids": [shared]})
    assert memory.count(everyone=True) == 2


def test_an_agent_that_is_bound_sees_its_own_and_what_has_no_agent(call: Call, memory: Memory) -> None:
    other = memory.add("Releases happen on Fridays", user="ana", agent="ops").id
    memory.add("The office is in Lisbon", user="ana")
    call("recollect_add", {"content": "Peanuts are forbidden"}, agent="dev")
    found = call("recollect_search", {"query": "office peanuts releases"}, agent="dev")["hits"]
    assert {hit["content"] for hit in found} == {"The office is in Lisbon", "Peanuts are forbidden"}
    assert "not_found" in call("recollect_get", {"id": other}, agent="dev")


def test_without_a_bound_user_a_call_may_name_one(call: Call, memory: Memory) -> None:
    call("recollect_add", {"content": "Ben likes tea", "user": "ben"}, user=None)
    assert [one.content for one in memory.list(user="ben")] == ["Ben likes tea"]
    assert call("recollect_search", {"query": "tea"}, user=None)["hits"] == []


# --- OmniRoute and OpenClaw -------------------------------------------------------------------------------------------


@pytest.mark.feature("MCP-01")
def test_omniroute_tools_add_search_and_clear_a_keys_memories(call: Call, memory: Memory) -> None:
    def use(tool: str, **arguments: Any) -> Any:
        return call(f"omniroute_memory_{tool}", {"apiKeyId": "k1", **arguments}, user=None)

    for place, kind in enumerate(("factual", "episodic", "procedural", "semantic")):
        made = use("add", type=kind, key=f"key{place}", content=f"{kind} thing about tea", metadata={"n": place})
        assert made["success"] is True
        assert (made["data"]["memory"]["type"], made["data"]["memory"]["metadata"]) == (kind, {"n": place})
    use("add", type="factual", key="key0", content="another factual thing about tea", sessionId="s1")
    found = use("search", query="tea")["data"]
    assert found["count"] == 4
    assert {one["key"]: one["type"] for one in found["memories"]}["key1"] == "episodic"
    assert [one["content"] for one in use("search", type="factual")["data"]["memories"]] == [
        "another factual thing about tea"
    ]
    assert use("search", query="tea", limit=2)["data"]["count"] == 2
    assert use("search", query="tea", maxTokens=1)["data"]["count"] == 1
    assert call("omniroute_memory_search", {"apiKeyId": "k2", "query": "tea"}, user=None)["data"]["count"] == 0
    assert "factual" in use("add", type="gossip", key="k", content="x"), "the four types are named"
    assert use("clear", type="procedural")["data"]["deletedCount"] == 1
    assert use("clear", olderThan="2001-01-01T00:00:00Z")["data"]["deletedCount"] == 0
    assert use("clear")["data"]["deletedCount"] == 3
    assert memory.count(everyone=True, status=[]) == 0
    assert sum(memory.status().facts.vectors.values()) == 0


@pytest.mark.feature("MCP-01")
def test_what_all_keys_share_belongs_to_none_of_them(call: Call, memory: Memory) -> None:
    memory.add("Tea is served at five")
    call(
        "omniroute_memory_add", {"apiKeyId": "k1", "type": "factual", "key": "a", "content": "Tea is green"}, user=None
    )
    found = call("omniroute_memory_search", {"apiKeyId": "k1", "query": "tea"}, user=None)["data"]["memories"]
    assert {one["content"]: one["apiKeyId"] for one in found} == {"Tea is green": "k1", "Tea is served at five": None}


@pytest.mark.feature("RM-01")
def test_omniroutes_add_under_a_key_leaves_the_session_it_does_not_name(call: Call) -> None:
    told = {"apiKeyId": "k1", "type": "factual", "key": "city"}
    call("omniroute_memory_add", {**told, "content": "Lives in Lisbon", "sessionId": "s1"}, user=None)
    again = call("omniroute_memory_add", {**told, "content": "Lives in Porto"}, user=None)
    assert again["data"]["memory"]["sessionId"] == "s1"


def test_what_is_older_than_omniroutes_retention_is_not_found_without_a_question_either(
    call: Call, memory: Memory
) -> None:
    for number in (1, 2):
        memory.add(f"tea number {number}", user="key:k1", kind="fact")
    old, *rest = [json.loads(line) for line in memory.export(user="key:k1")]
    made = [line for line in (old, *rest) if "tea number 1" in line.get("content", "")]
    made[0]["created_at"] = "2020-01-01T00:00:00Z"
    memory.erase(user="key:k1")
    memory.import_([json.dumps(line) for line in (old, *rest)])
    assert memory.count(user="key:k1", layers=["memory"]) == 2
    for asked in ({}, {"query": "tea"}):
        found = call("omniroute_memory_search", {"apiKeyId": "k1", **asked}, user=None)["data"]["memories"]
        assert [one["content"] for one in found] == ["tea number 2"]


@pytest.mark.feature("CF-01")
def test_omniroutes_search_goes_by_the_settings(tmp_path: Path) -> None:
    file, clock = tmp_path / "config.toml", Clock()
    file.write_text("memoryRetentionDays = 90\nmemoryMaxTokens = 5\n", encoding="utf-8")
    with Memory(tmp_path / "own.db", clock=clock, config_file=file) as memory:
        built = server.build(Caller(memory=memory))

        async def found() -> int:
            async with Client(built) as client:
                done = await client.call_tool("omniroute_memory_search", {"apiKeyId": "k1", "query": "tea"})
                return int(done.structured_content["data"]["count"])

        for number in (1, 2, 3):
            memory.add(f"tea number {number}", user="key:k1", kind="fact", key=f"t{number}")
        clock.forward(days=60)
        assert 0 < anyio.run(found) < 3, "within the days and the tokens of the file"
        clock.forward(days=31)
        assert anyio.run(found) == 0


def test_under_a_bound_user_every_api_key_id_is_a_pool_of_its_own(call: Call, memory: Memory) -> None:
    def use(tool: str, key_id: str, **arguments: Any) -> Any:
        return call(f"omniroute_memory_{tool}", {"apiKeyId": key_id, **arguments})["data"]

    call("recollect_add", {"content": "Ana prefers green tea to coffee"})
    for key_id in ("A", "B"):
        use("add", key_id, type="factual", key="drink", content=f"Agent {key_id} pours the tea")
    for asked in ({"query": "tea"}, {}):
        found = use("search", "B", **asked)["memories"]
        assert [(one["content"], one["apiKeyId"], one["key"]) for one in found] == [
            ("Agent B pours the tea", "B", "drink")
        ]
    assert {one["apiKeyId"] for one in use("search", "ana", query="tea")["memories"]} == {"A", "B", "ana"}
    assert len(call("recollect_search", {"query": "tea"})["hits"]) == 3
    assert use("clear", "never-seen")["deletedCount"] == 0
    use("add", "A", type="factual", key="drink", content="Agent A pours the coffee")
    assert use("clear", "A")["deletedCount"] == 1
    assert {one.content for one in memory.list(user="ana")} == {
        "Ana prefers green tea to coffee",
        "Agent B pours the tea",
    }


def test_an_api_key_id_never_reaches_beyond_the_credential(call: Call, memory: Memory) -> None:
    memory.add("a secret plan", user="key:k2", kind="fact")
    assert call("omniroute_memory_search", {"apiKeyId": "k2", "query": "plan"}, user="ana")["data"]["count"] == 0
    plain = Caller(memory=memory, key_id="k1", admin=False)
    assert plain.pool("k1").user == "key:k1"
    with pytest.raises(Exception, match="its own only"):
        plain.pool("k2")
    assert Caller(memory=memory, key_id="k1", admin=True).pool("k2").user == "key:k2"
    bound = Caller(memory=memory, key_id="k1", user="ana")
    assert bound.pool("k1") == bound.pool("ana") == Pool(user="ana")
    with pytest.raises(Exception, match="its own only"):
        bound.pool("k2")


@pytest.mark.feature("MCP-04")
def test_openclaw_tools_cite_what_they_can_read_again(call: Call, memory: Memory) -> None:
    text = "Router: Omada ER605\nVLAN 10 is for IoT devices\nAdGuard runs on .2"
    memory.add(text, user="default")
    found = call("memory_search", {"query": "Omada router VLAN", "minScore": 0}, user=None)
    assert set(found) == {"results", "provider", "model", "fallback"}
    [result] = found["results"]
    assert set(result) == {"path", "startLine", "endLine", "score", "snippet", "source", "citation"}
    assert (result["startLine"], result["endLine"], result["source"]) == (1, 3, "memory")
    whole = call("memory_get", {"path": result["path"]}, user=None)
    assert whole == {
        "path": result["path"],
        "text": "Router: Omada ER605\nVLAN 10 is for IoT devices\nAdGuard runs on .2",
    }
    part = call("memory_get", {"path": result["path"], "from": 2, "lines": 1}, user=None)
    assert part["text"] == "VLAN 10 is for IoT devices"
    for before in (0, -3):
        assert call("memory_get", {"path": result["path"], "from": before}, user=None) == whole
    assert found["provider"] == "static"
    assert not found["model"].rpartition(":")[2].isdigit(), "no dimensions"
    assert call("memory_get", {"path": result["path"], "from": 9}, user=None)["text"] == ""
    for missing in ("MEMORY.md", "memory/2026-01-01.md", "memory/", "../../etc/passwd"):
        assert call("memory_get", {"path": missing}, user=None) == {"path": missing, "text": ""}


def test_openclaw_search_leaves_out_weak_results_and_says_why_it_failed(call: Call, memory: Memory) -> None:
    memory.add("The cat sleeps", user="default")
    results = call("memory_search", {"query": "quarterly tax report", "minScore": 0.9}, user=None)["results"]
    assert results == []
    failed = call("memory_search", {"query": "x" * 2_000_000}, user=None)
    assert failed["results"] == []
    assert failed["disabled"] is True
    assert failed["error"]


# --- wrong arguments ------------------------------------------------------------------------------------------------


@pytest.mark.feature("MCP-01", "MCP-04")
@pytest.mark.parametrize(
    "tool, needed",
    [
        ("recollect_search", {"query": "where is Ana?"}),
        ("recollect_add", {"content": "Ana rides a bicycle"}),
        ("recollect_context", {}),
        ("recollect_profile", {}),
        ("recollect_timeline", {}),
        ("recollect_document_list", {}),
        ("omniroute_memory_search", {"apiKeyId": "k1"}),
        ("omniroute_memory_add", {"apiKeyId": "k1", "type": "factual", "key": "a", "content": "b"}),
        ("omniroute_memory_clear", {"apiKeyId": "k1"}),
        ("memory_search", {"query": "where is Ana?"}),
        ("memory_get", {"path": "MEMORY.md"}),
    ],
)
def test_null_for_what_may_be_left_out_is_leaving_it_out(
    talking: Call, memory: Memory, tool: str, needed: dict[str, Any]
) -> None:
    """Some models name every argument of a tool, those they have nothing for as null."""
    memory.add("Ana moved to Lisbon in May", user="ana")

    async def talk(client: Client) -> Any:
        offered = {one.name: one for one in (await client.list_tools()).tools}
        names = set(offered[tool].input_schema["properties"])
        assert names > set(needed)
        return await client.call_tool(tool, {**dict.fromkeys(names), **needed})

    done = talking(talk)
    assert not done.is_error, done.content[0].text


def test_null_for_what_a_tool_needs_is_refused(call: Call) -> None:
    assert "query" in call("memory_search", {"query": None})


@pytest.mark.parametrize(
    "tool, arguments, said",
    [
        ("recollect_search", {}, "query"),
        ("recollect_search", {"query": "x", "limit": 0}, "limit"),
        ("recollect_search", {"query": "x", "limit": "many"}, "limit"),
        ("recollect_search", {"query": "x", "kinds": ["gossip"]}, "kinds"),
        ("recollect_search", {"query": "x", "everyone": True}, "everyone"),
        ("recollect_search", {"query": "x", "since": "tomorrowish"}, "since"),
        (
            "recollect_search",
            {"query": "x", "colour": "red"},
            "unknown_name: there is no argument 'colour'; the arguments",
        ),
        ("recollect_search", {"query": "x", "user": "ben"}, "forbidden: this connection speaks for"),
        ("recollect_add", {}, "invalid_input: give either content"),
        ("recollect_document_add", {}, "invalid_input: give either text"),
        ("recollect_get", {"id": ""}, "invalid_input"),
        ("recollect_get", {"id": "nope"}, "not_found"),
        ("recollect_forget", {"ids": []}, "ids"),
        ("recollect_context", {"tokens_max": 1}, "tokens_max"),
        ("recollect_context", {"format": "pdf"}, "format"),
        ("omniroute_memory_clear", {"apiKeyId": "k", "olderThan": " "}, "olderThan"),
        ("omniroute_memory_clear", {"apiKeyId": "k", "olderThan": "last week"}, "olderThan is 'last week'"),
        ("no_such_tool", {}, "Unknown tool"),
    ],
)
def test_wrong_arguments_get_an_error_an_agent_can_read(call: Call, tool: str, arguments: Any, said: str) -> None:
    message = call(tool, arguments)
    assert isinstance(message, str)
    assert said in message
    assert "Traceback" not in message
    assert "pydantic" not in message
    assert tool == "no_such_tool" or CODE.search(message), message


# --- resources and prompts --------------------------------------------------------------------------------------------


def test_resources_show_the_profile_overrides_recent_memories_and_a_record(talking: Call, memory: Memory) -> None:
    memory.override("Always answer in Portuguese", user="ana")
    id = memory.add("Ana works at Acme", user="ana").id
    memory.add("Ben works at Acme", user="ben")
    memory.rebuild_profile(user="ana")

    async def talk(client: Client) -> dict[str, str]:
        listed = [one.uri for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        assert templates == ["recollect://memory/{id}"]
        read = {uri: await client.read_resource(uri) for uri in [*listed, f"recollect://memory/{id}"]}
        return {uri: done.contents[0].text for uri, done in read.items()}

    found = talking(talk)
    assert "Acme" in found["recollect://profile"]
    assert [one["content"] for one in json.loads(found["recollect://overrides"])] == ["Always answer in Portuguese"]
    recent = {one["content"] for one in json.loads(found["recollect://recent"])}
    assert recent == {"Ana works at Acme", "Always answer in Portuguese"}
    assert json.loads(found[f"recollect://memory/{id}"])["content"] == "Ana works at Acme"


def test_a_record_of_somebody_else_is_no_resource(talking: Call, memory: Memory) -> None:
    id = memory.add("Ben works at Acme", user="ben").id

    async def talk(client: Client) -> str:
        with pytest.raises(Exception, match="there is no record") as caught:
            await client.read_resource(f"recollect://memory/{id}")
        return str(caught.value)

    assert "Acme" not in talking(talk)


def test_prompts_say_what_to_do_with_the_tools(talking: Call) -> None:
    async def talk(client: Client) -> dict[str, str]:
        names = [one.name for one in (await client.list_prompts()).prompts]
        given = {"recall_about": {"topic": "Lisbon"}}
        made = {name: await client.get_prompt(name, given.get(name, {})) for name in names}
        return {name: one.messages[0].content.text for name, one in made.items()}

    found = talking(talk)
    assert "Lisbon" in found["recall_about"]
    assert all("recollect_" in text for text in found.values())
    assert len(found) == 3


@pytest.mark.parametrize(
    "name, given, told",
    [
        ("nonsense", {}, "the prompts are recall_about"),
        ("recall_about", {}, "recall_about needs topic"),
        ("recall_about", {"topic": " "}, "recall_about needs topic"),
        ("recall_about", {"topic": "Lisbon", "depth": "3"}, "has no argument 'depth'; it takes topic"),
        ("remember_this_conversation", {"topic": "Lisbon"}, "has no argument 'topic'; it takes none"),
    ],
)
def test_a_prompt_that_is_asked_for_wrongly_is_the_clients_mistake(
    talking: Call, name: str, given: dict[str, str], told: str
) -> None:
    async def talk(client: Client) -> tuple[int, str]:
        with pytest.raises(MCPError) as caught:
            await client.get_prompt(name, given)
        return caught.value.code, caught.value.message

    code, message = talking(talk)
    assert code == INVALID_PARAMS
    assert told in message


@pytest.mark.parametrize("uri", ["recollect://memory/", "recollect://memory/none", "recollect://nothing"])
def test_a_resource_that_cannot_be_is_the_clients_mistake(talking: Call, uri: str) -> None:
    async def talk(client: Client) -> int:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return caught.value.code

    assert talking(talk) == INVALID_PARAMS


def test_a_conversation_may_call_tools(call: Call, memory: Memory) -> None:
    asked = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}
    said = [
        {"role": "user", "content": "Which files are there?"},
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "c1", "content": "main.py"},
        {"role": "assistant", "content": [{"type": "text", "text": "Only main.py."}]},
    ]
    call("recollect_add", {"messages": said})
    assert [turn.content for turn in reversed(memory.list(user="ana", layers=["turn"]))] == [
        "Which files are there?", "main.py", "Only main.py.",
    ]  # fmt: skip
    assert "must be text" in call("recollect_add", {"messages": [{"role": "user"}]})

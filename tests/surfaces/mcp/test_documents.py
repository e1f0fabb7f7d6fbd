"""Documents over MCP: texts and addresses are read in, listed and read again, within what the connection may reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from recollect import Memory
from recollect.surfaces.mcp.caller import Caller
from recollect.surfaces.mcp.server import build

Call = Callable[..., Any]
TEXT = "# Boiler\n\nThe boiler is serviced in May by Rosa.\n\n# Roof\n\nThe roof was mended in 2024.\n"


@pytest.mark.feature("IG-01")
def test_a_text_is_kept_found_listed_and_read(call: Call, memory: Memory) -> None:
    made = call("recollect_document_add", {"text": TEXT, "name": "house.md", "metadata": {"by": "ana"}})
    assert (made["action"], made["document"]["name"], made["document"]["title"]) == ("added", "house.md", "Boiler")
    assert call("recollect_document_add", {"text": TEXT, "name": "house.md", "metadata": {"by": "ana"}})["action"] == (
        "unchanged"
    )
    id = made["document"]["id"]
    [listed] = call("recollect_document_list")["documents"]
    assert (listed["id"], listed["metadata"]["by"], listed["user"]) == (id, "ana", "ana")
    read = call("recollect_document_get", {"id": id})
    assert "serviced in May" in read["passages"][0]["text"]
    assert read["passages"][0]["reference"].startswith("house.md#L1")
    assert read["more"] == 0
    assert call("recollect_document_get", {"id": id, "start": 99})["passages"] == []
    [hit] = call("recollect_search", {"query": "who services the boiler?", "limit": 1})["hits"]
    assert hit["reference"].startswith("house.md")
    assert call("recollect_document_add", {"text": TEXT + "\nNew.", "name": "house.md"})["document"]["version"] == 2


@pytest.mark.feature("IG-02")
@pytest.mark.parametrize(
    "arguments, said",
    [
        ({}, "either text"),
        ({"text": "a", "url": "https://example.com"}, "either text"),
        ({"text": " \n"}, "empty"),
        ({"url": "/etc/passwd"}, "files of this machine are not read"),
        ({"url": "file:///etc/passwd"}, "files of this machine are not read"),
        ({"url": "http://127.0.0.1:9/secret"}, "forbidden"),
        ({"url": "http://169.254.169.254/latest/meta-data"}, "forbidden"),
        ({"text": "a", "path": "/etc/passwd"}, "path"),
    ],
)
def test_what_is_no_document_or_lies_inside_is_refused(
    call: Call, memory: Memory, arguments: dict[str, Any], said: str
) -> None:
    assert said in call("recollect_document_add", arguments)
    assert memory.documents(everyone=True) == []


def test_documents_of_others_do_not_exist_and_nobody_else_can_be_named(call: Call, memory: Memory) -> None:
    bobs = memory.ingest(b"Bob's diary", user="bob", name="diary.txt").id
    shared = memory.ingest(b"The house rules", name="rules.txt").id
    assert [one["name"] for one in call("recollect_document_list")["documents"]] == ["rules.txt"]
    assert "not_found" in call("recollect_document_get", {"id": bobs})
    assert call("recollect_document_get", {"id": shared})["passages"][0]["text"] == "The house rules"
    assert "alone" in call("recollect_document_add", {"text": "x", "user": "bob"})
    assert "alone" in call("recollect_document_list", {"user": "bob"})


GROUP = "agent:main:discord:group:1"


@pytest.fixture
def policed(tmp_path: Path) -> Iterator[Memory]:
    """Memory behind the policy, all of it: direct chats alone."""
    with Memory(tmp_path / "p.db", config_file=tmp_path / "none.toml", worker="off", recall_policy_on="all") as memory:
        yield memory


@pytest.mark.feature("SC-09")
def test_a_group_that_the_policy_denies_reads_nothing_by_any_tool_or_resource(policed: Memory) -> None:
    record = policed.add("Ana's salary is 4711", user="ana").id
    policed.override("Ana prefers salary talk in private", user="ana")
    document = policed.ingest(b"Salaries: 4711", user="ana", name="salaries.txt").id
    asked: dict[str, dict[str, Any]] = {
        "recollect_search": {"query": "salary"},
        "recollect_context": {"query": "salary"},
        "recollect_get": {"id": record},
        "recollect_profile": {},
        "recollect_timeline": {},
        "recollect_document_list": {},
        "recollect_document_get": {"id": document},
        "memory_search": {"query": "salary", "minScore": 0},
        "memory_get": {"path": f"memory/{record}"},
    }
    resources = ("profile", "overrides", "recent", f"memory/{record}")

    def answers(session: str | None) -> dict[str, str]:
        server = build(Caller(memory=policed, user="ana", session=session))

        async def talk() -> dict[str, str]:
            said = {}
            async with Client(server) as client:
                for name, arguments in asked.items():
                    done = await client.call_tool(name, arguments)
                    said[name] = str(done.structured_content or done.content)
                for name in resources:
                    try:
                        said[name] = str(await client.read_resource(f"recollect://{name}"))
                    except Exception as error:
                        said[name] = str(error)
            return said

        return anyio.run(talk)

    told = ("4711", "in private", "salaries.txt")
    assert [name for name, said in answers(GROUP).items() if any(word in said for word in told)] == []
    heard = {name for name, said in answers(None).items() if any(word in said for word in told)}
    assert heard >= {*asked, "overrides", "recent", f"memory/{record}"}, "a direct chat reads it all"

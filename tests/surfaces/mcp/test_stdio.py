"""`recollect mcp` as a client starts it: a process of its own, JSON-RPC on its standard output and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from recollect import Memory
from tests.house.source import ROOT
from tests.running_server import running

TIMEOUT_S = 180
START = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RECOLLECT_", "XDG_"))}
    return {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT / "src")}


def parameters(home: Path, *arguments: str) -> StdioServerParameters:
    command = ["-m", "recollect", "mcp", *arguments]
    return StdioServerParameters(command=sys.executable, args=command, env=environment(home), cwd=str(home))


def called(id: int, tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def answers(command: list[str], home: Path, *messages: Any) -> tuple[list[Any], subprocess.CompletedProcess[str]]:
    """What a process writes on standard output when it is told all of this, each line as the JSON it must be.

    Its input stays open until everything is answered, as a client keeps it.
    """
    text = "".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in messages)
    wanted = sum(isinstance(one, dict) and "id" in one for one in messages)
    pipe = subprocess.PIPE
    with (home / "stderr.txt").open("w+") as errors:
        process = subprocess.Popen(
            command, cwd=home, env=environment(home), stdin=pipe, stdout=pipe, stderr=errors, text=True
        )
        timer = threading.Timer(TIMEOUT_S, process.kill)
        timer.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text)
        process.stdin.flush()
        lines: list[str] = []
        while sum('"id":' in line and '"id":null' not in line for line in lines) < wanted and (
            line := process.stdout.readline()
        ):
            lines.append(line)
        rest, _ = process.communicate()
        timer.cancel()
        errors.seek(0)
        told = errors.read()
    said = [json.loads(line) for line in (*lines, *rest.splitlines())]
    return said, subprocess.CompletedProcess(command, process.returncode, rest, told)


@pytest.mark.feature("MCP-01", "MCP-04")
def test_the_official_client_talks_to_the_process_and_the_memory_stays(tmp_path: Path) -> None:
    async def talk() -> None:
        async with Client(parameters(tmp_path, "--db", "memory.db", "--user", "ana")) as client:
            assert client.server_info.name == "recollect"
            assert "long-term memory" in (client.instructions or "")
            added = await client.call_tool("recollect_add", {"content": "Ana moved to Lisbon in May"})
            assert not added.is_error
            found = await client.call_tool("recollect_search", {"query": "where does Ana live?"})
            assert found.structured_content["hits"][0]["content"] == "Ana moved to Lisbon in May"
            assert json.loads(found.content[0].text) == found.structured_content
            refused = await client.call_tool("recollect_search", {"query": "x", "user": "ben"})
            assert refused.is_error

    anyio.run(talk)
    with Memory(tmp_path / "memory.db") as memory:
        assert [one.content for one in memory.list(user="ana")] == ["Ana moved to Lisbon in May"]


@pytest.mark.feature("MCP-04")
def test_a_memory_on_a_server_is_served_like_one_of_this_machine(tmp_path: Path) -> None:
    async def talk(url: str, key: str) -> None:
        asked = parameters(tmp_path, "--db", url, "--user", "ana")
        asked.env = {**(asked.env or {}), "RECOLLECT_API_KEY": key}
        async with Client(asked) as client:
            added = await client.call_tool("recollect_add", {"content": "Ana moved to Lisbon in May"})
            assert not added.is_error
            found = await client.call_tool("recollect_search", {"query": "where does Ana live?"})
            assert found.structured_content["hits"][0]["content"] == "Ana moved to Lisbon in May"

    with running(tmp_path / "served.db", worker="off", schedule="off") as server:
        anyio.run(talk, server.url, server.made_key(role="write"))
        with Memory(server.url, api_key=server.key) as memory:
            assert [one.content for one in memory.list(user="ana")] == ["Ana moved to Lisbon in May"]


def test_fifty_calls_at_once_are_all_answered(tmp_path: Path) -> None:
    async def talk() -> list[Any]:
        results: list[Any] = []

        async def one(client: Client, n: int) -> None:
            if n % 2:
                done = await client.call_tool("recollect_add", {"content": f"note number {n}", "key": f"n{n}"})
            else:
                done = await client.call_tool("recollect_search", {"query": "note"})
            results.append(done.is_error)

        async with Client(parameters(tmp_path, "--db", "memory.db")) as client, anyio.create_task_group() as group:
            for n in range(50):
                group.start_soon(one, client, n)
        return results

    assert anyio.run(talk) == [False] * 50
    with Memory(tmp_path / "memory.db") as memory:
        assert memory.count() == 25


@pytest.mark.feature("MCP-01")
def test_half_an_emoji_is_taken_and_what_is_no_message_is_answered(tmp_path: Path) -> None:
    half = called(13, "recollect_add", content="cut in an emoji \ud83d")
    lines = [half, "not json", "", {"id": 14}, {"jsonrpc": "2.0", "id": 15, "method": "ping"}]
    command = [sys.executable, "-m", "recollect", "mcp", "--db", "memory.db"]
    said, done = answers(command, tmp_path, *START, *lines)
    found = {one["id"]: one for one in said}
    assert not found[13]["result"]["isError"]
    assert (found[None]["error"]["code"], found[14]["error"]["code"]) == (-32700, -32600)
    assert found[15]["result"] == {}
    assert (done.returncode, done.stderr) == (0, "")
    with Memory(tmp_path / "memory.db") as memory:
        assert [one.content for one in memory.list()] == ["cut in an emoji \ufffd"]


NOISY = """
import logging, os, sys, warnings
from recollect.memory import Memory
from recollect.surfaces.cli.app import app
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, force=True)
search = Memory.search
def noisy(self, *args, **kwargs):
    print("a stray print")
    print("one without an end", end="")
    sys.__stdout__.write("written to the original stream\\n")
    os.write(1, b"written to the descriptor\\n")
    os.system("echo printed by a child")
    logging.getLogger("library").error("a log line")
    warnings.warn("a warning")
    return search(self, *args, **kwargs)
Memory.search = noisy
app(["mcp", "--db", "memory.db"])
"""


def test_whatever_is_printed_logged_or_warned_standard_output_is_json_rpc_alone(tmp_path: Path) -> None:
    messages = [*START, *(called(n, "recollect_search", query="tea") for n in range(2, 6))]
    (tmp_path / "noisy.py").write_text(NOISY)
    said, done = answers([sys.executable, "noisy.py"], tmp_path, *messages)
    assert sorted(one["id"] for one in said) == [1, 2, 3, 4, 5], done.stderr
    assert all(one["jsonrpc"] == "2.0" for one in said)
    assert "a stray print" in done.stderr
    assert "written to the descriptor" in done.stderr
    assert done.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a process is stopped by a signal")
def test_ctrl_c_ends_it_while_the_client_still_has_the_pipe_and_what_was_answered_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "recollect", "mcp", "--db", "m.db"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        said = [*START, called(2, "recollect_add", content="Ana lives in Lisbon")]
        process.stdin.write("".join(json.dumps(one) + "\n" for one in said))
        process.stdin.flush()
        while '"id":2' not in (line := process.stdout.readline()):
            assert line
        process.send_signal(signal.SIGINT)
        process.wait(TIMEOUT_S)
        told = process.stderr.read()
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in told
    with Memory(tmp_path / "m.db") as memory:
        assert memory.count() == 1


def test_broken_messages_do_not_end_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "recollect", "mcp", "--db", "memory.db"]
    wrong = {"jsonrpc": "2.0", "id": 7, "method": "no/such/method"}
    said, done = answers(command, tmp_path, *START, "{not json", "[]", wrong, called(8, "recollect_profile"))
    by_id = {one.get("id"): one for one in said}
    assert "error" in by_id[7]
    assert [one["error"]["code"] for one in said if one.get("id", 0) is None] == [-32700, -32600]
    assert by_id[8]["result"]["structuredContent"]["text"] == ""
    assert done.returncode == 0


def test_read_only_and_the_default_store(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "recollect", "mcp", "--read-only"]
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    said, _ = answers(command, tmp_path, *START, listing)
    tools = {one["name"]: one for one in said[-1]["result"]["tools"]}
    assert "recollect_search" in tools
    assert not {"recollect_add", "recollect_forget"} & set(tools)
    assert all(one["annotations"]["readOnlyHint"] for one in tools.values())
    assert list(tmp_path.rglob("memory.db")), "it lies in the user's data folder"


def test_a_store_that_cannot_be_opened_is_told_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, it is a text of some length" * 50)
    said, done = answers([sys.executable, "-m", "recollect", "mcp", "--db", "text.db"], tmp_path, *START)
    assert said == []
    assert done.returncode == 1
    assert "not_a_database" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_line_does_not_load_the_sdk(tmp_path: Path) -> None:
    script = (
        "import sys; from recollect.surfaces.cli import app; "
        "print([name for name in sys.modules if name.split('.')[0] in ('mcp', 'mcp_types', 'starlette', 'httpx2')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_the_inspector_lists_and_calls_tools(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npx is not installed; the inspector needs Node.js")
    inspect = [npx, "--yes", "@modelcontextprotocol/inspector", "--cli"]
    server = [sys.executable, "-m", "recollect", "mcp", "--db", str(tmp_path / "memory.db")]
    shared = {"env": environment(Path.home()), "capture_output": True, "text": True, "timeout": 240, "cwd": tmp_path}
    probe = subprocess.run([*inspect, *server, "--method", "tools/list"], **shared)
    if probe.returncode != 0 and "npm" in probe.stderr and "ERR" in probe.stderr.upper():
        pytest.skip(f"the inspector cannot be fetched here: {probe.stderr.splitlines()[0]}")
    assert len(json.loads(probe.stdout)["tools"]) == 15, probe.stderr
    calling = ["--method", "tools/call", "--tool-name", "recollect_add", "--tool-arg", "content=Ana likes tea"]
    done = subprocess.run([*inspect, *server, *calling], **shared)
    assert json.loads(done.stdout)["structuredContent"]["outcomes"][0]["action"] == "added", done.stderr

"""`recollect mcp install`: the client's file gets one entry more, and keeps everything else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from recollect import InvalidInput
from recollect.surfaces.mcp.clients import CLIENTS, Folders, merged
from recollect.surfaces.mcp.install import apply, arguments, plan
from tests.house.source import ROOT

LINUX = {
    "claude": ".config/Claude/claude_desktop_config.json",
    "claude-code": ".claude.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "windsurf": ".codeium/windsurf/mcp_config.json",
    "zed": ".config/zed/settings.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
}
MAC = {
    "claude": "Library/Application Support/Claude/claude_desktop_config.json",
    "vscode": "Library/Application Support/Code/User/mcp.json",
    "zed": ".config/zed/settings.json",
}
WINDOWS = {
    "claude": "AppData/Roaming/Claude/claude_desktop_config.json",
    "vscode": "AppData/Roaming/Code/User/mcp.json",
    "zed": "AppData/Roaming/Zed/settings.json",
}


def at(home: Path, settings: str = ".config", *, windows: bool = False) -> Folders:
    return Folders(home=home, settings=home / settings, windows=windows)


def install(home: Path, *said: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RECOLLECT_", "XDG_"))}
    return subprocess.run(
        [sys.executable, "-m", "recollect", "mcp", "install", *said],
        cwd=home,
        env={
            **kept,
            "HOME": str(home),
            "PYTHONPATH": str(ROOT / "src"),
            "NO_COLOR": "1",
            "COLUMNS": "200",
            **environment,
        },
        capture_output=True,
        text=True,
    )


def entry(path: Path, name: str = "recollect") -> Any:
    text = path.read_text(encoding="utf-8")
    held = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    [table] = [
        value for key, value in held.items() if key in ("mcpServers", "servers", "context_servers", "mcp_servers")
    ]
    return table[name]


@pytest.mark.skipif(sys.platform != "linux", reason="the paths are those of Linux; the other systems' are tested below")
@pytest.mark.parametrize("client", CLIENTS)
def test_every_client_is_written_where_it_looks_and_starts_the_server(client: str, tmp_path: Path) -> None:
    done = install(tmp_path, client, "--db", "my memory.db", "--user", "ana", "--read-only")
    assert done.returncode == 0, done.stderr
    path = tmp_path / LINUX[client]
    assert str(path) in done.stdout
    written = entry(path)
    place = written["args"].index("mcp")
    assert written["args"][place:] == ["mcp", "--db", str(tmp_path / "my memory.db"), "--user", "ana", "--read-only"]
    assert Path(written["command"]).is_absolute()
    assert written.get("type") == ("stdio" if client in ("claude-code", "vscode") else None)
    again = install(tmp_path, client, "--db", "my memory.db", "--user", "ana", "--read-only")
    assert "has it already" in again.stdout
    assert list(path.parent.glob(f"{path.name}.bak*")) == []


@pytest.mark.parametrize(
    "client, settings, path, windows",
    [
        *((name, "Library/Application Support", path, False) for name, path in MAC.items()),
        *((name, "AppData/Roaming", path, True) for name, path in WINDOWS.items()),
    ],
)
def test_the_paths_of_other_systems(client: str, settings: str, path: str, windows: bool, tmp_path: Path) -> None:
    change = plan(client, ["--db", "x"], at=at(tmp_path, settings, windows=windows))
    apply(change)
    assert change.path == tmp_path / path
    assert entry(change.path)["args"][-2:] == ["--db", "x"]


def test_what_was_there_stays_and_the_old_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    before = (
        '{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {"command": "ü"}\n    },\n    "n": 1.50\n}\n'
    )
    path.write_text(before, encoding="utf-8")
    path.chmod(0o600)
    backup = apply(plan("cursor", [], at=at(tmp_path)))
    held = json.loads(path.read_text(encoding="utf-8"))
    assert list(held) == ["theme", "mcpServers", "n"]
    assert list(held["mcpServers"]) == ["other", "recollect"]
    assert held["mcpServers"]["other"] == {"command": "ü"}
    assert "ü" in path.read_text(encoding="utf-8")
    assert backup is not None
    assert backup.read_text(encoding="utf-8") == before
    assert path.stat().st_mode & 0o777 == 0o600
    second = apply(plan("cursor", ["--user", "ben"], at=at(tmp_path)))
    assert second is not None
    assert second != backup
    assert sorted(one.name for one in path.parent.iterdir()) == ["mcp.json", "mcp.json.bak", "mcp.json.bak1"]


COMMENTED = """// Zed settings
{
  /* looks */
  "theme": "One Dark", // "context_servers": {}
  "url": "http://example.org/a,}",
  "list": [1, 2,],
}
"""
WITH_SERVERS = """{
  "context_servers": {
    // mine
    "other": { "command": "x", "args": [] },
  },
}
"""


@pytest.mark.parametrize(
    "before", [COMMENTED, WITH_SERVERS, "// nothing yet\n{}\n", '{ // x\n  "context_servers": {}\n}\n']
)
def test_comments_stay_where_people_write_them(before: str) -> None:
    client = CLIENTS["zed"]
    after = merged(client, before, "recollect", {"command": "r", "args": ["mcp"]})
    comments = re.findall(r"//.*|/\*.*?\*/", before)
    assert [one for one in comments if one not in after] == []
    assert '"recollect"' in after
    assert merged(client, after, "recollect", {"command": "r", "args": ["mcp"]}) == after
    with pytest.raises(InvalidInput, match="by hand"):
        merged(client, after, "recollect", {"command": "another", "args": []})


def test_a_toml_file_keeps_its_comments_and_the_tables_beside_and_below(tmp_path: Path) -> None:
    path = tmp_path / ".codex" / "config.toml"
    path.parent.mkdir()
    before = (
        'model = "gpt" # mine\n\n[mcp_servers.recollect]\ncommand = "old"\nargs = []\n\n'
        '[mcp_servers.recollect.env]\nRECOLLECT_API_KEY = "k"\n\n[mcp_servers.other]\ncommand = "x"\n'
    )
    path.write_text(before)
    apply(plan("codex", ["--user", "ana"], at=at(tmp_path)))
    held = tomllib.loads(path.read_text())
    assert held["model"] == "gpt"
    assert "# mine" in path.read_text()
    assert held["mcp_servers"]["other"] == {"command": "x"}
    assert held["mcp_servers"]["recollect"]["args"][-2:] == ["--user", "ana"]
    assert held["mcp_servers"]["recollect"]["env"] == {"RECOLLECT_API_KEY": "k"}
    path.write_text(before)
    apply(plan("codex", [], at=at(tmp_path), env={"RECOLLECT_API_KEY": "new"}))
    assert entry(path)["env"] == {"RECOLLECT_API_KEY": "new"}


NEIGHBOURS = """model = "gpt"

# ours, once
[ mcp_servers."recollect" ] # here
# slow disk
startup_timeout_sec = 30   # seconds
command = "old"
args = [
  "mcp", # this
  [
  ]
]
enabled = false
url = "http://old.example/mcp"

# my precious server: do not touch
[mcp_servers.other]
command = "x"
"""
BELOW = """[mcp_servers.recollect]
command = "old"

# the key
[mcp_servers.recollect.env]
# of the server
RECOLLECT_API_KEY = "k"

# settings of a tool
[mcp_servers.recollect.tools.search]
approval_mode = "approve"
# the end
"""
ENTRY = {"command": "r", "args": ["mcp"]}


def test_a_toml_table_keeps_its_options_and_the_comments_around_it() -> None:
    after = merged(CLIENTS["codex"], NEIGHBOURS, "recollect", ENTRY)
    assert (
        after
        == """model = "gpt"

# ours, once
[ mcp_servers."recollect" ] # here
command = "r"
args = ["mcp"]
# slow disk
startup_timeout_sec = 30   # seconds
enabled = false

# my precious server: do not touch
[mcp_servers.other]
command = "x"
"""
    )
    assert merged(CLIENTS["codex"], after, "recollect", ENTRY) == after


def test_tables_below_stay_unless_they_are_said_anew() -> None:
    client = CLIENTS["codex"]
    kept = merged(client, BELOW, "recollect", {**ENTRY, "env": {"RECOLLECT_API_KEY": "k"}})
    assert kept == BELOW.replace('command = "old"\n', 'command = "r"\nargs = ["mcp"]\n')
    anew = merged(client, BELOW, "recollect", {**ENTRY, "env": {"RECOLLECT_API_KEY": "n"}})
    assert tomllib.loads(anew)["mcp_servers"]["recollect"] == {
        **ENTRY,
        "env": {"RECOLLECT_API_KEY": "n"},
        "tools": {"search": {"approval_mode": "approve"}},
    }
    assert "# settings of a tool\n[mcp_servers.recollect.tools.search]" in anew
    assert anew.endswith("# the end\n")
    alone = merged(client, BELOW[BELOW.index("# the key") :], "recollect", ENTRY)
    assert tomllib.loads(alone)["mcp_servers"]["recollect"]["env"] == {"RECOLLECT_API_KEY": "k"}


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers.recollect.command = "old"\n',
        '[mcp_servers]\nrecollect = { command = "old" }\n',
        '[[mcp_servers.recollect]]\ncommand = "old"\n',
        "[mcp_servers]\nrecollect = 3\n",
    ],
)
def test_a_toml_table_that_is_written_otherwise_is_left_to_people(text: str) -> None:
    with pytest.raises(InvalidInput):
        merged(CLIENTS["codex"], text, "recollect", ENTRY)


@pytest.mark.parametrize("ending", ["", "\n", "\n\n# end"])
def test_a_toml_heading_without_anything_is_filled(ending: str) -> None:
    after = merged(CLIENTS["codex"], f"[mcp_servers.recollect]{ending}", "recollect", ENTRY)
    assert tomllib.loads(after)["mcp_servers"]["recollect"] == ENTRY
    assert after.endswith(ending)


@pytest.mark.parametrize("client", ["gemini", "claude-code", "codex"])
def test_options_that_people_gave_the_entry_stay_and_how_it_was_reached_does_not(client: str, tmp_path: Path) -> None:
    path = CLIENTS[client].path(at(tmp_path))
    path.parent.mkdir(parents=True, exist_ok=True)
    own = {"command": "old", "args": [], "trust": True, "timeout": 5000, "enabled": False, "url": "http://old.example"}
    text = json.dumps({CLIENTS[client].table: {"recollect": {**own, "type": "http"}}})
    if client == "codex":
        text = "[mcp_servers.recollect]\n" + "".join(f"{name} = {json.dumps(own[name])}\n" for name in own)
    path.write_text(text)
    apply(plan(client, ["--user", "ana"], at=at(tmp_path)))
    found = entry(path)
    assert (found["trust"], found["timeout"], found["enabled"]) == (True, 5000, False)
    assert "url" not in found
    assert found.get("type") == ("stdio" if client == "claude-code" else None)
    assert found["args"][-2:] == ["--user", "ana"]
    assert not plan(client, ["--user", "ana"], at=at(tmp_path)).needed


@pytest.mark.parametrize("text", ['{"n": 1e400, "mcpServers": {}}', '{"a": 1, "a": 2}', '{"n": NaN, "a": [Infinity]}'])
def test_what_json_would_lose_stays_as_it_was_written(text: str) -> None:
    after = merged(CLIENTS["cursor"], text, "recollect", ENTRY)
    assert '"command": "r"' in after
    for part in ("1e400", '"a": 1, "a": 2', '"n": NaN, "a": [Infinity]'):
        assert (part in after) is (part in text)
    with pytest.raises(InvalidInput, match="by hand"):
        merged(CLIENTS["cursor"], after, "recollect", {"command": "another", "args": []})


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("client", ["cursor", "zed", "codex"])
def test_a_file_keeps_its_line_ends_and_its_mark(client: str, end: str, mark: str, tmp_path: Path) -> None:
    text = {"cursor": '{\n  "a": 1\n}\n', "zed": '{\n  // mine\n  "a": 1\n}\n', "codex": "a = 1\n# mine\n"}[client]
    path = CLIENTS[client].path(at(tmp_path))
    path.parent.mkdir(parents=True)
    path.write_bytes((mark + text.replace("\n", end)).encode())
    apply(plan(client, [], at=at(tmp_path)))
    written = path.read_bytes().decode()
    assert written.startswith(mark + text[0])
    assert written.count(end) == written.count("\n") > 3
    assert "recollect" in written
    assert not plan(client, [], at=at(tmp_path)).needed


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_itself_is_told_and_left(tmp_path: Path) -> None:
    path = tmp_path / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.symlink_to(path.name)
    with pytest.raises(InvalidInput, match="cannot be read"):
        plan("gemini", [], at=at(tmp_path))
    assert path.is_symlink()


def test_a_link_to_a_file_that_is_not_there_yet_makes_that_one(tmp_path: Path) -> None:
    path = tmp_path / ".gemini" / "settings.json"
    path.parent.mkdir()
    path.symlink_to(tmp_path / "later.json")
    apply(plan("gemini", [], at=at(tmp_path)))
    assert path.is_symlink()
    assert entry(tmp_path / "later.json")


@pytest.mark.parametrize(
    "client, text",
    [
        ("cursor", "{broken"),
        ("cursor", "[]"),
        ("cursor", '{"mcpServers": []}'),
        ("zed", "// c\n[1]"),
        ("codex", "= broken"),
        ("codex", 'mcp_servers = "x"'),
    ],
)
def test_a_file_that_is_not_understood_is_left_alone(client: str, text: str, tmp_path: Path) -> None:
    path = CLIENTS[client].path(at(tmp_path))
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(InvalidInput):
        plan(client, [], at=at(tmp_path))
    assert path.read_text() == text
    assert list(path.parent.iterdir()) == [path]


def test_a_dry_run_shows_the_change_and_makes_none(tmp_path: Path) -> None:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text('{"mcpServers": {}}')
    done = install(tmp_path, "cursor", "--dry-run")
    assert '+    "recollect": {' in done.stdout
    assert path.read_text() == '{"mcpServers": {}}'
    printed = install(tmp_path, "cursor", "--print", "--name", "memory")
    assert list(json.loads(printed.stdout)["mcpServers"]) == ["memory"]
    told = install(tmp_path, "cursor", "--json")
    assert json.loads(told.stdout)["changed"] is True
    assert json.loads(told.stdout)["backup"] == str(path) + ".bak"


def test_an_unknown_client_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    done = install(tmp_path, "netscape")
    assert done.returncode == 1
    assert "claude-code" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_stores_are_absolute_and_urls_stay() -> None:
    said = {"user": None, "agent": "dev", "read_only": False}
    assert arguments(store="http://host:8080", **said) == ["--db", "http://host:8080", "--agent", "dev"]
    assert Path(arguments(store="m.db", **said)[1]).is_absolute()
    assert arguments(store=None, user=None, agent=None, read_only=False) == []


def test_a_file_behind_a_link_is_changed_and_the_link_stays(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.symlink_to(real)
    apply(plan("cursor", [], at=at(tmp_path)))
    assert path.is_symlink()
    assert "recollect" in json.loads(real.read_text())["mcpServers"]


@pytest.mark.parametrize("client", ["cursor", "codex"])
def test_a_memory_on_a_server_gets_its_key_and_the_secret_is_told_and_not_shown(client: str, tmp_path: Path) -> None:
    said = (client, "--db", "http://127.0.0.1:8511", "--user", "ana")
    for look in ("--dry-run", "--print"):
        shown = install(tmp_path, *said, look, RECOLLECT_API_KEY="rk_secret").stdout
        assert "RECOLLECT_API_KEY" in shown
        assert "rk_secret" not in shown
    done = install(tmp_path, *said, RECOLLECT_API_KEY="rk_secret")
    assert "a secret" in done.stdout
    assert "rk_secret" not in done.stdout
    path = tmp_path / LINUX[client]
    assert entry(path)["env"] == {"RECOLLECT_API_KEY": "rk_secret"}
    assert path.stat().st_mode & 0o077 == 0
    path.chmod(0o644)
    turned = install(tmp_path, *said, "--dry-run", RECOLLECT_API_KEY="rk_other")
    assert "RECOLLECT_API_KEY" in turned.stdout
    assert not {"rk_secret", "rk_other"} & set(re.findall(r"rk_\w+", turned.stdout))
    install(tmp_path, *said, RECOLLECT_API_KEY="rk_other")
    assert entry(path)["env"] == {"RECOLLECT_API_KEY": "rk_other"}
    assert [one.name for one in path.parent.iterdir() if one.stat().st_mode & 0o077] == []
    kept = install(tmp_path, *said, "--read-only")
    assert "a secret" in kept.stdout
    assert (entry(path)["args"][-1], entry(path)["env"]) == ("--read-only", {"RECOLLECT_API_KEY": "rk_other"})
    place = {"RECOLLECT_STORE": "http://127.0.0.1:8511", "RECOLLECT_API_KEY": "rk_secret"}
    install(tmp_path, client, "--name", "placed", **place)
    assert entry(path, "placed")["args"][-2:] == ["--db", "http://127.0.0.1:8511"]
    assert entry(path, "placed")["env"] == {"RECOLLECT_API_KEY": "rk_secret"}
    without = install(tmp_path, *said, "--name", "other")
    assert "set RECOLLECT_API_KEY and install again" in without.stdout
    assert "env" not in entry(path, "other")
    at_home = install(tmp_path, client, "--db", "memory.db", "--name", "here", RECOLLECT_API_KEY="rk_secret")
    assert "KEY" not in at_home.stdout
    assert "env" not in entry(path, "here")

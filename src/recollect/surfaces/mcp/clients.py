"""Where MCP clients keep their list of servers, and how one is added to it without losing anything. No I/O here."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.errors import InvalidInput
from recollect.surfaces.mcp import toml_text

Entry = dict[str, Any]
REACHED = frozenset(
    "type command args url serverUrl httpUrl headers http_headers env_http_headers bearer_token "
    "bearer_token_env_var".split()
)
"""How a client reaches a server, by any of its names for it; the other fields of an entry are people's own."""


@dataclass(frozen=True, kw_only=True)
class Folders:
    """The folders a person's programs keep their settings in."""

    home: Path
    settings: Path
    """`~/.config`, `~/Library/Application Support` or `%APPDATA%`."""
    windows: bool = False


@dataclass(frozen=True, kw_only=True)
class Client:
    """A program that speaks MCP."""

    name: str
    title: str
    path: Callable[[Folders], Path]
    table: str = "mcpServers"
    """The field of its file that holds the servers."""
    typed: bool = False
    """Each server says that it is reached over stdio."""
    toml: bool = False
    then: str = "Restart it"


CLIENTS = {
    one.name: one
    for one in (
        Client(
            name="claude",
            title="Claude Desktop",
            path=lambda at: at.settings / "Claude" / "claude_desktop_config.json",
            then="Quit it wholly and start it again",
        ),
        Client(
            name="claude-code",
            title="Claude Code",
            path=lambda at: at.home / ".claude.json",
            typed=True,
            then="Start a new session; /mcp shows the server",
        ),
        Client(name="cursor", title="Cursor", path=lambda at: at.home / ".cursor" / "mcp.json"),
        Client(
            name="vscode",
            title="Visual Studio Code",
            path=lambda at: at.settings / "Code" / "User" / "mcp.json",
            table="servers",
            typed=True,
            then="Run 'MCP: List Servers' in its command palette",
        ),
        Client(
            name="windsurf",
            title="Windsurf",
            path=lambda at: at.home / ".codeium" / "windsurf" / "mcp_config.json",
        ),
        Client(
            name="zed",
            title="Zed",
            path=lambda at: (at.settings / "Zed" if at.windows else at.home / ".config" / "zed") / "settings.json",
            table="context_servers",
            then="It takes the change at once",
        ),
        Client(
            name="codex",
            title="Codex",
            path=lambda at: at.home / ".codex" / "config.toml",
            table="mcp_servers",
            toml=True,
            then="Start a new session",
        ),
        Client(
            name="gemini",
            title="Gemini CLI",
            path=lambda at: at.home / ".gemini" / "settings.json",
            then="Start a new session; /mcp shows the server",
        ),
    )
}


def entry(client: Client, command: str, args: list[str], env: Mapping[str, str] | None = None) -> Entry:
    plain: Entry = {"command": command, "args": args, **({"env": dict(env)} if env else {})}
    return {"type": "stdio", **plain} if client.typed else plain


def merged(client: Client, text: str, server: str, entry: Entry) -> str:
    """The file with our server in it and everything else as it was."""
    return _merged_toml(client, text, server, entry) if client.toml else _merged_json(client, text, server, entry)


def present_env(client: Client, text: str, server: str) -> dict[str, Any]:
    """The environment that the server has in the file; none where the file cannot be read."""
    try:
        held = tomllib.loads(text) if client.toml else json.loads(_bare(text))
        env = held[client.table][server]["env"]
    except (ValueError, TypeError, KeyError):
        return {}
    return env if isinstance(env, dict) else {}


def shown(client: Client, server: str, entry: Entry) -> str:
    """What is put in, as a person would write it."""
    if client.toml:
        return _toml(client, server, entry)
    return json.dumps({client.table: {server: entry}}, indent=2, ensure_ascii=False) + "\n"


def _merged_json(client: Client, text: str, server: str, entry: Entry) -> str:
    if not text.strip():
        return shown(client, server, entry)
    try:
        held = json.loads(text, object_pairs_hook=_once, parse_float=_finite, parse_constant=_finite)
    except ValueError:
        return _with_comments(client, text, server, entry)
    if not isinstance(held, dict) or not isinstance(held.get(client.table, {}), dict):
        raise InvalidInput(f"the file has no object of servers ({client.table}); nothing was changed")
    servers = held.get(client.table, {})
    held[client.table] = {**servers, server: _renewed(servers.get(server), entry)}
    indent = re.search(r"^[{\[]\s*\n([ \t]+)", text)
    step = indent[1] if indent else "  "
    return json.dumps(held, indent="\t" if "\t" in step else len(step), ensure_ascii=False) + "\n"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a name that stands twice one would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


def _finite(number: str) -> float:
    """What is too large for a number would be written as a word, which is no JSON."""
    found = float(number)
    if not math.isfinite(found):
        raise ValueError("it is no number that JSON can carry")
    return found


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def _bare(text: str) -> str:
    """JSON without comments and commas before a closing bracket; every other character keeps its place."""

    def blank(found: re.Match[str]) -> str:
        said = found[0]
        return said if said.startswith('"') else re.sub(r"[^\n]", " ", said)

    without = _TOKEN.sub(blank, text)
    return re.sub(
        r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', lambda found: found[1] if found[1] else " ", without, flags=re.DOTALL
    )


def _with_comments(client: Client, text: str, server: str, entry: Entry) -> str:
    """JSON that people annotate, or that would lose something: the entry is put in as text, so that all else stays;
    checked by reading it again."""
    bare = _bare(text)
    try:
        held = json.loads(bare)
    except ValueError as error:
        raise InvalidInput(
            f"the file is not JSON ({error}); put it right, or add the server by hand (--print)"
        ) from error
    if not isinstance(held, dict) or not isinstance(held.get(client.table, {}), dict):
        raise InvalidInput(f"the file has no object of servers ({client.table}); nothing was changed")
    servers = held.get(client.table, {})
    if server in servers and servers[server] == _renewed(servers[server], entry):
        return text
    if server in servers:
        raise InvalidInput(
            f"the file has already a server {server!r}, and comments or values that would be lost by writing it anew; "
            "change it by hand (--print), or use --name"
        )
    body = json.dumps({server: entry}, indent=2, ensure_ascii=False)[1:-1].rstrip()
    if client.table in held:
        opening = re.search(rf'"{re.escape(client.table)}"\s*:\s*\{{', bare)
        inside = held[client.table]
    else:
        opening = re.search(r"\{", bare)
        inside = held
        body = "\n  " + f'"{client.table}": {{' + body.replace("\n", "\n  ") + "\n  }"
    place = opening.end() if opening else 0
    made = text[:place] + body + ("," if inside else "\n") + text[place:]
    expected = {**held, client.table: {**servers, server: entry}}
    if _read(_bare(made)) != expected:
        raise InvalidInput("the file cannot be changed without touching its comments; add the server by hand (--print)")
    return made


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _toml(client: Client, server: str, entry: Entry) -> str:
    return f"[{client.table}.{_key(server)}]\n{_lines(entry)}"


def _lines(entry: Entry) -> str:
    return "".join(f"{name} = {_value(value)}\n" for name, value in entry.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _merged_toml(client: Client, text: str, server: str, entry: Entry) -> str:
    """Our table replaced or put at the end, as text; checked by reading it again."""
    try:
        held = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(
            f"the file is not TOML ({error}); put it right, or add the server by hand (--print)"
        ) from error
    servers = held.get(client.table, {})
    if not isinstance(servers, dict):
        raise InvalidInput(f"the file has no table of servers ({client.table}); nothing was changed")
    before = servers.get(server, {})
    if not isinstance(before, dict):
        raise InvalidInput(f"{client.table}.{server} is no table; nothing was changed")
    wanted = _renewed(before, entry)
    if wanted == before:
        return text
    new = {name: value for name, value in entry.items() if before.get(name) != value}
    gone = {*new, *(before.keys() - wanted.keys())}
    made = toml_text.put(text, (client.table, server), gone, _lines(new))
    if made is None:
        made = (text.rstrip() + "\n\n" if text.strip() else "") + _toml(client, server, new)
    expected = {**held, client.table: {**servers, server: wanted}}
    try:
        if tomllib.loads(made) == expected:
            return made
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"the server cannot be put in without changing more ({error}); use --print") from error
    raise InvalidInput("the server cannot be put in without changing more than its own table; use --print")


def _renewed(before: Any, entry: Entry) -> Entry:
    """An entry with the options that people gave the one before; how that one was reached is ours to say."""
    if not isinstance(before, dict):
        return entry
    kept = {name: value for name, value in before.items() if name not in REACHED}
    return {**kept, **entry}

"""Where MCP clients keep their list of servers, and how one is added to it without losing anything. No I/O here."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.errors import InvalidInput

Entry = dict[str, Any]


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
        held = json.loads(text)
    except ValueError:
        return _with_comments(client, text, server, entry)
    if not isinstance(held, dict) or not isinstance(held.get(client.table, {}), dict):
        raise InvalidInput(f"the file has no object of servers ({client.table}); nothing was changed")
    held[client.table] = {**held.get(client.table, {}), server: entry}
    indent = re.search(r"^[{\[]\s*\n([ \t]+)", text)
    step = indent[1] if indent else "  "
    return json.dumps(held, indent="\t" if "\t" in step else len(step), ensure_ascii=False) + "\n"


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
    """JSON that people annotate: the entry is put in as text, so that comments stay; checked by reading it again."""
    bare = _bare(text)
    try:
        held = json.loads(bare)
    except ValueError as error:
        raise InvalidInput(
            f"the file is not JSON ({error}); put it right, or add the server by hand (--print)"
        ) from error
    if not isinstance(held, dict) or not isinstance(held.get(client.table, {}), dict):
        raise InvalidInput(f"the file has no object of servers ({client.table}); nothing was changed")
    if held.get(client.table, {}).get(server) == entry:
        return text
    if server in held.get(client.table, {}):
        raise InvalidInput(
            f"the file has comments and already a server {server!r}; change it by hand (--print), or use --name"
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
    expected = {**held, client.table: {**held.get(client.table, {}), server: entry}}
    if _read(_bare(made)) != expected:
        raise InvalidInput("the file cannot be changed without touching its comments; add the server by hand (--print)")
    return made


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _toml(client: Client, server: str, entry: Entry) -> str:
    lines = [f"[{client.table}.{_key(server)}]"]
    lines += [f"{name} = {_value(value)}" for name, value in entry.items()]
    return "\n".join(lines) + "\n"


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
    own, below = (_block(f"[{client.table}.{_key(server)}{part}]") for part in ("", ".env"))
    if "env" in entry:
        text = below.sub("", text)
    block = _toml(client, server, entry)
    if own.search(text):
        made = own.sub(lambda _: block + "\n", text, count=1).rstrip() + "\n"
    else:
        made = (text.rstrip() + "\n\n" if text.strip() else "") + block
    expected = {**held, client.table: {**servers, server: {**_tables(servers.get(server, {})), **entry}}}
    try:
        if tomllib.loads(made) == expected:
            return made
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"the server cannot be put in without changing more ({error}); use --print") from error
    raise InvalidInput("the server cannot be put in without changing more than its own table; use --print")


def _block(header: str) -> re.Pattern[str]:
    """A table as text, with its header."""
    return re.compile(rf"^{re.escape(header)}[^\n]*\n(?:(?!\[)[^\n]*\n?)*", re.MULTILINE)


def _tables(server: Entry) -> Entry:
    """Tables below our own (`[mcp_servers.recollect.env]`) stay."""
    return {name: value for name, value in server.items() if isinstance(value, dict)}

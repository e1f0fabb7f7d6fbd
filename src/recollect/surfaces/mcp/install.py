"""Putting Recollect into the settings of an MCP client: shows or makes the change, and keeps the old file."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from recollect.errors import InvalidInput
from recollect.memory.opening import on_server
from recollect.surfaces.mcp.clients import CLIENTS, Client, Folders, entry, merged, present_env, shown

BACKUPS_MAX = 1000
NAME_CHARS_MAX = 64
API_KEY = "RECOLLECT_API_KEY"
MARK = "\ufeff"
HIDDEN = "rk_…"
"""What is shown in place of a key."""
_KEYS = re.compile(rf"""{API_KEY}["']?\s*[:=]\s*("(?:[^"\\]|\\.)+"|'[^']+')""")
"""The keys in a client's file, with their quotes."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What is to be done to a client's file."""

    client: Client
    path: Path
    before: str
    after: str
    entry: str
    """Only what is put in."""
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What the entry's environment is then: it may hold a key."""
    mark: bool = False
    """The file begins with a mark of its encoding."""
    line_end: str | None = None
    """How its lines end; None: as the system has it."""

    @property
    def needed(self) -> bool:
        return self.before != self.after

    def without_keys(self, told: str) -> str:
        """A text without the keys that the file has now or will have."""
        for key in sorted(set(_KEYS.findall(self.before) + _KEYS.findall(self.after)), key=len, reverse=True):
            told = told.replace(key, f'"{HIDDEN}"')
        return told


def folders() -> Folders:
    from platformdirs import user_config_path

    return Folders(home=Path.home(), settings=user_config_path(roaming=True), windows=sys.platform == "win32")


def command() -> tuple[str, list[str]]:
    """How a client starts us: an absolute path, because programs with windows have another PATH."""
    beside = Path(sys.executable).with_name("recollect.exe" if sys.platform == "win32" else "recollect")
    found = str(beside) if beside.exists() else shutil.which("recollect")
    return (found, ["mcp"]) if found else (sys.executable, ["-m", "recollect", "mcp"])


def arguments(*, store: str | None, user: str | None, agent: str | None, read_only: bool) -> list[str]:
    """What was said on the command line, with paths that hold wherever the client starts it."""
    said: list[str] = []
    if store is not None:
        said += ["--db", store if "://" in store else str(Path(store).expanduser().absolute())]
    if user is not None:
        said += ["--user", user]
    if agent is not None:
        said += ["--agent", agent]
    return [*said, "--read-only"] if read_only else said


def needs_key(store: str | None) -> bool:
    """Whether the memory lies on a server: what a client starts has the environment that its file gives it."""
    return store is not None and on_server(store)


def plan(
    name: str,
    args: list[str],
    *,
    server: str = "recollect",
    at: Folders | None = None,
    env: Mapping[str, str] | None = None,
) -> Change:
    """What installing would do. `env` holds secrets: it is written, and not shown. What the entry's environment
    held before stays in it."""
    client = _client(name, server)
    path = client.path(at or folders())
    try:
        written = path.read_bytes().decode()
    except FileNotFoundError:
        written = ""
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read ({error}); add the server by hand (--print)") from error
    before = written.removeprefix(MARK).replace("\r\n", "\n")
    program, first = command()
    env = {**present_env(client, before, server), **(env or {})}
    made = entry(client, program, [*first, *args], env)
    try:
        after = merged(client, before, server, made)
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from error
    told = shown(client, server, entry(client, program, [*first, *args], _hidden(env)))
    return Change(
        client=client,
        path=path,
        before=before,
        after=after,
        entry=told,
        env=env,
        mark=written.startswith(MARK),
        line_end=_line_end(written),
    )


def _line_end(written: str) -> str | None:
    """Of the first line."""
    first, ended, _ = written.partition("\n")
    if not ended:
        return None
    return "\r\n" if first.endswith("\r") else "\n"


def shown_for(name: str, args: list[str], *, server: str = "recollect", env: Mapping[str, str] | None = None) -> str:
    """What a person would put in by hand."""
    client = _client(name, server)
    program, first = command()
    return shown(client, server, entry(client, program, [*first, *args], _hidden(env)))


def _hidden(env: Mapping[str, str] | None) -> dict[str, str]:
    return dict.fromkeys(env or {}, HIDDEN)


def _client(name: str, server: str) -> Client:
    if name not in CLIENTS:
        raise InvalidInput(f"unknown client {name!r}; the clients are {', '.join(CLIENTS)}")
    if not server.strip() or len(server) > NAME_CHARS_MAX:
        raise InvalidInput(f"the name of the server is empty or longer than {NAME_CHARS_MAX} characters")
    return CLIENTS[name]


def apply(change: Change) -> Path | None:
    """Write it whole or not at all; returns where the old file was kept, None where there was none."""
    target = change.path.resolve()  # a link stays a link
    backup = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            backup = _free(target)
            shutil.copy2(target, backup)
            _close(backup, change)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        made = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", newline=change.line_end) as file:
            file.write(MARK + change.after if change.mark else change.after)
        if target.exists():
            made.chmod(stat.S_IMODE(target.stat().st_mode))
        _close(made, change)
        made.replace(target)
    except OSError as error:
        raise InvalidInput(f"{change.path} cannot be written ({error.strerror}); nothing was changed") from error
    return backup


def _close(file: Path, change: Change) -> None:
    """What holds a key is read by its owner alone."""
    if (change.env or API_KEY in change.before) and sys.platform != "win32":
        file.chmod(stat.S_IMODE(file.stat().st_mode) & 0o700)


def _free(target: Path) -> Path:
    for number in range(BACKUPS_MAX):
        path = target.with_name(f"{target.name}.bak{number or ''}")
        if not path.exists():
            return path
    raise InvalidInput(f"there are {BACKUPS_MAX} old copies beside {target}; remove some")

"""Changing one setting in a person's file and nothing else: comments, order and other names stay as they are.

A line is edited, and the result is read again: unless it says exactly what it said before but for the one setting,
nothing is written. The file is replaced in one step; a new one can be read by its owner alone, since it may hold keys.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from recollect.config.checking import Row, checked, from_text, row_of
from recollect.config.loading import load_tree
from recollect.config.safe_serving import require_servable
from recollect.config.sources import read_tree, split
from recollect.errors import ConfigError

Path_ = tuple[str, ...]

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]#]+?)\s*\]\]?\s*(#.*)?$")
_PAIR = re.compile(r"(\s*)([A-Za-z0-9_\-.\"' \t]+?)(\s*=\s*)(.*?)(\r?\n)?$", re.DOTALL)


def set_in_file(file: Path, values: Mapping[str, Any]) -> dict[str, Any]:
    """Write settings into the file; a value may be text or of its type. Answers with what was written."""
    typed = {name: _typed(row_of(name), value) for name, value in values.items()}
    text = _text_of(file)
    for name, value in typed.items():
        text = _with(text, name, value, file)
    require_servable(load_tree(tomllib.loads(text)), typed)
    _write(file, text)
    return typed


def unset_in_file(file: Path, name: str) -> bool:
    """Take a setting out of the file; whether it was there."""
    row_of(name)
    before = _text_of(file)
    after = _with(before, name, None, file)
    if after == before:
        return False
    load_tree(tomllib.loads(after))
    _write(file, after)
    return True


def own_in_file(file: Path) -> dict[str, Any]:
    """What the file says in our own names."""
    return split_quietly(read_tree(file))[0]


def _typed(row: Row, value: Any) -> Any:
    return checked(row, from_text(row, value) if isinstance(value, str) else value)


def _text_of(file: Path) -> str:
    read_tree(file)  # what cannot be read is not edited
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8", newline="") as lines:
        return lines.read()


def _with(text: str, name: str, value: Any, file: Path) -> str:
    """The text with the setting's line changed, added, or (None) taken out; refused when that cannot be done safely."""
    before = _own(text)
    if value is None and name not in before:
        return text
    lines = text.splitlines(keepends=True)
    ending = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    place = _place(lines, name)
    if place is not None:
        found = _PAIR.match(lines[place])
        if found is not None:
            written = f"{found[1]}{found[2]}{found[3]}{_toml(value)}{_comment(found[4])}{found[5] or ending}"
            lines[place] = "" if value is None else written
    elif name not in before:
        at = next((at for at, line in enumerate(lines) if _HEADER.match(line)), len(lines))
        if at and not lines[at - 1].endswith("\n"):
            lines[at - 1] += ending
        gap = ending if at < len(lines) else ""
        lines.insert(at, f"{name} = {_toml(value)}{ending}{gap}")
    after = "".join(lines)
    wanted = {**before, name: value} if value is not None else {one: before[one] for one in before if one != name}
    if not _says(after, wanted, _others(text)):
        raise ConfigError(f"{name} is written in {file} in a way that cannot be changed safely; edit the file by hand")
    return after


def _place(lines: Sequence[str], name: str) -> int | None:
    """The line that holds a setting: `name = …`, `[gateway]` with `inject = …`, or `gateway.inject = …`."""
    table: Path_ = ()
    for at, line in enumerate(lines):
        header = _HEADER.match(line)
        if header is not None:
            table = _keys(header[1])
        elif (found := _PAIR.match(line)) is not None and "_".join((*table, *_keys(found[2]))) == name:
            return at
    return None


def _keys(text: str) -> Path_:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def _comment(rest: str) -> str:
    """The comment after a value, with the room before it. The value may be text that has a # in it."""
    for at, mark in enumerate(rest):
        if mark == "#":
            try:
                tomllib.loads(f"value = {rest[:at]}")
            except tomllib.TOMLDecodeError:
                continue
            start = len(rest[:at].rstrip())
            return rest[start:].rstrip()
    return ""


def _toml(value: Any) -> str:
    """Text, a whole number or a fraction as TOML writes it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _own(text: str) -> dict[str, Any]:
    return split_quietly(tomllib.loads(text))[0]


def _others(text: str) -> dict[str, Any]:
    return split_quietly(tomllib.loads(text))[1]


def _says(text: str, own: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    try:
        return split_quietly(tomllib.loads(text)) == (own, others)
    except (tomllib.TOMLDecodeError, ConfigError):
        return False


def split_quietly(tree: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """As `split`; OpenClaw's list of agents is taken as one thing."""
    agents = tree.get("agents")
    if isinstance(agents, Mapping) and "list" in agents:
        rest = {**tree, "agents": {name: value for name, value in agents.items() if name != "list"}}
        own, others = split({name: value for name, value in rest.items() if value != {}})
        return own, {**others, "agents.list": agents["list"]}
    return split(tree)


def _write(file: Path, text: str) -> None:
    """In one step; a link stays a link, and the rights of an existing file stay."""
    target = file.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            beside.chmod(mode)
            beside.replace(target)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ConfigError(f"the settings file {file} cannot be written: {error}") from error

"""Keys that OpenClaw keeps for an agent: `<state>/agents/<id>/agent/auth-profiles.json`.

`{"profiles": {"openai:default": {"type": "api_key", "provider": "openai", "key": "…"}}, "order": {"openai": [ids]}}`,
where `{"keyRef": {"source": "env", "id": "NAME"}}` stands for a key in the environment. Keys alone count: a login that
OpenClaw has with a provider (`oauth`, `token`) is for its own conversations, and a text such as `${NAME}` is no key.
Nothing here is written, shown or logged.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.config.foreign.openclaw import NAMED, is_reference
from recollect.errors import ConfigError
from recollect.rules.file_text import OPEN

FILE_BYTES_MAX = 10_000_000
MAIN = "main"
"""The agent whose profiles the others have too."""
_API_KEY = "api_key"


def kept_keys(state: Path, agent: str | None, environment: Mapping[str, str]) -> dict[str, str]:
    """Provider, as it is called here -> the key of its first profile; an agent's own go before those of `main`."""
    found: dict[str, str] = {}
    for name in dict.fromkeys((agent or MAIN, MAIN)):
        if Path(name).name == name != "..":  # an agent's name that is a path leads elsewhere; that of `.` is empty
            for provider, key in _keys(_read(state / "agents" / name / "agent" / "auth-profiles.json"), environment):
                found.setdefault(provider, key)
    return found


def _read(file: Path) -> Mapping[str, Any]:
    try:
        # people keep such files elsewhere and link to them
        with open(file, "rb", opener=lambda name, _: os.open(name, OPEN & ~getattr(os, "O_NOFOLLOW", 0))) as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise _unreadable(file, "it is no plain file")
            content = opened.read(FILE_BYTES_MAX + 1)
        if len(content) > FILE_BYTES_MAX:
            raise _unreadable(file, f"it has more than {FILE_BYTES_MAX:,} bytes")
        read = json.loads(content.decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise _unreadable(file, str(error.strerror)) from error
    except (ValueError, RecursionError):
        raise _unreadable(file, "it is no JSON, or nested too deeply") from None  # what is wrong may quote a key
    if not isinstance(read, Mapping) or not isinstance(read.get("profiles", {}), Mapping):
        raise _unreadable(file, "it holds no profiles")
    return read


def _keys(read: Mapping[str, Any], environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Provider and key, in the order that the file names, then as they stand."""
    profiles, order = read.get("profiles", {}), read.get("order")
    ordered = order.values() if isinstance(order, Mapping) else ()
    first = [str(id) for ids in ordered if isinstance(ids, list) for id in ids]
    for id in dict.fromkeys((*first, *profiles)):
        one = profiles.get(id)
        provider = one.get("provider") if isinstance(one, Mapping) and one.get("type") == _API_KEY else None
        if isinstance(provider, str) and provider in NAMED:
            key = _key(one, environment)
            if key:
                yield NAMED[provider], key


def _key(profile: Mapping[str, Any], environment: Mapping[str, str]) -> str | None:
    key, reference = profile.get("key"), profile.get("keyRef")
    if isinstance(key, str) and key.strip() and not is_reference(key):
        return key.strip()
    if isinstance(reference, Mapping) and reference.get("source") == "env":
        return environment.get(str(reference.get("id")))
    return None


def _unreadable(file: Path, reason: str) -> ConfigError:
    return ConfigError(
        f"OpenClaw's auth profiles {file} cannot be read: {reason}; mend the file, or set openclaw_keys = off"
    )

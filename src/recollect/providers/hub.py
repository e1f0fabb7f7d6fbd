"""Fetching a model file from a hub once: `hf:owner/name/file`. A download that breaks off goes on where it stopped.

Used only for a name a person configured. What has been fetched is used without asking the hub again.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from recollect.errors import ConfigError, EmbeddingFailed
from recollect.model.paths import private_folder
from recollect.providers.failures import described

NAME: Final = re.compile(r"hf:(?P<repository>[\w.-]+/[\w.-]+)/(?P<file>[\w./-]+)")
BLOCK_BYTES: Final = 1024 * 1024
FILE_BYTES_MAX: Final = 50 * 1024**3
ATTEMPTS_MAX: Final = 5


def local_file(name: str, *, cache: Path, hub_url: str, timeout_s: float) -> Path:
    """The file a name means: a path as it is, an `hf:` name from the cache, fetched when it is not there yet."""
    if not name.startswith("hf:"):
        path = Path(name).expanduser()
        if not path.is_file():
            raise ConfigError(f"there is no model file {path}: set gguf_model to a .gguf file or an hf: name")
        return path
    parts = NAME.fullmatch(name)
    if parts is None or ".." in name:
        raise ConfigError(f"{name!r} is no name on a hub; write hf:owner/name/file.gguf")
    path = cache / parts["repository"].replace("/", "--") / parts["file"].replace("/", "--")
    if not path.is_file():
        url = f"{hub_url.rstrip('/')}/{parts['repository']}/resolve/main/{urllib.parse.quote(parts['file'])}"
        _fetch(url, path, timeout_s)
    return path


def _fetch(url: str, path: Path, timeout_s: float) -> None:
    """Each attempt takes up where the one before broke off; only a complete file gets the final name."""
    private_folder(path.parent)
    part = path.with_name(path.name + ".part")
    reason = ""
    for _ in range(ATTEMPTS_MAX):
        before = part.stat().st_size if part.exists() else 0
        try:
            done = _go_on(url, part, before, timeout_s)
        except urllib.error.HTTPError as error:
            raise EmbeddingFailed(f"the hub refused {url}: HTTP {error.code}. {_instead(part)}") from error
        except (OSError, HTTPException) as error:
            reason = described(error)
            done = False
        if done:
            part.replace(path)
            return
        if not part.exists() or part.stat().st_size <= before:
            break  # nothing came at all: the next attempt would fare no better
    raise EmbeddingFailed(f"the model cannot be fetched from {url}: {reason or 'it broke off'}. {_instead(part)}")


def _instead(part: Path) -> str:
    kept = f" What came so far ({part.stat().st_size:,} bytes) is kept." if part.exists() else ""
    return f"Fetch it yourself and set gguf_model to its path, or try again.{kept}"


def _go_on(url: str, part: Path, start: int, timeout_s: float) -> bool:
    """Append what is missing; whether the file is complete now."""
    headers = {"Range": f"bytes={start}-"} if start else {}
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout_s) as answer:
        resumed = answer.status == 206
        total = _total(answer.headers, start if resumed else 0)
        with part.open("ab" if resumed else "wb") as file:
            size = start if resumed else 0
            while block := answer.read(BLOCK_BYTES):
                size += len(block)
                if size > FILE_BYTES_MAX:
                    raise EmbeddingFailed(f"{url} is larger than {FILE_BYTES_MAX:,} bytes; that is no embedding model")
                file.write(block)
    return total is None or size >= total


def _total(headers: Mapping[str, Any], start: int) -> int | None:
    length = headers.get("Content-Length")
    return start + int(length) if length else None

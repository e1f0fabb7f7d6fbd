"""Conversations exported for the program: what user and assistant said, as Markdown, for as long as they are kept.

Read are the JSON lines OpenClaw writes (`{"type": "message", "message": {"role", "content"}}`) and plain `role` and
`content`. Tool calls and their results, thinking, pictures and system texts are left out; every message is one line, so
that no text can pass for another speaker's; secrets are masked by the function that is given. Only files this module
wrote are ever overwritten or removed: their first line says so.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "<!-- exported by recollect -->"
SPEAKERS = {"user": "User", "assistant": "Assistant"}
SESSIONS_MAX = 10_000
FILE_BYTES_MAX = 200_000_000
LINE_BYTES_MAX = 4_000_000
DAY_S = 86_400.0
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+|\s+")


@dataclass(frozen=True, kw_only=True)
class Exported:
    """What an export did."""

    written: int = 0
    kept: int = 0
    removed: int = 0


def export(
    transcripts: Path,
    folder: Path,
    *,
    now_s: float,
    retention_days: float,
    scrub: Callable[[str], str],
    stopped: Callable[[], bool] = bool,
) -> Exported:
    """Bring `folder` in step with the transcripts that are not older than `retention_days` (0: all).

    `now_s` is seconds since 1970, as the times of files are. A transcript that did not change is not read again. Once
    `stopped` says so, no further one is begun.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    oldest_s = now_s - retention_days * DAY_S if retention_days > 0 else None
    wanted: set[str] = set()
    written = 0
    for transcript, about in _newest(transcripts):
        if stopped():
            return Exported(written=written)
        if oldest_s is not None and about.st_mtime < oldest_s:
            continue
        target = folder / f"{transcript.stem}.md"
        wanted.add(target.name)
        if _is_current(target, about):
            continue
        if target.is_symlink() or (target.exists() and not _is_ours(target)):
            continue
        if _write(target, transcript, about, scrub):
            written += 1
    removed = 0
    for target in sorted(folder.glob("*.md")):
        if target.name not in wanted and not target.is_symlink() and _is_ours(target):
            target.unlink()
            removed += 1
    return Exported(written=written, kept=len(wanted) - written, removed=removed)


def said(transcript: Path, scrub: Callable[[str], str]) -> Iterator[str]:
    """`User: …` and `Assistant: …`, one line a message."""
    with transcript.open("rb") as opened:
        while line := opened.readline(LINE_BYTES_MAX + 1):
            if len(line) > LINE_BYTES_MAX:
                while line and not line.endswith(b"\n"):  # the rest of a line nobody can have typed
                    line = opened.readline(LINE_BYTES_MAX + 1)
                continue
            role, text = _message(line)
            if role in SPEAKERS and (clean := _CONTROL.sub(" ", text).strip()):
                yield f"{SPEAKERS[role]}: {_CONTROL.sub(' ', scrub(clean)).strip()}"


def _newest(transcripts: Path) -> list[tuple[Path, os.stat_result]]:
    """Plain files, newest first; links are left out."""
    found: list[tuple[Path, os.stat_result]] = []
    if not transcripts.is_dir():
        return found
    for path in transcripts.glob("*.jsonl"):
        with suppress(FileNotFoundError):
            about = path.lstat()
            if stat.S_ISREG(about.st_mode) and about.st_size <= FILE_BYTES_MAX:
                found.append((path, about))
    found.sort(key=lambda one: (-one[1].st_mtime, one[0].name))
    return found[:SESSIONS_MAX]


def _is_current(target: Path, about: os.stat_result) -> bool:
    """An export has the time of its transcript."""
    try:
        own = target.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISREG(own.st_mode) and own.st_mtime_ns == about.st_mtime_ns and _is_ours(target)


def _is_ours(target: Path) -> bool:
    try:
        with target.open("rb") as opened:
            return opened.read(len(MARK)) == MARK.encode()
    except OSError:
        return False


def _write(target: Path, transcript: Path, about: os.stat_result, scrub: Callable[[str], str]) -> bool:
    """All or nothing: a search in between sees the old text or the new one."""
    draft = target.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    try:
        with draft.open("x", encoding="utf-8") as opened:
            opened.write(f"{MARK}\n# Session {transcript.stem}\n")
            for line in said(transcript, scrub):
                opened.write(f"\n{line}\n")
    except FileNotFoundError:  # the transcript went away meanwhile
        draft.unlink(missing_ok=True)
        return False
    os.utime(draft, ns=(about.st_mtime_ns, about.st_mtime_ns))
    draft.replace(target)
    return True


def _message(line: bytes) -> tuple[str, str]:
    """Role and text of a line; nothing of one that is no message."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return "", ""
    if not isinstance(row, dict):
        return "", ""
    message = row.get("message") if row.get("type") == "message" else row
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        return "", ""
    return message["role"], _text(message.get("content"))


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return " ".join(part["text"] for part in parts if isinstance(part.get("text"), str))

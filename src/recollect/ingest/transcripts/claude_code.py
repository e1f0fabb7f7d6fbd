"""Claude Code's sessions: `projects/<project>/<session>.jsonl`, one event a line.

`user` and `assistant` events hold what was said. Left out are side chains (what helpers of the assistant talked about),
tool calls and their results, thinking, summaries the program made of the talk itself, and its notes to the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from recollect.ingest.transcripts.lines import numbered
from recollect.ingest.transcripts.said import Broken, Said, clean, moment, name_of, text_of

_SPOKEN = ("user", "assistant")
_UNSAID = ("isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage", "isVisibleInTranscriptOnly")
_BESIDE = {"summary": "leafUuid", "file-history-snapshot": "messageId"}
"""Events that name no session, and what they name instead."""
_NOTE = re.compile(
    r"<(system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|command-name|command-message|"
    r"command-args|command-contents|bash-input|bash-stdout|bash-stderr|task-notification|ide_opened_file|ide_selection|"
    r"ide_diagnostics|user-prompt-submit-hook)>"
)
"""How a note to the model begins."""
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\[\]]*\]")


def is_line(value: Any) -> bool:
    """Whether a line is one of a session."""
    kind = value.get("type") if isinstance(value, Mapping) else None
    return isinstance(kind, str) and _BESIDE.get(kind, "sessionId") in value


def said(value: Any, number: int, session: str) -> Said | None:
    """What an event says; None: nothing that somebody said."""
    if not isinstance(value, Mapping) or value.get("type") not in _SPOKEN or any(value.get(name) for name in _UNSAID):
        return None
    message = value.get("message")
    if not isinstance(message, Mapping) or message.get("role", value["type"]) not in _SPOKEN:
        return None
    content = clean(_INTERRUPTED.sub("", _without_notes(text_of(message.get("content")))))
    if not content or message.get("model") == "<synthetic>":
        return None
    uuid, cwd = value.get("uuid"), value.get("cwd")
    return Said(
        role=value["type"],
        content=content,
        session=name_of(value.get("sessionId"), session),
        place=uuid if isinstance(uuid, str) and uuid else str(number),
        line=number,
        occurred_at=moment(value.get("timestamp")),
        metadata={"cwd": clean(cwd)} if isinstance(cwd, str) and cwd else {},
    )


def _without_notes(text: str) -> str:
    """No pattern for the whole of a note: of many that are never closed each would be searched to the end."""
    kept: list[str] = []
    unclosed: set[str] = set()
    at = 0
    for begin in _NOTE.finditer(text):
        name = begin[1]
        if begin.start() < at or name in unclosed:
            continue
        end = text.find(f"</{name}>", begin.end())
        if end < 0:
            unclosed.add(name)
            continue
        kept.append(text[at : begin.start()])
        at = end + len(f"</{name}>")
    return "".join([*kept, text[at:]])


def read(path: Path) -> Iterator[Said | Broken]:
    """What was said in a session, in order."""
    with path.open("rb") as file:
        for line in numbered(file):
            if line.problem is not None:
                yield Broken(line=line.number, reason=line.problem)
                continue
            found = said(line.value, line.number, path.stem)
            if found is not None:
                yield found

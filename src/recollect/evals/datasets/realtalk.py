"""REALTALK (Lee et al., 2025): chats of real people over weeks, questions in LoCoMo's manner.

Reads the published folder of `Chat_*.json`, or one such file. Malformed evidence ids are skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from recollect.evals.datasets.common import BadDataset, Dataset, Message, Space, dialogue_questions, parse_time
from recollect.evals.datasets.locomo import CATEGORIES

_TIME: Final = "%d.%m.%Y, %H:%M:%S"


def load(path: Path) -> Dataset:
    """`path`: the folder, or one chat."""
    files = [path] if path.is_file() else sorted(path.glob("*.json"))
    spaces: list[Space] = []
    for file in files:
        chat = json.loads(file.read_text(encoding="utf-8"))
        if "session_1" not in chat:
            message = f"{file}: no session_1; is this a REALTALK chat?"
            raise BadDataset(message)
        if "qa" in chat:
            spaces.append(_space(chat, file.stem))
    if not spaces:
        message = f"{path}: no REALTALK chat with questions here"
        raise BadDataset(message)
    return Dataset(name="realtalk", spaces=tuple(spaces))


def _space(chat: dict[str, Any], name: str) -> Space:
    messages: list[Message] = []
    for key, turns in chat.items():
        if not (key.startswith("session_") and key[8:].isdigit() and isinstance(turns, list)):
            continue
        messages.extend(
            Message(
                id=turn["dia_id"],
                session=f"D{int(key[8:])}",
                role="user",
                name=turn["speaker"],
                content=str(turn.get("clean_text", "")),
                occurred_at=parse_time(str(turn.get("date_time", "")), _TIME),
            )
            for turn in turns
        )
    questions = dialogue_questions(chat["qa"], messages, CATEGORIES, name=name)
    return Space(name=name, messages=tuple(messages), questions=questions)

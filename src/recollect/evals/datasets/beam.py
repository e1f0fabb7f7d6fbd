"""BEAM (Tavakoli et al., 2025): very long chats with an assistant, probing questions in ten abilities.

Reads a size folder (`100K`, `500K`, `1M`, ...) of numbered chats, or one chat's folder. The marks that the authors'
generator left at the end of messages ("->-> 1,2") are not part of what was said and are removed. Questions without
source messages (abstention) are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from recollect.evals.datasets.common import BadDataset, Dataset, Message, Question, Space, parse_time

APART: Final = frozenset(("event_ordering", "summarization"))
"""Abilities whose evidence is a whole chat: no list of ten can hold it."""
_MARK: Final = re.compile(r"\s*->->\s*[\d,\sN/A]*$")
_TIMES: Final = ("%B-%d-%Y", "%B %d, %Y", "%Y-%m-%d")


def load(path: Path) -> Dataset:
    """`path`: a size folder, the folder above, or the folder of one chat."""
    chats = sorted(path.rglob("chat.json"), key=_order)
    if not chats:
        message = f"{path}: no chat.json here; is this a BEAM folder?"
        raise BadDataset(message)
    return Dataset(name="beam", spaces=tuple(_space(chat) for chat in chats), apart=APART)


def _order(chat: Path) -> tuple[str, int, str]:
    name = chat.parent.name
    return (str(chat.parent.parent), int(name) if name.isdigit() else 0, name)


def _space(file: Path) -> Space:
    probing = [
        candidate
        for candidate in (
            file.parent / "probing_questions" / "probing_questions.json",
            file.parent / "probing_questions.json",
        )
        if candidate.is_file()
    ]
    if not probing:
        message = f"{file.parent}: chat.json has no probing_questions.json"
        raise BadDataset(message)
    messages = tuple(_messages(json.loads(file.read_text(encoding="utf-8"))))
    known = frozenset(message.id for message in messages)
    name = f"{file.parent.parent.name}/{file.parent.name}"
    questions: list[Question] = []
    for ability, entries in json.loads(probing[0].read_text(encoding="utf-8")).items():
        for number, entry in enumerate(entries):
            source = entry.get("source_chat_ids")
            evidence = _ids(source) & known
            if evidence:
                split = source if isinstance(source, dict) else {}
                questions.append(
                    Question(
                        id=f"{name}:{ability}:{number}",
                        text=str(entry["question"]),
                        category=ability,
                        asked_at=None,
                        turns=evidence,
                        sessions=frozenset(message.session for message in messages if message.id in evidence),
                        newer=_ids(split.get("updated_info")) & known,
                        older=_ids(split.get("original_info")) & known,
                    )
                )
    return Space(name=name, messages=messages, questions=tuple(questions))


def _messages(chat: object) -> Iterator[Message]:
    for session, batch in enumerate(_batches(chat)):
        when = parse_time(str(batch.get("time_anchor") or ""), *_TIMES)
        for group in batch["turns"]:
            for turn in group:
                when = parse_time(str(turn.get("time_anchor") or ""), *_TIMES) or when
                yield Message(
                    id=str(turn["id"]),
                    session=f"batch-{session + 1}",
                    role=turn["role"],
                    name=None,
                    content=_MARK.sub("", turn["content"]),
                    occurred_at=when,
                )


def _batches(chat: object) -> Iterator[dict[str, Any]]:
    """Every batch of messages, however deep: the largest chats hold several plans of batches."""
    if isinstance(chat, list):
        for entry in chat:
            yield from _batches(entry)
    elif isinstance(chat, dict):
        if "turns" in chat:
            yield chat
        else:
            for entry in chat.values():
                yield from _batches(entry)


def _ids(source: object) -> frozenset[str]:
    if isinstance(source, dict):
        source = list(source.values())
    if isinstance(source, list):
        return frozenset().union(*(_ids(entry) for entry in source)) if source else frozenset()
    if isinstance(source, int | str) and str(source).isdigit():
        return frozenset((str(source),))
    return frozenset()

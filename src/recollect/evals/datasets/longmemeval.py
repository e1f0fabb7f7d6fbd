"""LongMemEval (Wu et al., 2024): questions over many sessions of one user with an assistant.

Reads the published JSON (oracle, S or M). `pooled=True` puts every session of every question into one space, each
session once: a hard store in which thousands of sessions of many people compete. `pooled=False` makes one space per
question, which is how the S files are usually scored. Abstention questions (`_abs`) are left out.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from recollect.evals.datasets.common import BadDataset, Dataset, Message, Question, Space, parse_time

if TYPE_CHECKING:
    from collections.abc import Iterable

_TIME: Final = "%Y/%m/%d (%a) %H:%M"
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def load(path: Path, *, pooled: bool = True) -> Dataset:
    """`path`: the JSON file, or a folder that holds it."""
    files = [path] if path.is_file() else sorted(path.glob("*.json"))
    entries = [entry for file in files for entry in json.loads(file.read_text(encoding="utf-8"))]
    if not entries or "haystack_sessions" not in entries[0]:
        message = f"{path}: no haystack_sessions; is this LongMemEval's JSON?"
        raise BadDataset(message)
    asked = [entry for entry in entries if not str(entry["question_id"]).endswith("_abs")]
    if pooled:
        spaces = [_space("pooled", asked, entries)]
    else:
        spaces = [_space(str(entry["question_id"]), [entry], [entry]) for entry in asked]
    return Dataset(name="longmemeval", spaces=tuple(spaces))


def _space(name: str, asked: list[dict[str, Any]], stored: Iterable[dict[str, Any]]) -> Space:
    sessions: dict[str, list[Message]] = {}
    answers: dict[str, list[str]] = {}
    for entry in stored:
        rows = zip(entry["haystack_session_ids"], entry["haystack_dates"], entry["haystack_sessions"], strict=True)
        for session, date, turns in rows:
            if session in sessions:
                continue
            when = parse_time(str(date), _TIME)
            sessions[session] = [
                Message(
                    id=f"{session}:{number}",
                    session=session,
                    role=turn["role"],
                    name=None,
                    content=turn["content"],
                    occurred_at=when,
                )
                for number, turn in enumerate(turns)
            ]
            answers[session] = [f"{session}:{number}" for number, turn in enumerate(turns) if turn.get("has_answer")]
    questions: list[Question] = []
    for entry in asked:
        evidence = [session for session in entry["answer_session_ids"] if session in sessions]
        if not evidence:
            continue
        update = entry["question_type"] == "knowledge-update"
        latest = max(evidence, key=lambda session: _time(sessions[session])) if update else None
        questions.append(
            Question(
                id=str(entry["question_id"]),
                text=str(entry["question"]),
                category=str(entry["question_type"]),
                asked_at=parse_time(str(entry.get("question_date", "")), _TIME),
                turns=frozenset(turn for session in evidence for turn in answers[session]),
                sessions=frozenset(evidence),
                newer=frozenset(turn for session in evidence if session == latest for turn in answers[session]),
                older=frozenset(
                    turn for session in evidence if update and session != latest for turn in answers[session]
                ),
            )
        )
    messages = tuple(message for turns in sessions.values() for message in turns)
    return Space(name=name, messages=messages, questions=tuple(questions))


def _time(messages: list[Message]) -> datetime:
    return next((message.occurred_at for message in messages if message.occurred_at), _NEVER)

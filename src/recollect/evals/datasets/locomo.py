"""LoCoMo (Maharana et al., 2024): long conversations of two people, questions in five categories.

Reads the published JSON (a list of conversations), whole or in part. A picture's caption is part of the turn that
shares it, as in the authors' own retrieval baselines; `captions=False` leaves it out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from recollect.evals.datasets.common import BadDataset, Dataset, Message, Space, dialogue_questions, parse_time

CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
APART: Final = frozenset(("adversarial",))
"""Questions that name the wrong person: what should be found for them is a matter of taste."""
_TIMES: Final = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %B %Y")


def load(path: Path, *, captions: bool = True) -> Dataset:
    """`path`: the JSON file, or a folder that holds it."""
    files = [path] if path.is_file() else sorted(path.glob("*.json"))
    spaces: list[Space] = []
    for file in files:
        for number, entry in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            if "conversation" not in entry or "qa" not in entry:
                message = f"{file}: entry {number} has no conversation and qa; is this LoCoMo's JSON?"
                raise BadDataset(message)
            spaces.append(_space(entry, str(entry.get("sample_id", f"{file.stem}-{number}")), captions=captions))
    if not spaces:
        message = f"{path}: no LoCoMo JSON here"
        raise BadDataset(message)
    return Dataset(name="locomo", spaces=tuple(spaces), apart=APART)


def _space(entry: dict[str, Any], name: str, *, captions: bool) -> Space:
    conversation = entry["conversation"]
    messages: list[Message] = []
    for key, turns in conversation.items():
        if not (key.startswith("session_") and key[8:].isdigit() and isinstance(turns, list)):
            continue
        when = parse_time(str(conversation.get(f"{key}_date_time", "")), *_TIMES)
        for turn in turns:
            content = str(turn.get("text", ""))
            if captions and turn.get("blip_caption"):
                content = f"{content} [shares a picture: {turn['blip_caption']}]".strip()
            messages.append(
                Message(
                    id=turn["dia_id"],
                    session=f"D{int(key[8:])}",
                    role="user",
                    name=turn["speaker"],
                    content=content,
                    occurred_at=when,
                )
            )
    questions = dialogue_questions(entry["qa"], messages, CATEGORIES, name=name)
    return Space(name=name, messages=tuple(messages), questions=questions)

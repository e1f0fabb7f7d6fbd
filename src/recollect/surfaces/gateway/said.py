"""What of a conversation's texts was said. A model's thoughts before its answer are not, and what a request lets the
answer begin with is a part of that answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from recollect.surfaces.gateway.wires.base import TEXT_TYPES, Body, Turn, Wire, list_at
from recollect.surfaces.gateway.wires.messages import Messages

_THOUGHTS = re.compile(r"\s*(?:<(think|thinking|reasoning)>.*?</\1>\s*)+", re.DOTALL | re.IGNORECASE)
_UNENDED = re.compile(r"\s*<(?:think|thinking|reasoning)>", re.IGNORECASE)


def without_thoughts(text: str) -> str:
    """What follows the thoughts that a model's text begins with. A tag that nothing ends is a word like others."""
    thoughts = _THOUGHTS.match(text)
    return text if thoughts is None else text[thoughts.end() :]


def spoken(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Clients send a model's text with its thoughts or without them, and mean the same."""
    for turn in turns:
        text = without_thoughts(turn.text) if turn.role == "assistant" else turn.text
        if text.strip():
            yield turn if text is turn.text else replace(turn, text=text)


def parted(wire: Wire, body: Body) -> tuple[tuple[Turn, ...], Turn | None]:
    """The turns of a request, and what it lets the answer begin with: in Anthropic's protocol a model goes on from an
    assistant's text that stands last. In the others most answer it, as something that was said."""
    turns, last = wire.turns(body), list_at(body, "messages")[-1:]
    goes_on = wire.name == Messages.name and len(turns) > 1 and any(map(_is_begun, last))
    begun = wire.turns({"messages": last}) if goes_on else []
    return tuple(spoken(turns[:-1] if begun else turns)), begun[0] if begun else None


def _is_begun(message: Any) -> bool:
    """Whether it is an assistant's and nothing but text: what called tools, or thought, was said already."""
    if not isinstance(message, Mapping) or message.get("role") != "assistant":
        return False
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    return all(
        isinstance(part, str) or (isinstance(part, Mapping) and part.get("type") in TEXT_TYPES) for part in parts
    )


def answered(begun: Turn | None, text: str, *, cut: bool) -> Turn | None:
    """A whole answer; some models say its beginning again. None: nothing was said. `cut`: only its beginning came,
    which may have ended in the midst of thoughts."""
    if not text.strip():
        return None
    begins = "" if begun is None or text.startswith(begun.text) else begun.text
    whole = without_thoughts(begins + text)
    said = whole.strip() and not (cut and _UNENDED.match(whole))
    return Turn(role="assistant", text=whole) if said else None

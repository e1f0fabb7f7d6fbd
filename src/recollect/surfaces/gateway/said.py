"""What of a conversation's texts was said. A model's thoughts before its answer are not, and what a request lets the
answer begin with is a part of that answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from recollect.surfaces.gateway.wires.base import KEEPS, Body, Turn, Wire, list_at

_THOUGHTS = re.compile(r"\s*(?:<(think|thinking|reasoning)>.*?(?:</\1>|\Z)\s*)+", re.DOTALL | re.IGNORECASE)
_CALLS = ("tool_calls", "function_call")


def without_thoughts(text: str) -> str:
    """What follows the thoughts that a model's text begins with; nothing where they do not end."""
    thoughts = _THOUGHTS.match(text)
    return text if thoughts is None else text[thoughts.end() :]


def spoken(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Clients send a model's text with its thoughts or without them, and mean the same."""
    for turn in turns:
        text = without_thoughts(turn.text) if turn.role == "assistant" else turn.text
        if text.strip():
            yield turn if text is turn.text else replace(turn, text=text)


def parted(wire: Wire, body: Body) -> tuple[tuple[Turn, ...], str]:
    """The turns of a request, and what it lets the answer begin with: a model goes on from an assistant's message that
    stands last. In responses it does not."""
    turns, last = wire.turns(body), list_at(body, "messages")[-1:]
    begun = wire.name != KEEPS and any(map(_is_begun, last)) and wire.turns({"messages": last})
    return tuple(spoken(turns[:-1] if begun else turns)), begun[0].text if begun else ""


def _is_begun(message: Any) -> bool:
    return (
        isinstance(message, Mapping)
        and message.get("role") == "assistant"
        and not any(message.get(name) for name in _CALLS)
    )


def answered(begun: str, text: str) -> Turn | None:
    """A whole answer; some models say its beginning again. None: nothing was said."""
    if not text.strip():
        return None
    whole = without_thoughts(text if begun and text.startswith(begun) else begun + text)
    return Turn(role="assistant", text=whole) if whole.strip() else None

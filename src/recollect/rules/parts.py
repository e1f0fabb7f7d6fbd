"""What a message says where its content is a list of parts, as chat formats give it: text, pictures, calls of tools.

A part with words is a string, or has `text` and a type that says so, or none. Worked: `["a", {"type": "image_url"},
{"type": "input_text", "text": "b"}, {"text": "c"}]` says "a", "b" and "c", a line each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recollect.errors import InvalidInput

TEXT_TYPES = ("text", "input_text", "output_text")
KINDS_SHOWN_MAX = 5


def words(parts: Sequence[Any]) -> str | None:
    """The text parts, each on a line of its own; None: there is none among them."""
    found = [text for text in map(_text, parts) if text is not None]
    return "\n".join(found) if found else None


def require_words(parts: Sequence[Any]) -> None:
    """Refuse parts of which none is text; where there are no parts at all, there is nothing to say of them."""
    if parts and words(parts) is None:
        kinds = list(dict.fromkeys(map(_kind, parts)))
        more = ", …" if len(kinds) > KINDS_SHOWN_MAX else ""
        raise InvalidInput(
            f"content has no text part among its {', '.join(kinds[:KINDS_SHOWN_MAX])}{more}; there is nothing to "
            "remember. Text is a string, or a part with `text` of type "
            f"{', '.join(TEXT_TYPES[:-1])} or {TEXT_TYPES[-1]}"
        )


def _text(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        return None
    text, kind = part.get("text"), part.get("type")
    return text if isinstance(text, str) and (kind is None or kind in TEXT_TYPES) else None


def _kind(part: Any) -> str:
    kind = part.get("type") if isinstance(part, Mapping) else None
    return kind[:40] if isinstance(kind, str) else f"{type(part).__name__} without a type"

"""A plain relevance score over a record's text, key and metadata, for the strategy that ranks without an index."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_WORD = re.compile(r"\w+")


def relevance(query: str, content: str, key: str | None, metadata: Mapping[str, Any]) -> float:
    """Share of the query's words found anywhere in the record. Worked: "likes tea" in "Ana likes coffee" is 0.5."""
    words = set(_WORD.findall(query.casefold()))
    if not words:
        return 0.0
    text = " ".join((content, key or "", json.dumps(dict(metadata), ensure_ascii=False) if metadata else "")).casefold()
    return sum(word in text for word in words) / len(words)

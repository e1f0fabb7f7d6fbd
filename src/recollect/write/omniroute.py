"""The OmniRoute preset's patterns as a pure function: facts out of a text, nothing stored.

Exactly that system's rules: preferences and habits are `factual`, decisions `episodic`; a capture stops at a full stop,
comma or line end, is trimmed, at least 3 and at most 500 characters long; one fact per key in a batch; of a long text
the last 64 KiB count. It drops the negation ("I don't like Python" gives "Python"); `polarity` keeps it for our record.
Recollect's own extractor is elsewhere; this one reads assistant's turns where `extraction_patterns` is on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

EXTRACTION_CHARS_MAX = 64 * 1024
"""`MAX_EXTRACTION_TEXT_LENGTH`: of a longer text the tail is used."""
FACT_CHARS_MAX = 500
FACT_CHARS_MIN = 3
KEY_CHARS_MAX = 40
SOURCE = "llm_response"

_TYPE = {"preference": "factual", "decision": "episodic", "pattern": "factual"}
_KIND = {"preference": "preference", "decision": "decision", "pattern": "fact"}
_FACT = re.compile(
    r"""
    \b(?:
      (?P<disliked>  I\s+(?:don['’]t|do\s+not)\s+(?:really\s+)?like | I\s+(?:really\s+)?(?:hate|dislike|avoid) )
    | (?P<preferred> I\s+(?:really\s+)?(?:prefer|like|enjoy|love) | my\s+favou?rite(?:\s+\w+){0,3}?\s+(?:is|are) )
    | (?P<decided>   I(?:['’]ll|\s+will)\s+use | I\s+(?:chose|selected|picked|went\s+with)
                   | I(?:['’]ve|\s+have)?\s+decided(?:\s+to)?
                   | I(?:['’]m|\s+am)\s+going\s+(?:to\s+)?(?:use|with|adopt) )
    | (?P<never>     I\s+never )
    | (?P<usual>     I\s+(?:usually|always|tend\s+to|typically|often|frequently|regularly) )
    )\s+(?P<said>[^.,\n]{1,500})
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NO_WORD = re.compile(r"[\W_]+")
_CATEGORY = {
    "disliked": ("preference", -1),
    "preferred": ("preference", 1),
    "decided": ("decision", 1),
    "never": ("pattern", -1),
    "usual": ("pattern", 1),
}


@dataclass(frozen=True, kw_only=True)
class PatternFact:
    """One fact as that system would store it, and how it becomes a record here (`kind`, `polarity`)."""

    key: str
    content: str
    category: str
    type: str
    kind: str
    polarity: int
    metadata: Mapping[str, Any]


def extract_facts_from_text(text: str, *, now: datetime) -> tuple[PatternFact, ...]:
    """The facts of a text, in its order, each key once."""
    facts: dict[str, PatternFact] = {}
    for found in _FACT.finditer(text[-EXTRACTION_CHARS_MAX:]):
        content = " ".join(found["said"].split())[:FACT_CHARS_MAX]
        if len(content) < FACT_CHARS_MIN:
            continue
        category, polarity = next(_CATEGORY[name] for name in _CATEGORY if found[name])
        key = fact_key(category, content)
        facts.setdefault(
            key,
            PatternFact(
                key=key,
                content=content,
                category=category,
                type=_TYPE[category],
                kind=_KIND[category],
                polarity=polarity,
                metadata={"category": category, "extractedAt": now.isoformat(), "source": SOURCE},
            ),
        )
    return tuple(facts.values())


def fact_key(category: str, content: str) -> str:
    """Worked: ("decision", "Postgres for this project") gives `decision:postgres_for_this_project`."""
    slug = _NO_WORD.sub("_", content[:KEY_CHARS_MAX].lower()).strip("_")
    return f"{category}:{slug}"

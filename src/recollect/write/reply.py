"""What a language model answered becomes claims, or is dropped with a reason.

Pure. Nothing of an answer is believed: shapes, kinds, numbers and lengths are forced into range, and every statement,
name, tie and date is held against the turns (`recollect.write.support.claims`). The text of a turn cannot raise its own
standing: certainty is capped, and there is no field for trust.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from recollect.contracts.llm import Usage
from recollect.model.claim import ENTITY_TYPES, Claim, Mention, Relation
from recollect.model.scope import is_storable, storable
from recollect.rules import naming
from recollect.rules.text import fold
from recollect.write.prompts import KINDS, USER_ROLE, Turn, speaker_of
from recollect.write.support.claims import Source, hedged, polarity
from recollect.write.support.derivable import day_of

CLAIMS_MAX: Final = 40
NAMES_MAX: Final = 80
CONTENT_CHARS_MAX: Final = 500
NAME_CHARS_MAX: Final = 80
QUOTE_CHARS_MAX: Final = 500
TAGS_MAX: Final = 8
TAG_CHARS_MAX: Final = 40
CONFIDENCE_MAX: Final = 0.9
"""A model's word is never worth more than this, whatever it says of itself."""
HEDGED_MAX: Final = 0.6
DEFAULT_CONFIDENCE: Final = 0.7
PROFILE_TAG: Final = "profile"
UNSTORABLE: Final = "characters"
"""Why what holds a NUL character or half an emoji is dropped: `add` refuses it too."""


@dataclass(frozen=True, kw_only=True)
class Dropped:
    """Something a model said that the turns do not."""

    content: str
    reason: str
    """speaker, words, number, name, date, subject, tense, polarity, question, hypothesis, instruction, empty, too_long,
    repeated, too_many, characters or shape"""
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Extraction:
    """What a stretch of conversation says, and what was thrown away."""

    claims: tuple[Claim, ...]
    dropped: tuple[Dropped, ...] = ()
    proposed: int = 0
    """How many statements the model made of it."""
    provider: str = ""
    usage: Usage = field(default_factory=Usage)
    told: Mapping[str, Any] = field(default_factory=dict)
    """What the job says of who was asked."""

    @property
    def unfounded(self) -> bool:
        """Whether something was proposed and nothing of it is borne out; "nothing to learn" proposes nothing."""
        return bool(self.proposed) and not self.claims

    @property
    def dropped_counts(self) -> dict[str, int]:
        """How many were dropped, by reason."""
        return dict(Counter(item.reason for item in self.dropped))


def read_reply(value: Mapping[str, Any], turns: Sequence[Turn], *, at: datetime) -> Extraction:
    """The claims in an answer about `turns`, spoken at `at`."""
    said = [(speaker_of(turn), turn.text, turn.at or at) for turn in turns if turn.role == USER_ROLE]
    reader = _Reader(Source(said, speakers=[speaker_of(turn) for turn in turns]))
    entries, facts = _items(value, "entries"), _items(value, "profile_facts")
    for item in entries:
        reader.entry(item)
    for item in facts:
        reader.entry(item if isinstance(item, Mapping) else {"content": item}, tags=(PROFILE_TAG,))
    mentions = reader.mentions(_items(value, "entities"))
    relations = reader.relations(_items(value, "relationships"))
    claims = reader.tied(mentions, relations)
    return Extraction(claims=claims, dropped=tuple(reader.dropped), proposed=len(entries) + len(facts))


class _Reader:
    """Gathers claims and what was dropped while an answer is read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.claims: list[Claim] = []
        self.dropped: list[Dropped] = []
        self._seen: set[str] = set()

    def entry(self, item: object, *, tags: tuple[str, ...] = ()) -> None:
        content = item.get("content") if isinstance(item, Mapping) else None
        if not isinstance(item, Mapping) or not isinstance(content, str) or not content.strip():
            self._drop(str(item), "shape")
            return
        content = " ".join(content.split())
        if not is_storable(content):
            self._drop(storable(content), UNSTORABLE)
        elif fold(content).strip(".! ") in self._seen:
            self._drop(content, "repeated")
        elif len(content) > CONTENT_CHARS_MAX:
            self._drop(content, "too_long")
        elif len(self.claims) >= CLAIMS_MAX:
            self._drop(content, "too_many")
        else:
            self._claim(content, item, tags)

    def _claim(self, content: str, item: Mapping[str, Any], tags: tuple[str, ...]) -> None:
        verdict = self._source.verdict(content)
        if verdict.reason:
            self._drop(content, verdict.reason, verdict.detail)
            return
        try:
            valid_from, valid_until = day_of(item.get("valid_from")), day_of(item.get("valid_until"))
        except ValueError as error:
            self._drop(content, "date", str(error))
            return
        for day in (valid_from, valid_until):
            if day and not self._source.says_date(day, verdict):
                self._drop(content, "date", f"{day:%Y-%m-%d}")
                return
        if valid_from and valid_until and valid_until < valid_from:
            self._drop(content, "date", "it ends before it begins")
            return
        kind = item.get("type") if item.get("type") in KINDS else "fact"
        confidence = _confidence(item.get("confidence"))
        self._seen.add(fold(content).strip(".! "))
        self.claims.append(
            Claim(
                content=content,
                kind=str(kind),
                confidence=min(confidence, HEDGED_MAX) if hedged(verdict.quote) else confidence,
                polarity=polarity(content),
                tags=tuple(dict.fromkeys((*tags, *self._tags(item.get("tags"))))),
                occurred_at=valid_from if kind == "event" else None,
                valid_from=valid_from,
                valid_until=valid_until,
                quote=verdict.quote[:QUOTE_CHARS_MAX],
            )
        )

    def mentions(self, items: Sequence[object]) -> list[Mention]:
        found: dict[str, Mention] = {}
        for item in items[:NAMES_MAX]:
            name = _name(item, "name")
            if name is None or not isinstance(item, Mapping):
                self._drop(str(item), "shape")
            elif not self._source.says_name(name):
                self._drop(name, "name")
            else:
                type_ = str(item.get("type")) if item.get("type") in ENTITY_TYPES else "concept"
                found.setdefault(fold(name), Mention(name=name, type=type_))
        return list(found.values())

    def relations(self, items: Sequence[object]) -> list[Relation]:
        found: list[Relation] = []
        for item in items[:NAMES_MAX]:
            source, relation, target = (_name(item, part) for part in ("source", "relation", "target"))
            if not (source and relation and target and isinstance(item, Mapping)):
                self._drop(str(item), "shape")
                continue
            relation = naming.relation_key(relation)
            text = f"{source} {relation} {target}"
            verdict = self._source.verdict(text)
            if verdict.reason:
                self._drop(text, verdict.reason, verdict.detail)
                continue
            confidence = _confidence(item.get("confidence"))
            found.append(Relation(source=source, relation=relation, target=target, confidence=confidence))
        return found

    def tied(self, mentions: Sequence[Mention], relations: Sequence[Relation]) -> tuple[Claim, ...]:
        """The claims with the names and ties that stand in them; a tie in no claim is one of its own."""
        claims = []
        free = list(relations)
        for claim in self.claims:
            text = fold(claim.content)
            here = [relation for relation in free if fold(relation.source) in text and fold(relation.target) in text]
            free = [relation for relation in free if relation not in here]
            names = tuple(mention for mention in mentions if fold(mention.name) in text)
            claims.append(replace(claim, mentions=names, relations=tuple(here)))
        for relation in free[: max(0, CLAIMS_MAX - len(claims))]:
            ends = (fold(relation.source), fold(relation.target))
            claims.append(
                Claim(
                    content=f"{relation.source} {relation.relation} {relation.target}",
                    kind="relationship",
                    confidence=relation.confidence,
                    mentions=tuple(mention for mention in mentions if fold(mention.name) in ends),
                    relations=(relation,),
                    quote=self._source.verdict(f"{relation.source} {relation.relation} {relation.target}").quote,
                )
            )
        return tuple(claims)

    def _tags(self, tags: object) -> list[str]:
        """Words of the source only: a tag is findable text too."""
        if not isinstance(tags, list):
            return []
        words = [" ".join(tag.split()).lower() for tag in tags[:TAGS_MAX] if isinstance(tag, str) and is_storable(tag)]
        return [word for word in words if 0 < len(word) <= TAG_CHARS_MAX and self._source.says_name(word)]

    def _drop(self, content: str, reason: str, detail: str = "") -> None:
        self.dropped.append(
            Dropped(content=content[:CONTENT_CHARS_MAX], reason=reason, detail=detail[:CONTENT_CHARS_MAX])
        )


def _items(value: Mapping[str, Any], name: str) -> list[object]:
    found = value.get(name)
    return found[: 4 * CLAIMS_MAX] if isinstance(found, list) else []


def _name(item: object, part: str) -> str | None:
    value = item.get(part) if isinstance(item, Mapping) else None
    if not isinstance(value, str) or not 0 < len(value.strip()) <= NAME_CHARS_MAX or not is_storable(value):
        return None
    return " ".join(value.split())


def _confidence(value: object) -> float:
    """Clipped into 0..0.9; what is no number is the usual one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -math.inf < value < math.inf:
        return DEFAULT_CONFIDENCE
    return float(min(max(value, 0.0), CONFIDENCE_MAX))

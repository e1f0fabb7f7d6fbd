"""What a question found, as offers for the sections of a context.

A memory and the turn it was drawn from are one offer: the words themselves where they fit, the memory where they do
not. A long text that does not fit offers the part of it that has the question's words.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from recollect.model.context import Line
from recollect.model.query import Hit
from recollect.model.record import Record
from recollect.read.context import lines
from recollect.read.context.layouts import Layout
from recollect.read.context.pack import Offer, Place
from recollect.rules.text import STOP_WORDS
from recollect.rules.tokens import CHARS_PER_TOKEN

LONG_CHARS = 800
"""A text longer than this also offers a part of itself."""
PART_CHARS = 500
PART_SENTENCES = 3
PIECE_CHARS = PART_CHARS // PART_SENTENCES
LOOKED_AT = 2
"""Memories and passages of so many times the budget are looked at: what ranks lower gets no place. Of turns all are:
a few long ones would hide the short ones behind them."""
LEAD_TOKENS = 4
NEIGHBOUR_WORTH = 0.3
"""What a turn beside a hit is worth, of the hit."""
UNASKED_WORTH = 1e-6
"""Less than anything that a question finds."""

Shorter = Callable[[], Offer]
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？।])\s+")


class Offers:
    """Offers from hits, each record once and nothing that the base already says."""

    def __init__(
        self,
        sections: Sequence[str],
        *,
        query: str,
        group: bool,
        trust_min: float,
        now: datetime,
        cited: bool = True,
    ) -> None:
        """`cited`: passages of files say where they stand."""
        self._sections = frozenset(sections)
        self._words = _content_words(query)
        self._group = group
        self._trust_min = trust_min
        self._now = now
        self._cited = cited
        self._seen: set[str] = set()
        self._said: set[str] = set()
        self._standing: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self.retold: list[Hit] = []
        """Those that the base tells already."""
        self.repeated = 0
        self.untrusted = 0
        self.places: dict[str, tuple[str, int]] = {}
        """Of a turn: its session and place there."""

    def know(self, ids: Iterable[str], texts: Iterable[str]) -> None:
        """What the base says already."""
        self._standing = frozenset(ids), frozenset(texts)
        self._seen.update(self._standing[0])
        self._said.update(self._standing[1])

    def of(self, hits: Sequence[Hit], budget: int | None) -> list[Offer]:
        """Offers for every turn, and for the best of the other hits, some times as many as the budget can take."""
        found: list[Offer] = []
        room = math.inf if budget is None else budget * CHARS_PER_TOKEN
        seen = 0
        for hit in hits:
            record = hit.record
            if record.layer != "turn" and seen > room * LOOKED_AT:
                continue
            seen += len(record.content)
            together = [record] if not self._told(record) else []
            if hit.sources:
                together += [one for one in hit.sources if not self._told(one)]
            if not together:
                self.repeated += 1
                if record.id in self._standing[0] or record.content in self._standing[1]:
                    self.retold.append(hit)
                continue
            if record.provenance.trust < self._trust_min:
                self.untrusted += 1
                continue
            for one in together:
                self._said.add(one.content)
                self._seen.add(one.id)
            offer = self._offer(together, hit.score)
            if offer is not None:
                found.append(offer)
        for hit in hits:
            if hit.window:
                found += [self._turn(record, hit.score * NEIGHBOUR_WORTH) for record in self._fresh(hit.window)]
        return found

    def of_known(self, records: Sequence[Record]) -> list[Offer]:
        """What the question did not find, for the room that what it found leaves."""
        fresh = [one for one in records if not self._told(one) and one.provenance.trust >= self._trust_min]
        self._seen.update(one.id for one in fresh)
        return [
            self._memory(record, UNASKED_WORTH * (1 - place / len(fresh)), found=False)
            for place, record in enumerate(fresh)
        ]

    def _told(self, record: Record) -> bool:
        """Said already: by itself, in the same words, or by the turn it was drawn from. Or over by now."""
        if record.id in self._seen or record.content in self._said:
            return True
        if record.layer != "memory":
            return False
        over = record.valid_until is not None and record.valid_until <= self._now
        return over or record.provenance.reference in self._seen

    def of_summaries(self, found: Iterable[tuple[Record, float]]) -> list[Offer]:
        """Summaries of the conversations that hits come from."""
        return [
            self._made("recaps", "", record, partial(lines.of_summary, record, score=worth), worth)
            for record, worth in found
            if record.id not in self._seen and record.provenance.trust >= self._trust_min
        ]

    def _fresh(self, window: Sequence[Record]) -> list[Record]:
        if "excerpts" not in self._sections:
            return []
        fresh = [one for one in window if one.id not in self._seen and one.provenance.trust >= self._trust_min]
        self._seen.update(record.id for record in fresh)
        return fresh

    def _offer(self, together: Sequence[Record], worth: float) -> Offer | None:
        if len(together) == 1 and together[0].layer == "turn" and "excerpts" in self._sections:
            return self._turn(together[0], worth)
        layers = {record.layer: record for record in reversed(together)}
        turn, memory = layers.get("turn"), layers.get("memory")
        if turn is not None and "excerpts" in self._sections:
            said = memory is not None and "memories" in self._sections
            return self._turn(turn, worth, partial(self._memory, memory, worth) if memory and said else None)
        if memory is not None and "memories" in self._sections:
            return self._memory(memory, worth)
        document = layers.get("document")
        if document is not None and "documents" in self._sections:
            heading = lines.document_heading(document, cited=self._cited)
            make = partial(lines.of_document, document, cited=self._cited, score=worth)
            return self._made("documents", heading, document, make, worth)
        return None

    def _turn(self, record: Record, worth: float, short: Shorter | None = None) -> Offer:
        session = record.scope.session or ""
        self.places[record.id] = (session, record.position)
        said = lines.said_at(record)
        heading = lines.day(said)
        make = partial(lines.of_turn, record, heading, worth)
        return self._made("excerpts", heading, record, make, worth, short, (said, session, record.position))

    def _memory(self, record: Record, worth: float, *, found: bool = True) -> Offer:
        heading = lines.GROUPS[record.kind] if self._group else ""
        make = partial(lines.of_memory, record, group=self._group, score=worth if found else None, now=self._now)
        return self._made("memories", heading, record, make, worth)

    def _made(
        self,
        section: str,
        heading: str,
        record: Record,
        make: Callable[[], Line],
        worth: float,
        short: Shorter | None = None,
        place: Place | None = None,
    ) -> Offer:
        chars = len(record.content)
        if short is None and chars > LONG_CHARS:
            short = partial(self._shorter, section, heading, make, worth, place, record)
        size = chars / CHARS_PER_TOKEN + LEAD_TOKENS
        return Offer(section, heading, make, size, worth, record.content, short, place)

    def _shorter(
        self,
        section: str,
        heading: str,
        make: Callable[[], Line],
        worth: float,
        place: Place | None,
        record: Record,
    ) -> Offer:
        line = make()
        part = lines.shortened(line, self._part(line.text if section == "recaps" else record.content))
        size = len(part.text) / CHARS_PER_TOKEN + LEAD_TOKENS
        return Offer(section=section, heading=heading, make=lambda: part, size=size, worth=worth, place=place)

    def _part(self, text: str) -> str:
        """The stretch of sentences with most of the question's words."""
        sentences = _pieces(text)
        shares = [len(_content_words(sentence) & self._words) for sentence in sentences]
        places = range(len(sentences))
        best = max(places, key=lambda place: (sum(shares[place : place + PART_SENTENCES]), -place))
        end = best + PART_SENTENCES
        while sum(map(len, sentences[best:end])) > PART_CHARS and not shares[best] and any(shares[best:end]):
            best += 1  # what is cut off at the end is not to be what was asked for
        stretch = " ".join(sentences[best:end])
        before = "… " if best else ""
        after = " …" if end < len(sentences) or len(stretch) > PART_CHARS else ""
        return f"{before}{stretch[:PART_CHARS].rstrip()}{after}"


def caps(layout: Layout, offered: Iterable[Offer], budget: int | None) -> dict[str, int]:
    """Each section's own budget; with a common one, memories leave most of it to excerpts that could fill it."""
    if budget is not None:
        said = sum(offer.size for offer in offered if offer.section == "excerpts")
        return {"memories": int(budget * layout.memory_share)} if said > budget else {}
    return {
        "excerpts": layout.excerpt_tokens,
        "documents": layout.excerpt_tokens,
        "memories": layout.memory_tokens,
        "recaps": layout.summary_tokens,
    }


def _pieces(text: str) -> list[str]:
    """The sentences of a text; what is too long for one (a log, a table, code) by lines, and these by words."""
    found: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        if len(sentence) <= PART_CHARS:
            found.append(sentence)
            continue
        for line in sentence.splitlines():
            found += [line] if len(line) <= PART_CHARS else textwrap.wrap(line, PIECE_CHARS)
    return [piece for piece in found if piece.strip()]


def _content_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - STOP_WORDS

"""What fits: the lines that answer a question best for their size.

Top hits one after the other waste a budget: a long turn at the third place costs as much as five others that are
nearly as likely to hold the answer. Lines are taken by score per (tokens + 5)^0.6, measured to be right over four data
sets (docs/decisions/0012-context.md): the exponent 0 is plain top-k, 1 starves long turns. What is taken is counted by
the tokenizer; the order is made with sizes estimated from characters, so that what gets no place costs nothing.
"""

from __future__ import annotations

import heapq
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from recollect.model.context import Line
from recollect.read.context.lines import year_of

SIZE_EXPONENT = 0.6
SIZE_OFFSET = 5
SHORT_TRIED_MAX = 30
"""Of so many that do not fit in full, something shorter is tried."""
BEST_TRIED = 5
"""Of so many that are worth most something shorter is told before what is worth much less."""
MUCH_LESS = 0.25
LINE_TOKENS_MIN = 4
"""With less room than this the rest is not even looked at."""
SURELY = 0.5
"""A line of this share of its estimated size would be an unusual one: what does not fit even then is not counted."""


Heading = tuple[str, str]
"""Of a section, and of a group in it; the empty one is the section's title."""
Place = tuple[datetime, str, int]
"""When something was said, in which session, and at which place there."""


class Spares(NamedTuple):
    """What the name before a line costs less than at the beginning of a row."""

    again: int = 0
    """After a line of the same one, where it is not told."""
    after_day: int = 0
    """In the row of a day: a tokenizer sees a space before it."""


Spoken = tuple[Place, str, Spares]
"""Where a line stands, who speaks, and what his name may cost less."""


class Offer(NamedTuple):
    """A line that could stand in a section. A tuple: hundreds are made for each context."""

    section: str
    heading: str
    make: Callable[[], Line]
    size: float
    """Tokens, estimated."""
    worth: float
    text: str = ""
    """What will have to be counted."""
    short: Callable[[], Offer] | None = None
    """Says the same, or the main part of it, in fewer tokens."""
    place: Place | None = None
    """Where it will stand among the lines of its heading, if who speaks is told once for several."""


@dataclass(kw_only=True)
class Packed:
    """The lines that got a place, by section, and what they take."""

    lines: dict[str, list[Line]] = field(default_factory=dict)
    tokens: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


class Packing:
    """Takes offers by worth for their size. A heading is paid by the first line under it."""

    def __init__(
        self,
        *,
        budget: int | None,
        caps: Mapping[str, int],
        line_tokens: Callable[[str, Line], int],
        heading_tokens: Callable[[str, str], int],
        name_tokens: Callable[[Line], Spares] = lambda line: Spares(),
        expect: Callable[[Iterable[str]], None] = lambda texts: None,
    ) -> None:
        """`budget`: for all sections together; None: there is no common limit. `name_tokens`: what a line costs less
        where its name is not told, or is told after a day."""
        self._budget = budget
        self._caps = caps
        self._line_tokens = line_tokens
        self._count_heading = heading_tokens
        self._headings: dict[tuple[str, str], int] = {}
        self._name_tokens = name_tokens
        self._expect = expect
        self._begin()

    def _begin(self) -> None:
        """With nothing taken."""
        self._talks: dict[tuple[str, str], list[Spoken]] = {}
        self._opened: set[tuple[str, str]] = set()
        self._packed = Packed()
        self._spent = 0
        self._taken: list[tuple[Offer, int]] = []

    def fill(self, offers: Sequence[Offer]) -> Packed:
        ordered = self._ordered(offers)
        if self._budget is not None:
            self._expect(_likely(ordered, self._budget))
        try:
            return self._filled(ordered)
        finally:
            self._expect(())

    def _filled(self, ordered: Sequence[Offer]) -> Packed:
        left = self._left(ordered)
        if missed := self._missed(ordered, left):
            self._begin()
            told = {id(offer) for offer, short in missed if self._takes(short)}
            left = self._left([offer for offer in ordered if id(offer) not in told])
        self._packed.left_out.update(offer.section for offer in left)
        return self._packed

    def _left(self, ordered: Sequence[Offer]) -> list[Offer]:
        """What gets no place, neither as it is nor in short, when one after the other is tried."""
        left: list[Offer] = []
        for place, offer in enumerate(ordered):
            if self._budget is not None and self._budget - self._spent < LINE_TOKENS_MIN:
                left += ordered[place:]
                break
            if not self._takes(offer):
                left.append(offer)
        by_worth = sorted(left, key=lambda offer: -offer.worth)
        rescued = {
            id(offer) for offer in by_worth[:SHORT_TRIED_MAX] if offer.short is not None and self._takes(offer.short())
        }
        return [offer for offer in left if id(offer) not in rescued]

    def _missed(self, ordered: Sequence[Offer], left: Sequence[Offer]) -> list[tuple[Offer, Offer]]:
        """What is worth most and got no place, with what is shorter, where lines worth much less took the room of it:
        a long text comes late by its worth for its size, and then nothing is left even for a part of it."""
        without = {id(offer) for offer in left if offer.short is not None}
        if not without:
            return []
        found: list[tuple[Offer, Offer]] = []
        needed = 0.0
        for offer in heapq.nlargest(BEST_TRIED, ordered, key=lambda offer: offer.worth):
            if id(offer) not in without or offer.short is None:
                continue
            slight = sum(
                cost
                for taken, cost in self._taken
                if taken.section == offer.section and taken.worth < offer.worth * MUCH_LESS
            )
            if slight <= needed:
                continue
            short = offer.short()
            if needed + short.size <= slight:
                needed += short.size
                found.append((offer, short))
        return found

    def _takes(self, offer: Offer) -> bool:
        section, place = offer.section, offer.place
        room = self._room(section)
        if room is not None and offer.size * SURELY > room:
            return False
        line = offer.make()
        heading = (section, line.heading)
        cost = self._line_tokens(section, line)
        new = () if heading in self._opened else self._unopened(heading, spoken=place is not None)
        for key in new:
            cost += self._heading_tokens(*key)
        if place is not None:
            spoken = (place, line.lead, self._name_tokens(line))
            talk = self._talks.get(heading, [])
            at = bisect(talk, spoken)
            cost -= _spared(talk, spoken, at)
        if room is not None and cost > room:
            return False
        if place is not None:
            talk.insert(at, spoken)
            self._talks[heading] = talk
        self._opened.update(new)
        self._packed.tokens[section] += cost
        self._spent += cost
        self._taken.append((offer, cost))
        self._packed.lines.setdefault(section, []).append(line)
        return True

    def _unopened(self, heading: Heading, *, spoken: bool) -> Collection[Heading]:
        """What a heading brings along that is not there yet: itself, the title, and of what was said, which stands
        under days, the year."""
        section, day = heading
        needed = {(section, ""), heading, (section, year_of(day))} if spoken else {(section, ""), heading}
        return needed - self._opened

    def _heading_tokens(self, section: str, heading: str) -> int:
        """Counted once: most lines ask for the same few."""
        key = (section, heading)
        if key not in self._headings:
            self._headings[key] = self._count_heading(section, heading)
        return self._headings[key]

    def _room(self, section: str) -> int | None:
        cap = self._caps.get(section)
        left = None if self._budget is None else self._budget - self._spent
        if cap is None:
            return left
        own = cap - self._packed.tokens[section]
        return own if left is None else min(own, left)

    def _ordered(self, offers: Sequence[Offer]) -> list[Offer]:
        """Those first that are worth most for their size. With a budget, for what they add: it is then known which
        headings will be there anyway, and a line under one of them costs less than one that needs its own."""
        ordered = sorted(offers, key=_value, reverse=True)
        if self._budget is None:
            return ordered
        opened: set[Heading] = set()
        spent = 0.0
        for offer in ordered:
            spent += offer.size
            if spent > self._budget:
                break
            opened.add((offer.section, offer.heading))
        alone = {(offer.section, offer.heading) for offer in ordered} - opened
        if not alone:
            return ordered
        costs = {key: self._heading_tokens(*key) for key in alone}
        return sorted(
            ordered, key=lambda offer: _value(offer, costs.get((offer.section, offer.heading), 0)), reverse=True
        )


def _likely(ordered: Sequence[Offer], budget: int) -> list[str]:
    """The texts that will get a place if sizes are as estimated."""
    spent, texts = 0.0, []
    for offer in ordered:
        spent += offer.size
        if spent > budget:
            break
        texts.append(offer.text)
    return texts


def _value(offer: Offer, heading: int = 0) -> float:
    return offer.worth / float((offer.size + heading + SIZE_OFFSET) ** SIZE_EXPONENT)


def fill_in_order(
    lines: Sequence[Line],
    *,
    budget: int | None,
    line_tokens: Callable[[Line], int],
    heading_tokens: Callable[[str], int],
) -> tuple[list[Line], int]:
    """The lines that fit one after the other, and their tokens."""
    chosen: list[Line] = []
    spent, headings = 0, set[str]()
    for line in lines:
        cost = line_tokens(line) + (heading_tokens(line.heading) if line.heading not in headings else 0)
        if not chosen and line.heading:
            cost += heading_tokens("")
        if budget is not None and spent + cost > budget:
            continue
        headings.add(line.heading)
        spent += cost
        chosen.append(line)
    return chosen, spent


def _spared(talk: Sequence[Spoken], new: Spoken, at: int) -> int:
    """Tokens of names that are spared with a new line at its place; less than none where it parts what one person says,
    or takes the row of the day from another."""
    before = talk[at - 1][1] if at else None
    spared = new[2].again if before == new[1] else 0
    if not at:
        spared += new[2].after_day - (talk[0][2].after_day if talk else 0)
    if at < len(talk):
        _, after, spares = talk[at]
        spared += spares.again * ((after == new[1]) - (after == before))
    return spared

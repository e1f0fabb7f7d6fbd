"""What is to be known of a language to read its times. Plain data.

Pieces of patterns, without accents and in small letters, for `recollect.rules.foreign_times`.
"""

from __future__ import annotations

from typing import NamedTuple

Sides = tuple[str, str]
"""What stands before a noun, and what after it; either may be nothing."""


class Tongue(NamedTuple):
    """How one language names times."""

    strong: str
    """Words of this language and of no English text; one of them tells it."""
    weak: str
    """Words that English has as well, or other tongues: two of them tell it."""
    days: dict[str, int]
    """Named days -> how many after today."""
    units: dict[str, str]
    """One of a unit ("last week")."""
    counted: dict[str, str]
    """The same, counted ("three weeks")."""
    numbers: dict[str, float]
    vague: str
    """Of the numbers, those that are none in particular."""
    half: str
    """ "and a half", after the unit."""
    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    seasons: tuple[str, ...]
    """From spring on."""
    last: Sides
    this: Sides
    next: Sides
    ago: tuple[str, ...]
    """With {n} for the count, {u} for the unit, {h} for the half."""
    lately: tuple[str, ...]
    """The last so many, right up to now."""
    of: str
    """Between a day and its month, a month and its year."""
    ordinal: str
    """After the number of a day."""
    in_: str
    """Before a month, always as a time. What stands right before is no pattern: words, with a stroke between them."""
    and_: str
    """Before a month, as a time or before somebody's name."""
    season_in: str
    """Before a season without a year."""
    seasonal: str
    """Forms of seasons that say "in" themselves."""
    on: str
    """Before a weekday; nothing where it may stand alone."""
    every: str
    """Before a weekday that is any such day, or one of a month."""
    leads: str
    """What may stand before any time and says nothing."""
    parts: tuple[str, str, str]
    """Beginning, middle and end of."""
    since: str
    before: str
    after: str
    until: str
    between: str
    through: str
    """Between the two ends of a stretch."""
    weekend: str = ""
    """Of the last one, when nothing tells which."""

"""Entries of a record that is kept over time, each under a heading with its date: "Visit 2024-11-02: …". All stay.

What stands under one date is no value of what stands under another, however alike the headings are, and two entries of
one day are two.
"""

from __future__ import annotations

from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.text import fold
from recollect.write.verify.statement import Statement

_MONTH: Final = (
    r"(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|mär|ene|abr|ago|dic|fév|avr|déc)[^\W\d_]*\.?"
)
_DATE: Final = late(
    r"(?i)(?:19|20)\d\d-[01]?\d-[0-3]?\d|\b[0-3]?\d[./][01]?\d[./](?:19|20)?\d\d\b"
    rf"|\b[0-3]?\d(?:st|nd|rd|th|\.)? (?:of |de )?{_MONTH}(?: (?:19|20)\d\d)?"
    rf"|\b{_MONTH} [0-3]?\d(?:st|nd|rd|th)?\b(?:,? (?:19|20)\d\d)?"
)
_HEADING: Final = late(r"\s*[\[(]?([^:\n]{1,80}?)[\])]?(?:: |:\n| [-–—] |\n|\] )")
_WORD: Final = late(r"[^\W\d_]+")


def other_entry(old: Statement, new: Statement) -> bool:
    """Whether both are such entries."""
    return _is_entry(old.text) and _is_entry(new.text)


def _is_entry(text: str) -> bool:
    """Whether it begins with a heading that holds a date, and is no sentence before a colon."""
    heading = _HEADING.match(text)
    date = _DATE.search(heading[1]) if heading is not None else None
    if heading is None or date is None:
        return False
    title = f"{heading[1][: date.start()]} {heading[1][date.end() :]}"
    return FINITE.isdisjoint(_WORD.findall(fold(title)))

"""Entries of a record that is kept over time, each under a heading with its date: "Visit 2024-11-02: …". All stay.

What stands under one date is no value of what stands under another, however alike the headings are, and two entries of
one day are two. A note under nothing but a date may tell where somebody lives from then on: that is weighed as ever.
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


_LEADS: Final = frozenset("on as of at by update since".split())
_LASTING: Final = frozenset("home work role name relationship favourite phone email".split())
"""What a note under nothing but a date tells as it is from then on: "2024-05-01: lives in Berlin"."""


def other_entry(old: Statement, new: Statement) -> bool:
    """Whether both are such entries."""
    mine, yours = _title(old.text), _title(new.text)
    if mine is None or yours is None or not (FINITE.isdisjoint(mine) and FINITE.isdisjoint(yours)):
        return False
    return not (_LEADS.issuperset(mine + yours) and _same_lasting(old, new))


def _same_lasting(old: Statement, new: Statement) -> bool:
    slot = new.attribute
    return (slot == old.attribute and slot.single and slot.name in _LASTING) or bool(
        old.states.keys() & new.states.keys()
    )


def _title(text: str) -> list[str] | None:
    """The words of the heading beside its date; None: it begins with no heading that holds one."""
    heading = _HEADING.match(text)
    date = _DATE.search(heading[1]) if heading is not None else None
    if heading is None or date is None:
        return None
    return _WORD.findall(fold(f"{heading[1][: date.start()]} {heading[1][date.end() :]}"))

"""One day, some days or one group has another value than the rest: "standup is at 9:30", "standup is at 11 tomorrow".
Both stay.

The limit must stand where it limits the whole sentence, at its beginning or its end. In the middle it may be the very
value ("the meeting is on Mondays at 11"), and a day from which something holds limits nothing ("from tomorrow"). Nor is
there an exception to what takes place once: "my flight is at 9", "my flight is at 11 tomorrow".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.rules.lexicon.calendar_names import WEEKDAYS
from recollect.rules.lexicon.change import REASONS, RELATIVE, TIME_CLAUSES
from recollect.rules.lexicon.occasions import (
    DAYPARTS,
    FROM_THEN,
    MEALS,
    ONE_DAY,
    SOME_DAYS,
    TAKES_PLACE_ONCE,
    WHICH_DAY,
)
from recollect.rules.tense import happened
from recollect.write.verify.align import align
from recollect.write.verify.done_with import same_term
from recollect.write.verify.frame import TIMES_APART
from recollect.write.verify.numbered import is_plural
from recollect.write.verify.quantities import agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of
from recollect.write.verify.words import Word

DAY: Final = "day"
DAYS: Final = "days"
GROUP: Final = "group"

_DATED: Final = frozenset(("weekday", "day", "date", "month", "year"))
_CHANGED: Final = frozenset(("update", "end", "correction", "wish", "hedge", "also"))
_NOT_A_RULE: Final = frozenset(("past", "one_off", "wish", "hedge", "end"))
_LIMITING: Final = frozenset("only just except unless".split())
"""Says of some days that nothing is so on the others: "opens only on Mondays"."""
_EVERY: Final = frozenset(("on", "at", "every"))
_OF_A_DEED: Final = frozenset("clock span length count".split())
"""What a deed takes or reaches, every time anew; what is weighed or costs is measured."""
_OPEN_OR_CLOSED: Final = "status"


def exception(old: Statement, new: Statement) -> bool:
    """Whether the new one tells for one day, some days or one group what the old one tells without a limit."""
    if new.kind == "correction" or new.cues & _CHANGED or new.rejected:
        return False
    if old.cues & _NOT_A_RULE or not old.forms.isdisjoint(TIMES_APART - MEALS) or "for" in old.forms:
        return False
    if any(amount.denied for amount in new.quantities) or any(amount.dimension in _DATED for amount in old.quantities):
        return False
    limits = _limits(old, new)
    if not limits:
        return False
    differing = _differing(old, new)
    if limits != {DAY}:
        told = bool(differing) or (DAYS in limits and _open_or_closed(old, new))
        return told and new.forms.isdisjoint(_LIMITING)
    if "habit" not in old.cues and not old.forms.isdisjoint(TAKES_PLACE_ONCE - MEALS):
        return False
    if not differing:
        return _open_or_closed(old, new)
    return differing <= {"clock"} or (differing <= _OF_A_DEED and _same_deed(old, new))


def _differing(old: Statement, new: Statement) -> set[str]:
    """Dimensions in which the two have different values, and none in common."""
    return {
        known.dimension
        for known in old.quantities
        for told in new.quantities
        if disagree(known, told) and not any(agree(known, other) for other in new.quantities)
    }


def _open_or_closed(old: Statement, new: Statement) -> bool:
    groups, found = group_of(), align(old, new)
    sides = [
        {word.concept for word in left if groups.get(word.concept) == _OPEN_OR_CLOSED}
        for left in (found.left_old, found.left_new)
    ]
    return all(sides) and bool(found.shared)


def _same_deed(old: Statement, new: Statement) -> bool:
    """What is done at all times was done once: "I sleep 7 hours", "last night I slept 4 hours"."""
    deeds = [word for word in new.words if happened([word.form])]
    known = [word for word in old.words if not word.filler and not happened([word.form])]
    return any(same_term(deed, word) for deed in deeds for word in known)


def _limits(old: Statement, new: Statement) -> set[str]:
    """What the new one is limited to, told at the beginning or at the end. A reason after it does not count; where
    there is another clause the limit may be of that one: "standup is at 11, see you tomorrow"."""
    words = list(new.words)
    if new.text.startswith("User: "):
        words = words[1:]
    words = list(takewhile(lambda word: word.form not in REASONS, words))
    if words and words[-1].form == "only":
        words.pop()
    if len({word.clause for word in words[_LIMIT_WORDS_MAX:]}) > 1 or any(word.form in _JOINING for word in words):
        return set()
    return {*_at_the_beginning(words, old), *_at_the_end(words)}


_LIMIT_WORDS_MAX: Final = 3
_JOINING: Final = RELATIVE | TIME_CLAUSES | {"and", "or", "but", "so"}


def _at_the_beginning(words: Sequence[Word], old: Statement) -> Iterator[str]:
    for length in range(1, _LIMIT_WORDS_MAX + 1):
        kind = _kind(words[:length]) if length < len(words) else None
        if kind is None:
            continue
        after = words[length]
        known = after.filler or after.clause != words[0].clause or any(same_term(after, word) for word in old.words)
        if after.form not in FROM_THEN | {"on"} and (known or after.capital):
            yield kind


def _at_the_end(words: Sequence[Word]) -> Iterator[str]:
    for length in range(1, _LIMIT_WORDS_MAX + 1):
        kind = _kind(words[-length:]) if length < len(words) else None
        before = words[-length - 1].form if kind else ""
        if kind and before not in FROM_THEN | WHICH_DAY | _EVERY:
            yield kind


def _kind(words: Sequence[Word]) -> str | None:
    """What these words limit a sentence to, if nothing else: "tomorrow", "this coming Friday", "on Sundays"."""
    *before, last = [word.form for word in words]
    if any(word.clause != words[0].clause for word in words):
        return None
    if before == ["for"] and _are_a_group(words[-1]):
        return GROUP
    if (_is_many(last) or last in SOME_DAYS) and (set(before) <= _EVERY and len(before) < 2):
        return DAYS if before or _is_many(last) else None
    if last in WEEKDAYS and before == ["every"]:
        return DAYS
    if last in ONE_DAY and not before:
        return DAY
    if last in WEEKDAYS and before and set(before) <= WHICH_DAY and not _is_many(last):
        return DAY
    return DAY if last in DAYPARTS and before in (["this"], ["next"], ["last"]) else None


def _is_many(form: str) -> bool:
    """ "Sundays", "sonntags"; "Tues" is one, and so is French "mars"."""
    return form in WEEKDAYS and form.endswith("s") and form[:-1] in WEEKDAYS and len(form) > len("thurs")


def _are_a_group(word: Word) -> bool:
    """ "For students", and not "for hours", "for Sundays", "for starters"."""
    timed = word.concept in _SPANS or word.form in WEEKDAYS or word.form in SOME_DAYS
    return is_plural(word) and not (word.filler or word.capital or timed or word.form in _NO_GROUP)


_SPANS: Final = frozenset("second minute hour day night week month season year decade".split())
_NO_GROUP: Final = frozenset(("ages", "keeps", "starters"))

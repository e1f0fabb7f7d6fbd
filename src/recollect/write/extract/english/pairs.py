"""Where "Emma and I" begins in an English clause, after what leads in: "Sadly, Emma and I", "Yesterday Tom and I"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.naming import CALENDAR
from recollect.rules.text import fold
from recollect.write.extract.english.grammar import ADJUNCTS
from recollect.write.extract.english.openings import skip_fillers
from recollect.write.extract.english.ties import OWN, is_name
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, form_of, is_adverb

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME_MAX: Final = 3
_OWN_MAX: Final = 4
_LEAD_MAX: Final = 6
_WHEN: Final = CALENDAR | frozenset("last next this coming week weekend month year night morning ago the".split())


def pair_from(words: Sequence[Token], start: int, place: int) -> int:
    """Where after `start` the one begins whom "and" at `place` pairs with the speaker; -1 without one."""
    if not start < place < len(words) - 1 or words[place + 1].low not in {"i", "me"}:
        return -1
    first = place - is_name(words[place - 1])  # "Jun and I"
    while first > max(start, place - _NAME_MAX) and is_name(words[first - 1]) and not _is_time(words[first - 1]):
        first -= 1
    own = _own_at(words, start, place)
    first = own if 0 <= own < first or first == place else first
    return first if first >= 0 and _leads_in(words, start, first) else -1


def _own_at(words: Sequence[Token], start: int, place: int) -> int:
    """Where "my ex" or "my ex Carla" begins, right before `place`; -1 where something else stands there."""
    reach = range(place - 2, max(start, place - _OWN_MAX) - 1, -1)
    own = next((at for at in reach if words[at].low in OWN), -1)
    plain = all(token.low.isalpha() and token.low not in AUXILIARIES for token in words[max(own, 0) : place])
    return own if plain else -1


def _leads_in(words: Sequence[Token], start: int, first: int) -> bool:
    """Whether the words before a pair only say when, where or how it is meant: no verb, and nobody."""
    lead = words[start:first]
    if [token.low for token in lead] == ["both", "of"]:
        return True
    if skip_fillers(words, start) >= first:
        return True
    if len(lead) > _LEAD_MAX or any(expanded(token.low)[0] in _SUBJECTS or token.low in AUXILIARIES for token in lead):
        return False
    opens = lead[0].low in ADJUNCTS or is_adverb(lead[0].low)
    if lead[-1].low == ",":
        return opens and not any((form_of(token.low) or ("", ""))[1] in {"s", "past"} for token in lead[1:])
    return opens and all(is_adverb(token.low) or token.low in ADJUNCTS or _is_time(token) for token in lead)


_SUBJECTS: Final = frozenset("i we he she they you it".split())


def _is_time(token: Token) -> bool:
    return fold(token.low) in _WHEN or token.low[:1].isdigit()

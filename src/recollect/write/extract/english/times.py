"""Words in front of an English clause that only say when: "Last year, I …", "On Friday my dad …", "A week ago we …"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.calendar_names import MAY
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS, TIES
from recollect.rules.lexicon.naming import CALENDAR
from recollect.write.extract.english.grammar import DAYS, find_subject
from recollect.write.extract.english.openings import starts_clause
from recollect.write.extract.english.verdicts import OF_THE_TURN
from recollect.write.extract.english.words import expanded
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

_OPENING: Final = frozenset(  # "early this year, I" has no subject that is found
    """
    from as starting beginning on in next this last every each tomorrow yesterday today tonight since by until for at a
    an about some many several few long not one two three four five six seven eight nine ten half just
    """.split()
)
_WEEKDAYS: Final = frozenset(f"{day}{plural}" for day in DAYS for plural in ("", "s"))
_ALONE: Final = frozenset("yesterday today tonight tomorrow recently lately currently nowadays".split())
_PHRASES: Final = frozenset(
    {"these days", "the other day", "right now", "at the moment", "at present", "for now", "for years"}
)
_NAMED: Final = CALENDAR | frozenset(
    f"""
    {MAY} tonight fall week weeks weekend weekends month months year years semester term quarter decade decades day days
    night nights morning mornings afternoon afternoons evening evenings fortnight hour hours christmas easter
    thanksgiving summers winters
    """.split()
)
_BETWEEN: Final = _NAMED | frozenset(
    """
    of on from the next last past this coming early mid late other few couple a an about or so and half ago back one two
    three four five six seven eight nine ten twelve twenty thirty many several some every only just not very too long
    """.split()
)
_LONG: Final = frozenset("years months weeks decades days hours ages now".split())
_FIRST: Final = _OPENING | _WEEKDAYS
_WORDS_MAX: Final = 8


def lead(words: Sequence[Token], place: int = 0) -> int:
    """How many words at `place` say when, and nothing else; a comma that ends them is one of them."""
    end = place
    reach = min(len(words), place + _WORDS_MAX)
    while end < reach and (
        words[end].low in (_BETWEEN if end > place else _FIRST)
        or words[end].low[:1].isdigit()
        or (end > place and _in_a_list(words[end - 1 : end + 2]))
    ):
        end += 1
    lows = [token.low for token in words[place : place + 3]]
    if not any(token.low in _NAMED or _FIGURES.match(token.low) for token in words[place:end]):
        end = next((place + size for size in (3, 2) if " ".join(lows[:size]) in _PHRASES), place)
    if lows[:1] == ["for"] and end == place + 2 and words[place + 1].low not in _LONG:
        return 0  # "for Christmas my wife wants a bike"
    if end == place and lows[:1] and lows[0] in _ALONE:
        end = place + 1
    if end == place or end >= len(words):
        return 0
    return end - place + (words[end].low == ",")


def _in_a_list(words: Sequence[Token]) -> bool:
    """The comma of "Monday, Wednesday and Friday"."""
    return len(words) == 3 and words[1].low == "," and {words[0].low, words[2].low} <= _WEEKDAYS


_FIGURES: Final = Lazy(
    r"(?:19|20)\d\d$|\d+(?:st|nd|rd|th)$|\d{1,2}(?::\d\d)?(?:am|pm)$|\d{1,2}:\d\d$|\d{4}-\d\d-\d\d$|\d{1,2}/\d{1,2}\b"
)
"""A year, a day of the month, a time: "at 10 my parents divorced" tells an age."""


def lead_of_one(words: Sequence[Token], place: int) -> int:
    """The same, where a comma stands in it and somebody follows: without them it would be so now. Of the speaker
    himself also where it was or after what: "When I was a kid, we", "After my divorce, I", "At work, we"."""
    size = lead(words, place) or _lead_of_mine(words, place)
    end = place + size
    if end >= len(words) or all(token.low != "," for token in words[place:end]):
        return 0
    head = expanded(words[end].low)[0]
    if head in {"i", "we"} and find_subject(words, place)[0] != end:
        return 0
    named = words[end].text[:1].isupper() and head not in CALENDAR and head != MAY
    return size if head in _SOMEBODY or named else 0


def _lead_of_mine(words: Sequence[Token], place: int) -> int:
    """Up to a comma that "I" or "we" stand behind, with no other before it."""
    end = next((at for at in range(place, min(len(words), place + _LEAD_MAX)) if words[at].low == ","), place)
    if end == place or end + 1 >= len(words) or expanded(words[end + 1].low)[0] not in {"i", "we"}:
        return 0
    lows = [token.low for token in words[place:end]]
    if not (_OF_THE_TASK | OF_THE_TURN).isdisjoint(lows) or "you" in [token.low for token in words[end : end + 6]]:
        return 0  # "when I say hi, I want you to reply hello"
    when = lows[0] in _SUBORDINATE and len(lows) > 2 and expanded(lows[1])[0] in {"i", "we"}
    own = lows[0] in _BEFORE_MINE and lows[1:2] in (["my"], ["our"]) and 2 < len(lows) <= _MINE_MAX
    own = own and _VIEWS.isdisjoint(lows)
    where = lows[0] in {"at", "in"} and len(lows) <= _PLACE_MAX and (lows[-1] in _PLACES or _is_place(words[end - 1]))
    young = " ".join(lows) in _YOUNG
    return end + 1 - place if when or own or where or young else 0


def _is_place(token: Token) -> bool:
    return token.text[:1].isupper() and token.text[1:].islower() and token.low not in CALENDAR and token.low != MAY


_LEAD_MAX: Final = 12
_OF_THE_TASK: Final = frozenset("example config scenario story game imagination button app change commit".split())
_MINE_MAX: Final = 5
_PLACE_MAX: Final = 3
_SUBORDINATE: Final = frozenset("when before after while once until whenever".split())
_BEFORE_MINE: Final = frozenset("at in on after before during with until".split())
_VIEWS: Final = frozenset("opinion view experience case mind book eyes head understanding knowledge humble".split())
_PLACES: Final = frozenset("work school home college university uni church kindergarten".split())
_YOUNG: Final = frozenset(
    (
        "growing up", "as a kid", "as a child", "as a teenager", "as a teen", "as a boy", "as a girl",
        "as kids", "as children", "back then", "back in the day", "for breakfast", "for lunch", "for dinner",
    )
)  # fmt: skip
_SOMEBODY: Final = frozenset("i we he she they my our".split())


def told_last(words: list[Token]) -> tuple[list[Token], int]:
    """ "On Friday my dad has surgery" as "my dad has surgery on Friday", and how many words were put behind the others.
    Where more follows, of which something else may be so ("and on Saturday he is back"), they are left out: 0 words
    follow then, and what was left out belongs in front. Of "today" only what is told of a family is kept."""
    size = lead(words)
    if not size or not starts_clause(words, size) or expanded(words[size].low)[0] in {"i", "we"}:
        return words, 0
    rest = words[size:]
    if words[0].low in _PASSING and not (rest[1:2] and rest[1].low in _PEOPLE):
        return words, 0
    if any(token.low in _MORE or token.low in _NAMED or _FIGURES.match(token.low) for token in rest):
        return rest, 0
    when = list(words[: size - (words[size - 1].low == ",")])
    first = when[0]
    if first.low not in CALENDAR or first.low in _ALONE:
        when[0] = first._replace(text=first.text[:1].lower() + first.text[1:])
    return [*rest, *when], len(when)


_PASSING: Final = frozenset("today tonight this right just".split())
_PEOPLE: Final = KIN["en"] | TIES["en"] | PETS | BREEDS
_MORE: Final = frozenset(
    """
    , ; : and but or so because as if unless when while until before after since though although then which who
    """.split()
)

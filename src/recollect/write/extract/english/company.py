"""What is told among several people: "we" are then more than the speaker, and what they decide is not his alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.employment import WITH_CHILDREN
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS
from recollect.rules.lexicon.things import HOUSEHOLD
from recollect.rules.lexicon.verbs import AT_WORK
from recollect.write.extract.english.words import Token, expanded, render

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.english.grammar import Group

_COMPANY_MIN: Final = 3
"""Two people who talk say "we" of their families as often as of one another."""
_OF_US: Final = frozenset("we our us ours ourselves".split())
_WITH: Final = {
    "stay": frozenset(("with", "on")),
    "go": frozenset(("with", "live", "ahead")),
    "be": frozenset("live online offline blocked behind ahead over under".split()),
}
"""Verbs of work only before one of these: "we stay with Stripe", but "we stay in Rome"; "we're live"."""
_KIN: Final = (KIN["en"] | PETS | BREEDS) - frozenset("partner folks twin ex".split())
_OF_A_FAMILY: Final = _KIN | frozenset(
    """
    wedding honeymoon marriage married marry divorce divorced pregnant pregnancy vegetarian vegetarians vegan vegans
    sick home adopt
    """.split()
)
_AT_HOME: Final = HOUSEHOLD - frozenset("budget desktop monitor rack android starter pc mac".split())
_OUR_WORDS: Final = 3


def of_all(text: str, words: list[Token], group: Group, turn: Turn) -> str:
    """The clause as it was said, where its "we" are all who talk: "We stay with Stripe", "We're live"; else empty."""
    ours = words[group.subject].low.startswith("we") and turn.people >= _COMPANY_MIN
    if not ours or not _is_work(group) or _is_of_a_family(group.rest):
        return ""
    as_said = {place: token.text for place, token in enumerate(words) if expanded(token.low)[0] in _OF_US}
    return render(text, words, as_said)


def is_of_a_group(group: Group) -> bool:
    """Whether what "we" are is a band's, a firm's or a pair's, and nothing that one of them is alone: "we're called the
    Wet Socks", "we were founded in 2011", "we're twins"."""
    rest = group.rest or [""]
    if group.base != "be":
        return False
    named = rest[0] in {"called", "named"} and len(rest) > 1 and rest[1] not in _NOT_NAMED
    hours = rest[0] == "closed" and len(rest) > 1 and rest[1] in {"on", "at", "from", "every", "until", "for"}
    counted = rest[0] in _COUNTS and (len(rest) == 1 or rest[1] in _HEADS)
    many = rest[0][:1].isdigit() or counted  # "we're 35": how many they are, and nobody's age
    return named or hours or many or rest[0] in _FOUNDED or (rest[0] in _PAIRS and len(rest) == 1)


_COUNTS: Final = frozenset("two three four five six seven eight nine ten eleven twelve".split())
_HEADS: Final = frozenset("people persons adults kids children in at of altogether total".split())
_NOT_NAMED: Final = frozenset("in up back out to on by for after names away off over upon".split())
_FOUNDED: Final = frozenset("founded established incorporated".split())
_PAIRS: Final = frozenset("twins triplets siblings brothers sisters cousins".split())


def is_of_everybody(lows: list[str], place: int) -> bool:
    """ "We all have our own paths", "we support each other": nothing that one person does."""
    each_his_own = lows[place + 1 : place + 2] == ["all"] and not _EACH_HIS_OWN.isdisjoint(lows)
    return each_his_own or ("each", "other") in pairwise(lows)


_EACH_HIS_OWN: Final = frozenset("own unique different paths path ways journey stories".split())


def _is_work(group: Group) -> bool:
    """Whether those who work together do or decide this; what else is told of "us" is told of a family."""
    return group.base in AT_WORK or not _WITH.get(group.base, frozenset()).isdisjoint(group.rest[:1])


def _is_of_a_family(rest: list[str]) -> bool:
    """ "We decided to have kids", "we plan to sell our car"."""
    ours = (rest[at + 1 : at + 1 + _OUR_WORDS] for at, low in enumerate(rest) if low == "our")
    return not _OF_A_FAMILY.isdisjoint(rest) or any(not _AT_HOME.isdisjoint(phrase) for phrase in ours)


def may_be_of_work(turn: Turn) -> bool:
    """Whether "the kids" may be those of his work; not where he told of his own: "I teach. I have two kids." """
    told = [(was.content, was.content.lower().replace(",", " ").split()) for was in turn.told]
    for content, words in told:
        near = words[1 : _OWN_WITHIN + len(turn.name.split())]
        if content.startswith((turn.owner, f"{turn.name} has ")) and not _OFFSPRING.isdisjoint(near):
            return False
    return not WITH_CHILDREN.isdisjoint(word for _, words in told for word in words)


CHILDREN: Final = frozenset("kids boys girls children".split())
_OFFSPRING: Final = CHILDREN | frozenset("son sons daughter daughters twins baby toddler kid child boy girl".split())
_OWN_WITHIN: Final = 5


def told_of_one(words: list[Token]) -> list[Token]:
    """What is told of all of "us", as one of them would say it: "we're both vegetarian", "all of us are allergic"."""
    found = list(words)
    if tuple(token.low for token in found[:3]) in _ALL_OF_US and len(found) > len(_ALL_OF_US[0]):
        all_of, us = found[0], found[2]
        found = [Token("We", "we", all_of.start, us.end), *found[3:]]
    for at, token in enumerate(found):
        if expanded(token.low)[0] != "we":
            continue
        place = at + 1
        while place < len(found) and found[place].low in _BETWEEN:
            place += 1
        following = found[place + 1].low if place + 1 < len(found) else ""
        if place < len(found) and found[place].low == "both" and following and following not in _APART:
            return [*found[:place], *found[place + 1 :]]
    return found


_ALL_OF_US: Final = (("all", "of", "us"), ("both", "of", "us"), ("each", "of", "us"))
_BETWEEN: Final = frozenset("are were have had will would can".split())
_APART: Final = frozenset("each other of".split())

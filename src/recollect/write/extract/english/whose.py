"""Whose a fragment is: "My sister finally did it. Divorced." tells of her, and nothing of the speaker.

What has no subject goes on with that of the clause before it: with "I", or with whoever was spoken of. Of somebody else
it is not told either, since it may still be the speaker's own: "My mum is visiting. Got a day off."
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS, TIES
from recollect.rules.lexicon.occupations import ENDINGS, OCCUPATIONS
from recollect.rules.lexicon.people import ROLES
from recollect.rules.text import fold
from recollect.write.extract.dates import names_day
from recollect.write.extract.drafts import SOMEBODY, SOMETHING, Draft, Turn
from recollect.write.extract.english.grammar import find_subject
from recollect.write.extract.english.openings import verb_place
from recollect.write.extract.english.ties import OWN, is_name
from recollect.write.extract.english.undergone import befell
from recollect.write.extract.english.words import Token, expanded, form_of, is_adverb, verb_after_subject
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_KIN: Final = KIN["en"] | PETS | BREEDS
_PEOPLE: Final = (
    _KIN
    | TIES["en"]
    | ROLES
    | frozenset("guy man woman girl boy lad lady person newborn stranger classmate workmate hire recruit".split())
)
_ARTICLES: Final = frozenset("a an another one the this that".split())
_BEFORE_NOUNS: Final = frozenset("of from in at on with for by to and or who that which".split())
_OF_PEOPLE: Final = frozenset("hired adopted met rescued fostered hiring adopting".split())
"""What comes after these is somebody."""
_GETTING: Final = frozenset("get buy order receive find win inherit".split())
_PHRASE_MAX: Final = 5


def spoken_of(words: Sequence[Token], draft: Draft | None, turn: Turn) -> str:
    """Whom the next fragment would be of after this clause: the speaker (empty), SOMEBODY or SOMETHING. A clause
    without a subject leaves it as it is, and so does "it"."""
    if not words:
        return turn.spoken_of
    head = expanded(words[0].low)[0]
    own = draft is not None and draft.content.startswith(f"{turn.name} ")
    if own or find_subject(words, 0)[0] >= 0:
        return _come_by(words) if own or head in {"i", "we"} else ""
    if head in {"he", "she"}:
        return SOMEBODY
    if head in {"you", "your"}:
        return ""
    if any(expanded(token.low)[0] == "i" for token in words) or befell(words):
        return ""  # "my doctor says I'm fine", "my boss fired me"
    at = verb_place(words, 0, reach=9) or _past_place(words)
    if not at:
        return turn.spoken_of
    if head in OWN or head in _ARTICLES or head in {"his", "her", "their"}:
        return SOMEBODY if _head_of(words[1:at]) in _PEOPLE or _is_trade(_head_of(words[1:at])) else SOMETHING
    named = is_name(words[0]) and fold(head) in GIVEN_NAMES
    return SOMEBODY if named or words[0].low in _KIN or words[0].text in turn.called else turn.spoken_of


def _past_place(words: Sequence[Token]) -> int:
    """The place of a past that is in no table: "Tom called"; else 0."""
    reach = range(1, min(len(words), _PHRASE_MAX))
    return next((at for at in reach if verb_after_subject(words[at].low)[1] == "past"), 0)


def _head_of(phrase: Sequence[Token]) -> str:
    """The noun that a phrase is about: "friend" of "old friend Tom from work"."""
    noun = ""
    for token in phrase[:_PHRASE_MAX]:
        if token.low in _BEFORE_NOUNS or not token.low[:1].isalpha() or (noun and is_name(token)):
            break
        if not is_adverb(token.low):
            noun = token.low
    return noun


def _is_trade(noun: str) -> bool:
    return noun in OCCUPATIONS or (noun.endswith(ENDINGS) and len(noun) > 6)


def _come_by(words: Sequence[Token]) -> str:
    """Whom or what the speaker has come by: "we hired a new dev", "got a kitten", "I have a new baby"."""
    for place, token in enumerate(words[:-2]):
        base, form = form_of(token.low) or ("", "")
        known = token.low in _OF_PEOPLE or ((base in _GETTING or base == "have") and form != "s")
        if not known or words[place + 1].low not in _ARTICLES:
            continue
        phrase = words[place + 2 : place + 2 + _PHRASE_MAX]
        noun = _head_of(phrase)
        if token.low in _OF_PEOPLE:
            return SOMEBODY
        if noun in _PEOPLE or (base != "have" and _is_trade(noun)):
            return SOMEBODY if base != "have" or phrase[0].low in {"new", "baby"} else SOMETHING
        return SOMETHING if base != "have" else ""
    return ""


def is_anothers(words: Sequence[Token], turn: Turn) -> bool:
    """Whether a clause without a subject may be told of who or what was spoken of before it."""
    if not turn.spoken_of:
        return False
    at = 0
    while at < len(words) - 1 and is_adverb(words[at].low) and words[at].low not in {"never", "not"}:
        at += 1
    low, following = words[at].low, words[at + 1].low if at + 1 < len(words) else ""
    if low in _GIVING_NAMES and following in _CALLED_SO:
        return False  # "Named her Luna"
    if turn.spoken_of == SOMETHING:
        made = low in _MADE and following not in OWN | _ARTICLES  # "Made in Italy", and not "Bought a new one"
        return (made or low in _OF_THINGS) and words[-1].low != "originally"
    if low in _GIVING_UP and following in {"my", "our"}:
        return False  # "Quit my job"
    lows = [token.low for token in words]
    her = lows.index("her") + 1 if "her" in lows else 0
    of_her = her > 0 and (her == len(lows) or names_day(lows[her : her + 1]))
    of_him = of_her or not {"him", "myself", "ourselves"}.isdisjoint(lows)  # "Visiting him tomorrow"
    return not of_him and low not in _FIRST_PERSONS


_OF_THINGS: Final = frozenset("from born raised named called".split())
_MADE: Final = frozenset("made built bought".split())
_GIVING_NAMES: Final = frozenset("named called".split())
_CALLED_SO: Final = frozenset("him her it them".split())
_GIVING_UP: Final = frozenset("quit resigned sold started finished switched cancelled canceled postponed".split())
"""What of the speaker's hardly anybody else does these with."""
_FIRST_PERSONS: Final = frozenset("don't haven't have love hate prefer work live own do am want need like".split())
"""Of anybody else these would have another form: "loves her"."""


def behind_another(turn: Turn, start: int) -> bool:
    """Whether the clause before, in one sentence, tells of somebody else's wedding: "Dov got hitched, wife's called
    Carmel" is his wife."""
    before = _CLAUSE.split(turn.text[max(0, start - _BEFORE_MAX) : start])[-1]
    found = _WED.match(before)
    return found is not None and (bool(found["kin"]) or form_of(found["name"].lower()) is None)


OF_COUPLES: Final = frozenset("wife husband partner hubby".split())
_BEFORE_MAX: Final = 160
_CLAUSE: Final = Lazy(r"[.!?\n]+\s*")
_WED: Final = Lazy(
    r"\W*(?:[Mm]y (?:[a-z]+ ){0,2}(?P<kin>brother|sister|cousin|uncle|aunt|friend|boss|colleague|nephew|niece|mate)"
    r"|(?P<name>[A-Z][a-zà-ÿ]+))(?:'s| has| is| just| finally)* (?:(?:got|just|finally|is|been) )*"
    r"(?:married|hitched|engaged|wed|eloped|tied the knot)\b(?! and (?:i|we)\b)[^,;]*,\s*(?:and )?$"
)

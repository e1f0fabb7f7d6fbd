"""What things are to the speaker: "spreadsheets bore me", "what I love most is hiking", "the clinic I manage is"."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.attitudes import DISLIKING, MOST
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.english.grammar import DAYS
from recollect.write.extract.english.ties import draft_of
from recollect.write.extract.english.verdicts import OF_THE_TURN, THIS
from recollect.write.extract.english.words import AUXILIARIES, Token, expanded, finite, form_of, render


def with_its_owner(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "the clinic I manage has 11 staff": what a clause within says to be the speaker's; "what I love most is
    hiking"."""
    lows = [token.low for token in words]
    who = next((at for at in range(1, min(6, len(lows))) if lows[at] in {"i", "we"}), 0)
    if not who or lows[0] not in ({"the", "a"} if who > 1 else {"what"}) or who + 2 >= len(lows):
        return None
    liked = lows[who + 1] in MOST
    held = lows[who + 1] in _HOLDING or lows[who + 1 : who + 3] == ["report", "to"]
    if not liked and (who == 1 or not held):
        return None
    main = next((at for at in range(who + 2, len(lows)) if lows[at] in AUXILIARIES or _is_third(lows[at])), 0)
    if not main or main + 1 >= len(lows) or (liked and not _names_the_most(lows, main)):
        return None
    told = render(text, words, {who: turn.name, who + 1: finite(words[who + 1].text)})
    draft = draft_of(words, told, "preference" if liked else "fact")
    if liked and lows[who + 1] in DISLIKING["en"] | {"fear"}:
        draft.polarity = -1
    return draft


def _names_the_most(lows: list[str], main: int) -> bool:
    """ "what I love most is hiking", and not "what I like is the second option"."""
    most = not {"most", "least", "best"}.isdisjoint(lows[:main]) and lows[main] in {"is", "are"}
    return most and lows[main + 1] not in _NO_THING and (THIS | OF_THE_TURN | _YOURS).isdisjoint(lows)


_NO_THING: Final = frozenset("a an the not none up what when how if that different irrelevant clear".split())
_YOURS: Final = frozenset("you your yours first second third last paragraph sentence option version line".split())
_HOLDING: Final = frozenset(
    "manage run own rent work teach live use drive coach attend keep ride study volunteer lead share lease".split()
)


def _is_third(low: str) -> bool:
    known = form_of(low)
    return known is not None and known[1] == "s"


def read(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """ "spreadsheets bore me", "long lists make my eyes glaze over": what something does to the speaker."""
    lows = [token.low for token in words]
    if lows[-2:] == ["for", "me"] and lows[0] in _REGULARLY and not _SUITS.isdisjoint(lows[1:-2]):
        return draft_of(words, render(text, words, {len(words) - 1: turn.name}), "preference", factor=0.9)
    at = next((at for at in range(1, min(6, len(lows) - 1)) if lows[at + 1] in {"me", "us", "my"}), 0)
    bare = next((base for base in (lows[at], lows[at].removesuffix("s")) if base in _AFFECTING), "")
    known = None if not at else (bare, "base" if bare == lows[at] else "s") if bare else form_of(lows[at])
    if known is None or known[1] not in {"base", "s", "ing"} or lows[0] in _NOT_FELT or expanded(lows[0])[1]:
        return None
    if bare and known[1] == "s" and not _is_stuff(words[:at]):
        return None
    if not (OF_THE_TURN | THIS).isdisjoint(lows[:at]) or not {"would", "could", "can", "to"}.isdisjoint(lows[:at]):
        return None
    on_me = lows[at + 1] != "my" and known[0] in _MOVING
    made = known[0] in {"make", "drive"} or (known[0] == "give" and not _AILMENTS.isdisjoint(lows[at + 2 :]))
    kept = known[0] == "keep" and lows[at + 2 : at + 3] in (["up"], ["awake"], ["sane"], ["calm"], ["grounded"])
    ails = lows[at + 1] == "my" and known[0] in _AILING and not _BODY.isdisjoint(lows[at + 2 : at + 4])
    if not {"doesn't", "don't", "didn't", "never", "nothing", "nobody"}.isdisjoint(lows[:at]):
        return None
    if not on_me and not kept and not ails and not (made and known[1] != "ing" and len(lows) > at + 2):
        return None
    glad = known[0] in _GLADLY or not _GLAD.isdisjoint(lows) or (kept and lows[at + 2] not in {"up", "awake"})
    content = render(text, words, {at + 1: turn.owner if lows[at + 1] == "my" else turn.name})
    draft = draft_of(words, content, "preference", factor=0.9)
    draft.polarity = 1 if glad else -1
    return draft


def _is_stuff(words: list[Token]) -> bool:
    """ "dairy", "loud noise": nothing at hand ("the layout bugs me"), nobody, and no number."""
    lows = [token.low for token in words]
    plain = len(lows) <= _STUFF_MAX and all(low.isalpha() for low in lows)
    return plain and _NO_STUFF.isdisjoint(lows) and fold(lows[0]) not in GIVEN_NAMES


_STUFF_MAX: Final = 2
_NO_STUFF: Final = frozenset(
    """
    the a an my our his her their some something somebody someone everything everybody everyone nothing nobody never
    none anything one line said says told nor neither not
    """.split()
)
_REGULARLY: Final = frozenset("mornings evenings afternoons nights weekends weekdays".split()) | {
    f"{day}s" for day in DAYS
}
_SUITS: Final = frozenset("best better ideal perfect hard difficult bad worst tricky".split())
""" "Mornings are best for me"."""
_NOT_FELT: Final = THIS | frozenset("you he she they i we my our please what which who can could and".split())
_AILMENTS: Final = frozenset(
    "anxiety headache headaches migraine migraines hives heartburn nightmares creeps rash".split()
)
_AILING: Final = frozenset("upset irritate hurt trigger aggravate inflame".split())
_BODY: Final = frozenset(
    "stomach tummy gut skin eyes back knee knees throat asthma allergy allergies eczema migraine migraines ibs".split()
)
_GLADLY: Final = frozenset("relax calm fascinate delight soothe".split())
_GLAD: Final = frozenset("happy smile calm relaxed joy laugh".split())
_MOVING: Final = _GLADLY | frozenset(
    """
    annoy bore bother stress scare terrify confuse irritate bug upset exhaust overwhelm defeat drain depress frighten
    wreck worry trigger
    """.split()
)
_AFFECTING: Final = _MOVING | _AILING

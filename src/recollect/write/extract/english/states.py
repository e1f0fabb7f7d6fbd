"""English clauses that say what somebody is or has: "I'm a nurse", "I have coeliac disease"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.attitudes import FEELINGS, PASSING
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.write.extract.english.verdicts import (
    ASSISTANT,
    FLEETING,
    OPEN,
    OWNABLE,
    THIS,
    Verdict,
    is_of_the_turn,
)
from recollect.write.extract.english.words import is_adverb

if TYPE_CHECKING:
    from recollect.write.extract.english.grammar import Group

_REASONS: Final = frozenset("about with because since for from lately over by at of these after".split())
_PLACING: Final = frozenset("in on at out with under off over up near about for by".split())
_ABLE: Final = frozenset("fluent proficient handy certified bilingual self-taught qualified native".split())
_NO_STATE: Final = frozenset("like what how why if that to".split())
_WITH_OBJECT: Final = frozenset(
    """
    new allergic interested able used married engaged keen good bad great terrible better afraid scared fluent
    proficient hopeless rubbish
    """.split()
)
_GOOD_AT: Final = frozenset("good great bad terrible better fluent proficient hopeless rubbish".split())
_VERSED: Final = frozenset("experienced skilled versed expert competent knowledgeable adept".split())
_AT_EASE: Final = frozenset("comfortable familiar".split())
"""With a thing that has a name it is a skill; with anything else, how somebody feels."""
_DEGREE: Final = frozenset(
    """
    a an really very so quite pretty just currently also now still both always not all only too more bit little rather
    super extremely totally already actually absolutely usually
    """.split()
)
_QUANTITIES: Final = frozenset(
    "a an the some any no got only just also two few couple of quick more really one another my this".split()
)


def copula(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    while rest and is_adverb(rest[0]) and rest[0] not in {"well"}:
        rest = rest[1:]
    if (
        rest[:1] in (["a"], ["an"])
        and len(rest) > 2
        and rest[1] not in {"bit", "little", "lot", "fan", "big", "huge"}
        and rest[-1] not in FLEETING
        and rest[1] in PASSING
    ):
        return Verdict("fact")
    words = [word for word in rest if word not in _DEGREE]
    while words[:2] in (["kind", "of"], ["sort", "of"]):
        words = words[2:]
    if not words:
        return None
    if words[0] == "around" and _is_measured(words[1:]):
        words = words[1:]
    head = words[0]
    if words[:3] == ["out", "of", "work"]:
        return Verdict("fact")
    if words[:2] == ["on", "page"] and words[2:3] and words[2].isdigit() and "of" in words[3:-1]:
        return Verdict("fact")  # "on page 220 of Sapiens"
    if head == "down" and words[1:2] == ["to"] and len(words) > 3:
        return Verdict("fact")  # "down to two coffees a day"
    if head == "to" and len(words) > 1 and group.words[group.verb].low == "been":
        return Verdict("fact")
    if head in ASSISTANT or head in _NO_STATE:
        return None
    if head == "done" and words[1:2] == ["with"] and len(words) > 2 and words[2] not in THIS | OPEN:
        return Verdict("decision", denied=True)
    if _is_versed(group, words):
        return Verdict("skill") if not is_of_the_turn(words[2:]) else None
    if head in FEELINGS and len(words) > 2 and words[1] in _REASONS and not dated:
        return Verdict("feeling", 0.9) if not is_of_the_turn(words[2:]) else None
    if head in _WITH_OBJECT and len(words) > 2 and words[1] in {"to", "in", "at", "of", "with", "on"}:
        if is_of_the_turn(words[2:]):
            return None
        if head in _GOOD_AT:
            return Verdict("skill") if words[1] != "to" else None
        return Verdict("preference" if head in {"interested", "keen"} else "fact")
    if (
        head in PASSING
        or head in FEELINGS
        or any(word in {"fan", "fond", "obsessed", "crazy", "into"} for word in words[:3])
    ):
        fond = any(word in {"fan", "fond", "obsessed", "into"} for word in words[:3]) and not any(
            word in THIS for word in words[1:3]
        )
        return Verdict("preference", denied=group.denied) if fond and len(words) > 1 else None
    if head in _PLACING:
        habit = any((word.endswith("days") and word in FREQUENCY["en"]) or word == "every" for word in words)
        if habit and not group.past:
            return Verdict("fact")  # "from May I'm off on Wednesdays"
        fleeting = any(word in FLEETING for word in words[1:4]) or len(words) < 2 or words[1] in THIS
        return (
            None
            if fleeting
            else Verdict("commitment" if dated and head in {"in", "at", "off"} and not group.past else "fact")
        )
    if head in {"the", "my", "our", "one", "no"} and any(word in FLEETING for word in words[1:3]):
        return None
    if head in _ABLE:
        return Verdict("skill")
    if head in {"due", "booked", "scheduled", "flying", "getting"} and dated:
        return Verdict("commitment")
    return Verdict("fact")


def _is_measured(words: list[str]) -> bool:
    """ "around 80 kg", "around 1100 on lichess": a weight, a height, a rating; not "around 5 minutes away"."""
    if not words or not words[0][:1].isdigit():
        return False
    if len(words) == 1:
        return words[0].lstrip("0123456789.,") in _BODY_UNITS
    return words[1] in _BODY_UNITS or (words[1] == "on" and len(words) > 2 and words[0].isdigit() and len(words[0]) > 2)


_BODY_UNITS: Final = frozenset("kg kgs kilo kilos lb lbs pounds stone cm feet ft".split())


def _is_versed(group: Group, words: list[str]) -> bool:
    """ "experienced with Docker", "an expert in Rust", "comfortable with FastAPI"."""
    if len(words) < 3 or words[1] not in {"with", "in", "at", "on"} or group.denied:
        return False
    if words[0] not in _AT_EASE:
        return words[0] in _VERSED
    after = [token for token in group.words[group.verb + 1 :] if token.low == words[2]]
    return words[1] in {"with", "in"} and any(token.text[:1].isupper() for token in after)


def possession(group: Group, rest: list[str], *, dated: bool) -> Verdict | None:
    words = [word for word in rest if word not in _QUANTITIES and not word.isdigit()]
    regular = any(word in FREQUENCY["en"] for word in words)
    if dated and not {"until", "till"}.isdisjoint(rest) and not group.past:
        return Verdict("fact")  # a lease, a visa: what is so until then
    if (dated or regular) and not group.denied and any(word in OCCASIONS["en"] for word in words[:2]):
        if not dated:
            return Verdict("fact")
        return Verdict("event", tags=("past",)) if group.past else Verdict("commitment")
    if not words or words[0] in FLEETING - OWNABLE or words[0] in THIS or words[0] in {"you", "been", "never"}:
        return None
    if len(words) > 1 and (words[1] in FLEETING - OWNABLE and words[0] not in {"hearing"}) and len(words) < 4:
        return None
    if any(
        rest[at : at + 2] in (["experience", "in"], ["experience", "with"], ["experience", "of"], ["experience", "as"])
        for at in range(len(rest))
    ) or ("years" in words and "of" in rest):
        return Verdict("skill")
    if dated and any(word in OCCASIONS["en"] for word in words):
        return Verdict("event", tags=("past",)) if group.past else Verdict("commitment")
    if any(word in {"today", "tonight"} for word in rest) or any(
        word.rstrip("s") in FLEETING - OWNABLE for word in words[:2]
    ):
        return None
    return Verdict("fact")

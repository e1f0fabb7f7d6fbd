"""What goes on in somebody's life: whom he sees, what he has tried so far and reached, what he no longer needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.numbers import SMALL
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.occupations import OCCUPATIONS
from recollect.write.extract.english.grammar import reached
from recollect.write.extract.english.verdicts import Verdict

if TYPE_CHECKING:
    from recollect.write.extract.english.grammar import Group


def read(group: Group, rest: list[str]) -> Verdict | None:
    """What to keep of it, or None."""
    if not rest:
        return None
    if (group.past and reached(group.base, rest)) or _tasted(group, rest):
        return Verdict("fact", tags=("past",))
    kept = (group.base == "see" and _regularly(rest)) or (
        group.base == "need" and group.denied and _no_more(group, rest)
    )
    return Verdict("fact") if kept else None


def _regularly(rest: list[str]) -> bool:
    """ "see my therapist every two weeks": somebody, and how often."""
    often = not FREQUENCY["en"].isdisjoint(rest) and "time" not in rest
    return often and rest[0] in {"my", "our", "a", "an"} and any(word in _SEEN for word in rest[1:4])


def sees_somebody(group: Group, rest: list[str]) -> bool:
    """ "(seeing) a guy called Tomasz": somebody new, and no patient or film."""
    if group.base != "see":
        return False
    if rest in (["someone"], ["somebody"]) or _regularly(rest):
        return True
    alone = len(rest) == len("a guy called Tomasz".split()) or rest[4:5] == [","]
    return alone and rest[0] == "a" and rest[1] in _GUYS and rest[2] in {"called", "named"} and "root" not in rest


_GUYS: Final = frozenset("guy girl man woman lady bloke lad".split())
_SEEN: Final = (
    KIN["en"] | TIES["en"] | OCCUPATIONS | frozenset("counselor counsellor shrink psychiatrist chiro".split())
)


def _tasted(group: Group, rest: list[str]) -> bool:
    """ "have tried four Korean restaurants": what is tried for its own sake, and not to solve something."""
    if group.base != "try" or not group.has("have", "'ve"):
        return False
    counted = len(rest) > 1 and (rest[0][:1].isdigit() or rest[0] in SMALL)
    return counted and not _TASTED.isdisjoint(rest[1:4])


_TASTED: Final = frozenset(
    """
    restaurants restaurant cafes bakeries bars pubs cuisines dishes recipes flavours flavors teas coffees wines beers
    sports hobbies diets classes instruments
    """.split()
)


def _no_more(group: Group, rest: list[str]) -> bool:
    """ "I don't need glasses any more": over for good, and not what is needed of somebody just now."""
    over = "longer" in group.adverbs or rest[-1:] == ["anymore"] or rest[-2:] in (["any", "more"], ["any", "longer"])
    needed = [word for word in rest if word not in {"any", "more", "anymore", "longer"}]
    return over and 0 < len(needed) <= _NEEDED_MAX and needed[-1] in _NEEDED


_NEEDED_MAX: Final = 3
_NEEDED: Final = frozenset(
    """
    glasses contacts lenses insulin meds medication medicine inhaler crutches cane walker wheelchair braces visa permit
    therapy pills pacemaker oxygen dialysis statins antidepressants physio hearing stick brace car daycare nanny
    """.split()
)
"""What somebody needs for long, and is told about when he no longer does."""

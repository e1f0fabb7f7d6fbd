"""Changes that a statement tells itself, in plain words: "sold the Corolla", "switched from biology to chemistry".

Each has its own proof, and none is drawn from what is told of somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import takewhile
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.change import CALLING_OFF, EXCHANGES, LEAVING, MENDED, PLANNED
from recollect.rules.lexicon.things import HAD_ONCE, NAMES_FOR_ONESELF, WAYS_TO_WORK, WORDS_FOR_ONESELF
from recollect.rules.peoples import is_people
from recollect.write.verify.common import ONE_WORD, Found, only_meant
from recollect.write.verify.ending import ended, long_ago
from recollect.write.verify.frame import Signals
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import PHRASE_WORDS_MAX

REACH: Final = 5
"""Words after one of exchange among which what is given up stands."""
_INSTEAD: Final = frozenset("for with to".split())


def says_so(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """The new one itself tells of the change, right beside what both speak of: "sold the Corolla", "switched from"."""
    if signals["other_person"] or signals["other_thing"] or signals["habit_and_once"] or "also" in new.cues:
        return False
    if not new.cues.isdisjoint(("hedge", "wish")) or found.worth < ONE_WORD or found.cover_old < 0.3:
        return False
    if old.owners != new.owners or not new.people <= old.people or long_ago(old) or "end" in old.cues or old.attitude:
        return False
    shared = {word.place for word in found.shared}
    denied = any(word.concept in new.negated for word in found.shared) and "end" in new.cues and found.cover_new >= 0.6
    mended = not new.forms.isdisjoint(MENDED) and any(place < new.subject.end for place in shared)
    over = new.forms.isdisjoint(LEAVING) and any(word.stem in ended(new) for word in found.shared)
    return denied or mended or over or given_up(new, shared)


def given_up(new: Statement, known: Container[int], told_stems: Container[str] = frozenset()) -> bool:
    """Whether what is exchanged for something else stands at one of the places `known`: "switched from biology to",
    "replaced their iPhone 12 with"; or, told in two words or more, all of it in words whose stems are `told_stems`."""
    for at, word in enumerate(new.words):
        following = [other for other in new.words[at + 1 : at + 1 + REACH] if other.clause == word.clause]
        forms = [other.form for other in following]
        exchanged = word.form in EXCHANGES or (word.form == "moved" and "from" in forms)
        if not exchanged or new.negated or _INSTEAD.isdisjoint(forms):
            continue
        given = following[forms.index("from") + 1 :] if "from" in forms else following
        told = [other for other in given if not other.filler or other.form in _INSTEAD]
        after = next((other for other in told[1:] if not other.form[0].isdigit()), None)  # "iPhone 12 with a"
        once = bool(told) and forms.count(told[0].form) == 1
        if once and told[0].place in known and after is not None and after.form in _INSTEAD:
            return True
        whole = list(takewhile(lambda other: other.form not in _INSTEAD, told))
        if 1 < len(whole) < len(told) and all(other.stem in told_stems for other in whole):
            return True
    return False


def called_off(old: Statement, new: Statement, found: Found) -> bool:
    """The end of a plan called by a name in it: "booked a trip to Lisbon", "had to cancel the Lisbon trip"."""
    planned = not old.forms.isdisjoint(PLANNED) or only_meant(old)
    again = found.worth >= ONE_WORD and any(word.name for word in found.shared) and old.subject.key == new.subject.key
    return planned and again and not new.negated and any(begins(new, at, CALLING_OFF) for at in range(len(new.words)))


def got(old: Statement, new: Statement, found: Found) -> bool:
    """What somebody did not have has come: "doesn't have a passport", "the passport arrived"."""
    missing = not old.forms.isdisjoint(_HAVE) and any(word.concept in old.negated for word in found.shared)
    ours = new.people <= old.people and new.owners == old.owners
    return missing and ours and found.cover_old >= 0.6 and not new.negated and not new.forms.isdisjoint(_COMING)


_HAVE: Final = frozenset("have has got own owns".split())
_COMING: Final = frozenset("arrived came bought got picked_up received adopted found".split())


def carries_out(old: Statement, new: Statement) -> bool:
    """ "I want to buy a car", "I bought a car": no repetition of the wish."""
    return "wish" in old.cues and "wish" not in new.cues and "done" in new.cues


def excludes(old: Statement, new: Statement) -> bool:
    """Both cannot be, whatever else is known, and however little the two share."""
    if not new.cues.isdisjoint(("hedge", "wish", "also")) or not old.cues.isdisjoint(("past", "wish", "end")):
        return False
    return _moved_out(old, new) or _another_of_one(old, new) or _other_way_to_work(old, new)


def _moved_out(old: Statement, new: Statement) -> bool:
    """Who lived together no longer does: "shares a flat with Tess", "Tess moved out"."""
    if not any(begins(new, at, _OUT) for at in range(len(new.words))) or new.negated:
        return False
    together = old.attribute.name == "home" or not old.forms.isdisjoint(_SHARING)
    return together and "with" in old.forms and bool(old.names & new.forms or old.people & new.people)


_OUT: Final = frozenset(("moved_out",))
_SHARING: Final = frozenset("share shares sharing flatmate roommate housemate".split())


def _another_of_one(old: Statement, new: Statement) -> bool:
    """What somebody has one of is another one: "my bank is Revolut"."""
    if not (old.of_user and new.of_user) or old.owners or new.owners or old.subject.words != new.subject.words:
        return False
    if not new.subject.words or old.negated or new.negated or {"past", "one_off"} & new.cues:
        return False
    if new.subject.words[-1] in WORDS_FOR_ONESELF or new.subject.words in NAMES_FOR_ONESELF:
        was, now = (_CALLED.match(one.told) for one in (old, new))
        if was and now and was["value"] != now["value"] and _is_value(new, now):
            return True
    if new.subject.words[-1] not in HAD_ONCE:
        return False
    rest = [statement.words[statement.subject.end :] for statement in (old, new)]
    if not all(len(words) >= 2 and words[0].form == "is" for words in rest):
        return False
    values = [frozenset(w.form for w in words if w.capital or w.form[0].isdigit() or "@" in w.form) for words in rest]
    return all(values) and values[0].isdisjoint(values[1])  # "my phone is broken" gives no other phone


_CALLED: Final = late(r"is (?:now |officially )?(?P<value>\S+)(?P<since> (?:now|since|as of|from now on)\b.*)?$")


def _is_value(new: Statement, called: re.Match[str]) -> bool:
    """Whether it is what one is called, and not how that is: "is now Jones", "is Jones since the wedding", and not "is
    taken", "is Italian"."""
    value = next(word for word in new.words[new.subject.end :] if word.form == called["value"])
    if "name" in new.subject.words:
        people = is_people(value.form) or value.form.endswith("man")  # "is German now"
        return value.capital and value.text.isalpha() and not people and ("now" in new.forms or bool(called["since"]))
    return " is now " in new.text and value.form not in _HOW_IT_IS


_HOW_IT_IS: Final = frozenset(
    """
    taken suspended limited reserved weird private public available visible locked unlocked gone embarrassing broken
    disabled blocked banned unique free verified hidden different wrong right same case-sensitive deleted active
    inactive long short changed
    """.split()
)


def _other_way_to_work(old: Statement, new: Statement) -> bool:
    """How somebody gets to work, said to be so now."""
    if "update" not in new.cues or old.subject.key != new.subject.key or old.negated or new.negated:
        return False
    if {"past", "one_off"} & new.cues:
        return False
    ways = [statement.forms & WAYS_TO_WORK for statement in (old, new)]
    return all(ways) and ways[0].isdisjoint(ways[1]) and all("to work" in one.text for one in (old, new))


def begins(statement: Statement, place: int, cues: frozenset[str]) -> bool:
    """Whether one of `cues`, a word or a phrase, begins at `place`."""
    joined = ""
    for word in statement.words[place : place + PHRASE_WORDS_MAX]:
        joined = f"{joined}_{word.form}" if joined else word.form
        if joined in cues:
            return True
    return False

"""Another value in the place of what is known: every kind of change with its own proof."""

from __future__ import annotations

import itertools
import re
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon import change
from recollect.rules.lexicon.change import LEAVING, PARTING, WEAK
from recollect.rules.lexicon.employment import BESIDE_A_TRADE
from recollect.rules.lexicon.people import PARTNERS
from recollect.rules.lexicon.slots import BETWEEN, IS_BY_TRADE, TOLD_BY, VERB_LAST
from recollect.rules.lexicon.states import AFTER_STATES, BESIDE_OTHERS, LASTING, STATE_WORDS, TURNING
from recollect.rules.lexicon.subjects import ADVERBS
from recollect.write.verify.appointment import appointment_changed
from recollect.write.verify.attribute import moved_to_place
from recollect.write.verify.common import ONE_WORD, Found, only_meant, swapped_round
from recollect.write.verify.done_with import done_with
from recollect.write.verify.ending import ended, long_ago
from recollect.write.verify.frame import Signals
from recollect.write.verify.holding import held_by_another
from recollect.write.verify.posts import other_in_post
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER, plain_verbs
from recollect.write.verify.telling import begins, called_off, given_up, got
from recollect.write.verify.unspaced import lives_or_works


def replaces(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """Each kind of change with its own proof."""
    if "hedge" in new.cues or ("wish" in new.cues and not _wish_over(old, new)):
        return False
    if signals["other_person"] and old.subject.key[0] == USER and new.subject.key[0] == "person":
        return False  # what somebody else gives up
    if signals["left_employer"] or signals["other_employer"]:
        return True
    if held_by_another(old, new) or other_in_post(old, new):
        return True
    if signals["other_value"] or signals["other_holder"]:
        return _of_one(old) and _of_one(new)
    if signals["state_differs"] and _in_another_state(old, new, signals):
        return True
    if _once_set_below(old, new) or signals["renewed"] or (signals["other_trade"] and _changed_trade(old, new)):
        return True
    if called_off(old, new, found) or appointment_changed(old, new):
        return True
    if done_with(old, new) and found.worth >= ONE_WORD:
        return True
    if _moved(old, new, signals) or _left(old, new, found) or _left_behind(old, new, found):
        return True
    if signals["amount_differs"] and _counted(old, new, found):
        return True
    if _left_post(old, new) or (signals["attitude_turned"] and "update" in new.cues and found.worth >= ONE_WORD):
        return True
    if not found.enough:
        return False
    return (
        _denied(old, new, found, signals)
        or got(old, new, found)
        or _over(old, new, found)
        or _done(old, new, found, signals)
        or (new.kind == "correction" and found.cover_old >= 0.5 and found.cover_new >= 0.25)
        or (found.cover_old >= 0.6 and _object_of(new, change.UPDATE - WEAK, found))
        or bool("update" in new.cues and found.least >= (0.6 if signals["same_single"] else 0.9))
        or bool(signals["excluded"] and found.cover_old >= 0.5 and old.subject.key == new.subject.key)
        or bool(signals["state_differs"] and found.cover_old >= 0.5 and old.subject.key == new.subject.key)
        or bool(signals["attitude_turned"] and found.cover_old >= 0.7 and found.cover_new >= 0.7)
        or bool((signals["value_over_old"] or swapped_round(new, signals)) and found.cover_old >= 0.5)
    )


def _in_another_state(old: Statement, new: Statement, signals: Signals) -> bool:
    if old.subject.key != new.subject.key or ("end" not in new.cues and _AT_AN_AGE.search(new.text)):
        return False
    if any(new.states.get(axis) == over and old.states.get(axis, over) != over for axis, over in LASTING):
        return True
    over = long_ago(new) and "end" not in new.cues  # who stopped smoking years ago does not smoke
    return not over and (_turned(old, new) or (not signals["habit_and_once"] and _brief(old, new)))


_AT_AN_AGE: Final = late(
    r"\bat (?:the age of )?(?:1[3-9]|[2-5]\d)(?=$|[,.;!]| and\b| but\b)|\bwhen (?:they|i|he|she|we) (?:was|were)\b",
    re.IGNORECASE,
)
"""Told of long ago: "got married at 19", "gave birth when they were 20"."""


def _changed_trade(old: Statement, new: Statement) -> bool:
    """Another trade, said to be so now: "is now a driver". Without that word somebody may have two, as has who became
    what many are beside another one."""
    if "update" not in new.cues or old.subject.key != new.subject.key or new.negated or old.negated:
        return False
    if "now" not in new.forms and any(w.form in BESIDE_A_TRADE for w in new.words if w.concept in new.attribute.of):
        return False
    return not (old.cues | new.cues) & {"past", "wish", "also", "one_off"} and _practises(old) and _practises(new)


def _practises(statement: Statement) -> bool:
    """Whether it says that somebody is this by trade: "is a baker", "works as a baker", not "met a baker"."""
    for place, word in enumerate(statement.words):
        if word.concept in statement.attribute.of:
            before = statement.words[max(0, place - TRADE_REACH) : place]
            return any(other.form in IS_BY_TRADE for other in before)
    return False


TRADE_REACH: Final = 4
"""Words between "is" and the trade: "is now a senior"."""


def _brief(old: Statement, new: Statement) -> bool:
    return max(len(old.content), len(new.content)) <= 2


def parted(old: Statement, new: Statement) -> bool:
    """The end of a tie to somebody called by name: "Ana and Ines broke up"."""
    named = old.names & new.forms
    tied = not old.people.isdisjoint(PARTNERS) or "relationship" in old.states
    over = "end" in new.cues or not new.forms.isdisjoint(("divorced", "separated"))
    if _befriended(old) and _befriended(new) and "end" in new.cues and new.negated & _FRIENDS:
        return bool(named)
    told = over and not new.forms.isdisjoint(PARTING) and not new.negated and "wish" not in new.cues
    return bool(named) and tied and told


def _befriended(statement: Statement) -> bool:
    return any(word.concept in _FRIENDS and not word.capital for word in statement.words)


_FRIENDS: Final = frozenset(("kin:friend", "kin:best_friend"))


def _wish_over(old: Statement, new: Statement) -> bool:
    """Both speak of one wish, and the new one that it is over: "doesn't want to become a lawyer any more"."""
    return "wish" in old.cues and "end" in new.cues and bool(new.negated) and not old.negated


def plainly(statement: Statement) -> bool:
    """A state told by itself, and not by a word that goes on: "eats meat", not "eats meat substitutes". Nor of what
    somebody does: who cooks vegan need not be one."""
    for before, word in itertools.pairwise(statement.words):
        does = before.form.endswith("s") and before.form[:-1] in plain_verbs() and before.form not in _BEING
        if does and word.form in _DIETS and not before.filler:
            return False
    for word, following in itertools.pairwise(statement.words):
        if word.form in STATE_WORDS and following.clause == word.clause:
            goes_on = not (
                following.filler or following.name or following.form[0].isdigit() or following.form in AFTER_STATES
            )
            if goes_on:
                return False
    return True


_DIETS: Final = frozenset("vegan vegetarian".split())
_BEING: Final = frozenset("is eats becomes goes turns stays remains was".split())


def _once_set_below(old: Statement, new: Statement) -> bool:
    """What the known preference was set above is preferred now."""
    if not old.attribute.name == new.attribute.name == "preference" or new.negated or new.rejected:
        return False
    return "update" in new.cues and len(new.content) <= 2 and not old.rejected.isdisjoint(new.concepts)


TURNING_WORDS_MAX: Final = 6
"""Content words of a statement that tells a state and not a story."""


def _turned(old: Statement, new: Statement) -> bool:
    """Both put the same person on one line of states, in so many words: single, and then engaged."""
    if old.subject.words != new.subject.words or old.subject.key != new.subject.key:
        return False
    if any(sum(w.clause == 0 for w in side.content) > TURNING_WORDS_MAX for side in (old, new)) or _back(old, new):
        return False
    return "wish" not in old.cues and any(
        new.states.get(axis, value) != value
        and (axis, value) not in BESIDE_OTHERS
        and not new.forms.isdisjoint(TURNING.get(axis, ()))
        for axis, value in old.states.items()
    )


def _back(old: Statement, new: Statement) -> bool:
    """Who is married does not get engaged or dating, unless something ended."""
    before, after = old.states.get("relationship"), new.states.get("relationship")
    return before == "married" and after in ("engaged", "dating") and "end" not in new.cues


def _of_one(statement: Statement) -> bool:
    """Whether the statement really gives the attribute: "lives in", "works at", not "living costs", "one of my"."""
    if not statement.forms.isdisjoint(_AMONG):
        return False
    if statement.attribute.name not in TOLD_BY:
        named = (word for word in statement.words if word.capital and not word.text.isupper())  # a CEO is no name
        return not any(word.concept in statement.attribute.of for word in named)
    return really_gives(statement, statement.attribute.name)


def really_gives(statement: Statement, attribute: str) -> bool:
    """Whether an attribute that has a verb of its own is told with it; what has none needs none."""
    if attribute not in TOLD_BY:
        return True
    before, verbs, after = "", *TOLD_BY[attribute]
    words = [word for word in statement.words if word.form not in BETWEEN]
    for word, following in itertools.pairwise(words):
        if (word.concept in verbs or word.form in verbs) and following.form in after and before != "of":
            return True
        before = word.form
    if lives_or_works(words):
        return True
    if attribute != "home":
        return False
    german = not statement.forms.isdisjoint(VERB_LAST) and "nach" in statement.forms
    return german or moved_to_place(statement.words, statement.forms)


_AMONG: Final = frozenset("one some among".split())


def _counted(old: Statement, new: Statement, found: Found) -> bool:
    """The same thing with another number, date or time; two days on which something happened are two events."""
    if ("one_off" in old.cues and "one_off" in new.cues) or not new.forms.isdisjoint(_BEGINNING):
        return False
    if "=" in old.text or "=" in new.text or ("done" in old.cues and "done" in new.cues and _fewer(old, new)):
        return False
    if found.least >= 0.99 and len(new.content) >= 2:
        return True
    if found.worth < ONE_WORD or found.cover_old < 0.45 or found.cover_new < 0.25:
        return False
    said_so = _object_of(new, change.UPDATE - WEAK, found)
    return found.both >= (0.9 if said_so else 1.2)


def retimed(old: Statement, new: Statement) -> bool:
    """The same deed at another hour or on another day, said to be so now: "opens at 7 every day", "now opens at 8"."""
    if "update" not in new.cues or old.subject.key != new.subject.key or old.negated or new.negated:
        return False
    if (old.cues | new.cues) & {"past", "wish", "also", "one_off"} or "done" in old.cues ^ new.cues:
        return False
    told = {word.concept for word in new.content} - _HOW_OFTEN
    if told != {word.concept for word in old.content} - _HOW_OFTEN or (not told and _deed(old) != _deed(new)):
        return False
    times = [{q.dimension: q.value for q in side.quantities if q.dimension in _TIMES} for side in (old, new)]
    return bool(times[1]) and all(value != times[0].get(dimension, value) for dimension, value in times[1].items())


def _deed(statement: Statement) -> tuple[str, ...]:
    """The small words of what is done, up to its hour: "gets up at"."""
    words = itertools.takewhile(lambda word: not word.form[0].isdigit(), statement.words[statement.subject.end :])
    return tuple(word.form for word in words if word.form not in ADVERBS)


_TIMES: Final = frozenset(("clock", "weekday", "day", "date"))
_HOW_OFTEN: Final = frozenset("day week weekday weekend morning evening night afternoon except daily weekly".split())
_BEGINNING: Final = frozenset("started began starting beginning".split())


def _counts(statement: Statement) -> list[float]:
    return [q.value for q in statement.quantities if q.dimension == "count" and isinstance(q.value, float)]


def _fewer(old: Statement, new: Statement) -> bool:
    """Of what is done there is never less than before: a smaller number counts something else."""
    before, after = (_counts(side) for side in (old, new))
    return bool(before and after) and max(after) < max(before)


def _denied(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """One denies the very thing that the other states."""
    about = any(word.concept in old.negated | new.negated for word in found.shared)
    lasting = "one_off" not in old.cues and ("one_off" not in new.cues or "end" in new.cues)
    return bool(signals["denied_once"]) and about and lasting and found.least >= 0.5 and found.both >= 1.4


def _over(old: Statement, new: Statement, found: Found) -> bool:
    """An ending whose object is the shared thing. "Never give up" ends nothing, and an ending does not end another."""
    nothing_else = found.cover_new >= 0.95 and old.subject.key == new.subject.key  # "quit tennis"
    again = found.cover_old >= (0.45 if nothing_else and any(w.stem in ended(new) for w in found.shared) else 0.6)
    return "end" not in old.cues and again and _object_of(new, change.END, found)


def _left(old: Statement, new: Statement, found: Found) -> bool:
    """The end of something called by its name: "sold the Honda"."""
    again = found.worth >= ONE_WORD and found.cover_old >= 0.3 and "end" not in old.cues and not old.attitude
    if not again or old.subject.key != new.subject.key or not new.forms.isdisjoint(LEAVING):
        return False
    return any(word.name and word.form in ended(new) for word in found.shared)


def _left_post(old: Statement, new: Statement) -> bool:
    """ "is the treasurer of the choir", "has stepped down as treasurer"."""
    post = old.attribute.name == new.attribute.name == "role" and old.attribute.of == new.attribute.of
    same = old.subject.key == new.subject.key and "end" in new.cues and "end" not in old.cues
    return post and same and not long_ago(new) and not new.negated


def _left_behind(old: Statement, new: Statement, found: Found) -> bool:
    """Something else in the place of what is known: "switched from Vim to Emacs", "traded the Jazz in for a Kona"."""
    known = {word.place for word in found.shared if word.name or word.capital}
    if found.worth < ONE_WORD or found.cover_old < 0.3 or "end" in old.cues or new.negated or "weekend" in new.forms:
        return False
    if old.forms.isdisjoint(_HAVING) or old.subject.key != new.subject.key:
        return False
    return given_up(new, known, {word.stem for word in old.words})


_HAVING: Final = frozenset(
    "use uses using drive drives has have own owns ride rides wear wears subscribes decided chose picked".split()
)


def _moved(old: Statement, new: Statement, signals: Signals) -> bool:
    """Another home or employer by name, of somebody called by name."""
    same = signals["same_single"] and signals["same_subject"] and signals["name_for_name"]
    return bool(same) and new.attribute.name in TOLD_BY and _of_one(old) and _of_one(new)


def _done(old: Statement, new: Statement, found: Found, signals: Signals) -> bool:
    """What was owed or planned has been done."""
    planned = signals["settled"] or (only_meant(old) and not only_meant(new)) or old.kind == "commitment"
    again = found.cover_old >= (0.4 if signals["amount_equal"] else 0.7) or (found.least >= 0.5 and found.both >= 1.4)
    return bool(planned) and not new.negated and again and bool(new.cues & {"done", "update"})


CUE_REACH: Final = 5
"""Words on either side of a cue among which what it speaks of stands, within the clause."""


def _object_of(statement: Statement, cues: frozenset[str], found: Found) -> bool:
    """Whether a cue that is not itself denied speaks of a shared word: in its clause, or where all else is the same."""
    shared = {word.place for word in found.shared}
    whole = found.least >= 0.8
    for place, word in enumerate(statement.words):
        before = statement.words[max(0, place - 3) : place]
        if not begins(statement, place, cues) or any(other.form in change.NEGATION for other in before):
            continue
        near = statement.words[max(0, place - CUE_REACH) : place + CUE_REACH + 1]
        if any(other.place in shared and (whole or other.clause == word.clause) for other in near):
            return True
    return False

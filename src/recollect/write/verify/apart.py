"""When two statements share too little for what the weighing made of them: then both stay.

The weighing adds up many small signs, and a name or a noun in common is one of them. But "Acme is based in Lisbon" and
"Ana works at Acme" are two facts. A repetition must say the old over again, a detail must be about what the old one
tells, a new value must be one of the same attribute. To keep two that were one costs a line; to take two for one costs
a fact.
"""

from __future__ import annotations

from typing import Final

from recollect.write.verify.align import Alignment, numbered
from recollect.write.verify.attribute import OTHER
from recollect.write.verify.frame import Signals
from recollect.write.verify.learned import LABELS
from recollect.write.verify.statement import Statement
from recollect.write.verify.subject import USER
from recollect.write.verify.words import Word

SUPERSEDE, DUPLICATE, MERGE, _ = LABELS
HALF_SURE: Final = 0.5
QUITE_UNSURE: Final = 0.45
HALF_ALIKE: Final = 0.5
"""Share of the words at the beginning from which two sentences are built alike and differ in a value."""
SAME_WORD: Final = 0.9
"""What two words score whose vectors are as good as the same; see `recollect.write.verify.align`."""
_TURNABLE: Final = frozenset("is are was were be been being by am called named".split())
"""With these a sentence can be turned round and say the same: "Ana is the boss", "the boss is Ana"."""


def told_apart(
    label: str, old: Statement, new: Statement, found: Alignment, signals: Signals, certainty: float
) -> str | None:
    """Why both stay although weighing says `label`; None when nothing speaks against it."""
    if signals["state_same"] or signals["state_differs"] or signals["amount_equal"] or signals["amount_differs"]:
        return None
    mine, yours = _about(old, new), _about(new, old)
    same = mine == yours and mine[0] != USER
    shared = {word.concept for word in found.shared}
    beyond = shared - set(mine[1:]) - {w.concept for w in found.shared if w.form in mine[1:]} if same else shared
    if label == DUPLICATE:
        return _repeats_too_little(old, new, found, signals, certainty, beyond)
    if label == MERGE and shared and shared <= _DONE_TO_MANY and found.left_old and found.left_new:
        return "the same is done with something else"
    if label == MERGE:
        if same and shared and not beyond and (mine[0] == "name" or _other_sides(old, new)):
            return "another thing is told of the same subject"
        apart = set(mine[1:]).isdisjoint(yours[1:])
        if mine[0] == "name" and yours[0] in ("name", "thing") and apart and len(shared) <= 1:
            return "the two are about different subjects"
    changing = any(signals[f"cue_{cue}"] for cue in ("update", "end", "done", "correction"))
    if label == SUPERSEDE and signals["one_is_named"] and signals["same_thing"] and not changing:
        return "the one names it, the other tells how it is"
    if label == SUPERSEDE and signals["nothing_shared"] and signals["wish_and_fact"]:
        return "a wish or a plan, and something else that was done"
    if label == SUPERSEDE and old.attribute.name != new.attribute.name and not signals["cue_correction"]:
        changed = any(signals[f"cue_{cue}"] for cue in ("update", "end", "done"))
        least = HALF_SURE if _other_sides(old, new) else QUITE_UNSURE
        unsure = certainty < least and not changed and signals["same_beginning"] < HALF_ALIKE
        if (same and shared and not beyond and found.left_old and signals["same_beginning"] < HALF_ALIKE) or unsure:
            return "the two are about different sides of the subject"
    return None


_DONE_TO_MANY: Final = frozenset(
    """take read own buy play watch eat drink visit speak know learn study wear collect call meet write cook grow follow
    listen teach like dislike want prefer need pay owe use""".split()
)
"""What is done with one thing and with another: a detail of the one is no detail of the other."""


def no_change(signals: Signals) -> bool:
    """Whether nothing is replaced: an ending does not end another, nor what only stands beside what is over."""
    told = signals["cue_update"] or signals["cue_correction"] or signals["amount_differs"] or signals["state_differs"]
    return bool((signals["cue_end"] and signals["old_end"] and not told) or signals["ended_beside"])


def no_repetition(signals: Signals) -> bool:
    """Whether one of the two denies, ends, excludes or carries out what the other says: whatever words they share, the
    new one must not be dropped as a repetition."""
    over = signals["cue_end"] and not signals["old_end"] and not signals["state_same"]
    return bool(
        signals["denied_once"]
        or signals["excluding_values"]
        or signals["against_once"]
        or signals["state_differs"]
        or signals["attitude_turned"]
        or (over and not signals["new_denies"])
        or (signals["meant_then_told"] and not signals["cue_wish"])
    )


def _other_sides(old: Statement, new: Statement) -> bool:
    a, b = old.attribute.name, new.attribute.name
    return a != b and _OPEN.isdisjoint((a, b))


_OPEN: Final = frozenset((OTHER, "choice", "skill"))
"""Said of a statement by its kind or by nothing in it: no side of its own."""


def turned_round(old: Statement, new: Statement) -> bool:
    """Who does it and whom it is done to have changed places: "Tom likes Mia", "Mia likes Tom"."""
    mine, yours = _about(old, new), _about(new, old)
    if mine[0] != "name" or yours[0] != "name" or mine == yours or (old.forms | new.forms) & _TURNABLE:
        return False
    return set(mine[1:]) <= new.forms and set(yours[1:]) <= old.forms and old.frame != new.frame


def adds_detail(old: Statement, new: Statement, found: Alignment) -> bool:
    """All of the old one, and after it two words or more that go on in the same breath: "in a flat by the harbour"."""
    if found.left_old or len(found.left_new) < DETAIL_WORDS_MIN:
        return False
    last = max((word.place for word in found.shared), default=-1)
    said = next((word for word in new.words if word.place == last), None)
    if said is None or any(word.place < last or word.clause != said.clause for word in found.left_new):
        return False
    between = [word.form for word in new.words if last < word.place < found.left_new[0].place]
    return not _GOING_ON.isdisjoint(between or {found.left_new[0].form})


DETAIL_WORDS_MIN: Final = 2
_GOING_ON: Final = frozenset("as at by for from in near next of on with without opposite behind above below".split())


_SYMMETRIC: Final = frozenset("with together both each other another between marry engaged dating equal same".split())
"""With one of these, forms or concepts, both do it to each other: "is married to", "met with"."""


def exchanged(old: Statement, new: Statement) -> bool:
    """The same words in the same order, with the people in each other's places: "A owes B", "B owes A"."""
    told = old.forms | new.forms | old.concepts | new.concepts
    if not told.isdisjoint(_SYMMETRIC) or ("by" in old.forms) != ("by" in new.forms):
        return False
    if old.people & _MUTUAL or new.people & _MUTUAL:
        return False
    mine, yours = _places(old), _places(new)
    shape, other = ([part for part in side if isinstance(part, str)] for side in (mine, yours))
    return (
        mine != yours and shape == other and [isinstance(a, str) for a in mine] == [isinstance(b, str) for b in yours]
    )


_MUTUAL: Final = frozenset(
    "spouse friend best_friend siblings twin cousin colleague flatmate neighbour sister brother".split()
)


def _places(statement: Statement) -> list[str | frozenset[str]]:
    """What is told, and between it the people named in a row ("A and B"), whose order says nothing."""
    found: list[str | frozenset[str]] = []
    row: frozenset[str] = frozenset()
    for word in statement.words:
        if word.form in statement.full_names:
            row |= {word.form}
        elif word.form not in _IN_A_ROW:
            found += [row] if row else []
            row = frozenset()
            found += [] if word.filler else [word.concept]
    return [*found, row] if row else found


_IN_A_ROW: Final = frozenset("and or dr mr mrs ms prof sir".split())


def other_word(old: Statement, new: Statement, found: Alignment) -> bool:
    """The same sentence with another word in a place: "a cat sat on the mat", "a dog sat on the mat". Words of one kind
    are alike to an embedder; only ones that are as good as the same to it, or known for it, leave it a repetition."""
    pairs = list(zip(old.words, new.words, strict=False))
    differ = [pair for pair in pairs if pair[0].form != pair[1].form and pair[0].concept != pair[1].concept]
    if len(old.words) != len(new.words) or not 0 < len(differ) <= len(pairs) * HALF_ALIKE:
        return False
    apart = [pair for pair in differ if _both_tell(*pair) or not (pair[0].filler and pair[1].filler)]
    scores = {word.place: score for word, score in zip(new.content, found.new_scores, strict=True)}
    telling = [pair for pair in apart if pair == pairs[-1] or _both_tell(*pair)]
    return len(telling) == len(apart) and any(
        numbered(one.form, other.form) or scores.get(other.place, 0.0) < SAME_WORD for one, other in telling
    )


def _both_tell(one: Word, other: Word) -> bool:
    """Neither is a small word, nor a number that the other writes out; single letters are names: "plan a", "plan b"."""
    if len(one.form) == len(other.form) == 1:
        return True
    return not (one.filler or other.filler or one.form.isdecimal() != other.form.isdecimal())


def _repeats_too_little(
    old: Statement, new: Statement, found: Alignment, signals: Signals, certainty: float, beyond: set[str]
) -> str | None:
    more = bool(found.left_new) or bool(signals["amount_added"])
    if len(beyond) > 1 or not more or signals["attitude_same"]:
        return None
    if found.left_old and beyond and all(_is_name(word, old) for word in found.shared if word.concept in beyond):
        return "the two have only a name in common"
    differs = bool(found.left_old) or len(found.left_new) > 1
    if beyond and differs and old.attribute.name != new.attribute.name:
        return "the two have one word in common and tell different things"
    if certainty < HALF_SURE and found.left_old:
        return "too little of the one is in the other"
    return None


def _is_name(word: Word, old: Statement) -> bool:
    return word.name or word.form in old.names or (old.subject.key[0] == "name" and word.form in old.subject.key)


def _about(one: Statement, other: Statement) -> tuple[str, ...]:
    """The subject; a name before a verb that is not known for one is recognised by the other statement."""
    key = one.subject.key
    first = one.words[0] if one.words else None
    if key[0] == USER and first is not None and first.capital:
        named = other.names | (frozenset(other.subject.key[1:]) if other.subject.key[0] == "name" else frozenset())
        if first.form in named:
            return ("name", first.form)
    return key

"""Whether one of two statements tells what became of what the other tells: "is in rehab", "is back from rehab".

Such a pair shares every word that matters, and yet the new one is no repetition: it ends, undoes or carries out what is
known. Read from shapes that are sure and English; what has none of them is weighed as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from recollect.rules.lexicon.change import OBLIGATION
from recollect.rules.tense import happened
from recollect.write.verify.align import Alignment
from recollect.write.verify.exchange import ARTICLES, JOINING, RELATIONS, marks
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

BACK_WORDS_MAX: Final = 6
"""Words between a verb and its "back": "gave me the 50 euros back"."""
HALF_KNOWN: Final = 0.5
"""A word whose best partner scores less is not in the other statement."""
_IS: Final = frozenset("is are am".split())
_BEING: Final = _IS | frozenset("was were been".split())
_PLACED: Final = frozenset("in at on".split())
_PLACING: Final = _PLACED | frozenset("into onto to inside by near behind under over with for".split())
_PARTICLES: Final = frozenset("up out off down away in over".split())
_WHEN: Final = frozenset("then when in at on during".split())
"""After a "back" that tells of long ago: "back in our school days"."""
_SUPPOSING: Final = frozenset("before after until till when once if unless while because".split())
_NOT_YET: Final = frozenset("to will would could might should must need needs want wants".split())
_AFTER_OVER: Final = frozenset("now since today yesterday finally".split())
_AFTER_OFF: Final = frozenset("now today yesterday finally again last this".split())
_TAKEN_OFF: Final = frozenset("got took taken had came".split())
_GETTING: Final = frozenset("got took".split())
_ANOTHER: Final = frozenset("new another".split())
"""Who got or took a thing may have lost it to somebody; who got a new one has one again."""
_RETURNED: Final = frozenset(("returned", "given_back", "gave_back", "handed_back", "paid_back", "back_at_home"))


def tells_outcome(old: Statement, new: Statement, found: Alignment) -> bool:
    """Whether the one ends, undoes or carries out what the other tells."""
    if _undone(old) != _undone(new) or _away_and_from(old, new) or _away_and_from(new, old):
        return True
    if _lost_and_found(old, new) or _lost_and_found(new, old):
        return True
    return _turned_by_prefix(old, new) or _done_to_it(old, new, found)


def _undone(statement: Statement) -> bool:
    """ "Is back", "gave it back", "returned", "is over", "got them off": told as done, not as planned."""
    forms = [word.form for word in statement.words]
    return any(
        (form == "back" and _is_way_back(statement.words, at))
        or (form in _RETURNED and _NOT_YET.isdisjoint(forms[max(0, at - 2) : at]))
        or (form == "over" and _is_end(statement.words, at))
        or (form == "off" and _is_taken_off(statement.words, at))
        for at, form in enumerate(forms)
    )


def _is_way_back(words: tuple[Word, ...], at: int) -> bool:
    """After a verb of the past, or "is"; not the back that hurts, nor a time long ago."""
    clause = [word for word in words[max(0, at - BACK_WORDS_MAX) : at] if word.clause == words[at].clause]
    if not clause or clause[-1].form in ARTICLES or clause[-1].possessive or _planned(clause):
        return False
    following = words[at + 1] if at + 1 < len(words) and words[at + 1].clause == words[at].clause else None
    if following is not None and not following.filler and following.form not in RELATIONS:
        return False
    if clause[-1].form in _IS:
        return True
    long_ago = following is not None and following.form in _WHEN
    return not long_ago and any(word.form == "got" or happened([word.form]) for word in clause if word.form != "was")


def _planned(words: list[Word]) -> bool:
    return any(word.form in _NOT_YET or word.form in OBLIGATION for word in words)


def _is_end(words: tuple[Word, ...], at: int) -> bool:
    """ "Is over", and nothing that it is over: the one thing that the statement tells."""
    before = {word.form for word in words[:at]}
    following = words[at + 1] if at + 1 < len(words) else None
    last = following is None or following.clause != words[at].clause or following.form in _AFTER_OVER
    return at > 1 and last and words[at - 1].form in _IS and before.isdisjoint(_SUPPOSING)


def _is_taken_off(words: tuple[Word, ...], at: int) -> bool:
    """ "Got my braces off": what was on somebody, with the verb before it and nothing that it is off after it."""
    following = words[at + 1] if at + 1 < len(words) else None
    last = following is None or following.clause != words[at].clause or following.form in _AFTER_OFF
    first = next((word for word in words[:at] if word.form in _TAKEN_OFF), None)
    own = first is not None and any(word.form in ARTICLES and word.place > first.place for word in words[:at])
    return last and own and not _planned(list(words[:at]))


def _away_and_from(there: Statement, gone: Statement) -> bool:
    """ "Is in rehab", "are at grandma's", and in the other statement from there."""
    source = {word.stem for at, word in enumerate(gone.words) if word.form == "from" for word in _run(gone.words, at)}
    return any(word.stem in source for word in _whereabouts(there))


def _whereabouts(statement: Statement) -> Iterator[Word]:
    """The words that tell where something or somebody is now."""
    words = statement.words
    for at in range(1, len(words)):
        if words[at].form in _PLACED and words[at - 1].form in _IS:
            yield from _run(words, at)


def _run(words: tuple[Word, ...], at: int) -> Iterator[Word]:
    """What a small word stands before: "at the dry cleaner"."""
    for word in words[at + 1 :]:
        if word.clause != words[at].clause or (word.filler and word.form not in ARTICLES):
            return
        if not word.filler:
            yield word


def _turned_by_prefix(old: Statement, new: Statement) -> bool:
    """ "Unpaid" here and "paid" there, and neither of them denied."""
    if old.negated or new.negated:
        return False
    mine, yours = ({word.form for word in side.words if not word.filler} for side in (old, new))
    return any(f"un{form}" in other for one, other in ((mine, yours), (yours, mine)) for form in one - other)


def _lost_and_found(lost: Statement, found: Statement) -> bool:
    """ "Lost my keys", "found my keys": of the same thing, and each of them tells the one only."""
    if "found" in lost.forms or "lost" in found.forms:
        return False
    things = [
        {stem for at, word in enumerate(side.words) if word.form == verb for stem in _object(side.words[at + 1 :])}
        for side, verb in ((lost, "lost"), (found, "found"))
    ]
    return not things[0].isdisjoint(things[1])


def _done_to_it(old: Statement, new: Statement, found: Alignment) -> bool:
    """Something is somewhere or was lost, and then a deed that is not known has it for its object: "my suit is at the
    cleaner", "picked up my suit"; "my wallet was stolen", "the police found my wallet". Not where the deed is how it
    came there: "put the keys in the drawer"."""
    placed = {word.stem for word in _whereabouts(old)}
    ended = "end" in old.cues and "end" not in new.cues and "by" not in old.forms
    thing = _told_of(old) if placed or ended else None
    if thing is None:
        return False
    parts = marks(new)
    if any(parts.get(word.stem, "") in _PLACING for word in old.content if word.stem != thing.stem):
        return False
    unknown = {word.place for word, score in zip(new.content, found.new_scores, strict=True) if score < HALF_KNOWN}
    for at, word in enumerate(new.words):
        if word.form in JOINING or word.form in _SUPPOSING or word.form in _BEING:
            return False
        verb = word.form.split("_")[0]
        if verb == "got" or (word.place in unknown and happened([verb])):
            having = _object(new.words[at + 1 :])
            again = verb not in _GETTING or not _ANOTHER.isdisjoint(having)
            return again and thing.stem in having
    return False


def _told_of(statement: Statement) -> Word | None:
    """The thing that a statement begins with: "my suit is", "the invoice to Miller is"; None: it begins otherwise."""
    words = statement.words
    if not words or words[0].form not in ARTICLES:
        return None
    thing: Word | None = None
    for word in words[1:]:
        if word.form in _BEING or word.form in RELATIONS or (thing and happened([word.form])):
            return thing
        if word.filler or word.possessive or word.clause:
            return None
        thing = word
    return None


def _object(rest: tuple[Word, ...]) -> list[str]:
    """The stems of what a verb has right after it, but for a particle: "picked up my blue suit"."""
    stems: list[str] = []
    for at, word in enumerate(rest):
        if at == 0 and word.form in _PARTICLES:
            continue
        if word.form in ARTICLES and not stems:
            continue
        if word.filler or word.form in RELATIONS or word.clause != rest[0].clause:
            break
        stems.append(word.stem)
    return stems

"""Whether two statements are about the same: the same person, the same thing, the same post, the same attribute."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.change import UNTIL
from recollect.rules.lexicon.people import GENERIC, ONE_AT_A_TIME, OVERLAPS
from recollect.rules.lexicon.slots import GERMAN_PLACES, GERMAN_STAYING, MOVED
from recollect.rules.lexicon.subjects import POSSESSIVES
from recollect.rules.lexicon.things import HAD_ONCE, HOMEWARD, JOURNEYS, NAMED_KINDS, SIDES_OF_LIFE
from recollect.write.verify.align import Alignment, one_slip
from recollect.write.verify.ending import before, ended, long_ago
from recollect.write.verify.quantities import disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of
from recollect.write.verify.unspaced import HOME_OR_WORK, names_place
from recollect.write.verify.words import Word


def other_holder(old: Statement, new: Statement, found: Alignment) -> bool:
    """The same post for the same people, held by somebody else: "our family GP"."""
    a, b = old.attribute, new.attribute
    if a.name != "role" or b.name != "role" or not a.of or not b.of or not _one_post(a.of[0], b.of[0]):
        return False
    if (person_clash(old, new) and old.subject.key[0] == "person") or (
        old.context - new.context and new.context - old.context
    ):
        return False
    if old.owners != new.owners:
        return False
    names = [word for word in found.left_old if word.capital]
    others = [word for word in found.left_new if word.capital]
    renewed_post = old.of_user and b.of[0].startswith("new ")
    owned = (
        renewed_post
        or (old.forms | new.forms) & _OWNED
        or (a.of[0].split()[-1] in ONE_AT_A_TIME and any(word.possessive for word in old.words[: old.subject.end]))
    )
    return bool(names and others and owned) and len(names) == len(
        [word for word in found.left_old if word.concept != "name"]
    )


def _one_post(one: str, other: str) -> bool:
    """ "boss" and "new boss" are one; "teacher" and "music teacher" are two."""
    *before, post = one.split()
    *before_other, post_other = other.split()
    return post == post_other and set(before) - _NEWER == set(before_other) - _NEWER


_NEWER: Final = frozenset(("new", "current"))
_OWNED: Final = frozenset("my our the of mein meine unser mon ma notre mi nuestro meu nosso".split())


_PLACES: Final = frozenset(("home", "work", "favourite", "age"))


def other_value(old: Statement, new: Statement, found: Alignment) -> bool:
    """One attribute that everybody has once, of one person, with nothing of the old value in the new statement."""
    a, b = old.attribute, new.attribute
    if other_employer(old, new):
        return True
    if before(old, new) or "who" in old.forms | new.forms:  # "met somebody who works at Acme"
        return False
    if a.name != b.name or a.name not in _PLACES or a.of != b.of or person_clash(old, new):
        return False
    if old.subject.key[0] != new.subject.key[0] and a.name != "favourite" and not _one_by_name(old, new):
        return False
    moved = not MOVED.isdisjoint(new.forms)  # "moved to Porto last week": it happened once, and lasts
    once = "one_off" in new.cues and a.name != "age" and not moved
    if {"past", "wish"} & (old.cues ^ new.cues) or once or "also" in new.cues:
        return False
    if "past" in old.cues and new.kind != "correction" and "correction" not in new.cues:
        return False  # where somebody lived, and where else
    if a.name == "age":
        differs = any(disagree(p, q) for p in old.quantities for q in new.quantities)
        return differs and (old.subject.key == new.subject.key or _one_by_name(old, new)) and not long_ago(new)
    if a.name == "favourite":
        return bool(found.left_old and found.left_new)
    if a.name in HOME_OR_WORK and names_place(old, found.left_old) and names_place(new, found.left_new):
        return "update" in new.cues and old.whose.ties == new.whose.ties
    named = [word for word in found.left_old if word.capital and not _common_noun(old, word)]
    others = [word for word in found.left_new if word.capital and not _common_noun(new, word)]
    kept = any(word.capital and word.form not in _called(old) for word in found.shared)
    return bool(named and others) and not kept


def not_now(old: Statement, new: Statement) -> bool:
    """Where somebody lived or worked once, or only dreamed of it, against where he does."""
    if old.attribute.name != new.attribute.name or old.attribute.name not in HOME_OR_WORK:
        return False
    if _until(old, new):
        return False
    return bool(new.cues & _UNREAL) and not old.cues & _UNREAL and new.cues.isdisjoint(_CHANGING)


def _until(old: Statement, new: Statement) -> bool:
    """Until when somebody lived or worked at the very place that is known: "worked at Acme until May"."""
    if UNTIL.isdisjoint(word.text.lower() for word in new.words):
        return False
    mine, yours = ({word.form for word in side.content if word.capital} for side in (old, new))
    return bool(mine & yours) and mine <= yours


_UNREAL: Final = frozenset(("past", "wish"))
_CHANGING: Final = frozenset(("update", "end", "done", "correction"))


def _common_noun(statement: Statement, word: Word) -> bool:
    """German writes all nouns like names: where somebody lives stands right after "in", "bei" or "nach" ("in Ulm"),
    and not after "im" or what else goes with a noun ("im dritten Stock", "mit seiner Freundin")."""
    if statement.forms.isdisjoint(GERMAN_STAYING):
        return False
    at = next((place for place, other in enumerate(statement.words) if other.place == word.place), 0)
    before = statement.words[at - 1] if at else word
    return not (before.capital or before.form in GERMAN_PLACES)


def others_favourite(old: Statement, new: Statement) -> bool:
    """What two people like best: "my favourite food", "my son's favourite food"."""
    if not old.attribute.name == new.attribute.name == "favourite":
        return False
    mine, yours = _whose_favourite(old), _whose_favourite(new)
    if not mine or not yours:
        return mine != yours
    return not any(may_be_one(one, other) for one in mine for other in yours)


def _whose_favourite(statement: Statement) -> set[str]:
    """Names and ties of whom it belongs to; empty for the user's own, however much else is told."""
    at = next((place for place, word in enumerate(statement.words) if word.concept == "favourite"), 0)
    if at and statement.words[at - 1].form in POSSESSIVES:
        return set()
    before = statement.words[: max(at, statement.subject.end)]
    found = {word.concept for word in before if word.concept.startswith("kin:") or word.concept in statement.owners}
    if at and statement.words[at - 1].form in _THEIRS and statement.subject.key[0] in ("name", "person"):
        found.update(statement.subject.key[1:])
    return {word.removeprefix("kin:") for word in found | statement.owners}


_THEIRS: Final = frozenset("her his their its".split())


def _one_by_name(old: Statement, new: Statement) -> bool:
    """Somebody called by a tie and a name, and then by the name alone: "my friend Noor", "Noor"."""
    tied, named = (old, new) if old.subject.key[0] == "person" else (new, old)
    if tied.subject.key[0] != "person" or named.subject.key[0] != "name":
        return False
    return set(named.subject.key[1:]) <= _called(tied) & tied.names


def _called(statement: Statement) -> frozenset[str]:
    return frozenset(word.form for word in statement.words[: statement.subject.end])


def other_employer(old: Statement, new: Statement) -> bool:
    """Both tell for whom one person works, and it is somebody else."""
    if not (old.employer and new.employer) or old.employer & new.employer or person_clash(old, new):
        return False
    if old.subject.key != new.subject.key:
        return False
    now = new.cues.isdisjoint(("past", "wish", "also", "hedge")) and not new.negated and not long_ago(new)
    return now and old.cues.isdisjoint(("past", "wish"))


def renewed(old: Statement, new: Statement) -> bool:
    """What somebody has one of, told anew: "her new address is …". A new dog takes no place of another."""
    mine, yours = set(old.subject.words), set(new.subject.words)
    if old.subject.key[0] != "thing" or new.subject.key[0] != "thing" or yours - mine != {"new"} or mine - yours:
        return False
    told = new.words[new.subject.end : new.subject.end + 1]
    return bool(told) and told[0].form == "is" and yours & HAD_ONCE != set() and "also" not in new.cues


def left_employer(old: Statement, new: Statement) -> bool:
    """The end of what the one says about an employer: "left Acme", "quit their job at Acme". Leaving at five is not."""
    if "end" in old.cues or old.subject.key != new.subject.key:
        return False
    denied = "end" in new.cues and (bool(new.negated) or "no_longer" in new.forms or "longer" in new.forms)
    return not old.employer.isdisjoint(ended(new)) or (denied and not old.employer.isdisjoint(new.employer))


def nearly_named(left: Word, right: Word) -> bool:
    """Tom and Tim, Ana and Anja: names one slip apart, or with the same beginning."""
    a, b = left.form, right.form
    return a != b and (one_slip(a, b) if abs(len(a) - len(b)) <= 1 else a[:3] == b[:3]) and a[0] == b[0]


def person_clash(old: Statement, new: Statement) -> bool:
    """Whether the two are about different people."""
    a, b = old.subject.key, new.subject.key
    if a[0] == "person" and b[0] == "person":
        mine, yours = _called(old) & old.names, _called(new) & new.names
        if mine and yours and not mine & yours and new.kind != "correction" and "correction" not in new.cues:
            return True
        if COUPLES.get(a[1:], a[1:]) == COUPLES.get(b[1:], b[1:]):
            return False
        if len(a) != len(b):
            return not (set(a[1:]) <= new.people and set(b[1:]) <= old.people)
        return any(not may_be_one(x, y) for x, y in zip(a[1:], b[1:], strict=True))
    if a[0] == "person" and b[0] == "user":
        return not any(may_be_one(x, y) for x in a[1:] for y in new.people) and not _named_there(old, new)
    if a[0] == "user" and b[0] == "person":
        if "relationship" in old.states and "relationship" in new.states:
            return False
        return not any(may_be_one(x, y) for x in b[1:] for y in old.people) and not _named_there(new, old)
    if a[0] == "user" and b[0] == "thing":
        owners = {word[4:] for word in b[1:] if word.startswith("kin:")}
        return bool(owners) and not any(may_be_one(x, y) for x in owners for y in old.people) and not old.states
    if a[0] == "name" and b[0] == "name":
        return not set(a[1:]) & set(b[1:]) and not set(b[1:]) & old.forms and not set(a[1:]) & new.forms
    if old.people and new.people and not _named_there(old, new):
        if (old.people | new.people) & _PARENTS and (old.people | new.people) & _CHILDREN and a[0] == b[0] == "user":
            return False  # "I have two children" is "father of two"
        return not any(may_be_one(x, y) for x in old.people for y in new.people)
    return False


COUPLES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    ("mother", "father"): ("parents",),
    ("father", "mother"): ("parents",),
    ("grandmother", "grandfather"): ("grandparents",),
    ("grandfather", "grandmother"): ("grandparents",),
    ("brother", "sister"): ("siblings",),
    ("sister", "brother"): ("siblings",),
}
"""Two people with one word for both: "my mum and dad", "my parents"."""
_PARENTS: Final = frozenset(("mother", "father"))


_CHILDREN: Final = frozenset(("child", "son", "daughter"))


def _named_there(one: Statement, other: Statement) -> bool:
    """Whether one person is called by name in both: the subject's name, or who the subject is said to be."""
    return bool(_who(one) & other.forms or _who(other) & one.forms)


def _who(statement: Statement) -> frozenset[str]:
    """Names of people: in the subject, with what is theirs, after a tie, after "is" and "called". No towns."""
    found: set[str] = set()
    told = {word.place for word in statement.content}  # without the name under which the user is spoken of
    for place, word in enumerate(statement.words):
        if not word.capital or word.concept.startswith("kin:") or word.place not in told:
            continue
        before = statement.words[place - 1] if place else None
        introduced = before is not None and (before.form in _INTRODUCING or before.concept.startswith("kin:"))
        if introduced or word.possessive or (place < statement.subject.end and statement.subject.key[0] != "thing"):
            found.add(word.form)
    return frozenset(found)


_INTRODUCING: Final = frozenset("is am are was called named name ist heisst es llama est appelle e chama".split())


def may_be_one(left: str, right: str) -> bool:
    if left == right:
        return True
    return any(left in group and right in group and (left in GENERIC or right in GENERIC) for group in OVERLAPS)


def namesakes(old: Statement, new: Statement) -> bool:
    """Two things of one kind, each with a name: Project Atlas, Project Hermes. People share names in other ways."""
    mine, yours = old.subject, new.subject
    if mine.key[0] != "name" or yours.key[0] != "name":
        return False
    kind = mine.key[1] if len(mine.key) > 2 else ""
    return kind in NAMED_KINDS and yours.key[1] == kind and len(yours.key) > 2 and other_thing(old, new)


_THINGS: Final = frozenset(("thing", "name"))


def _anothers(one: Statement, other: Statement) -> bool:
    """What is the user's, and the same of somebody else: "our house", "my parents' house"."""
    mine = one.of_user and not one.owners
    return mine and bool(other.owners) and set(other.subject.words) - other.owners == set(one.subject.words)


def there_and_back(old: Statement, new: Statement) -> bool:
    """One journey out and one home: "the flight to Rome", "the flight back from Rome"."""
    mine, yours = (_called(side) or side.forms for side in (old, new))
    if mine.isdisjoint(JOURNEYS) or yours.isdisjoint(JOURNEYS):
        return False
    return mine.isdisjoint(HOMEWARD) != yours.isdisjoint(HOMEWARD)


ALIKE: Final = 0.6
"""From this score on two words beside a shared one mean the same: "the author of the book", "the book's writer"."""


def _alike(statement: Statement, scores: tuple[float, ...]) -> set[str]:
    pairs = zip(statement.content, scores, strict=True)
    return {word.concept for word, score in pairs if ALIKE <= score < 1.0 and word.concept not in group_of()}


def other_thing(old: Statement, new: Statement, found: Alignment | None = None) -> bool:
    """Two things of one kind told apart by a word ("the frontend repo", "the docs repo"), or two things at all."""
    if there_and_back(old, new):
        return True
    a, b = old.subject, new.subject
    if a.key[0] not in _THINGS or b.key[0] not in _THINGS:
        return False
    mine, yours = set(a.words), set(b.words)
    if found is not None and mine & yours:
        mine, yours = mine - _alike(old, found.old_scores), yours - _alike(new, found.new_scores)
        if not mine or not yours:
            mine, yours = set(a.words), set(a.words)
    if mine == yours:
        return False
    if (mine ^ yours) & SIDES_OF_LIFE or _anothers(old, new) or _anothers(new, old):
        return True
    if mine & yours:
        return bool(mine - yours) and bool(yours - mine)
    if mine & new.concepts and _only_beside(new, mine):
        return True
    return not mine & new.concepts and not yours & old.concepts


def _only_beside(statement: Statement, words: set[str]) -> bool:
    """Whether these are named only after the first clause: "the concert is at eight, same hall as the rehearsal"."""
    verb = statement.words[statement.subject.end : statement.subject.end + 1]
    plain = len(statement.subject.words) <= 2 and bool(verb) and verb[0].form in ("is", "are", "starts", "begins")
    return (
        plain
        and statement.kind != "correction"
        and all(word.clause > 0 for word in statement.content if word.concept in words)
    )

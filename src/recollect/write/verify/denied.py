"""A denial of something else than what is known: "lives in Berlin", "doesn't live in Hamburg". Both stay.

Of what has one value at a time another value takes the place of the known one. A value that is denied is none: it says
nothing against the one that holds. Nor does the end of a trouble that is another one: "is lactose intolerant", "her
rash is gone". What is always to be done and what never is are meant together where they are done to two things: "always
use single quotes", "never use double quotes".
"""

from __future__ import annotations

import itertools
from typing import Final

from recollect.rules.lexicon.ailments import AILMENTS, ILL, TROUBLES
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.employment import HOW_ONE_WORKS
from recollect.rules.lexicon.states import LANGUAGES
from recollect.write.verify.align import align, plainly_apart
from recollect.write.verify.alike import WORDS_APART_BELOW
from recollect.write.verify.background import is_generic
from recollect.write.verify.none_of_kind import none_of_its_kind
from recollect.write.verify.quantities import agree, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import kind_of, only_kinds
from recollect.write.verify.subject import owned_in
from recollect.write.verify.words import Word

_ONE_VALUE: Final = frozenset("home work name favourite role job".split())
"""What has one value at a time and can be told without a name: "my favourite colour is blue"."""
_OVER: Final = "end"


def denies_another(old: Statement, new: Statement) -> bool:
    """Whether the one denies a value, and the other tells of another one of the same kind."""
    if bool(old.negated) == bool(new.negated) or _OVER in old.cues or none_of_its_kind(old, new):
        return False
    denying, stating = (new, old) if new.negated else (old, new)
    if _other_number(denying, stating) or _other_object(denying, stating):
        return True
    found = align(old, new)
    left, right = (found.left_new, found.left_old) if new.negated else (found.left_old, found.left_new)
    denied, stated = ([word for word in side if not is_generic(word)] for side in (left, right))
    if not (denied and stated) or any(word.concept not in denying.negated for word in denied):
        return False
    if _named(denied) and _named(stated):
        return True
    slot = old.attribute
    return slot == new.attribute and slot.name in _ONE_VALUE and _OVER not in new.cues


def denies_another_kind(old: Statement, new: Statement) -> bool:
    """Whether the one denies a kind of what the other speaks of in general, or of which it names another kind: "drinks
    wine", "doesn't drink beer"."""
    denied = old.negated ^ new.negated
    denying, stating = (new, old) if new.negated else (old, new)
    for concept in only_kinds(denying.words) & denied:
        mine, yours = ({kind_of(w) or "" for w in side.words if w.concept == concept} for side in (denying, stating))
        if yours and not any(_overlap(one, other) for one in mine for other in yours):
            return True
    return False


def _overlap(one: str, other: str) -> bool:
    """Whether they are one kind, or the one is a kind of the other: "pork" and "pork/bacon"."""
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def denies_another_language(old: Statement, new: Statement) -> bool:
    """ "会说英语", "不会说法语"; "habla inglés", "no habla francés"."""
    mine, yours = (_languages(side) for side in (old, new))
    return bool(old.negated) != bool(new.negated) and bool(mine and yours) and not mine & yours


def _languages(statement: Statement) -> set[str]:
    return {w.concept for w in statement.words if w.concept.endswith("_language") or w.form in LANGUAGES}


def _other_object(denying: Statement, stating: Statement) -> bool:
    """Whether the one tells what is never done and the other what always is, with the same verb, and to another thing.
    Of one thing it is a reversal, and so it is where one of them says no more than the other."""
    never, always = _after(denying, _NEVER), _after(stating, _ALWAYS)
    if not (never and always) or never[0].form.partition("_")[0] != always[0].form.partition("_")[0]:
        return False
    known, told = ({word.stem for word in side[1:]} for side in (never, always))
    mine = [word for word in never[1:] if word.stem not in told]
    yours = [word for word in always[1:] if word.stem not in known]
    if any(word.form in _POINTING for word in (*mine, *yours)) or not denying.states.keys().isdisjoint(stating.states):
        return False
    if not (_first_of(never, mine) and _first_of(always, yours)):
        return False
    if any({one.form, other.form} in _OPPOSED for one in mine for other in yours):
        return True
    pairs = [(one, other) for one in mine for other in yours if _LINKS.isdisjoint((one.form, other.form))]
    return bool(pairs) and all(_two_words(denying, one, stating, other) for one, other in pairs)


def _after(statement: Statement, said: frozenset[str]) -> list[Word]:
    """What follows "always" or "never" in its clause, without articles; the verb comes first."""
    words = statement.words
    at = next((place for place, word in enumerate(words) if word.form in said), None)
    if at is None:
        return []
    told_not_to = not at or words[at - 1].form in _DOING or words[at - 1].clause != words[at].clause
    if words[at].form == _NOT and not told_not_to:
        return []
    rest = [word for word in words[at + 1 :] if word.clause == words[at].clause]
    told = [word for word in rest if word.form not in _ARTICLES]
    return told[-1:] + told[:-1] if words[at].form in _VERB_LAST else told


def _first_of(told: list[Word], own: list[Word]) -> bool:
    """Whether what it has of its own stands after the verb, a small word or a thing told whole ("the cat"), and not
    behind a word that says which ("dark mode", "dark themes")."""
    at = next((place for place, word in enumerate(told) if word in own), 0)
    if at < 2:
        return at == 1
    before, whole = told[at - 1], told[at - 1].place > told[at - 2].place + 1
    return whole or before.filler or before.name or before.possessive or told[at].filler


def _two_words(denying: Statement, one: Word, stating: Statement, other: Word) -> bool:
    """Whether they mean two things. A word that carries nothing elsewhere ("any") is called by its form here."""
    if one.form.startswith(other.form) or other.form.startswith(one.form) or one.concept == other.concept:
        return False
    times = _time_of(one), _time_of(other)
    if times[0] != times[1] and all(times):
        return True  # "on Fridays", "in the morning": both may be meant of one deed
    if one.form[0].isdigit() or other.form[0].isdigit():
        return False
    if one.form in WEEKDAYS and other.form in WEEKDAYS:
        return WEEKDAYS[one.form] != WEEKDAYS[other.form]
    if one.name or other.name or one.filler or other.filler:
        return True
    return plainly_apart(denying, one, stating, other, WORDS_APART_BELOW)


def _time_of(word: Word) -> str:
    """Which sort of time it names: a day of the week, a month, or a part of the day."""
    if word.form in WEEKDAYS or word.form in _DAYS:
        return "day"
    return "month" if word.form in MONTHS else "hour" if word.form in _HOURS else ""


_DAYS: Final = frozenset("weekend weekends weekday weekdays holiday holidays feiertags wochenende".split())
_HOURS: Final = frozenset(
    """
    morning mornings afternoon afternoons evening evenings night nights noon lunchtime midday dawn
    morgens vormittags mittags nachmittags abends nachts matin soir manana tarde noche
    """.split()
)
_NOT: Final = "not"
_NEVER: Final = frozenset(("never", "nie", "niemals", _NOT))
_ALWAYS: Final = frozenset(("always", "immer"))
_VERB_LAST: Final = frozenset("nie niemals immer".split())
"""In German what is done stands behind all else: "niemals freitags deployen"."""
_DOING: Final = frozenset("do does did".split())
_ARTICLES: Final = frozenset("a an the".split())
_POINTING: Final = frozenset("it this that these those them one ones anything everything something so there".split())
_LINKS: Final = frozenset("in on at to for with from of by as before after my our your their me us".split())
_OPPOSED: Final = (frozenset(("before", "after")), frozenset(("with", "without")))
"""What is always done with or after something, and never without or before it."""


def ends_another(old: Statement, new: Statement) -> bool:
    """Whether the new one tells that a trouble is over which somebody had, and the old one of something else: what he
    is, where he lives or works. Of two troubles the one may be the other in other words."""
    if _OVER not in new.cues or not old.states.keys().isdisjoint(new.states):
        return False
    over = _had(new)
    if not over or not _passes(over[-1], AILMENTS | TROUBLES):
        return False
    found = align(old, new)
    left = {word.place for word in found.left_new}
    if not any(word.place in left for word in over):
        return False
    if over[-1].place not in left:  # "is allergic to nuts", "her milk allergy is gone"
        known = {word.place for word in found.left_old if not is_generic(word)}
        return any(word.place in known for word in old.words[old.subject.end :])
    if any(_passes(word, AILMENTS | TROUBLES | ILL) for word in old.words):
        return False
    if _passes(over[-1], TROUBLES) and any(word.form in _HAVING for word in old.words):
        return False  # "has asthma", "no longer has breathing problems"
    begins = over[-1].form[:BEGINNING_CHARS]  # "the intern", "the internship"
    if any(word.form.startswith(begins) for word in old.words):
        return False
    person = {word.place for word in new.words[: new.subject.end]} - {word.place for word in over}
    return all(word.place in person for word in found.shared)


def ends_how(old: Statement, new: Statement) -> bool:
    """Whether the new one tells that somebody no longer works at night or in shifts, and the old one where he works as
    well: that stays."""
    if not new.negated or _OVER not in new.cues or "work" not in new.negated | new.concepts:
        return False
    told = [word for word in new.content if word.concept != "work" and word.form not in _ANY_MORE]
    if not told or any(word.form not in HOW_ONE_WORKS for word in told):
        return False
    known = [word for word in old.content if word.concept != "work" and word.form not in HOW_ONE_WORKS]
    return any(word.concept == "work" for word in old.content) and any(word.name or word.capital for word in known)


_ANY_MORE: Final = frozenset("plus mehr longer mas mais piu".split())


def _passes(word: Word, troubles: frozenset[str]) -> bool:
    return word.form in troubles or word.form.removesuffix("s") in troubles or word.form.removesuffix("es") in troubles


BEGINNING_CHARS: Final = 5
"""Letters at the beginning of a word by which another word of its family is known."""


def _had(statement: Statement) -> list[Word]:
    """The thing that somebody has, of which it is told: "Ida's rash is gone", "Ida no longer has a rash"."""
    words = statement.words
    subject = owned_in(words[: statement.subject.end])
    owned = list(itertools.takewhile(lambda word: word in statement.content and not _happened(word), subject))
    for place, (denial, has) in enumerate(itertools.pairwise(words) if not owned else ()):
        if has.form in _HAVING and denial.form.endswith(_NO_MORE):
            return [word for word in words[place + 2 :] if word in statement.content and word.clause == has.clause]
    return owned


def _happened(word: Word) -> bool:
    """Whether it reads like a verb in the past: "Caspian's internship ended"."""
    return word.form.endswith("ed") and len(word.form) > BEGINNING_CHARS - 1


_HAVING: Final = frozenset(("has", "have"))
_NO_MORE: Final = ("not", "longer")


def _named(words: list[Word]) -> bool:
    return any(word.capital for word in words)


def _other_number(denying: Statement, stating: Statement) -> bool:
    """ "Is not 31", where 30 is known."""
    numbers = denying.quantities
    if not numbers or not all(number.denied for number in numbers):
        return False
    known = stating.quantities
    apart = any(disagree(number, other) for number in numbers for other in known)
    return apart and not any(agree(number, other) for number in numbers for other in known)

"""Whether what reads like a repetition says more, or something else, than what is known.

After a repetition nothing is stored, so the words that matter being known is not enough: "on" and "off", "some" and
"all", "was" and "is" carry no subject and yet turn a statement into another. When in doubt it is no repetition.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.lexicon.people import PROFESSIONS
from recollect.rules.tense import happened
from recollect.write.verify.align import Alignment, numbered
from recollect.write.verify.apart import other_word, turned_round
from recollect.write.verify.background import is_generic
from recollect.write.verify.exchange import ARTICLES, JOINING, RELATIONS, exchanged_words, other_hands, other_way
from recollect.write.verify.headed import told_otherwise
from recollect.write.verify.outcome import HALF_KNOWN, tells_outcome
from recollect.write.verify.quantities import agree
from recollect.write.verify.statement import Statement
from recollect.write.verify.unread import read_apart
from recollect.write.verify.words import Word
from recollect.write.verify.written import written_otherwise

_DIGITS: Final = re.compile(r"\d+")
_GROUPED: Final = re.compile(r"(?<=\d)[,.](?=\d{3}\b)")


Opposites = tuple[tuple[frozenset[str], ...], ...]


def _sides(table: str) -> Opposites:
    """One line each, its sides parted by a bar."""
    return tuple(tuple(frozenset(side.split()) for side in line.split("|")) for line in table.strip().splitlines())


_OPPOSED: Final = _sides(
    """
    on | off
    over above | under below beneath underneath
    before | after
    with | without
    more | less fewer
    most | least
    all every each everyone everybody always | some someone sometimes occasionally | few rarely seldom | none nobody
    all every each everyone everybody | most
    many | few
    either | both | neither
    can | must | may might
    he him his himself | she her hers herself
    left | right
    alle alles immer | manche einige manchmal | wenige selten
    antes | después despues
    con | sin
    todos todas siempre | algunos algunas
    avant | après apres
    avec | sans
    tous toutes toujours | certains certaines quelques parfois
    """
)
"""Small words of which each line's sides exclude each other."""
_OPPOSED_ALIKE: Final = _sides(
    """
    in inside into within | out outside
    up | down
    is are am | was were
    has have | had
    does do | did
    will | did was were
    ein an | aus
    vor | nach
    ist sind bin | war waren
    es está son | era estaba eran
    est sont | était etait étaient etaient
    """
)
"""The same, of words that have many uses: they tell apart what is told with the same words otherwise."""
_WHO: Final = _sides("i me my mine we us our ours | he him his | she her hers | they them their theirs")[0]
_LIMITS: Final = frozenset("only except unless almost nearly barely hardly maybe perhaps possibly might".split())
"""In one of two statements alike: the one holds further than the other."""


def differs(old: Statement, new: Statement, alignment: Alignment) -> tuple[str, str] | None:
    """Guard and reason why what reads like a repetition is none; None: it is one."""
    same = _same_words(alignment)
    known = all(score == 1.0 for score in alignment.new_scores)
    if turned_round(old, new) or (known and exchanged_words(old, new, same=same)) or (same and other_way(old, new)):
        return "turned round", "the same is told the other way round"
    if other_hands(old, new):
        return "turned round", "the same is told with the people in each other's places"
    if tells_outcome(old, new, alignment):
        return "outcome", "the one tells what became of what the other tells"
    if told_otherwise(old, new):
        return "heading", "two values under one heading"
    if _over_in_one(old, new):
        return "past", "the one tells that it is over, the other that it is so"
    if _other_state(old, new) or _trade_added(old, new, alignment) or _only_named(old, new, alignment):
        return "says more", "it tells of a state or a trade that is not known"
    if new.attribute.name == "home" != old.attribute.name and new.subject.key == old.subject.key:
        return "says more", "it tells of a home, and not only of where somebody is"
    if other_word(old, new, alignment) or _other_name(old, new, alignment):
        return "another word", "the same is said with another word"
    if "age" in (old.attribute.name, new.attribute.name) and old.attribute.name != new.attribute.name:
        return "another number", "the one is an age, the other is not"
    if _other_number(old, new):
        return "another number", "the same is said with another number"
    if _only_numbered(old, new, alignment):
        return "numbered", "something else is told of what the number stands for"
    return small_words_differ(old, new, alignment)


def small_words_differ(old: Statement, new: Statement, alignment: Alignment) -> tuple[str, str] | None:
    """The same for words that carry no subject of their own, wherever the others stand, and for signs and marks."""
    if written_otherwise(old, new):
        return "written", "the same is said with another sign or letter"
    if read_apart(old, new):
        return "unread", "they differ in a word that may turn the whole"
    if _opposed(old, new, _OPPOSED) or (_same_words(alignment) and _opposed(old, new, _OPPOSED_ALIKE)):
        return "another word", "the same is said with a word that excludes the other"
    if _other_person(old, new) or _of_other_sex(old, new):
        return "person", "the same is told of somebody else"
    if _other_limits(old, new):
        return "limits", "the one holds further than the other"
    if _other_tense(old, new):
        return "past", "the one tells of the past, the other of now"
    return None


def adds(old: Statement, new: Statement, found: Alignment) -> bool:
    """Whether it says all that is known and then more: "… and shellfish". Words of one kind have vectors that are
    alike, so only the same word counts as known."""
    if any(score < 1.0 for score in found.old_scores) or not found.shared:
        return False
    if any(_is_name(new, word) and word.form not in old.forms for word in new.words):
        return True
    fresh = [
        word.place
        for word, score in zip(new.content, found.new_scores, strict=True)
        if score < 1.0 and not is_generic(word)
    ]
    after = bool(fresh) and fresh[0] > found.shared[0].place
    return after and (_joined(new, fresh[0]) or _goes_on(old, new))


def _joined(statement: Statement, place: int) -> bool:
    """Whether an "and" stands before the word, with nothing but small words of its own between."""
    before = [word for word in statement.words if word.place < place]
    while before and before[-1].form in ARTICLES | RELATIONS:
        before.pop()
    return bool(before) and before[-1].text.lower() in JOINING


def _goes_on(old: Statement, new: Statement) -> bool:
    """Word for word the known statement with something put in or after it: "a black cat", "soup, salad and bread"."""
    rest = iter([word.stem for word in new.content])
    return len(old.content) >= 2 and all(word.stem in rest for word in old.content)


def _is_name(statement: Statement, word: Word) -> bool:
    """A word that says little, written as a name inside a sentence: the language Go, vitamin D."""
    inside = any(other.place == word.place - 1 and other.clause == word.clause for other in statement.words)
    return word.filler and inside and word.text[:1].isupper() and word.form not in _TITLES


_TITLES: Final = frozenset("i dr mr mrs ms prof sir user im ive id ill".split())


def _other_name(old: Statement, new: Statement, found: Alignment) -> bool:
    """A name in place of a name, however alike the vectors are: "in TypeScript", "in Kotlin"; "eu-west-1"."""
    mine, yours = _unmatched_names(old, found.old_scores), _unmatched_names(new, found.new_scores)
    if len(mine) != 1 or len(yours) != 1 or not found.shared:
        return False
    if mine[0].text.isupper() or yours[0].text.isupper():
        return False  # short for the other, it may be: "UK English", "British English"
    return numbered(mine[0].form, "") == numbered(yours[0].form, "")


def _unmatched_names(statement: Statement, scores: tuple[float, ...]) -> list[Word]:
    left = [word for word, score in zip(statement.content, scores, strict=True) if score < 1.0]
    return [word for word in left if word.name or numbered(word.form, "")]


def _same_words(found: Alignment) -> bool:
    """Every word that carries meaning is in both."""
    return all(score == 1.0 for score in (*found.old_scores, *found.new_scores))


def _opposed(old: Statement, new: Statement, table: Opposites) -> bool:
    """Whether small words of the two exclude each other; what one of them has of both sides tells nothing."""
    for sides in table:
        mine = {number for number, side in enumerate(sides) if not side.isdisjoint(old.forms)}
        yours = {number for number, side in enumerate(sides) if not side.isdisjoint(new.forms)}
        if mine and yours and mine.isdisjoint(yours):
            return True
    return False


def _other_person(old: Statement, new: Statement) -> bool:
    return _who(old) != _who(new) and None not in (_who(old), _who(new))


def _of_other_sex(old: Statement, new: Statement) -> bool:
    """A man here and a woman there, called by one word with another ending: "ami", "amie"; "Freund", "Freundin"."""
    mine, yours = (frozenset(w.form for w in side.words if w.concept.startswith("kin:")) for side in (old, new))
    return any(_feminine(one, other) or _feminine(other, one) for one in mine - yours for other in yours - mine)


def _feminine(man: str, woman: str) -> bool:
    return woman in (man + "e", man + "in", man + "a", man[:-1] + "in", man[:-1] + "a")


def _who(statement: Statement) -> int | None:
    """Of whom it begins to tell, where that is said by a pronoun."""
    first = statement.words[0].form if statement.words else ""
    return next((number for number, forms in enumerate(_WHO) if first in forms), None)


def _other_limits(old: Statement, new: Statement) -> bool:
    return bool((old.forms ^ new.forms) & _LIMITS) or _not_only(old) != _not_only(new)


def _not_only(statement: Statement) -> bool:
    """ "Not only", "not all": a denial of the limit alone."""
    pairs = zip(statement.words, statement.words[1:], strict=False)
    return any(one.form == "not" and other.form in _DENIABLE for one, other in pairs)


_DENIABLE: Final = frozenset("only all every everyone always".split())


def _other_tense(old: Statement, new: Statement) -> bool:
    """One verb, in the past here and not there: "lived in Rome", "lives in Rome"."""
    mine, yours = _verbs(old), _verbs(new)
    return any(past != yours.get(concept, past) for concept, past in mine.items())


def _verbs(statement: Statement) -> dict[str, bool]:
    """By concept, whether the word stands in the past; forms after "is", "has", "was" stand for themselves."""
    found: dict[str, bool] = {}
    for place, word in enumerate(statement.words):
        before = {other.form for other in statement.words[max(0, place - 2) : place]}
        past = happened([word.form])
        verb = past or word.form.endswith("s") or (place > 0 and statement.words[place - 1].form in _DOING)
        if not word.filler and before.isdisjoint(_HELPING) and verb:
            found[word.concept] = past
    return found


_DOING: Final = frozenset("i we you they".split())
"""Before a verb in its plain form."""
_HELPING: Final = frozenset("is are am was were be been being has have had having get got gets".split())


def _over_in_one(old: Statement, new: Statement) -> bool:
    """Where somebody lives, works or is tied, and the end of that: "used to live", "my job was terminated", "left him".
    What has been so ("has lived there for ten years") is so still."""
    if _used_to(old) != _used_to(new):
        return True
    if old.attribute.name == new.attribute.name and old.attribute.name in _STAYING and _gone_by(old) != _gone_by(new):
        return True
    tied = {side.states.get("relationship") for side in (old, new)}
    return tied <= _TIED and ("end" in old.cues) != ("end" in new.cues)


_STAYING: Final = frozenset(("home", "work"))
_TIED: Final = frozenset(("married", "engaged", "dating"))


def _used_to(statement: Statement) -> bool:
    """ "Used to smoke", not "is used to the smoke"."""
    forms = ["", *(word.form for word in statement.words), ""]
    return any(
        forms[place + 1] == "to" and forms[place - 1] not in _HELPING
        for place, form in enumerate(forms)
        if form == "used"
    )


def _gone_by(statement: Statement) -> bool:
    pairs = zip(statement.words, statement.words[1:], strict=False)
    still = any(one.form in _STILL and happened([other.form]) for one, other in pairs)
    return "past" in statement.cues and not still


_STILL: Final = frozenset("has have i've we've he's she's they've been".split())


def _other_state(old: Statement, new: Statement) -> bool:
    """Who is vegan is a vegetarian as well, and not the other way round."""
    return (
        "meat" in old.states and "meat" in new.states and ("plant_diet" in old.states) != ("plant_diet" in new.states)
    )


def _trade_added(old: Statement, new: Statement, found: Alignment) -> bool:
    """It says what somebody is by trade, and nothing that is known is like it: "is called Dora", "… is a nurse"."""
    if new.attribute.name != "job" or any({word.form, word.concept} & PROFESSIONS for word in old.words):
        return False
    trades = {word.concept for word in found.left_new} & set(new.attribute.of)
    return any(not any(_akin(trade, word.stem) for word in old.content) for trade in trades)


def _only_named(old: Statement, new: Statement, found: Alignment) -> bool:
    """The known one says what somebody is called, the other one what he is: "is called Dora", "Dora is pregnant"."""
    if old.attribute.name != "name" or new.attribute.name == "name" or old.subject.key[0] != new.subject.key[0]:
        return False
    return any(not (word.name or is_generic(word)) for word in found.left_new)


def _akin(trade: str, stem: str) -> bool:
    """ "Teacher" and "teaches"."""
    return trade[:AKIN_LETTERS] == stem[:AKIN_LETTERS]


AKIN_LETTERS: Final = 4


def _other_number(old: Statement, new: Statement) -> bool:
    """Each names a number that the other does not ("bus number 4", "bus number 6"), and they are not one amount in two
    units: whatever else they share, the new one is no repetition. An amount that both name excuses no other: "my 5k
    best is 27:40", "… 25:58"."""
    left, right = _numbers(old.text), _numbers(new.text)
    if left <= right or right <= left:
        return False
    same = [(one.text, other.text) for one in old.quantities for other in new.quantities if agree(one, other)]
    mine, yours = (left - right).difference(*(_numbers(one) for one, _ in same)), right - left
    return bool(mine) and bool(yours.difference(*(_numbers(other) for _, other in same)))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_DIGITS.findall(_GROUPED.sub("", text)))


def _only_numbered(old: Statement, new: Statement, found: Alignment) -> bool:
    """All that agrees is the number that says which one is meant, and something else is told of it: "order 7781 is on
    its way", "order 7781 was delivered"."""
    named = {number for _, number in _counters(old) & _counters(new)}
    equal = {one.text for one in old.quantities if any(agree(one, other) for other in new.quantities)}
    if not equal or not equal <= named or adds(old, new, found):
        return False
    known = {word.place for word, score in zip(new.content, found.new_scores, strict=True) if score >= HALF_KNOWN}
    known |= {word.place for word in new.words if word.filler or any(word.stem == other.stem for other in old.words)}
    fresh = [word.form for word in new.words if word.place not in known]
    return any(form in _CARRIED_OUT or (happened([form]) and form not in _BARE) for form in fresh)


_CARRIED_OUT: Final = frozenset(("done", "ready"))
_BARE: Final = frozenset("came went became had felt stayed sat".split())
"""Verbs that tell hardly more than "was"."""


def _counters(statement: Statement) -> frozenset[tuple[str, str]]:
    """A thing and the number right after it: "chapter 3", "order 7781"."""
    pairs = zip(statement.words, statement.words[1:], strict=False)
    return frozenset(
        (one.stem, other.text)
        for one, other in pairs
        if other.form.isdecimal() and one.form.isalpha() and not (one.filler or one.name)
    )

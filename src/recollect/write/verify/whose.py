"""Whose a fact is: a person's own, or that of somebody tied to that person. One place decides it for all languages.

A possessive or genitive construction that opens a statement, with a word for a person after or before it, names
somebody else: "Ana's son", "the sister of Ana", "der Sohn von Ana", "Anas Sohn", "User: sua madre", "李娜的儿子",
"Userの娘", "User के बेटे". What is told of that one neither ends nor repeats what is known of Ana or of the user. Where
the other statement speaks of the very person ("Ana has a dog called Rex", "Ana's dog died") nothing is said here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.late import late
from recollect.rules.lexicon.change import NEGATION
from recollect.rules.lexicon.finite import FINITE, WITH_VERBS
from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.holders import (
    ADJUNCTS,
    AMBIGUOUS,
    ANIMALS,
    BEINGS,
    GENITIVES_AFTER,
    GERMAN_TELLING_WHO,
    MINE,
    OF,
    TELLING_WHO,
    THEIRS,
    TOGETHER,
    WITH_NOUNS,
)
from recollect.rules.lexicon.kinship import BREEDS, KIN, PETS, TIES
from recollect.rules.lexicon.people import GENERIC, OVERLAPS, PARTNERS
from recollect.rules.lexicon.subjects import ADVERBS, LEADING_IN, SPEAKING
from recollect.rules.text import fold
from recollect.write.verify.subject import TIME_WORDS, USER
from recollect.write.verify.words import Word

if TYPE_CHECKING:
    from recollect.write.verify.statement import Statement

NOUNS_MAX: Final = 2
"""Other words in a row before the person: "my dear old friend"."""
PHRASE_WORDS_MAX: Final = 10
_LABEL: Final = late(r"\s*([^\s:：]+(?: [^\s:：]+)?)\s*[:：]")
_NO_SPACE: Final = late("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Whose:
    """`root`: the user, a name, or empty where it is left open. `ties`: who that is to the root, outermost last; none
    where the root itself is spoken of. `called`: names of the one tied. `end`: the first word after it."""

    root: str = ""
    ties: tuple[str, ...] = ()
    called: frozenset[str] = frozenset()
    end: int = 0


@cache
def persons() -> frozenset[str]:
    named = (word for table in (KIN, TIES) for words in table.values() for word in words)
    return frozenset(fold(word) for word in (*named, *PETS, *BREEDS, *ANIMALS))


def is_person(word: Word) -> bool:
    """Whether it means a person, or an animal somebody lives with, by a tie."""
    return word.form not in NEGATION and (word.concept.startswith("kin:") or word.form in persons())


def whose_of(words: Sequence[Word], own: frozenset[str], text: str) -> Whose:
    """Whose fact the statement made of `words` tells. `own`: the words of the user's name."""
    start = _after_label(words, own, text)
    labelled = start > 0
    start = _after_adjuncts(words, start)
    inverted = words[start + 1 : start + 3]
    if len(inverted) == 2 and words[start].concept in _STAYING and inverted[0].form in MINE | THEIRS:
        start += is_person(inverted[1])  # "jetzt wohnt seine Schwester in Ulm"
    found = _phrase(words, start, own, text, USER if labelled else "")
    theirs = found.root or any(word.form in THEIRS for word in words[start : found.end])
    if theirs and not _together(words, found, own):
        return found
    return replace(found, ties=(), called=frozenset())  # "the landlord", "my wife and I"


_STAYING: Final = frozenset(("live", "work"))


def _after_label(words: Sequence[Word], own: frozenset[str], text: str) -> int:
    """Past "User:", under which a statement about the user's people is told."""
    label = _LABEL.match(text)
    named = fold(label.group(1)).split() if label else []
    return len(named) if named and all(part == USER or part in own for part in named) else 0


def _after_adjuncts(words: Sequence[Word], start: int) -> int:
    """Past the time that opens a statement: "el año pasado", "seit März", "ahora"."""
    place = start
    while place < len(words) and (words[place].form in _OPENING or words[place].form[0].isdigit()):
        place += 1
    while place > start and words[place - 1].form in WITH_NOUNS | OF | MINE:
        place -= 1
    return place


_OPENING: Final = TIME_WORDS | ADVERBS | LEADING_IN | ADJUNCTS


def _phrase(words: Sequence[Word], start: int, own: frozenset[str], text: str, root: str) -> Whose:
    """The noun phrase that begins at `start`, read up to the first word that cannot belong to it."""
    ties: list[str] = []
    called: set[str] = set()
    opened = of = False
    nouns = 0
    named_at = place = start - 1
    for place, word in enumerate(words[start : start + PHRASE_WORDS_MAX], start):
        after = words[place + 1] if place + 1 < len(words) else None
        if word.clause != words[start].clause:
            break
        elided = word.capital and bool(ties) and _elided(word, text)
        if is_person(word) and (opened or (place == start and word.form not in AMBIGUOUS)):
            ties.insert(0 if of else len(ties), tie_of(word))
            opened, of, nouns = word.possessive, False, 0
        elif _determines(word, after):
            root = root or (USER if word.form in MINE else "")
            opened, nouns = True, 0
        elif word.form in OF and (ties or nouns):
            opened = of = True
        elif word.form in GENITIVES_AFTER and place > start:
            opened = True
        elif word.capital and place == named_at + 1 and place > start:
            named_at = place  # "Ana María"
        elif ties and word.capital and not (opened or elided):
            called.add(word.form)
        elif (
            elided
            or _has(word, after)
            or (of and ties and (word.capital or word.name or word.form == USER or word.form in own))
        ):
            root, named_at = root or _name(word, after, own), place
            opened, of = word.possessive or not (of or elided), of and word.possessive
        elif opened and nouns < NOUNS_MAX and _may_be_noun(word, after):
            nouns += 1
        else:
            break
    else:
        place += 1
    if not ties and place < len(words) and (place == start or words[place].form == USER):
        root = root or (_name(words[place], None, own) if _names_somebody(words[place], own) else "")
    return Whose(root=root, ties=tuple(ties), called=frozenset(called), end=place)


def tie_of(word: Word) -> str:
    return word.concept.removeprefix("kin:")


def _determines(word: Word, after: Word | None) -> bool:
    """An article or a possessive; Italian "i" is one before a possessive alone."""
    if word.form == "i":
        return after is not None and after.form in MINE | THEIRS
    return word.form in WITH_NOUNS or word.form in MINE or word.form in THEIRS


def _has(word: Word, after: Word | None) -> bool:
    """Whether what follows is this one's: "Ana's", "Anas Sohn", "李娜的", "User儿子", "User के"."""
    if word.possessive or after is None:
        return word.possessive
    if after.form in GENITIVES_AFTER or (word.capital and after.capital and after.possessive):
        return True
    if _NO_SPACE.match(after.text):
        whole = word.form == USER or len(word.form) > 1
        return whole and is_person(after) and word.form not in FINITE and not word.form.endswith(TOGETHER)
    return _german(word, after)


def _german(word: Word, after: Word) -> bool:
    return word.capital and word.form.endswith("s") and is_person(after) and after.text[:1].isupper()


def _name(word: Word, after: Word | None, own: frozenset[str]) -> str:
    if word.form == USER or word.form in own:
        return USER
    return word.form[:-1] if after is not None and not word.possessive and _german(word, after) else word.form


def _names_somebody(word: Word, own: frozenset[str]) -> bool:
    written = word.capital or (_NO_SPACE.match(word.text) is not None and not word.filler and word.concept == word.stem)
    return word.form == USER or word.form in own or (written and word.form not in FINITE)


def _may_be_noun(word: Word, after: Word | None) -> bool:
    """A thing or a quality: "older", "birthday"; a verb only where a person follows ("my work friend")."""
    return not word.filler and (word.form not in FINITE or (after is not None and is_person(after)))


def _elided(word: Word, text: str) -> bool:
    """French "d'Ana"."""
    return re.search(rf"\bd['’]{re.escape(word.text)}", text, re.IGNORECASE) is not None


def _together(words: Sequence[Word], found: Whose, own: frozenset[str]) -> bool:
    """Whether the root does it as well: "my wife and I"."""
    following = [word.form for word in words[found.end : found.end + 4]]
    if not found.ties or not following or following[0] not in TOGETHER:
        return False
    return any(form == USER or form in own or form in SPEAKING | _I or form == found.root for form in following[1:])


_I: Final = frozenset("ich yo je moi io eu 我 私 मैं".split())


# --- two statements -------------------------------------------------------------------------------------------------


def somebody_elses(old: Statement, new: Statement) -> bool:
    """Whether the two are told of two people, of whom one is tied to the other or both to a third."""
    a, b = old.whose, new.whose
    if not (a.ties or b.ties) or _meets(old, new) or _meets(new, old):
        return False
    if a.ties and b.ties:
        return not _may_be_one(a.ties[-1], b.ties[-1]) or not _one_root(a.root, b.root)
    tied, bare = (old, new) if a.ties else (new, old)
    if _thing_of_another(bare, tied):
        return True
    if not _is_root(bare, tied):
        return False
    return _tells_of_itself(tied) or (_is_kin(tied) and not _turns_to(tied)) or _personal(bare)


def _thing_of_another(bare: Statement, tied: Statement) -> bool:
    """ "The team", "my wife's team"."""
    if bare.owners or not tied.owners or bare.subject.key[0] != "thing":
        return False
    owners = {word.removeprefix("kin:") for word in tied.owners}
    return {word for word in tied.subject.words if word.removeprefix("kin:") not in owners} == set(bare.subject.words)


def _is_root(bare: Statement, tied: Statement) -> bool:
    """Whether the one without a tie is told of the user, or of the very one whom the other's tie leads to."""
    if bare.whose.root:
        return bare.whose.root == USER or (bool(tied.whose.root) and _one_root(bare.whose.root, tied.whose.root))
    opens = bare.words[0].form if bare.words else ""  # Marie, whose name reads like a word of the lists
    return (bool(opens) and opens == tied.whose.root) or (bare.subject.key == (USER,) and not bare.whose.end)


def _one_root(left: str, right: str) -> bool:
    """The same one; left open it may be anybody. A script without spaces leaves a particle with the name, and the
    German genitive of Hans is no other than that of Han."""
    if not left or not right or left == right or f"{left}s" == right or f"{right}s" == left:
        return True
    joined = _NO_SPACE.match(left) is not None and _NO_SPACE.match(right) is not None
    return joined and (left.startswith(right) or right.startswith(left))


def _meets(one: Statement, other: Statement) -> bool:
    """Whether the one whom the first is about is spoken of in the other, or is given a name by it."""
    whose = one.whose
    if not whose.ties:
        return False
    tie = whose.ties[-1]
    if whose.called & other.forms and not _another_called_so(tie, one, other):
        return True
    if _introduces(one):
        return True
    if tie in PARTNERS | _FORMER and "relationship" in other.states:
        return True
    if tie in _BORN and "pregnancy" in other.states:
        return True
    if other.whose.ties:
        spoken = {tie_of(word) for word in other.words[other.whose.end :] if not word.filler}
    else:
        spoken = {*other.people, *(word.concept for word in other.content)}
    if not any(_may_be_one(tie, known) for known in spoken):
        return False
    around = {*other.people, *other.whose.ties}  # "I have a dog" is not told of the neighbour's
    return all(any(_may_be_one(inner, known) for known in around) for inner in whose.ties[:-1])


def _another_called_so(tie: str, one: Statement, other: Statement) -> bool:
    """ "I'm engaged to Leo", "my friend Leo broke up with his girlfriend": whom somebody is to marry is no friend."""
    pair = "relationship" in one.states and "relationship" in other.states
    return pair and tie not in PARTNERS | _FORMER and other.whose.root == USER and not other.whose.ties


_FORMER: Final = frozenset(("ex",))
_BORN: Final = frozenset(("child", "son", "daughter", "twin"))


def _introduces(statement: Statement) -> bool:
    """ "Ana's boss is Tom": says who it is."""
    told = [word for word in statement.words[statement.whose.end :] if word.form not in ADVERBS]
    if len(told) < 2 or told[0].form not in TELLING_WHO or not told[1].capital:
        return False
    return told[0].form not in GERMAN_TELLING_WHO or told[1].form in GIVEN_NAMES  # "ist Ärztin"


def _may_be_one(left: str, right: str) -> bool:
    if left == right:
        return True
    return any(left in group and right in group and (left in GENERIC or right in GENERIC) for group in OVERLAPS)


def _tells_of_itself(statement: Statement) -> bool:
    """How somebody is or lives, and not what he does with what may be another's: "is not allergic", "has diabetes"."""
    told = statement.words[statement.whose.end :]
    if len(told) > 1 and told[0].form in BEINGS and told[1].form.endswith("ing"):
        return False
    for word in told:
        if word.form in NEGATION or word.form in ADVERBS or word.form in WITH_VERBS:
            continue
        return word.form in BEINGS or word.concept in _WAYS or _NO_SPACE.match(word.text) is not None
    return False


_WAYS: Final = frozenset("live work like dislike eat drink smoke prefer speak play want need allergy".split())


def _is_kin(statement: Statement) -> bool:
    tie = statement.whose.ties[-1]
    return tie not in _roles()


@cache
def _roles() -> frozenset[str]:
    return frozenset(fold(word) for words in TIES.values() for word in words)


def _turns_to(statement: Statement) -> bool:
    """Whether it comes back to the root: "my wife left me"."""
    told = {word.form for word in statement.words[statement.whose.end :]}
    return not told.isdisjoint(SPEAKING | _THEM) or statement.whose.root in told


_THEM: Final = frozenset(("them",))
_PERSONAL: Final = frozenset("home work job allergy like dislike age name skill studies favourite".split())


def _personal(statement: Statement) -> bool:
    """Told of somebody's own life, where nobody else's deed changes it."""
    return statement.attribute.name in _PERSONAL or bool(statement.states or statement.employer)

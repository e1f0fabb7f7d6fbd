"""Two of one kind, told in the same words: "our auth service listens on port 8080", "our billing service listens on
port 8081". Both stay.

Which one is meant is read from the two side by side, whatever the verb: word for word they are the same, but for a
value and for what says which one. That stands before the noun at the beginning ("the payments repo"), behind it
("service foo"), or in a phrase of place, time or purpose ("in the api repo", "for orders"). Where anything else
differs, or the words may mean the same, nothing is concluded. Two command lines are two as well: they tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.generic import QUALITIES
from recollect.rules.lexicon.numbers import ORDINALS, SMALL
from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.states import LANGUAGES, TELLING_APART
from recollect.rules.lexicon.subjects import ADVERBS, LEADING_IN, SOMEBODY
from recollect.rules.lexicon.things import GROUPS_OF_PEOPLE, LOOSE, MEMBER_OF, RENEWED, SEVERAL_OF
from recollect.rules.text import fold
from recollect.write.verify.align import plainly_apart
from recollect.write.verify.numbered import is_plural
from recollect.write.verify.quantities import WHEN, disagree
from recollect.write.verify.statement import Statement
from recollect.write.verify.states import group_of
from recollect.write.verify.subject import USER, past_forms, verb_forms
from recollect.write.verify.whose import is_person
from recollect.write.verify.words import Word

TOKENS_MAX: Final = 24
"""Words of a statement that is compared word for word."""
WHICH_WORDS_MAX: Final = 2
"""Words that say which one is meant."""
PHRASE_WORDS_MAX: Final = 4
SHARED_MIN: Final = 2
"""Words that two statements of one kind have in common at least: a noun and a verb."""
WORDS_APART_BELOW: Final = 0.42
"""Cosine below which two words in the same place mean two things. Where all else is the same that may be higher than
elsewhere: "junior" and "senior" 0.41, "bedroom" and "bathroom" 0.37; but "internet" and "broadband" 0.43."""
_MARKS: Final = ".,;:!?()\"'“”’`"
_BEFORE_NOUNS: Final = frozenset("the a an my our their user's".split())
_PLACING: Final = frozenset("in on at for during within inside".split())
_WHERE: Final = frozenset("in on at within inside".split())
_TOWARDS: Final = frozenset("to from with of by into at".split())
_COPULAS: Final = frozenset("is are was were".split())
_INSTEAD: Final = frozenset("instead replaces replaced renamed same called moved not".split())
_OF_ONE: Final = frozenset("home work job name age".split())
"""What somebody has one of: where it is told of is a value."""
_GROUPS: Final = TELLING_APART - {"weekday"}
"""Groups whose words tell two of a kind apart; on another day there may be the same one: "the Monday meeting"."""
_CODE: Final = late(r"[^\W\d_][\w-]*[_/][\w/-]*\w")
_OPTION: Final = late(r"--?[a-z][\w-]*(?:=\S+)?")


@dataclass(frozen=True, slots=True)
class _Token:
    """One word as it is written, and what was read in it. `pointed`: after "the", "my", "our"."""

    raw: str
    form: str
    key: str
    word: Word | None
    pointed: bool

    @property
    def valued(self) -> bool:
        """A number, or a word with one; what begins with a letter and has a sign in it is called so ("idx_2")."""
        return self.form in SMALL or (any(map(str.isdigit, self.form)) and not self.coded)

    @property
    def coded(self) -> bool:
        """Called as no word is: "idx_a", "deploy/web"."""
        return _CODE.fullmatch(self.raw) is not None

    @property
    def capitals(self) -> bool:
        """Written in capitals: "GET", "ICU", the "A" of "plant A"."""
        return self.raw.isupper() and self.raw.isalpha() and self.raw != "I"


@dataclass(frozen=True, slots=True)
class _Place:
    """Words that stand for one another in two statements, from `start` up to `end` of each."""

    start: tuple[int, int]
    end: tuple[int, int]


def another_of_kind(old: Statement, new: Statement) -> bool:
    """Whether the two tell the same with different values of two things of one kind, or are two command lines."""
    if "correction" in new.cues or new.kind == "correction" or not new.forms.isdisjoint(_INSTEAD):
        return False
    mine, yours = _in_one_order(_tokens(old), _tokens(new))
    if not (SHARED_MIN < len(mine) <= TOKENS_MAX and SHARED_MIN < len(yours) <= TOKENS_MAX):
        return False
    if _commands(mine, yours):
        return True
    places = _places(mine, yours)
    if places is None or len(places) < 2:
        return False
    which = [place for place in places if not _has_value(mine, yours, place)]
    valued = [place for place in places if place not in which]
    dimensions = {p.dimension for p in old.quantities for q in new.quantities if disagree(p, q)}
    for place in which:
        where = _Where(old, new, mine, yours, place)
        if not (valued or dimensions or where.several):
            continue
        if where.says_which(any(other.start < place.start for other in valued), dimensions) and where.apart():
            return True
    return False


def _tokens(statement: Statement) -> list[_Token]:
    words = {word.form: word for word in reversed(statement.words)}
    found: list[_Token] = []
    pointed = False
    for raw in statement.text.removeprefix("User: ").split()[: 2 * TOKENS_MAX]:
        bare = raw.strip(_MARKS)
        form = fold(bare).replace("’", "'")
        if form in _BEFORE_NOUNS and not (bare == "A" and found):  # "plant A"
            pointed = True
        elif form and form not in ADVERBS and (found or form not in LEADING_IN):
            word = words.get(form)
            key = word.stem if word is not None and not word.filler else form
            found.append(_Token(bare, form, key, word, pointed))
            pointed = form.endswith("'s")
    return found


def _in_one_order(mine: list[_Token], yours: list[_Token]) -> tuple[list[_Token], list[_Token]]:
    """Where one of them alone begins with its phrase ("In the web repo we use …"), that comes last in both."""
    first, second = _phrase_before(mine), _phrase_before(yours)
    if bool(first) == bool(second):
        return mine, yours
    return mine[first:] + mine[:first], yours[second:] + yours[:second]


def _phrase_before(tokens: Sequence[_Token]) -> int:
    """How many words are in the phrase at the beginning, before "we", "I" or "User"."""
    if not tokens or tokens[0].form not in _PLACING:
        return 0
    somebody = SOMEBODY | {USER}
    return next((at for at, token in enumerate(tokens[: PHRASE_WORDS_MAX + 1]) if token.form in somebody), 0)


def _places(mine: Sequence[_Token], yours: Sequence[_Token]) -> list[_Place] | None:
    """Where the two differ; None where one has words that the other has nothing for, or little is the same."""
    found: list[_Place] = []
    shared = 0
    keys = [token.key for token in mine], [token.key for token in yours]
    for change, i, after, j, other in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if change == "equal":
            shared += sum(not token.valued for token in mine[i:after])
        elif change != "replace":
            return None
        elif after - i == other - j:
            found += _one_by_one(mine, yours, i, j, after - i)
        elif _numbers(mine[i:after]) == _numbers(yours[j:other]) == 1 and abs(after - i - other + j) == 1:
            found.append(_Place((i, j), (after, other)))  # "port 8080", "8081"
        elif max(after - i, other - j) <= WHICH_WORDS_MAX and not _numbers((*mine[i:after], *yours[j:other])):
            found.append(_Place((i, j), (after, other)))
        else:
            return None
    return found if shared >= SHARED_MIN else None


def _one_by_one(mine: Sequence[_Token], yours: Sequence[_Token], i: int, j: int, count: int) -> Iterator[_Place]:
    """Words in the same places; neighbours that are no values say together which one is meant."""
    start = 0
    for at in range(count):
        valued = mine[i + at].valued or yours[j + at].valued
        if valued or at + 1 == count or mine[i + at + 1].valued or yours[j + at + 1].valued:
            yield _Place((i + start, j + start), (i + at + 1, j + at + 1))
            start = at + 1


def _numbers(tokens: Sequence[_Token]) -> int:
    return sum(token.valued for token in tokens)


def _has_value(mine: Sequence[_Token], yours: Sequence[_Token], place: _Place) -> bool:
    (i, j), (after, other) = place.start, place.end
    return _numbers(mine[i:after]) > 0 or _numbers(yours[j:other]) > 0


@dataclass(frozen=True, slots=True)
class _Where:
    """One place in which the two have other words, and what stands around it."""

    old: Statement
    new: Statement
    mine: Sequence[_Token]
    yours: Sequence[_Token]
    place: _Place

    def says_which(self, after_value: bool, dimensions: set[str]) -> bool:
        """Whether what stands there says which one is meant. `after_value`: the value that differs stands before it;
        `dimensions`: what the values measure."""
        if self.end - self.start > WHICH_WORDS_MAX:
            return False
        link = self.link
        if link is None:
            if self.start == 0:
                return self.head is not None and self._goes_on()
            if self.start == 1 and self.mine[0].form in SEVERAL_OF:  # "room blue fits"
                return self._is_verb(self.end)
            return self.pointed and self.several and self._is_object()
        if link == 0:  # "In the api repo User uses …"
            return self._one_value_each() and (self.head is not None or self._ends_phrase(self.end))
        if self._goes_on():  # "The copier on the first floor holds …"
            return True
        at_end = self.end + (self.head is not None) == len(self.mine)
        if not (at_end and after_value and self._one_value_each()):
            return False
        if self.mine[link].form not in _WHERE or self._grouped(self.mine[self.start], self.yours[self.place.start[1]]):
            return True
        return not (dimensions & WHEN or self._is_somewhere())

    def apart(self) -> bool:
        """Whether every word of the one means another thing than every word of the other."""
        mine = _telling(self.mine[self.start : self.end])
        yours = _telling(self.yours[self.place.start[1] : self.place.end[1]])
        return all(self._two(one, other) for one in mine for other in yours)

    @property
    def start(self) -> int:
        return self.place.start[0]

    @property
    def end(self) -> int:
        return self.place.end[0]

    @property
    def pointed(self) -> bool:
        return self.mine[self.start].pointed and self.yours[self.place.start[1]].pointed

    @property
    def head(self) -> _Token | None:
        """The noun that follows, of which there are two: "service" of "auth service"."""
        return self._noun(self.end)

    @property
    def several(self) -> bool:
        """Whether it is plain that there are several of the kind."""
        return self.head is not None and self.head.form in SEVERAL_OF

    @property
    def of_many(self) -> bool:
        """Whether they may be called by names: several of the kind, before or behind them, or paths."""
        before = self.mine[self.start - 1].form if self.start else ""
        return self.several or before in SEVERAL_OF or (self.head is not None and self.head.raw.startswith("/"))

    @property
    def link(self) -> int | None:
        """Where the word stands that begins its phrase: "in", "for"; one noun may be between ("for service foo")."""
        for at in (self.start - 1, self.start - 2):
            if at >= 0 and self.mine[at].form in _PLACING:
                return at
            if at < 0 or self.mine[at].form not in SEVERAL_OF:
                return None
        return None

    def _noun(self, at: int) -> _Token | None:
        """The word there, where it is a noun and in the same place in both; no verb: "the cat weighs"."""
        if at >= len(self.mine) or self.place.end[1] >= len(self.yours):
            return None
        token, following = self.mine[at], (*self.mine[at + 1 : at + 2], None)[0]
        if token.key != self.yours[self.place.end[1]].key or token.valued:
            return None
        if token.raw.startswith("/"):
            return token
        word = token.word
        if word is not None and is_person(word):
            return token
        if word is None or word.filler or word.possessive or token.form in _PLACING:
            return None
        if token.form in SEVERAL_OF:
            return token
        if word.form in FINITE or word.form in past_forms() or word.form.endswith("ed"):
            return None
        if is_plural(word):
            return token if following is not None and following.form in verb_forms() | FINITE else None
        many = self.mine[at - 1].word is not None and self.mine[at - 1].form.endswith("s")
        return token if not many or word.form not in verb_forms() or self._is_verb(at + 1) else None

    def _is_verb(self, at: int) -> bool:
        """Whether a verb stands there, as it does after what is told of: "listens", "is", "requires"."""
        if at >= len(self.mine) or self.mine[at].word is None or self.mine[at].valued:
            return False
        form = self.mine[at].form
        third = form.endswith("s") and not form.endswith(("ss", "us")) and form not in SEVERAL_OF
        return form.partition("_")[0] in FINITE or third or form in verb_forms()

    def _goes_on(self) -> bool:
        """Whether a verb follows: what stands before it is what is told of."""
        return self._is_verb(self.end + (self.head is not None))

    def _ends_phrase(self, at: int) -> bool:
        """Whether the phrase is over there, since somebody or a verb follows: "on staging User runs"."""
        if at >= len(self.mine):
            return False
        token = self.mine[at]
        return token.form in SOMEBODY or token.form == USER or self._is_verb(at)

    def _is_object(self) -> bool:
        """Whether something is done to it: "we give the auth service 2 replicas". Who goes to the art school or leads
        the payments team may have changed to another one."""
        before, head = self.mine[self.start - 1], self.head
        joined = before.word is None or before.word.filler or before.form in _TOWARDS
        return not joined and head is not None and head.form not in GROUPS_OF_PEOPLE | MEMBER_OF

    def _one_value_each(self) -> bool:
        """Whether where it is told of is no value of something that somebody has one of."""
        return self.old.attribute.name not in _OF_ONE or self.new.attribute.name not in _OF_ONE

    def _is_somewhere(self) -> bool:
        """Whether it is told where something is: "is parked on level 2 in the blue zone", not "is 88 in api"."""
        for token, following in zip(self.mine, self.mine[1:], strict=False):
            if token.form in _COPULAS:
                return not following.valued
        return False

    def _two(self, one: _Token, other: _Token) -> bool:
        if (one.coded and other.coded) or (one.capitals and other.capitals):
            return one.coded or self.of_many
        mine, yours = one.word, other.word
        passed_over = RENEWED if self.several else _vague()
        if mine is None or yours is None or not (_plain(mine) and _plain(yours)):
            return False
        if mine.concept == yours.concept or one.form.startswith(other.form) or other.form.startswith(one.form):
            return False  # "phone", "mobile"; "dev", "development"
        if _elder(one.form, other.form) or _elder(other.form, one.form):
            return self.head is not None and self.head.word is not None and is_person(self.head.word)
        if not RENEWED.isdisjoint((one.form, other.form)):
            return False
        if (one.form in ORDINALS and other.form in ORDINALS) or self._grouped(one, other):
            return True
        if not passed_over.isdisjoint((one.form, other.form)):
            return False
        if mine.name or yours.name:
            taught = all(word.form in LANGUAGES or not word.name for word in (mine, yours))  # "the French teacher"
            return taught or (self.of_many and mine.name and yours.name)
        return plainly_apart(self.old, mine, self.new, yours, WORDS_APART_BELOW)

    def _grouped(self, one: _Token, other: _Token) -> bool:
        """Two words that always tell two apart: "summer" and "winter", "left" and "right"."""
        if one.word is None or other.word is None:
            return False
        group = group_of().get(one.word.concept)
        return group in _GROUPS and group == group_of().get(other.word.concept) and one.key != other.key


def _telling(tokens: Sequence[_Token]) -> Sequence[_Token]:
    """Without what fits any of the kind, where something else is left: "new billing"."""
    return [token for token in tokens if token.form not in RENEWED] or tokens


def _elder(one: str, other: str) -> bool:
    return one in _ELDER and other in _YOUNGER


_ELDER: Final = frozenset("elder older eldest oldest".split())
_YOUNGER: Final = frozenset("younger youngest middle".split())


def _plain(word: Word) -> bool:
    """No small word, nobody's, and nothing that was done to the same one: "the revised plan"."""
    done = word.form.endswith("ed") and len(word.form) > len("shed")
    return not (word.filler or word.possessive or done) and word.form.replace("-", "").isalpha()


@cache
def _vague() -> frozenset[str]:
    """What may be said of any thing of a kind, and so tells no two of them apart."""
    return frozenset((*QUALITIES.split(), *FREQUENCY["en"], *LOOSE, *RENEWED))


def _commands(mine: Sequence[_Token], yours: Sequence[_Token]) -> bool:
    """Whether both are command lines of one program: "git rebase -i HEAD~3". Nothing is told in them."""
    return mine[0].raw == yours[0].raw and all(_is_command(side) for side in (mine, yours))


def _is_command(tokens: Sequence[_Token]) -> bool:
    first = tokens[0]
    begins = first.raw.islower() and first.raw.isascii() and first.form not in verb_forms() | FINITE
    known = first.word is not None and first.word.filler
    small = any(token.word is not None and token.word.filler for token in tokens)
    return begins and not known and not small and any(_OPTION.fullmatch(token.raw) for token in tokens[1:3])

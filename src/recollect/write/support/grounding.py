"""Does what a model retells stand in what it was given? For summaries and profiles, sentence by sentence.

Pure. A retelling is read as what it was made from is: clause by clause, each with whom it is about (`clauses.py`). It
may choose its verbs, so not every word must stand in the sources, as it must for a claim (`claims.py`); but most of
what it says must stand in clauses that tell it of the same one (`told_of.py`), and every name, number and date; nothing
may be put in the place of something else, and no "not" may come or go. A sentence that fails is dropped with the
reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.rules.lexicon.holders import BEINGS
from recollect.rules.lexicon.retelling import SHE, YES
from recollect.rules.temporal import Interval, intervals
from recollect.rules.text import fold
from recollect.write.extract import languages
from recollect.write.extract.sentences import sentences
from recollect.write.support.bearing import terms_of
from recollect.write.support.claims import unfit
from recollect.write.support.clauses import Clause, clauses_of, clauses_told
from recollect.write.support.denying import agree
from recollect.write.support.derivable import DAY, Span, follows, spans
from recollect.write.support.roles import by_name, unelided
from recollect.write.support.told_of import Tellers, Who, asks_other
from recollect.write.support.unspaced import unsaid_name
from recollect.write.support.vocabulary import Vocabulary, is_generic, is_name, is_number, is_small
from recollect.write.support.wording import content_terms, frame
from recollect.write.verify.subject import USER

WORDS_SHARE_MIN: Final = 0.6
"""Of a sentence's telling words, how many must stand in clauses about the same one."""
CLAUSES_MAX: Final = 6_000
SENTENCE_CHARS_MAX: Final = 500
_UNSPACED: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_NAME_ENDS: Final = rf"(?:\b|(?=[{_UNSPACED}]))"
_THE_USER: Final = re.compile(rf"user{_NAME_ENDS}")
_ROLE: Final = re.compile(rf"^\s*(?:the\s+)?(?:user|assistant){_NAME_ENDS}", re.IGNORECASE)
_ASSISTANT: Final = "assistant"
_OPENING: Final = re.compile(r"\s*([^\W\d_]+)(?:['’]s)?\s")
_OPENING_WORD: Final = re.compile(r"^\W+")
_OVER: Final = "tense"
_ASKED: Final = "question"
_EDGE: Final = ""
_OPENING_YES: Final = re.compile(r"[^\W\d_]+")
_WORD: Final = re.compile(rf"[{_UNSPACED}]+|[^\s{_UNSPACED}]+")
"""Where words are not written apart a name ends where the script changes: "Userは"."""
_EDGES: Final = "\"'“”‘’«»()[]{}.,;:!?*_`~–—-¿¡。、，"


class _Retelling:
    """A sentence that is asked about, without the dates that nobody spoke out."""

    def __init__(self, text: str, *, dated: bool, affirmed: Container[tuple[int, str]]) -> None:
        """`affirmed`: turn and sentence of the questions to which somebody said yes."""
        self._affirmed = affirmed
        self.text = text
        self.terms = frozenset(content_terms(text))
        self._dated = dated

    def unfit(self, clause: Clause, who: Who) -> str | None:
        reason = unfit(clause, self.text, dated=self._dated)
        if reason != _ASKED or (clause.turn, clause.sentence) not in self._affirmed:
            return reason
        return _ASKED if who.speakers == {clause.speaker} and asks_other(clause, self.terms) else None


class Ground:
    """What a model was shown, ready to be asked about."""

    def __init__(self, said: Iterable[tuple[str, str, datetime]]) -> None:
        """`said`: who says each text, the text and when. Nobody's name: the one whom it is all about."""
        self._clauses: list[Clause] = []
        self._spans: list[Span] = []
        self._at: list[datetime] = []
        self._speakers: dict[str, frozenset[str]] = {}
        texts: list[str] = []
        for turn, (speaker, text, at) in enumerate(said):
            self._at.append(at)
            self._speakers.setdefault(speaker, frozenset(fold(speaker).split()))
            self._spans.append((at, at + DAY, DAY))
            if len(self._clauses) < CLAUSES_MAX:
                group = self._clauses[-1].group if self._clauses else 0
                self._clauses += clauses_of(text, speaker=speaker, turn=turn, at=at, group=group)
            for place in sentences(text):
                self._spans += spans(text[place.start : place.end], at)
            texts.append(text)
        self._spoken = fold("\n".join((*texts, *self._speakers)))
        self._vocabulary = Vocabulary(self._clauses, texts)
        self._tellers = Tellers(self._clauses, self._speakers, self._vocabulary)
        self._named = frozenset(word for words in self._speakers.values() for word in words)
        self._named_terms = frozenset(term for name in self._speakers for term in content_terms(name))
        self._user = self._user_name() or "User"
        self._assistant = next((name for name in self._speakers if fold(name) == _ASSISTANT), "")
        spoken = Counter(clause.language for clause in self._clauses)
        self._english = not spoken or spoken.most_common(1)[0][0] in ("", "en")
        self._affirmed = frozenset(_affirmed(self._clauses))
        self._told_spans: dict[tuple[str, int], list[Span]] = {}

    def unsupported(self, sentence: str, after: str = "") -> str | None:
        """Why a sentence cannot be kept: too_long, empty, date, number, name, words, subject, polarity, question,
        hypothesis, instruction or tense. None: it can. `after`: the sentence before it, which says who "she" is."""
        if len(sentence) > SENTENCE_CHARS_MAX:
            return "too_long"
        sentence = by_name(sentence, user=self._user, assistant=self._assistant)
        dates = intervals(sentence, self._at[-1]) if self._at else []
        rest = bare = sentence
        for interval in dates:
            bare = bare.replace(interval.text, " ")
            if fold(interval.text) not in self._spoken:
                if not follows(interval.start, interval.end, self._spans):
                    return "date"
                rest = rest.replace(interval.text, " ")
        rest = unelided(rest)
        if not content_terms(rest):
            return "empty"
        if unsaid_name(rest, self._spoken):
            return "name"
        if reason := self._unsaid(rest):
            return reason
        told = self._told(_Retelling(rest, dated=bool(dates), affirmed=self._affirmed), after)
        return told or (None if self._dated(dates, bare) else "date")

    def says_day(self, start: datetime, end: datetime, text: str = "") -> bool:
        """Whether a day follows from what was said; with a `text`, from what was said of that."""
        best, near = self._spans_of(text)
        return follows(start, end, near if best else self._spans)

    def _unsaid(self, text: str) -> str | None:
        """number or name, where one stands in no source."""
        opens = True
        language = "en" if self._english else languages.detect(text)
        words = [match.group().strip(_EDGES) for match in _WORD.finditer(text)]
        for word, after in zip(words, (*words[1:], ""), strict=True):
            plain = language != "en" and not after[:1].isupper() and not _is_being(after, language)
            for term in content_terms(word):
                if fold(word) in self._named or self._vocabulary.holding(term) or term in frame():
                    continue
                if is_number(term):
                    return "number"
                if is_name(word, opens=opens, plain=plain, vocabulary=self._vocabulary):
                    return "name"
            opens = False
        return None

    def leans(self, sentence: str) -> bool:
        """Whether the sentence before it says who is meant."""
        return _OPENING_WORD.sub("", fold(sentence)).partition(" ")[0] in SHE

    def _opened(self, text: str) -> str:
        """The speaker with whom a sentence begins; empty: it begins with nobody who speaks."""
        start = fold(text.lstrip()).removeprefix("the ")
        if _THE_USER.match(start):
            return self._user_name()
        for name in sorted(self._speakers, key=len, reverse=True):
            first = fold(name) if start.startswith(fold(name)) else next(iter(fold(name).split()), "")
            if first and re.match(re.escape(first) + _NAME_ENDS, start):
                return name
        return ""

    def _user_name(self) -> str:
        """Who "the user" is; empty: several may be meant, or no name is known."""
        users = [name for name in self._speakers if fold(name) == USER] or [
            name for name in self._speakers if fold(name) != _ASSISTANT
        ]
        return users[0] if len(users) == 1 else ""

    def _told(self, retelling: _Retelling, after: str) -> str | None:
        """Hold what each clause of it says against the clauses that tell of the same one."""
        parts = self._parts(retelling.text)
        after = unelided(by_name(after, user=self._user, assistant=self._assistant))
        before = self._tellers.read(self._parts(after))[:1] if after and self.leans(retelling.text) else []
        words = Counter[str]()
        for part, who in zip(parts, self._tellers.read(parts, before), strict=True):
            reason = self._part(part, who, words, retelling)
            if reason is not None:
                return reason
        small, small_told = words.pop("small", 0), words.pop("small told", 0)
        total = sum(words.values())
        if not total and small_told < WORDS_SHARE_MIN * small:
            return "words"
        if total and words["told"] < WORDS_SHARE_MIN * total:
            return "subject" if words["other"] > words["unsaid"] else "words"
        return None

    def _parts(self, text: str) -> list[Clause]:
        """Its clauses; "the user" is called by name."""
        speaker = self._opened(text)
        return clauses_told(_ROLE.sub(lambda _: speaker, text, count=1) if speaker else text, speaker=speaker)

    def _part(self, part: Clause, who: Who, words: Counter[str], retelling: _Retelling) -> str | None:
        """`words`: how many are told of the same one, of others alone, and not at all; and of those that
        fit nearly everything, which count where there are no others. Counted on here."""
        mentioned = self._tellers.mentioned(part)
        beside = [name for _, other in mentioned for name in other.speakers]
        own: dict[str, set[int]] = {}
        ordered = list(dict.fromkeys(content_terms(part.text)))
        names = _named_terms(part)
        for term in ordered:
            if term in self._named_terms or term in frame():
                continue
            holding = self._vocabulary.holding(term)
            if not (holding or self._english or term in names):
                holding = self._vocabulary.inflected(term)
            at = next((place for place, word in enumerate(part.read.words) if term in terms_of(word)), 0)
            told = {
                place
                for place in holding
                if self._tellers.tells(place, who, term, beside)
                or any(named < at and self._tellers.tells(place, other, term) for named, other in mentioned)
            }
            if told:
                own[term] = told
            if is_generic(term):
                words["small"] += not who.says
                words["small told"] += bool(told) and not who.says
            elif told:
                words["told"] += 1
            elif holding and (is_number(term) or term in names):
                return "subject"
            else:
                words["other" if holding else "unsaid"] += 1
        telling = [term for term in ordered if term not in self._named_terms and not is_generic(term)]
        if who.people and not who.speakers and beside and own:
            places = set().union(*(found for term, found in own.items() if term not in part.about.called))
            if not self._tellers.involves(places, beside):
                return "subject"
        if self._tellers.rather_another(telling, who, beside):
            return "subject"
        return self._clashes(part, who, own, retelling)

    def _clashes(self, part: Clause, who: Who, own: Mapping[str, set[int]], retelling: _Retelling) -> str | None:
        """What the clauses that it rests on say otherwise."""
        if not own:
            return None
        shared = Counter(place for places in own.values() for place in places)
        most = max(shared.values())
        best = [self._clauses[place] for place, count in shared.items() if count == most]
        agreeing = [clause for clause in best if agree(clause.text, part.text)]
        if not agreeing:
            return "polarity"
        if not who.says:
            unfits = {place: retelling.unfit(self._clauses[place], who) for place in shared}
            near = [unfits[place] for place, count in shared.items() if count >= most - 1]
            if all(near) and (_OVER in near or all(unfits.values())):
                return near[0]
        if self._other_value(part, own, retelling.terms):
            return "subject"
        return "words" if self._replaced(part, own, retelling.terms) else None

    def _other_value(self, part: Clause, own: Mapping[str, set[int]], whole: frozenset[str]) -> bool:
        """Whether what it tells first is told with another name or number than those it has: where somebody lives is
        not where he works."""
        ordered = [term for term in content_terms(part.text) if term not in self._named_terms]
        ordered = [term for term in ordered if term not in part.about.called]
        values = [term for term in ordered if term in own and (is_number(term) or term in _named_terms(part))]
        told = (term for term in ordered if term in own and term not in values and not is_small(term))
        verb = next((term for term in told if self._vocabulary.holding(term)), None)
        if verb is None:
            return False
        groups = {self._clauses[place].group for place in own[verb]}
        if any(self._clauses[place].group in groups for value in values for place in own[value]):
            return False
        return bool(values) and all(self._values(place) - whole for place in own[verb])

    def _values(self, place: int) -> frozenset[str]:
        """The names and numbers of a clause."""
        clause = self._clauses[place]
        numbers = (term for term in clause.content if is_number(term))
        return (_named_terms(clause) | frozenset(numbers)) - self._named_terms

    def _replaced(self, part: Clause, own: Mapping[str, set[int]], whole: frozenset[str]) -> bool:
        """Whether a word stands where the sources have another between the same two: "use porcelain clay" for "use
        stoneware clay"."""
        said = self._run(part)
        for before, new, after in zip(said, said[1:], said[2:], strict=False):
            if new in own or is_generic(new) or self._vocabulary.holding(new):
                continue
            for place in own.get(before, set()) | own.get(after, set()):
                run = self._run(self._clauses[place])
                for one, other, next in zip(run, run[1:], run[2:], strict=False):
                    if (one, next) == (before, after) and other not in whole and not is_generic(other):
                        return True
        return False

    def _run(self, clause: Clause) -> list[str]:
        """Its words in order, with its beginning and its end, without who speaks."""
        return [_EDGE, *(term for term in content_terms(unelided(clause.text)) if term not in self._named_terms), _EDGE]

    def _dated(self, dates: Sequence[Interval], text: str) -> bool:
        """Whether its dates are told in sentences that share something with it; or it shares most with none that has a
        date."""
        if not dates:
            return True
        best, near = self._spans_of(text)
        return not best or all(follows(date.start, date.end, near) for date in dates)

    def _spans_of(self, text: str) -> tuple[list[Span], list[Span]]:
        """The times told in the sentences that share most with a text, and in those that share anything."""
        shared = Counter[tuple[str, int]]()
        terms = [term for term in dict.fromkeys(content_terms(text)) if not is_number(term) and term not in frame()]
        for term in terms:
            if term in self._named_terms:
                continue
            places = self._vocabulary.holding(term)
            shared.update({(self._clauses[place].sentence, self._clauses[place].turn) for place in places})
        most = max(shared.values(), default=0)
        for sentence, turn in shared.keys() - self._told_spans.keys():
            self._told_spans[sentence, turn] = spans(sentence, self._at[turn])
        told = {one: self._told_spans[one] for one in shared}
        best = [span for one, count in shared.items() if count == most for span in told[one]]
        return best, [span for found in told.values() for span in found]


def _named_terms(part: Clause) -> frozenset[str]:
    return frozenset(term for word in part.read.words if word.name or word.capital for term in terms_of(word))


def _is_being(word: str, language: str) -> bool:
    """Before it stands who is or has something: "Grazyna hat". Outside French "a" is a preposition."""
    return word in BEINGS and (len(word) > 1 or (word, language) == ("a", "fr"))


def _affirmed(clauses: Sequence[Clause]) -> Iterator[tuple[int, str]]:
    """The last sentence of each turn to which somebody else says yes."""
    last = {clause.turn: clause for clause in clauses if not clause.retold}
    first = {clause.turn: clause for clause in reversed(clauses) if not clause.retold}
    for turn, clause in last.items():
        answer = first.get(turn + 1)
        opening = _OPENING_YES.match(fold(answer.text)) if answer and answer.speaker != clause.speaker else None
        if opening is not None and opening.group() in YES:
            yield turn, clause.sentence


NAMED_MIN: Final = 3
"""So many memories must begin with a name, and half of all, before it is taken for that of the one they are about."""


def called(texts: Sequence[str], user: str | None) -> str:
    """The name of the one whom memories are about: that of the user, if they have it, else the one with which most of
    them begin; empty where that is open."""
    opening = Counter(match.group(1) for text in texts if (match := _OPENING.match(text)))
    own = next((name for name in opening if user is not None and fold(name) == fold(user)), "")
    name, count = opening.most_common(1)[0] if opening else ("", 0)
    return own or (name if count >= max(NAMED_MIN, len(texts) / 2) and fold(name) != USER else "")

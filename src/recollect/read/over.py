"""Does a later statement tell that something is over, or otherwise now? "Sold the Corsa", "the trip is off".

Who tells an end names the thing and says nothing else of what was known, so the ranking puts the older statement, which
says it in full, far above. Here the sentence that tells the end must share a name or a good part of the question with
the older statement. Whose end it is counts: who sells his motorbike lives where he lived, so that a name before the
verb is not enough where nothing else is shared, unless it is over with the one himself ("Rex died", "the Polo is
sold"), what ended is what is asked about ("Tom was fired", where he works) or is what was told before ("Eva sold it",
"Ana quit"). What is told beside it as one more
("also", "a second one") or for a while ("this week") ends nothing. Used by `replaces` alone; only the order of hits
follows from it. Pure text work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.calendar_names import MONTHS, WEEKDAYS
from recollect.rules.lexicon.slots import SLOT_WORDS
from recollect.rules.lexicon.turns import AS
from recollect.rules.once import once
from recollect.rules.text import default_analyser
from recollect.rules.values import Piece, terms_of

ASKED_MIN: Final = 0.3
"""Share of the question that the sentence must hold, where it shares no name with the older statement."""
ASKED_NOW: Final = 0.5
"""The share where it is only said to be so now."""
ENDED: Final = 0.1
"""How sure that is: enough, and less than another value beside which the question stands."""

_END: Final = late(
    r"\b(?:no longer|not (?:\w+ )?any ?more|n't \w+(?: \w+){0,4} any ?more|any ?more$|for good|(?:fell|fallen) through"
    r"|(?:gave|give|given|giving) (?:\w+ ){0,2}up|quit|quitting|stopped|sold|ditched|binned|scrapped|backed out"
    r"|pulled out|drop(?:ped|ping)? (?:out|the|my|our)|cancel\w*|call(?:ed|ing) (?:\w+ ){0,3}off|withdrew"
    r"|turned (?:\w+ )?down|(?:is|are|was|'s|s) (?:off|over|gone|dead|finished|closed|shut)|broke (?:up|down)|split up"
    r"|separated|divorced|died|passed away|put (?:\w+ ){0,2}(?:to sleep|down)|retired|resigned|stepped down"
    r"|handed (?:over|in my)|fired|laid off|let go|(?:got|get|getting|gotten) rid of|threw (?:out|away)"
    r"|gave (?:\w+ ){0,2}away|given away|traded in|swapped|switch(?:ed|ing)|replaced|relocated|migrated|discharged"
    r"|healed|cured|recovered|graduated|expired|fizzled|abandoned|folded|disbanded|rehomed|shelved"
    r"|stood down|(?:did|do|does|wo|is|are|has|have|ca)n't (?:\w+ )?(?:renew|need)\w*"
    r"|chang(?:ed|ing) (?:my|our|his|her|their) minds?|after all|correction|corrects|scratch (?:that|what)|misheard"
    r"|(?:had|got) (?:it|that|this) wrong|passed (?:my|his|her|their)"
    r"|ya no|dej[eéoó]|dejado|vend[ií]|vendido|anul\w+|se mud[oó]|mudado|terminado|muri[oó]|falleci[oó]"
    r"|arr[eê]t[eé]\w*|quitt[eé]\w*|vendu\w*|annul[eé]\w*|d[eé]m[eé]nag[eé]\w*|(?:n'|ne |n )\w+(?: \w+)? plus"
    r"|nicht mehr|keine?n? (?:\w+ )?mehr|storniert|abgesagt|gek[uü]ndigt|verkauft|aufgeh[oö]rt|umgezogen"
    r"|abgeschafft|gestorben|verstorben|parei|deixei|mudei|mudou|vendeu|morreu|faleceu|n[aã]o \w+ mais)\b"
)
"""It is over, or was not so."""
_OWN_END: Final = late(
    r"^(?:\w+ ){0,2}?(?:died|passed away|fell through|expired|fizzled|folded|disbanded"
    r"|(?:(?:is|are|was|were|been|be|got|'s|s|ist|sind|wurde|est|ete|esta|foi) (?:\w+ ){0,2}?"
    r"(?:sold|ditched|binned|scrapped|cancel\w*|called off|off|over|gone|dead|finished|closed|shut|replaced|swapped"
    r"|traded in|thrown (?:out|away)|given away|abandoned|disbanded|put (?:to sleep|down)"
    r"|storniert|abgesagt|gek[uü]ndigt|verkauft|vendid\w+|vendu\w*|anulad\w+|annul[eé]\w*)))\b"
)
"""Right after whom or what it is about: it is over with that one itself."""
_ENDS_OF: Final = (
    (
        ("work", "job", "employment"),
        late(
            r"\b(?:fired|laid off|let go|resigned|retired|stepped down|handed in|gek[uü]ndigt"
            r"|quit(?:$| (?:last|this|in|on|today|yesterday|because|after|(?:his|her|their) (?:\w+ )?job)))"
        ),
    ),
    (("home", "household"), late(r"\b(?:moved|relocated|umgezogen|mud[oó]|mudou|d[eé]m[eé]nag[eé]\w*)\b")),
    (("tie",), late(r"\b(?:broke up|split up|separated|divorced)\b")),
)
"""What ends without being named -> by which words: told of a person, it is what he does, where he lives, whom he is
with."""
_ANY_HABIT: Final = "quit"
"""Of these what may end anything else, too."""
_OF: Final = frozenset("of de du da do von vom des der".split())
_IT: Final = frozenset("it that this him them those these".split())
_HERS: Final = frozenset("his her their my our the a".split())
_SINCE_WHEN: Final = frozenset(
    """
    last this week weekend month year day morning night today yesterday ago recently finally already just too soon again
    now then altogether completely entirely for in on at since before after a few two three spring summer autumn winter
    """.split()
).union(MONTHS, WEEKDAYS)
"""After an end: when it came, or how."""
_BY_KIND: Final = frozenset(
    "subscription contract membership account lease booking reservation order appointment policy agreement".split()
)
"""Names nothing without what it is for."""
_NOW: Final = late(
    r"\b(?:now|instead|from (?:now|today|here) on(?:wards)?|from today|these days|nowadays|as of|mov(?:ed|ing)|left"
    r"|again|al final|ahora|maintenant|finalement|jetzt|inzwischen|seit|agora|depuis|desde)\b"
)
"""It is so now: said of many things, so that more of the question must stand beside it."""
_BESIDE: Final = late(
    r"\b(?:also|as well|another|second|besides|in addition|additional|both|extra|this (?:week|month|weekend)"
    r"|for (?:the|a|one|two) (?:day|week|weekend|month|few)s?|until|till|temporarily|for now|just for|today only)\b"
    r"|\btoo$"
)
"""One more, or for a while."""
_BEFORE_VERBS: Final = frozenset(
    """
    i we you he she they it to can can't could will won't would don't doesn't didn't i'm i've i'll i'd we're we've we'll
    do does did not never always also usually still just really
    """.split()
)

_POINTING: Final = frozenset("my our the user his her their".split())
TELLER: Final = frozenset(("user",))
"""How memories call the one who tells: in nearly all of them, so that two are not of one thing for that."""
NAMED_WITHIN: Final = 4
"""Words at the beginning among which the name stands: "my dear friend Ana"."""

Weights = Mapping[str, float]


class Told:
    """A sentence, as many older statements are compared with it."""

    def __init__(self, words: Sequence[Piece], terms: Set[str]) -> None:
        self.words = words
        self.terms = terms

    @once
    def may_end(self) -> bool:
        """Whether it can tell an end or a change at all: most sentences hold no word for it and are read no further."""
        turning = [word.low for word in self.words if word.turns]
        return any(word != AS for word in turning) or (bool(turning) and "as of" in self._text)

    @once
    def things(self) -> Set[str]:
        """Terms of the words that may name a thing."""
        return terms_of(list(_things(self.words)))

    @once
    def names(self) -> Set[str]:
        """Terms written with a capital letter, less the one who tells."""
        return terms_of([word for word in self.words if word.capital]) - TELLER

    @once
    def about(self) -> Set[str]:
        """Terms of whom or what it begins with by name: "Paul", "my boss Ralf", "the Polo"; whose things it tells of
        ("Theo's cough"), and the one who tells."""
        return terms_of([*self.words[: self._named], *[word for word in self.words if word.owns]]) | TELLER

    @once
    def _named(self) -> int:
        start = next((at for at, word in enumerate(self.words[:NAMED_WITHIN]) if word.capital and not word.stop), -1)
        if start < 0 or (start and self.words[0].low not in _POINTING):
            return 0
        return next((at for at in range(start, len(self.words)) if not self.words[at].capital), len(self.words))

    @once
    def left(self) -> Set[str]:
        """Terms of the name that stands right after "left": "Tom left Bosch"."""
        after = [word for last, word in pairwise(self.words) if last.low == "left" and word.capital]
        return set() if self.is_beside else terms_of(after)

    @once
    def is_its_own(self) -> bool:
        """It is over with the one himself, and not with something of his."""
        return not self._of_his and _OWN_END.search(" ".join([w.low for w in self.words[self._named :]])) is not None

    @once
    def _of_his(self) -> bool:
        """Nobody is told of himself: "Theo's cough", "the cough of Theo", or nobody is named first."""
        named = self.words[: self._named]
        return not named or named[-1].owns or any(word.low in _OF for word in named)

    def ends_what(self, asked: Set[str], old: Set[str]) -> bool:
        """It ends what is asked about, or where that is not said, what the older one tells, without naming it."""
        if self._of_his:
            return False
        told = [(not slot.isdisjoint(asked), not slot.isdisjoint(old), words) for slot, words in _ends_of()]
        plain = any(of_asked for of_asked, _, _ in told)
        return any((of_asked if plain else of_old) and words.search(self._text) for of_asked, of_old, words in told)

    def points_back(self, asked: Set[str]) -> bool:
        """It ends what was told before: with "it" or "his contract" for a name, or with none ("Ana quit", but not "no
        dairy anymore"). Who was fired or moved is told by that what ended."""
        if not self.ends or not self._of_what_was_told:
            return False
        named = [(words.search(self._text), slot) for slot, words in _ends_of()]
        if any(found and not found.group().startswith(_ANY_HABIT) for found, _ in named):
            return False
        return not any(found for found, _ in named) or all(slot.isdisjoint(asked) for _, slot in named)

    @once
    def _of_what_was_told(self) -> bool:
        end = _END.search(self._text)
        if end is None:
            return False
        before = self.words[self._named : len(self._text[: end.start()].split())]
        named_before = any(word.terms and not word.capital and not _tells_how(word.low) for word in before)
        if named_before or (self._named and self._of_his):
            return False  # what ended: "Theo's cough is over"
        rest = [*end.group().split()[1:-1], *self._text[end.end() :].split()]
        after = [*rest[1:], ""]
        if rest and (rest[0] in _IT or (rest[0] == "her" and (not after[0] or after[0] in _SINCE_WHEN))):
            return True
        if rest and rest[0] in _HERS and after[0] in _BY_KIND:
            rest = after[1:-1]
        return all(word in _SINCE_WHEN or word.isdigit() for word in rest)

    @once
    def _text(self) -> str:
        return " ".join([word.low for word in self.words])

    @once
    def ends(self) -> bool:
        return _END.search(self._text) is not None and not self.is_beside

    @once
    def is_now(self) -> bool:
        return _NOW.search(self._text) is not None and not self.is_beside

    @once
    def is_beside(self) -> bool:
        return _BESIDE.search(self._text) is not None


def told_over(new: Sequence[Told], old: Set[str], asked: Weights, names: Set[str]) -> bool:
    """Whether a sentence of the newer text tells an end or a change of what the older one is about.

    `new`: those of its sentences that may end something; `old`: the terms of the older text; `asked`: what each term of
    the question is worth; `names`: the terms of the older text that are written with a capital letter.
    """
    for sentence in new:
        if sentence.terms.isdisjoint(old) or sentence.things.isdisjoint(old):  # the first is at hand
            continue
        if (sentence.things & old) <= sentence.about:
            if not sentence.is_beside and (sentence.is_its_own or sentence.ends_what(asked.keys(), old)):
                return True
            if not sentence.points_back(asked.keys()):
                continue
        share = sum([weight for term, weight in asked.items() if term in sentence.things and term in old])
        if share < ASKED_MIN and sentence.names.isdisjoint(names):
            continue
        if sentence.ends or not sentence.left.isdisjoint(names) or (share >= ASKED_NOW and sentence.is_now):
            return True
    return False


@cache
def _ends_of() -> tuple[tuple[frozenset[str], re.Pattern[str]], ...]:
    """The terms of what may end without being named, and the words that end it."""
    analyser = default_analyser()
    return tuple(
        (frozenset(analyser.terms(" ".join(SLOT_WORDS[slot] for slot in slots))), words) for slots, words in _ENDS_OF
    )


def _tells_how(word: str) -> bool:
    """Stands between somebody and what he did: "finally", "has since"."""
    return word in _SINCE_WHEN or word in _BEFORE_VERBS or word.endswith("ly")


def _things(sentence: Sequence[Piece]) -> Iterator[Piece]:
    """The words that may name a thing: not those right after "I" or "to", which tell what somebody does."""
    last = ""
    for word in sentence:
        if word.terms and (word.capital or last not in _BEFORE_VERBS):
            yield word
        last = word.low

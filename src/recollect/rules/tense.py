"""Whether a sentence tells what is to come or what is over, and which way a time without a year lies. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.finite import FINITE
from recollect.rules.lexicon.past import BEFORE_TIMES, PAST_TENSE, SET_FOR_LATER, SUBJECT_PRONOUNS
from recollect.rules.lexicon.verbs import IRREGULAR, REGULAR

_BACK: Final = late(r"\b(?:since|ago|last|yesterday|used to|back in|earlier|previous)\b", re.IGNORECASE)
_FORTH: Final = late(
    r"\b(?:will|won't|\w+'ll|going to|gonna|next|upcoming|tomorrow|in time for|wanna|"
    r"(?:decided|agreed|planned|arranged|promised|scheduled|hoped) to|"
    r"(?:wants?|hopes?|plans?|intends?|like) to(?! have)|"
    r"for (?:next |this |the )?(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
_WILL: Final = late(
    r"\b(?:will|won't|gonna|(?:i|he|she|we|they|you)['’]ll)\b|"
    r"\bgoing to (?!work (?:by|on foot|every)|(?:the|an?|my|his|her|our|their|your|this|that|some|college|school|"
    r"university|uni|bed|church|mass|court|class|classes|therapy|physio|prison|jail|hospital|town|practice|rehab|"
    r"kindergarten|nursery)\b)(?-i:[a-z])|"
    r"\b(?:werde|wirst|werden|wird(?= (?:\w+ ){0,12}\w+en(?: *$|[.,;!])))\b|"
    r"\b(?:voy|vas|va|vamos|van) a \w+[aei]r(?:me|se|nos)?\b|"
    r"\b(?:vivi|trabaja|estudia|muda|esta|tend|empeza|comenza|casa|deja|volve)(?:ré|rá|remos|rán)\b|"
    r"\b(?:vais|vas|allons|vont) \w+(?:er|ir|re)\b|"
    r"\b(?:vivr|habiter|travailler|étudier|commencer|déménager)(?:ai|a|ons|ont)\b|"
    r"\b(?:vou|vai|vão) \w+[aei]r\b|\b(?:viverei|morarei|trabalharei|estudarei)\b|"
    r"\b(?:vivr|abiter|lavorer|studier|trasferir)(?:ò|à|emo|anno)\b",
    re.IGNORECASE,
)
"""A verb of a time still to come. Who is going to school or the gym goes there now."""
_SOON: Final = late(
    r"\b(?<!\bno )tomorrow\b|"
    r"\b(?:next|coming) (?:week|month|year|spring|summer|autumn|fall|winter|january|february|march|april|may|june|"
    r"july|august|september|october|november|december)\b|"
    r"\bnächste[nmrs]? (?:woche|monat|jahr|frühling|sommer|herbst|winter)|"
    r"\b(?:año|mes) que viene\b|\bpróxim[oa] (?:año|mes|semana|ano|mês)\b|"
    r"\b(?:année prochaine|mois prochain)\b|\b(?:anno|mese) prossimo\b",
    re.IGNORECASE,
)
"""That time; what is next to something is near."""
_STARTING: Final = late(
    r"\b(?:starts?|begins?|(?:is|am|are|i'm|we're) (?:starting|beginning)) "
    r"(?:work |working |(?:an?|my|his|her|our|their) (?:new )?job )?(?:at|for|with) (?-i:[^\W\d_a-z])[^,;.!?\n]{0,60}? "
    r"(?:on|in|from) (?:the )?(?:\d|(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)",
    re.IGNORECASE,
)
"""Who starts at a firm on a day does not work there yet."""
_LAST_WORD: Final = late(r"[\w'’]+(?=\W*$)")
LAST_WORD_CHARS_MAX: Final = 40
_BEFORE_NOUNS: Final = frozenset("a the my your his her our their its no free last living good ill".split())
"""Before the will that somebody makes or has."""
_CLAUSE_JOINT: Final = late(r"([,;:.!?]\s+|(?<!\s)\s+(?:and|but|y|e|und|et|pero|aber|mais|mas|ma|while|although)\s+)")
CLAUSES_MAX: Final = 40
BARE_TIME_MAX: Final = 5
"""Words of a time that stands after a comma, with where it was."""
_HEARD: Final = late(
    r"^\W*(?:(?:noted|agreed|understood|confirmed|got it)\s*[:,.!;–—-]"
    r"|(?:i|you|he|she|we|they|it) did(?:\s*:|\s+[–—-]))\s*",
    re.IGNORECASE,
)
"""Says that something was heard or done; what it is follows."""
_WORD: Final = late(r"[a-z]+(?:['’][a-z]+)?")
_LETTERS: Final = late(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PRESENT: Final = frozenset("is are am be being i'm we're you're they're he's she's it's that's gets".split())
"""Before a form in -ed: a state ("is planned", "I'm excited"), not something that happened."""
_SUBJECTS: Final = frozenset("i we he she they it you my our his her their the".split())
_NOT_PAST: Final = frozenset(
    "need needed speed seed feed indeed hundred exceed proceed embed wicked naked sacred".split()
)
_OVER: Final = frozenset("born done".split())
"""Without a verb beside them they tell what is over: "Born June 14", "Exam done on Friday"."""
_SAME: Final = frozenset("got lay wound".split())
"""Past forms that are something else as well; "I've got" is present."""


@cache
def _past() -> frozenset[str]:
    forms: set[str] = {"wasn't", "weren't", "didn't", "hadn't", "did"}
    for verb in IRREGULAR.split(";"):
        base, *rest = verb.split() or [""]
        forms.update(form for form in rest[:1] if form != base)
    return frozenset(forms - _SAME)


def happened(words: list[str]) -> bool:
    """Whether a verb among these stands in the past."""
    for place, word in enumerate(words):
        if word in _past():
            return True
        before = words[max(0, place - 2) : place]
        if len(word) > 4 and word.endswith("ed") and word not in _NOT_PAST and _PRESENT.isdisjoint(before):
            return True
    return False


def will_be(text: str) -> bool:
    """Whether a clause tells what is not so yet; of a sentence with several, whether one of them does.

    Worked: "From June I will live in Lisbon" does, and so does "Nächstes Jahr wohne ich in Wien"; "Will lives in Rome"
    and "my will is at the notary's" do not.
    """
    return _SOON.search(text) is not None or _has_will(text) or _STARTING.search(text) is not None


def _has_will(text: str) -> bool:
    return any(found.group().lower() != "will" or not _is_noun(text, found) for found in _WILL.finditer(text))


def _is_noun(text: str, will: re.Match[str]) -> bool:
    before = _LAST_WORD.search(text[max(0, will.start() - LAST_WORD_CHARS_MAX) : will.start()])
    last = before.group().lower() if before else ""
    return will.group() == "Will" or last in _BEFORE_NOUNS or last.endswith(("'s", "’s"))


def clauses(text: str) -> list[str]:
    """A statement cut into what each of its verbs tells: what has none goes with what stands before it, or at the
    beginning with what follows.

    Worked: "Ana lives in Rome | will retire"; "From June, Ana will live in Rome", "Ana and Ben live in Rome" are one.
    """
    pieces = _CLAUSE_JOINT.split(text, maxsplit=CLAUSES_MAX)
    found = [pieces[0]]
    for joint, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if _has_verb(found[-1]) and _has_verb(piece):
            found.append(piece)
        else:
            found[-1] += joint + piece
    return found


def _has_verb(piece: str) -> bool:
    return _has_will(piece) or any(_is_verb(word) for word in _LETTERS.findall(piece.lower().replace("’", "'")))


def _is_verb(word: str) -> bool:
    if word in _verbs() or word in _past():
        return True
    return word.endswith("s") and (word[:-1] in _bases() or word[:-2] in _bases())


@cache
def _verbs() -> frozenset[str]:
    return FINITE - {"a"}  # an article in English


@cache
def _bases() -> frozenset[str]:
    return frozenset((*REGULAR.split(), *(verb.split()[0] for verb in IRREGULAR.split(";") if verb.split())))


def lies_ahead(sentence: str, clause: str, language: str = "en") -> bool:
    """`clause`: the part of the sentence that names the time; where it has no verb of its own the sentence decides.

    Worked: "I start on January 7" lies ahead, "I started on January 7" does not; "Noted: tickets by May 3" does.
    """
    if language != "en":
        return language in PAST_TENSE and not is_past(sentence, language, clause)
    sentence, clause = _HEARD.sub("", sentence), _HEARD.sub("", clause)
    if _BACK.search(clause):
        return False
    if _FORTH.search(clause):
        return True
    words = _words(clause)
    if happened(words) or _is_over(words):
        return False
    if len(words) > 3 and not _SUBJECTS.isdisjoint(words[:3]):
        return True
    return not happened(_words(sentence))


def told_as_over(text: str, *, verbless: bool = True) -> bool:
    """Whether an English sentence tells what is over. `verbless`: what is told without a verb is as well.

    Worked: "Marathon last weekend" is, "I need to send last week's report" and "I'll tell you about last week" are not.
    """
    if will_be(text) or _FORTH.search(text):
        return False
    words = _words(text)
    return happened(words) or _is_over(words) or (verbless and not _has_verb(text))


def is_past(sentence: str, language: str, clause: str = "") -> bool:
    """Whether a sentence tells what is over, in one of the languages of `PAST_TENSE`; never where it tells of a day
    that was settled then and is to come. `clause`: as for `lies_ahead`.

    Worked: "Die Prüfung war im Juni" does; "Die Prüfung ist im Juni", "Die Prüfung wurde auf Juni verschoben" do not.
    """
    past, later = _tenses(language)
    if later.search(sentence):
        return False
    return past.search(clause if clause and _stands_alone(clause) else sentence) is not None


def _stands_alone(clause: str) -> bool:
    """Whether it may have a verb of its own, as "torna a casa il 4 dicembre" has and "le 20 juillet à Lyon" has not."""
    words = clause.lower().split()
    if len(words) > BARE_TIME_MAX or not SUBJECT_PRONOUNS.isdisjoint(words):
        return True
    return bool(words) and not words[0][0].isdigit() and words[0] not in BEFORE_TIMES


@cache
def _tenses(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(PAST_TENSE[language], re.IGNORECASE), re.compile(SET_FOR_LATER[language], re.IGNORECASE)


def _is_over(words: list[str]) -> bool:
    return any(word in _OVER and _PRESENT.isdisjoint(words[:place]) for place, word in enumerate(words))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))

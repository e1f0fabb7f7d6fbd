"""Whether an English sentence that names a time without a year speaks of the next such time or of the last. Pure."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.verbs import IRREGULAR

_BACK: Final = late(r"\b(?:since|ago|last|yesterday|used to|back in|earlier|previous)\b", re.IGNORECASE)
_FORTH: Final = late(
    r"\b(?:will|won't|\w+'ll|going to|gonna|next|upcoming|tomorrow|in time for|"
    r"(?:decided|agreed|planned|arranged|promised|scheduled|hoped) to|"
    r"for (?:next |this |the )?(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
_AHEAD: Final = late(
    r"\b(?:will|won't|gonna|going to (?=\w)|(?:i|he|she|we|they|you)['’]ll)\b|\btomorrow\b|"
    r"\b(?:next|coming) (?:week|month|year|spring|summer|autumn|fall|winter|january|february|march|april|may|june|"
    r"july|august|september|october|november|december)\b|"
    r"\b(?:werde|wirst|werden|wird(?= (?:\w+ )*\w+en(?: *$|[.,;!])))\b|"
    r"\bnächste[nmrs]? (?:woche|monat|jahr|frühling|sommer|herbst|winter)|"
    r"\b(?:voy|vas|va|vamos|van) a \w+[aei]r(?:me|se|nos)?\b|\b(?:año|mes) que viene\b|"
    r"\bpróxim[oa] (?:año|mes|semana|ano|mês)\b|"
    r"\b(?:vivi|trabaja|estudia|muda|esta|tend|empeza|comenza|casa|deja|volve)(?:ré|rá|remos|rán)\b|"
    r"\b(?:vais|vas|allons|vont) \w+(?:er|ir|re)\b|\b(?:année prochaine|mois prochain)\b|"
    r"\b(?:vivr|habiter|travailler|étudier|commencer|déménager)(?:ai|a|ons|ont)\b|"
    r"\b(?:vou|vai|vão) \w+[aei]r\b|\b(?:viverei|morarei|trabalharei|estudarei)\b|"
    r"\b(?:vivr|abiter|lavorer|studier|trasferir)(?:ò|à|emo|anno)\b|\b(?:anno|mese) prossimo\b",
    re.IGNORECASE,
)
"""Of a time still to come, whenever it is read; "Will" is a name, and what is next to something is near."""
_HEARD: Final = late(r"^\W*(?:noted|agreed|understood|confirmed|got it)\s*[:,.!;–—-]\s*", re.IGNORECASE)
"""Says that something was heard; what it is follows."""
_WORD: Final = late(r"[a-z]+(?:['’][a-z]+)?")
_PRESENT: Final = frozenset("is are am be being i'm we're you're they're he's she's it's that's gets".split())
"""Before a form in -ed: a state ("is planned", "I'm excited"), not something that happened."""
_SUBJECTS: Final = frozenset("i we he she they it you my our his her their the".split())
_NOT_PAST: Final = frozenset(
    "need needed speed seed feed indeed hundred exceed proceed embed wicked naked sacred".split()
)
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
    """Whether a statement tells what is not so yet.

    Worked: "From June I will live in Lisbon" does, and so does "Nächstes Jahr wohne ich in Wien"; "Will lives in Rome"
    does not.
    """
    return any(found.group() != "Will" for found in _AHEAD.finditer(text))


def lies_ahead(sentence: str, clause: str) -> bool:
    """`clause`: the part of the sentence that names the time; where it has no verb of its own the sentence decides.

    Worked: "I start on January 7" lies ahead, "I started on January 7" does not; "Noted: tickets by May 3" does.
    """
    sentence, clause = _HEARD.sub("", sentence), _HEARD.sub("", clause)
    if _BACK.search(clause):
        return False
    if _FORTH.search(clause):
        return True
    words = _WORD.findall(clause.lower().replace("’", "'"))
    if happened(words):
        return False
    if len(words) > 3 and not _SUBJECTS.isdisjoint(words[:3]):
        return True
    return not happened(_WORD.findall(sentence.lower().replace("’", "'")))

"""What an assistant says who cannot answer: "I do not know", "I have no information about that".

It repeats the words of the question and tells nothing, so it comes behind what may be an answer (`repeated`). Narrow on
purpose: every sentence of the turn must decline, regret, or ask back, and name no more than what was asked for: a
clause of its own behind that ("I'm not sure, you were in Rome"), a number or "only" may tell something.
"""

from __future__ import annotations

import re
from typing import Final

from recollect.rules.late import late

CHARS_MAX: Final = 400
_NOT: Final = r"(?:do not|don't|does not|doesn't|did not|didn't|could not|couldn't|cannot|can't|have not|haven't)"
_KNOWN: Final = r"(?:information|info|record|records|memory|memories|details?|data|notes?|knowledge|idea|clue|access)"
_DECLINES: Final = late(
    # English
    r"i (?:really |honestly )?(?:do not|don't) (?:actually |currently )?(?:know|recall|remember)\b"
    rf"|i (?:currently |still )?(?:have|'ve got) no (?:\w+ )?{_KNOWN}\b"
    rf"|i(?:'ve| have) no {_KNOWN}\b"
    rf"|i {_NOT} (?:actually |currently )?have (?:any |enough |that )?(?:\w+ )?{_KNOWN}\b"
    r"|i (?:could not|couldn't|cannot|can't|did not|didn't) (?:find|recall|remember|say)\b"
    r"|i(?:'m| am) (?:not sure|unsure|not aware|unaware|unable to (?:say|tell|answer|find))\b"
    r"|you (?:have not|haven't|did not|didn't|never) (?:told me|given me|mentioned|shared|said)\b|no idea\b"
    # German, Spanish, French
    r"|(?:das|es) (?:weiss|weiß) ich (?:leider )?nicht\b|ich (?:weiss|weiß) (?:es |das )?(?:leider )?nicht\b"
    r"|(?:dazu|darüber) (?:habe|weiss|weiß) ich (?:leider )?(?:nichts|keine(?: information| angaben| daten)\w*)"
    r"|ich habe (?:dazu |darüber )?(?:leider )?keine (?:information|angaben|daten)\w*\b|keine ahnung\b"
    r"|no (?:lo )?sé\b|no tengo (?:información|datos|idea|constancia)\b|no dispongo de\b"
    r"|je ne (?:le )?sais pas\b|je n'ai (?:pas d'|aucune )(?:information|idée|donnée)s?\b|aucune idée\b"
)
_BESIDE: Final = late(
    r"(?:i(?:'m| am) )?(?:very |so )?sorry(?: about that)?|unfortunately|hmm+|sorry|apologies|es tut mir leid|lo siento"
    r"|désolée?|leider|(?:please )?(?:let me know|tell me|feel free)\b.*|if you (?:tell|share|let)\b.*"
)
_ASKED: Final = late(
    r"(?:(?: exactly| for sure| for certain| yet| to me| with me)*"
    # what it stands for, or a name for the answer
    rf"(?: (?:that|this|it|anything|any (?:{_KNOWN}|mention)|an? (?:record|mention)|the (?:answer|{_KNOWN}))\b)?"
    r"(?: (?:yet|either|here|available|on file|exactly|for sure|right now|at the moment))*"
    # the question, said again
    r"(?:,?(?: (?:about|of|on|for|to|in|from|regarding|concerning))?"
    r" (?:who|whom|whose|what|when|where|which|why|how|whether|if|wer|wen|wem|was|wann|wo|wohin|woher|welche[nrs]?|wie"
    r"|warum|ob|quién(?:es)?|qué|cuándo|dónde|cuál(?:es)?|cómo|cuánt[oa]s?|qui|que|ce que|quand|où|quelle?s?|comment)"
    r" [^,:;()–—\d]+"
    r"| (?:about|of|on|for|to|in|from|regarding|concerning|your|[^\W\d_]+'s?|zu|zum|zur|über|sobre|de|del|sur|à)"
    r" [^,:;()–—\d]+)?"
    r"(?:,? (?:yet|sorry|unfortunately|i'm afraid|leider|lo siento|désolée?))?)"
)
"""What may stand behind that: what was asked for. In languages that have one, a comma before it."""
_MAY_TELL: Final = late(
    r"\b(?:only|than|until|till|because|since|as|besides|apart|while|whereas|so|instead|and|all|every"
    r"|that (?!is\b|was\b|means\b|yet\b|about\b|information\b|for\b|in\b|from\b)\w+|nur|solo|seulement"
    r"|but|however|although|though|except|maybe|perhaps|probably|(?:may|might|could) be|i (?:think|believe|guess)"
    r"|aber|jedoch|vielleicht|pero|sin embargo|quizás|mais|peut-être)\b"
)
_RECALLS: Final = late(r"\d|^(?:oh,? |hmm+,? )?\w+n't\b|, (?:\w+n't|right|correct|no|yes|is|was|did|does)\b")
"""A question that tells something: "Didn't Tom move to Rome?", "You were in Rome, right?"."""
_TIES: Final = re.compile(r"\s[-–—]+\s|—")
_CUT: Final = re.compile(r"(?<=[.!?…;])\s+|\n+")
_OPENING: Final = late(
    r"^(?:unfortunately|hmm+|well|honestly|oh|no|sorry|i(?:'m| am) (?:sorry|afraid)|leider|lo siento|désolée?)[,.]?\s+"
    r"(?:but |that |pero |mais |aber )?"
)


def declines(said: str) -> bool:
    """Whether a turn says that there is no answer, and nothing else; `said`: in small letters."""
    if len(said) > CHARS_MAX:
        return False
    found = False
    for sentence in _CUT.split(said.replace("’", "'")):
        told = sentence.strip(" .!…\"'*")
        if not told or _BESIDE.fullmatch(told):
            continue
        if told.endswith("?"):
            if _RECALLS.search(told) is not None:
                return False
            continue
        if not _is_declined(_OPENING.sub("", told)) and not _is_declined(told):
            return False
        found = True
    return found


def _is_declined(told: str) -> bool:
    """Whether a sentence declines, and goes on with what was asked for at the most."""
    head = _DECLINES.match(told)
    if head is None:
        return False
    rest = told[head.end() :]
    return _ASKED.fullmatch(rest) is not None and _MAY_TELL.search(rest) is None and _TIES.search(rest) is None

"""What an assistant says who cannot answer: "I do not know", "I have no information about that".

It repeats the words of the question and tells nothing, so it comes behind what may be an answer (`repeated`). Narrow on
purpose: every sentence of the turn must decline, regret, or ask back; what goes on with "but" may tell something.
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
    rf"|i (?:currently |still )?(?:have|'ve got) no\b.*\b{_KNOWN}\b"
    rf"|i(?:'ve| have) no {_KNOWN}\b"
    rf"|i {_NOT} (?:actually |currently )?have (?:any |enough |that )?(?:\w+ )?{_KNOWN}\b"
    r"|i (?:could not|couldn't|cannot|can't|did not|didn't) (?:find|recall|remember|say)\b"
    r"|i(?:'m| am) (?:not sure|unsure|not aware|unaware|unable to (?:say|tell|answer|find))\b"
    r"|you (?:have not|haven't|did not|didn't|never) (?:told|given) me"
    r" (?:that|this|yet|about|who|what|when|where|which|how|your)\b"
    r"|you (?:have not|haven't|did not|didn't|never) (?:mentioned|shared|said)\b|no idea\b"
    # German, Spanish, French
    r"|(?:das|es) (?:weiss|weiß) ich (?:leider )?nicht\b|ich (?:weiss|weiß) (?:es |das )?(?:leider )?nicht\b"
    r"|(?:dazu|darüber) (?:habe|weiß) ich (?:leider )?(?:keine|nichts)\b|ich habe (?:dazu |darüber )?(?:leider )?keine"
    r" (?:information|angaben|daten)\w*\b|keine ahnung\b"
    r"|no (?:lo )?sé\b|no tengo (?:información|datos|idea|constancia)\b|no dispongo de\b"
    r"|je ne (?:le )?sais pas\b|je n'ai (?:pas d'|aucune )(?:information|idée|donnée)s?\b|aucune idée\b"
)
_BESIDE: Final = late(
    r"(?:i(?:'m| am) )?(?:very |so )?sorry(?: about that)?|unfortunately|hmm+|sorry|apologies|es tut mir leid|lo siento"
    r"|désolée?|leider|(?:please )?(?:let me know|tell me|feel free)\b.*|if you (?:tell|share|let)\b.*"
)
_MAY_TELL: Final = late(
    r"\b(?:but|however|although|though|except|maybe|perhaps|probably|(?:may|might|could) be|i (?:think|believe|guess)"
    r"|aber|jedoch|vielleicht|pero|sin embargo|quizás|mais|peut-être)\b"
)
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
        if not told or told.endswith("?") or _BESIDE.fullmatch(told):
            continue
        bare = _OPENING.sub("", told)
        if _DECLINES.match(bare) is None and _DECLINES.match(told) is None:
            return False
        if _MAY_TELL.search(bare) is not None:
            return False
        found = True
    return found

"""How somebody says who he is: "Hi, I'm Ana", "My name is Ana", "Me llamo Ana".

A message mostly comes without a name; who introduces himself is called by his from then on. "I'm Ana" counts only where
a text begins with it, and without a greeting only where the word is no everyday one: "I'm Done" names nobody.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.naming import CALENDAR, NO_NAMES, PEOPLES
from recollect.rules.naming import TITLES
from recollect.rules.text import STOP_WORDS, fold
from recollect.write.extract.patterns import Lazy
from recollect.write.ties.names import is_ordinary

_WORD: Final = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['-][^\W\d_]+)*"
_NAME: Final = (
    rf"(?P<name>(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx)\.? )?{_WORD}(?: (?:(?:de|da|del|van|von|la|bin) )?{_WORD}){{0,3}})"
)
_SMALL: Final = r"(?P<name>[a-zß-ÿ]{2,20})"
"""Written without a capital: then it must be a common given name."""
_GREETING: Final = (
    r"(?P<hail>(?i:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening)|nice to meet you)"
    r"(?i:(?: there| all| everyone| everybody| team| again)?)[,.!]*\s+)"
)
_ANSWER: Final = (
    r"(?P<answer>(?i:thanks|thank you|cheers|sure|ok|okay|alright|all right|great|cool|nice|perfect|awesome|lovely|yes"
    r"|yeah|yep|oh|well|wow|sorry|no problem|of course|morning|afternoon|evening)"
    r"(?i:(?: a lot| a bunch| so much| very much| thing| then| again| all)?)[,.!]+\s+)"
)
"""What somebody says to what was said before he introduces himself: then it must be a common given name."""
_END: Final = r"\s*(?:[.!,;:)\n–—]|$|-\s)\s*"
_ENGLISH: Final = rf"(?P<after>{_END}|\s+(?i:and)\s+(?=(?i:i|i'm|my|we)\b)|\s+(?=(?i:from|a|an)\b))"
_IT_IS: Final = r"(?P<answer>(?P<am>(?i:it's|its|it is|this is)))"
"""As on the telephone, so it must be a common given name."""
_NOT_OTHERS: Final = r"(?!\s*[,(–—]\s*(?i:my|our|his|her|their|the|who|a|an)\b)"
"""Behind it somebody else is told of: "this is Grace, my dog"."""
_FROM: Final = rf"(?P<after>(?: (?i:here|speaking))?(?:\s+(?i:from) [a-z]\w+)?{_NOT_OTHERS}{_END})"
_OTHERS: Final = rf"(?P<after>{_END}(?:(?i:und|y|et|e)\s+)?|\s+(?i:und|y|et|e)\s+|(?=\s))"
_WAYS: Final = (
    (
        Lazy(
            rf"(?i:\bmy (?:full |first |real )?name(?: is not|'s not| isn't)) {_WORD}(?: {_WORD}){{0,2}}"
            rf"(?:[,.;]? (?i:it's|it is)|,? (?i:but))\s+{_NAME}{_ENGLISH}",
            hints="name",
        ),
        "en",
    ),
    (Lazy(rf"(?i:\bmy (?:full |first |real )?name(?: is|'s)|\bthe name's)\s+{_NAME}{_ENGLISH}", hints="name"), "en"),
    (Lazy(rf"^\s*{_GREETING}?(?P<am>(?i:i'm|i am)\s+){_NAME}{_ENGLISH}", hints="i'm i_am"), "en"),
    (Lazy(rf"^\s*{_ANSWER}(?P<am>(?i:i'm|i am)\s+){_NAME}{_ENGLISH}", hints="i'm i_am"), "en"),
    (
        Lazy(
            rf"(?:^|[.!?\n]\s*)(?P<hail>(?!))?(?P<am>(?i:i'm|i am)\s+){_NAME}"
            rf"(?P<after>,?\s+(?i:by the way|btw)\b{_END})",
            hints="way btw",
        ),
        "en",
    ),
    (Lazy(rf"^\s*{_GREETING}(?i:it's |this is )?{_NAME} (?i:here|speaking)\b(?P<after>{_END})"), "en"),
    (Lazy(rf"^\s*{_GREETING}{_IT_IS}\s+{_NAME}{_FROM}", hints="it this"), "en"),
    (Lazy(rf"^\s*{_GREETING}{_IT_IS}\s+{_SMALL}{_FROM}", hints="it this"), "en"),
    (Lazy(rf"(?i:\bmy name(?: is|'s))\s+{_SMALL}{_ENGLISH}", hints="name"), "en"),
    (Lazy(rf"^\s*{_GREETING}(?P<am>(?i:i'm|i am)\s+){_SMALL}{_ENGLISH}", hints="i'm i_am"), "en"),
    (Lazy(rf"(?i:\b(?:ich hei(?:ß|ss)e|mein name ist))\s+{_NAME}{_OTHERS}", hints="hei name"), "de"),
    (Lazy(rf"(?i:\b(?:me llamo|mi nombre es))\s+{_NAME}{_OTHERS}", hints="llamo nombre"), "es"),
    (Lazy(rf"(?i:\b(?:je m'appelle|mon (?:nom|prénom) est))\s+{_NAME}{_OTHERS}", hints="appelle nom"), "fr"),
    (Lazy(rf"(?i:\b(?:(?:eu )?me chamo|chamo-me|(?:o )?meu nome é))\s+{_NAME}{_OTHERS}", hints="chamo nome"), "pt"),
    (Lazy(rf"(?i:\b(?:mi chiamo|il mio nome è))\s+{_NAME}{_OTHERS}", hints="chiamo nome"), "it"),
)
_TOLD: Final = {
    "en": "User's name is {}",
    "de": "User heißt {}",
    "es": "User se llama {}",
    "fr": "User s'appelle {}",
    "pt": "User se chama {}",
    "it": "User si chiama {}",
}
_SENTENCE_CHARS: Final = 300
"""So far back a sentence is looked at."""
_SUPPOSED: Final = re.compile(
    r"\b(?:if|pretend\w*|imagin\w*|suppos\w*|wish\w*|think\w*|thought)\b[^.!?\n]*$", re.IGNORECASE
)
"""Before it in the sentence: what follows is not told as true."""
_DENIED: Final = re.compile(
    r"(?:\b(?:not|never|cannot|no|nunca|jamás|tampoco|não|nao|nem|jamais|non|mai|nemmeno|neanche|nicht|nie|niemals|pas"
    r"|si|se|wenn|falls|ob)|n't)(?!\w)(?:\s+(?!(?:and|but|y|pero|e|mas|ma|und|aber|et|mais)\b)[\w'-]+)*\s+$",
    re.IGNORECASE,
)
"""Before it in the clause, no comma between: the name is denied, or a condition."""
_CLAUSE: Final = re.compile(r"(?:i|i'm|i've|my|we|and|but|so|nice|can|could|what|how)\b", re.IGNORECASE)
"""After a comma: something else begins; otherwise it goes on about who he is, as "a nurse" does."""
_NO_NAME_ENDINGS: Final = ("ed", "ing", "ish", "ese", "ist", "ful", "less", "ous", "able")
"""Of words for how or what somebody is: "Hi, I'm Exhausted"."""
_NO_NAME: Final = NO_NAMES | CALENDAR | STOP_WORDS | PEOPLES | {"sie"}


class Introduction(NamedTuple):
    """A name that somebody gives as his own, and where."""

    name: str
    told: str
    """The statement, of a user without a name."""
    start: int
    end: int
    others: str
    """The text without it, equally long: what else the sentence says is read on."""


def introduced(text: str) -> Introduction | None:
    """The name that the speaker of a text gives as his own. Worked: "Hi, I'm Ana, a nurse" gives Ana and leaves
    "Hi, I'm a nurse", with spaces for what is gone."""
    for way, language in _WAYS:
        told = (match for match in way.finditer(text) if _is_name(match) and _is_told(text, match.start()))
        match = next(told, None) if way.may(text) else None
        if match is None:
            continue
        gone = _first_gone(text, match), match.end("after")
        others = text[: gone[0]] + " " * (gone[1] - gone[0]) + text[gone[1] :]
        name = match["name"].capitalize() if match["name"].islower() else match["name"]
        return Introduction(name, _TOLD[language].format(name), match.start("name"), match.end("name"), others)
    return None


def _is_told(text: str, start: int) -> bool:
    """Whether a name given there is told as true: not "no me llamo Ana", nor "if my name is Ana"."""
    before = text[max(0, start - _SENTENCE_CHARS) : start]
    return _SUPPOSED.search(before) is None and _DENIED.search(before) is None


def _is_name(match: re.Match[str]) -> bool:
    found = match.groupdict()
    words = found["name"].split()
    given = fold(words[0]) in GIVEN_NAMES
    if any(fold(word) in _NO_NAME for word in words) or found["name"].isupper() or fold(words[-1]) in TITLES:
        return False
    if found["name"].islower() or found.get("answer"):
        return given
    titled = fold(words[0]).rstrip(".") in TITLES or fold(words[0].partition("-")[0]) in GIVEN_NAMES
    if given or titled or "am" not in found:
        return True
    # "I'm Batman": what is no known name is one where a greeting speaks for it, and the word not against it.
    return found["hail"] is not None and not any(map(is_ordinary, words)) and not words[0].endswith(_NO_NAME_ENDINGS)


def _first_gone(text: str, match: re.Match[str]) -> int:
    """Where the part begins that is read no more: "I'm" stays where it goes on about who he is."""
    if "am" not in match.re.groupindex:
        return match.start("name") if match.groupdict().get("hail") else match.start()
    after = match["after"].strip()
    goes_on = after in ("", ",") and match.end() < len(text) and not _CLAUSE.match(text, match.end())
    return match.start("name") if goes_on else match.start("am")

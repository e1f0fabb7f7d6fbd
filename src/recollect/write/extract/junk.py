"""English sentences and turns that are not meant: irony, jokes, role-play, fiction, restated system prompts."""

from __future__ import annotations

import re
from typing import Final

_IRONY: Final = re.compile(
    r"^\W*(?:yeah,? right|oh,? (?:great|brilliant|wonderful|fantastic|lovely|joy|perfect|super|fabulous|goodie|marvell?ous|yay|sure)"
    r"|ah,? yes|wow,? thanks|(?:sure|yeah|right|of course),? (?:because|bc|cos|like)|just (?:what i (?:needed|wanted)|great|brilliant|perfect|wonderful)"
    r"|how (?:lovely|wonderful|nice|delightful|original)|as if\b|gee,? thanks|great,? (?:just great|another|now)|fantastic,? (?:another|now)|because (?:obviously|clearly|who doesn't)"
    r"|thanks a (?:lot|bunch|million),? \w+|lucky me|what a (?:joy|treat|surprise|delight)|well done me|perfect,? (?:another|just)|brilliant,? (?:another|now)|love(?:ly)? (?:when|how|that|it when) )"
    r"|\b(?:nothing|no one|nobody) (?:i|we) (?:enjoy|love|like)s? more\b|nothing (?:quite )?like\b|\bwhat could possibly go wrong|\bobviously (?:i'm|i am|the)\b|\bi'm obviously\b"
    r"|/s\s*$|\bnot!\s*$|🙄|🙃|\byeah,? right\b|\bsaid no one ever\b|\b(?:my|just my) (?:favou?rite|luck)\s*$|\bi just (?:love|adore) (?:it )?(?:when|how|being|having to|getting)\b"
    r"|\bbecause (?:that's|that is) (?:exactly|totally|just|clearly)\b|\bbest (?:day|thing) ever\b.*\bnot\b",
    re.IGNORECASE,
)
_JOKE: Final = re.compile(
    r"^\W*(?:(?:i'?m )?(?:just |only |totally )?(?:kidding|joking)|jk|j/k|lol jk|haha jk|just messing|not really|obviously not)\b.{0,12}$",
    re.IGNORECASE,
)
_PLAY: Final = re.compile(
    r"\b(?:pretend|role-?play(?:ing)?|mock (?:interview|call|exam|debate|trial|negotiation|conversation|job)|act (?:as|like)|you are now|you're now"
    r"|imagine (?:you|i|that you|that i|we)(?:'re|'m|\b)|in character|made-up|make-believe|let's (?:play|pretend|imagine)|play the (?:role|part) of|i'll (?:play|be) the|you(?:'ll)? (?:play|be) (?:the|a|my)"
    r"|for the sake of argument|dummy data|sample (?:data|profile|persona|bio)|fake (?:persona|profile|bio|customer|review)|fictional (?:character|persona|narrator)|my character|as my character|dungeon master|from the (?:perspective|point of view) of|in the voice of|speaking as)\b",
    re.IGNORECASE,
)
_FICTION: Final = re.compile(
    r"\b(?:write|draft|compose|create|generate|invent|finish|continue)\b[^.!?\n]{0,30}\b(?:story|poem|song|scene|dialogue|monologue|novel|screenplay|limerick|haiku|lyrics|fairy ?tale|backstory|diary entry|skit|sketch)\b",
    re.IGNORECASE,
)
_SYSTEM: Final = re.compile(
    r"^\W*(?:system(?: prompt| message)?\s*:|you are (?:a|an|the) [^.\n]{0,60}\b(?:assistant|model|chatbot|bot|ai|agent|expert|system|tutor)\b|<\|?system|\[?inst\]?|### ?(?:system|instruction)|ignore (?:all )?(?:previous|prior) instructions|your (?:instructions|role) (?:are|is))",
    re.IGNORECASE | re.MULTILINE,
)
_SETTLED: Final = re.compile(r"^\W*(?:(?:that's |it's |all )?(?:settled|decided|final|done deal|sorted)|decision made|i've decided|we've decided|end of story|no going back|that's that|mind made up|it's a deal)\W*$", re.IGNORECASE)
_PASSING: Final = re.compile(
    r"^\W*(?:brb|ttyl|gtg|goodnight|good night|night night|see you|talk soon|what a day|let me think|hold on|one sec|hang on|never ?mind|nvm)\b",
    re.IGNORECASE,
)


def is_irony(sentence: str) -> bool:
    """Says the opposite of what it means, with a marker that shows it."""
    return _IRONY.search(sentence) is not None


def is_joke(sentence: str) -> bool:
    """Takes back the sentence before it: "kidding"."""
    return _JOKE.match(sentence) is not None


def is_settled(sentence: str) -> bool:
    """Says that what stands beside it is decided."""
    return len(sentence) < 40 and _SETTLED.match(sentence) is not None


def is_passing(sentence: str) -> bool:
    """Small talk that looks like a statement."""
    return _PASSING.match(sentence) is not None


def is_play(text: str) -> bool:
    """The turn sets up a game, an invented person or a restated system prompt: nothing in it is about the speaker."""
    return _PLAY.search(text) is not None or _SYSTEM.search(text) is not None


def fiction_from(text: str) -> int:
    """Where a request for a story begins; what follows belongs to it. The length of the text when there is none."""
    found = _FICTION.search(text)
    return found.start() if found else len(text)

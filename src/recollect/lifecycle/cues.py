"""Words by which a sentence shows that something was decided or is to be done, in the languages we read.

Cues, not proof: a sentence that carries one is quoted as it was said, with who said it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_DECIDED: Final = (
    # English
    r"\b(?:(?:i|we|they|he|she|i've|we've)(?: have| both| all)?(?: finally| just)? (?:decided|chose|opted|"
    r"agreed|settled)"
    r"(?: to| on| that| for| against)?|made up (?:my|our) minds?|(?:let's|we'll|i'll|we will|"
    r"i will) (?:go with|use|stick"
    r" (?:with|to))|(?:going|went|go) with (?:the|a|an|option|plan)|(?:my|our|the)(?: final)? decision|it's (?:settled|"
    r"decided)|(?:we|i)(?:'re| are|'m| am) going to (?:use|switch)|so it's)\b",
    # German, French, Spanish, Portuguese, Italian
    r"\b(?:(?:habe?n?|hat)\b.{0,60}\b(?:entschieden|beschlossen|geeinigt)|wir nehmen|wir bleiben bei|"
    r"ich nehme lieber)\b",
    r"\b(?:(?:ai|avons|a|ont) (?:enfin )?(?:décidé|choisi|opté)|on part sur|on prend)\b",
    r"\b(?:(?:he|hemos|han)? ?(?:decidid[oa]|decidí|decidimos|elegí|elegimos|elegido|acordamos)|nos quedamos con)\b",
    r"\b(?:decidi(?:mos|ram)?|escolhi|escolhemos|combinamos|resolvi|fechamos)\b",
    r"\b(?:ho|abbiamo|hanno) (?:deciso|scelto)\b",
    # Chinese, Japanese, Hindi
    r"决定|決定|选定|說好|说好|就用|ことにし|決めた|決めました|決まり|फैसला|तय किया|तय हुआ",
)
_TO_DO: Final = (
    r"\b(?:i|we)(?:'ll| will| need to| have to| must| gotta| still need to|'ve got to|'m going to| am going to|"
    r"'re going to| are going to|'m gonna|'re gonna| plan to| plan on|'m planning (?:to|on)|'re planning (?:to|on)| "
    r"promise(?:d)? to| intend to|'m about to)\b(?! (?:be|always|never|keep|feel|say|admit|love|miss|see|know|"
    r"remember|make sure|definitely be|let you know|do it|do that|make it|try)\b)",
    r"\b(?:remind me to|don't forget to|to-?do|action items?|next steps?|deadline|can you (?:send|book|"
    r"call|remind|write|"
    r"prepare|check)|please (?:send|book|call|remind|write|prepare|schedule)|let's (?:meet|plan|schedule|"
    r"book|do|set|go|"
    r"catch up))\b",
    r"\b(?:ich (?:werde|muss|will noch)|wir (?:müssen|werden|sollten)|erinner(?:e|st)? mich|bis (?:montag|dienstag|"
    r"mittwoch|donnerstag|freitag))\b",
    r"\b(?:je (?:vais|dois)|nous (?:devons|allons)|on (?:doit|va)|il faut que|rappelle-moi|n'oublie pas)\b",
    r"\b(?:tengo que|tenemos que|voy a|vamos a|debo|debemos|hay que|recuérdame|no olvides)\b",
    r"\b(?:tenho (?:que|de)|temos (?:que|de)|vou|preciso|precisamos|me lembra|não esquece)\b",
    r"\b(?:devo|dobbiamo|ricordami|farò|faremo)\b",
    r"我要|我会|我會|我得|我打算|我们要|我們要|需要在|记得|記得|别忘|つもり|なければ|なきゃ|予定です|"
    r"忘れず|करूँगा|करूंगा|करूँगी|करूंगी",
    # Hindi: an infinitive and "is to", alone where it can be nothing else
    r"कर(?:ना|नी|ने) है|(?:मुझे|मुझको|हमें|हमको)\s[^।.!?\n]{0,80}?(?:ना|नी|ने) हैं?(?!\S)",
    r"(?<!पुरा)(?<!अप)(?<!कित)(?<!इत)(?<!उत)(?<!जित)(?:ना|नी|ने) (?:होगा|होगी|होंगे|होंगी|पड़ेगा|पड़ेगी|पड़ेंगे|पड़ेंगी)",
    r"\bkar(?:na|ni|ne) (?:hai|hain|hoga|hogi|honge)\b",
)
_DECISION_LABEL: Final = re.compile(
    r"^[\W_]*(?:decisions?|decided|resolved|agreed|entscheidung|entschieden|beschluss|beschlossen|décision|décidé"
    r"|decisión|decidido|acordado|decisão|decisione|deciso|决定|決定)[*_]*\s*[:：](?!//)",
    re.IGNORECASE,
)
_TO_DO_LABEL: Final = re.compile(
    r"^\W*\[ ?\]\s|^[\W_]*(?:action(?: items?)?|to-?do|tasks?|next steps?|follow-?ups?|aufgaben?|zu erledigen|tâches?"
    r"|à faire|tareas?|por hacer|tarefas?|a fazer|da fare|待办|待辦)[*_]*\s*[:：](?!//)",
    re.IGNORECASE,
)
_DONE: Final = re.compile(r"^\W*\[[xX✓✔]\]")
_BOX: Final = re.compile(r"^\W*\[[ xX✓✔]?\]\s*")
_UNSURE: Final = re.compile(
    r"\b(?:if (?:i|we|you)|imagine|would have|could have|should have|might|maybe|perhaps|not sure|wish i)\b",
    re.IGNORECASE,
)


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


def decided(sentence: str) -> bool:
    if _DECISION_LABEL.match(sentence):
        return True
    plain = sentence.replace("’", "'")
    return bool(_compiled(_DECIDED).search(plain)) and not _UNSURE.search(plain)


def to_do(sentence: str) -> bool:
    if _TO_DO_LABEL.match(sentence):
        return True
    plain = sentence.replace("’", "'")
    return not done(sentence) and bool(_compiled(_TO_DO).search(plain)) and not _UNSURE.search(plain)


def labelled(sentence: str) -> bool:
    """Written as a decision or as something to do: "DECISION: …", "- [ ] …". Then a word says enough."""
    return bool(_DECISION_LABEL.match(sentence) or _TO_DO_LABEL.match(sentence))


def done(sentence: str) -> bool:
    """Ticked off in a list: "- [x] pay rent"."""
    return _DONE.match(sentence) is not None


def without_box(sentence: str) -> str:
    return _BOX.sub("", sentence)

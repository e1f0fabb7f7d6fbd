"""Texts of others that are copied into a turn without quotation marks: mails, messages, recipes, lyrics.

They are told by their shape: the lines above a mail ("From:", "Subject:"), a salutation with a signature below it, or a
line that says what follows and whose it is ("Got this text from my mum: …", "Recipe from my grandma:"). A mail that the
speaker signs with his own name is his. What is in doubt is not read: a mail that somebody drafts may be another's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.text import fold
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.voices import HEALERS_NAMED

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT: Final = r"(?:subject|betreff|asunto|objet|oggetto|assunto)"
_HEAD: Final = Lazy(
    rf"^[ >*]{{0,4}}(?:{_SUBJECT}\s?:|(?:from|von|de|da|to|an|para|à|a)\s?:[^\n]{{0,80}}"
    rf"(?:@|\n[ >*]{{0,4}}{_SUBJECT}\s?:))",
    re.IGNORECASE | re.MULTILINE,
    hints=":",
)
_GREETING: Final = Lazy(
    r"^[ ]{0,4}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|"
    r"morgen)|hola|querid[oa]s?|estimad[oa]s?|bonjour|salut|cher|chère|chers|ciao|car[oaie]|gentile|olá|oi|prezad[oa])"
    r"(?P<whom>(?:\s[\w.'&-]+){0,4})\s?[,!:]",
    re.IGNORECASE | re.MULTILINE,
    hints=", ! :",
)
_CLOSING: Final = (
    r"(?:(?:with )?(?:all the |all my |kind|kindest|best|warm|warmest|many|lots of|much)? ?(?:best|regards|wishes|love"
    r"|greetings|thanks|hugs|kisses)|cheers|yours(?: \w+)?|sincerely|take care|see you(?: \w+)?|talk soon|xo+|x+|lg|vg"
    r"|mfg|(?:viele |liebe |beste |herzliche |schöne )?(?:grüße|gruß)|mit freundlichen grüßen"
    r"|(?:un )?(?:saludo|abrazo|beso)s?|atentamente|cordialement|bien à (?:toi|vous)|bises|bisous|amitiés"
    r"|(?:cordiali |tanti )?saluti|un abbraccio|abraços?|beijos?|atenciosamente)"
)
_NAME: Final = (
    r"(?-i:(?:M[rs]s?|Dr|Herr|Frau)?\.?[ ]?"
    r"(?P<{group}>[A-ZÀ-Þ][\w'-]{{1,20}}(?:[ ][A-ZÀ-Þ][\w'.-]{{0,20}}){{0,2}}))"
)
_SIGNED: Final = Lazy(
    rf"(?:^|(?<=[.!?,])[ ])[ ]{{0,4}}{_CLOSING}(?:[ ]from|[ ]von)?[ ]?[,.!–-]?\s{{1,3}}"
    rf"{_NAME.format(group='closed')}[ ]?\.?[ ]*$"
    rf"|(?<=[^\n])\n\s{{0,4}}(?:[-–—]{{1,2}}[ ]?)?{_NAME.format(group='alone')}[ ]*$",
    re.IGNORECASE | re.MULTILINE,
)
_POSTSCRIPT: Final = Lazy(r"\s*p\.? ?s\b", re.IGNORECASE)
_LISTENERS: Final = frozenset("there claude chatgpt gpt assistant ai bot gemini copilot siri alexa again".split())
"""Who is greeted so reads the turn: it is written to him, by the speaker."""

_TEXT: Final = (
    r"(?:texts?|e-?mails?|mails?|messages?|sms|dms?|whatsapps?|letters?|notes?|postcards?|voicemails?|posts?|tweets?"
    r"|comments?|recipes?|instructions?|lyrics|poems?|songs?|verses?|stor(?:y|ies)|reviews?|articles?|quotes?|passages?"
    r"|cvs?|résumés?|resumes?|bios?|testimonials?|essays?|speech(?:es)?|transcripts?|diary|blog)"
)
_START: Final = r"(?:^|(?<=[.!?\n]\s))[ ]{0,8}"
_TAIL: Final = r"[^:.!?\n]{0,50}\s?[:：]"
_SOURCE: Final = r"(?:from|by|of)\s(?!me\b|mine\b|myself\b)"
_ANNOUNCED: Final = Lazy(
    rf"(?:\b(?:got|received|found|saw|read|copied|get|here's|here is|this is|forwarding|pasting)\s(?:this|that|the"
    rf"|an?|these|the following)\s(?:[\w-]+\s){{0,2}}?{_TEXT}\b{_TAIL}"
    rf"|{_START}(?:(?:a|an|the|this|my|our)\s)?(?:[\w-]+\s)?{_TEXT}\s(?:{_SOURCE}|(?:that\s)?(?:i|we)\s(?:just\s)?"
    rf"(?:found|got|received|saw|read|copied|heard)\b){_TAIL}"
    rf"|{_START}(?:my|our|his|her|their)\s(?:[\w-]+\s){{0,2}}?[\w-]+'s?\s(?:[\w-]+\s)?{_TEXT}\b{_TAIL}"
    rf"|{_START}(?:forwarded|pasted|copied|original|fwd)\s{_TEXT}\b{_TAIL}"
    rf"|{_START}(?:recipe|lyrics|instructions)\b[^:.!?\n,]{{0,30}}[:：]"
    r"|\b(?:e-?mail|mail|nachricht|brief|sms|rezept|liedtext|mensaje|correo|carta|receta|letra|message|courriel|lettre"
    r"|recette|paroles|messaggio|lettera|ricetta|mensagem|receita)\s(?:von|vom|de|del|da|di|des|du)\s" + _TAIL + r")",
    re.IGNORECASE | re.MULTILINE,
    hints=": ：",
)
_GIVEN: Final = Lazy(
    r"\b(?:answer|reply to|respond to|translate|proofread|rewrite|rephrase|summari[sz]e|correct|edit|improve|polish"
    rf"|shorten|format|convert)\s(?:this|the following|these)\s(?:[\w-]+\s){{0,2}}?{_TEXT}\b[^\n]{{0,60}}[.?!]?[ ]*\n",
    re.IGNORECASE,
    hints="\n",
)
"""A request for something to be done with a text, and the text below it."""
_ONE_S_OWN: Final = re.compile(
    r"\bmy (?:own )?(?:e-?mails?|mail|messages?|letter|notes?|recipe|post|diary|cv|bio)\b", re.IGNORECASE
)


def others(text: str, speaker: str = "") -> Iterator[tuple[int, int]]:
    """Where texts of others stand in a turn, in no order. `speaker`: whose turn it is, where that is known."""
    own = fold(speaker.split(maxsplit=1)[0]) if speaker.strip() else ""
    yield from _mails(text, own)
    for found in _ANNOUNCED.finditer(text) if _ANNOUNCED.may(text) else ():
        if not _ONE_S_OWN.search(found.group()) and not HEALERS_NAMED.search(found.group()):
            yield found.end(), _paragraph(text, found.end())
    given = _GIVEN.search(text)
    if given is not None:
        yield given.end(), len(text)


def _mails(text: str, own: str) -> Iterator[tuple[int, int]]:
    """From its head or its salutation to its signature; with a head also without one, and then to the end."""
    head = _HEAD.search(text)
    if head is not None:
        signed = _signature(text, head.start())
        if signed is None or not own or signed[0] != own:
            yield head.start(), signed[1] if signed else len(text)
    at = 0
    while "\n" in text and (greeting := _GREETING.search(text, at)) is not None:
        at = greeting.end()
        whom = greeting["whom"].lower().split()
        if not _LISTENERS.isdisjoint(whom) or not (whom or text[: greeting.start()].strip()):
            continue
        signed = _signature(text, at)
        if signed is None:
            return
        at = signed[1]
        if not own or signed[0] != own:
            yield greeting.start(), at


def _signature(text: str, start: int) -> tuple[str, int] | None:
    """Who signed, and where the signature ends; a name on a line of its own is one where it is a given name."""
    for signed in _SIGNED.finditer(text, start):
        who = fold((signed["closed"] or signed["alone"]).split(maxsplit=1)[0])
        if signed["closed"] or who in GIVEN_NAMES:
            return who, len(text) if _POSTSCRIPT.match(text[signed.end() :]) else signed.end()
    return None


def _paragraph(text: str, start: int) -> int:
    """The end of the first lines after `start` that are not blank."""
    begin = len(text) - len(text[start:].lstrip())
    end = text.find("\n\n", begin)
    return len(text) if end < 0 else end

"""Texts of others that are copied into a turn without quotation marks: mails, messages, recipes, lyrics.

They are told by their shape: the lines above a mail ("From:", "Subject:"), a salutation with a signature below it, or a
line that says what follows and whose it is ("Got this text from my mum: …", "Recipe from my grandma:"). A mail that the
speaker signs with his own name is his. What is in doubt is not read: a mail that somebody drafts may be another's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.given_names import GIVEN_NAMES
from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.offices import OFFICES
from recollect.rules.text import fold
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import paragraph_below_end
from recollect.write.extract.voices import HEALERS_NAMED, is_healer

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT: Final = r"(?:subject|betreff|asunto|objet|oggetto|assunto)"
_OTHER_HEAD: Final = (
    r"(?:from|von|de|da|to|an|para|à|a|cc|bcc|date|datum|fecha|data|sent|gesendet|enviado|envoyé|inviato|reply-to)"
)
_HEAD: Final = Lazy(
    rf"^[ >*]{{0,4}}(?:(?P<subject>{_SUBJECT})\s?:(?P<sure>[^\n]{{0,120}}?(?:@|\n[ >*]{{0,4}}{_OTHER_HEAD}\s?:))?"
    rf"|{_OTHER_HEAD}\s?:[^\n]{{0,80}}"
    rf"(?:@|\n[ >*]{{0,4}}(?:{_OTHER_HEAD}\s?:[^\n]{{0,80}}\n[ >*]{{0,4}})?{_SUBJECT}\s?:))",
    re.IGNORECASE | re.MULTILINE,
    hints=":",
)
"""Two lines above a mail, or one with an address; a subject alone may be a school's."""
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
_OWN_AGAIN: Final = Lazy(
    r"\n[ ]{0,8}\n\s{0,8}(?=(?:by the way|btw|also|apart from (?:that|this)|besides|oh,? and|anyway|p\.? ?s|as for me"
    r"|übrigens|außerdem|ansonsten|por cierto|además|aparte de eso|au fait|d'ailleurs|à part ça|a proposito|inoltre"
    r"|a propósito|aliás|além disso)\b)",
    re.IGNORECASE,
)
_LISTENERS: Final = frozenset("there claude chatgpt gpt assistant ai bot gemini copilot siri alexa again".split())
"""Who is greeted so reads the turn: it is written to him, by the speaker."""

_TEXT: Final = (
    r"(?:texts?|e-?mails?|mails?|messages?|sms|dms?|whatsapps?|letters?|notes?|postcards?|voicemails?|posts?|tweets?"
    r"|comments?|recipes?|instructions?|lyrics|poems?|songs?|verses?|stor(?:y|ies)|reviews?|articles?|quotes?|passages?"
    r"|cvs?|résumés?|resumes?|bios?|testimonials?|essays?|speech(?:es)?|transcripts?|diary|blog)"
)
_START: Final = r"(?:^|(?<=[.!?\n]\s))[ ]{0,8}"
_TAIL: Final = r"[^:.!?\n]{0,50}\s?[:：]"
_SOURCE: Final = r"(?:from|by|of)\s(?!me\b|mine\b|myself\b|(?:my|our)\s(?:own\s)?(?:life|lives|day|week|month|year)\b)"
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
_NEWS: Final = Lazy(
    r"\b(?:texts?|e-?mails?|mails?|messages?|sms|dms?|whatsapps?|letters?|notes?|voicemails?|nachricht|brief|mensaje"
    r"|correo|carta|courriel|lettre|messaggio|lettera|mensagem)\b",
    re.IGNORECASE,
)
"""What brings news, which may be told in one's own words: "I got a letter from the bank: my loan was approved"."""
_COPIED: Final = Lazy(
    r"\b(?:this|that|these|following|found|saw|read|copied|here's|here is|forward\w*|fwd|past(?:ed|ing)|original)\b",
    re.IGNORECASE,
)
_MERELY_SHOWN: Final = Lazy(rf"^here(?:'s| is) (?:the|an?) (?:[\w-]+ ){{0,2}}?{_TEXT}:$", re.IGNORECASE)
"""Says nothing of another: "Here's the recipe: I always use oat milk"."""
_SENDER: Final = Lazy(r"\s(?:from|by|of|von|vom|de|del|da|di|des|du)\s(?P<who>[^:：]*)", re.IGNORECASE)
_ONE_S_PEOPLE: Final = Lazy(
    r"(?:my|our|his|her|their|an?|mein\w*|unser\w*|ein\w*|mi|un[ae]?|m[aeo]n|ma|mes|mi[ao]|meu|minha|nuestr[oa]|notre"
    r"|noss[oa])\b",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = Lazy(
    r"\W*(?:(?:hi|hey|hello)\W+)?(?:i|i'\w+|im|we|we'\w+|my|ich|wir|mein\w*|yo|mi|soy|estoy|tengo|vivo|je|j'\w*|mon|ma"
    r"|eu|meu|minha|sou|estou|tenho|sono|ho|mio|mia)\b",
    re.IGNORECASE,
)
_ADDRESSED: Final = Lazy(
    r"^\W*(?:hi|hello|hey|dear|hallo|liebe[rs]?|sehr geehrte[rs]?|hola|estimad[oa]|bonjour|cher|chère|ciao|gentile|olá"
    r"|prezad[oa])\b|\b(?:you|your|you're|du \w+st|\w+st du|dir|dich|dein\w*"
    r"|(?-i:Sie \w+en|(?<=[\w,] )(?:Sie|Ihnen|Ihre?[mnrs]?))|usted|tus?|te|vous|votre|vos"
    r"|você|tuo|tua)\b",
    re.IGNORECASE,
)
_REPLY: Final = Lazy(
    r"\b(?:answer|reply|respond|(?:write|text|say) back|should i (?:say|write|text)|translate|summari[sz]e|antworten?"
    r"|responder|contestar|répondre|rispondere|rispondo)\b",
    re.IGNORECASE,
)
_FIRST_SENTENCE: Final = Lazy(r"[^.!?\n]{0,300}")
_LINES_TOLD: Final = 2
_CHARS_TOLD: Final = 600
"""What goes on for more lines or longer than these was copied."""
_PEOPLE: Final = frozenset().union(*KIN.values(), *TIES.values())
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
        end = paragraph_below_end(text, found.end())
        if (
            not _ONE_S_OWN.search(found.group())
            and not HEALERS_NAMED.search(found.group())
            and not (end - found.end() <= _CHARS_TOLD and _is_told(found.group().strip(), text[found.end() : end]))
        ):
            yield found.end(), end
    given = _GIVEN.search(text)
    if given is not None:
        signed = _signature(text, given.end())
        yield given.end(), signed[1] if signed else _resumed(text, given.end())


def _is_told(announced: str, said: str) -> bool:
    """Whether what follows is told in the speaker's own words. Worked: "I got a letter from the clinic: I have celiac
    disease" is, "I got a text from my sister: I'm pregnant" and "a mail from HR: you start on Monday" are not."""
    lines = said.rstrip().split("\n")
    if not lines[0].strip() or len(lines) > _LINES_TOLD:
        return False
    if _NEWS.search(announced) is None:
        return _MERELY_SHOWN.match(announced) is not None
    first = _FIRST_SENTENCE.match(said)
    if first is not None and _ADDRESSED.search(first.group()):
        return False
    sender = _SENDER.search(announced)
    words = [word.strip(".,'") for word in sender["who"].split()] if sender else []
    if any(word.lower() in OFFICES or is_healer(word.lower()) for word in words):
        return True
    if _COPIED.search(announced):
        return False
    is_person = any(word.lower() in _PEOPLE or fold(word) in GIVEN_NAMES for word in words)
    if is_person or (sender is not None and _ONE_S_PEOPLE.match(sender["who"])):
        return _FIRST_PERSON.match(said) is None and _REPLY.search(said) is None
    return True


def _mails(text: str, own: str) -> Iterator[tuple[int, int]]:
    """From its head or its salutation to its signature; with a head also without one, and then to the end."""
    head = next((one for one in _HEAD.finditer(text) if _is_head(text, one)), None) if _HEAD.may(text) else None
    if head is not None:
        signed = _signature(text, head.start())
        if signed is None or not own or signed[0] != own:
            yield head.start(), signed[1] if signed else _resumed(text, head.start())
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


def _is_head(text: str, head: re.Match[str]) -> bool:
    """A subject alone is one above a salutation, or where the turn begins with it and ends like a letter."""
    if not head["subject"] or head["sure"]:
        return True
    below = text.find("\n", head.end()) + 1
    if not below:
        return False
    while text[below : below + 1].isspace():
        below += 1
    greeting = _GREETING.compiled.match(text, below)
    if greeting is not None:
        return _LISTENERS.isdisjoint(greeting["whom"].lower().split())
    return not text[: head.start()].strip() and _signature(text, below) is not None


def _resumed(text: str, start: int) -> int:
    """Where the speaker goes on himself below a text that nobody signed; the end of the turn where he does not."""
    found = _OWN_AGAIN.search(text, start)
    return found.start() if found else len(text)


def _signature(text: str, start: int) -> tuple[str, int] | None:
    """Who signed, and where the signature ends; a name on a line of its own is one where it is a given name."""
    for signed in _SIGNED.finditer(text, start):
        who = fold((signed["closed"] or signed["alone"]).split(maxsplit=1)[0])
        if signed["closed"] or who in GIVEN_NAMES:
            return who, len(text) if _POSTSCRIPT.match(text[signed.end() :]) else signed.end()
    return None

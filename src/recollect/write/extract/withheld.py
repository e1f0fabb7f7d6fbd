"""What somebody says and asks not to have remembered: "Don't store this: …", "I'm pregnant. Please don't keep that."

`without` blanks the sentence with the request and what it points at, in the length of the turn. A request inside a
quotation or a pasted text is somebody else's. It stops learning only: the turn stays as it was said, and nothing that
is known already is removed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.write.extract.masking import mask
from recollect.write.extract.patterns import Lazy
from recollect.write.extract.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recollect.write.extract.sentences import Sentence

_KEEP: Final = (
    r"(?:store|save|keep|remember|memori[sz]e|record|log|note|retain|learn|write(?= (?:\w+ ){0,3}down)|write down"
    r"|take (?:a )?note of|make (?:a )?note of|commit(?= (?:\w+ ){1,3}to memory)|put(?= (?:\w+ ){1,3}in)"
    r"|add(?= (?:\w+ ){1,3}to))"
)
_KEPT: Final = r"(?:stored|saved|kept|remembered|memori[sz]ed|recorded|logged|noted|retained|written down)"
_WHERE: Final = (
    r"(?:(?:in|to|into|on|from) (?:your |the |my |any )?(?:long-term )?(?:memory|memories|notes?|records?|profile|file"
    r"|history|database)|down|anywhere|about me)"
)
_WHAT: Final = (
    r"(?:(?:any of |anything of |all of )?(?:this|that|it|these|those)(?: one)?|the following|what i(?:'m| am)? \w+"
    r"(?: \w+){0,3}|anything (?:i|from|about|in)\b[^,.:;!?\n]{0,40}|anything)"
)
_AFTER: Final = (
    r"(?=\s*(?:$|[,.:;!?()\n–—-])|\s(?:please|though|ok|okay|either|at all|ever|for (?:later|me|now)|yet|but|because"
    r"|since|as|and|or|so|thanks|again|afterwards)\b)"
)
"""After what is meant nothing that it could stand before: "don't save this file" is about a file."""
_BEFORE: Final = r"(?:^|(?<=[,.:;!?()\n–—-])|(?<=[,.:;!?()\n–—-]\s)|(?<=\s(?:so|or))\s|(?<=\s(?:and|but))\s)[ ]{0,4}"
_NOT: Final = (
    r"(?:(?:and|but|so|just|also|oh|ok|hey|pls|plz|please|kindly|now|actually|btw|again),? ){0,3}"
    r"(?:(?:please |pls |kindly )?(?:don't|dont|do not|never)|no need to|better not"
    r"|(?:i|we) (?:really )?(?:don't|do not) want you to|(?:i|we)(?:'d| would) (?:rather|prefer) (?:that )?you"
    r" (?:don't|didn't|did not)|you (?:don't|do not) (?:need|have) to|you (?:shouldn't|should not|mustn't|must not"
    r"|can't|cannot|may not)|you (?:are|'re) not (?:allowed )?to)(?: please)?(?: ever)?"
)
_ENGLISH: Final = (
    rf"{_BEFORE}{_NOT} {_KEEP}(?: {_WHAT})?(?: {_WHERE})?(?: please)?{_AFTER}"
    rf"|{_BEFORE}{_NOT} (?:store|save|remember|memori[sz]e|record)"
    r" (?P<told>that (?=(?:i|i'm|i've|my|we|our|he|she|they)\b)|(?:my|our)\b)"
    rf"|{_BEFORE}(?:(?:and|but|so|please|just),? ){{0,2}}(?:keep|leave) (?:this|that|it|these|those) (?:out of|off)"
    r" (?:your |the |my )?(?:long-term )?(?:memory|memories|notes|records?|profile|history)"
    rf"|\b(?:this|that|it|these|nothing(?: of (?:this|that)| i (?:say|said|tell you)[^,.:;!?\n]{{0,30}})?)"
    r"(?: (?:conversation|chat|message|talk|part))?"
    rf"(?: (?:shouldn't|should not|mustn't|must not|may not|is not to|isn't to|should)) be {_KEPT}\b"
    rf"|\b(?:i|we) (?:really )?(?:don't|do not) want (?:any of )?(?:this|that|it|these) "
    rf"(?:to be )?(?:{_KEPT}\b|in (?:your |the |my )(?:memory|notes|records|profile))"
    rf"|{_BEFORE}(?:(?:this|that|it)(?:'s| is) |all |strictly |and |but |so ){{0,2}}off the record{_AFTER}"
    rf"|{_BEFORE}(?:(?:this|that|it)(?:'s| is| stays)? |just |strictly |and |keep (?:this|that|it) ){{0,3}}"
    r"between (?:us|you and me|ourselves)(?: two)?(?=\s*(?:$|[.:;!)\n–—-])|,(?! we\b))"
    rf"|{_BEFORE}(?:please |just |then |you can |you may |and ){{0,2}}forget"
    r" (?:(?:that )?i (?:ever |just )?(?:said|told you|mentioned|wrote) (?:this|that|it|anything|so)"
    r"|(?:this|that|it)(?: again)? (?:afterwards?|right (?:away|after)|immediately|after (?:this|that|answering)))"
)
_OTHERS: Final = (
    # German
    r"|\b(?:bitte )?(?:(?:das|dies|dieses|es|folgendes) )?(?:bitte )?(?:gar |auf keinen fall )?nicht"
    r" (?:merken|speichern|abspeichern|notieren|aufschreiben|festhalten|behalten|mitschreiben)\b"
    r"|\b(?:merk(?:e)? dir|merken sie sich|speicher[en]?(?: sie)?|notier(?:e|en sie)?|schreib(?:e|en sie)?|behalte?)"
    r" (?:das|dies|es|folgendes|nichts davon)(?: \w+){0,2}? ?nicht\b|\bbehalt(?:e)? (?:das|es) (?:bitte )?für dich\b"
    r"|(?:^|[.!?,]\s)(?:ganz )?unter uns(?: gesagt)?(?=[,:.!])|\b(?:das )?bleibt (?:bitte )?unter uns\b"
    # Spanish, Portuguese, Italian, French
    r"|\bno (?:(?:lo|la|me|te) )?(?:guardes?|recuerdes?|anotes?|memorices?|almacenes?|registres?|apuntes?)\b"
    r"(?: (?:esto|eso|nada))?(?= ?(?:lo que|por favor|en (?:tu|la) memoria|[:.,!]|$))"
    r"|\bque (?:esto )?quede entre nosotros\b"
    r"|(?:^|[.!?,]\s)entre (?:nosotros|nous|noi|nós)(?=[,:])"
    r"|\bnão (?:(?:o|a|me) )?(?:guardes?|salves?|memorizes?|registres?|registe|anotes?|grave|lembre)\b"
    r"(?: (?:isso|isto|nada))?(?= ?(?:por favor|na (?:tua |sua )?memória|[:.,!]|$))|\b(?:isto|isso) fica entre nós\b"
    r"|\bnon (?:salvar(?:e|lo)|ricordar(?:e|lo)|memorizzar(?:e|lo)|registrar(?:e|lo)|annotar(?:e|lo)|conservar(?:e|lo))"
    r"(?: (?:questo|quello|ciò))?(?= ?(?:per favore|nella (?:tua )?memoria|[:.,!]|$))"
    r"|\b(?:che )?resti tra (?:noi|di noi)\b"
    r"|\bn(?:e |')(?:(?:le|la|l') ?)?(?:retiens|retenez|mémorise[zs]?|garde[zs]?|enregistre[zs]?|note[zs]?"
    r"|sauvegarde[zs]?) pas\b(?: (?:ça|cela|ceci))?(?= ?(?:ce que|s'il|en mémoire|[:.,!]|$))"
    r"|\bque ça reste entre nous\b"
    # Chinese, Japanese, Hindi
    r"|(?:别|不要|请勿|不用)(?:把?(?:这个?|那个?|这些)?)?(?:记住|保存|记录|存储|储存|记下|存下)"
    r"|(?:覚え|保存し|記録し|記憶し|メモし)ないで|(?:याद|सेव|नोट|save) मत (?:रख|कर)"
)
_REQUEST: Final = Lazy(
    _ENGLISH + _OTHERS,
    re.IGNORECASE | re.MULTILINE,
    hints="""n't not_ dont never no_need record between forget nothing leave keep nicht für_dich unter_uns no_ não_ non_
    entre tra_ ne_ n' 别 不 请勿 ないで मत""",
)
_OWN: Final = Lazy(r"\b(?:ich|wir|man)\b", re.IGNORECASE)
"""German puts the verb last: "ich kann mir das nicht merken" asks for nothing."""
_GERMAN: Final = Lazy(r"nicht (?:\w*(?:merken|schreiben|speichern|notieren|halten|behalten))$", re.IGNORECASE)
_BACK: Final = Lazy(r"\b(?:that|it|those|das|es|eso|cela|ça|isso|quello)\b", re.IGNORECASE)
"""Points at what was said before; "this" may point either way."""
_WORDS: Final = Lazy(r"[^\W_]+")
_POLITE: Final = Lazy(
    r"\b(?:please|pls|plz|thanks|thank you|thx|ok|okay|and|but|so|oh|also|bitte|danke|por favor|gracias|per favore"
    r"|grazie|s'il (?:te|vous) plaît|merci|obrigad[oa])\b",
    re.IGNORECASE,
)
"""Beside a request it says nothing of its own."""


def without(text: str) -> str:
    """A turn with blanks for what it asks not to be remembered; as it was where it asks for nothing."""
    if _REQUEST.search(text.replace("’", "'")) is None:
        return text
    for start, end in _spans(mask(text)):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _spans(masked: str) -> Iterator[tuple[int, int]]:
    found = sentences(masked)
    for request in _REQUEST.finditer(masked):
        at = next((at for at, one in enumerate(found) if one.start <= request.end() - 1 < one.end), -1)
        if at >= 0 and not _is_told(masked, found[at], request):
            yield from _meant(masked, found, at, request)


def _is_told(masked: str, sentence: Sentence, request: re.Match[str]) -> bool:
    said = masked[sentence.start : request.end()]
    return _GERMAN.search(said) is not None and _OWN.search(said) is not None


def _meant(masked: str, found: list[Sentence], at: int, request: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The sentence of the request, and where that says nothing more, what stands before or after it."""
    sentence = found[at]
    yield sentence.start, sentence.end
    beside = f"{masked[sentence.start : request.start()]} {masked[request.end() : sentence.end]}"
    if masked[request.end() : sentence.end].lstrip().startswith((":", "：")) or masked[request.end() - 1] in ":：":
        yield sentence.end, len(masked)
    elif request["told"] is None and len(_WORDS.findall(_POLITE.sub(" ", beside))) <= 1:
        if at:
            yield found[0].start, sentence.start
        if not at or (at + 1 < len(found) and _BACK.search(request.group()) is None):
            yield sentence.end, len(masked)

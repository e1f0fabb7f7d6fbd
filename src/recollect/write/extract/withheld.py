"""What somebody says and asks not to have remembered: "Don't store this: …", "I'm pregnant. Please don't keep that."

`without` blanks the sentence with the request and what it points at, in the length of the turn. A request inside a
quotation or a pasted text is somebody else's. It stops learning only: the turn stays as it was said, and nothing that
is known already is removed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.occasions import FREQUENCY
from recollect.rules.lexicon.verbs import SPORTS_LOGGED
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
_POINTED: Final = r"(?:(?:any of |anything of |all of )?(?:this|that|it|these|those)(?: one)?|the following)"
_WHAT: Final = (
    rf"(?:{_POINTED}|what i(?:'m| am)? \w+(?: \w+){{0,3}}|anything (?:i|from|about|in)\b[^,.:;!?\n]{{0,40}}|anything)"
)
_AFTER: Final = (
    r"(?=\s*(?:$|[,.:;!?()\n–—-])|\s(?:please|though|ok|okay|either|at all|ever|for (?:later|me|now)|yet|but|because"
    r"|since|as|and|or|so|thanks|again|afterwards)\b)"
)
"""After what is meant nothing that it could stand before: "don't save this file" is about a file."""
_PLEASE: Final = r"(?:please|pls|plz|kindly)"
_FIRST: Final = r"(?:(?:and|but|so|just|also|oh|ok|hey|now|actually|btw|again),? ){0,3}"
_FRESH: Final = rf"(?:^|(?<=[.:;!?()\n–—-])|(?<=[.:;!?()\n–—-]\s))[ ]{{0,4}}{_FIRST}"
"""Where a sentence begins: nothing stands before that could be the subject."""
_COMMA: Final = rf"(?:(?<=,)|(?<=,\s))[ ]{{0,4}}{_FIRST}"
_JOINED: Final = rf"(?:{_COMMA}|(?<=\s(?:so|or))\s|(?<=\s(?:and|but))\s)"
"""Where a sentence goes on: "I earn well but never save" tells of the speaker, unless it is asked for or points."""
_BEFORE: Final = rf"(?:{_FRESH}|{_JOINED})"
_DO_NOT: Final = r"(?:don't|dont|do not)(?: ever)?"
_ASKED: Final = (
    rf"(?:{_PLEASE} (?:{_DO_NOT}|never)|(?:{_DO_NOT}|never) {_PLEASE}"
    r"|(?:i|we) (?:really )?(?:don't|do not) want you to(?: ever)?"
    r"|(?:i|we)(?:'d| would) (?:rather|prefer) (?:that )?you (?:don't|didn't|did not))"
)
_OUGHT: Final = (
    r"(?:no need to|better not|you (?:shouldn't|should not|mustn't|must not)|you(?: are|'re) not (?:allowed )?to)"
)
_ENGLISH: Final = (
    rf"{_BEFORE}{_ASKED} {_KEEP}(?: {_WHAT})?(?: {_WHERE})?(?: please)?{_AFTER}"
    rf"|{_BEFORE}(?:{_DO_NOT}|never) {_KEEP}(?: {_WHAT})?(?: {_WHERE})?,? {_PLEASE}{_AFTER}"
    rf"|{_BEFORE}{_OUGHT} {_KEEP}(?: {_WHAT}(?: {_WHERE})?| {_WHERE}){_AFTER}"
    rf"|{_FRESH}{_DO_NOT} {_KEEP}(?: {_WHAT}(?: {_WHERE})?| {_WHERE}){_AFTER}"
    rf"|{_FRESH}(?:{_DO_NOT} (?:store|memori[sz]e|retain){_AFTER}|(?:{_DO_NOT}|never) {_KEEP}(?=\s?[:：]))"
    rf"|(?:{_FRESH}never|{_JOINED}{_DO_NOT}) (?!remember|learn){_KEEP} {_POINTED}(?: {_WHERE})?{_AFTER}"
    rf"|{_COMMA}{_DO_NOT} remember (?:this|that)(?: {_WHERE})?{_AFTER}"
    rf"|(?:{_BEFORE}{_ASKED}|{_FRESH}{_DO_NOT}|{_FRESH}never(?= store| memori))"
    r" (?:store|save|remember|memori[sz]e|record)"
    r" (?P<told>that (?=(?:i|i'm|i've|my|we|our|he|she|they)\b)|(?:my|our)\b)"
    rf"|{_BEFORE}(?:{_PLEASE} )?(?:keep|leave) (?:this|that|it|these|those) (?:out of|off)"
    r" (?:your |the )?(?:long-term )?(?:memory|memories|notes|records?|profile|history)\b"
    r"|\bnothing(?: of (?:this|that)| i (?:say|said|tell you)[^,.:;!?\n]{0,30})?"
    rf" (?:should|must|may|shall|is to) be {_KEPT}(?: {_WHERE})?{_AFTER}"
    r"|\b(?:(?:this|that|these)(?: (?:conversation|chat|message|talk|part))?"
    r"|it(?! [\w' ]{0,20}be (?:kept|stored)(?! in m)))"
    rf" (?:shouldn't|should not|mustn't|must not|shall not|is not to|isn't to) be {_KEPT}(?: {_WHERE})?{_AFTER}"
    r"|\b(?:i|we) (?:really )?(?:don't|do not) want (?:any of )?(?:this|that|it|these) "
    rf"(?:(?:to be )?{_KEPT}(?: {_WHERE})?|in (?:your |the |my )(?:memory|notes|records|profile)){_AFTER}"
    rf"|{_BEFORE}(?:(?:this|that|it)(?:'s| is) |all |strictly |and |but |so ){{0,2}}off the record{_AFTER}"
    rf"|{_BEFORE}(?:(?:this|that|it)(?:'s| is| stays)? |just |strictly |and |keep (?:this|that|it) ){{0,3}}"
    r"between (?:us|you and me|ourselves)(?: two)?(?=\s*(?:$|[.:;!)\n–—-])"
    r"|,(?! (?:we|both|there|(?:my|our|the)\b[^,.:;!?\n]{1,40} and (?:i|me)|(?:i|me) and|the \w+ of us)\b))"
    rf"|{_BEFORE}(?:please |just |then |you can |you may ){{0,2}}forget"
    r" (?:that )?i (?:ever |just )?(?:said|told you|mentioned|wrote) (?:this|that|it|anything|so)\b"
    rf"|(?:{_FRESH}|{_BEFORE}(?:please|(?:then )?you (?:can|may)) )(?:just |then ){{0,2}}forget"
    r" (?:this|that|it)(?: again)? (?:afterwards?|right (?:away|after)|immediately|after (?:this|that|answering))\b"
)
_CLAUSE: Final = r"(?:^|(?<=[,.:;!?()\n–—-])|(?<=[,.:;!?()\n–—-]\s))[ ]{0,4}"
"""Where neither a subject nor a finite verb stands before: "er kann sich Namen nicht merken" asks for nothing."""
_MERKEN: Final = r"(?:merken|speichern|abspeichern|notieren|aufschreiben|festhalten|behalten|mitschreiben)\b"
_OTHERS: Final = (
    # German
    rf"|{_CLAUSE}(?:(?:bitte|aber|und|also|nur|jetzt|lieber|besser|das|dies|dieses|es|folgendes|alles|gar|davon"
    rf"|auf keinen fall) ){{0,5}}(?:nicht|nichts davon) {_MERKEN}"
    rf"|\bbitte (?:\w+ ){{0,3}}(?:nicht|nichts davon) {_MERKEN}"
    r"|\b(?:merke? dir|merken sie sich) (?:das|dies|es|folgendes|nichts davon)(?: \w+){0,2}? ?nicht\b"
    rf"|(?:(?<!,)(?<!,\s){_CLAUSE}(?:(?:bitte|aber|und|also) ){{0,2}}|\bbitte )"
    r"(?:speicher[en]?(?: sie)?|notier(?:e|en sie)?|schreib(?:e|en sie)?|behalte?)"
    r" (?:das|dies|es|folgendes|nichts davon)(?: \w+){0,2}? ?nicht\b"
    r"|\b(?:speicher[en]?(?: sie)?|notier(?:e|en sie)?|schreib(?:e|en sie)?|behalte?)"
    r" (?:das|dies|es|folgendes) bitte(?: \w+)? nicht\b|(?<!\bich )\bbehalte? (?:das|es) (?:bitte )?für dich\b"
    r"|(?:^|[.!?,]\s)(?:ganz )?unter uns(?: gesagt)?(?=[,:.!])(?!, (?:wir|mein\w* [\w ]{1,30} und ich)\b)"
    r"|\b(?:das )?bleibt (?:bitte )?unter uns\b"
    # Spanish, Portuguese, Italian, French
    r"|\bno (?:(?:lo|la|me|te) )?(?:guardes?|recuerdes?|anotes?|memorices?|almacenes?|registres?|apuntes?)\b"
    r"(?: (?:esto|eso|nada))?(?= ?(?:lo que|por favor|en (?:tu|la) memoria|[:.,!]|$))"
    r"|\bque (?:esto )?quede entre nosotros\b"
    r"|(?:^|[.!?,]\s)entre (?:nosotros|nous|noi|nós)(?=[,:])"
    r"(?!, (?:\w+ )?(?:nosotros|nous|on|noi|nós|a gente|\w+mos|\w+iamo)\b)"
    r"|\bnão (?:(?:o|a|me) )?(?:guardes?|salves?|memorizes?|registres?|registe|anotes?|grave|lembre)\b"
    r"(?: (?:isso|isto|nada))?(?= ?(?:por favor|na (?:tua |sua )?memória|[:.,!]|$))|\b(?:isto|isso) fica entre nós\b"
    rf"|(?:{_CLAUSE}(?:(?:e|ma|però|allora) )?|\b(?:per favore|ti prego|ti prego di) "
    r"|\b(?:e|ma|però) (?=non \w+(?:lo\b| (?:q|ciò))))"
    r"non (?:salvar(?:e|lo)|ricordar(?:e|lo)|memorizzar(?:e|lo)|registrar(?:e|lo)|annotar(?:e|lo)|conservar(?:e|lo))"
    r"(?: (?:questo|quello|ciò))?(?= ?(?:per favore|nella (?:tua )?memoria|[:.,!]|$))"
    r"|\b(?:che )?resti tra (?:noi|di noi)\b"
    rf"|(?:{_CLAUSE}(?:(?:et|mais|alors|donc) )?|\b(?:plaît|svp|stp) "
    r"|\b(?:et|mais|alors|donc) (?=[\w' ]{1,24} pas (?:ça|ce)))"
    r"n(?:e |')(?:(?:le|la|l') ?)?(?:retiens|retenez|mémorise[zs]?|garde[zs]?|enregistre[zs]?|note[zs]?"
    r"|sauvegarde[zs]?) pas\b(?: (?:ça|cela|ceci))?(?= ?(?:ce que|s'il|en mémoire|[:.,!]|$))"
    r"|\bque ça reste entre nous\b"
    # Chinese, Japanese, Hindi
    r"|(?<![我他她们])(?:别|不要|请勿|不用)(?:把?(?:这个?|那个?|这些)?)?(?:记住|保存|记录|存储|储存|记下|存下)"
    r"|(?:覚え|保存し|記録し|記憶し|メモし)ないで|(?:याद|सेव|नोट|save) मत (?:रख|कर)"
)
_REQUEST: Final = Lazy(
    _ENGLISH + _OTHERS,
    re.IGNORECASE | re.MULTILINE,
    hints="""n't not_ dont never no_need record between forget nothing leave keep nicht für_dich unter_uns no_ não_ non_
    entre tra_ ne_ n' 别 不 请勿 ないで मत""",
)
_BACK: Final = Lazy(r"\b(?:that|it|those|das|es|eso|cela|ça|isso|quello)\b", re.IGNORECASE)
"""Points at what was said before; "this" may point either way."""
_COLON: Final = Lazy(r"\s*[:：]")
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
    kept: list[str] = []
    at = 0
    for start, end in sorted(_spans(mask(text))):
        if end > at:
            kept += (text[at:start], " " * (end - max(at, start)))
            at = end
    return "".join((*kept, text[at:]))


def _spans(masked: str) -> Iterator[tuple[int, int]]:
    found = sentences(masked)
    ends = [one.end for one in found]
    asked: dict[int, list[re.Match[str]]] = {}
    for request in _REQUEST.finditer(masked):
        at = bisect_left(ends, request.end())
        if at < len(found) and found[at].start < request.end() and not _own_log(masked, found[at], request):
            asked.setdefault(at, []).append(request)
    for at, requests in asked.items():
        yield from _meant(masked, found, at, requests)


def _own_log(masked: str, sentence: Sentence, request: re.Match[str]) -> bool:
    """ "I run daily but don't log it": a sport of the speaker's own that he keeps no log of. Of anything else, with any
    other verb, and where more is told than how often, it is asked for."""
    if _LOGGED.match(request.group()) is None:
        return False
    before = _OWN_SPORT.match(masked[sentence.start : request.end()].lower()[:OWN_SPORT_MAX])
    if before is None:
        return False
    told = _WORDS.findall(f"{before['often']} {before['how']}")
    return not _HABITS.isdisjoint(told) and all(word in _HABITS or word in _STRETCHES for word in told)


OWN_SPORT_MAX: Final = 120
_LOGGED: Final = Lazy(rf"\s*(?:(?:and|but),? )?{_DO_NOT} log it(?: anywhere)?$", re.IGNORECASE)
_OWN_SPORT: Final = Lazy(
    rf"\s*i (?P<often>(?:\w+ )??)(?:{'|'.join(sorted(SPORTS_LOGGED))})\b(?P<how>[^.:;!?()\n]*?),? (?:and|but),? "
    rf"{_DO_NOT} log it(?: anywhere)?$"
)
_HABITS: Final = FREQUENCY["en"] | {"lot"}
_STRETCHES: Final = frozenset("a an the in day days week month year morning evening night afternoon".split())


def _meant(masked: str, found: list[Sentence], at: int, requests: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """The sentence of the requests, and where that says nothing more, what stands before or after it."""
    sentence = found[at]
    yield sentence.start, sentence.end
    if any(_COLON.compiled.match(masked, one.end()) or masked[one.end() - 1] in ":：" for one in requests):
        yield sentence.end, len(masked)
    elif all(one["told"] is None for one in requests) and _says_nothing_more(masked, sentence, requests):
        if at:
            yield found[0].start, sentence.start
        points_back = any(_BACK.search(one.group()) for one in requests)
        if not at or (at + 1 < len(found) and not points_back):
            yield sentence.end, len(masked)


def _says_nothing_more(masked: str, sentence: Sentence, requests: list[re.Match[str]]) -> bool:
    starts = [*(one.start() for one in requests), sentence.end]
    ends = [sentence.start, *(one.end() for one in requests)]
    beside = " ".join(masked[end:start] for end, start in zip(ends, starts, strict=True))
    return len(_WORDS.findall(_POLITE.sub(" ", beside))) <= 1

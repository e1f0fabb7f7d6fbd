"""How people ask that something is not remembered: one pattern, of a request a line, in nine languages.

What is asked for, and what it takes with it, is `withheld.py`. A request is told from a report by where it stands: "I
earn well but never save" tells of the speaker, "Never save this" asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from recollect.rules.lexicon import withholding as lexicon
from recollect.write.extract.patterns import Lazy


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_KEEP: Final = _any(lexicon.KEEP)
_KEPT: Final = _any(lexicon.KEPT)
_PLEASE: Final = _any(lexicon.PLEASE)
_MEMORY: Final = _any(lexicon.MEMORY)
_WHERE: Final = rf"(?:(?:in|to|into|on|from) (?:your |the |my |any )?(?:long-term )?{_MEMORY}|down|anywhere|about me)"
_POINTED: Final = r"(?:(?:any of |anything of |all of )?(?:this|that|it|these|those)(?: one)?|the following)"
_WHAT: Final = (
    rf"(?:{_POINTED}|what i(?:'m| am)? \w+(?: \w+){{0,3}}|anything (?:i|from|about|in)\b[^,.:;!?\n]{{0,40}}|anything)"
)
_SOMEHOW: Final = f"(?: {_WHAT})?(?: {_WHERE})?"
_DEFINITE: Final = f"(?: {_WHAT}(?: {_WHERE})?| {_WHERE})"
"""What is not to be kept, or where not."""
_AFTER: Final = rf"(?=\s*(?:$|[,.:;!?()\n–—-])|\s{_any(lexicon.GOING_ON)}\b)"
"""After what is meant nothing that it could stand before: "don't save this file" is about a file."""

# Where a request may begin.
_FIRST: Final = rf"(?:{_any(lexicon.OPENING)},? ){{0,3}}"
_FRESH: Final = rf"(?:^|(?<=[.:;!?()\n–—-])|(?<=[.:;!?()\n–—-]\s))[ ]{{0,4}}{_FIRST}"
"""Where a sentence begins: nothing stands before that could be the subject."""
_COMMA: Final = rf"(?:(?<=,)|(?<=,\s))[ ]{{0,4}}{_FIRST}"
_JOINED: Final = rf"(?:{_COMMA}|(?<=\s(?:so|or))\s|(?<=\s(?:and|but))\s)"
"""Where a sentence goes on: "I earn well but never save" tells of the speaker, unless it is asked for or points."""
_BEFORE: Final = rf"(?:{_FRESH}|{_JOINED})"
_CLAUSE: Final = r"(?:^|(?<=[,.:;!?()\n–—-])|(?<=[,.:;!?()\n–—-]\s))[ ]{0,4}"
"""Where neither a subject nor a finite verb stands before: "er kann sich Namen nicht merken" asks for nothing."""

DO_NOT: Final = r"(?:don't|dont|do not)(?: ever)?"
_ASKED: Final = (
    rf"(?:{_PLEASE} (?:{DO_NOT}|never)|(?:{DO_NOT}|never) {_PLEASE}"
    r"|(?:i|we) (?:really )?(?:don't|do not) want you to(?: ever)?"
    r"|(?:i|we)(?:'d| would) (?:rather|prefer) (?:that )?you (?:don't|didn't|did not))"
)
_OUGHT: Final = (
    r"(?:no need to|better not|you (?:shouldn't|should not|mustn't|must not)|you(?: are|'re) not (?:allowed )?to)"
)
_THIS_MUST_NOT: Final = (
    r"\b(?:(?:this|that|these)(?: (?:conversation|chat|message|talk|part))?"
    r"|it(?! [\w' ]{0,20}be (?:kept|stored)(?! in m)))"
    r" (?:shouldn't|should not|mustn't|must not|shall not|is not to|isn't to)"
)
_UNWANTED: Final = r"\b(?:i|we) (?:really )?(?:don't|do not) want (?:any of )?(?:this|that|it|these) "
_OURS_AND_NO_MORE: Final = (
    r"(?=\s*(?:$|[.:;!)\n–—-])"
    r"|,(?! (?:we|both|there|(?:my|our|the)\b[^,.:;!?\n]{1,40} and (?:i|me)|(?:i|me) and|the \w+ of us)\b))"
)
"""After "between us": "between us, we have three cars" tells something."""

_ENGLISH: Final = (
    # please don't keep that
    f"{_BEFORE}{_ASKED} {_KEEP}{_SOMEHOW}(?: please)?{_AFTER}",
    # don't keep that, please
    f"{_BEFORE}(?:{DO_NOT}|never) {_KEEP}{_SOMEHOW},? {_PLEASE}{_AFTER}",
    # no need to note this
    f"{_BEFORE}{_OUGHT} {_KEEP}{_DEFINITE}{_AFTER}",
    # don't save what I said
    f"{_FRESH}{DO_NOT} {_KEEP}{_DEFINITE}{_AFTER}",
    # don't store; never save: …
    rf"{_FRESH}(?:{DO_NOT} (?:store|memori[sz]e|retain){_AFTER}|(?:{DO_NOT}|never) {_KEEP}(?=\s?[:：]))",
    # never save this; …, so don't save it
    f"(?:{_FRESH}never|{_JOINED}{DO_NOT}) (?!remember|learn){_KEEP} {_POINTED}(?: {_WHERE})?{_AFTER}",
    # …, don't remember that
    f"{_COMMA}{DO_NOT} remember (?:this|that)(?: {_WHERE})?{_AFTER}",
    # don't remember that I am ill; please don't save my address
    f"(?:{_BEFORE}{_ASKED}|{_FRESH}{DO_NOT}|{_FRESH}never(?= store| memori))"
    r" (?:store|save|remember|memori[sz]e|record)"
    r" (?P<told>that (?=(?:i|i'm|i've|my|we|our|he|she|they)\b)|(?:my|our)\b)",
    # keep this out of your memory
    rf"{_BEFORE}(?:{_PLEASE} )?(?:keep|leave) (?:this|that|it|these|those) (?:out of|off)"
    r" (?:your |the )?(?:long-term )?(?:memory|memories|notes|records?|profile|history)\b",
    # nothing of this should be stored
    r"\bnothing(?: of (?:this|that)| i (?:say|said|tell you)[^,.:;!?\n]{0,30})?"
    rf" (?:should|must|may|shall|is to) be {_KEPT}(?: {_WHERE})?{_AFTER}",
    # this conversation must not be recorded
    f"{_THIS_MUST_NOT} be {_KEPT}(?: {_WHERE})?{_AFTER}",
    # I don't want this in your notes
    f"{_UNWANTED}(?:(?:to be )?{_KEPT}(?: {_WHERE})?|in (?:your |the |my )(?:memory|notes|records|profile)){_AFTER}",
    # this is off the record
    f"{_BEFORE}(?:(?:this|that|it)(?:'s| is) |all |strictly |and |but |so ){{0,2}}off the record{_AFTER}",
    # keep this between us
    f"{_BEFORE}(?:(?:this|that|it)(?:'s| is| stays)? |just |strictly |and |keep (?:this|that|it) ){{0,3}}"
    f"between (?:us|you and me|ourselves)(?: two)?{_OURS_AND_NO_MORE}",
    # forget that I said that
    f"{_BEFORE}(?:please |just |then |you can |you may ){{0,2}}forget"
    r" (?:that )?i (?:ever |just )?(?:said|told you|mentioned|wrote) (?:this|that|it|anything|so)\b",
    # forget this afterwards
    f"(?:{_FRESH}|{_BEFORE}(?:please|(?:then )?you (?:can|may)) )(?:just |then ){{0,2}}forget"
    r" (?:this|that|it)(?: again)? (?:afterwards?|right (?:away|after)|immediately|after (?:this|that|answering))\b",
)

_MERKEN: Final = rf"{_any(lexicon.GERMAN_KEEP)}\b"
_MERKE: Final = _any(lexicon.GERMAN_KEEP_IT)
_NICHT: Final = r" (?:das|dies|es|folgendes|nichts davon)(?: \w+){0,2}? ?nicht\b"
_GERMAN: Final = (
    # das bitte nicht merken
    rf"{_CLAUSE}(?:{_any(lexicon.GERMAN_OPENING)} ){{0,5}}(?:nicht|nichts davon) {_MERKEN}",
    # bitte nichts davon speichern
    rf"\bbitte (?:\w+ ){{0,3}}(?:nicht|nichts davon) {_MERKEN}",
    # merk dir das nicht
    rf"\b(?:merke? dir|merken sie sich){_NICHT}",
    # speichere das nicht
    rf"(?:(?<!,)(?<!,\s){_CLAUSE}(?:(?:bitte|aber|und|also) ){{0,2}}|\bbitte ){_MERKE}{_NICHT}",
    # speichere das bitte nicht
    rf"\b{_MERKE} (?:das|dies|es|folgendes) bitte(?: \w+)? nicht\b",
    # behalte das für dich
    r"(?<!\bich )\bbehalte? (?:das|es) (?:bitte )?für dich\b",
    # unter uns gesagt: …
    r"(?:^|[.!?,]\s)(?:ganz )?unter uns(?: gesagt)?(?=[,:.!])(?!, (?:wir|mein\w* [\w ]{1,30} und ich)\b)",
    r"\b(?:das )?bleibt (?:bitte )?unter uns\b",
)
_SPANISH: Final = (
    # no guardes esto
    rf"\bno (?:(?:lo|la|me|te) )?{_any(lexicon.SPANISH_KEEP)}\b"
    r"(?: (?:esto|eso|nada))?(?= ?(?:lo que|por favor|en (?:tu|la) memoria|[:.,!]|$))",
    r"\bque (?:esto )?quede entre nosotros\b",
)
_BETWEEN_US: Final = (
    # entre nous: …
    r"(?:^|[.!?,]\s)entre (?:nosotros|nous|noi|nós)(?=[,:])"
    r"(?!, (?:\w+ )?(?:nosotros|nous|on|noi|nós|a gente|\w+mos|\w+iamo)\b)",
)
_PORTUGUESE: Final = (
    # não guarde isso
    rf"\bnão (?:(?:o|a|me) )?{_any(lexicon.PORTUGUESE_KEEP)}\b"
    r"(?: (?:isso|isto|nada))?(?= ?(?:por favor|na (?:tua |sua )?memória|[:.,!]|$))",
    r"\b(?:isto|isso) fica entre nós\b",
)
_ITALIAN: Final = (
    # non salvare questo
    rf"(?:{_CLAUSE}(?:(?:e|ma|però|allora) )?|\b(?:per favore|ti prego|ti prego di) "
    r"|\b(?:e|ma|però) (?=non \w+(?:lo\b| (?:q|ciò))))"
    rf"non {_any(lexicon.ITALIAN_KEEP)}"
    r"(?: (?:questo|quello|ciò))?(?= ?(?:per favore|nella (?:tua )?memoria|[:.,!]|$))",
    r"\b(?:che )?resti tra (?:noi|di noi)\b",
)
_FRENCH: Final = (
    # ne retiens pas ça
    rf"(?:{_CLAUSE}(?:(?:et|mais|alors|donc) )?|\b(?:plaît|svp|stp) "
    r"|\b(?:et|mais|alors|donc) (?=[\w' ]{1,24} pas (?:ça|ce)))"
    rf"n(?:e |')(?:(?:le|la|l') ?)?{_any(lexicon.FRENCH_KEEP)} pas\b"
    r"(?: (?:ça|cela|ceci))?(?= ?(?:ce que|s'il|en mémoire|[:.,!]|$))",
    r"\bque ça reste entre nous\b",
)
_EASTERN: Final = (
    rf"(?<![我他她们])(?:别|不要|请勿|不用)(?:把?(?:这个?|那个?|这些)?)?{_any(lexicon.CHINESE_KEEP)}",
    f"{_any(lexicon.JAPANESE_KEEP)}ないで",
    f"{_any(lexicon.HINDI_KEEP)} मत (?:रख|कर)",
)

REQUEST: Final = Lazy(
    "|".join((*_ENGLISH, *_GERMAN, *_SPANISH, *_BETWEEN_US, *_PORTUGUESE, *_ITALIAN, *_FRENCH, *_EASTERN)),
    re.IGNORECASE | re.MULTILINE,
    hints="""n't not_ dont never no_need record between forget nothing leave keep nicht für_dich unter_uns no_ não_ non_
    entre tra_ ne_ n' 别 不 请勿 ないで मत""",
)
"""A request; `told`: it says what is not to be kept."""
BACK: Final = Lazy(rf"\b{_any(lexicon.BACK)}\b", re.IGNORECASE)
POLITE: Final = Lazy(rf"\b{_any(lexicon.POLITE)}\b", re.IGNORECASE)

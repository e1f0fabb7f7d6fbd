"""What is over once the next thing has come, told in other languages than English.

Read from the text, as words of these languages are not taken apart as English ones are. Both must begin with the same
one, and be of a shape that is sure from end to end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.trades_abroad import CHINESE, JAPANESE
from recollect.rules.text import fold

_TELLS: Final = late(
    r"(?:(?:Ahora|Agora|Adesso|Ora|Jetzt|Maintenant),? )?(?P<who>[A-ZÀ-Þ][a-zß-ÿ]+)(?:[:：的]|は)? ?"
    r"(?P<told>\S.*?)[.。!！]?$"
)
_LONG_AGO: Final = late(r"\b(?:19|20)\d\d\b|\bjahren?\b|\banos?\b|\bans\b|\banni\b|年前|\d年|去年|昔")
_REST: Final = r"(?: [^,;:]{1,40})?"
_SOON: Final = r"(?:gestern|heute|eben|gerade|ayer|hoy|hier|aujourd'hui|ieri|oggi|ontem|hoje)"
"""A baby was born now; of a son or a daughter it may be told when their birthday is."""
_BABY_GERMAN: Final = rf"(?:baby|(?:kind|sohn|tochter)(?= .*{_SOON}))"


def outgrown_abroad(old: str, new: str) -> bool:
    """Whether what `old` tells is over, because of what `new` tells."""
    coming = _coming(new)
    if coming is None:
        return False
    who, told, over = coming
    was = _TELLS.match(old)
    if was is None or was["who"] != who:
        return False
    known = fold(was["told"])
    return any(slot in _KNOWN and _KNOWN[slot].fullmatch(known) for slot in over) or _other_employer(was["told"], told)


def slots_abroad(new: str) -> tuple[str, ...]:
    """Slots of what is over with it."""
    coming = _coming(new)
    return () if coming is None else tuple(slot.partition("-")[0] for slot in coming[2])


@lru_cache(maxsize=64)
def _coming(text: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Who it is told of, what is told, and what is over with it; None where nothing is."""
    tells = _TELLS.match(text)
    if tells is None or _LONG_AGO.search(fold(text)):
        return None
    told = fold(tells["told"])
    over = tuple(slot for slot, comes in _COMES.items() if comes.fullmatch(told))
    if _firm(tells["told"], _STARTED_AT):
        over = (*over, "work")
    return (tells["who"], tells["told"], over) if over else None


# --- what is known, and what it is over with ------------------------------------------------------------------------

_CHINESE_TRADE: Final = rf"(?:一名|一个|个|位|一位)?(?:{'|'.join(CHINESE)})"
_JAPANESE_TRADE: Final = rf"(?:{'|'.join(JAPANESE)})"


def _any(lines: str) -> re.Pattern[str]:
    return late("|".join(line.strip() for line in lines.strip().splitlines()))


_KNOWN: Final = {
    "pregnancy": _any(rf"""
        ist (?:gerade |jetzt |wieder |im \w+ monat )*schwanger{_REST}
        esta embarazada{_REST}
        est enceinte{_REST}
        e incinta{_REST}
        (?:esta|ta) gravida{_REST}
        怀孕(?:了|\d*个?月了?)?
        妊娠(?:中です|しています|中)
    """),
    "single": _any(r"""
        ist (?:gerade |zurzeit |momentan |wieder )*(?:single|ledig)
        (?:esta|es) solter[oa]
        est celibataire
        e (?:single|celibe|nubile)
        (?:esta|e) solteir[oa]
        是?单身
        独身です
    """),
    "student": _any(r"""
        ist (?:noch |gerade )?(?:student|studentin)(?: (?:an|in|der) .+)?
        es estudiante(?: (?:de|en) .+)?
        est etudiante?(?: (?:en|a) .+)?
        e (?:uno |una )?student(?:e|essa)(?: (?:di|a) .+)?
        e estudante(?: (?:de|na) .+)?
        是(?:一名|个|一个)?(?:大学生|研究生|学生)
        (?:大学生|学生)です
    """),
    "job-zh": _any(rf"(?:是|当|做){_CHINESE_TRADE}"),
    "job-ja": _any(rf"{_JAPANESE_TRADE}です"),
}
_COMES: Final = {
    "pregnancy": _any(rf"""
        hat (?:\w+ )?entbunden
        (?:sein|ihr|unser)e? {_BABY_GERMAN} (?:ist .*(?:geboren|auf der welt|da)|kam .*(?:welt|an))
        (?:dio a luz|(?:su|nuestr[oa]) (?:bebe|hij[oa](?= .*{_SOON})) nacio){_REST}
        (?:a accouche|(?:son|sa|leur|notre) (?:bebe|(?:fils|fille)(?= .*{_SOON})) est nee?){_REST}
        ha partorito{_REST}
        (?:il |la )?(?:suo|sua|nostr[oa]) (?:bimb[oa]|bambin[oa]|figli[oa](?= .*{_SOON})) e nat[oa]{_REST}
        (?:deu a luz|(?:o |a )?(?:seu|sua|nosso|nossa) (?:bebe|filh[oa](?= .*{_SOON})) nasceu){_REST}
        (?:宝宝|孩子|儿子|女儿).{{0,4}}(?:出生|生)了|生了(?:个|一个)?(?:宝宝|孩子|儿子|女儿)
        (?:赤ちゃん|息子|娘|子供)が.{{0,4}}(?:生まれ|産まれ)ました
    """),
    "single": _any(r"""
        hat (?:jetzt|inzwischen|mittlerweile|seit kurzem) (?:eine (?:neue )?freundin|einen (?:neuen )?freund)
        (?:ya )?tiene (?:un |una )?(?:novi[oa]|pareja)(?: ahora| nueva)?
        a (?:maintenant )?(?:un copain|une copine|un petit ami|une petite amie)(?: maintenant)?
        ha (?:adesso |ora )?(?:una ragazza|un ragazzo|un fidanzato|una fidanzata)(?: adesso| ora)?
        (?:ja )?tem (?:agora )?(?:uma |um )?namorad[oa](?: agora)?
        (?:现在)?(?:有|交到?了?)(?:女朋友|男朋友|对象)了?
        (?:彼女|彼氏|恋人)ができました
    """),
    "student": _any(rf"""
        hat (?:\w+ )?(?:sein|ihr|das) (?:studium|bachelorstudium|masterstudium) (?:abgeschlossen|beendet|geschafft)
        se graduo(?! de (?:la )?secundaria){_REST}|(?:ya )?termino (?:la carrera|la universidad|sus estudios)
        a (?:obtenu|eu) son diplome(?! du bac){_REST}|a (?:fini|termine) ses etudes{_REST}
        si e laureat[oa]{_REST}
        (?:se formou|formou-se){_REST}
        (?:大学|研究生)?毕业了
        (?:先月|今月|昨日|今年|大学を)*卒業しました
    """),
    "job-zh": _any(rf"(?:现在(?:是|当|做)|(?:当上|成为|成|改行做|转行做)了?){_CHINESE_TRADE}了?"),
    "job-ja": _any(rf"(?:今は|現在は|今では){_JAPANESE_TRADE}です|{_JAPANESE_TRADE}になりました"),
}
"""Slot -> shapes, the languages one after the other."""


# --- another employer -----------------------------------------------------------------------------------------------

_FIRM: Final = r"[A-ZÀ-Þ][\w&.-]*(?: [A-ZÀ-Þ][\w&.-]*)*"
_WORKS: Final = (
    rf"(?:arbeitet|ist) (?:\w+ )?bei(?: der| dem)? (?P<firm>{_FIRM})",
    rf"trabaja (?:\w+ )?(?:en|para) (?P<firm>{_FIRM})",
    rf"travaille (?:\w+ )?(?:chez|pour) (?P<firm>{_FIRM})",
    rf"lavora (?:\w+ )?(?:alla|al|da|in|per|a|presso) (?P<firm>{_FIRM})",
    rf"trabalha (?:\w+ )?(?:na|no|em|para a|para o|para) (?P<firm>{_FIRM})",
    r"在(?P<firm>\w{2,12}?)(?:工作|上班)",
    r"(?P<firm>\w{2,12}?)(?:で働いています|に勤めています|に勤務しています)",
)
_STARTED: Final = (
    rf"(?:hat|ist) (?:[a-zß-ÿ]+ ){{0,2}}(?:zu|zur) (?P<firm>{_FIRM}) gewechselt",
    rf"hat (?:[a-zß-ÿ]+ ){{0,2}}bei(?: der| dem)? (?P<firm>{_FIRM}) angefangen",
    rf"empez[óo] a trabajar (?:en|para) (?P<firm>{_FIRM}){_REST}",
    rf"a commencé (?:à travailler )?chez (?P<firm>{_FIRM}){_REST}",
    rf"ha (?:iniziato|cominciato) a lavorare (?:alla|al|da|in|per|a|presso) (?P<firm>{_FIRM}){_REST}",
    rf"começou a trabalhar (?:na|no|em|para a|para o|para) (?P<firm>{_FIRM}){_REST}",
    r"(?:跳槽到|跳槽去|入职)了?(?P<firm>\w{2,12}?)(?:工作)?了?",
    r"现在在(?P<firm>\w{2,12}?)(?:工作|上班)",
    r"(?P<firm>\w{2,12}?)に転職しました",
    r"今は(?P<firm>\w{2,12}?)で働いています",
)


def _firm(told: str, shapes: Iterable[re.Pattern[str]]) -> str | None:
    """For whom somebody works, or began to."""
    return next((found["firm"] for found in (shape.fullmatch(told) for shape in shapes) if found), None)


_WORKS_FOR: Final = tuple(map(late, _WORKS))
_STARTED_AT: Final = tuple(map(late, _STARTED))


def _other_employer(known: str, told: str) -> bool:
    """ "Arbeitet bei Siemens", "ist zu Bosch gewechselt"."""
    was, now = _firm(known, _WORKS_FOR), _firm(told, _STARTED_AT)
    return was is not None and now is not None and was != now

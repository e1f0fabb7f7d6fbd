"""What is over once the next thing has come, told in other languages than English.

Read from the text, as words of these languages are not taken apart as English ones are. Both must begin with the same
one, and be of a shape that is sure from end to end.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from recollect.rules.late import late
from recollect.rules.lexicon.trades_abroad import CHINESE, JAPANESE
from recollect.rules.text import fold

_TELLS: Final = late(
    r"(?:(?:Ahora|Agora|Adesso|Ora|Jetzt|Maintenant),? )?(?P<who>[A-ZÀ-Þ][a-zß-ÿ]+)(?:[:：的]|は)? ?"
    r"(?P<told>\S.*?)[.。!！]?$"
)
_NOT_PLAIN: Final = late(
    r"\b(?:19|20)\d\d\b|\bjahren?\b|\banos?\b|\bans\b|\banni\b|年前|\d年|去年|昔"
    r"|\b(?:nicht|nie|nichts|kein\w*|fast|beinahe|fruher|damals|auch|nebenbei|ursprunglich|leider|noch|bald|wenn|falls"
    r"|no|nunca|tambien|casi|cuando|si(?! e )|pas|jamais|aussi|presque|quand|non|mai|anche|quasi|quando|nao|tambem|haha"
    r"|lol)\b"
    r"|没|不|快|就要|要|下|如果|想|也|ない|ません|たい|なら|もし"
)
"""Denied, of another time, supposed, or one thing more."""
_LATELY: Final = (
    r"(?: (?:gestern|heute|eben|gerade|endlich|ayer|hoy|anoche|por fin|la semana pasada|hier|aujourd'hui|enfin"
    r"|la semaine derniere|ieri|oggi|finalmente|la settimana scorsa|ontem|hoje|na semana passada))"
)


def outgrown_abroad(old: str, new: str) -> bool:
    """Whether what `old` tells is over, because of what `new` tells."""
    coming = _coming(new)
    if coming is None:
        return False
    who, over = coming
    was = _TELLS.match(old)
    if was is None or was["who"] != who:
        return False
    told = fold(was["told"])
    return any(known.fullmatch(told) for _, known in over)


def slots_abroad(new: str) -> tuple[str, ...]:
    """Slots of what is over with it."""
    coming = _coming(new)
    return () if coming is None else tuple(slot for slot, _ in coming[1])


@lru_cache(maxsize=64)
def _coming(text: str) -> tuple[str, tuple[tuple[str, re.Pattern[str]], ...]] | None:
    """Who it is told of, and what is over with it, by slot and shape; None where nothing is."""
    tells = _TELLS.match(text) if len(text) <= CHARS_MAX else None
    if tells is None:
        return None
    told = fold(tells["told"])
    if _NOT_PLAIN.search(told):
        return None
    over = tuple((slot, known) for slot, known, comes in _OVER_WITH if comes.fullmatch(told))
    return (tells["who"], over) if over else None


CHARS_MAX: Final = 160
"""What says so plainly is shorter."""


# --- what is known, and what it is over with ------------------------------------------------------------------------

_CHINESE_TRADE: Final = rf"(?:一名|一个|个|位|一位)?(?:{'|'.join(CHINESE)})"
_JAPANESE_TRADE: Final = rf"(?:{'|'.join(JAPANESE)})"


def _any(lines: str) -> re.Pattern[str]:
    return late("|".join(line.strip() for line in lines.strip().splitlines()))


_OVER_WITH: Final = (
    (
        "pregnancy",
        _any(r"""
        ist (?:gerade |jetzt |wieder |im \w+ monat )*schwanger
        esta embarazada(?: de .+)?
        est enceinte(?: de .+)?
        e incinta(?: di .+)?
        (?:esta|ta) gravida(?: de .+)?
        怀孕(?:了|\d*个?月了?)?
        妊娠(?:中です|しています|中)
    """),
        _any(rf"""
        hat (?:gestern |heute |gerade |letzte woche )?entbunden
        (?:sein|ihr|unser)e? baby ist (?:gestern |heute |endlich |gerade )?(?:geboren|auf der welt|da)
        (?:sein|ihr|unser)e? (?:baby|kind|sohn|tochter) ist (?:gestern|heute) (?:geboren|zur welt gekommen)
        (?:sein|ihr|unser)e? baby kam (?:gestern|heute) (?:zur|auf die) welt
        dio a luz{_LATELY}?
        su bebe nacio{_LATELY}|su hij[oa] nacio{_LATELY}
        a accouche{_LATELY}?
        son bebe est ne{_LATELY}|(?:son fils|sa fille) est nee?{_LATELY}
        ha partorito{_LATELY}?
        (?:il |la )?(?:suo|sua) (?:bambin[oa]|bimb[oa]|figli[oa]) e nat[oa]{_LATELY}
        deu a luz{_LATELY}?
        (?:o |a )?(?:seu|sua) (?:bebe|filh[oa]) nasceu{_LATELY}
        (?:宝宝|孩子|儿子|女儿)(?:昨天|今天|前天|刚刚|刚)出生了
        赤ちゃんが(?:昨日|今日)?(?:生まれ|産まれ)ました|(?:息子|娘)が(?:昨日|今日)(?:生まれ|産まれ)ました
    """),
    ),
    (
        "single",
        _any(r"""
        ist (?:gerade |zurzeit |momentan |wieder )*(?:single|ledig)
        (?:esta|es) solter[oa]
        est celibataire
        e (?:single|celibe|nubile)
        (?:esta|e) solteir[oa]
        是?单身
        独身です
    """),
        _any(r"""
        hat (?:jetzt|inzwischen|mittlerweile|seit kurzem) (?:eine (?:neue )?freundin|einen (?:neuen )?freund)
        (?:ya )?tiene (?:un |una )?(?:novi[oa]|pareja)(?: ahora| nueva)?
        a (?:maintenant )?(?:un copain|une copine|un petit ami|une petite amie)(?: maintenant)?
        ha (?:adesso |ora )?(?:una ragazza|un ragazzo|un fidanzato|una fidanzata)(?: adesso| ora)?
        (?:ja )?tem (?:agora )?(?:uma |um )?namorad[oa](?: agora)?
        (?:现在)?(?:有|交到?了?)(?:女朋友|男朋友|对象)了?
        (?:彼女|彼氏|恋人)ができました
    """),
    ),
    (
        "student",
        _any(r"""
        ist (?:gerade )?(?:student|studentin)
        es estudiante
        est etudiante?
        e (?:uno |una )?student(?:e|essa)
        e estudante
        是(?:一名|个|一个)?(?:大学生|学生)
        (?:大学生|学生)です
    """),
        _any(rf"""
        hat (?:gestern |heute |gerade |endlich |jetzt )?(?:sein|ihr|das) studium (?:abgeschlossen|beendet|geschafft)
        se graduo{_LATELY}?|(?:ya )?termino la carrera{_LATELY}?
        a (?:obtenu|eu) son diplome{_LATELY}?|a (?:fini|termine) ses etudes{_LATELY}?
        si e laureat[oa]{_LATELY}?
        (?:se formou|formou-se){_LATELY}?
        (?:大学)?毕业了
        (?:先月|今月|昨日|大学を)*卒業しました
    """),
    ),
    (
        "job",
        _any(rf"(?:是|当|做){_CHINESE_TRADE}"),
        _any(rf"现在(?:是|当|做){_CHINESE_TRADE}了?"),
    ),
    (
        "job",
        _any(rf"{_JAPANESE_TRADE}です"),
        _any(rf"(?:今は|現在は|今では){_JAPANESE_TRADE}です"),
    ),
)
"""Slot of what is known, its shapes, and those of what it is over with: the languages one after the other."""

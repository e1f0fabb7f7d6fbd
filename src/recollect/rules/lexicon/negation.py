"""Words that deny, by language; and words that say a state has ended."""

from __future__ import annotations

from typing import Final

NEGATIONS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        not no never none nobody nothing neither nor cannot can't cant don't dont doesn't doesnt didn't didnt isn't
        isnt aren't arent wasn't wasnt weren't werent won't wont wouldn't wouldnt couldn't couldnt shouldn't shouldnt
        haven't havent hasn't hasnt hadn't hadnt mustn't needn't ain't without hardly barely rarely
        """.split()
    ),
    "es": frozenset("no nunca jamás ni tampoco nadie nada ningún ninguna ninguno sin".split()),
    "de": frozenset("nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne weder kaum".split()),
    "fr": frozenset("ne n' pas jamais rien personne aucun aucune ni plus sans guère".split()),
    "pt": frozenset("não nao nunca jamais nem ninguém nada nenhum nenhuma sem".split()),
    "it": frozenset("non no mai niente nulla nessuno nessuna né senza".split()),
    "zh": frozenset(("不", "没", "没有", "别", "从不", "无")),
    "ja": frozenset(("ない", "ません", "ぬ", "なかった", "ず")),
    "hi": frozenset("नहीं नही मत ना न कभी_नहीं बिना".split()),
}

ELSEWHERE: Final = frozenset(
    """
    niet geen nooit niets niemand
    inte ingen inget inga aldrig icke ikke ikkje intet aldri
    ei eivät emme ette eikä
    nie nigdy nikt nic není nejsou nemá nikdy nema nije nisam nisu nikad nikada
    nem nincs soha nu nici değil yok hayır
    không chẳng chưa tidak bukan belum jangan hindi wala
    не нет ні немає нема никогда ніколи никто няма
    δεν μην ποτέ δε
    לא אין
    لا ليس ليست لم لن ما غير بدون
    نیست نه
    """.split()
)
"""The commonest words that deny in languages whose statements are not read: they tell only that two are not alike."""

ENDINGS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("no longer", "any more", "anymore", "any longer", "not since"),
    "es": ("ya no",),
    "de": ("nicht mehr", "kein mehr"),
    "fr": ("ne plus", "n'", "plus"),
    "pt": ("não mais", "já não"),
    "it": ("non più",),
    "zh": ("不再",),
    "ja": ("もう",),
    "hi": ("अब नहीं",),
}
"""What says that something was so and is not so now."""

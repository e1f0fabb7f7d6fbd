"""Words without which no sentence tells that something is over, or otherwise now.

What the patterns of `read.over` find holds one of these words, or one that begins like these: a test makes texts for
all of those patterns. Looking a word up costs nothing beside trying them.
"""

from __future__ import annotations

from typing import Final

TURNS: Final = frozenset(
    """
    longer anymore any good fell fallen gave give given giving quit quitting stopped sold ditched binned scrapped backed
    pulled drop dropped dropping called calling withdrew turned off over gone dead finished closed shut broke split
    separated divorced died passed put retired resigned stepped handed fired laid let rid threw thrown traded swapped
    switched switching replaced relocated migrated discharged healed cured recovered graduated expired fizzled abandoned
    folded disbanded rehomed shelved stood mind minds all correction corrects scratch misheard wrong ya deje dejé dejo
    dejó dejado vendi vendí vendido mudo mudó mudado terminado murio murió fallecio falleció plus mehr storniert
    abgesagt gekündigt gekundigt verkauft aufgehört aufgehort umgezogen abgeschafft gestorben verstorben parei deixei
    mudei mudou vendeu morreu faleceu mais
    now instead today here days nowadays as moved moving left again final ahora maintenant finalement jetzt inzwischen
    seit agora depuis desde
    """.split()
)
TURNING_LETTERS: Final = 4
TURNING_STARTS: Final = frozenset("canc rene need anul annu vend quit arre arrê deme demé déme démé".split())
"""The first letters of those that have many forms: "cancelling", "renewed", "vendido", "déménagé"."""
AS: Final = "as"
"""Turns nothing without "of" after it: "as of May"."""

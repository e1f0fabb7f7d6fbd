"""Words by which a memory of a slot is found again: what of a person can have one value at a time, and how it is told.

Two statements about one slot may share no word ("lives in Hamburg", "moved to Leipzig"), so that neither words nor
vectors bring them together. Plain data, all languages inside.
"""

from __future__ import annotations

from typing import Final

_TIES: Final = "single married marry wife husband partner girlfriend boyfriend divorced engaged dating fiance widow"
SLOT_WORDS: Final = {
    "home": """live lives lived living moved move home based reside vivo vive wohne wohnt lebe lebt habite abito abita
    moro mora 住""",
    "work": """work works job employed joined company employer trabajo trabaja arbeite arbeitet travaille trabalho
    trabalha lavoro lavora 工作""",
    "job": "work works job profession trade",
    "role": "manager boss lead head ceo advisor doctor dentist teacher landlord",
    "name": "name named called",
    "age": "years old age",
    "favourite": "favourite favorite",
    "tie": _TIES,
    "relationship": _TIES,
    "meat": "vegetarian vegan meat steak eat eats",
    "alcohol": "drink drinks alcohol sober teetotal wine beer",
    "smoking": "smoke smokes smoking smoker cigarettes",
    "employment": "unemployed retired student job laid",
    "workplace": "remote office home",
    "household": "alone flatmate roommate lives",
    "pregnancy": "pregnant baby expecting schwanger embarazada enceinte incinta grávida 怀孕 妊娠",
    "student": "student studies university college Studentin estudiante étudiant étudiante studente studentessa 学生",
    "single": "single ledig soltero soltera célibataire celibe nubile solteiro solteira 单身 独身",
    "called": "goes call called name",
}
"""Attribute of a statement, line of states it is on, or what is over with it -> words."""
MOVED: Final = frozenset(
    """
    moved relocated mudado mude mudo mudamos mudei mudou mudei-me mudou-se mudamo-nos gezogen umgezogen demenage
    trasferito trasferita 搬到 搬 引っ越し
    """.split()
)
"""Folded words for having moved somewhere."""
TOLD_BY: Final = {
    "home": (
        frozenset(("live", "relocated", "settled", "rent")) | MOVED,
        frozenset("in at near to from outside on back a en em para nach".split()),
    ),
    "work": (
        frozenset(("work", "am", "is", "job", "joined")),
        frozenset("at for with as bei para en na no chez als como comme".split()),
    ),
}
"""Attribute with a verb of its own -> that verb, by concept or folded form, and what follows it."""
VERB_LAST: Final = frozenset("gezogen umgezogen".split())
"""What follows other verbs stands before these: "nach Mainz gezogen"."""
BETWEEN: Final = frozenset("now currently still jetzt inzwischen ahora maintenant desormais agora".split())
"""May stand between such a verb and what follows it."""
IS_BY_TRADE: Final = frozenset(
    "is am are be as became become ist bin als es soy como est suis comme e sou como".split()
)
"""Before the name of a trade: that somebody is of it."""
GERMAN_STAYING: Final = frozenset(
    "wohne wohnt wohnen wohnte lebe lebt leben lebte arbeite arbeitet arbeiten arbeitete gezogen umgezogen".split()
)
GERMAN_PLACES: Final = frozenset("in nach bei aus von fur zu nahe sankt bad der die den".split())
"""Before the name of a place or of a firm."""

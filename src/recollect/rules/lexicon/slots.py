"""Words by which a memory of a slot is found again: what of a person can have one value at a time, and how it is told.

Two statements about one slot may share no word ("lives in Hamburg", "moved to Leipzig"), so that neither words nor
vectors bring them together. Plain data, all languages inside.
"""

from __future__ import annotations

from typing import Final

_TIES: Final = "single married marry wife husband partner girlfriend boyfriend divorced engaged dating fiance widow"
SLOT_WORDS: Final = {
    "home": "live lives lived living moved move home based reside vivo vive wohne wohnt habite moro mora 住",
    "work": "work works job employed joined company employer trabajo trabajo arbeite arbeitet travaille trabalho 工作",
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
    "pregnancy": "pregnant baby expecting",
}
"""Attribute of a statement, or line of states it is on -> words."""

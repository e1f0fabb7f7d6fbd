"""Ties that one person holds at a time for somebody, by what they are one of. English, plain data, folded."""

from __future__ import annotations

from typing import Final

HELD_BY_ONE: Final = {
    "boss": "boss manager supervisor",
    "partner": "girlfriend boyfriend partner fiance fiancee gf bf",
    "landlord": "landlord landlady",
    "roommate": "roommate flatmate housemate",
    "doctor": "doctor gp physician",
    "dentist": "dentist",
    "therapist": "therapist psychologist",
    "accountant": "accountant",
}

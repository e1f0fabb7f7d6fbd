"""Troubles that come and go, and words for being ill. Plain data, folded."""

from __future__ import annotations

from typing import Final

AILMENTS: Final = frozenset(
    """
    fever temperature rash headache migraine cough cold flu ache pain infection earache toothache stomachache backache
    sunburn burn bruise swelling blister hives itch nausea diarrhoea diarrhea vomiting cramp sniffles hiccups nosebleed
    flea lice tick worms bug sprain fracture wound cut scratch sting bite hangover jetlag chickenpox measles mumps
    tonsillitis bronchitis pneumonia conjunctivitis covid allergy intolerance fieber ausschlag kopfschmerzen husten
    schnupfen erkaltung grippe schmerzen fiebre tos resfriado dolor gripe fievre toux rhume douleur febre tosse
    """.split()
)
"""Troubles of the body that pass."""
TROUBLES: Final = frozenset("problem trouble issue complaint symptom difficulty".split())
"""Trouble of whatever kind: only who is told of and beside what says which."""
ILL: Final = frozenset("sick ill unwell poorly feverish sore hurt injured krank enfermo malade doente".split())
"""That somebody has some trouble of the body."""
AIDS: Final = frozenset(
    """
    wheelchair walker rollator cane crutches prosthesis glasses braces dentures pacemaker inhaler epipen insulin oxygen
    dialysis transplant surgery operation chemo chemotherapy physio physiotherapy stent carer caregiver aid aids
    """.split()
)
"""What somebody needs for his body's sake."""

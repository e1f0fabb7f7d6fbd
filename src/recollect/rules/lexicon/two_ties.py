"""Ties to people, as far as it matters which of them one person may have together. English, plain data, folded."""

from __future__ import annotations

from typing import Final

PARTNERS: Final = frozenset(
    """
    wife husband spouse partner fiance fiancee girlfriend boyfriend gf bf hubby missus ex ex-wife ex-husband
    ex-girlfriend ex-boyfriend family folks
    """.split()
)
"""Among the relatives, but friends before."""
PROVIDERS: Final = frozenset(
    """
    accountant contact dentist doctor gp lawyer solicitor landlord landlady plumber electrician gardener cleaner
    hairdresser therapist psychologist physio physiotherapist vet nanny childminder babysitter midwife
    """.split()
)
"""Whom one goes to for one thing."""
SAME: Final = (
    "mother mum mom mam mummy mommy mama",
    "father dad daddy papa",
    "brother bro",
    "sister sis",
    "grandmother grandma granny gran nan nana nanna",
    "grandfather grandpa grandad granddad gramps",
    "aunt auntie aunty",
    "child kid baby toddler son daughter twin",
    "sibling half-brother half-sister stepbrother stepsister",
    "doctor gp",
    "therapist psychologist",
    "physio physiotherapist",
)
"""What is called by several words; a child is a son, too."""

"""Words before a colon that lead in and name nothing: "Update: we moved". Plain data, folded."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.things import HAD_ONCE

OPENINGS: Final = frozenset(
    """
    update updates edit ps pps news new reminder note fyi btw correction decision decided plan todo info tip
    summary result results heads warning important remember please ok okay so well also first second third finally
    status change changed fact facts today tomorrow yesterday now question answer agreed nota notiz hinweis remarque
    rappel recordatorio lembrete korrektur correccion
    """.split()
)
ONE_VALUE: Final = HAD_ONCE | frozenset(
    """
    age birthday city company country deadline diet employ employer home hometown live manager name nationality
    occupation position profession residence role timezone town work
    """.split()
)
"""Headings, by concept or stem, of which somebody has one value at a time."""

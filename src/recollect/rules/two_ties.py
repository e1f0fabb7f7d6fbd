"""Ties that one person does not have to somebody at the same time: a brother is not introduced as a friend. English;
pure.

A friend may be a colleague and a neighbour, and a girlfriend becomes a wife; who is called by one of these with a
surname may be the one who was called by another without.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.two_ties import PARTNERS, PROVIDERS, SAME
from recollect.rules.text import fold

_SAME: Final = {word: words.split()[0] for words in SAME for word in words.split()}


def exclude(one: str, other: str) -> bool:
    """Whether who has the one tie to somebody hardly has the other. Worked: "brother" and "friend", "accountant" and
    "contact"; not "friend" and "colleague", "mum" and "mother", "girlfriend" and "wife"."""
    first, second = _plain(one), _plain(other)
    if first == second or not {first, second} <= _known():
        return False
    return bool({first, second} & _relatives()) or {first, second} <= PROVIDERS


def _plain(tie: str) -> str:
    word = fold(tie).rpartition(" ")[2]  # "best friend", "older brother"
    return _SAME.get(word, word)


@cache
def _relatives() -> frozenset[str]:
    return frozenset(map(fold, KIN["en"])) - PARTNERS


@cache
def _known() -> frozenset[str]:
    return frozenset(map(fold, KIN["en"] | TIES["en"])) | PROVIDERS

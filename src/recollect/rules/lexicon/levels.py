"""English words for how well somebody does something."""

from __future__ import annotations

from typing import Final

LEVELS: Final = frozenset(
    """
    beginner novice newbie noob amateur basic intermediate advanced expert fluent native conversational rusty proficient
    bilingual a1 a2 b1 b2 c1 c2 n1 n2 n3 n4 n5 zero decent passable self-taught
    """.split()
)

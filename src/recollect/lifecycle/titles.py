"""The titles of a profile's sections, and what somebody else's title means among them. Pure."""

from __future__ import annotations

from typing import Final

from recollect.rules.text import fold

ABOUT, WORK, HOME, FAMILY, HEALTH = "About", "Work", "Home", "Family and friends", "Health"
SKILLS, LIKES, WISHES, HABITS, PLANS = "Skills", "Likes and dislikes", "Wants from the assistant", "Habits", "Plans"
LATELY, EARLIER, ALSO = "Lately", "Earlier", "Also"
TITLES: Final = (ABOUT, WORK, HOME, FAMILY, HEALTH, SKILLS, LIKES, WISHES, HABITS, PLANS, LATELY, EARLIER, ALSO)
"""In the order of a profile."""


def known_title(text: str) -> str:
    """The title of ours that somebody else's means: the one with its first word. Worked: `family` is "Family and
    friends"; what is none of them is "Also"."""
    first = fold(text).split()[:1]
    return next((title for title in TITLES if fold(title).split()[:1] == first), ALSO)

"""Words by which it is told what somebody has become, got or begun. English, plain data, folded."""

from __future__ import annotations

from typing import Final

LEADS: Final = frozenset(
    """
    just recently finally officially also now then already actually even both and new old older younger eldest oldest
    youngest little big best dear late once week month year weekend morning evening night spring summer autumn fall
    winter ago days weeks months years
    """.split()
)
"""Before the verb, with whom it is told of: nothing that takes it back ("almost", "never", "nearly")."""
HOMES: Final = frozenset(
    "house flat apartment home condo cottage bungalow townhouse studio farm farmhouse houseboat loft cabin".split()
)
VEHICLES: Final = frozenset(
    "car van bike bicycle e-bike motorbike motorcycle scooter moped boat sailboat camper campervan motorhome truck "
    "pickup tractor tesla".split()
)
CHILDREN: Final = frozenset("baby child son daughter boy girl twins kid".split())
NETWORKS: Final = frozenset(
    """
    facebook instagram twitter tiktok snapchat linkedin reddit discord whatsapp telegram signal mastodon bluesky threads
    pinterest youtube twitch zoom teams slack skype strava duolingo tinder bumble hinge netflix spotify steam meetup
    nextdoor parkrun crossfit mcfit
    """.split()
)
"""What is joined with a click, or for the sport of it."""
BODIES: Final = frozenset(
    """
    club fc gym choir church party union band orchestra league society association group community team class course
    call meeting zoom webinar session chat channel queue forum army navy
    """.split()
)
"""At the end of a name: no firm."""

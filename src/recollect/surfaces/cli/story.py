"""The made-up conversations of the tour."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

USER = "mira"
TODAY = datetime(2025, 4, 2, 9, 30, tzinfo=UTC)
NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)
MOVED = datetime(2025, 3, 20, 18, 0, tzinfo=UTC)

HOME = "Mira lives in Bergen, in the flat above the boathouse."
NEW_HOME = "Mira lives in Lyon, in a top-floor room above a bakery."
SECOND_THOUGHT = "I switched from spirit varnish to oil varnish. By the way, the workshop password is tulip-4417-Fjord."
SHARED = "The workshop is closed on Mondays."

CONVERSATIONS: Sequence[tuple[str, datetime, Sequence[tuple[str, str]]]] = (
    (
        "the boathouse",
        datetime(2024, 6, 14, 17, 5, tzinfo=UTC),
        (
            ("user", "I signed the lease! I'm turning the old boathouse into a violin workshop."),
            ("assistant", "Congratulations! What will you build first?"),
            ("user", "A viola for my niece Ines. She turns twelve on the 3rd of November."),
            ("assistant", "A lovely deadline. Which wood will you use?"),
            ("user", "Spruce from the Fiemme valley. And no walnut oil anywhere near me, I'm allergic to walnuts."),
        ),
    ),
    (
        "the spruce arrives",
        datetime(2024, 8, 22, 8, 40, tzinfo=UTC),
        (
            ("user", "The spruce came today. The whole boathouse smells like a church."),
            ("assistant", "Does it need to rest before you carve it?"),
            ("user", "Two weeks. Quark the cat has already moved into the crate."),
            ("user", "I decided on spirit varnish instead of oil: it dries in two days."),
        ),
    ),
    (
        "the concert",
        datetime(2025, 1, 9, 20, 15, tzinfo=UTC),
        (
            ("user", "Ines played the viola at the winter concert. I cried a little."),
            ("assistant", "What a first performance! What comes next for you?"),
            ("user", "A course in Lyon from March: I want to learn to repair hurdy-gurdies."),
        ),
    ),
)

QUESTIONS: Sequence[tuple[str, str]] = (
    ("Which instrument did Ines get?", "her name, and what it is about"),
    ("Which food makes her ill?", "not one word in common: found by meaning"),
    ("What happened in August last year?", "a time, worked out from today's date"),
)


def messages(when: datetime, turns: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """A conversation as `Memory.add` takes it."""
    return [
        {"role": role, "name": "Mira" if role == "user" else None, "content": content, "occurred_at": when}
        for role, content in turns
    ]


def crowd(count: int) -> list[str]:
    """So many short texts of somebody else, for the timing."""
    who = ("Ada", "Bruno", "Chen", "Dalia", "Emil", "Fatou", "Goran")
    did = ("tuned", "sold", "borrowed", "painted", "repaired", "lost", "found", "measured", "sketched")
    what = ("a cello bow", "the blue kayak", "an old radio", "two chairs", "a box of strings", "the harbour map")
    where = ("in the attic", "by the fjord", "at the market", "on the ferry", "near the station")
    return [f"{who[n % 7]} {did[n % 9]} {what[n % 6]} {where[n % 5]} on day {n} of the log." for n in range(count)]

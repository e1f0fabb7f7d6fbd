"""The sheet: what lines are said to cost is what they take once they are written."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from recollect import registry
from recollect.model.context import Line, Section
from recollect.read.context import lines, render
from recollect.read.context.layouts import LAYOUTS, OWN_LAYOUT, TITLES
from recollect.read.context.pack import Offer, Packing
from recollect.read.context.sheet import Sheet

Said = tuple[str, str, str]
"""The day, who, and what."""
ONE_YEAR: list[Said] = [
    ("2023-05-08", "Caroline", "I ordered a cello."),
    ("2023-05-08", "Caroline", "It is from Cremona."),
    ("2023-05-20", "Ben", "How nice!"),
]
THREE_YEARS: list[Said] = [*ONE_YEAR, ("2024-01-02", "Ben", "It broke."), ("2025-12-30", "Caroline", "Again?")]
FIRST_OF_MANY_DAYS: list[Said] = [(f"2023-05-{day:02}", "Caroline", f"Day {day}.") for day in range(1, 9)]
LIKE_A_NAME: list[Said] = [*ONE_YEAR, ("2023-05-20", "Ben", "Ana: I broke it"), ("2023-05-20", "Caroline", "Oh no.")]


def offers(said: list[Said]) -> list[Offer]:
    """Each worth more than the one before it, so that the first of a day is taken last."""
    found = []
    for place, (date, lead, text) in enumerate(said):
        at = datetime.fromisoformat(date).replace(tzinfo=UTC)
        line = Line(text=text, lead=lead, heading=lines.day(at), id=str(place), at=at)
        found.append(
            Offer(
                section="excerpts",
                heading=line.heading,
                make=partial(lambda line: line, line),
                size=10,
                worth=0.1 + place / 100,
                place=(at, "s", place),
            )
        )
    return found


@pytest.mark.feature("CX-03")
@pytest.mark.parametrize("said", [ONE_YEAR, THREE_YEARS, FIRST_OF_MANY_DAYS, LIKE_A_NAME])
@pytest.mark.parametrize("backwards", [False, True])
def test_what_was_said_costs_what_it_takes_when_written(said: list[Said], backwards: bool) -> None:
    sheet = Sheet(render.FORMS["bullets"], LAYOUTS[OWN_LAYOUT], registry.tokenizer("bundled").count)
    offered = offers(said)
    if backwards:
        offered = [offer._replace(worth=1 - offer.worth) for offer in offered]
    packed = Packing(
        budget=1000,
        caps={},
        line_tokens=sheet.line_tokens,
        heading_tokens=sheet.heading_tokens,
        name_tokens=sheet.name_tokens,
    ).fill(offered)
    places = {str(place): ("s", place) for place in range(len(said))}
    shown = lines.chronological(packed.lines["excerpts"], places)
    section = Section(name="excerpts", title=TITLES["excerpts"], lines=shown, tokens=packed.tokens["excerpts"])
    assert len(shown) == len(said)
    assert sheet.frame_tokens + section.tokens == sheet.count(sheet.written([section]))


@pytest.mark.parametrize("form", ["json", "xml"])
def test_a_year_costs_nothing_where_no_day_stands_above_a_line(form: str) -> None:
    """There each item names its own day, and pays for it."""
    sheet = Sheet(render.FORMS[form], LAYOUTS[OWN_LAYOUT], registry.tokenizer("bundled").count)
    assert sheet.heading_tokens("excerpts", " 2023") == 0

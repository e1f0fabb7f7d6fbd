"""What was reached, tried so often, or is done with somebody again and again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.feature("EX-02")
@pytest.mark.parametrize(
    "said, contents",
    [
        ("I beat my personal best in the 5K with 25:50.", ["User beat their personal best in the 5K with 25:50"]),
        ("I set a new personal best of 25:50.", ["User set a new personal best of 25:50"]),
        ("I hit 10k followers on Instagram!", ["User hit 10k followers on Instagram"]),
        ("I cut my social media to 30 minutes a day.", ["User cut their social media to 30 minutes a day"]),
        ("I cut sugar from my diet.", ["User cuts sugar from their diet"]),
        ("I hurt my knee.", ["User hurt their knee"]),
        ("I put sugar in my coffee.", ["User puts sugar in their coffee"]),
        ("I've tried four Korean restaurants so far.", ["User has tried four Korean restaurants so far"]),
        ("I've tried 3 times to install it.", []),
        ("I've tried two different fixes.", []),
        ("I see my therapist every two weeks.", ["User sees their therapist every two weeks"]),
        ("I'm seeing a physio twice a week.", ["User is seeing a physio twice a week"]),
        ("I see an error every time.", []),
        ("I'm on page 220 of Sapiens.", ["User is on page 220 of Sapiens"]),
        ("I'm on page 3 of the form.", ["User is on page 3 of the form"]),
        ("I'm on the page.", []),
    ],
)
def test_what_was_reached_or_is_done_regularly_is_told(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents

"""What something was changed to is told as what it is now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker="Hetty", at=AT)]


@pytest.mark.parametrize(
    "said, content",
    [
        ("I changed my mail address, it's now h@voss.example", "Hetty's mail address is now h@voss.example"),
        ("I changed my bank, it's now Santander.", "Hetty's bank is now Santander"),
        ("I changed my doctor, it's now Dr. Olsen.", "Hetty's doctor is now Dr. Olsen"),
        ("I changed my car, it's a Skoda now.", "Hetty's car is now a Skoda"),
        ("I changed my address, it's now Hauptstr. 5.", "Hetty's address is now Hauptstr. 5"),
        ("I changed my phone number, it's now +49 341 998877.", "Hetty's phone number is now +49 341 998877"),
        ("I changed my username, it's now hettyv.", "Hetty's username is now hettyv"),
        ("I replaced my phone, it's an iPhone 15 now.", "Hetty's phone is now an iPhone 15"),
        ("I switched dentists, now it's Dr. Olsen.", "Hetty's dentist is now Dr. Olsen"),
        ("Changed my insurance. It's HUK now.", "Hetty's insurance is now HUK"),
        ("I switched banks, I'm with Santander now.", "Hetty's bank is now Santander"),
        ("We've switched agencies, we're now with Lehmann.", "Hetty's agency is now Lehmann"),
        ("I changed jobs, I'm at Bosch now.", "Hetty now works at Bosch"),
        ("I changed my car to a Skoda.", "Hetty's car is now a Skoda"),
        ("I changed my bank to Santander last week.", "Hetty's bank is now Santander, changed last week"),
        ("I've changed my number: +49 341 998877.", "Hetty's phone number is now +49 341 998877"),
        ("My new number is +49 341 998877.", "Hetty's new phone number is +49 341 998877"),
    ],
)
def test_a_change_is_told_with_its_value(said: str, content: str) -> None:
    assert told(said) == [content]


@pytest.mark.parametrize(
    "said, content",
    [
        ("I changed my bank, it's now much better.", "Hetty changed their bank"),
        ("I changed my bank, it's now closed.", "Hetty changed their bank"),
        ("I changed my mind, it's now or never.", "Hetty changed their mind"),
        ("I changed my bank, it's not Santander now.", "Hetty changed their bank"),
        ("I changed my diet to vegetarian.", "Hetty changed their diet to vegetarian"),
        ("I changed my flight to Sunday.", "Hetty changed their flight to Sunday"),
        ("My lucky number is 12.", "Hetty's lucky number is 12"),
        ("I changed the tires to Michelin.", "Hetty changed the tires to Michelin"),
        ("I changed my mother's sheets to Linen ones.", "Hetty changed their mother's sheets to Linen ones"),
        ("I changed my flight to London.", "Hetty changed their flight to London"),
        ("I changed my car. It's now in Berlin.", "Hetty changed their car"),
        ("I replaced my phone screen. It's 200 euros now.", "Hetty replaced their phone screen"),
        ("I switched my phone to German.", "Hetty switched their phone to German"),
        ("I replaced my phone. It's 200 now.", "Hetty replaced their phone"),
        ("I changed my bank to N26 for a while, but I'm back with ING.", "Hetty changed their bank to N26 for a while"),
        ("I changed my bank to N26, but I'm back with ING.", "Hetty changed their bank to N26"),
    ],
)
def test_how_something_is_after_a_change_is_no_value_of_it(said: str, content: str) -> None:
    assert told(said) == [content]


def test_where_somebody_is_after_a_change_is_no_value_of_what_has_none() -> None:
    assert told("I changed trains in Köln, I'm on the ICE now.") == [
        "Hetty changed trains in Köln",
        "Hetty is on the ICE now",
    ]
    assert "Hetty is at Bosch now" in told("I changed my car, I'm at Bosch now.")


@pytest.mark.parametrize(
    "said",
    ["I changed my PIN, it's now 4821.", "I changed my password, it's now hunter2xK", "New passcode. It's 9911 now."],
)
def test_a_secret_stays_one_when_it_is_changed(said: str) -> None:
    assert not any(value in content for content in told(said) for value in ("4821", "hunter2xK", "9911"))

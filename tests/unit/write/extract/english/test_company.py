"""Among several people what has no owner is nobody's own, and "we" are more than the speaker."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


def told(said: str, people: int) -> list[str]:
    return [claim.content for claim in extract(said, speaker="Priya", at=AT, people=people, labelled=True)]


@pytest.mark.parametrize(
    "said, content",
    [
        ("I talked to the client. New release date is 29 May.", "New release date is 29 May"),
        ("The budget was cut to 65k.", "The budget was cut to 65k"),
        ("I'm back. Budget is 65k now.", "Budget is 65k now"),
        ("We stay with Stripe.", "We stay with Stripe"),
        ("We're live!", "We're live"),
        ("We decided to keep our offices.", "We decided to keep our offices"),
        ("We have two kids.", "Priya has two kids"),
        ("We'll launch in March.", "We'll launch in March"),
        ("We don't use Slack.", "We don't use Slack"),
        ("We lost our dog last week.", "Priya lost their dog last week"),
        ("We homeschool our kids.", "Priya homeschools their kids"),
        ("We named our baby Theo.", "Priya named their baby Theo"),
        ("We sold our car.", "Priya sold their car"),
        ("We decided to sell our car.", "Priya decided to sell their car"),
        ("We decided to have kids.", "Priya decided to have kids"),
        ("We're vegetarians.", "Priya is vegetarians"),
        ("My budget is 65k.", "Priya's budget is 65k"),
    ],
)
def test_in_company_a_statement_stays_as_it_was_said(said: str, content: str) -> None:
    assert content in told(said, 3)
    assert all("Priya" not in one for one in told(said, 3)) == ("Priya" not in content)


@pytest.mark.parametrize(
    "said, content",
    [
        ("I talked to the surgeon. Surgery date is 29 May.", "Priya's Surgery date is 29 May"),
        ("I'm back. Budget is 65k now.", "Priya's budget is 65k now"),
        ("We stay with Stripe.", "Priya stays with Stripe"),
    ],
)
def test_alone_it_is_the_speakers(said: str, content: str) -> None:
    assert content in told(said, 1)


def test_of_two_each_may_say_we_of_his_family() -> None:
    assert told("We stay with Stripe.", 2) == ["Priya stays with Stripe"]


@pytest.mark.parametrize(
    "said, content",
    [
        ("we're called the wet socks", None),
        ("we were founded in 2011", None),
        ("we're twins", None),
        ("we are closed on mondays", None),
        ("we are married", "Priya is married"),
        ("we're having twins", "Priya is having twins"),
        ("we were called in for jury duty on monday", "Priya was called in for jury duty on monday"),
        ("I'm called Pri by my team", "Priya is called Pri by their team"),
        ("we close on the house on friday", "Priya closes on the house on friday"),
    ],
)
def test_what_a_band_or_a_firm_is_is_nothing_that_one_of_them_is(said: str, content: str | None) -> None:
    assert told(said, 1) == ([content] if content else [])

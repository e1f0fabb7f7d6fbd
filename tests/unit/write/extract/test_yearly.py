"""A birthday comes again and a day of the past is no plan: both are told for good."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 4, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "My birthday is 3 May.",
        "My birthday is on March 3.",
        "Our anniversary is in June.",
        "My daughter's birthday is the 3rd of May.",
        "My anniversary with Tom is 12 June.",
        "Sorry, my birthday is 4 May, not 3 May.",
        "My tax return is due every 31 January.",
        "Mein Geburtstag ist am 3. Mai.",
        "Ich habe am 3. Mai Geburtstag.",
        "Mon anniversaire est le 3 mai.",
        "Mi cumpleaños es el 3 de mayo.",
        "Meu aniversário é dia 3 de maio.",
        "Il mio compleanno è il 3 maggio.",
        "我的生日是5月3日。",
        "私の誕生日は5月3日です。",
    ],
)
def test_a_day_of_every_year_is_a_fact_without_an_end(text: str) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert (claim.kind, claim.occurred_at, claim.valid_until) == ("fact", None, None)


@pytest.mark.parametrize(
    "text, day",
    [
        ("My birthday is 3 May 1990.", (1990, 5, 3)),
        ("My date of birth is 1990-05-03.", (1990, 5, 3)),
        ("My mom's birthday is March 5, 1960.", (1960, 3, 5)),
        ("My wedding anniversary is 12 June 2015.", (2015, 6, 12)),
        ("My employment start date is 1 March 2021.", (2021, 3, 1)),
        ("Mein Geburtstag ist am 3. Mai 1990.", (1990, 5, 3)),
        ("Mi cumpleaños es el 3 de mayo de 1990.", (1990, 5, 3)),
        ("我的生日是1990年5月3日。", (1990, 5, 3)),
    ],
)
def test_a_day_with_its_year_in_the_past_is_a_fact_without_an_end(text: str, day: tuple[int, int, int]) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert (claim.kind, claim.valid_until) == ("fact", None)
    assert claim.occurred_at == datetime(*day, tzinfo=UTC)


@pytest.mark.parametrize(
    "text, end",
    [
        ("My birthday is tomorrow.", (2026, 4, 12)),
        ("My birthday party is on 3 May.", (2026, 5, 4)),
        ("My 40th birthday is on 3 May.", (2026, 5, 4)),
        ("My wife's birthday dinner is on 3 May.", (2026, 5, 4)),
        ("Our 25th anniversary is 12 June 2027.", (2027, 6, 13)),
        ("We're celebrating my birthday on 3 May.", (2026, 5, 4)),
        ("I fly home for my birthday on 3 May.", (2026, 5, 4)),
        ("My start date is 1 March 2027.", (2027, 3, 2)),
        ("My dentist appointment is on 3 May.", (2026, 5, 4)),
        ("Mein Flug ist am 3. Mai.", (2026, 5, 4)),
    ],
)
def test_an_occasion_of_one_day_ahead_ends_with_it(text: str, end: tuple[int, int, int]) -> None:
    (claim,) = extract(text, speaker=None, at=AT)
    assert (claim.kind, claim.valid_until) == ("commitment", datetime(*end, tzinfo=UTC))

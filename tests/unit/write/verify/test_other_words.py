"""The same told in other words, and another value told without a word of change; with what must stay apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect.write.verify.judge import Verdict
from recollect.write.verify.quantities import agree
from recollect.write.verify.statement import read

REPEATED = """The call is at 3 pm | call's at 15:00
The call is at 4:50 | call at ten to five
Gets up at 6 a.m. | gets up at six in the morning
The review is on 21 June | the review is on June twenty-first
The queue is emptied every two weeks | the queue is emptied fortnightly
The river swim is 2 km | the river swim is 1.24 miles
Bins go out every other Friday | bins go out every second Friday
My parents live in Gdansk | my mum and dad live in Gdansk
Best friend is Noor | Noor is my closest friend
User's timezone is UTC+3 | UTC+3 is my time zone
Marek leads the data team | the data team is led by Marek
Wants distances in kilometres | use kilometres for distances please
No soporta el ruido | odia el ruido""".splitlines()

REPLACED = """Ines owns the billing repo | Owner of the billing repo: Pawel
Marek leads the data team | the data team is led by Yusuf
The shop runs on Magento | our shop is hosted on Shopify
The wiki is private | we made the wiki public
On the free plan | I'm on the premium plan
Gets up at 5:15 every day | gets up at 6:45
My laptop is a ThinkPad | my laptop is a MacBook
Log level in prod is debug | log level in prod is warn
Swimming pool fees are 60 a month | the swimming pool costs us 72 per month
Has a beagle named Pixie | we had to put Pixie down last week
Drives a Fiat | sold the Fiat
Plays drums in a band called Oxbow | I left Oxbow
Needs to file the expense report | the expense report is submitted""".splitlines()

KEPT = """Friend Milena lives in Tartu | friend Milan lives in Brno
Lived in Cork from 2008 to 2012 | lived in Derry from 2012 to 2015
Takes iron tablets | takes magnesium at night
Reads the Economist | reads Der Spiegel on Sundays
The shop uses Redis | the shop uses Kafka
Call the roofer on Monday | call the joiner on Tuesday
My laptop is a ThinkPad | my laptop is broken
Won the first race | won the fourth race
The rehearsal is at 18:15 | the concert is at 20:45 on Friday, same hall as the rehearsal
On weekdays gets up at 6 | gets up at 9 at weekends
Wants British spelling in letters | for the blog use American spelling
Has a Fiat | sold the Fiat trailer
Staging is on the free plan | production is on the premium plan""".splitlines()


def _pair(line: str) -> tuple[str, str]:
    old, new = line.split(" | ")
    return old, new


@pytest.mark.parametrize("line", REPEATED)
def test_the_same_in_other_words_is_a_repetition(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label == "duplicate"


@pytest.mark.parametrize("line", REPLACED)
def test_another_value_of_what_has_one_takes_the_place_of_the_old(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label == "supersede"


@pytest.mark.parametrize("line", KEPT)
def test_what_can_be_had_twice_stays(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label in {"keep_both", "unrelated"}


@pytest.mark.parametrize(
    "old, new",
    [
        ("Allergic to latex", "can't wear latex, I'm allergic"),
        ("Lost an uncle in 2012", "her uncle died in 2012"),
        ("Favourite city is Ghent", "there's no city I like more than Ghent"),
        ("Must renew the visa", "the visa is renewed"),
        ("Wants sound effects", "no sound effects"),
    ],
)
def test_neither_a_denial_nor_a_deed_is_dropped_or_ends_what_it_repeats(
    decide: Callable[..., Verdict], old: str, new: str
) -> None:
    repeats = "renew" not in old and "effects" not in old
    assert (decide(old, new).label != "supersede") if repeats else (decide(old, new).label != "duplicate")


@pytest.mark.parametrize(
    "one, other",
    [
        ("on 3 May", "on 3/5"),
        ("on May the 3rd", "on 03.05."),
        ("at half past four", "at half four"),
        ("at noon", "at 12"),
        ("five past nine", "9:05"),
        ("for a decade", "for ten years"),
        ("90 square metres", "90 m2"),
        ("2 million", "2m"),
        ("30 seconds", "half a minute or 0.5 minutes"),
        ("on 24 December", "on Christmas Eve"),
        ("20 mb", "0.02 gb"),
    ],
)
def test_one_amount_written_in_two_ways(one: str, other: str) -> None:
    left, right = read(one).quantities, read(other).quantities
    assert any(agree(a, b) for a in left for b in right)


@pytest.mark.parametrize(
    "text, dimension",
    [("mon frère habite à Lille", "weekday"), ("my brother Jan is a chef", "month"), ("the rate is at 4.0%", "clock")],
)
def test_what_only_looks_like_a_time_is_none(text: str, dimension: str) -> None:
    assert dimension not in {amount.dimension for amount in read(text).quantities}

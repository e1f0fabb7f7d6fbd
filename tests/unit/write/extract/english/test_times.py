"""Words in front of a clause that say when: they stay with what they date, and hide nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 11, 18, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker="Ana", at=AT)]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Last year, I moved to Berlin.", "Last year, Ana moved to Berlin"),
        ("Two years ago, I moved to Berlin.", "Two years ago, Ana moved to Berlin"),
        ("A year ago I moved to Berlin.", "A year ago Ana moved to Berlin"),
        ("A few weeks ago I started climbing.", "A few weeks ago Ana started climbing"),
        ("The other day I bought a house in Kent.", "The other day Ana bought a house in Kent"),
        ("Every summer, I stay with my grandparents.", "Every summer, Ana stays with their grandparents"),
        (
            "On Monday, Wednesday and Friday I go to the gym.",
            "On Monday, Wednesday and Friday Ana goes to the gym",
        ),
    ],
)
def test_what_the_speaker_tells_of_himself_keeps_its_time(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Last year my dad had a stroke.", "Ana's dad had a stroke last year"),
        ("Last year, my dad had a stroke.", "Ana's dad had a stroke last year"),
        ("A few months ago my dad had a stroke.", "Ana's dad had a stroke a few months ago"),
        ("Yesterday my sister was diagnosed with MS.", "Ana's sister was diagnosed with MS yesterday"),
        ("On Friday, my dad has surgery.", "Ana's dad has surgery on Friday"),
        ("Since March my mother lives with us.", "Ana's mother lives with them since March"),
        ("In 2019 our house burned down.", "Ana's house burned down in 2019"),
        ("These days my knee hurts.", "Ana's knee hurts these days"),
        ("Currently my brother lives in Rome.", "Ana's brother lives in Rome currently"),
        ("For years my dad worked at Ford.", "Ana's dad worked at Ford for years"),
        ("On 3 May my contract ends.", "Ana's contract ends on 3 May"),
        ("Every summer my kids stay with their grandparents.", "Ana's kids stay with their grandparents every summer"),
        ("On Mondays and Wednesdays my shift starts at 6.", "Ana's shift starts at 6 on Mondays and Wednesdays"),
    ],
)
def test_what_is_told_of_others_is_told_with_its_time_behind(text: str, learned: str) -> None:
    assert contents(text) == [learned]


def test_somebody_spoken_of_before_is_meant_after_a_time_too() -> None:
    assert contents("My sister is called Bea. Last year, she moved to Rome.") == [
        "Ana's sister is called Bea",
        "Ana's sister moved to Rome last year",
    ]


def test_a_day_to_come_in_front_makes_a_commitment_as_one_behind_does() -> None:
    for text in ("Next week my parents are visiting.", "My parents are visiting next week."):
        [claim] = extract(text, speaker="Ana", at=AT)
        assert (claim.content, claim.kind) == ("Ana's parents are visiting next week", "commitment")
        assert claim.valid_until is not None


@pytest.mark.parametrize(
    "text",
    [
        "In 2015, Spain left the league.",
        "At 10 my parents divorced.",
        "Next to my house.",
        "Last night my what?",
        "Today my code crashes on startup.",
        "Today my computer died.",
        "This week my topic is whales.",
        "A while ago I asked you for a recipe.",
        "On Friday, what should my dad eat?",
        "If last year my dad had moved, we would know.",
    ],
)
def test_a_time_in_front_makes_no_memory_of_what_is_none(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text, learned",
    [
        ("I found out I'm lactose intolerant.", "Ana is lactose intolerant"),
        ("I just found out yesterday that my wife is pregnant.", "Ana's wife is pregnant"),
        ("It turns out that I'm allergic to nuts.", "Ana is allergic to nuts"),
        ("They made me head of marketing last week.", "Ana was made head of marketing last week"),
        ("My boss made me team lead.", "Ana was made team lead"),
    ],
)
def test_what_was_found_out_or_done_with_the_speaker_is_told_of_him(text: str, learned: str) -> None:
    assert contents(text) == [learned]


@pytest.mark.parametrize(
    "text",
    ["They made me a sandwich.", "They made me cry.", "I found out that the app crashes."],
)
def test_and_nothing_else_is(text: str) -> None:
    assert contents(text) == []


def test_what_happened_in_one_breath_is_one_memory_with_its_time() -> None:
    assert contents("Yesterday I went to a sale in Leeds and bought a coat.") == [
        "Yesterday Ana went to a sale in Leeds and bought a coat"
    ]
    assert contents("Yesterday I finished my thesis and moved to Rome.") == [
        "Yesterday Ana finished their thesis",
        "Ana moved to Rome",
    ]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("When I was a kid, we lived in Oslo.", "When they were a kid, Ana lived in Oslo"),
        ("Growing up, I lived in Oslo.", "Growing up, Ana lived in Oslo"),
        ("As a kid, I loved Lego.", "As a kid, Ana loved Lego"),
        ("After my divorce, I moved to Leeds.", "After their divorce, Ana moved to Leeds"),
        ("After my divorce I moved to Leeds.", "After their divorce Ana moved to Leeds"),
        ("At work, we use Jira.", "At work, Ana uses Jira"),
        ("In Berlin, I pay 900 euros rent.", "In Berlin, Ana pays 900 euros rent"),
        ("For breakfast, I have oats.", "For breakfast, Ana has oats"),
        ("With my new job, I travel a lot.", "With their new job, Ana travels a lot"),
        ("Once I finish my thesis, I'm moving to Rome.", "Once they finish their thesis, Ana is moving to Rome"),
        ("When I travel, I use Google Maps.", "When they travel, Ana uses Google Maps"),
        ("When I travel I use Google Maps.", "When they travel Ana uses Google Maps"),
    ],
)
def test_where_and_after_what_stays_too(text: str, learned: str) -> None:
    assert contents(text) == [learned]


def test_an_order_for_a_time_is_still_one() -> None:
    assert contents("When I travel, use kilometres.") == ["Ana wants the assistant: when they travel, use kilometres"]
    assert contents("Whenever I ask for code, use Python.") == [
        "Ana wants the assistant: whenever they ask for code, use Python"
    ]


def test_what_a_lead_tells_itself_is_still_learned() -> None:
    assert sorted(contents("As a nurse, I work nights.")) == ["Ana is a nurse", "Ana works nights"]
    assert sorted(contents("Being vegan, I avoid cheese.")) == ["Ana avoids cheese", "Ana is vegan"]


@pytest.mark.parametrize(
    "text",
    [
        "In 2010 Ana's parents moved to Spain, in 2015 they came back",
        "In 2015 Ana's dad retired and in 2018 he died",
        "On Friday Ana's dad has surgery because he broke his hip",
        "Last year Ana's sister moved to Rome when she was 30",
        "Last year Ana's wife worked at Aldi but this year she works at Lidl",
        "Tomorrow Ana's parents arrive and stay until Friday",
    ],
)
def test_a_time_stays_in_front_where_something_else_may_be_so_at_the_end(text: str) -> None:
    assert contents(text.replace("Ana's", "my")) == [text]


@pytest.mark.parametrize(
    "text, learned",
    [
        ("Since my divorce, I live alone.", ["Ana lives alone"]),
        ("Since my wife left, I live alone.", ["Ana lives alone", "Ana's wife left"]),
        ("Early this year, I moved to Rome.", ["Ana moved to Rome"]),
        ("Mid March, I start a new job.", ["Ana starts a new job"]),
        ("A week from Friday, I have surgery.", ["Ana has surgery"]),
        ("As a student, I live in a dorm.", ["Ana is a student", "Ana lives in a dorm"]),
        ("I was told I'm adopted but it's not true.", ["Ana was told they're adopted"]),
        ("When I say hi, I want you to reply hello.", ["Ana wants the assistant to reply hello"]),
        (
            "Last week I got married and changed my name to Smith.",
            ["Ana changed their name to Smith", "Last week Ana got married"],
        ),
    ],
)
def test_what_was_learned_without_its_time_still_is(text: str, learned: list[str]) -> None:
    assert sorted(contents(text)) == learned


@pytest.mark.parametrize(
    "text",
    ["From now on,, I live in Rome.", "From now on, , we live in Rome.", "So,, I live in Rome.", ",, I live in Rome."],
)
def test_a_comma_too_many_is_read_over(text: str) -> None:
    assert any("live" in content and "in Rome" in content for content in contents(text))

"""Notes with a heading or without a verb: what is kept of them is what they say, and nobody's state by mistake."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


_ADVICE = ("User: their doctor recommended running",)
_TWO = ("User's sister is a nurse", "User is a teacher")


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Bought new shoes: Theo is 30 now.", ["Bought new shoes: Theo is 30 now"]),
        ("Jacket size: Ida is 98 now.", ["Jacket size: Ida is 98 now"]),
        ("PS: Theo is 30 now.", ["Theo is 30 now"]),
        ("Guess what: my son is 7 today", ["User's son is 7 today"]),
        ("Happy day: Leo is 6 now", ["Leo is 6 now"]),
        ("Good news: Theo is a nurse now.", ["Theo is a nurse now"]),
    ],
)
def test_a_number_is_told_with_its_heading(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        (
            "Allergy test: Theo is allergic to cats, he may drink normal milk.",
            ["Theo is allergic to cats", "Theo may drink normal milk"],
        ),
        ("Work: Theo is a nurse.", ["Theo is a nurse"]),
        ("Work: he is a nurse.", []),
        ("Work: tram driver", ["User's work: tram driver"]),
        ("Kids: Theo is 5 and Ida is 3.", ["User's kids: Theo is 5", "User's kids: Ida is 3"]),
    ],
)
def test_a_heading_over_somebody_else_is_not_the_speakers(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("No running for two weeks.", []),
        ("Not running for two weeks.", ["User is not running for two weeks"]),
        ("Resting pulse 62, was 74 in January.", ["User: Resting pulse 62, was 74 in January"]),
        ("Working hours 9 to 5.", ["User: Working hours 9 to 5"]),
        ("Working nights 3 times a week.", ["User is working nights 3 times a week"]),
        ("Sleeping badly 3 nights now.", ["User is sleeping badly 3 nights now"]),
        ("Resting after the surgery.", ["User is resting after the surgery"]),
        ("Vegetarian since 2019.", ["User is vegetarian since 2019"]),
    ],
)
def test_a_noun_is_nothing_that_somebody_is(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Mum fell and broke her hip.", ["User's mum fell and broke her hip"]),
        ("Grandma called and was in tears.", ["User's grandma called and was in tears"]),
        ("My grandma called and was in tears.", ["User's grandma called and was in tears"]),
        ("Mom quit smoking and started yoga.", ["User's mom quit smoking and started yoga"]),
        ("Grandpa died and left me his house.", ["User's grandpa died and left them his house"]),
    ],
)
def test_what_kin_did_next_is_theirs_and_not_the_speakers(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Mum of two and worked nights for years.", ["User: Mum of two", "User worked nights for years"]),
        ("Dad to three and moved to Leeds.", ["User: Dad to three", "User moved to Leeds"]),
        ("Mum fell, I drove over and moved to Leeds.", ["User's mum fell", "User drove over and moved to Leeds"]),
        ("Got married and moved to Spain.", ["User got married and moved to Spain"]),
    ],
)
def test_what_the_speaker_did_stays_his(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said",
    [
        "Hello from Rome!",
        "Good morning from the train!",
        "Hi from sunny Crete!",
        "Hey from Oslo airport",
        "Hello everyone from Rome",
        "Hi 👋 from Rome",
    ],
)
def test_a_greeting_from_a_place_is_no_origin(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said, contents",
    [
        ("I'm from Rome", ["User is from Rome"]),
        ("From Rome originally", ["User is from Rome originally"]),
        ("Hi, from Rome originally", ["User is from Rome originally"]),
        ("Hi from Rome originally", ["User is from Rome originally"]),
        ("Hello, I'm from Rome", ["User is from Rome"]),
        ("Hello from Rome, I'm 34", ["User is 34"]),
    ],
)
def test_where_somebody_is_from_is_learned_beside_a_greeting(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said",
    [
        "error: missing semicolon",
        "error TS2304: missing name foo",
        "found it: missing index on postings",
        "figured it out: missing env var in CI",
        "root cause: running out of disk",
        "cause: using float64 for money",
        "The culprit: sharing a connection between threads",
        "hotfix: skipping empty rows",
        "fix: using UTC everywhere",
        "error:\nmissing semicolon",
        "the bug was nasty; fixed in commit 9fceb02",
        "merged into main yesterday",
        "the leak is gone; fixed on main",
    ],
)
def test_what_a_program_does_or_undergoes_is_not_the_speakers(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Update: working at Acme now", ["User is working at Acme now"]),
        ("Problem: running out of money every month", ["User is running out of money every month"]),
        ("reason: moving to Rome", ["User is moving to Rome"]),
        ("Mistake: using my savings", ["User is using their savings"]),
        ("running out of disk space", ["User is running out of disk space"]),
        ("error: missing semicolon. Update: working at Acme now", ["User is working at Acme now"]),
        ("fixed my bike yesterday", ["User fixed their bike yesterday"]),
        ("the flat was too small; moved to Rome in May", ["User moved to Rome in May"]),
        ("moved in with Ana", ["User moved in with Ana"]),
    ],
)
def test_what_the_speaker_does_is_his_after_other_labels(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Baby Theo is here! Born June 14th.", []),
        ("We have a new baby, Theo. Born June 14th.", ["User has a new baby, Theo"]),
        ("I have a daughter. Born in 2019.", ["User has a daughter"]),
        ("My sister finally did it. Divorced.", ["User's sister finally did it"]),
        ("My sister finally did it. Great! Divorced.", ["User's sister finally did it"]),
        ("Tom called. Married now.", []),
        ("My dad is better. Retired now, loves it.", ["User's dad is better"]),
        ("My brother came over. Going through a divorce.", ["User's brother came over"]),
        ("Our neighbour moved out. Bought a house in Rome.", ["User's neighbour moved out"]),
        ("My sister is visiting. Mum of two.", ["User's sister is visiting"]),
        ("My new roommate is called Youssef. Way cleaner.", ["User's new roommate is called Youssef"]),
        ("We hired a new dev. Based in Oslo.", ["User hired a new dev"]),
        ("I adopted a cat. Allergic to fish.", ["User adopted a cat"]),
        ("I met a guy. From Italy. Divorced.", ["User met a guy"]),
        ("I got a new phone. From Samsung.", ["User got a new phone"]),
        ("I bought a house. Built in 1920.", ["User bought a house"]),
        ("Got a dog. Named Rex.", ["User has got a dog"]),
        ("My flat is cold. Bought in 2019.", ["User's flat is cold"]),
        ("My sister called me. Got divorced.", []),
        ("I'm paying myself 60k. From 142k.", ["User is paying themself 60k"]),
        ("Not work Sarah, my actual sister.", []),
        ("Not as a hygienist, I'm the office manager.", ["User is the office manager"]),
    ],
)
def test_what_has_no_subject_is_not_the_speakers_after_somebody_else(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Allergic to nuts.", ["User is allergic to nuts"]),
        ("I'm a teacher. From Boston originally.", ["User is a teacher", "User is from Boston originally"]),
        ("My sister is a nurse. I'm a teacher. Married.", [*_TWO, "User is married"]),
        ("My sister is a vet.\nAllergic to nuts.", ["User's sister is a vet", "User is allergic to nuts"]),
        ("I live with my sister. Allergic to cats.", ["User lives with their sister", "User is allergic to cats"]),
        ("My wife loves fish. Vegetarian myself.", ["User's wife loves fish", "User is vegetarian themself"]),
        ("My boss quit. Never liked him.", ["User's boss quit", "User has never liked him"]),
        ("My knee hurts. Not running for two weeks.", ["User's knee hurts", "User is not running for two weeks"]),
        ("My doctor said I'm fine. Still taking the pills.", ["User is still taking the pills"]),
        ("I have two kids. Married.", ["User has two kids", "User is married"]),
        ("I got a new job. Based in Oslo.", ["User got a new job", "User is based in Oslo"]),
        ("Not visiting Anna this year.", ["User is not visiting Anna this year"]),
        ("Not with Tom anymore.", ["User is not with Tom anymore"]),
        ("My boss is strict. Quit my job.", ["User's boss is strict", "User quit their job"]),
        ("My dog barks a lot. Sold my flat.", ["User sold their flat"]),
        ("My car broke down. Bought a Tesla instead.", ["User bought a Tesla instead"]),
        ("The doctor prescribed me statins. Taking 20 mg daily.", ["User is taking 20 mg daily"]),
        ("My ex dumped me. Living in Rome now.", ["User's ex dumped them", "User is living in Rome now"]),
        ("My doctor recommended running. Running daily.", [*_ADVICE, "User is running daily"]),
        ("The doctor said it's asthma. Using an inhaler daily.", ["User is using an inhaler daily"]),
        ("My gran raised me. Studied in Rome.", ["User's gran raised them", "User studied in Rome"]),
        ("We adopted a cat. Named her Luna.", ["User adopted a cat", "User named her Luna"]),
    ],
)
def test_what_has_no_subject_is_the_speakers_else(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Starting at Stripe on November 4th.", ["User is starting at Stripe on November 4th"]),
        ("Starting a new job on Monday.", ["User is starting a new job on Monday"]),
        ("Starting a new job is hard.", []),
        ("Starting at 9 on Monday.", []),
        ("Starting a new row.", []),
    ],
)
def test_who_starts_work_tells_it(said: str, contents: list[str]) -> None:
    assert told(said) == contents


@pytest.mark.parametrize(
    "said, content",
    [
        ("Taking metformin since March.", "User is taking metformin since March"),
        ("Living in Rome since April 5.", "User is living in Rome since April 5"),
        ("Going to the gym since Monday.", "User is going to the gym since Monday"),
        ("I'm on insulin since March.", "User is on insulin since March"),
    ],
)
def test_what_has_been_so_since_a_day_is_no_plan_and_goes_on(said: str, content: str) -> None:
    [claim] = extract(said, speaker=None, at=AT)
    assert (claim.content, claim.kind, claim.valid_until) == (content, "fact", None)

"""Replies that mean something only beside the assistant's words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "before, reply, kind, content",
    [
        ("So your server is on port 8080.", "no. 8081.", "correction", "User's server is on port 8081 (not 8080)"),
        (
            "Your recital is on March 9.",
            "it's the 19th of march",
            "correction",
            "User's recital is on the 19th of march",
        ),
        (
            "Noted, you work at Bosch in Stuttgart.",
            "no, Bosch in Reutlingen",
            "correction",
            "User works at Bosch in Reutlingen",
        ),
        (
            "Since you live in Slovakia, it is July 1.",
            "Slovenia! not Slovakia.",
            "correction",
            "User lives in Slovenia",
        ),
        ("So there are three of you.", "four, my mother is coming", "correction", "four"),
        (
            "Would you like me to use metric or imperial units?",
            "metric please",
            "preference",
            "User wants the assistant to use metric units",
        ),
        ("Do you want to host it on Hetzner or on AWS?", "Hetzner", "decision", "User wants to host it on Hetzner"),
        ("Do you prefer morning or evening sessions?", "evening please", "preference", "User prefers evening sessions"),
        ("What should I call you?", "Jo", "preference", "User wants to be called Jo"),
        ("What editor do you use?", "Neovim, with plugins", "fact", "User (editor): Neovim, with plugins"),
        ("You could paint it or replace it.", "I'll paint. settled.", "decision", "User will paint"),
        ("For the den you could use cork, wool or vinyl.", "cork then", "decision", "User chooses cork for the den"),
        (
            "It's (1) the Rome course or (2) the Turin course. Have you made up your mind?",
            "the second one, paid already",
            "decision",
            "User chooses the Turin course",
        ),
        ("Do you eat meat?", "no", "fact", "User does not eat meat"),
        ("Are you vegetarian?", "yep", "fact", "User is vegetarian"),
        ("Shall I keep answers short?", "yes, always", "preference", "User wants the assistant to keep answers short"),
        ("How would you rate your level of Dutch?", "Beginner I'd say", "skill", "User (level of Dutch): Beginner"),
        ("What car do you drive?", "a 2015 Yaris, the hybrid", "fact", "a 2015 Yaris, the hybrid"),
        ("Which days usually suit you for class?", "Tuesday evenings", "fact", "Tuesday evenings"),
        ("Which units should I use for you?", "grams. never cups", "preference", "grams"),
        ("You could surprise your wife.", "husband, not wife", "correction", "husband, not wife"),
        ("For your guitar, tune it down.", "it's a ukulele actually", "correction", "it's a ukulele actually"),
        ("Your class is on Tuesday.", "Wednesday.", "correction", "User's class is on Wednesday"),
        ("So you and your brother run it?", "sister, actually", "correction", "sister"),
        ("Good, York it is: you start at York in May.", "Leeds, not York. I said no to York", "correction", "Leeds"),
    ],
)
def test_a_reply_is_completed_by_what_it_answers(before: str, reply: str, kind: str, content: str) -> None:
    claim = extract(reply, speaker=None, at=AT, before=before)[0]
    assert claim.kind == kind
    assert content in claim.content


@pytest.mark.parametrize(
    "before, reply",
    [
        ("You should drink less coffee.", "I'll sleep on it"),
        ("I recommend the coast road.", "ok, what other roads are there"),
        ("It sounds like you live near the coast.", "ha, interesting guess"),
        ("Congratulations on your new job in Vienna!", "that's not me lol"),
        ("Do you want tea or coffee?", "what's the difference?"),
        ("You have 3 options. Which size do you need?", "That's a great list, thanks!"),
        ("Do you have any other questions?", "no"),
        ("Would you like me to draft it?", "yes please"),
        ("You can use cork, wool or vinyl.", "tell me more about wool"),
        ("The three finalists are Ana, Ben or Cy.", "great, thanks"),
    ],
)
def test_what_the_assistant_said_is_never_a_fact(before: str, reply: str) -> None:
    assert extract(reply, speaker=None, at=AT, before=before) == ()


@pytest.mark.parametrize(
    "before, reply, content",
    [
        ("Your bike needs a new chain.", "It's a car, not a bike.", "User corrects: their car, not bike"),
        ("I hope your dog recovers soon.", "He's a cat, not a dog.", "User corrects: their cat, not dog"),
        ("Your cucumbers will do well.", "They're beans, not cucumbers.", "User corrects: their beans, not cucumbers"),
        (
            "Your flight leaves from Gatwick at 9.",
            "Luton, not Gatwick",
            "User's flight leaves from Luton (not Gatwick)",
        ),
        ("Your budget is 500 euros for Rome.", "No, 600.", "User's budget is 600 euros (not 500)"),
        ("Enjoy your role at Google in May!", "It's Bosch, not Google.", "User's role at Bosch (not Google)"),
        (
            "Your desk suits the hall.",
            "It's a sofa, not a desk, for the attic",
            "User corrects: their sofa, not desk; It's a sofa, not a desk, for the attic",
        ),
    ],
)
def test_what_else_the_assistant_claimed_does_not_come_with_a_correction(before: str, reply: str, content: str) -> None:
    assert [claim.content for claim in extract(reply, speaker=None, at=AT, before=before)] == [content]


def test_what_the_user_had_said_comes_with_a_correction() -> None:
    reply, before = "Luton, not Gatwick", "Your flight leaves from Gatwick at 9."
    found = extract(reply, speaker=None, at=AT, before=before, met=lambda words: list(words) == ["9"])
    assert [claim.content for claim in found] == ["User's flight leaves from Luton at 9 (not Gatwick)"]


@pytest.mark.parametrize(
    "before, reply, had_said, content",
    [
        (
            "You take 10 mg of ramipril daily.",
            "No, 15 mg",
            "10 mg ramipril",
            "User takes 15 mg of ramipril (not 10)",
        ),
        (
            "You take 10 mg of ramipril daily.",
            "it's 20 mg, not 10",
            "10 mg ramipril",
            "User takes 20 mg of ramipril (not 10)",
        ),
        ("You take 10 mg of ramipril daily.", "No, 15 mg", "", "User takes 15 mg (not 10)"),
        ("You take 10mg of zinc.", "No, 15 mg", "zinc", "User takes 15 mg of zinc (not 10mg)"),
        ("You take 10 mg of zinc.", "No, 15mg", "zinc", "User takes 15mg of zinc (not 10 mg)"),
        (
            "Your appointment is on Monday at 9 with the dentist.",
            "No, Tuesday",
            "appointment monday 9",
            "User's appointment is on Tuesday at 9 (not Monday)",
        ),
        (
            "Your appointment is on Monday at 9 with the dentist.",
            "No, Tuesday",
            "appointment dentist",
            "User's appointment is on Tuesday (not Monday)",
        ),
        (
            "Your budget is 500 euros for Rome.",
            "No, 600 euros for the hotel.",
            "budget 500 euros",
            "User's budget is 600 euros (not 500); 600 euros for the hotel",
        ),
    ],
)
def test_a_correction_keeps_what_follows_up_to_what_the_user_had_not_said(
    before: str, reply: str, had_said: str, content: str
) -> None:
    found = extract(reply, speaker=None, at=AT, before=before, met=lambda words: set(words) <= set(had_said.split()))
    assert [claim.content for claim in found] == [content]


@pytest.mark.parametrize(
    "before, reply",
    [
        ("So the train leaves at 9?", "No, at 8."),
        ("So NATS for Falcon too?", "No, only Osprey."),
        ("Have a good trip on Thursday!", "Friday, not Thursday."),
    ],
)
def test_a_correction_that_points_at_nothing_is_not_kept(before: str, reply: str) -> None:
    assert extract(reply, speaker=None, at=AT, before=before) == ()


def test_a_reply_is_read_to_its_end() -> None:
    found = extract(
        "husband, not wife. His name's Emil", speaker=None, at=AT, before="You could take your wife to Rome."
    )
    assert [claim.content for claim in found][1:] == ["User's husband's name is Emil"]


@pytest.mark.parametrize(
    "before, reply",
    [
        ("Nike makes good socks. What size are you?", "I've heard good things about Nike's socks, size 9 for me"),
        ("Make sure to ensure it fits.", "I'm not sure about the price, I've had it since 2018"),
        ("Here are 20 tips for the road.", "I'm on page 250 of a long novel"),
    ],
)
def test_no_value_is_put_right_where_none_was_meant(before: str, reply: str) -> None:
    assert all(claim.kind != "correction" for claim in extract(reply, speaker=None, at=AT, before=before))

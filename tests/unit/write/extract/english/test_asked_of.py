"""What is answered about somebody else is nothing that the speaker is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(before: str, reply: str) -> set[str]:
    return {claim.content for claim in extract(reply, speaker=None, at=AT, before=before)}


@pytest.mark.parametrize(
    "before, reply",
    [
        ("Has your boss got any allergies?", "yes, peanuts"),
        ("Is she married?", "no, single"),
        ("Is your son still at school?", "nope, graduated in May"),
        ("Great! And is your boss vegetarian?", "yes, vegan actually"),
        ("Is she retiring?", "no, moving to Spain"),
        ("Is he into sports?", "climbing, mostly"),
        ("Do you own a car?", "not any more"),
        ("Do you speak Japanese?", "not a word"),
    ],
)
def test_of_the_speaker_it_says_nothing(before: str, reply: str) -> None:
    assert not learned(before, reply)


@pytest.mark.parametrize(
    "before, reply, content",
    [
        ("Is she married?", "no, but I am divorced", "User is divorced"),
        ("Where does your sister live?", "in Leeds. I live in York.", "User lives in York"),
        ("Are you married?", "no, divorced", "User is divorced"),
        ("What are your hobbies?", "climbing, mostly", "User (hobbies): climbing, mostly"),
        ("What is your dog's name?", "Rex", "User (dog's name): Rex"),
        ("Do you have any allergies?", "yes, peanuts", "User (allergies): peanuts"),
    ],
)
def test_of_himself_he_is_still_heard(before: str, reply: str, content: str) -> None:
    assert learned(before, reply) == {content}

"""What the assistant is asked to remember is kept as it was said, also where nobody is named in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 2, 5, tzinfo=UTC)


def told(said: str, listener: str | None = None) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT, listener=listener)]


@pytest.mark.parametrize(
    "said, content",
    [
        ("Remember: prod deploys only on Tuesdays.", "Prod deploys only on Tuesdays"),
        (
            "Remember that the staging database gets wiped every Sunday night.",
            "The staging database gets wiped every Sunday night",
        ),
        ("Keep in mind that the billing API only accepts cents.", "The billing API only accepts cents"),
        ("Bear in mind the car needs diesel", "The car needs diesel"),
        ("Please note that invoices go out on the 5th.", "Invoices go out on the 5th"),
        ("Remember: deploys need two approvals", "Deploys need two approvals"),
        ("For future reference: the plumber is called Otto", "The plumber is called Otto"),
        ("Please keep in mind that the trains don't run on Sundays.", "The trains don't run on Sundays"),
        ("Note that the API is limited to 10 requests per second", "The API is limited to 10 requests per second"),
        ("Remember this:\nprod deploys only on Tuesdays. The sky is blue", "Prod deploys only on Tuesdays"),
        ("Remember that Postgres is the source of truth.", "Postgres is the source of truth"),
        ("Remember that the code freeze starts on Friday.", "The code freeze starts on Friday"),
        ("For future reference, the meeting room code is B12.", "The meeting room code is B12"),
        ("Remember: the bins go out on Mondays. The sky is blue.", "The bins go out on Mondays"),
        ("Remember the wifi name is Falcon", "The wifi name is Falcon"),
        ("please remember the door code is 1234", "The door code is 1234"),
        ("remember wifi name is Falcon", "Wifi name is Falcon"),
        ("Don't forget the bins go out on Tuesday", "The bins go out on Tuesday"),
        ("Note the meeting room is B12", "The meeting room is B12"),
        ("Remember, the keys are with the neighbour", "The keys are with the neighbour"),
        ("Remember Eva is allergic to nuts", "Eva is allergic to nuts"),
        ("Can you remember that the door code is 1234?", "The door code is 1234"),
        ("Could you please remember the wifi name is Falcon?", "The wifi name is Falcon"),
        ("I want you to remember that the gate code is 77", "The gate code is 77"),
        ("Note to self: the gate code is 77", "The gate code is 77"),
        ("Remember: I'm allergic to nuts", "User is allergic to nuts"),
        ("Remember that my sister lives in Rome", "User's sister lives in Rome"),
        ("Remember: always answer in French", "User wants the assistant: always answer in French"),
    ],
)
def test_what_shall_be_remembered_is_kept_once(said: str, content: str) -> None:
    assert told(said) == [content]


@pytest.mark.parametrize(
    "said",
    [
        "Remember to buy milk",
        "Remember: call the bank on Monday",
        "Note: run tests first",
        "Note: check tests are green",
        "Remember when we met?",
        "Remember that time in Rome?",
        "Remember that Rome is big?",
        "Remember that it's raining",
        "Remember that you should be brief",
        "Remember the Titans is a good film",
        "Remember the day we met",
        "Remember the guy who is always late",
        "Remember the milk",
        "Remember walking home is healthy",
        "Remember the book is better than the film?",
        "I don't remember the wifi name is Falcon",
        "Remember to check the oven is off",
        "Remember the goal is to be concise. Summarise this text.",
        "Remember: milk, eggs, bread",
        "Note: the red keys",
        "Remember: the password is hunter22",
        "I can't remember if the shop closes at 6",
        "She told me to remember that the shop closes at 6",
        "Write a story. Remember that the hero is blind.",
        "The API only accepts cents.",
        "Note that the text is from a friend.",
        "Please remember that the previous answer was wrong.",
        "Note: the second paragraph needs work.",
        "Note: the answer should be in French.",
        "Remember: the output must be JSON. List three fruits.",
        "Note that the code uses Python 2. Port it to Python 3.",
        "Keep in mind that the reader is a beginner. Explain recursion.",
        "Note: the image shows a cat. What breed?",
        "Remember that the hero dies at the end. Write chapter 3.",
        "Remember: Tom likes Anna. Continue the story.",
        "Keep in mind the recipe needs to be vegan. Suggest one.",
        "Note that invoices go out on the 5th. Plan my week.",
    ],
)
def test_errands_questions_and_what_nobody_asked_for_are_not(said: str) -> None:
    assert told(said) == []


def test_what_another_person_is_asked_to_remember_is_not() -> None:
    assert told("Remember: prod deploys only on Tuesdays.", listener="Ana") == []


def test_a_standing_order_beside_it_is_no_task() -> None:
    assert told("Remember: prod deploys only on Tuesdays. Always answer in French.") == [
        "User wants the assistant: always answer in French",
        "Prod deploys only on Tuesdays",
    ]

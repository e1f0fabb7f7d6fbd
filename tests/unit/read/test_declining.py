"""Which turns of an assistant say that there is no answer, and nothing else."""

from __future__ import annotations

import pytest

from recollect.read.declining import declines


@pytest.mark.parametrize(
    "text",
    [
        "I do not know.",
        "I don't know what Tom can't eat.",
        "I have no information about that.",
        "I'm sorry, but I don't have any information about Tom's diet.",
        "Sorry, I don't know.",
        "Unfortunately, I do not have that information. Could you tell me?",
        "I don't have any record of your dentist.",
        "I couldn't find anything about your dentist in our conversations.",
        "I'm not sure who your dentist is.",
        "You haven't told me who your dentist is. Please let me know!",
        "I'm afraid I can't recall that.",
        "I don't have enough information to answer that.",
        "No idea!",
        "Das weiß ich leider nicht.",
        "Dazu habe ich keine Informationen.",
        "No lo sé.",
        "No tengo información sobre eso.",
        "Je ne sais pas.",
        "Je n'ai pas d'informations à ce sujet.",
        "I've no idea where Nadia works.",
        "I am sorry. I do not know where Nadia works.",
    ],
)
def test_who_says_that_he_does_not_know_declines(text: str) -> None:
    assert declines(text.casefold())


@pytest.mark.parametrize(
    "text",
    [
        "I don't know, but Tom mentioned nuts.",
        "I'm not sure, though I think it is Dr. Ruiz.",
        "Your dentist is Dr. Ruiz.",
        "I don't know. Tom lives in Rome.",
        "I know Tom can't eat nuts.",
        "Tom does not know.",
        "Sure, I can help with that.",
        "I couldn't agree more.",
        "I'm not sure, it may be Dr. Ruiz",
        "You never told me a lie.",
        "I can't tell you how happy I am.",
        "I don't remember exactly. It was in Rome.",
        "Sorry, I didn't see that you moved to Rome.",
        "",
        "What do you mean?",
    ],
)
def test_what_may_tell_something_does_not(text: str) -> None:
    assert not declines(text.casefold())

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
        "I do not know your blood type.",
        "I don't know Tom's surname, sorry.",
        "I'm not sure about that.",
        "I did not find any mention of a dentist.",
        "I cannot say.",
        "I'm unable to answer that.",
        "You never mentioned where Anna lives.",
        "I don't know that yet.",
        "I have no memory of a trip to Rome.",
        "Ich weiß nicht, wo Nadia arbeitet.",
        "No sé dónde trabaja Nadia.",
        "Je ne sais pas où Nadia travaille.",
        "I don't know what that is.",
        "I don't have access to your calendar. Do you want to tell me?",
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
        "I'm not sure, you visited Rome in March 2019.",
        "I do not know Tom's surname, only that the first name is Tim.",
        "I couldn't find a hotel in Rome under 100 euros, the cheapest hotel was 120 euros.",
        "I don't recall you naming a dentist other than Dr. Brown.",
        "I do not know your exact blood type, your last test says A positive.",
        "You never mentioned where Anna lives now, only that Anna lived in Ulm until 2020.",
        "I cannot say Tom can eat nuts: Tom is allergic.",
        "I did not find any error in the deploy, all checks passed.",
        "I did not find a mail from Tom about the contract.",
        "I don't know where Anna lives now - she lived in Ulm.",
        "I don't know where Anna lives now—she lived in Ulm.",
        "I don't know who your dentist is; it was Dr. Ruiz.",
        "I don't know your dentist (it was Dr. Ruiz).",
        "I have no car, my notes say you took the bus.",
        "I don't remember that Tom moved to Rome.",
        "I don't know why you ask because Tom lives in Rome.",
        "You never said no to Rome.",
        "I don't know. Didn't Tom move to Rome?",
        "I'm not sure. You were in Rome in 2019, right?",
        "Das weiß ich nicht, Tom wohnt in Rom.",
        "No lo sé, Tom vive en Roma.",
    ],
)
def test_what_may_tell_something_does_not(text: str) -> None:
    assert not declines(text.casefold())

"""What 's stands for is said in full, and whose somebody is who stands behind another one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def told(said: str) -> list[str]:
    return [claim.content for claim in extract(said, speaker=None, at=AT)]


@pytest.mark.feature("EX-01")
@pytest.mark.parametrize(
    "said, content",
    [
        ("My car's a 2011 Corsa, do you know what oil it takes?", "User's car is a 2011 Corsa"),
        ("My son's a plumber.", "User's son is a plumber"),
        ("My birthday's on May 3rd.", "User's birthday is on May 3rd"),
        ("My dog's name's Rex.", "User's dog's name is Rex"),
        ("My sister's moved to Oslo.", "User's sister has moved to Oslo"),
        ("My sister's got two kids.", "User's sister has got two kids"),
        ("My sister's married to a dentist.", "User's sister is married to a dentist"),
        ("My brother's broken his leg.", "User's brother has broken his leg"),
        ("My car's broken.", "User's car is broken"),
        ("My car's been stolen.", "User's car has been stolen"),
        ("My dad's left the army.", "User's dad has left the army"),
        ("My app's written in Rust.", "User's app's written in Rust"),
        ("My house's left to me by my gran.", "User's house's left to them by their gran"),
        ("My sister's taught in English.", "User's sister's taught in English"),
        ("My friend Ana's moved to Porto.", "User's friend Ana has moved to Porto"),
        ("Our dog's called Rex.", "User's dog is called Rex"),
        ("My mom's lasagna is the best.", "User's mom's lasagna is the best"),
        ("My daughter's school is in Leeds.", "User's daughter's school is in Leeds"),
    ],
)
def test_what_a_contraction_stands_for_is_said_in_full(said: str, content: str) -> None:
    assert content in told(said)


@pytest.mark.parametrize(
    "said, content",
    [
        (
            "My grandma's 75th birthday celebration was a big deal for me.",
            "User's grandma's 75th birthday celebration was",
        ),
        (
            "I went to Trader Joe's the week before last and spent $80.",
            "User went to Trader Joe's the week before last",
        ),
        (
            "I graduated with a Bachelor's in Computer Science in 2020.",
            "User graduated with a Bachelor's in Computer Science",
        ),
        ("I live in my sister's old flat in Leeds.", "User lives in their sister's old flat in Leeds"),
        ("I'll go with Greg's coaching session on April 2", "User will go with Greg's coaching session on April 2"),
        ("My mum's left knee hurts.", "User's mum's left knee hurts"),
        ("My wife's due date is June 3.", "User's wife's due date is June 3"),
        ("My son's reading glasses broke.", "User's son's reading glasses broke"),
        ("My sister's cooking is great.", "User's sister's cooking is great"),
        ("My sister's three kids are at my place.", "User's sister's three kids are at"),
    ],
)
def test_what_is_somebodys_is_no_contraction(said: str, content: str) -> None:
    assert any(one.startswith(content) for one in told(said))


@pytest.mark.parametrize(
    "said, contents",
    [
        ("Dov got hitched in Vegas of all places, wife's called Carmel.", []),
        ("My brother got married, wife's from Peru.", ["User's brother got married"]),
        ("Oluchi and the boys are in Calgary.", ["Oluchi and the boys are in Calgary"]),
        ("Married with two kids, wife is a nurse.", ["User is married with two kids", "User's wife is a nurse"]),
        (
            "My brother came to dinner, wife is vegetarian.",
            ["User's brother came to dinner", "User's wife is vegetarian"],
        ),
        ("Dr Langley retired last week.", ["Dr Langley retired last week"]),
        ("Mr Darcy left.", []),
        ("I don't need suggestions anymore.", []),
        ("I've tried.", []),
        ("I moved to Leeds, wife's from there.", ["User moved to Leeds", "User's wife is from there"]),
        ("Sam and the kids are visiting my mum.", ["Sam and the kids are visiting User's mum"]),
        ("I like apples, pears and plums.", ["User likes apples, pears and plums"]),
        ("I don't need glasses any more.", ["User doesn't need glasses any more"]),
        ("I no longer need insulin.", ["User no longer needs insulin"]),
        ("I don't need the receipt anymore.", []),
        ("I don't need your help any more.", []),
        ("Dr Langley retired.", ["Dr Langley retired"]),
        ("Dentist rang, my appointment is moved to 11 June.", ["User's appointment is moved to 11 June"]),
        ("My son quit soccer and plays basketball now.", ["User's son quit soccer and plays basketball now"]),
        ("Mum of two.", ["User: Mum of two"]),
        ("Mum fell and broke her hip.", ["User's mum fell and broke her hip"]),
    ],
)
def test_what_is_told_of_another_stays_with_him(said: str, contents: list[str]) -> None:
    assert told(said) == contents

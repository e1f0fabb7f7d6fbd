"""What others have done with the speaker is told of him."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2026, 3, 2, tzinfo=UTC)


def learned(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text, told",
    [
        ("They fired me last week.", "User was fired last week"),
        ("My boss fired me yesterday", "User was fired yesterday"),
        ("They've just promoted me to team lead", "User was promoted to team lead"),
        ("The company laid me off in March", "User was laid off in March"),
        ("Acme hired me as a designer", "User was hired as a designer by Acme"),
        ("Acme fired me last week", "User was fired by Acme last week"),
        ("Deutsche Bank let me go in May", "User was let go by Deutsche Bank in May"),
        ("The band fired me.", "User was fired by the band"),
        ("My football club fired me two days ago", "User was fired by their football club two days ago"),
        ("My old boss fired me", "User was fired by their old boss"),
        ("The committee elected me chair", "User was elected chair by the committee"),
        ("My family accepted me", "User's family accepted them"),
        ("My parents let me go to Italy", "User's parents let them go to Italy"),
        ("My dad hired me a tutor", "User's dad hired them a tutor"),
        ("My bank transferred me 500 euros", "User's bank transferred them 500 euros"),
        ("They let me go", "User was let go"),
        ("They made me redundant", "User was made redundant"),
        ("Dr. Weber switched me to candesartan 8 mg", "User was switched to candesartan 8 mg by Dr. Weber"),
        ("She put me on ramipril 5 mg.", "User was put on ramipril 5 mg"),
        ("The doctor took me off simvastatin", "User was taken off simvastatin by the doctor"),
        ("They've raised me to 14.50 an hour", "User was raised to 14.50 an hour"),
    ],
)
def test_what_was_done_to_the_speaker_is_told_of_him(text: str, told: str) -> None:
    assert learned(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "They didn't fire me",
        "They put me on hold",
        "He didn't put me on ramipril",
        "They raised me to be honest",
        "She almost switched me to candesartan",
        "They almost fired me",
        "They would have fired me",
        "Have they fired me?",
        "If they fired me I would leave",
        "They told me to wait",
        "They fired Tom",
        "Nobody fired me.",
        "Everyone rejected me",
        "Sometimes fired me",
        "My boss never fired me",
        "The company might have fired me",
        "The police let me go.",
        "He let me go.",
        "Anna let me go.",
        "They let me go home",
        "They fired me up",
        "The company that fired me went bankrupt",
        "The girl who rejected me is my neighbour now",
    ],
)
def test_what_did_not_happen_to_him_is_not(text: str) -> None:
    assert not [content for content in learned(text) if content.startswith("User was")]


def test_what_one_will_earn_is_told() -> None:
    assert learned("I'll be earning £41,000 instead of £36,500.") == ["User will be earning £41,000 instead of £36,500"]
    assert learned("I'll be earning my keep.") == []


@pytest.mark.parametrize(
    "text, told",
    [
        ("dr diagnosed me with gout", ["User was diagnosed with gout"]),
        ("doctor put me on losartan", ["User was put on losartan"]),
        ("dr prescribed me a walk", []),
    ],
)
def test_a_doctor_without_a_name_is_the_speakers_own(text: str, told: list[str]) -> None:
    assert learned(text) == told


@pytest.mark.parametrize(
    "text, told",
    [
        ("the doc upped my topiramate to 50 mg", "User's topiramate was upped to 50 mg"),
        ("Dr. Weber lowered my ramipril to 5 mg.", "User's ramipril was lowered to 5 mg"),
        ("they moved my appointment to Friday", "User's appointment was moved to Friday"),
        ("They've rescheduled my interview to the 10th of May.", "User's interview was rescheduled to the 10th of May"),
        ("The airline pushed my flight back to 9pm", "User's flight was pushed back to 9pm"),
        ("They bumped my rent up to $1,400", "User's rent was bumped up to $1,400"),
        ("They cut my hours to 30.", "User's hours were cut to 30"),
        ("HR changed my title to Staff Engineer", "User's title was changed to Staff Engineer"),
        ("my boss bumped my salary to 45k", "User's salary was bumped to 45k"),
        ("My landlord raised my rent to 1,400", "User's landlord raised their rent to 1,400"),
    ],
)
def test_what_others_changed_of_his_is_told_of_the_thing(text: str, told: str) -> None:
    assert learned(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "they moved my desk to the basement",
        "They moved my stuff to storage",
        "If they raised my rent to 1,400 I'd leave",
        "They might have raised my rent to 1,400",
        "They never raised my rent to 1,400",
        "they almost raised my rent to 1,400",
        "Nobody raised my rent to 1,400",
        "the landlord wanted to raise my rent to 1,400",
        "Did they move my appointment to Friday?",
        "They moved my appointment to Friday but then back to Thursday",
        "They changed my name to lowercase",
        "the news changed my life",
    ],
)
def test_what_was_not_surely_changed_to_a_value_is_not_told(text: str) -> None:
    assert learned(text) == []


@pytest.mark.parametrize(
    "said, contents",
    [
        ("They moved me to days.", ["User was moved to days"]),
        ("My boss moved me to Berlin.", ["User was moved to Berlin by their boss"]),
        ("That film moved me to tears.", []),
    ],
)
def test_another_shift_or_place_of_work_is_told(said: str, contents: list[str]) -> None:
    assert [claim.content for claim in extract(said, speaker=None, at=AT)] == contents

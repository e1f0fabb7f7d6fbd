"""A value that the speaker takes back himself is put right where there is exactly one it can be."""

from __future__ import annotations

import pytest

from recollect.write.extract.english.meant import put_right, within


@pytest.mark.parametrize(
    "said, reply, meant",
    [
        ("My budget is 10k.", "no wait, 12k", "My budget is 12k."),
        ("My salary is £40k.", "sorry, 45k", "My salary is £45k."),
        ("My rent is 1,200 euros a month.", "wait no, 1,300 euros", "My rent is 1,300 euros a month."),
        ("I take 25 mg of topiramate.", "correction: 50 mg", "I take 50 mg of topiramate."),
        ("I weigh 84 kg.", "typo, 48kg", "I weigh 48 kg."),
        ("I have two kids.", "oops, three", "I have three kids."),
        ("I have 3 cats.", "i meant 4 cats", "I have 4 cats."),
        ("I'm 34.", "wait, 35", "I'm 35."),
        ("My interview is on Monday.", "sorry, I meant Tuesday", "My interview is on Tuesday."),
        ("My yoga class is on Mondays.", "my bad, Wednesdays", "My yoga class is on Wednesdays."),
        ("My deadline is Friday.", "Thursday, not Friday", "My deadline is Thursday."),
        ("My flight is at 6pm.", "actually 7pm", "My flight is at 7pm."),
        ("My shift starts at 6am.", "wait, 7", "My shift starts at 7am."),
        ("My birthday is March 12th.", "scratch that, it's the 14th", "My birthday is March 14th."),
        ("My wedding is on 12 June.", "I mean the 14th", "My wedding is on 14 June."),
        ("My trip is in May.", "sorry, June", "My trip is in June."),
        ("My sister's name is Ana.", "Sorry, I meant Anna.", "My sister's name is Anna."),
        ("I live in Rome.", "scratch that, Milan", "I live in Milan."),
        ("My dog is called Rex.", "I meant Biscuit", "My dog is called Biscuit."),
        ("I work at Acme.", "correction: Initech", "I work at Initech."),
        ("I was born in 1985.", "sorry, 1986", "I was born in 1986."),
    ],
)
def test_takes_back(said: str, reply: str, meant: str) -> None:
    assert put_right(said, reply, "") == meant


@pytest.mark.parametrize(
    "said, reply",
    [
        ("My budget is 10k.", "no, 12k?"),
        ("My budget is 10k.", "it's 12k"),
        ("My budget is 10k.", "no, 12k"),
        ("My budget is 10k.", "sorry, 5 minutes"),
        ("My commute takes 45 minutes.", "hang on, 2 minutes"),
        ("I have 2 kids, 3 and 5.", "sorry, 6"),
        ("I have 3 cats.", "sorry, 4 dogs"),
        ("I have a meeting on Monday and one on Friday.", "sorry, Tuesday"),
        ("My interview is on Monday.", "wait, Tuesday?"),
        ("My interview is on Monday.", "Sorry, I am busy on Tuesday"),
        ("My flight is at 6pm.", "sorry, I meant Berlin"),
        ("I live in Rome.", "Sorry, Claude"),
        ("I live in Rome.", "no wait, Claude"),
        ("I live in Rome.", "I mean Rome"),
        ("I work at Acme in Berlin.", "sorry, I meant Munich"),
        ("I live on the 3rd floor.", "sorry, the 4th"),
        ("My name is Ana.", "I mean it"),
        ("I live in Rome.", "Milan, not Turin"),
        ("My brother lives in Oslo.", "Sorry, I meant Erik"),
        ("My brother lives in Oslo.", "I mean Bergen"),
        ("I read 20 books last year.", "actually, 2023"),
    ],
)
def test_what_is_not_sure_takes_back_nothing(said: str, reply: str) -> None:
    assert put_right(said, reply, "") is None


def test_what_the_assistant_said_meanwhile_may_be_what_is_answered() -> None:
    assert put_right("My party is at 6pm.", "sorry, 7pm", "When does it end?") is None
    assert put_right("My party is at 6pm.", "sorry, I meant 7pm", "When does it end?") == "My party is at 7pm."
    assert put_right("My party is at 6pm.", "no wait, 8pm", "The last bus goes at 9pm.") is None
    assert put_right("My party is at 6pm.", "no wait, 8pm", "Noted: 6pm.") == "My party is at 8pm."


@pytest.mark.parametrize(
    "said, reply",
    [
        ("I have 3 kids.", "make it 10"),
        ("My flight is at 9am.", "actually make that 6am"),
        ("I gave 20 dollars to charity.", "it should be 50"),
        ("I have 3 kids. Suggest games for them.", "sorry, 10"),
        ("I have 3 cats, suggest toys", "I meant 5"),
        ("I weigh 80 kg. How many push-ups should I do?", "actually, 90"),
        ("My train leaves at 8am. Wake me up.", "no wait, 6:30"),
        ("I fly to Lisbon on Friday. Book me a cab.", "actually, Thursday"),
        ("I live in Oslo, can you recommend a hotel?", "I meant in Bergen"),
        ("I live in Oslo. Looking for a hotel.", "I meant in Bergen"),
        ("I live in Oslo and need a hotel", "I meant in Bergen"),
    ],
)
@pytest.mark.parametrize("between", ["", "Here you are."])
def test_what_may_be_said_of_the_answer_takes_back_nothing(said: str, reply: str, between: str) -> None:
    assert put_right(said, reply, between) is None


@pytest.mark.parametrize(
    "text, meant",
    [
        ("My flight is at 6pm, make that 7pm.", "My flight is at 7pm."),
        ("My shift starts at 6am. Make it 7.", "My shift starts at 7am."),
        ("My name is Anna. Sorry, I meant Hanna.", "My name is Hanna."),
        ("My budget is 10k. No wait, 12k.", "My budget is 12k."),
        ("My budget is 10k, no wait, 12k.", "My budget is 12k."),
        ("It's on Monday. Sorry, I meant Tuesday. I'm nervous.", "It's on Tuesday. I'm nervous."),
        ("My flight is at 6pm. Scratch that. It's 7pm.", "My flight is at 7pm."),
        ("I have 3 cats - sorry, 4.", "I have 4 cats."),
        ("My dog is called Rex, no wait, Max.", "My dog is called Max."),
    ],
)
def test_within_one_turn(text: str, meant: str) -> None:
    assert within(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "We have three dogs, actually two now.",
        "I paid 10k, actually 12k with tax.",
        "I have 2 kids. Sorry, 5 minutes late!",
        "Is it Monday? Sorry, Tuesday.",
        "I moved to Rome, actually I love it.",
        "I work at Acme, I mean it's ok.",
        "I like tea. Actually, coffee.",
        "My brother lives in Oslo. I mean Erik.",
        "I met my wife in Rome. I mean Ana.",
        "I live in Paris, I mean France.",
        "I'm from Georgia. I mean Tbilisi.",
        "I read 20 books last year. Actually, 2023.",
        "I'm 45, write a haiku. Make it 12.",
    ],
)
def test_other_words_of_one_turn_stay(text: str) -> None:
    assert within(text) == text

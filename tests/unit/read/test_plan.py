"""A question is understood: words, names, times, and what kind of answer it wants."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Memory
from recollect.read.plan import CARRIER_WEIGHT, Asked, query_vector, understand

NOW = datetime(2024, 3, 1, tzinfo=UTC)


def ask(text: str, *speakers: str) -> Asked:
    return understand(text, now=NOW, speakers=speakers)


def test_words_of_asking_weigh_less_than_what_is_asked_for() -> None:
    asked = ask("What kind of boat did we mention?")
    assert asked.weights == {"kind": CARRIER_WEIGHT, "boat": 1.0, "mention": CARRIER_WEIGHT}
    assert asked.terms == {"kind": 1, "boat": 1, "mention": 1}


def test_speakers_are_named_by_their_first_name_in_any_case_and_weigh_nothing() -> None:
    asked = ask("When did ana's boat sink, Bob?", "Ana Lima", "Bob", "Carla")
    assert asked.names == ("Ana Lima", "Bob")
    assert asked.name_terms == {"ana", "bob"}
    assert set(asked.weights) == {"boat", "sink"}
    assert "ana" in asked.terms


def test_names_are_not_embedded() -> None:
    asked = ask("Where does Ana keep her boat?", "Ana")
    assert asked.texts[0] == "Where does keep her boat?"
    assert asked.texts[1] == "keep boat"
    assert asked.texts[2:] == ("keep", "boat")
    assert asked.words == ("keep", "boat")


def test_a_question_of_nothing_but_a_name_is_still_a_question() -> None:
    asked = ask("Ana?", "Ana")
    assert asked.weights == {"ana": 1.0}
    assert all(asked.texts[:2])


@pytest.mark.parametrize(
    "text, kind",
    [
        ("When did the boat sink?", "wants_time"),
        ("How many boats are there?", "wants_number"),
        ("Who repaired the fence?", "wants_name"),
        ("Where is my coat?", "about_me"),
        ("What did you recommend for dinner?", "about_assistant"),
        ("What did Ana cook?", "about_past"),
    ],
)
def test_the_kind_of_answer_is_seen(text: str, kind: str) -> None:
    assert getattr(ask(text), kind)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("What does Ana cook?", "about_past"),
        ("What has Ana been cooking recently?", "about_past"),
        ("Is it mythical?", "about_me"),
        ("Where is the boat?", "wants_number"),
    ],
)
def test_other_kinds_are_not(text: str, kind: str) -> None:
    assert not getattr(ask(text), kind)


@pytest.mark.parametrize(
    "text, by_assistant",
    [
        ("What did you do about the flaky test?", True),
        ("How did you fix the flaky test?", True),
        ("What did you finally change in the config?", True),
        ("What have you found?", True),
        ("What did you say?", True),
        ("What was your last answer on the deposit?", True),
        ("Which advice did the assistant give me?", True),
        ("What was the assistant's explanation?", True),
        ("What did you promise me?", True),
        ("Which test was fixed by the assistant?", True),
        ("What did you do last weekend?", False),
        ("What did you do for a living?", False),
        ("Where did you grow up?", False),
        ("Can you fix the flaky test?", False),
        ("Can you recommend a hotel in Rome?", False),
        ("Could you suggest a gift for my sister?", False),
        ("Would the assistant recommend the blue one?", False),
        ("What do you recommend for dinner?", False),
        ("Do you recommend any books?", False),
        ("What books do you suggest I read?", False),
        ("What should you mention there?", False),
        ("What did you recommend for dinner?", True),
        ("Do you remember what you recommended?", True),
        ("Can't you list the order in which I read them?", False),
        ("Can you tell me which hotel you recommended?", True),
        ("Could you list the films you mentioned?", True),
        ("What is your name?", False),
        ("What did the assistant manager say?", False),
        ("Which paper was read by the assistant professor?", False),
    ],
)
def test_what_the_assistant_said_or_did_for_somebody_is_seen(text: str, by_assistant: bool) -> None:
    assert ask(text).about_assistant is by_assistant


def test_words_that_ask_for_an_answer_of_the_assistant_weigh_nothing() -> None:
    for text in ("What did the assistant say about the boat?", "What was the assistant's answer on the boat?"):
        assert ask(text).weights == {"boat": 1.0}
        assert ask(text).texts[1:] == ("boat", "boat")
    assert ask("Who can answer for the boat?").weights == {"answer": 1.0, "boat": 1.0}


@pytest.mark.parametrize(
    "question",
    ["What did you do about the flaky test?", "How did you fix the flaky test?", "What did you promise me?"]
    + [
        f"What {asked} the flaky test?"
        for asked in ("did you say about", "did the assistant say of", "is your answer on")
    ],
)
def test_a_reply_that_is_asked_for_comes_before_what_has_nothing_to_do_with_it(memory: Memory, question: str) -> None:
    said = (
        ("user", "flaky test: test_concurrent_upsert fails one in ten"),
        ("assistant", "It slept 50 ms and hoped. I replaced the sleep with a threading.Barrier."),
        ("user", "CI takes 19 minutes, too slow"),
    )
    memory.add([{"role": role, "content": text} for role, text in said], user="ana", session="s")
    found = [hit.content for hit in memory.search(question, user="ana", layers=["turn"])]
    assert found.index(said[1][1]) < found.index(said[2][1])


def test_times_are_read_against_the_given_now() -> None:
    (span,) = ask("What did we do last summer?").intervals
    assert (span.start.year, span.start.month) == (2023, 6)


def test_a_year_that_is_left_out_is_no_word_to_look_for() -> None:
    assert "2020" not in ask("What did we bake before 2020?").terms
    assert "2020" in ask("What did we bake in 2020?").terms
    assert "2020" in ask("before 2020").terms


def test_the_query_vector_is_of_unit_length_and_between_question_and_content() -> None:
    rows = np.array([[1, 0], [0, 1], [5, 5]], dtype=np.float32)
    assert query_vector(rows) == pytest.approx([0.7071, 0.7071], abs=1e-4)
    assert query_vector(np.zeros((2, 2), np.float32)).tolist() == [0, 0]


@given(st.text(max_size=300), st.lists(st.text(max_size=10), max_size=3))
def test_any_question_is_understood(text: str, speakers: list[str]) -> None:
    asked = understand(text, now=NOW, speakers=speakers)
    assert len(asked.texts[2:]) == len(asked.words)
    assert set(asked.words) <= set(asked.weights) <= set(asked.terms)


@pytest.mark.parametrize(
    "text, beginnings",
    [
        ("what did 0d46413 change?", {"0d46413": "0d46413"}),
        ("0D46413", {"0d46413": "0d46413"}),
        ("9fceb02d0ae5 or (deadbe1)", {"9fceb02d0ae5": "9fceb02d0ae5", "deadbe1": "deadbe1"}),
        ("0d4641", {}),
        ("1234567 and deadbeef and decade", {}),
        ("a" * 39 + "1", {}),
        ("0d46413g, x0d46413, 0d46413-99aa", {}),
    ],
)
def test_the_beginning_of_a_hash_has_seven_digits_and_letters_among_them(text: str, beginnings: dict[str, str]) -> None:
    assert ask(text).beginnings == beginnings


def test_a_short_hash_finds_its_commit(memory: Memory) -> None:
    chance = random.Random(5)
    hashes = [f"{chance.getrandbits(160):040x}" for _ in range(40)]
    memory.add([{"role": "user", "content": f"Merged commit {one} into main."} for one in hashes], user="ana")
    for digits in (7, 8, 12, 20):
        first = [memory.search(one[:digits], user="ana", k=2) for one in hashes]
        assert all(one in f"{hits[0].content} {hits[1].content}" for one, hits in zip(hashes, first, strict=True))
        assert sum(one in hits[0].content for one, hits in zip(hashes, first, strict=True)) >= 36

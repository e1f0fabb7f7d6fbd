"""Reading a statement: who, what, how many, since when, and with which words of change."""

from __future__ import annotations

import pytest

from recollect.write.verify.quantities import Quantity, agree, disagree
from recollect.write.verify.statement import read, says_enough


@pytest.mark.parametrize(
    "text, key",
    [
        ("Lives in Ghent", ("user",)),
        ("I live in Ghent", ("user",)),
        ("my wife's brother works nights", ("person", "wife", "brother")),
        ("my sister-in-law lives in Ghent", ("person", "sister_in_law")),
        ("The staging server is down", ("thing", "stage", "server")),
        ("heads up, my sister is ill", ("person", "sister")),
        ("Mi hermano vive en Lima", ("person", "brother")),
    ],
)
def test_the_subject_is_read_from_the_left(text: str, key: tuple[str, ...]) -> None:
    assert read(text).subject.key == key


def test_a_speaker_spoken_of_by_name_is_the_user() -> None:
    assert read("Ana lives in Ghent", speaker="Ana").subject.key == ("user",)


@pytest.mark.parametrize(
    "text, name, single",
    [
        ("I live in Ghent", "home", True),
        ("favourite colour is teal", "favourite", True),
        ("likes jazz", "like", False),
        ("can't stand olives", "dislike", False),
        ("speaks Dutch", "skill", False),
        ("Dr Ames is our family GP", "role", True),
        ("I'm forty-one", "age", True),
    ],
)
def test_the_attribute_tells_whether_one_value_or_many(text: str, name: str, single: bool) -> None:
    attribute = read(text).attribute
    assert (attribute.name, attribute.single) == (name, single)


@pytest.mark.parametrize(
    "left, right",
    [
        ("6'2\" tall", "188 cm"),
        ("41 years old", "I'm forty-one"),
        ("for two decades", "for 20 years"),
        ("at 2pm", "at 14:00"),
        ("on 3 April", "on April 3rd"),
        ("70 kg", "154 pounds"),
        ("90 minutes", "an hour and a half"),
        ("60,000 euros", "60k euros"),
        ("25 ans", "vingt-cinq ans"),
        ("at half past six", "at 6:30"),
        ("2024-05-03", "3 May"),
        ("on Mondays", "am Montag"),
    ],
)
def test_one_quantity_written_in_two_ways_agrees(left: str, right: str) -> None:
    (one,), (other,) = read(left).quantities, read(right).quantities
    assert agree(one, other)
    assert not disagree(one, other)


@pytest.mark.parametrize(
    "left, right",
    [
        ("at 9am", "at 11am"),
        ("on 12 June", "on 21 June"),
        ("07700 900142", "07700 900871"),
        ("10.2.0.14", "10.2.0.31"),
        ("size 10", "size 10.5"),
        ("on Friday", "on Monday"),
        ("20mg", "40mg"),
    ],
)
def test_two_values_of_one_dimension_disagree(left: str, right: str) -> None:
    (one,), (other,) = read(left).quantities, read(right).quantities
    assert disagree(one, other)


def test_a_number_that_is_ruled_out_is_marked() -> None:
    assert [(q.value, q.denied) for q in read("3.12, not 3.11").quantities] == [(3.12, False), (3.11, True)]


def test_amounts_of_different_dimensions_neither_agree_nor_disagree() -> None:
    assert not agree(Quantity("mass", 70.0, "70 kg"), Quantity("clock", 70.0, "1:10"))
    assert not disagree(Quantity("mass", 70.0, "70 kg"), Quantity("clock", 70.0, "1:10"))


@pytest.mark.parametrize(
    "text, axis, value",
    [
        ("I'm teetotal", "alcohol", "no"),
        ("doesn't drink alcohol", "alcohol", "no"),
        ("I eat no meat", "meat", "no"),
        ("ich habe mit dem Rauchen aufgehört", "smoking", "no"),
        ("works from home", "workplace", "home"),
        ("Je suis célibataire", "relationship", "single"),
    ],
)
def test_states_are_read_with_their_denials(text: str, axis: str, value: str) -> None:
    assert read(text).states.get(axis) == value


@pytest.mark.parametrize(
    "text, cue",
    [
        ("I no longer work there", "end"),
        ("moved to Ghent", "update"),
        ("actually it is Tuesday", "correction"),
        ("I like dogs too", "also"),
        ("used to play rugby", "past"),
        ("wants to learn the violin one day", "wish"),
        ("had pancakes today", "one_off"),
        ("usually cycles", "habit"),
        ("maybe on Friday", "hedge"),
    ],
)
def test_cues_are_found(text: str, cue: str) -> None:
    assert cue in read(text).cues


def test_a_past_in_a_clause_beside_a_home_is_not_told_of_it_but_a_time_is() -> None:
    assert "past" not in read("Moved to Oslo because he was ill").cues
    assert "past" in read("Moved to Oslo, when he was a child").cues


@pytest.mark.parametrize("text", ["my left knee hurts", "the stroke left me with a limp", "sits on the left"])
def test_left_is_not_always_the_verb(text: str) -> None:
    assert "end" not in read(text).cues


def test_a_reminder_denies_nothing() -> None:
    assert read("don't let me forget to buy milk").negated == frozenset()
    assert read("I don't buy milk").polarity == -1


@pytest.mark.parametrize(
    "text, subject",
    [
        ("Staging runs on port 8080", ("name", "staging")),
        ("CI runs on GitHub Actions", ("name", "ci")),
        ("Redis listens on port 6379", ("name", "redis")),
        ("The boiler heats the attic", ("thing", "boiler")),
        ("Runs on Mondays", ("user",)),
        ("Evening walks", ("user",)),
    ],
)
def test_a_verb_or_a_phrase_that_begins_with_one_ends_the_subject(text: str, subject: tuple[str, ...]) -> None:
    assert read(text).subject.key == subject


@pytest.mark.parametrize("text", ["Needs to set a date for the review", "Sees the dentist on Monday", "Up to date"])
def test_a_date_in_the_calendar_is_no_relationship(text: str) -> None:
    assert "relationship" not in read(text).states


@pytest.mark.parametrize("text", ["Expected a parcel", "Expects rain"])
def test_who_expects_something_is_not_expecting(text: str) -> None:
    assert "pregnancy" not in read(text).states


@pytest.mark.parametrize("name", ["Amy", "Busy"])
def test_a_word_that_only_ends_alike_is_not_the_known_one(name: str) -> None:
    assert read(f"{name} is here").subject.key == ("name", name.lower())


@pytest.mark.parametrize("text", ["Likes jazz", "I'm forty-one", "Takes metformin", "Vegan"])
def test_a_doing_or_a_state_can_be_told_in_two_words(text: str) -> None:
    assert says_enough(read(text))


@pytest.mark.parametrize("text", ["note one", "red apple", "how to repair a boat"])
def test_a_label_tells_nothing_that_could_be_contradicted(text: str) -> None:
    assert not says_enough(read(text))

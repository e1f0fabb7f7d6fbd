"""The generated texts behave like texts."""

from __future__ import annotations

from collections import Counter

from recollect.evals.speed.texts import WORDS_A_TEXT, Writer


def test_the_same_seed_writes_the_same() -> None:
    assert Writer(3).texts(20) == Writer(3).texts(20)
    assert Writer(3).texts(20) != Writer(4).texts(20)


def test_every_text_has_thirty_words_and_no_two_are_alike() -> None:
    texts = Writer(3).texts(500)
    assert {len(text.split()) for text in texts} == {WORDS_A_TEXT}
    assert len(set(texts)) == len(texts)


def test_a_few_words_are_common_and_most_are_rare() -> None:
    found = Counter(word for text in Writer(3).texts(3000) for word in set(text.split()))
    once = sum(count == 1 for count in found.values())
    assert once / len(found) > 0.25
    assert found.most_common(1)[0][1] > 1000


def test_questions_ask_about_different_things() -> None:
    questions = Writer(3).questions(50)
    assert len(set(questions)) == 50
    assert all(question.endswith("?") for question in questions)

"""Texts as numbers: every word has one, and several readers share the reading."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from recollect.rules import texts as module
from recollect.rules.texts import Marks, Rows, Texts, Vocabulary


def words_of(texts: Texts) -> list[list[str]]:
    reading = texts.reading
    ends = np.cumsum(reading.sizes).tolist()
    words = [reading.vocabulary.words[number] for number in reading.numbers.tolist()]
    return [words[end - size : end] for end, size in zip(ends, reading.sizes.tolist(), strict=True)]


def test_a_reading_is_the_words_of_each_text() -> None:
    texts = Texts(["the boat", "", "a  boat\nthe Boat"])
    assert words_of(texts) == [["the", "boat"], [], ["a", "boat", "the", "Boat"]]
    assert texts.reading is texts.reading
    assert texts == ["the boat", "", "a  boat\nthe Boat"]


def test_a_part_is_read_with_the_whole() -> None:
    texts = Texts(["one two", "three", "", "four five six"])
    part = texts.part(1, 9)
    assert part == ["three", "", "four five six"]
    assert words_of(part) == [["three"], [], ["four", "five", "six"]]
    assert part.reading.vocabulary is texts.reading.vocabulary


def test_a_full_vocabulary_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORDS_MAX", 1)
    first, second = Texts(["one two"]), Texts(["one three"])
    assert first.reading.vocabulary is not second.reading.vocabulary
    assert (words_of(first), words_of(second)) == ([["one", "two"]], [["one", "three"]])


def test_rows_are_learned_once_and_spread_in_order() -> None:
    learned: list[str] = []

    def letters(words: list[str], plain: list[str]) -> tuple[list[int], list[int]]:
        assert len(plain) == len(words)
        learned.extend(words)
        return list(map(ord, "".join(words))), list(map(len, words))

    vocabulary = Vocabulary()
    rows = Rows(vocabulary, letters)
    for _ in range(2):
        values, each = rows.spread(vocabulary.numbers(["ab", "c", "ab"]))
        assert (bytes(values.tolist()), each.tolist()) == (b"abcab", [2, 1, 2])
    assert sorted(learned) == ["ab", "c"]


def test_marks_are_learned_once_and_given_for_each_word() -> None:
    learned: list[str] = []

    def lengths(words: list[str], plain: list[str]) -> list[int]:
        learned.extend(words)
        return list(map(len, words))

    vocabulary = Vocabulary()
    marks = Marks(vocabulary, lengths)
    for said, found in ((["ab", "c", "ab"], [2, 1, 2]), (["c", "def"], [1, 3]), (["ab"], [2])):
        assert marks.of(vocabulary.numbers(said)).tolist() == found
    assert learned == ["ab", "c", "def"]


def test_plain_is_a_word_of_small_letters_without_its_closing_sign() -> None:
    vocabulary = Vocabulary()
    words = ["boat", "boat.", "boat;", "boat..", "Boat", "(boat", "b2", "...", "café", "boat's", "x?", "船"]
    vocabulary.numbers(words)
    assert dict(zip(vocabulary.words, vocabulary.plain, strict=True)) == {
        **dict.fromkeys(words, ""), "boat": "boat", "boat.": "boat", "boat;": "boat", "x?": "x",
    }  # fmt: skip


def test_bits_of_words_are_united_for_each_text() -> None:
    reading = Texts(["a b", "", "a", " "]).reading
    bits = Marks(reading.vocabulary, lambda words, _: [1 if word == "a" else 2 for word in words])
    assert reading.united(bits.of(reading.numbers)).tolist() == [3, 0, 1, 0]
    assert Texts(["", ""]).reading.united(np.zeros(0, dtype=np.int64)).tolist() == [0, 0]


def test_many_threads_agree_on_numbers_and_rows() -> None:
    vocabulary = Vocabulary()
    rows = Rows(vocabulary, lambda words, _: (list(map(ord, "".join(words))), list(map(len, words))))
    lists = [[f"w{(number * step) % 3001}" for number in range(2000)] for step in range(1, 9)]

    def read(words: list[str]) -> str:
        return "".join(map(chr, rows.spread(vocabulary.numbers(words))[0].tolist()))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(read, lists)) == ["".join(words) for words in lists]
    assert len(set(vocabulary.words)) == len(vocabulary.words)

"""Why a hit was found is told in the words of the question that its text has, and in no others."""

from __future__ import annotations

import pytest

from recollect import Memory
from recollect.read.explain import reasons, words_shared
from recollect.rules.text import terms


@pytest.mark.parametrize(
    "question, text, words",
    [
        ("Where does she live?", "Please deliver to my neighbour", []),
        ("What is it now?", "utcnow() is deprecated", []),
        ("Which day?", "Sunday is fun", []),
        ("Who can study?", "Study group is fun", ["study"]),
        ("Which Offices have cookies?", "The office has no cookie", ["Offices", "cookies"]),
        ("Has Ana's cat eaten, or the cat?", "Ana feeds the cats, they eat", ["Ana", "cat", "eaten"]),
        ("Is node.js there?", "we run node.js", ["node.js"]),
        ("Is node.js there?", "we have a node", ["node"]),
        ("C++ or Rust?", "mostly C++", ["C++"]),
        ("what calls getUserName?", "getUserName() is slow", ["getUserName"]),
        ("what calls getUserName?", "the name of a user", ["User", "Name"]),
        ("我住在哪里？", "我住在上海", ["我住在"]),
        ("東京のどこに住んでいますか", "東京に住んでいます", ["東京", "に住んでいます"]),
        ("चाय?", "मुझे चाय पसंद है", ["चाय"]),
        ("cafe Émile?", "Emile's café", ["cafe", "Émile"]),
        ("to be or not?", "To be or not to be", ["to", "be", "or", "not"]),
    ],
)
def test_the_words_shared_are_those_that_both_have_as_the_question_writes_them(
    question: str, text: str, words: list[str]
) -> None:
    assert words_shared(question, set(terms(question)), text) == words


def test_a_word_that_is_left_out_of_the_question_is_not_told() -> None:
    assert words_shared("What did we bake before 2020?", {"bake"}, "We bake since 2020") == ["bake"]


def test_a_hit_tells_the_words_it_has(memory: Memory) -> None:
    memory.add("The office has a cookie jar", user="ana")
    memory.add("Please deliver to my neighbour", user="ana")
    by_text = {hit.content: hit.why for hit in memory.search("Do offices deliver cookies alive?", user="ana")}
    assert "words: offices, cookies;" in by_text["The office has a cookie jar"]
    assert "words: deliver;" in by_text["Please deliver to my neighbour"]


def test_what_shares_no_word_was_found_by_meaning(memory: Memory) -> None:
    memory.add("Ana adopted a dog", user="ana")
    memory.add("The invoice is due on Friday", user="ana")
    for hit in memory.search("what pets are there?", user="ana"):
        assert "found by meaning;" in hit.why
        assert "the words of the question +" not in hit.why
    [by_word] = [hit for hit in memory.search("which dog?", user="ana") if "dog" in hit.content]
    assert "found by words and meaning; words: dog;" in by_word.why
    assert "the words of the question +" in by_word.why


def test_what_the_better_of_words_and_meaning_added_is_the_meanings_where_no_word_is_shared() -> None:
    names = {"words": "the words", "meaning": "its meaning"}
    told = reasons("hybrid", {"words": 1.5, "meaning": 0.25}, names, shared=False)
    assert told == ["found by meaning", "its meaning +1.75"]
    missing = reasons("hybrid", {"words": -0.5, "meaning": 0.25}, names, shared=False)
    assert missing == ["found by meaning", "the words -0.50", "its meaning +0.25"]
    both = reasons("hybrid", {"words": 1.5, "meaning": 0.25}, names, shared=True)
    assert both == ["found by words and meaning", "the words +1.50", "its meaning +0.25"]
    assert reasons("keyword", {"words": 1.5}, names, shared=False) == ["found by words", "the words +1.50"]

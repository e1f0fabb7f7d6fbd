"""Counting tokens: exactly as the tokenizer does, and refused with a reason where there is none."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from recollect import ConfigError, registry
from recollect.providers import tokenizers
from recollect.providers.embedders.static import StaticEmbedder, bundled_files

TEXTS = (
    "Ana moved to Lisbon in May",
    "- [8 May 2023] Caroline: hi!\n- x",
    "a  b",
    "日本語 テスト",
    "a\nb c\n\nd e \n f\n",
    "\nSkills & expertise:\n- Comfortable with FastAPI.",
    "don't :-) https://example.org/a?b=c",
    "x" * 1000,
)
COUNTING = registry.tokenizer("bundled")


@cache
def read() -> Tokenizer:
    return Tokenizer.from_file(str(bundled_files().tokenizer))


def whole(text: str) -> int:
    return len(read().encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize("text", TEXTS)
def test_word_by_word_is_the_same_as_the_whole(text: str) -> None:
    assert registry.tokenizer("bundled").count(text) == whole(text)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1), max_size=8))
def test_so_it_is_for_any_words(words: list[str]) -> None:
    for text in (" ".join(words), "\n".join(words)):
        assert COUNTING.count(text) == whole(text)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.from_regex(r"[a-zA-Z0-9²é]{1,9}[.,!?;:)]{0,2}", fullmatch=True), min_size=1, max_size=8))
def test_so_it_is_for_words_that_the_embedder_has_met(words: list[str]) -> None:
    StaticEmbedder().embed([" ".join(words)])
    assert registry.tokenizer("bundled").count(" ".join(words)) == whole(" ".join(words))


def test_what_the_embedder_has_met_is_not_encoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "quibbling wombats, surely"
    expected = whole(text)
    StaticEmbedder().embed([text])
    monkeypatch.setattr(tokenizers.FromFile, "_opened", lambda self: pytest.fail("asked the tokenizer"))
    assert registry.tokenizer("bundled").count(text) == expected


def test_a_new_word_is_looked_at_with_those_that_are_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    each = tokenizers.FromFile._each
    monkeypatch.setattr(tokenizers.FromFile, "_each", lambda self, words: asked.extend(words) or each(self, words))
    counting, texts = registry.tokenizer("bundled"), ["zanzibari quokkas", "quokkas vindaloo", "snorkelled"]
    counting.expect(texts)
    assert asked == [], "mostly all words are known"
    assert [counting.count(text) for text in texts] == [whole(text) for text in texts]
    assert sorted(asked) == ["quokkas", "snorkelled", "vindaloo", "zanzibari"], "each once"
    counting.expect(["unheard of"])
    counting.expect(())
    counting.count("brouhaha")
    assert asked[-1] == "brouhaha"
    assert "unheard" not in asked


def test_a_text_is_counted_once_and_the_text_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizers, "TEXTS_MAX", 3)
    counting = tokenizers.FromFile(bundled_files().tokenizer, name="bundled", by_words=True)
    for text in (*TEXTS, *TEXTS):
        assert counting.count(text) == whole(text)
        assert max(len(counting._counts), len(counting._rows)) <= 3
    monkeypatch.setattr(tokenizers.FromFile, "_by_word", lambda self, text: pytest.fail("counted again"))
    assert counting.count(TEXTS[-1]) == whole(TEXTS[-1])
    assert TEXTS[-1] not in str((counting._counts, counting._rows))


def test_a_table_of_words_that_is_full_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizers, "WORDS_MAX", 20)
    counting = registry.tokenizer("bundled")
    for number in range(30):
        text = f"word{number} stands beside known words\nin row {number} of many"
        assert counting.count(text) == whole(text)


def test_nothing_has_no_tokens() -> None:
    assert registry.tokenizer("bundled").count("") == 0


def test_an_estimate_is_a_quarter_of_the_characters() -> None:
    assert registry.tokenizer("estimate").count("abcdefghi") == 3


def test_a_file_of_ones_own_counts(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(bundled_files().tokenizer.read_text(encoding="utf-8"), encoding="utf-8")
    made = registry.tokenizer(str(path))
    assert (made.name, made.count(TEXTS[0])) == ("tokenizer.json", whole(TEXTS[0]))


def test_a_file_is_read_once_for_all_who_count_by_it_and_again_when_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(bundled_files().tokenizer.read_text(encoding="utf-8"), encoding="utf-8")
    assert registry.tokenizer(str(path)).count(TEXTS[0]) == whole(TEXTS[0])
    before = path.stat()
    path.write_text("not json", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert registry.tokenizer(str(path)).count(TEXTS[1]) == whole(TEXTS[1])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))
    with pytest.raises(ConfigError, match=r"tokenizer\.json"):
        registry.tokenizer(str(path)).count("a")


@pytest.mark.parametrize("text", ["not json", json.dumps({"model": "x"}), "[]"])
def test_a_file_that_is_no_tokenizer_is_refused_with_a_reason(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"tokenizer\.json"):
        registry.tokenizer(str(path)).count("a")


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="bundled, estimate"):
        registry.tokenizer("cl100k_base")

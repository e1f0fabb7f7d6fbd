"""What a model retells is kept where the sources bear it out, and of the same one: a set of sentences, good and bad."""

from __future__ import annotations

from datetime import timedelta

import pytest

from recollect.write.support.denying import denies
from recollect.write.support.grounding import Ground, called
from recollect.write.support.unspaced import unsaid_name
from tests.unit.write.support.retellings import AT, CASES, Case

LOST = {"Dana reviews the migration."}
"""Borne out, and not seen to be: "it" stands for the migration in another turn."""


def ground_of(case: Case) -> Ground:
    texts = [text for _, text in case.said]
    return Ground([(speaker or called(texts, None), text, AT) for speaker, text in case.said])


@pytest.mark.feature("PL-02", "PL-06")
@pytest.mark.parametrize("name", CASES)
def test_what_is_borne_out_is_kept(name: str) -> None:
    ground = ground_of(CASES[name])
    reasons = {sentence: ground.unsupported(sentence) for sentence in CASES[name].good}
    assert {sentence: reason for sentence, reason in reasons.items() if reason is not None}.keys() <= LOST


@pytest.mark.feature("PL-02", "PL-06")
@pytest.mark.parametrize("name", CASES)
def test_what_is_invented_or_told_of_another_is_dropped(name: str) -> None:
    ground = ground_of(CASES[name])
    assert [sentence for sentence in CASES[name].bad if ground.unsupported(sentence) is None] == []


def test_the_set_is_large_enough_to_say_something() -> None:
    assert sum(len(case.good) for case in CASES.values()) >= 60
    assert sum(len(case.bad) for case in CASES.values()) >= 60


def test_who_she_is_says_the_sentence_before() -> None:
    ground = ground_of(CASES["one speaks"])
    assert ground.unsupported("She decided to use stoneware clay.", "Ana talked about the ceramics workshop.") is None
    assert ground.unsupported("She decided to use stoneware clay.", "Rita is a nurse in Lisbon.") == "subject"
    assert ground.leans("Her sister is a nurse.")
    assert not ground.leans("They talked about clay.")


def test_a_written_date_is_that_day_and_a_relative_one_may_be_the_day_beside() -> None:
    ground = Ground([("Ana", "The workshop starts on June 12, 2026. The kiln arrives tomorrow.", AT)])
    day = AT.replace(hour=0)
    for days, written in ((34, False), (35, True), (36, False)):
        start = day + timedelta(days=days)
        assert ground.says_day(start, start + timedelta(days=1), "The workshop starts") is written
    tomorrow = day + timedelta(days=1)
    assert ground.says_day(tomorrow, tomorrow + timedelta(days=1), "The kiln arrives")
    june = day + timedelta(days=35)
    assert not ground.says_day(june, june + timedelta(days=1), "The kiln arrives")


def test_whom_memories_are_about() -> None:
    assert called(["Ana lives in Porto", "I like tea"], "ana") == "Ana"
    assert called(["Ana lives in Porto", "Ana's rent is 900", "Ana works at Acme", "I like tea"], "u-1") == "Ana"
    assert called(["Bob lives in Rome", "I like tea"], "u-1") == ""
    assert called(["User lives in Rome", "User likes tea", "User swims"], None) == ""


@pytest.mark.parametrize(
    "text, denied",
    [
        ("ピーナッツは食べません", True),
        ("肉を食べない", True),
        ("窯を予約しなければなりません", False),
        ("我不吃肉", True),
        ("我没有车", True),
        ("不得不去", False),
        ("고기를 먹지 않아요", True),
        ("고기를 안 먹어요", True),
        ("차가 없어요", True),
        ("안녕하세요", False),
        ("Non fumo", True),
        ("He likes not only tea", False),
    ],
)
def test_what_denies(text: str, denied: bool) -> None:
    assert denies(text) is denied


@pytest.mark.parametrize(
    "text, spoken, name",
    [
        ("山田は京都に住んでいます", "東京に住んでいます", "山田"),
        ("田中は相談しました", "田中です", ""),
        ("王伟在上海", "李娜在上海", "王伟"),
        ("上海银行", "在上海的银行", ""),
        ("민호는 서울에 살아요", "지수는 서울에 살아요", "민호"),
        ("Ana lives in Porto", "", ""),
    ],
)
def test_names_in_scripts_without_capitals(text: str, spoken: str, name: str) -> None:
    assert unsaid_name(text, spoken) == name

"""Summaries by rules: quoted, central, varied, bounded, in any language."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

import pytest

from recollect.lifecycle.cues import labelled, to_do
from recollect.lifecycle.summarize import Dated, Line, Named, Summary, bounded, heading, render, summarize
from recollect.lifecycle.topics import inverse_frequency, topics
from recollect.rules import tokens

EVEN = inverse_frequency(0, {})
DAY = datetime(2024, 5, 7, tzinfo=UTC)


def lines(*said: str, speakers: tuple[str, ...] = ("Ana", "Ben")) -> list[Line]:
    return [
        Line(text=text.rstrip("?"), speaker=speakers[turn % len(speakers)], turn=turn, asks=text.endswith("?"))
        for turn, text in enumerate(said)
    ]


GARDEN = lines(
    "Hi Ben! I planted twelve tomato seedlings in the garden yesterday",
    "Wow, which tomato seedlings did you plant in the garden?",
    "We decided to grow heirloom tomato seedlings in the greenhouse this year",
    "Sounds great",
    "I need to buy a new hose for the greenhouse",
    "The greenhouse roof leaks a little when it rains in the garden",
    "Ben, my neighbour Rita lends me her watering can",
)


def test_decisions_and_actions_are_found_and_quoted_with_who_said_them() -> None:
    made = summarize(GARDEN, worth=EVEN)
    assert made is not None
    assert made.decisions == ("Ana: We decided to grow heirloom tomato seedlings in the greenhouse this year",)
    assert made.action_items == ("Ana: I need to buy a new hose for the greenhouse",)


def test_every_line_of_a_summary_was_said() -> None:
    made = summarize(GARDEN, worth=EVEN)
    assert made is not None
    said = [line.text.lower() for line in GARDEN]
    for line in (*made.recap, *made.decisions, *made.action_items):
        assert any(line.partition(": ")[2].lower() in text for text in said)


def test_greetings_names_reactions_and_questions_are_no_recap() -> None:
    made = summarize(GARDEN, worth=EVEN)
    assert made is not None
    recap = " | ".join(made.recap)
    assert "Hi" not in recap
    assert "Sounds great" not in recap
    assert "which tomato" not in recap
    assert not any(line.endswith(("Ben", ": Ana")) for line in made.recap)


def test_topics_are_what_is_said_again_and_names() -> None:
    found = summarize(GARDEN, worth=EVEN)
    assert found is not None
    assert {"tomato seedlings", "greenhouse"} <= set(found.topics)
    assert "Ana" not in found.topics
    assert "Ben" not in found.topics


@pytest.mark.parametrize(
    "said, decided, to_do",
    [
        (
            ["Der Umzug nach Leipzig rückt näher.", "Wir haben uns für die Wohnung am Park entschieden.",
             "Ich muss noch den Umzugswagen bestellen.", "Die Wohnung am Park hat einen Balkon nach Süden."],
            "Park entschieden", "Umzugswagen",
        ),
        (
            ["El viaje a Lima sale en agosto.", "Decidimos viajar en tren hasta la costa peruana.",
             "Tengo que reservar el hotel en Lima.", "El tren hasta la costa tarda nueve horas completas."],
            "Decidimos", "reservar",
        ),
        (
            ["下个月我们公司搬到上海的新办公室", "我们决定用新的数据库系统做项目", "我要准备数据库系统的测试报告",
             "新的数据库系统比以前快很多"],
            "决定", "测试报告",
        ),
        (
            ["来月は京都へ引っ越しをする予定です", "新しいデータベースを使うことにしました",
             "明日までに契約書を送るつもりです", "新しいデータベースはとても速いと思います"],
            "ことにしました", "契約書",
        ),
    ],
)  # fmt: skip
def test_other_languages_are_summarised_too(said: list[str], decided: str, to_do: str) -> None:
    made = summarize(lines(*said), worth=EVEN)
    assert made is not None
    assert any(decided in line for line in made.decisions)
    assert any(to_do in line for line in made.action_items)
    assert made.topics


def test_a_string_said_again_is_a_topic_where_words_have_no_spaces() -> None:
    found = topics(["我们用新的数据库系统", "数据库系统很快", "数据库系统的测试"], names=(), worth=EVEN)
    assert "数据库系统" in found


@pytest.mark.parametrize(
    "length, shown",
    [
        (timedelta(days=1), "2024-05-07"),
        (timedelta(days=2), "2024-05-07 to 2024-05-08"),
        (timedelta(days=31), "2024-05"),
        (timedelta(days=366), "2024"),
        (timedelta(days=90), None),
    ],
)
def test_a_date_is_as_precise_as_the_words(length: timedelta, shown: str | None) -> None:
    told = Line(text="The harvest festival opened", speaker="Ana", turn=8, days=(Named(start=DAY, end=DAY + length),))
    made = summarize([*GARDEN, told], worth=EVEN)
    assert made is not None
    expected = () if shown is None else (Dated(day=shown, text="Ana: The harvest festival opened"),)
    assert made.key_dates == expected


@pytest.mark.parametrize(
    "turns, topic",
    [
        (["कंप्यूटर का उपयोग करना है", "कंप्यूटर खरीदना है"], "कंप्यूटर"),
        (["நான் சென்னையில் வாழ்கிறேன்", "சென்னையில் மழை"], "சென்னையில்"),
        (["আমি ঢাকায় থাকি", "ঢাকায় বৃষ্টি"], "ঢাকায়"),
        (["أَسْكُنُ في القَاهِرَةِ", "القَاهِرَةِ جميلة"], "القَاهِرَةِ"),
    ],
)
def test_vowel_signs_stay_in_their_words(turns: list[str], topic: str) -> None:
    assert topic in topics(turns, names=(), worth=EVEN)


@pytest.mark.parametrize(
    "text, due",
    [
        ("मुझे टिकट बुक करनी है", True),
        ("मुझे जूते खरीदने होंगे", True),
        ("दवा लेनी पड़ेगी", True),
        ("मुझे काम करना है", True),
        ("यह घर पुराना है", False),
        ("वे पुराने होंगे", False),
        ("मुझे यह खाना पसंद है", False),
        ("मुझे चाय चाहिए! उसका सोना है", False),
    ],
)
def test_what_is_to_be_done_in_hindi(text: str, due: bool) -> None:
    assert to_do(text) is due


def test_time_to_look_for_a_task_grows_with_the_text_and_no_faster() -> None:
    def seconds(chars: int) -> float:
        text = "मुझे " * (chars // 5)
        started = time.thread_time()
        to_do(text)
        return time.thread_time() - started

    small = min(seconds(8_000) for _ in range(2))
    assert any(seconds(64_000) < 8 * 2 * max(small, 0.005) for _ in range(4))  # a busy machine may be slow meanwhile


@pytest.mark.parametrize("said", [["yes"] * 10, ["The greenhouse roof leaks when it rains heavily"] * 3, []])
def test_too_little_is_no_summary(said: list[str]) -> None:
    assert summarize(lines(*said), worth=EVEN) is None


def test_a_summary_fits_its_budget_and_keeps_its_recap() -> None:
    long = Summary(
        recap=tuple(f"Ana: sentence number {n} about the garden and the greenhouse" for n in range(6)),
        topics=tuple(f"topic{n}" for n in range(6)),
        decisions=tuple(f"Ana: We decided number {n} about all of this" for n in range(5)),
        key_dates=tuple(Dated(day=f"2024-05-0{n + 1}", text=f"Ana: something happened {n}") for n in range(5)),
        action_items=tuple(f"Ana: I need to do number {n} in the garden" for n in range(5)),
    )
    short = bounded(long, head="Conversation", tokens_max=120)
    assert tokens.estimate(render(short, head="Conversation")) <= 120
    assert short.recap
    assert short.decisions
    assert bounded(long, head="", tokens_max=10_000) == long


def test_the_heading_says_who_and_when() -> None:
    assert heading(["Ana", "Ben"], date(2024, 5, 7), date(2024, 5, 7)) == "Conversation of Ana, Ben, 2024-05-07"
    assert heading([], date(2024, 5, 7), date(2024, 5, 9)) == "Conversation, 2024-05-07 to 2024-05-09"
    assert heading(list("abcde"), DAY.date(), DAY.date()).startswith("Conversation of a, b, c, d and others")


@pytest.mark.feature("PL-04")
def test_a_short_talk_in_which_something_was_decided_has_a_summary() -> None:
    said = ["Which clay?", "We decided to use stoneware clay.", "Fine.", "I need to book the old kiln.", "Yes.", "Bye."]
    made = summarize(lines(*said), worth=EVEN)
    assert made is not None
    assert "stoneware" in made.decisions[0]
    assert "kiln" in made.action_items[0]
    assert summarize(lines("Which clay?", "Stoneware.", "Fine.", "Good.", "Yes.", "Bye."), worth=EVEN) is None


@pytest.mark.feature("PL-06")
def test_labels_and_boxes_say_what_was_decided_and_what_is_to_do() -> None:
    made = summarize(
        lines("decided: tabs", "DECISION: ship on Monday", "- [ ] call Tom", "- [x] pay rent", "ACTION: Rita sends it"),
        worth=EVEN,
    )
    assert made is not None
    assert made.decisions == ("Ana: Decided: tabs", "Ben: DECISION: ship on Monday")
    assert made.action_items == ("Ana: call Tom", "Ana: ACTION: Rita sends it")
    assert made.recap == ()


@pytest.mark.parametrize("text", ["The decision: nobody knows it", "I saw an action film", "Tasks are done"])
def test_words_of_labels_are_none_inside_a_sentence(text: str) -> None:
    assert not labelled(text)


@pytest.mark.parametrize("filler", ["Noted", "All right", "Gut", "Alles klar", "Perfecto"])
def test_mere_consent_is_no_recap(filler: str) -> None:
    said = ["We decided to move the warehouse to Linz", filler, "I need to call the insurer about the truck", filler]
    made = summarize(lines(*said, speakers=("Ana", "Assistant")), worth=EVEN)
    assert made is not None
    assert made.recap == ()
    assert made.topics == () or filler not in made.topics


def test_code_is_neither_decision_nor_recap() -> None:
    code = Line(text="print('we decided to use tabs in the greenhouse')", speaker="Ana", turn=9, code=True)
    made = summarize([*GARDEN, code], worth=EVEN)
    assert made is not None
    assert not any("print" in line.lower() for line in (*made.decisions, *made.recap))


def test_every_time_of_a_sentence_has_its_day() -> None:
    later = DAY + timedelta(days=2)
    told = Line(
        text="The audit was yesterday and the report is due tomorrow",
        speaker="Ana",
        turn=8,
        days=(
            Named(start=DAY, end=DAY + timedelta(days=1), words="The audit was yesterday"),
            Named(start=later, end=later + timedelta(days=1), words="the report is due tomorrow"),
        ),
    )
    made = summarize([*GARDEN, told], worth=EVEN)
    assert made is not None
    assert made.key_dates == (
        Dated(day="2024-05-07", text="Ana: The audit was yesterday"),
        Dated(day="2024-05-09", text="Ana: the report is due tomorrow"),
    )

"""Times in questions that are asked in Chinese and Japanese."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.rules.temporal import intervals

NOW = datetime(2023, 8, 16, 12, 0, tzinfo=UTC)  # a Wednesday

DAY_BEFORE_YESTERDAY = ("2023-08-14", "2023-08-15")
YESTERDAY = ("2023-08-15", "2023-08-16")
TODAY = ("2023-08-16", "2023-08-17")
LAST_WEEK = ("2023-08-07", "2023-08-14")
THIS_WEEK = ("2023-08-14", "2023-08-21")
NEXT_WEEK = ("2023-08-21", "2023-08-28")
LAST_WEEKEND = ("2023-08-12", "2023-08-14")
LAST_MONTH = ("2023-07-01", "2023-08-01")
LAST_YEAR = ("2022-01-01", "2023-01-01")
LAST_SUMMER = ("2022-06-01", "2022-09-01")
LAST_FRIDAY = ("2023-08-11", "2023-08-12")
DAYS_AGO = ("2023-08-13", "2023-08-14")
WEEKS_AGO = ("2023-07-30", "2023-08-06")
MONTHS_AGO = ("2023-05-04", "2023-05-29")
YEARS_AGO = ("2021-04-18", "2021-12-14")
YEAR_AND_A_HALF_AGO = ("2021-12-18", "2022-04-17")
LAST_THREE_MONTHS = ("2023-05-16", "2023-08-17")
IN_MAY = ("2023-05-01", "2023-06-01")
MAY_OF_LAST_YEAR = ("2022-05-01", "2022-06-01")
THIRD_OF_MAY = ("2023-05-03", "2023-05-04")
END_OF_LAST_YEAR = ("2022-09-01", "2023-01-01")
BEFORE_2020 = ("1900-01-01", "2020-01-01")
MAY_TO_JULY = ("2023-05-01", "2023-08-01")
DAY_AFTER_TOMORROW = ("2023-08-18", "2023-08-19")
THE_LAST_DAYS = ("2023-08-09", "2023-08-17")
DAYS_OF_MAY = ("2023-05-03", "2023-05-06")


def spans(text: str) -> list[tuple[str, str]]:
    found = intervals(text, NOW, beyond=True)
    return [(span.start.date().isoformat(), span.end.date().isoformat()) for span in found]


CHINESE = [
    ("我昨天做了什么？", YESTERDAY),
    ("前天", DAY_BEFORE_YESTERDAY),
    ("上周发生了什么？", LAST_WEEK),
    ("这个星期", THIS_WEEK),
    ("上个周末", LAST_WEEKEND),
    ("上个月", LAST_MONTH),
    ("去年", LAST_YEAR),
    ("三天前", DAYS_AGO),
    ("两个星期前我去了哪里？", WEEKS_AGO),
    ("三个月前", MONTHS_AGO),
    ("一年半前", YEAR_AND_A_HALF_AGO),
    ("最近三个月", LAST_THREE_MONTHS),
    ("2023年5月", IN_MAY),
    ("二〇二三年五月", IN_MAY),
    ("五月", IN_MAY),
    ("去年五月", MAY_OF_LAST_YEAR),
    ("５月３日", THIRD_OF_MAY),
    ("五月三号", THIRD_OF_MAY),
    ("上个月5号", ("2023-07-05", "2023-07-06")),
    ("去年夏天", LAST_SUMMER),
    ("上周五我见了谁？", LAST_FRIDAY),
    ("周五", LAST_FRIDAY),
    ("去年年底", END_OF_LAST_YEAR),
    ("2020年以前", BEFORE_2020),
    ("从五月到七月", MAY_TO_JULY),
    ("上上周", ("2023-07-31", "2023-08-07")),
    ("90年代", ("1990-01-01", "2000-01-01")),
    ("我后天做什么？", DAY_AFTER_TOMORROW),
    ("我周末做了什么？", LAST_WEEKEND),
    ("最近几天我做了什么？", THE_LAST_DAYS),
    ("我这几天做了什么？", THE_LAST_DAYS),
    ("5月3日到5日", DAYS_OF_MAY),
]
JAPANESE = [
    ("昨日何をした？", YESTERDAY),
    ("一昨日", DAY_BEFORE_YESTERDAY),
    ("先週何があった？", LAST_WEEK),
    ("来週", NEXT_WEEK),
    ("先週末", LAST_WEEKEND),
    ("先月", LAST_MONTH),
    ("昨年", LAST_YEAR),
    ("二週間前", WEEKS_AGO),
    ("3ヶ月前に何をした", MONTHS_AGO),
    ("二年前", YEARS_AGO),
    ("過去3か月", LAST_THREE_MONTHS),
    ("2023年5月", IN_MAY),
    ("去年の5月", MAY_OF_LAST_YEAR),
    ("5月3日に誰と会った？", THIRD_OF_MAY),
    ("2023/5/3に何をした？", THIRD_OF_MAY),
    ("去年の夏", LAST_SUMMER),
    ("先週の金曜日", LAST_FRIDAY),
    ("金曜日に誰と会った？", LAST_FRIDAY),
    ("先月末", ("2023-07-21", "2023-08-01")),
    ("5月から7月まで", MAY_TO_JULY),
    ("明後日は何をする？", DAY_AFTER_TOMORROW),
    ("週末に何をした？", LAST_WEEKEND),
    ("週末会った人は誰？", LAST_WEEKEND),
    ("今日子供と何をした？", TODAY),
    ("5月3日から5日まで何をした？", DAYS_OF_MAY),
]


@pytest.mark.parametrize("question, stretch", CHINESE + JAPANESE)
def test_a_question_means_this_stretch(question: str, stretch: tuple[str, str]) -> None:
    assert spans(question) == [stretch]


@pytest.mark.parametrize(
    "question",
    [
        "我每周五做什么？",
        "我一周三次做什么？",
        "五月天的演唱会怎么样？",
        "3日間の旅行はどうだった",
        "毎週金曜日に何をする",
        "日曜大工は好きですか",
        "我每个星期三做什么？",
        "我每个周末做什么？",
        "周末想吃什么？",
        "周五郎是谁？",
        "以后天天做什么？",
        "三天后天气怎么样？",
        "今日子さんは誰ですか",
        "三月兔是谁？",
        "三月街在哪里？",
        "上周刊是什么？",
        "夏天旅馆在哪里？",
    ],
)
def test_what_only_looks_like_a_time_is_none(question: str) -> None:
    assert spans(question) == []

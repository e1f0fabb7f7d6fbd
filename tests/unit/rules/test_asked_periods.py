"""Times that are read in questions alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.rules.temporal import intervals

NOW = datetime(2023, 8, 16, 12, 0, tzinfo=UTC)  # a Wednesday


def spans(text: str, now: datetime = NOW) -> list[tuple[str, str]]:
    found = intervals(text, now, beyond=True)
    return [(span.start.date().isoformat(), span.end.date().isoformat()) for span in found]


@pytest.mark.parametrize(
    "question, start, end",
    [
        ("Who came on the first Monday of June?", "2023-06-05", "2023-06-06"),
        ("What did I do on the last Friday of May 2022?", "2022-05-27", "2022-05-28"),
        ("the second Saturday in March", "2023-03-11", "2023-03-12"),
        ("the first Monday of December", "2022-12-05", "2022-12-06"),
        ("the 4th Thursday of November '21", "2021-11-25", "2021-11-26"),
        ("the last day of last month", "2023-07-31", "2023-08-01"),
        ("the first day of the month", "2023-08-01", "2023-08-02"),
        ("the first Monday of the month", "2023-08-07", "2023-08-08"),
        ("What did I say on the 3rd?", "2023-08-03", "2023-08-04"),
        ("What did I say on the 20th?", "2023-07-20", "2023-07-21"),
        ("on the 31st", "2023-07-31", "2023-08-01"),
        ("on the 3rd of last month", "2023-07-03", "2023-07-04"),
        ("On the 9th, who called?", "2023-08-09", "2023-08-10"),
        ("since the 3rd", "2023-08-03", "2023-08-16"),
        ("after the 3rd", "2023-08-04", "2023-08-16"),
        ("late last year", "2022-09-01", "2023-01-01"),
        ("at the end of last month", "2023-07-21", "2023-08-01"),
        ("at the beginning of this year", "2023-01-01", "2023-05-02"),
        ("early last summer", "2022-06-01", "2022-07-01"),
        ("H1 2024", "2024-01-01", "2024-07-01"),
        ("in H2 of 2022", "2022-07-01", "2023-01-01"),
        ("What did I write six months back?", "2023-02-04", "2023-03-01"),
        ("a year and a half back", "2021-12-18", "2022-04-17"),
        ("a few years back", "2020-04-18", "2020-12-14"),
        ("3 wks ago", "2023-07-23", "2023-07-30"),
        ("2 mos ago", "2023-06-04", "2023-06-29"),
        ("2 yrs back", "2021-04-18", "2021-12-14"),
        ("the past 6 mo", "2023-02-16", "2023-08-17"),
        ("in the last 2 wks", "2023-08-02", "2023-08-17"),
        ("in the past fortnight", "2023-08-02", "2023-08-17"),
        ("the last two fortnights", "2023-07-19", "2023-08-17"),
        ("the last half year", "2023-02-16", "2023-08-17"),
        ("this past weekend", "2023-08-12", "2023-08-14"),
        ("the past weekend", "2023-08-12", "2023-08-14"),
        ("What did I do earlier today?", "2023-08-16", "2023-08-17"),
        ("What did we do earlier this week?", "2023-08-14", "2023-08-21"),
        ("What about the 15th?", "2023-08-15", "2023-08-16"),
        ("What did I do between the 3rd and the 10th?", "2023-08-03", "2023-08-11"),
        ("What did I do from the 3rd to the 10th?", "2023-08-03", "2023-08-11"),
        ("from the 20th to the 5th", "2023-07-20", "2023-08-06"),
        ("between the 3rd and the 10th of last month", "2023-07-03", "2023-07-11"),
        ("What did I eat three nights ago?", "2023-08-13", "2023-08-14"),
        ("in the first quarter of this year", "2023-01-01", "2023-04-01"),
        ("the last half of last year", "2022-07-01", "2023-01-01"),
        ("What did I do over the weekend?", "2023-08-12", "2023-08-14"),
        ("What happened on the weekend?", "2023-08-12", "2023-08-14"),
        ("Who visited us at the weekend?", "2023-08-12", "2023-08-14"),
        ("Who came over the weekend of May 4?", "2023-05-06", "2023-05-08"),
    ],
)
def test_in_a_question_these_words_mean_this_stretch(question: str, start: str, end: str) -> None:
    assert spans(question) == [(start, end)]


@pytest.mark.parametrize(
    "question, now, start",
    [
        ("on the 30th", datetime(2023, 3, 15, tzinfo=UTC), "2023-01-30"),
        ("on the 16th", NOW, "2023-08-16"),
        ("the first Monday of August", datetime(2023, 8, 1, tzinfo=UTC), "2022-08-01"),
        ("past weekend", datetime(2023, 8, 20, tzinfo=UTC), "2023-08-12"),
    ],
)
def test_a_question_looks_back(question: str, now: datetime, start: str) -> None:
    assert spans(question, now)[0][0] == start


@pytest.mark.parametrize(
    "question",
    [
        "Who lives on the 3rd floor?",
        "Did it work on the 3rd try?",
        "What did I say on the 21st century?",
        "Who fought before the 2nd World War?",
        "What is the 2nd best book?",
        "Can you give me ten days back?",
        "When will I get my 2 days back?",
        "I want two weeks back",
        "Who spent three months back in Rome?",
        "What did I wear on my first day of school?",
        "the last day of school",
        "What was the half of it?",
        "the last half hour",
        "What is H1 for?",
        "Is Mo back?",
        "Does my back hurt?",
        "How late is it?",
        "Is it the end of an era?",
        "What is on the 2nd, 3rd and 4th floors?",
        "Who lives between the 3rd and the 10th floor?",
        "What about the 5th amendment?",
        "the third half of the year",
        "What do I usually do on the weekend?",
        "What did we always cook at the weekend?",
        "What are we doing over the weekend?",
    ],
)
def test_what_only_looks_like_such_a_time_is_none(question: str) -> None:
    assert spans(question) == []


@pytest.mark.parametrize(
    "statement, starts",
    [
        ("I fly on the 3rd", []),
        ("The newsletter goes out on the first Monday of the month", ["2023-08-14"]),
        ("We moved late last year", ["2022-01-01"]),
        ("I saw her six months back", []),
        ("I quit 3 wks ago", []),
        ("H1 2024 was good", ["2024-01-01"]),
        ("last half year", []),
    ],
)
def test_in_a_statement_they_stay_what_they_are(statement: str, starts: list[str]) -> None:
    assert [span.start.date().isoformat() for span in intervals(statement, NOW)] == starts

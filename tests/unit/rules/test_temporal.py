"""Time expressions become the stretches a person means."""

from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.rules.expressions import names_days
from recollect.rules.temporal import EXPRESSIONS_MAX, Interval, fit, intervals

NOW = datetime(2023, 8, 16, 12, 0, tzinfo=UTC)  # a Wednesday


def spans(text: str, now: datetime = NOW) -> list[tuple[str, str]]:
    return [(found.start.date().isoformat(), found.end.date().isoformat()) for found in intervals(text, now)]


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("What did we do yesterday?", "2023-08-15", "2023-08-16"),
        ("the day before yesterday", "2023-08-14", "2023-08-15"),
        ("anything today", "2023-08-16", "2023-08-17"),
        ("in May 2022", "2022-05-01", "2022-06-01"),
        ("in May", "2023-05-01", "2023-06-01"),
        ("last October", "2022-10-01", "2022-11-01"),
        ("next September", "2023-09-01", "2023-10-01"),
        ("on 3 June", "2023-06-03", "2023-06-04"),
        ("June 3rd, 2021", "2021-06-03", "2021-06-04"),
        ("the 3rd of June 2021", "2021-06-03", "2021-06-04"),
        ("on December 24", "2022-12-24", "2022-12-25"),
        ("2021-02-03", "2021-02-03", "2021-02-04"),
        ("since 2021-02", "2021-02-01", "2023-08-16"),
        ("25/12/2021", "2021-12-25", "2021-12-26"),
        ("24.12.2021", "2021-12-24", "2021-12-25"),
        ("in 2019", "2019-01-01", "2020-01-01"),
        ("last summer", "2022-06-01", "2022-09-01"),
        ("the summer of 2020", "2020-06-01", "2020-09-01"),
        ("last winter", "2022-12-01", "2023-03-01"),
        ("this spring", "2023-03-01", "2023-06-01"),
        ("three days ago", "2023-08-13", "2023-08-14"),
        ("twenty-one days ago", "2023-07-26", "2023-07-27"),
        ("thirty days ago", "2023-07-17", "2023-07-18"),
        ("fifteen years ago", "2008-04-18", "2008-12-14"),
        ("half a year ago", "2023-01-17", "2023-03-18"),
        ("what happened in march", "2023-03-01", "2023-04-01"),
        ("where was I last may", "2023-05-01", "2023-06-01"),
        ("in May last year", "2022-05-01", "2022-06-01"),
        ("last year in October", "2022-10-01", "2022-11-01"),
        ("in December of this year", "2023-12-01", "2024-01-01"),
        ("a few days ago", "2023-08-12", "2023-08-15"),
        ("two weeks ago", "2023-07-30", "2023-08-06"),
        ("a month ago", "2023-07-04", "2023-07-29"),
        ("last week", "2023-08-07", "2023-08-14"),
        ("this month", "2023-08-01", "2023-09-01"),
        ("last year", "2022-01-01", "2023-01-01"),
        ("last weekend", "2023-08-12", "2023-08-14"),
        ("in the past two weeks", "2023-08-02", "2023-08-17"),
        ("last Tuesday", "2023-08-15", "2023-08-16"),
        ("on Friday", "2023-08-11", "2023-08-12"),
        ("next Monday", "2023-08-21", "2023-08-22"),
        ("the first week of March", "2023-03-01", "2023-03-08"),
        ("the last week of March 2021", "2021-03-25", "2021-04-01"),
        ("the first weekend of July", "2023-07-01", "2023-07-03"),
        ("early June", "2023-06-01", "2023-06-11"),
        ("at the end of July", "2023-07-21", "2023-08-01"),
        ("between May and July", "2023-05-01", "2023-08-01"),
        ("from November to February", "2022-11-01", "2023-03-01"),
        ("since January", "2023-01-01", "2023-08-16"),
        ("at Christmas", "2022-12-24", "2022-12-27"),
        ("Thanksgiving 2022", "2022-11-23", "2022-11-26"),
        ("last Christmas", "2022-12-24", "2022-12-27"),
        ("next Christmas", "2023-12-24", "2023-12-27"),
        ("the weekend before last", "2023-08-05", "2023-08-07"),
        ("the week before last", "2023-07-31", "2023-08-07"),
        ("the month before last", "2023-06-01", "2023-07-01"),
        ("the year before last", "2021-01-01", "2022-01-01"),
        ("the night before last", "2023-08-14", "2023-08-15"),
        ("the Friday before last", "2023-08-04", "2023-08-05"),
        ("the winter before last", "2021-12-01", "2022-03-01"),
        ("two Fridays ago", "2023-08-04", "2023-08-05"),
        ("three weekends ago", "2023-07-29", "2023-07-31"),
        ("two summers ago", "2021-06-01", "2021-09-01"),
        ("a fortnight ago", "2023-07-30", "2023-08-06"),
        ("a decade ago", "2012-08-16", "2014-08-16"),
        ("in the 90s", "1990-01-01", "2000-01-01"),
        ("in the '80s", "1980-01-01", "1990-01-01"),
        ("in the late nineties", "1996-01-01", "2000-01-01"),
        ("during the 1970s", "1970-01-01", "1980-01-01"),
        ("in the noughties", "2000-01-01", "2010-01-01"),
        ("2010-2014", "2010-01-01", "2015-01-01"),
        ("March to May 2021", "2021-03-01", "2021-06-01"),
        ("winter 2021 - 2022", "2021-12-01", "2022-03-01"),
        ("the Sunday before October 25, 2022", "2022-10-23", "2022-10-24"),
        ("on the Friday after 4 July 2022", "2022-07-08", "2022-07-09"),
        ("the Monday after 4 July 2022", "2022-07-11", "2022-07-12"),
        ("in Q1 2021", "2021-01-01", "2021-04-01"),
        ("the third quarter of 2021", "2021-07-01", "2021-10-01"),
        ("last quarter", "2023-04-01", "2023-07-01"),
        ("the first half of 2021", "2021-01-01", "2021-07-01"),
        ("in the last three months", "2023-05-16", "2023-08-17"),
        ("Tuesday last week", "2023-08-08", "2023-08-09"),
        ("last week on Friday", "2023-08-11", "2023-08-12"),
    ],
)
def test_an_expression_means_this_stretch(text: str, start: str, end: str) -> None:
    assert spans(text) == [(start, end)]


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("the summer of '22", "2022-06-01", "2022-09-01"),
        ("in May ’21", "2021-05-01", "2021-06-01"),
        ("May'21", "2021-05-01", "2021-06-01"),
        ("on 3 May '21", "2021-05-03", "2021-05-04"),
        ("Christmas '20", "2020-12-24", "2020-12-27"),
        ("late '22", "2022-09-01", "2023-01-01"),
        ("in Q3 '22", "2022-07-01", "2022-10-01"),
        ("winter '21/'22", "2021-12-01", "2022-03-01"),
        ("back in '19", "2019-01-01", "2020-01-01"),
        ("before I left in '98", "1998-01-01", "1999-01-01"),
        ("the plans for summer '25", "2025-06-01", "2025-09-01"),
        ("between '19 and '21", "2019-01-01", "2022-01-01"),
        ("my grandfather was born in '27", "1927-01-01", "1928-01-01"),
        ("born in May '27", "1927-05-01", "1927-06-01"),
        ("he retired in '24", "1924-01-01", "1925-01-01"),
        ("I will retire in '34", "2034-01-01", "2035-01-01"),
        ("it will be released in '27", "2027-01-01", "2028-01-01"),
        ("it'll open in summer '31", "2031-06-01", "2031-09-01"),
        ("Tom was born here. The bridge opens in '27", "2027-01-01", "2028-01-01"),
        ("who was born in '98", "1998-01-01", "1999-01-01"),
        ("he will be there, he was born in '24", "1924-01-01", "1925-01-01"),
    ],
)
def test_a_year_of_two_figures_is_a_year(text: str, start: str, end: str) -> None:
    assert spans(text) == [(start, end)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("what happened in '12 Angry Men'", []),
        ("I changed the address from '10.0.0.1' to '10.0.0.2'", []),
        ("the limit went from '10,000' to '50%'", []),
        ("the meeting moved to '10:30'", []),
        ("I set the margin to '10px", []),
        ("I am 5'11", []),
        ("in May's '99 Luftballons'", ["2023-05-01"]),
        ("in the '80s", ["1980-01-01"]),
    ],
)
def test_other_numbers_after_a_quotation_mark_are_no_year(text: str, expected: list[str]) -> None:
    assert [start for start, _ in spans(text)] == expected


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("on New Year's Eve 2021", "2021-12-31", "2022-01-02"),
        ("New Year’s Eve, 2021", "2021-12-31", "2022-01-02"),
        ("New Years Eve '21", "2021-12-31", "2022-01-02"),
        ("New Year's Eve in 2021", "2021-12-31", "2022-01-02"),
        ("last New Year's Eve", "2022-12-31", "2023-01-02"),
        ("this New Year's Eve", "2023-12-31", "2024-01-02"),
        ("New Year's Day 2021", "2020-12-31", "2021-01-03"),
        ("New Year's Day in 2021", "2020-12-31", "2021-01-03"),
        ("Christmas Eve 2021", "2021-12-24", "2021-12-27"),
        ("on Feb 29", "2020-02-29", "2020-03-01"),
        ("29 February", "2020-02-29", "2020-03-01"),
    ],
)
def test_a_day_that_few_years_or_the_year_before_have_is_found_in_its_year(text: str, start: str, end: str) -> None:
    assert spans(text) == [(start, end)]


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("1.5 years ago", "2021-12-18", "2022-04-17"),
        ("1,5 years ago", "2021-12-18", "2022-04-17"),
        ("a year and a half ago", "2021-12-18", "2022-04-17"),
        ("two and a half weeks ago", "2023-07-26", "2023-08-02"),
        ("2.5 months ago", "2023-05-20", "2023-06-14"),
        ("a year ago today", "2022-08-16", "2022-08-17"),
        ("today a year ago", "2022-08-16", "2022-08-17"),
        ("two weeks ago today", "2023-08-02", "2023-08-03"),
        ("a month ago yesterday", "2023-07-15", "2023-07-16"),
        ("three years ago this month", "2020-08-01", "2020-09-01"),
        ("in May two years ago", "2021-05-01", "2021-06-01"),
        ("two years ago in December", "2021-12-01", "2022-01-01"),
        ("three summers ago", "2020-06-01", "2020-09-01"),
        ("two years ago, at Christmas", "2021-12-24", "2021-12-27"),
        ("a decade ago in May", "2013-05-01", "2013-06-01"),
    ],
)
def test_what_is_counted_back_is_counted_whole(text: str, start: str, end: str) -> None:
    assert spans(text) == [(start, end)]


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("between May 3 and May 9 2021", "2021-05-03", "2021-05-10"),
        ("between May 3 and 9, 2021", "2021-05-03", "2021-05-10"),
        ("between 10 and 12 May 2021", "2021-05-10", "2021-05-13"),
        ("between the 3rd and the 9th of May", "2023-05-03", "2023-05-10"),
        ("between 20 December and 7 January 2021", "2020-12-20", "2021-01-08"),
        ("between May and July 2021", "2021-05-01", "2021-08-01"),
        ("between November and February 2021", "2020-11-01", "2021-03-01"),
        ("from May 2021 to July", "2021-05-01", "2021-08-01"),
        ("from November 2020 to March", "2020-11-01", "2021-04-01"),
        ("from May 2021 to last July", "2021-05-01", "2023-08-01"),
        ("from 2021 to May", "2021-01-01", "2023-06-01"),
        ("between May 2021 and May 2020", "2020-05-01", "2021-06-01"),
        ("from Tuesday to Friday", "2023-08-08", "2023-08-12"),
        ("from Monday to Friday last week", "2023-08-07", "2023-08-12"),
        ("from Monday to Friday, two weeks ago", "2023-07-31", "2023-08-05"),
        ("May 2021 to July 2021", "2021-05-01", "2021-08-01"),
        ("May '21 – July '21", "2021-05-01", "2021-08-01"),
        ("2019 to 2021", "2019-01-01", "2022-01-01"),
        ("2021-05-01 to 2021-05-09", "2021-05-01", "2021-05-10"),
        ("the week of 6 May 2021", "2021-05-03", "2021-05-10"),
        ("the week of Monday, May 3, 2021", "2021-05-03", "2021-05-10"),
        ("the week starting 5 May 2021", "2021-05-05", "2021-05-12"),
        ("the week ending on 9 May 2021", "2021-05-03", "2021-05-10"),
        ("the weekend of May 3, 2021", "2021-05-01", "2021-05-03"),
        ("the weekend of the 7th of May 2021", "2021-05-08", "2021-05-10"),
    ],
)
def test_two_dates_and_the_week_of_a_date_are_one_stretch(text: str, start: str, end: str) -> None:
    assert spans(text) == [(start, end)]


@pytest.mark.parametrize(
    "text, starts",
    [
        ("on Monday, May 6, 2019", ["2019-05-06"]),
        ("Monday morning, the 6th of May 2019", ["2019-05-06"]),
        ("on 6 May 2019 (Monday)", ["2019-05-06"]),
        ("yesterday, Tuesday", ["2023-08-15"]),
        ("next Monday, August 21", ["2023-08-21"]),
        ("on Monday and on May 6, 2019", ["2023-08-14", "2019-05-06"]),
        ("Monday, yesterday and today", ["2023-08-14", "2023-08-15", "2023-08-16"]),
        ("10 and 12 May 2021", ["2021-05-12"]),
        ("March 2021 and April 2021", ["2021-03-01", "2021-04-01"]),
        ("work Monday to Friday", ["2023-08-14", "2023-08-11"]),
        ("a year ago and today", ["2022-04-18", "2023-08-16"]),
    ],
)
def test_a_weekday_belongs_to_its_date_and_what_is_listed_stays_apart(text: str, starts: list[str]) -> None:
    assert [start for start, _ in spans(text)] == starts


@pytest.mark.parametrize(
    "text",
    [
        "May I ask something?",
        "Did they march through town?",
        "Where does Ana live?",
        "How many weeks did it take?",
        "Did he fall?",
        "Is she in her 80s?",
        "What did I do in my twenties?",
        "Who came after Ben?",
        "call 555 1234567",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert spans(text) == []


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("What did I do before 2020?", "1900-01-01", "2020-01-01"),
        ("jobs prior to March 2021", "1900-01-01", "2021-03-01"),
        ("earlier than the summer of 2020", "1900-01-01", "2020-06-01"),
        ("Where did I live until 2018?", "1900-01-01", "2019-01-01"),
        ("Where did I live after 2015?", "2016-01-01", "2023-08-16"),
        ("later than June 2022", "2022-07-01", "2023-08-16"),
        ("before last Christmas", "1900-01-01", "2022-12-24"),
        ("after last month", "2023-08-01", "2023-08-16"),
        ("the week before Christmas", "2022-12-24", "2022-12-27"),
        ("shortly after May 2021", "2021-05-01", "2021-06-01"),
        ("after next Monday", "2023-08-21", "2023-08-22"),
        ("before I moved in 2020", "2020-01-01", "2021-01-01"),
        ("sold up to last month", "1900-01-01", "2023-08-01"),
        ("what have I been up to last month", "2023-07-01", "2023-08-01"),
        ("what was she up to last month", "2023-07-01", "2023-08-01"),
        ("since March", "2023-03-01", "2023-08-16"),
    ],
)
def test_in_a_question_before_and_after_mean_what_lies_on_that_side(text: str, start: str, end: str) -> None:
    found = [(span.start.date().isoformat(), span.end.date().isoformat()) for span in intervals(text, NOW, beyond=True)]
    assert found == [(start, end)]


def test_in_a_statement_before_a_year_names_the_year() -> None:
    assert spans("Ana left Rome before 2020") == [("2020-01-01", "2021-01-01")]


def test_two_times_are_two_stretches_in_reading_order() -> None:
    assert spans("Was it in March or in 2019?") == [("2023-03-01", "2023-04-01"), ("2019-01-01", "2020-01-01")]


def test_a_leap_day_and_the_turn_of_the_year_are_no_trouble() -> None:
    assert spans("a year ago", datetime(2024, 2, 29, tzinfo=UTC))
    assert spans("last month", datetime(2024, 1, 31, tzinfo=UTC)) == [("2023-12-01", "2024-01-01")]


@given(st.text(alphabet="0123456789 /-.abcdeilmnorstuwyMJ,", max_size=80), st.datetimes(timezones=st.just(UTC)))
def test_any_text_at_any_time_reads_without_error(text: str, now: datetime) -> None:
    found = intervals(f"last {text} ago before May {text}", now, beyond=True)
    assert len(found) <= EXPRESSIONS_MAX
    assert all(span.start < span.end for span in found)


def test_fit_is_one_inside_and_falls_slower_after_than_before() -> None:
    span = Interval(start=datetime(2023, 5, 1, tzinfo=UTC), end=datetime(2023, 6, 1, tzinfo=UTC), text="May 2023")
    days = [date(2023, 5, 15), date(2023, 6, 11), date(2023, 4, 28), date(2021, 1, 1)]
    time = np.array([datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() for day in days])
    assert fit(time, [span]) == pytest.approx([1.0, np.exp(-1), np.exp(-1), 0.0], abs=1e-3)
    assert fit(time, []).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "text", ["off 6-17 April", "April 6 to 17", "3-9 May with the girls", "from 28 December to 3 January"]
)
def test_a_period_is_told_by_its_first_and_last_day(text: str) -> None:
    assert names_days(text)


@pytest.mark.parametrize(
    "text",
    [
        "May 3-5 people",
        "We may 3 to 5 times",
        "May 5-10 km run",
        "I work from 9 to 5 May",
        "31-30 May",
        "30-31 February",
        "3 to 5 may come",
    ],
)
def test_numbers_beside_the_name_of_a_month_are_no_period(text: str) -> None:
    assert not names_days(text)


@pytest.mark.parametrize(
    "text",
    [
        "it costs about 2000 dollars",
        "der Umzug kostet etwa 2000 Euro",
        "I paid $2000 and later £ 1999",
        "I earn between 1900 and 2000 euros",
        "I eat 1900-2000 kcal",
        "I walk 2000 steps",
        "he eats like there's no tomorrow",
        "what did April and I do",
        "who went out with Jun",
        "my sister June",
    ],
)
def test_an_amount_or_a_name_is_no_time(text: str) -> None:
    assert intervals(text, datetime(2024, 6, 15, tzinfo=UTC)) == ()


@pytest.mark.parametrize(
    "text, start",
    [
        ("in 2000 we moved", "2000-01-01"),
        ("in 2020 people stayed home", "2020-01-01"),
        ("the 2019 election", "2019-01-01"),
        ("what happened in April and May", "2024-04-01"),
        ("compared with April", "2024-04-01"),
        ("there is no meeting tomorrow", "2024-06-16"),
    ],
)
def test_beside_them_times_stay_times(text: str, start: str) -> None:
    assert intervals(text, datetime(2024, 6, 15, tzinfo=UTC))[0].start.date().isoformat() == start

"""An import is sent in parts: none ends between a record and the versions before it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from recollect.client import sending
from recollect.client.sending import Part, merged_line, parts
from recollect.errors import InvalidInput

FIRST = json.dumps({"format": "recollect-export", "version": 3})


def line(id: str, before: str | None = None, *, status: str = "active", user: str | None = "ana", **more: Any) -> str:
    plain = {"id": id, "content": f"text of {id}", "status": status, "user": user, "previous_version_id": before}
    return json.dumps({name: value for name, value in {**plain, **more}.items() if value is not None})


def old(id: str, before: str | None = None, **more: Any) -> str:
    return line(id, before, status="superseded", **more)


def ids(part: Part) -> list[str]:
    return [json.loads(text).get("id", "-") for _, text in part.lines]


def sent(lines: list[str], bytes_max: int = 1) -> list[list[str]]:
    return [ids(part) for part in parts(lines, bytes_max)]


def test_versions_go_right_before_their_record_however_far_away_they_stood() -> None:
    lines = [FIRST, old("v1"), line("a"), old("v2", "v1"), line("b"), line("r", "v2"), line("c")]
    assert sent(lines) == [["-"], ["a"], ["b"], ["v1", "v2", "r"], ["c"]]
    assert sent(lines, 10_000) == [["-", "a", "b", "v1", "v2", "r", "c"]]


def test_what_has_ended_and_is_followed_by_nothing_goes_before_what_is_about_records() -> None:
    gone = line("x", "x1", status="archived")
    lines = [old("x1"), line("a"), gone, old("lone"), json.dumps({"edge": {"source": "a"}}), line("late")]
    assert sent(lines) == [["a"], ["x1", "x"], ["lone"], ["-"], ["late"]]
    assert sent(lines[:3]) == [["a"], ["x1", "x"]]


def test_a_version_of_somebody_else_is_none() -> None:
    assert sent([old("v1", user="bob"), line("r", "v1")]) == [["r"], ["v1"]]


def test_versions_in_a_circle_are_all_sent() -> None:
    found = sent([old("v1", "v2"), old("v2", "v1")])
    assert sorted(id for part in found for id in part) == ["v1", "v2"]


def test_an_id_that_comes_twice_is_sent_twice() -> None:
    found = sent([old("v1"), old("v1"), line("r", "v1")])
    assert sorted(id for part in found for id in part) == ["r", "v1", "v1"]


def test_more_old_versions_than_fit_are_sent_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WAITING_BYTES_MAX", 150)
    assert sent([old("v1"), old("v2"), line("r", "v2")]) == [["v1"], ["v2"], ["r"]]


@pytest.mark.parametrize("wrong", ["", "no JSON", "[1]", '{"content": 5}', '{"content": "x", "id": 5}', "[" * 100_000])
def test_what_is_no_record_goes_as_it_is(wrong: str) -> None:
    (part,) = parts([wrong], 1_000_000)
    assert part.content == wrong.encode()


def test_a_line_of_a_part_has_its_number_in_the_file() -> None:
    (part,) = parts([FIRST, old("v1"), line("a"), line("r", "v1")], 10_000)
    assert [part.number(place) for place in (1, 2, 3, 4)] == [1, 3, 2, 4]


def test_a_part_is_halved_between_records_and_within_one_only_when_nothing_else_helps() -> None:
    (part,) = parts([old("v1"), line("r", "v1"), line("a")], 10_000)
    first, second = part.halves()
    assert (ids(first), ids(second)) == (["v1", "r"], ["a"])
    assert [ids(half) for half in first.halves()] == [["v1"], ["r"]]
    assert second.halves() == ()


def test_nothing_is_one_empty_part() -> None:
    (part,) = parts([], 10)
    assert (part.content, part.halves(), merged_line(part)) == (b"", (), None)


def test_the_first_line_is_known_where_it_tells_of_merged_names() -> None:
    merged = json.dumps({"format": "recollect-export", "version": 3, "merged": [{"name": "a", "known_as": "b"}]})
    for text, known in ((merged, merged.encode()), (FIRST, None), (line("a"), None)):
        (part,) = parts([text], 10_000)
        assert merged_line(part) == known


def test_a_line_that_is_no_text_is_told_with_its_number() -> None:
    with pytest.raises(InvalidInput, match=r"^line 2 is int"):
        list(parts([FIRST, 5], 10))  # type: ignore[list-item]
    with pytest.raises(InvalidInput, match=r"^line 2 is not UTF-8"):
        list(parts([FIRST, "\udc80"], 10))

"""What a summary takes the place of, and what it says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from recollect.lifecycle import compact
from recollect.model.record import Provenance, Record
from recollect.model.scope import Scope
from recollect.write.extract.sentences import sentences
from tests.clock import START


def record(content: str, scope: Scope | None = None, *, days: float = 0, **fields: Any) -> Record:
    moment = START - timedelta(days=days)
    given: dict[str, Any] = {"strength_at": moment, "created_at": moment, "updated_at": moment}
    return Record(id=content[:20], content=content, scope=scope or Scope(user="ana"), **(given | fields))


@pytest.mark.feature("LC-08")
@pytest.mark.parametrize(
    "text, expected",
    [
        ("One. Two! Three? Four.", "One. Two! Three?"),
        ("Only one", "Only one"),
        ("Dr. Meier called. He is back.", "Dr. Meier called. He is back."),
        ("a; b; c; d. Two. Three. Four.", "a; b; c; d. Two. Three."),
        ("一。二。三。四。", "一。二。三。"),
        ("first line\nsecond line\n\nthird\nfourth", "first line second line third"),
        ("", ""),
    ],
)
def test_a_long_text_is_cut_after_three_sentences(text: str, expected: str) -> None:
    assert compact.beginning(text, sentences) == expected


def test_a_sentence_without_end_is_cut() -> None:
    assert len(compact.beginning("word " * 1000, sentences)) <= compact.LINE_CHARS_MAX


@pytest.mark.feature("LC-08")
@pytest.mark.parametrize("budget, left", [(120, []), (119, ["c"]), (90, ["c"]), (89, ["b", "c"]), (0, ["a", "b", "c"])])
def test_the_newest_are_kept_as_long_as_they_fit(budget: int, left: list[str]) -> None:
    newest_first = [record(letter * 4 * tokens) for letter, tokens in (("a", 40), ("b", 50), ("c", 30))]
    assert [one.content[0] for one in compact.over_budget(newest_first, budget)] == left


@pytest.mark.feature("LC-08")
def test_a_summary_has_a_line_with_its_kind_for_each_record_and_is_no_better_than_they_are() -> None:
    originals = [
        record("Ana moved to Lisbon. In May. By train. With her cat.", kind="fact", confidence=0.7, strength=0.3),
        record(
            "Ana prefers tea",
            kind="preference",
            strength=0.8,
            decay_rate=0.02,
            provenance=Provenance(source="document", trust=0.4),
            days=10,
        ),
    ]
    made = compact.summary(originals, id="s", now=START, split=sentences)
    assert made.content == "fact: Ana moved to Lisbon. In May. By train.\npreference: Ana prefers tea"
    typed = compact.summary(originals, id="s", now=START, split=sentences, typed=True)
    assert typed.content == "factual: Ana moved to Lisbon. In May. By train.\nfactual: Ana prefers tea"
    for summary in (made, typed):
        assert all(compact.lines(one, sentences) & {*summary.content.splitlines()} for one in originals)
    assert (made.layer, made.confidence, made.provenance.trust, made.provenance.source) == (
        "memory",
        0.7,
        0.4,
        "system",
    )
    assert made.strength == pytest.approx(0.8 * 0.8187, abs=1e-4)
    assert not compact.can_be_compacted(made, evergreen="evergreen")
    assert not compact.can_be_compacted(record("x", tags=("evergreen",)), evergreen="evergreen")


@pytest.mark.parametrize("keyed", [False, True])
def test_what_has_a_key_is_compacted_only_when_that_was_asked_for(keyed: bool) -> None:
    assert compact.can_be_compacted(record("x", key="k"), evergreen="evergreen", keyed=keyed) is keyed
    ending = record("x", key="k", expires_at=START)
    assert not compact.can_be_compacted(ending, evergreen="evergreen", keyed=keyed)


def test_what_a_label_keeps_apart_does_not_share_a_summary() -> None:
    scopes = [Scope(user="ana"), Scope(user="ana", agent="bot"), Scope(user="ana", agent="bot", project="p")]
    found = compact.groups([record(f"{n} {scope}", scope, days=n) for n in range(3) for scope in scopes], now=START)
    assert [len(group) for group in found] == [3, 3, 3]
    assert all(len({(one.agent, one.project) for one in group}) == 1 for group in found)
    assert [one.content[0] for one in found[0]] == ["2", "1", "0"], "oldest first"


@pytest.mark.parametrize("field", ["valid_from", "valid_until", "expires_at"])
def test_what_has_a_period_of_its_own_is_not_compacted(field: str) -> None:
    given: dict[str, Any] = {field: START}
    assert not compact.can_be_compacted(record("x", **given), evergreen="evergreen")


def test_what_happened_on_different_days_does_not_share_a_summary() -> None:
    days = [START - timedelta(days=400), START - timedelta(days=300), START - timedelta(days=400), START, None]
    happened = [record(f"note {n}", occurred_at=at) for n, at in enumerate(days)]
    found = compact.groups(happened, now=START)
    assert [[one.content for one in group] for group in found] == [
        ["note 0", "note 2"],
        ["note 1"],
        ["note 3", "note 4"],
    ]
    made = [compact.summary(group, id="s", now=START, split=sentences) for group in found]
    assert [one.occurred_at for one in made] == [days[0], days[1], None]


def test_where_memories_are_kept_for_a_time_a_summary_hides_none_of_them_long_before_it() -> None:
    aged = [record(f"note {n}", days=n) for n in (50, 42, 40, 31)]
    assert [len(group) for group in compact.groups(aged, now=START)] == [4]
    split = [["note 50", "note 42"], ["note 40", "note 31"]]
    for limits in ([90.0], [0.0, 90.0], [365.0, 90.0], [20.0, 90.0]):
        found = compact.groups(aged, now=START, kept_days=limits)
        assert [[one.content for one in group] for group in found] == split
    assert [len(group) for group in compact.groups(aged, now=START, kept_days=[30.0])] == [4], "all is hidden by then"
    found = compact.groups(aged, now=START, kept_days=[40.5])
    assert [len(group) for group in found] == [2, 1, 1], "what is hidden, and what is not"


def test_a_summary_stands_for_a_limited_number() -> None:
    many = [record(f"note {n}") for n in range(compact.RECORDS_A_SUMMARY_MAX + 1)]
    assert [len(group) for group in compact.groups(many, now=START)] == [compact.RECORDS_A_SUMMARY_MAX, 1]

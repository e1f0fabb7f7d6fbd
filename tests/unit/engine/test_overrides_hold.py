"""An override stands against another value of the very thing it fixes, as a plain memory would give way to it."""

from __future__ import annotations

import pytest

from recollect import Memory


@pytest.mark.parametrize(
    "fixed, claim",
    [
        ("The meeting is at 10am", "The meeting is at 11am"),
        ("The API returns XML", "The API returns YAML"),
        ("Ana prefers Python examples", "Ana now prefers Rust examples"),
        ("The office is in Lisbon", "The office is now in Porto"),
        ("The deadline is 3 May", "The deadline is 10 May"),
        ("My rent is $900", "My rent is $1000"),
    ],
)
def test_another_value_is_rejected_and_what_was_known_archived(memory: Memory, fixed: str, claim: str) -> None:
    memory.override(fixed, user="ana")
    assert [decision.action for decision in memory.add(claim, user="ana").decisions] == ["rejected"]
    memory.add(fixed, user="bo")
    memory.override(claim, user="bo")
    assert [record.content for record in memory.list(user="bo", status=("active",))] == [claim]


@pytest.mark.parametrize(
    "fixed, claim",
    [
        ("The API returns XML", "The API docs mention YAML"),
        ("The API supports XML", "The API supports YAML"),
        ("The team uses Slack", "The team uses Jira"),
        ("Ana prefers Python examples", "Ben now prefers Rust examples"),
        ("My rent is $900", "My parents' rent is $1000"),
        ("I'm allergic to nuts and eggs", "I'm not allergic to eggs"),
        ("I paid $50 for dinner", "I paid $70 for dinner"),
        ("My favorite color is green", "My wife's favorite color is red"),
        ("The backup runs at 2am", "The report runs at 3am"),
        ("Ana lives in Lisbon", "Ana doesn't live in Porto"),
        ("Ana works at Siemens", "Ana doesn't work at BMW"),
    ],
)
def test_what_may_be_true_as_well_is_kept(memory: Memory, fixed: str, claim: str) -> None:
    memory.override(fixed, user="ana")
    assert [decision.action for decision in memory.add(claim, user="ana").decisions] != ["rejected"]

"""What a notice says, and what several say together."""

from __future__ import annotations

from recollect.model.notice import EVERYTHING, ITEMS, JOBS, KEYS, KINDS, Notice, mark, together


def test_a_notice_is_about_the_tenants_it_names_and_about_no_other() -> None:
    notice = Notice(marks={ITEMS: frozenset({mark("acme")}), JOBS: None})
    asked = [(ITEMS, None), (ITEMS, "acme"), (ITEMS, "other"), (JOBS, "other"), (KEYS, None), (KEYS, "acme")]
    assert [notice.of(kind, tenant) for kind, tenant in asked] == [True, True, False, True, False, False]


def test_everything_is_about_everybody() -> None:
    assert all(EVERYTHING.of(kind, "acme") for kind in KINDS)


def test_a_mark_does_not_show_the_tenants_name() -> None:
    assert "acme" not in mark("acme")
    assert mark("acme") != mark("other")
    assert mark("\ud800"), "any name has one"


def test_several_notices_say_together_what_each_said() -> None:
    one = Notice(marks={ITEMS: frozenset({mark("acme")})}, own=True)
    two = Notice(marks={ITEMS: frozenset({mark("other")}), KEYS: None}, own=True)
    both = together([one, two])
    assert both == Notice(marks={ITEMS: frozenset({mark("acme"), mark("other")}), KEYS: None}, own=True)
    assert together([one, EVERYTHING]) == EVERYTHING
    assert not together([one, Notice(marks={})]).own, "somebody else spoke too"

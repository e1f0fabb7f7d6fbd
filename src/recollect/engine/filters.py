"""A Filter from what a caller gave, checked name by name."""

from __future__ import annotations

from operator import is_not
from typing import Any

from recollect.errors import InvalidInput, UnknownName
from recollect.model.query import Filter
from recollect.model.record import KINDS, LAYERS, SECTORS, STATUSES
from recollect.write import accept

FILTERS = (
    "layers kinds tags metadata sector key status contains since until before valid_at as_of include_expired "
    "only_session"
).split()
_KNOWN = frozenset(FILTERS)
ACTIVE_ONLY = ("active",)
CONTAINS_CHARS_MAX = 10_000
_UNTOLD: dict[str, object] = {
    **dict.fromkeys(("layers", "kinds", "tags"), ()),
    **dict.fromkeys(("include_expired", "only_session"), False),
    "status": ACTIVE_ONLY,
}
"""What a filter is when a caller does not tell it; the others are None."""
_EVERYTHING_ACTIVE = Filter()


def make_filter(**given: Any) -> Filter:
    """A Filter from what a caller gave; unknown names are refused, not dropped."""
    if not given.keys() <= _KNOWN:
        name = next(name for name in given if name not in _KNOWN)
        raise UnknownName(f"unknown filter {name!r}; the filters are {', '.join(FILTERS)}")
    if not any(map(is_not, given.values(), map(_UNTOLD.get, given))):
        return _EVERYTHING_ACTIVE  # most searches narrow nothing
    sector = given.get("sector")
    contains = given.get("contains")
    since, until = accept.period(given.get("since"), given.get("until"), "since", "until")
    return Filter(
        layers=accept.names(given.get("layers"), LAYERS, "layer"),
        kinds=accept.names(given.get("kinds"), KINDS, "kind"),
        statuses=accept.names(given.get("status", ACTIVE_ONLY), STATUSES, "status"),
        tags=accept.tags(given.get("tags")),
        metadata=accept.metadata(given.get("metadata")),
        sector=None if sector is None else accept.one_of(sector, SECTORS, "sector"),
        key=accept.label(given.get("key"), "key"),
        contains=None if contains is None else _part_of_text(contains),
        since=since,
        until=until,
        before=accept.moment(given.get("before"), "before"),
        valid_at=accept.moment(given.get("valid_at"), "valid_at"),
        as_of=accept.moment(given.get("as_of"), "as_of"),
        include_expired=accept.flag(given.get("include_expired", False), "include_expired"),
        only_session=accept.flag(given.get("only_session", False), "only_session"),
    )


def _part_of_text(value: Any) -> str:
    if value == "":
        raise InvalidInput("contains is empty, and every text contains that; leave it out")
    return accept.text(value, name="contains", chars_max=CONTAINS_CHARS_MAX, blank=True)

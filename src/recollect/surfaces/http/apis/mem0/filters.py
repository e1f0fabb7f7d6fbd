"""mem0's filters: conditions on a memory, joined by AND, OR and NOT, judged exactly as they are written.

`{"user_id": "ana", "created_at": {"gte": "2026-01-01"}}`: what stands side by side must all hold. A name that is no
field of a memory is one of its metadata. `"*"` is any value but none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from recollect.errors import InvalidInput
from recollect.model.record import Record

ANYONE = "*"
CONDITIONS_MAX = 500
DEPTH_MAX = 20
USERS_MAX = 100
TIMES = ("created_at", "updated_at", "timestamp")
WORDS = ("AND", "OR", "NOT")

Test = Callable[[Record], bool]
Users = frozenset[str | None] | None
"""Whose memory can match: None in it is the shared one; None itself: the filter does not say."""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """A filter that was understood."""

    test: Test
    users: tuple[str | None, ...]
    """Whose memories it can match; a filter that names nobody is about the shared ones."""
    everyone: bool = False
    others: bool = False
    """Users are told apart without being named: all but these, or those whose names are like that."""
    labels: Mapping[str, Any]
    """agent, session and project that must be equal, as verbs take them."""
    names_id: bool = False
    """Somewhere in it stands a user, an agent, an app or a run."""
    exact: bool = False
    """Users and labels say all of it: it has no other condition, no alternative, and nothing is any value."""
    plain: bool = False
    """It names one user, perhaps a run of his, and nothing else."""
    whole: bool = False
    """Any user, agent, app and run: mem0's way to say everything there is."""


LABELS = {"agent_id": "agent", "run_id": "session", "app_id": "project"}
"""Ids that are labels inside a user's memory."""
NAMELESS = "mem0:"
"""How the session of a conversation begins that came without a `run_id`; to clients it has none."""


def run_of(record: Record) -> str | None:
    named = record.session is not None and not record.session.startswith(NAMELESS)
    return record.session if named else None


FIELDS: Mapping[str, Callable[[Record], Any]] = {
    "user_id": lambda record: record.user,
    "agent_id": lambda record: record.agent,
    "run_id": run_of,
    "app_id": lambda record: record.project,
    "id": lambda record: record.id,
    "memory_ids": lambda record: record.id,
    "memory": lambda record: record.content,
    "text": lambda record: record.content,
    "keywords": lambda record: record.content,
    "categories": lambda record: list(record.tags),
    "created_at": lambda record: record.created_at,
    "updated_at": lambda record: record.updated_at,
    "timestamp": lambda record: record.occurred_at or record.created_at,
}


def understand(given: Mapping[str, Any] | None, ids: Mapping[str, str | None], *, bound: str | None) -> Filter:
    """The filter of a request: what `filters` says, and the ids given beside it. `bound`: the only user there is."""
    named = {name: value for name, value in ids.items() if value is not None}
    whole: dict[str, Any] = {"AND": [one for one in (dict(given or {}), named) if one]}
    reading = _Reading()
    test, users = reading.junction("AND", whole["AND"], 0)
    nobody = ANYONE if reading.others and bound is None else bound
    wanted = users if users is not None else reading.alternatives | {nobody}
    everyone = ANYONE in wanted
    if len(wanted) > USERS_MAX:
        raise InvalidInput(f"the filters name {len(wanted)} users; at most {USERS_MAX} can be asked for at once")
    ordered = sorted(wanted - {ANYONE}, key=lambda user: user or "")
    found = ids_in(whole["AND"])
    exact = len(found) == reading.count - reading.ands
    return Filter(
        test=test,
        users=tuple(ordered),
        everyone=everyone,
        others=reading.others,
        labels=labels_of(found),
        names_id=reading.names_id,
        exact=exact,
        plain=exact and len(ordered) == 1 and set(found) <= {"user_id", "run_id"},
        whole=dict.fromkeys(ids, ANYONE) in (named, given),
    )


def ids_in(parts: Sequence[Any]) -> dict[str, str]:
    """The ids that every match must have: those that stand in the filter itself or in its ANDs."""
    found: dict[str, str] = {}
    for part in parts:
        if not isinstance(part, Mapping):
            continue
        found |= ids_in(part["AND"]) if isinstance(part.get("AND"), list) else {}
        for field in ("user_id", *LABELS):
            value = part.get(field)
            if isinstance(value, str) and value != ANYONE:
                found[field] = value
    return found


def labels_of(ids: Mapping[str, str]) -> dict[str, str]:
    """Ids as verbs take them, so that the store can look for them."""
    return {label: ids[field] for field, label in LABELS.items() if field in ids}


class _Reading:
    """Reads a filter, and counts how much of it there is."""

    def __init__(self) -> None:
        self.count = 0
        self.ands = 0
        """How many of what was counted are no conditions, but the word AND."""
        self.alternatives: frozenset[str | None] = frozenset()
        """Users that are named beside conditions that name none."""
        self.others = False
        self.names_id = False

    def junction(self, word: str, parts: Any, depth: int) -> tuple[Test, Users]:
        if isinstance(parts, Mapping):
            parts = [parts]
        if not isinstance(parts, list):
            raise InvalidInput(f"filters: {word} takes a list of conditions, not {type(parts).__name__}")
        read = [self._object(part, depth + 1) for part in parts]
        tests, users = [test for test, _ in read], [found for _, found in read]
        if word == "AND":
            return (lambda record: all(test(record) for test in tests)), _common(users)
        if word == "OR":
            return (lambda record: any(test(record) for test in tests)), self._either(users)
        self.others |= any(found is not None for found in users)
        return (lambda record: not any(test(record) for test in tests)), None

    def _either(self, users: Sequence[Users]) -> Users:
        """Whose memory can match one of them. Where one does not say, only what stands around it can."""
        named = frozenset[str | None]().union(*(one for one in users if one is not None))
        if all(one is not None for one in users):
            return named
        self.alternatives |= named
        return None

    def _object(self, part: Any, depth: int) -> tuple[Test, Users]:
        if not isinstance(part, Mapping):
            raise InvalidInput(f"filters: a condition is an object, not {type(part).__name__}")
        if depth > DEPTH_MAX:
            raise InvalidInput(f"filters: at most {DEPTH_MAX} levels of AND, OR and NOT are understood")
        read = []
        for name, value in part.items():
            self.count += 1
            if self.count > CONDITIONS_MAX:
                raise InvalidInput(f"filters: at most {CONDITIONS_MAX} conditions are understood")
            self.ands += name == "AND"
            self.names_id |= name in ("user_id", *LABELS)
            if name.upper() in WORDS:
                read.append(self.junction(name.upper(), value, depth))
            elif _joins(name, value):
                raise InvalidInput(f"filters: there is no {name}; conditions are joined by {', '.join(WORDS)}")
            elif name == "metadata" and isinstance(value, Mapping):
                read += [(_condition(_metadata(inner), wanted, inner), None) for inner, wanted in value.items()]
            else:
                users = _named(value) if name == "user_id" else None
                self.others |= name == "user_id" and users is None and isinstance(value, Mapping)
                read.append((_condition(FIELDS.get(name) or _metadata(name), value, name), users))
        tests = [test for test, _ in read]
        return (lambda record: all(test(record) for test in tests)), _common([users for _, users in read])


def _joins(name: str, value: Any) -> bool:
    """Whether it is meant to join conditions, as other query languages do: `$or`, `XOR`. A field may have capitals."""
    parts = value if isinstance(value, list) else [value]
    conditions = any(isinstance(part, Mapping) and not OPERATORS.keys() & part.keys() for part in parts)
    return name.startswith("$") or (name.isupper() and conditions)


def _common(users: Sequence[Users]) -> Users:
    """Whose memory can match all of them."""
    said = [one for one in users if one is not None]
    exact = [one for one in said if ANYONE not in one]
    if not said:
        return None
    return frozenset.intersection(*exact) if exact else said[0]


def _named(value: Any) -> Users:
    if isinstance(value, str):
        return frozenset({value})
    if isinstance(value, Mapping):
        for operator in ("eq", "in"):
            given = value.get(operator)
            names = given if isinstance(given, list) else [given]
            if given is not None and all(isinstance(name, str) for name in names):
                return frozenset(names)
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return frozenset(value)
    return None


def _metadata(name: str) -> Callable[[Record], Any]:
    return lambda record: record.metadata.get(name)


def _condition(field: Callable[[Record], Any], wanted: Any, name: str) -> Test:
    """One condition on one field: a value, a list of them, or operators."""
    if isinstance(wanted, Mapping) and wanted and all(operator in OPERATORS for operator in wanted):
        tests = [_operator(field, operator, value, name) for operator, value in wanted.items()]
        return lambda record: all(test(record) for test in tests)
    if isinstance(wanted, Mapping) and (name in FIELDS or any(operator.startswith("$") for operator in wanted)):
        raise InvalidInput(f"filters: {name} takes a value or one of {', '.join(OPERATORS)}, not {sorted(wanted)}")
    return _operator(field, "in" if isinstance(wanted, list) and name in FIELDS else "eq", wanted, name)


def _operator(field: Callable[[Record], Any], operator: str, value: Any, name: str) -> Test:
    if value == ANYONE and operator in ("eq", "in"):
        return lambda record: field(record) not in (None, [])
    if operator in ("in", "nin") and not isinstance(value, list):
        value = [value]
    if name in TIMES:
        value = [_moment(one, name) for one in value] if isinstance(value, list) else _moment(value, name)
    judge = OPERATORS[operator]

    def test(record: Record) -> bool:
        try:
            return judge(field(record), value)
        except TypeError:  # a text is neither more nor less than a number
            return False

    return test


def _equal(have: Any, wanted: Any) -> bool:
    if isinstance(have, list) and not isinstance(wanted, list):
        return wanted in have
    return bool(have == wanted) and isinstance(have, bool) == isinstance(wanted, bool)


def _contains(have: Any, wanted: Any) -> bool:
    return have is not None and wanted in have


def _among(have: Any, wanted: Any) -> bool:
    return any(_equal(have, one) for one in wanted)


OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": _equal,
    "ne": lambda have, wanted: not _equal(have, wanted),
    "in": _among,
    "nin": lambda have, wanted: not _among(have, wanted),
    "gt": lambda have, wanted: have is not None and bool(have > wanted),
    "gte": lambda have, wanted: have is not None and bool(have >= wanted),
    "lt": lambda have, wanted: have is not None and bool(have < wanted),
    "lte": lambda have, wanted: have is not None and bool(have <= wanted),
    "contains": _contains,
    "icontains": lambda have, wanted: have is not None and str(wanted).casefold() in str(have).casefold(),
}


def _moment(value: Any, name: str) -> datetime:
    """A time of a request: ISO 8601, a date, or seconds since 1970."""
    found = moment(value, name)
    if found is None:
        raise InvalidInput(f"{name} needs a time, for example 2026-05-31T09:00:00Z")
    return found


def moment(value: Any, name: str) -> datetime | None:
    if value is None:
        return None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError, OverflowError, OSError) as error:
        raise InvalidInput(
            f"{name} is {value!r}; write it as 2026-05-31T09:00:00Z, or in seconds since 1970"
        ) from error
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def end_of(day: str | None) -> datetime | None:
    """When a memory with that `expiration_date` is gone: the day is its last."""
    found = moment(day, "expiration_date")
    if found is None:
        return None
    whole = day is not None and len(day) == len("2026-05-31")
    return found + timedelta(days=1) if whole else found

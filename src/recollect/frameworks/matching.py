"""Which items a filter and which namespaces a match condition lets through, as LangGraph's stores judge it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from recollect.errors import InvalidInput, UnknownName
from recollect.frameworks.items import Namespace

ORDERED: dict[str, Callable[[float, float], bool]] = {
    "$gt": lambda have, wanted: have > wanted,
    "$gte": lambda have, wanted: have >= wanted,
    "$lt": lambda have, wanted: have < wanted,
    "$lte": lambda have, wanted: have <= wanted,
}
OPERATORS = ("$eq", "$ne", *ORDERED)
WILDCARD = "*"


def holds(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Every field of the filter must agree with the value's."""
    return all(_agrees(value.get(name), want) for name, want in (wanted or {}).items())


def _agrees(have: Any, want: Any) -> bool:
    if isinstance(want, Mapping):
        if any(str(name).startswith("$") for name in want):
            return all(_compared(have, operator, limit) for operator, limit in want.items())
        return isinstance(have, Mapping) and all(_agrees(have.get(name), inner) for name, inner in want.items())
    if isinstance(want, list | tuple):
        return (
            isinstance(have, list | tuple)
            and len(have) == len(want)
            and all(_agrees(one, other) for one, other in zip(have, want, strict=True))
        )
    return bool(have == want)


def _compared(have: Any, operator: str, limit: Any) -> bool:
    if operator == "$eq":
        return bool(have == limit)
    if operator == "$ne":
        return bool(have != limit)
    if operator not in ORDERED:
        raise UnknownName(f"unknown filter operator {operator!r}; the operators are {', '.join(OPERATORS)}")
    return ORDERED[operator](_number(have, operator), _number(limit, operator))


def _number(value: Any, operator: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{operator} compares numbers, not {value!r}; narrow the namespace or the filter") from error


def matches(namespace: Namespace, match_type: str, path: Iterable[str]) -> bool:
    """Whether a namespace begins or ends as the path says; a star stands for any one label."""
    wanted = tuple(path)
    if len(namespace) < len(wanted):
        return False
    if match_type == "prefix":
        compared = namespace[: len(wanted)]
    elif match_type == "suffix":
        compared = namespace[len(namespace) - len(wanted) :]
    else:
        raise UnknownName(f"unknown match type {match_type!r}; it is prefix or suffix")
    return all(want in (WILDCARD, have) for have, want in zip(compared, wanted, strict=True))

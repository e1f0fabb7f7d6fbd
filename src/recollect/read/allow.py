"""Which rows of a space a query may see: scope labels, status, expiry, time and kind, as masks over the columns.

A reason is kept for each condition, so that a near miss can say what dropped it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from recollect.contracts.store import SpaceReader
from recollect.model.columns import NOTHING, Columns
from recollect.model.query import Filter
from recollect.model.record import ACTIVE, KINDS, LAYERS, ONCE_CURRENT, STATUSES, SUPERSEDED
from recollect.model.scope import Scope

if TYPE_CHECKING:
    from numpy.typing import NDArray

NOBODYS = -2
"""A code that no row has."""


_NOTHING_ASKED = Filter()
_JUDGED = ("tags", "metadata", "sector", "key", "contains", "valid_at")
"""Conditions that the store judges."""


def masks(
    space: SpaceReader, scope: Scope, filter: Filter, *, now: datetime, apart: bool = False
) -> list[tuple[str, NDArray[np.bool_]]]:
    """(reason, which rows pass) for every condition that applies and that some row may fail. `apart`: what the store
    judges is asked one condition at a time, so that the reason tells which it was; else all of it at once."""
    columns = space.columns
    found: list[tuple[str, NDArray[np.bool_]]] = []
    moment = (filter.as_of or now).timestamp()
    statuses = (*filter.statuses, SUPERSEDED) if filter.looks_back else filter.statuses
    if filter.as_of is not None:
        until = columns.until > moment
        if filter.looks_back:  # `matching` says which
            until |= columns.status == STATUSES.index(SUPERSEDED)
        found.append(("not current at that time", (columns.since <= moment) & until))
        found.append(("status", _codes(columns.status, ONCE_CURRENT, STATUSES)))
    elif statuses and not _all_have(columns.status_only, statuses):
        found.append(("status", _codes(columns.status, statuses, STATUSES)))
    if not filter.include_expired and columns.expires_first <= moment:
        found.append(("expired", columns.expires > moment))
    if filter.layers:
        found.append(("layer", _codes(columns.layer, filter.layers, LAYERS)))
    if filter.kinds:
        found.append(("kind", _codes(columns.kind, filter.kinds, KINDS)))
    if scope.agent is not None:
        found.append(("agent", _label(columns.agent, columns.agents, scope.agent, exact=filter.only_labels)))
    if scope.project is not None:
        found.append(("project", _label(columns.project, columns.projects, scope.project, exact=filter.only_labels)))
    if filter.only_session and scope.session is not None:
        found.append(("session", session_rows(columns, scope.session)))
    if filter.since is not None:
        found.append(("before since", columns.time >= filter.since.timestamp()))
    if filter.until is not None:
        found.append(("after until", columns.time < filter.until.timestamp()))
    if filter.before is not None:
        found.append(("not made before that", columns.created < filter.before.timestamp()))
    if filter.cutoffs and not filter.include_expired:
        found.append(("older than the retention", _young(columns, filter)))
    given = [name for name in _JUDGED if getattr(filter, name) != getattr(_NOTHING_ASKED, name)]
    for names in [[name] for name in given] if apart else [given]:
        others = {name: getattr(_NOTHING_ASKED, name) for name in given if name not in names}
        matching = space.matching(replace(filter, **others) if others else filter)
        if matching is not None:
            found.append((" and ".join(names), matching))
    return found


def combine(conditions: list[tuple[str, NDArray[np.bool_]]], count: int) -> NDArray[np.bool_]:
    """Rows that pass all of them."""
    if len(conditions) == 1:
        return conditions[0][1]
    allowed = np.ones(count, dtype=np.bool_)
    for _, mask in conditions:
        allowed &= mask
    return allowed


def session_rows(columns: Columns, session: str) -> NDArray[np.bool_]:
    """Rows of exactly that session."""
    rows: NDArray[np.bool_] = columns.session == columns.session_codes.get(session, NOBODYS)
    return rows


def _young(columns: Columns, filter: Filter) -> NDArray[np.bool_]:
    """Rows that their layer's cutoff lets through; what is archived already is too old for nobody."""
    first = np.full(len(LAYERS), -np.inf)
    for layer, cutoff in filter.cutoffs.items():
        first[LAYERS.index(layer)] = cutoff.timestamp()
    young: NDArray[np.bool_] = (columns.created >= first[columns.layer]) | (columns.status != STATUSES.index(ACTIVE))
    return young


def _all_have(status: int | None, wanted: tuple[str, ...]) -> bool:
    return status is not None and STATUSES[status] in wanted


def _label(codes: NDArray[np.int32], names: tuple[str, ...], wanted: str, *, exact: bool) -> NDArray[np.bool_]:
    """Equal, or without a label; `exact`: equal."""
    code = names.index(wanted) if wanted in names else -2
    rows: NDArray[np.bool_] = codes == code
    return rows if exact else rows | (codes == NOTHING)


def _codes(values: NDArray[np.int8], wanted: tuple[str, ...], names: tuple[str, ...]) -> NDArray[np.bool_]:
    codes = [names.index(name) for name in wanted]
    found: NDArray[np.bool_]
    if len(codes) == 1:
        found = values == codes[0]
        return found
    table = np.zeros(len(names), dtype=np.bool_)  # looking up takes a tenth of what `isin` takes
    table[codes] = True
    found = table[values]
    return found

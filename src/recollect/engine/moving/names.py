"""Names that a person merged, in the first line of an export: there, older versions read the file and pass them over.
`transfer` writes and reads the file.

The graph is made anew on import, and what was merged is merged again in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from recollect.contracts.store import Store
from recollect.engine.graph import Graph
from recollect.errors import Conflict, InvalidInput, InvalidState, NotFound
from recollect.model.scope import Scope
from recollect.write import accept

FIELD = "merged"
MERGED_MAX = 10_000
"""Names of one export."""


@dataclass(frozen=True, kw_only=True)
class Merged:
    """One name of one user's space, and the one it was merged with."""

    scope: Scope
    name: str
    known_as: str


def exported(store: Store, scope: Scope, *, everyone: bool) -> dict[str, Any]:
    """What the first line says of them; nothing where nobody merged any."""
    found = store.merged_names(scope, everyone=everyone)[:MERGED_MAX]
    plains = [{"name": one.name, "known_as": one.known_as, "user": one.user} for one in found]
    return (
        {FIELD: [{key: value for key, value in plain.items() if value is not None} for plain in plains]}
        if plains
        else {}
    )


def read(
    line: Mapping[str, Any], scope: Scope, *, keep_users: bool, masked: Callable[[Any], Any]
) -> tuple[Merged, ...]:
    """The names of a first line; they pass the secret filter like all that is imported."""
    given = line.get(FIELD, [])
    if not isinstance(given, list) or len(given) > MERGED_MAX or not all(isinstance(one, Mapping) for one in given):
        raise InvalidInput(f"{FIELD} must be a list of at most {MERGED_MAX:,} objects")
    found = []
    for plain in given:
        user = accept.label(plain.get("user"), "user") if keep_users and scope.user is None else scope.user
        names = masked({name: accept.identifier(plain.get(name)) for name in ("name", "known_as")})
        found.append(Merged(scope=Scope(tenant=scope.tenant, user=user), **names))
    return tuple(found)


def merge(graph: Graph, names: Iterable[Merged]) -> None:
    """What one of the names is not known for, or is one already, stays as it is."""
    for one in names:
        try:
            graph.merge(one.scope, one.known_as, one.name)
        except (NotFound, InvalidState, Conflict):
            continue

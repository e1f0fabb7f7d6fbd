"""Which embedder a tenant's vectors were last made anew by, all of them: by `recollect reindex`.

A process that still has another one, started before the change or with settings of its own, leaves those vectors alone.
An item has one vector: the two would otherwise take turns in replacing all of them, with every search, for ever. What
that process writes gets vectors of its own embedder, and the searches of the others bring it over.
"""

from __future__ import annotations

from recollect.engine.parts import Parts
from recollect.model.scope import Scope

NOTE = "reindexed-to"


def note(parts: Parts, scope: Scope, signature: str) -> None:
    """From now on these are the vectors to have. Not while another stands in for the embedder that was chosen."""
    if signature == parts.embedding.chosen() and _noted(parts, scope) != signature:
        parts.store.put_note(scope, NOTE, {"signature": signature})


def by_another(parts: Parts, scope: Scope) -> str | None:
    """The embedder that the vectors were made anew by, where it is not the one in use here."""
    noted, chosen = _noted(parts, scope), parts.embedding.chosen()
    return None if chosen is None or noted == chosen else noted


def told(parts: Parts, scope: Scope) -> str | None:
    """The same, for a person."""
    signature = by_another(parts, scope)
    if signature is None:
        return None
    return (
        f"the vectors of this store were made anew by {signature} (`recollect reindex`), which are not replaced here; "
        "set the same embedder, or run `recollect reindex` to change to this one"
    )


def _noted(parts: Parts, scope: Scope) -> str | None:
    found = parts.store.notes(scope, NOTE).get(NOTE)
    return None if found is None else str(found["signature"])

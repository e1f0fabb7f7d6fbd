"""Which embedder a tenant's vectors were last made anew by, all of them: by `recollect reindex`.

A process that was started before that, and has another embedder, leaves those vectors alone. An item has one vector:
the two would otherwise take turns in replacing all of them, with every search, for ever. What that process writes gets
vectors of its own embedder, and the searches of the others bring it over. Who opens the store later with another
embedder has changed it, and searches bring the vectors over as ever.
"""

from __future__ import annotations

from recollect.engine.parts import Parts
from recollect.model.scope import Scope

NOTE = "reindexed-to"


def note(parts: Parts, scope: Scope, signature: str) -> None:
    """From now on these are the vectors to have. Not while another stands in for the embedder that was chosen."""
    if signature == parts.embedding.chosen():
        parts.store.put_note(scope, NOTE, {"signature": signature, "at": parts.clock().timestamp()})


def by_another(parts: Parts, scope: Scope) -> str | None:
    """The embedder that the vectors were made anew by since this process began, where it is not the one in use here."""
    noted, chosen = parts.store.notes(scope, NOTE).get(NOTE), parts.embedding.chosen()
    if chosen is None or noted is None or noted["signature"] == chosen:
        return None
    return str(noted["signature"]) if float(str(noted["at"])) > parts.opened_at.timestamp() else None


def told(parts: Parts, scope: Scope) -> str | None:
    """The same, for a person."""
    signature = by_another(parts, scope)
    if signature is None:
        return None
    return (
        f"the vectors of this store were made anew by {signature} (`recollect reindex`) after this process began, and "
        "are not replaced here; start it again with the same embedder, or run `recollect reindex` to change to this one"
    )

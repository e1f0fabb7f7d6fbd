"""What a version of a memory rests on: its provenance, and its links to what it was drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recollect.contracts.store import Store
from recollect.engine.effects import DERIVED_FROM, MERGED_FROM
from recollect.model.record import Edge, Provenance, Record


@dataclass(frozen=True, kw_only=True)
class Basis:
    provenance: Provenance
    edges: tuple[Edge, ...]


def basis_of(store: Store, wanted: Record, chain: Sequence[Record]) -> Basis:
    """Of a version in its history. Where it was edited, the last of its edits has the links."""
    ids = [record.id for record in chain if record.created_at == wanted.created_at]
    edges = store.edges(wanted.scope.own, ids)
    return Basis(
        provenance=wanted.provenance,
        edges=tuple(edge for edge in edges if edge.source in ids and edge.kind in (DERIVED_FROM, MERGED_FROM)),
    )

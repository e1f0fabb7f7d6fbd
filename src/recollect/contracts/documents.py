"""What a store must do with documents: part of `recollect.contracts.store.Store`.

They are written by `Store.write` like everything else (`Batch.documents`, `moved`, `removed`, `dropped`), so that a
document and its passages change in one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from recollect.model.document import Document
from recollect.model.record import Record
from recollect.model.scope import Scope

Documents = list[Document]
Records = list[Record]


class DocumentKeeping(Protocol):
    """Documents and their passages."""

    def document(self, scope: Scope, id: str) -> Document | None:
        """One of the scope's tenant."""

    def documents(
        self,
        scope: Scope,
        *,
        collection: str | None = None,
        sources: Sequence[str] | None = None,
        everyone: bool = False,
        own: bool = False,
        alike: bool = False,
        limit: int,
        offset: int = 0,
    ) -> Documents:
        """By source, of the spaces the scope sees (`own`: of its own alone; `everyone`: of the whole tenant) and with
        its labels or none (`alike`: exactly its agent and project); of one `collection`, with one of these `sources`.
        """

    def passages(self, scope: Scope, documents: Sequence[str], *, ended: bool = False) -> dict[str, Records]:
        """Of each document of the tenant: its passages in their order; `ended`: those it once had, too."""

    def passage_counts(self, scope: Scope, documents: Sequence[str]) -> dict[str, int]:
        """Of each document of the tenant: how many passages it has, without those that ended or were archived."""

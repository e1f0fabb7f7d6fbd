"""Further vectors for sectors that have an embedder of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from recollect.engine.vectors.embedding import Embedding
from recollect.model.batch import Entries, SectorVectors
from recollect.model.record import SECTORS, Record
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded
from recollect.write.entries import embedding_texts

Made = TypeVar("Made")


class SectorEmbedding:
    """Further vectors for sectors that have an embedder of their own (`embed_mode = advanced`); without any, nothing.

    Sectors may share an embedder: a text is given to it once. A sector whose embedder turns out to be the main one has
    no further vectors: the item's own is the same.
    """

    def __init__(self, main: Embedding, own: Mapping[str, Embedding] | None = None, *, parallel: bool = False) -> None:
        self._main = main
        self._own = dict(own or {})
        self._parallel = parallel

    def signatures(self) -> dict[str, str]:
        """Sector -> who makes its vectors, of the sectors that really have another embedder."""
        return {sector: signature for sector, signature in self._others().items() if signature is not None}

    def _others(self) -> dict[str, str | None]:
        """As `signatures`, with None for an embedder that cannot be used now."""
        if not self._own:
            return {}
        main = self._main.signature()
        made = {sector: embedding.signature() for sector, embedding in self._own.items()}
        return {sector: signature for sector, signature in made.items() if signature is None or signature != main}

    @property
    def instant(self) -> bool:
        return all(embedding.instant for embedding in self._own.values())

    def forget(self) -> None:
        """Drop what is cached in memory, of the main embedder too."""
        for embedding in (self._main, *self._own.values()):
            embedding.forget()

    def completed(self, entries: Entries, scope: Scope) -> tuple[Entries, str | None]:
        """The entries with the vectors of their sectors, and why some are missing."""
        if not self._own:
            return entries, None
        made, reason = self.embed(entries.records, scope)
        return replace(entries, sector_vectors=made), reason

    def embed(
        self, records: Sequence[Record], scope: Scope, sectors: Collection[str] = SECTORS
    ) -> tuple[tuple[SectorVectors, ...], str | None]:
        """Vectors of each of these sectors for the records that are in it, and why some are missing."""
        wanted = self._others().keys() & set(sectors)
        groups: dict[int, list[str]] = {}
        for sector in sorted(wanted):
            groups.setdefault(id(self._own[sector]), []).append(sector)
        made = self._each(
            [partial(self._embed_group, names, records, scope) for names in groups.values()],
        )
        reasons = dict.fromkeys(reason for _, reason in made if reason)
        return tuple(vectors for found, _ in made for vectors in found), "; ".join(reasons) or None

    def embed_query(self, text: str, sectors: Sequence[str], scope: Scope) -> dict[str, Embedded]:
        """The question as each of these sectors' embedders sees it; sectors without one of their own are left out."""
        own = [sector for sector in sectors if sector in self._own]
        if not own:
            return {}
        main = self._main.signature()
        asked = self._each([partial(self._own[sector].embed_query, (text,), scope) for sector in own])
        answers = zip(own, asked, strict=True)
        return {sector: found for sector, found in answers if found.rows is None or found.signature != main}

    def _embed_group(
        self, sectors: Sequence[str], records: Sequence[Record], scope: Scope
    ) -> tuple[list[SectorVectors], str | None]:
        """Sectors that share an embedder: each text goes there once."""
        places = [place for place, record in enumerate(records) if any(name in record.sectors for name in sectors)]
        if not places:
            return [], None
        embedded = self._own[sectors[0]].embed(embedding_texts([records[place] for place in places]), scope)
        if embedded.rows is None or embedded.signature is None:
            return [], f"no vectors for {', '.join(sectors)}: {embedded.reason}"
        found = []
        for sector in sectors:
            mine = [at for at, place in enumerate(places) if sector in records[place].sectors]
            if mine:
                rows, own = embedded.rows[mine], [places[at] for at in mine]
                found.append(SectorVectors(sector=sector, signature=embedded.signature, places=own, rows=rows))
        return found, embedded.reason

    def _each(self, works: Sequence[Callable[[], Made]]) -> list[Made]:
        """One after the other, or at once where that was asked for: at most five, one a sector."""
        if not self._parallel or len(works) < 2:
            return [work() for work in works]
        with ThreadPoolExecutor(max_workers=len(works)) as pool:
            return list(pool.map(lambda work: work(), works))

"""Write transactions: a batch in, versions ended, records removed. Always rows, postings and vectors together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import repeat

from recollect.errors import Conflict
from recollect.model.batch import ANYBODYS, Batch, Ending, Entries, Terms, Vectors, Written
from recollect.model.columns import NUMBER_BITS
from recollect.model.ids import content_hash
from recollect.model.record import ACTIVE, ENDS, SUPERSEDED, Record
from recollect.model.scope import Scope
from recollect.rules import indexing
from recollect.rules.bulk_index import terms_of
from recollect.rules.text import ANALYSER_VERSION
from recollect.storage.sql import (
    closing,
    deciding,
    documenting,
    graphing,
    handing_on,
    postings,
    recalling,
    retelling,
    spaces,
    strengthening,
    until,
    working,
)
from recollect.storage.sql import versions as versioning
from recollect.storage.sql.answers import forget_answers
from recollect.storage.sql.database import Session
from recollect.storage.sql.rows import (
    EDGE_COLUMNS,
    INSERT_ITEM,
    NUMBER_MASK,
    Row,
    edge_row,
    from_us,
    item_of,
    item_rows,
    space_range,
    us,
)

_PUT_EDGE = (
    f"INSERT INTO edge (space, {EDGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (space, source, kind, target) DO UPDATE SET weight = excluded.weight, "
    "confidence = excluded.confidence, valid_from = excluded.valid_from, valid_until = excluded.valid_until, "
    "ended_at = excluded.ended_at"
)
_MOVE_SOURCES = (
    "UPDATE edge SET source = ? WHERE space = ? AND source = ? AND source_type = 'record' "
    "AND kind IN ('derived_from', 'merged_from')"
)
_END_ITEM = (
    "UPDATE item SET status = ?, ended_at = ?, changed = ?, id = ?, "
    "previous_version_id = coalesce(?, previous_version_id) "
    "WHERE tenant = ? AND item = ? AND id = ? AND (ended_at IS NULL) = ?"
)


_PLACE_ITEM = "UPDATE item SET version = ?, previous_version_id = ?, changed = ? WHERE tenant = ? AND item = ?"


def write(session: Session, scope: Scope, batch: Batch) -> Written:
    """Endings first: they free the ids and keys that entries take over."""
    records = batch.entries.records if batch.entries is not None else ()
    layers = [record.layer for record in records]
    contributions = layers.count("memory")
    reserved = spaces.reserve(session, scope, len(records), contributions)
    space, generation, first = reserved.space, reserved.generation, reserved.first
    if batch.finished is not None:  # before its effects: whoever took the job over may have written them
        working.change(session, scope, batch.finished)
    if batch.seen is not None and generation != batch.seen + 1:
        raise Conflict("the memory changed while this was being weighed; weigh it again")
    _require_sources(session, scope, batch.sources)
    generations = {space: generation}
    if batch.removed:
        _remove(session, scope, batch, reserved)
    for ending in batch.endings:
        _end(session, scope, ending, _generation_of(session, scope, ending.item, generations))
    if batch.places:
        rows = [(one.version, one.previous_version_id, generation, scope.tenant, one.item) for one in batch.places]
        session.many(_PLACE_ITEM, rows)
    items = range(item_of(space, first), item_of(space, first) + len(records))
    positions = _positions(session, space, records) if "turn" in layers else [record.position for record in records]
    if batch.entries is not None:
        _require_free_keys(session, space, records)
        session.many(INSERT_ITEM, item_rows(batch.entries, items, positions, space=space, changed=generation))
        postings.add(session, space, range(first, first + len(records)), batch.entries.terms)
        if batch.entries.vectors is not None and batch.signature is not None:
            embedder = spaces.embedder_id(session, batch.signature, create=True)
            assert embedder is not None
            session.put_vectors(embedder, items, batch.entries.vectors, signature=batch.signature)
        for made in batch.entries.sector_vectors:
            embedder = spaces.embedder_id(session, made.signature, create=True)
            assert embedder is not None
            own = [items[place] for place in made.places]
            session.put_vectors(embedder, own, made.rows, signature=made.signature, sector=made.sector)
    if batch.edges:
        session.many(_PUT_EDGE, [(space, *edge_row(edge)) for edge in batch.edges])
    _reckon(session, space, batch, generation)
    if batch.endings:
        handing_on.write(session, batch, items)
    if batch.told:
        graphing.write_told(session, batch, items)
    strengthening.write(session, scope, batch, lambda item: _generation_of(session, scope, item, generations))
    documenting.write(session, scope, space, batch, generation)
    deciding.write(session, space, batch)
    if batch.endings:
        closing.write(session, scope, space, batch, lambda item: _generation_of(session, scope, item, generations))
    held = working.write(session, scope, space, batch)
    reached = _reached(batch, reserved.contributions, contributions)
    if reached and batch.milestone is not None:
        working.signal(session, space, batch.milestone.job)
    if "profile" in layers:
        spaces.profiled(session, space)
    else:
        reached = retelling.signal(session, scope, space, batch, records) or reached
    return Written(
        given=records,
        items=items,
        positions=positions,
        generation=generation,
        contributions=reserved.contributions,
        reached=reached,
        held=held,
    )


def _reckon(session: Session, space: int, batch: Batch, generation: int) -> None:
    """Until when what holds that something is to follow."""
    linked = [id for edge in batch.edges if edge.kind == ENDS for id in (edge.source, edge.target)]
    ended = [ending.id for ending in batch.endings if ending.item >> NUMBER_BITS == space]
    if linked or ended:
        records = batch.entries.records if batch.entries is not None else ()
        follows = {one.previous_version_id: one.id for one in records if one.previous_version_id is not None}
        ids = until.touched(session, space, dict.fromkeys((*ended, *linked)), follows)
        until.reckon(session, space, ids, generation)


def _remove(session: Session, scope: Scope, batch: Batch, reserved: spaces.Reserved) -> None:
    """What goes in the same transaction, of the batch's own space."""
    assert batch.at is not None, "what is removed is removed at a time"
    found = {one.id: one for id in batch.removed for one in versioning.chain(session, scope.tenant, id)}
    gone = [one for one in found.values() if one.item >> NUMBER_BITS == reserved.space]
    delete(session, scope, gone, batch.at, reserved)
    forget_answers(session, scope.tenant, [*found, *(document.id for document in batch.dropped)])


def _reached(batch: Batch, contributions: int, fresh: int) -> bool:
    """Whether another multiple of the milestone lies between the contributions before this write and those after."""
    if batch.milestone is None:
        return False
    every = batch.milestone.every
    return contributions // every > (contributions - fresh) // every


def write_vectors(session: Session, scope: Scope, vectors: Vectors) -> None:
    """Vectors of items that are there already; items that were deleted meanwhile, or are spared, are passed over."""
    reserved = spaces.reserve(session, scope, 0)
    space, generation = reserved.space, reserved.generation
    embedder = spaces.embedder_id(session, vectors.signature, create=True)
    assert embedder is not None
    spared, of = _spared(session, vectors.sparing)
    there: set[int] = set()
    for start in range(0, len(vectors.items), spaces.IDS_A_QUERY_MAX):
        part = vectors.items[start : start + spaces.IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        rows = session.all(f"SELECT item FROM item WHERE space = ? AND item IN ({marks}){spared}", (space, *part, *of))
        there.update(row[0] for row in rows)
    kept = [place for place, item in enumerate(vectors.items) if item in there]
    if kept:
        items = [vectors.items[place] for place in kept]
        session.many("UPDATE item SET changed = ? WHERE item = ?", [(generation, item) for item in items])
        session.put_vectors(embedder, items, vectors.rows[kept], signature=vectors.signature, sector=vectors.sector)


def _spared(session: Session, sparing: str | None) -> tuple[str, tuple[int, ...]]:
    """The condition that leaves out items whose vector stays."""
    if sparing is None:
        return "", ()
    held = "SELECT 1 FROM vector WHERE vector.item = item.item"
    if sparing == ANYBODYS:
        return f" AND NOT EXISTS ({held})", ()
    return f" AND NOT EXISTS ({held} AND embedder = ?)", (spaces.embedder_id(session, sparing, create=False) or 0,)


def delete(
    session: Session,
    scope: Scope,
    versions: Sequence[Record],
    now: datetime,
    reserved: spaces.Reserved | None = None,
) -> int:
    """Remove these versions, all of one space, with everything that belongs to them. `reserved`: what the write they
    are part of was given."""
    reserved = reserved or spaces.reserve(session, scope, 0)
    space, generation = reserved.space, reserved.generation
    state = spaces.state(session, scope.tenant, scope.user)
    numbers = [record.item & NUMBER_MASK for record in versions]
    if state is not None and state.analyser == ANALYSER_VERSION:
        held: Iterable[Row] = postings.holding(
            session,
            space,
            [
                (term, number)
                for number, record in zip(numbers, versions, strict=True)
                for term in indexing.index(
                    record.content, speaker=record.speaker, occurred_at=record.occurred_at, key=record.key
                ).terms
            ],
        )
    else:  # nobody knows which terms they have
        held = session.stream(
            "SELECT space, term, number, count, rest FROM posting WHERE space = ? AND number <= ?",
            (space, max(numbers, default=-1)),
        )
    postings.remove(session, held, numbers)
    graphing.forget(session, space, [record.item for record in versions])
    for table in ("vector", "sector_vector", "told", "item"):
        session.many(f"DELETE FROM {table} WHERE item = ?", [(record.item,) for record in versions])
    ending = until.touched(session, space, [record.id for record in versions])
    until.reckon(session, space, ending, generation)  # by what their edges have kept
    graphing.cut_off(session, space, [record.id for record in versions])
    deciding.forget(session, space, [record.id for record in versions])
    raised = {space: generation}
    closing.of_deleted(
        session,
        scope,
        space,
        [record.id for record in versions],
        now,
        lambda item: _generation_of(session, scope, item, raised),
    )
    recalling.forget(session, space, [record.id for record in versions])
    working.forget(session, scope, space)
    texts = {
        indexing.embedding_text(record.content, speaker=record.speaker, occurred_at=record.occurred_at)
        for record in versions
    }
    session.many(
        "DELETE FROM embedding_cache WHERE tenant = ? AND embedder IN (SELECT id FROM embedder) AND hash = ?",
        sorted((scope.tenant, content_hash(text)) for text in texts),
    )
    session.many(
        "INSERT INTO tombstone (tenant, id, space, item, generation, deleted_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(scope.tenant, record.id, space, record.item, generation, us(now)) for record in versions],
    )
    return len(versions)


def unlink(session: Session, scope: Scope, record: Record) -> None:
    """Take one version out of its chain: the next follows the one before; without a next one, that is current again."""
    space = record.item >> NUMBER_BITS
    generation = spaces.raised(session, scope, space)
    within, bounds = session.of_space(space)
    followed = session.run(
        "UPDATE item SET previous_version_id = ?, changed = ? "
        f"WHERE tenant = ? AND {within} AND previous_version_id = ?",
        (record.previous_version_id, generation, scope.tenant, *bounds, record.id),
    )
    if not followed and record.current and record.previous_version_id is not None:
        session.run(
            "UPDATE item SET status = ?, ended_at = NULL, changed = ? "
            f"WHERE tenant = ? AND {within} AND id = ? AND status = ?",
            (ACTIVE, generation, scope.tenant, *bounds, record.previous_version_id, SUPERSEDED),
        )


def replace_index(session: Session, scope: Scope, entries: Entries, *, analyser_version: int, epoch: int) -> None:
    """Postings, lengths and flags of a whole space anew. A new epoch makes every cache start over. What somebody wrote
    or deleted since the entries were read is as it is now."""
    reserved = spaces.reserve(session, scope, 0)
    space, generation = reserved.space, reserved.generation
    items = [record.item for record in entries.records]
    there = [row[0] for row in session.all("SELECT item FROM item WHERE item BETWEEN ? AND ?", space_range(space))]
    if set(there) == set(items):
        postings.replace(session, space, [item & NUMBER_MASK for item in items], entries.terms)
    else:
        postings.replace(session, space, *_indexed(session, space))
    session.many(
        "UPDATE item SET length = ?, flags = ?, changed = ? WHERE item = ?",
        list(zip(entries.lengths, entries.flags, repeat(generation), items, strict=False)),
    )
    session.run("UPDATE space SET analyser = ?, epoch = ? WHERE id = ?", (analyser_version, epoch, space))


def _indexed(session: Session, space: int) -> tuple[list[int], Terms]:
    """The numbers of all items of a space, and their terms."""
    rows = session.all(
        "SELECT item, content, speaker, occurred_at, key FROM item WHERE item BETWEEN ? AND ? ORDER BY item",
        space_range(space),
    )
    found = [indexing.index(row[1], speaker=row[2], occurred_at=from_us(row[3]), key=row[4]).terms for row in rows]
    return [row[0] & NUMBER_MASK for row in rows], terms_of(found)


def _end(session: Session, scope: Scope, ending: Ending, generation: int) -> None:
    params = (
        ending.status,
        us(ending.ended_at),
        generation,
        ending.moved_to or ending.id,
        ending.follows,
        scope.tenant,
        ending.item,
        ending.id,
        not ending.reopening,
    )
    if session.run(_END_ITEM, params) != 1:
        raise Conflict(f"record {ending.id} was changed or ended by somebody else meanwhile; read it again and retry")
    if ending.with_sources:
        session.run(_MOVE_SOURCES, (ending.moved_to, ending.item >> NUMBER_BITS, ending.id))


def _generation_of(session: Session, scope: Scope, item: int, generations: dict[int, int]) -> int:
    """The new generation of the space an item lies in; another space than the batch's is raised once."""
    space = item >> NUMBER_BITS
    if space not in generations:
        generations[space] = spaces.raised(session, scope, space)
    return generations[space]


def _require_free_keys(session: Session, space: int, records: Sequence[Record]) -> None:
    keys = [record.key for record in records if record.key is not None and record.current]
    if not keys:
        return
    taken = set()
    within, bounds = session.of_space(space)
    for key in keys:
        row = session.one(f"SELECT id FROM item WHERE {within} AND key = ? AND ended_at IS NULL", (*bounds, key))
        if row is not None or key in taken:
            raise Conflict(f"the key {key!r} was taken meanwhile; try again to make a new version of it")
        taken.add(key)


def _require_sources(session: Session, scope: Scope, ids: Sequence[str]) -> None:
    within, bounds = session.of_tenant(scope.tenant)
    for start in range(0, len(ids), spaces.IDS_A_QUERY_MAX):
        part = ids[start : start + spaces.IDS_A_QUERY_MAX]
        marks = ", ".join("?" * len(part))
        row = session.one(f"SELECT count(*) FROM item WHERE {within} AND id IN ({marks})", (*bounds, *part))
        if row is None or row[0] != len(part):
            raise Conflict("something this was drawn from was deleted meanwhile; draw it again from what is left")


def _positions(session: Session, space: int, records: Sequence[Record]) -> list[int]:
    """A turn without a place gets the next one of its session."""
    following: dict[str, int] = {}
    positions = []
    within, bounds = session.of_space(space)
    for record in records:
        position = record.position
        if record.layer == "turn" and not position and record.session is not None:
            if record.session not in following:
                row = session.one(
                    f"SELECT max(position) FROM item WHERE {within} AND session = ?", (*bounds, record.session)
                )
                following[record.session] = (row[0] or 0) if row else 0
            following[record.session] += 1
            position = following[record.session]
        positions.append(position)
    return positions

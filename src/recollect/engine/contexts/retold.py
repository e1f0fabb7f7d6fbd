"""What a context tells in other words, or in another place: whose memories need no line of their own.

A line of the profile tells the memory it was made of, a relation those that say nothing but it, and a summary that took
the place of memories says of each of them a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from recollect.engine.profiles import told_whole
from recollect.lifecycle import compact
from recollect.model.context import Line
from recollect.model.graph import KnownRelation
from recollect.model.query import Hits
from recollect.model.record import Record
from recollect.read.context import lines

_WORD = re.compile(r"\w+")
_ENDS = ".!?;"
_BEFORE = ("\n", ": ", *(f"{mark} " for mark in _ENDS))
"""What a sentence of a profile stands after."""
_LITTLE = frozenset("a an the is are am".split())
"""What a relation leaves out of a sentence that says the same: "Ana is married to Tom"."""


def by_profiles(
    profiles: Iterable[Record], given: Sequence[Line], chosen: Sequence[Line], known: Iterable[Record]
) -> set[str]:
    """The memories that profiles tell with the lines that got a place; `given`: all their lines. Of those `known` also
    what a sentence there says word for word, whoever wrote it."""
    there = {(line.heading, line.text) for line in chosen}
    shown = "\n".join(line.text for line in chosen)
    missing = "\n".join(line.text for line in given if (line.heading, line.text) not in there)
    told = {id for record in profiles for id in told_whole(record, shown, missing)}
    said = shown.casefold()
    return told | {one.id for one in known if not _of_a_time(one) and _is_sentence(lines.flat(one.content), said)}


def _is_sentence(text: str, said: str) -> bool:
    """Whether it stands among what is said as a sentence of its own: neither "it is not so that" before it nor a word
    after it."""
    bare = text.casefold().rstrip(_ENDS)
    at = said.find(bare) if bare else -1
    if at < 0:
        return False
    before, after = said[:at], said[at + len(bare) :]
    begins = not before or before.endswith(_BEFORE)
    return begins and (after[:1] in ("", "\n") or (after[0] in _ENDS and after[1:2] in ("", " ", "\n")))


def by_relations(relations: Iterable[KnownRelation], chosen: Sequence[Line], records: Iterable[Record]) -> set[str]:
    """Of some memories those that say nothing but a relation that got a place."""
    shown = {line.text for line in chosen}
    says = {id: text for one in relations if (text := lines.of_relation(one).text) in shown for id in one.records}
    return {
        record.id
        for record in records
        if record.id in says and not _of_a_time(record) and _words(record.content) <= _words(says[record.id])
    }


def _of_a_time(record: Record) -> bool:
    """A relation does not say since when or on which day."""
    return record.kind in lines.DATED or record.valid_from is not None or record.valid_until is not None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold())) - _LITTLE


def besides(record: Record, told: Set[str]) -> Record | None:
    """What a record says besides memories that are `told`: of a summary that took their place it is the lines about the
    others; None: nothing. One that somebody has rewritten stays as it is."""
    if record.id in told:
        return None
    ids = compact.part_ids(record) if record.version == 1 else []
    if told.isdisjoint(ids):
        return record
    rows = record.content.splitlines()
    if len(rows) != len(ids):
        return record
    left = [row for row, id in zip(rows, ids, strict=True) if id not in told]
    return record.but(content="\n".join(left)) if left else None


def hits_besides(hits: Hits, told: set[str]) -> Hits:
    """The same of what a question found. What says nothing besides stays, and its id is added to those `told`."""
    if not any(compact.is_summary(hit.record) for hit in hits):
        return hits
    found = []
    for hit in hits:
        left = besides(hit.record, told)
        if left is None:
            told.add(hit.record.id)
        found.append(hit if left is None or left is hit.record else replace(hit, record=left))
    return Hits(found, hits.trace, hits.questions)

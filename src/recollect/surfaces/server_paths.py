"""Answers for who is no admin: where things lie on the server is left out of them.

Of a file that was read on the server its last part is shown; what lies below a workspace has a name of its own. Only
what the server set itself is changed: a path that somebody wrote in a memory is his.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from recollect.errors import RecollectError
from recollect.model.document import Document, own_name
from recollect.model.files import FileHit, FileHits, FileProblem, FilesStatus, SyncReport
from recollect.model.query import Hit, Hits
from recollect.model.record import Neighbour, Record

DETAILS_SHOWN = ("backend", "answering", "fallback", "again_in_s")
READ_ON_THE_SERVER = ("document", "file")
"""Sources of records whose reference may be a path of the server."""
PATH_CHARS_MAX = 4096
_ROOT = r"(?:[A-Za-z]:[\\/]|/)"
_QUOTED = re.compile(
    rf"(?<!\w)(?P<quote>['\"`])(?P<path>{_ROOT}(?:(?!(?P=quote)(?!\w))[^\n]){{1,{PATH_CHARS_MAX}}})(?P=quote)"
)
_BEGIN = re.compile(rf"(?<![\w/\\:.~]){_ROOT}(?=[^\s/\\])")
_SEPARATOR = re.compile(r"[\\/]")
_FOLDER = r"(?:[^\s'\"`/\\]|(?<=\w)'(?=\w)){0,255}(?<![(\[])[\\/]"
"""A folder's name with what ends it. It may hold brackets; another path begins after one of these."""
_NAME = r"[^\s'\"`,;:()\[\]]+"
_PARTS, _MORE = re.compile(rf"(?:{_FOLDER})+{_NAME}"), re.compile(rf"(?:{_FOLDER})*{_NAME}")


def without(done: Any) -> Any:
    """The same answer, without paths of the server."""
    if isinstance(done, Hits):
        return Hits([_hit(one) for one in done], done.trace, done.questions)
    if isinstance(done, list):
        return [without(one) for one in done]
    if isinstance(done, Record):
        return _record(done)
    if isinstance(done, Neighbour):
        return replace(done, record=_record(done.record))
    if isinstance(done, Document):
        return replace(done, source=own_name(done.source))
    if isinstance(done, FileHits):
        return replace(done, fallback=said(done.fallback), hits=tuple(_file_hit(one) for one in done.hits))
    if isinstance(done, FilesStatus):
        return _status(done)
    if isinstance(done, SyncReport):
        return replace(done, failed=_named(done.failed), skipped=_named(done.skipped))
    return done


def lines(exported: Iterable[str]) -> Iterator[str]:
    """An export, in which a mark stands for the folder, so that two documents of one name stay two. A line that names
    no path stays as it is, byte for byte."""
    for line in exported:
        yield _exported(line) if '"source"' in line or '"reference"' in line else line


def _exported(line: str) -> str:
    plain = json.loads(line)
    if not isinstance(plain, dict):
        return line
    document, provenance = plain.get("document"), plain.get("provenance")
    if isinstance(document, dict):
        within, name = document, "source"
    elif isinstance(provenance, dict) and provenance["source"] in READ_ON_THE_SERVER:
        within, name = provenance, "reference"
    else:
        return line
    place = within[name]
    if not place or own_name(place) == place:
        return line
    within[name] = _marked(place)
    return json.dumps(plain, ensure_ascii=False)


def _marked(source: str) -> str:
    name = own_name(source)
    return f"{hashlib.sha256(source.removesuffix(name).encode()).hexdigest()[:8]}/{name}"


def said(text: str | None) -> str | None:
    """A message, in which whole paths are shortened to their last part. Where a path holds spaces, its end is known
    from quotes around it, or from the folders that are there; other words with a slash (`I/O`) stay as they are."""
    return text and _bare(_QUOTED.sub(_inside, text))


def _inside(quoted: re.Match[str]) -> str:
    path, quote = quoted["path"], quoted["quote"]
    alone = len([part for part in _SEPARATOR.split(path) if part]) < 2
    return quoted.group() if alone else f"{quote}{own_name(path)}{quote}"


def _bare(text: str) -> str:
    made, done = [], 0
    for begin in _BEGIN.finditer(text):
        if begin.start() >= done and (end := _end(text, begin)) is not None:
            made += [text[done : begin.start()], own_name(text[begin.start() : end])]
            done = end
    return "".join((*made, text[done:]))


def _end(text: str, begin: re.Match[str]) -> int | None:
    """Where the path ends that begins there; None: it is no path, or a name right below the root."""
    there = begin.end()
    for found in _SEPARATOR.finditer(text, there, begin.start() + PATH_CHARS_MAX):
        if not os.path.isdir(text[begin.start() : found.start()]):
            break
        there = found.end()
    if there == begin.end():
        more = _PARTS.match(text, there)
        return more and more.end()
    more = _MORE.match(text, there)
    return more.end() if more else there - 1


def retold(error: RecollectError) -> RecollectError:
    """The error, saying the same without paths."""
    error.args = tuple(said(one) if isinstance(one, str) else one for one in error.args)
    return error


def _file_hit(hit: FileHit) -> FileHit:
    return replace(hit, path=own_name(hit.path), citation=hit.citation and own_name(hit.citation))


def _hit(hit: Hit) -> Hit:
    around = (hit.record, *hit.window, *hit.sources)
    if not any(_names_a_place(one) for one in around):
        return hit
    return replace(
        hit,
        record=_record(hit.record),
        window=tuple(_record(one) for one in hit.window),
        sources=tuple(_record(one) for one in hit.sources),
    )


def _record(record: Record) -> Record:
    if not _names_a_place(record):
        return record
    reference = own_name(str(record.provenance.reference))
    return replace(record, provenance=replace(record.provenance, reference=reference))


def _names_a_place(record: Record) -> bool:
    provenance = record.provenance
    reference = provenance.reference or ""
    return provenance.source in READ_ON_THE_SERVER and own_name(reference) != reference


def _status(status: FilesStatus) -> FilesStatus:
    details: Mapping[str, Any] = {
        name: said(value) if isinstance(value, str) else value
        for name, value in status.details.items()
        if name in DETAILS_SHOWN
    }
    return replace(
        status,
        workspace=None,
        last=None if status.last is None else without(status.last),
        last_failure=status.last_failure and "the files could not be read; ask an admin why",
        failed=_named(status.failed),
        details=details,
    )


def _named(problems: tuple[FileProblem, ...]) -> tuple[FileProblem, ...]:
    """Reasons are ours or the system's and may quote the whole path."""
    made = []
    for one in problems:
        name = own_name(one.path)
        made.append(FileProblem(path=name, reason=str(said(one.reason.replace(one.path, name)))))
    return tuple(made)

"""Reading documents in: bytes, files and addresses become passages that are found and cited.

What is read is cut and kept by `recollect.engine.documents`. The same bytes read in the same way are known by their
hash and not read again. Nothing is written before a document was read to its end.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recollect.engine.documents import Documents, Read
from recollect.engine.effects import DERIVED_FROM, MERGED_FROM
from recollect.engine.forgetting import Forgetting
from recollect.engine.media import RecordingReader
from recollect.engine.parts import Parts
from recollect.engine.told import bare
from recollect.errors import InvalidInput, NotConfigured, RecollectError, TooLarge
from recollect.ingest.chunk import OVERLAP_TOKENS, TOKENS_MAX, passages
from recollect.ingest.files.scan import encodable, printable
from recollect.model.document import OF_PASSAGE, Document, Reading
from recollect.model.ingested import UNCHANGED, Ingested
from recollect.model.scope import Scope
from recollect.rules.file_text import OPEN
from recollect.write import accept

if TYPE_CHECKING:
    from recollect.ingest.documents import Limits
    from recollect.ingest.fetch import Fetched, FetchLimits

READ_AS = "documents 4"
"""Changes when documents are read in another way; what was read before is then read anew."""
SOURCE_CODE, MARKDOWN = "text/x-source", "text/markdown"
FILES_MAX = 1_000_000
_ETAG = "etag "
_STAMP = re.compile(r"\d+ \d+")


@dataclass(frozen=True, kw_only=True)
class IngestOptions:
    """What settings say about documents."""

    bytes_max: int = 50_000_000
    pages_max: int = 5_000
    seconds_max: float = 120.0
    processes_max: int = 0
    """Documents that are read at once; 0: one a core."""
    fetch: bool = True
    allow: tuple[str, ...] = ()
    """Hosts and networks that may be fetched from although they are not public."""


@dataclass(frozen=True, kw_only=True)
class Given:
    """A document as somebody gave it: its bytes, or where they are fetched from."""

    data: bytes | None = None
    url: str | None = None
    name: str | None = None
    """What it is to be known by."""
    media_type: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    stamp: str = ""
    chunk_tokens: int | None = None
    chunk_overlap: int | None = None

    @property
    def cut(self) -> tuple[int, int]:
        """Tokens of a passage, and those it shares with the one before."""
        tokens = accept.whole(
            TOKENS_MAX if self.chunk_tokens is None else self.chunk_tokens, "chunk_tokens", 16, 32_768
        )
        shared = min(OVERLAP_TOKENS, tokens // 2) if self.chunk_overlap is None else self.chunk_overlap
        return tokens, accept.whole(shared, "chunk_overlap", 0, tokens // 2)

    @property
    def fingerprint(self) -> str:
        """How it is read and cut, and what was said about it."""
        passed_on = ["on passages"] if self.metadata else []  # once it was the document's alone
        said = json.dumps([self.media_type, dict(self.metadata), *passed_on], sort_keys=True, default=str)
        tokens, shared = self.cut
        return f"{READ_AS} {tokens}/{shared} {hashlib.sha256(said.encode()).hexdigest()[:16]}"


class Ingesting:
    """Reads documents and remembers them."""

    def __init__(
        self,
        parts: Parts,
        documents: Documents,
        forgetting: Forgetting,
        options: IngestOptions,
        recordings: RecordingReader,
    ) -> None:
        """`recordings` reads sound and video."""
        self._parts = parts
        self._documents = documents
        self._forgetting = forgetting
        self._options = options
        self._recordings = recordings

    def ingest(self, scope: Scope, given: Given) -> Ingested:
        """Read a document and remember it. One that is known, did not change and has all its passages is left alone."""
        accept.metadata(given.metadata)
        source = self._source(given)
        known = self._documents.given(scope, [source]).get(source)
        data, media_type, stamp, named = given.data, given.media_type, given.stamp, given.name or source
        if data is None:
            held = known if known is not None and _read_alike(known, scope, given) else None
            found = self._fetched(given.url or "", held)
            if found.unchanged and held is not None:
                return Ingested(document=held, action=UNCHANGED, kept=held.passages)
            data, media_type = found.data, given.media_type or found.media_type
            stamp, named = f"{_ETAG}{found.etag}" if found.etag else "", given.name or found.name
        digest = hashlib.sha256(data).hexdigest()
        if known is not None and known.content_hash == digest and _read_alike(known, scope, given):
            document = replace(known, stamp=stamp, error=None)
            if document != known:
                self._documents.look_again([document])
            return Ingested(document=document, action=UNCHANGED, kept=document.passages)
        try:
            reading = self._read(data, named, media_type)
        except RecollectError as error:
            if known is not None:
                self._documents.failed(known, bare(error))
            raise
        return self._keep(scope, given, source, reading, digest, stamp, len(data))

    def read(self, given: Given) -> Reading:
        """What a document says; nothing is remembered."""
        if given.data is not None:
            return self._read(given.data, given.name or "", given.media_type)
        found = self._fetched(given.url or "", None)
        return self._read(found.data, given.name or found.name, given.media_type or found.media_type)

    def remove(self, scope: Scope, id: str) -> int:
        """A document with all it ever said, and memories that rest on nothing else; returns how many records."""
        document = self._documents.get(scope, id)
        own = document.scope.own
        ids = [record.id for record in self._documents.passages(scope, id)]
        known = set(ids)
        drawn = {
            edge.target
            for edge in self._parts.store.edges(own, ids)
            if edge.kind in (DERIVED_FROM, MERGED_FROM) and edge.target in known
        }
        count = self._forgetting.delete(own, sorted(drawn)) if drawn else 0
        return count + self._documents.remove([document])

    # --- reading ------------------------------------------------------------------------------------------------

    def _read(self, data: bytes, name: str, media_type: str | None) -> Reading:
        from recollect.ingest import documents  # cold start: archives and mail

        if documents.is_recording(data, name=name, media_type=media_type, limits=self._limits):
            return self._heard(data, name, media_type)
        return documents.read(data, name=name, media_type=media_type, limits=self._limits)

    def _heard(self, data: bytes, name: str, media_type: str | None) -> Reading:
        """What is said in a recording."""
        from recollect.ingest.documents import detect

        found = detect(data, name=name, declared=media_type)
        reading = self._recordings(data, name=name or "the recording", media_type=found.media_type)
        if not reading.sections:
            raise InvalidInput(f"{name or 'the recording'} has no words in it that were understood")
        return replace(reading, notes=found.notes + reading.notes)

    @property
    def _limits(self) -> Limits:
        from recollect.ingest.documents import Limits

        options = self._options
        return Limits(
            bytes_max=options.bytes_max,
            pages_max=options.pages_max,
            seconds_max=options.seconds_max,
            processes_max=options.processes_max,
        )

    def _fetched(self, url: str, known: Document | None) -> Fetched:
        from recollect.ingest.fetch import FetchLimits, fetch

        if not self._options.fetch:
            raise NotConfigured("fetching addresses is switched off here (fetch_urls); download it and give the file")
        limits: FetchLimits = FetchLimits(
            bytes_max=self._options.bytes_max,
            seconds_max=self._options.seconds_max,
            allow_private=self._options.allow,
        )
        etag = known.stamp.removeprefix(_ETAG) if known is not None and known.stamp.startswith(_ETAG) else None
        return fetch(url, limits=limits, etag=etag)

    # --- keeping ------------------------------------------------------------------------------------------------

    def known_by(self, name: str) -> str:
        """A name as it is kept. A secret in an address or path is masked like any other."""
        return self._parts.secrets.mask_name(accept.source_name(name))

    def _source(self, given: Given) -> str:
        """What a document is known by."""
        if given.name is not None:
            return self.known_by(given.name)
        if given.url is not None:
            return self.known_by(given.url.partition("#")[0])
        return f"document-{hashlib.sha256(given.data or b'').hexdigest()[:16]}"

    def _keep(
        self, scope: Scope, given: Given, source: str, reading: Reading, digest: str, stamp: str, size: int
    ) -> Ingested:
        tokens, shared = given.cut
        cut = passages(
            reading.sections,
            tokens_max=tokens,
            overlap_tokens=shared,
            markdown=reading.media_type != SOURCE_CODE,
            underlined=reading.media_type == MARKDOWN,
        )
        chars = sum(len(passage.text) for passage in cut)
        self._parts.gate.admit(scope, adds=1, chars=chars, now=self._parts.clock())
        about = {**reading.metadata, "method": reading.method}
        if reading.notes:
            about["notes"] = list(reading.notes)
        kept = self._documents.put(
            [
                Read(
                    scope=scope,
                    source=source,
                    passages=cut,
                    title=reading.title,
                    media_type=reading.media_type,
                    content_hash=digest,
                    stamp=stamp,
                    fingerprint=given.fingerprint,
                    bytes=size,
                    metadata={**about, **given.metadata},
                    said={name: value for name, value in given.metadata.items() if name not in OF_PASSAGE},
                )
            ]
        )[0]
        counts = {"added": kept.added, "kept": kept.kept, "ended": kept.ended}
        return Ingested(document=kept.document, action=kept.action, notes=reading.notes, note=kept.note, **counts)


def _read_alike(known: Document, scope: Scope, given: Given) -> bool:
    return (known.fingerprint, known.scope) == (given.fingerprint, scope)


# --- files ----------------------------------------------------------------------------------------------------------


def file_at(path: Path, bytes_max: int) -> tuple[bytes, str]:
    """The bytes of a file, and its stamp. What is no plain file, or too large, is refused before it is read; one that
    was written meanwhile has no stamp, and is read again the next time."""
    try:
        if path.is_dir():
            raise InvalidInput(f"{path} is a folder; use ingest_folder, or `recollect ingest` on the command line")
        with open(path, "rb", opener=lambda name, _: os.open(name, OPEN & ~getattr(os, "O_NOFOLLOW", 0))) as file:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode):
                raise InvalidInput(f"{path} is no plain file")
            if facts.st_size > bytes_max:
                raise TooLarge(f"{path} has {facts.st_size} bytes; at most {bytes_max} are read (document_bytes_max)")
            data = file.read(bytes_max + 1)
            if len(data) > bytes_max:
                raise TooLarge(
                    f"{path} grows while it is read; at most {bytes_max} bytes are read (document_bytes_max)"
                )
            settled = stamp_of(os.fstat(file.fileno())) == stamp_of(facts) and len(data) == facts.st_size
            return data, stamp_of(facts) if settled else ""
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}); give the path of a file") from error


def require_name(source: str) -> None:
    """A file's own name may be no text, which is what a document is known by and cited as."""
    if not encodable(source):
        raise InvalidInput(
            f"the name {printable(source)!r} is not UTF-8; rename the file, or give it another (name=, --name)"
        )


def shown_path(file: Path) -> str:
    """A path as text that can be written anywhere."""
    return printable(str(file))


def stamp_of(facts: os.stat_result) -> str:
    return f"{facts.st_size} {facts.st_mtime_ns}"


def gone_from(folder: Path, root: str, known: Mapping[str, Document], there: Set[str]) -> list[Document]:
    """Documents that were read from files of a folder and whose files are there no longer. `root`: what stands for the
    folder in their sources; `there`: the sources that were found. What cannot be looked at is not gone, and what was
    given as bytes under such a name was no file."""
    inside = root if root == "/" else f"{root}/"
    return [
        document
        for source, document in known.items()
        if source.startswith(inside)
        and source not in there
        and _STAMP.fullmatch(document.stamp)
        and _is_absent(folder / source.removeprefix(inside).lstrip("/"))
    ]


def _is_absent(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def files_in(folder: Path) -> Iterator[Path]:
    """The plain files of a folder and the folders in it, by name. Links are not followed, hidden ones are left out."""
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is no folder; give the path of one")
    count = 0
    for place, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place) / name
            if name.startswith(".") or path.is_symlink() or not path.is_file():
                continue
            count += 1
            if count > FILES_MAX:
                raise TooLarge(f"{folder} has more than {FILES_MAX} files; give the folders in it one by one")
            yield path

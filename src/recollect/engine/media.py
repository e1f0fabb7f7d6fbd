"""Pictures and sound as memory files: the words they are stored under, and the vector a multimodal embedder gives.

Off until a person turns it on: only then do bytes leave the machine. What is stored is a line with the file's name, so
that words find it too, and the vector of its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from recollect.contracts.embedder import Media
from recollect.engine.vectors.embedding import Embedding
from recollect.errors import NotConfigured, TooLarge
from recollect.ingest.recordings import Reader as RecordingReader
from recollect.ingest.recordings import reader as recording_reader
from recollect.model.document import Passage
from recollect.model.scope import Scope
from recollect.model.vectors import Embedded

__all__ = [
    "MEDIA_TYPES",
    "MediaFile",
    "MediaFiles",
    "MediaOptions",
    "RecordingReader",
    "media_type",
    "recording_reader",
]

MEDIA_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".heic": "image/heic",
    ".heif": "image/heif",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".ogg": "audio/ogg",
    ".opus": "audio/opus",
    ".m4a": "audio/mp4",
    ".aac": "audio/aac",
    ".flac": "audio/flac",
}
"""End of a file's name -> what is in it."""
WORDS = {"image": "Image file", "audio": "Audio file"}
FILES_AT_ONCE = 64


@dataclass(frozen=True, kw_only=True)
class MediaOptions:
    kinds: frozenset[str] = frozenset()
    """`image`, `audio`; nothing: it is off."""
    bytes_max: int = 10_000_000


@dataclass(frozen=True, kw_only=True)
class MediaFile:
    """A picture or sound, named as it is to be remembered: by its path below the folder it was found in."""

    path: str
    data: bytes = field(repr=False)

    @property
    def passage(self) -> Passage:
        """What is stored of it: `Image file: photos/router.png`."""
        kind = (media_type(self.path) or "").partition("/")[0]
        return Passage(text=f"{WORDS.get(kind, 'File')}: {self.path}")


class MediaFiles:
    """What a workspace asks for files below its extra paths."""

    def __init__(self, embedding: Embedding, options: MediaOptions) -> None:
        self._embedding = embedding
        self._options = options

    def wanted(self, path: str) -> bool:
        """Whether a file is remembered: by its name, before it is read. False for everything while it is off."""
        return (media_type(path) or "").partition("/")[0] in self._options.kinds

    @property
    def bytes_max(self) -> int:
        """Larger files are left out; look before you read."""
        return self._options.bytes_max

    def embed(self, files: Sequence[MediaFile], scope: Scope) -> Embedded:
        """One row a file, or no rows and the reason. The same bytes are sent once, whatever they are called."""
        if len(files) > FILES_AT_ONCE:
            raise TooLarge(f"{len(files)} files at once are too many; give {FILES_AT_ONCE}")
        for file in files:
            self._require(file)
        if not files:
            return Embedded(signature=None, rows=None, reason="there is no file")
        items = [Media(media_type=str(media_type(file.path)), data=file.data) for file in files]
        return self._embedding.embed_media(items, scope)

    def _require(self, file: MediaFile) -> None:
        if not self.wanted(file.path):
            raise NotConfigured(
                f"{file.path} is not sent to an embedder: set multimodal = on, and multimodal_modalities to what may be"
            )
        if not 0 < len(file.data) <= self._options.bytes_max:
            raise TooLarge(
                f"{file.path} has {len(file.data):,} bytes; 1 to {self._options.bytes_max:,} are sent "
                "(multimodal_file_bytes_max)"
            )


def media_type(path: str) -> str | None:
    """What is in a file, by the end of its name; None: no picture or sound that is known."""
    return MEDIA_TYPES.get(PurePosixPath(path).suffix.lower())

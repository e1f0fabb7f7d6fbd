"""Archives that come from strangers: unfolded only as far as is allowed, their XML without entities.

An Office file or a book is an archive of XML. What the archive says about its sizes may be a lie, so every part is
unfolded once and counted, before a library sees any of it. XML with a document type (the door to entities that grow
without end, or that name files and addresses) is refused: Office files never have one.
"""

from __future__ import annotations

import io
import zipfile
from xml.sax.handler import ContentHandler

from recollect.errors import InvalidInput, TooLarge
from recollect.ingest.documents.limits import Limits, Source

STEP = 1_048_576
SMALL = 4_000_000
"""Parts of up to this size may be packed as well as they can."""
XML_ENDS = (".xml", ".rels", ".vml")


def opened(source: Source, limits: Limits) -> zipfile.ZipFile:
    """The archive, after every part was unfolded and counted."""
    archive = zipfile.ZipFile(io.BytesIO(source.data))
    infos = archive.infolist()
    if len(infos) > limits.entries_max:
        raise TooLarge(f"{source.shown} has {len(infos)} parts; at most {limits.entries_max} are read")
    total = 0
    for info in infos:
        if info.flag_bits & 0x1:
            raise InvalidInput(f"{source.shown} is protected by a password; save it without one")
        total += _counted(archive, info, limits, source, total)
    return archive


def _counted(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limits: Limits, source: Source, before: int) -> int:
    size = 0
    with archive.open(info) as part:
        while piece := part.read(STEP):
            size += len(piece)
            if before + size > limits.expanded_bytes_max:
                raise TooLarge(
                    f"{source.shown} unfolds to more than {limits.expanded_bytes_max} bytes; it may be an archive made "
                    "to fill memory, and is refused"
                )
            if size > SMALL and size > limits.ratio_max * max(1, info.compress_size):
                raise TooLarge(
                    f"{source.shown} holds a part that unfolds to more than {limits.ratio_max} times its size; it may "
                    "be an archive made to fill memory, and is refused"
                )
    return size


def require_plain_xml(archive: zipfile.ZipFile, source: Source) -> None:
    """No part of an Office file may have a document type or entities."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parseString

    for info in archive.infolist():
        if not info.filename.lower().endswith(XML_ENDS):
            continue
        try:
            parseString(
                archive.read(info), ContentHandler(), forbid_dtd=True, forbid_entities=True, forbid_external=True
            )
        except DefusedXmlException as error:
            raise InvalidInput(
                f"{source.shown} has a document type or entities in {info.filename}, which Office files never have; "
                "it is refused"
            ) from error

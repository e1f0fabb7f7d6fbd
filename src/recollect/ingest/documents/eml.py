"""Mail: its headers and text, and what is attached, each read as what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from typing import Any
from urllib.parse import quote

from recollect.errors import ConfigError, InvalidInput, NotConfigured
from recollect.ingest.documents.detect import detect
from recollect.ingest.documents.limits import Limits, Source
from recollect.ingest.documents.markup import parsed, tidy, to_markdown
from recollect.ingest.documents.table import read_here
from recollect.ingest.documents.text import TITLE_CHARS_MAX, decode
from recollect.model.document import Reading, Section

ATTACHMENTS_MAX = 50
PARTS_MAX = 1_000
HEADER_CHARS_MAX = 2_000
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_FIELDS = {
    "From": "from",
    "To": "to",
    "Cc": "cc",
    "Date": "date",
    "Message-ID": "message_id",
    "In-Reply-To": "reply_to",
}


def read(source: Source, limits: Limits) -> Reading:
    message = BytesParser(policy=policy.default).parsebytes(source.data)
    headers = {name: _header(message, name) for name in (*_SHOWN, *_FIELDS)}
    if not any(headers.values()):
        raise InvalidInput(f"{source.shown} is no mail: it has none of the headers of one")
    body, notes = _body(message)
    head = "\n".join(f"{name}: {headers[name]}" for name in _SHOWN if headers[name])
    sections = [Section(text=f"{head}\n\n{body}".strip())]
    names: list[str] = []
    for name, attached in _attached(message, source, limits, notes):
        names.append(name)
        for section in attached.sections:
            place = f"attachment={quote(name)}" + (f"&{section.place}" if section.place else "")
            sections.append(replace(section, place=place))
        notes += [f"{name}: {note}" for note in attached.notes]
    metadata: dict[str, Any] = {key: headers[name] for name, key in _FIELDS.items() if headers[name]}
    if names:
        metadata["attachments"] = names
    return Reading(
        media_type=source.media_type,
        sections=tuple(sections),
        title=headers["Subject"][:TITLE_CHARS_MAX],
        metadata=metadata,
        method="email",
        notes=tuple(notes),
    )


def _header(message: EmailMessage, name: str) -> str:
    """A header as text; one that cannot be parsed as it was sent."""
    try:
        value = message.get(name)
    except (ValueError, IndexError, AttributeError, TypeError, KeyError):
        value = next((raw for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(str(value or "").split())[:HEADER_CHARS_MAX]


def _body(message: EmailMessage) -> tuple[str, list[str]]:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return "", []
    text, _, notes = decode(_bytes(part), part.get_content_charset())
    if part.get_content_type() == "text/html":
        text, more = to_markdown(parsed(text))
        return text, [*notes, *more]
    return tidy(text), list(notes)


def _attached(message: EmailMessage, source: Source, limits: Limits, notes: list[str]) -> Iterator[tuple[str, Reading]]:
    """What is attached and can be read; what cannot is noted."""
    size = 0
    for number, part in enumerate(_parts(message), 1):
        name = part.get_filename() or f"attachment {number}"
        if number > ATTACHMENTS_MAX:
            notes.append(f"only {ATTACHMENTS_MAX} attachments are read")
            return
        if limits.depth <= 0:
            notes.append(f"{name} is not read: too many documents inside one another")
            continue
        data = _bytes(part)
        size += len(data)
        if size > limits.expanded_bytes_max:
            notes.append(f"{name} is not read: the attachments are larger than {limits.expanded_bytes_max} bytes")
            return
        try:
            found = detect(data, name=name, declared=part.get_content_type())
            inner = Source(data=data, name=name, media_type=found.media_type, charset=part.get_content_charset())
            yield name, read_here(inner, replace(limits, depth=limits.depth - 1))
        except (InvalidInput, NotConfigured, ConfigError) as error:
            notes.append(f"{name} is not read: {error}")


def _parts(message: EmailMessage) -> Iterator[EmailMessage]:
    """Attached parts; of a message inside the message only the message itself."""
    waiting: list[Any] = [message]
    body = message.get_body(preferencelist=("plain", "html"))
    for _ in range(PARTS_MAX):
        if not waiting:
            return
        part = waiting.pop(0)
        if part.get_content_type() == "message/rfc822" and part is not message:
            yield part
        elif part.is_multipart():
            waiting = [*part.iter_parts(), *waiting]
        elif part is not body and (part.is_attachment() or part.get_filename()):
            yield part


def _bytes(part: Any) -> bytes:
    payload = part.get_payload(decode=True)
    if isinstance(payload, bytes):
        return payload
    inner = part.get_payload()
    if isinstance(inner, list) and inner:
        return b"".join(bytes(one) for one in inner[:1])
    return str(inner or "").encode("utf-8", "surrogateescape")

"""Answers that come compressed although they were asked for as they are: unpacked, where it can be done here."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import aiohttp

PIECE_BYTES_MAX = 1024 * 1024
"""So much is unpacked at once: a short answer may be a long one packed."""
_PLAIN = ("", "identity")
_PACKED = ("gzip", "x-gzip", "deflate")
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
_DEFLATED = 8
"""The lower half of the first byte of what zlib packs; some servers leave that beginning out."""


def is_plain(encoding: str) -> bool:
    return encoding in _PLAIN


def can_be_read(encoding: str) -> bool:
    return is_plain(encoding) or encoding in _PACKED


class Unpacker:
    """Unpacks one answer. Raises what the HTTP client raises for one that is broken."""

    def __init__(self, encoding: str) -> None:
        self._gzip = encoding != "deflate"
        self._inner = zlib.decompressobj(_GZIP) if self._gzip else None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next bytes become, in pieces."""
        while data:
            if self._inner is None:
                self._inner = zlib.decompressobj(_ZLIB if data[0] & 15 == _DEFLATED else _RAW)
            elif self._inner.eof:
                data = data.lstrip(b"\0") if self._gzip else b""  # some fill up with zeros
                if not data:
                    return
                self._inner = zlib.decompressobj(_GZIP)  # several files may be one answer
            try:
                piece = self._inner.decompress(data, PIECE_BYTES_MAX)
            except zlib.error as error:
                raise aiohttp.ClientPayloadError("the answer cannot be unpacked") from error
            data = self._inner.unused_data if self._inner.eof else self._inner.unconsumed_tail
            if piece:
                yield piece

    def end(self) -> None:
        if self._inner is not None and not self._inner.eof:
            raise aiohttp.ClientPayloadError("the answer ended before its end")

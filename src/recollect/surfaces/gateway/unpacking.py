"""Answers that come compressed although they were asked for as they are: unpacked, where it can be done here."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import aiohttp

PIECE_BYTES_MAX = 1024 * 1024
"""So much is unpacked at once: a short answer may be a long one packed."""
_PLAIN = ("", "identity", "none", "utf-8", "utf8", "us-ascii", "iso-8859-1", "7bit", "8bit", "binary")
"""Some servers name the letters here, or that nothing is packed."""
_PACKED = ("gzip", "x-gzip", "deflate")
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
_DEFLATED = 8
"""The lower half of the first byte of what zlib packs; some servers leave that beginning out."""
_LAST_BLOCKS = (b"", b"\x01\x00\x00\xff\xff")
"""What is packed ends by itself, or where a server sends all it has and never says that it was all."""
_SUMS = (bytes(8), b"\xff" * 8)
"""Two, for in the middle of what is packed one of them may be the end of it, and never both."""
_CHECKS = ("incorrect data check", "incorrect length check")


def is_plain(encoding: str) -> bool:
    return encoding in _PLAIN


def can_be_read(encoding: str) -> bool:
    return is_plain(encoding) or encoding in _PACKED


class Unpacker:
    """Unpacks one answer. Raises what the HTTP client raises for one that is broken."""

    def __init__(self, encoding: str) -> None:
        self._gzip = encoding != "deflate"
        self._inner: Any = None
        """None: nothing came yet."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What the next bytes become, in pieces."""
        while data:
            if self._inner is None:
                self._inner = zlib.decompressobj(_GZIP if self._gzip else _beginning(data))
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

    def end(self) -> bytes:
        """What is left. An answer that is empty says no more packed than it does otherwise."""
        if self._inner is None or self._inner.eof:
            return b""
        if not any(all(_ends(self._inner, last, sum_) for sum_ in _SUMS) for last in _LAST_BLOCKS):
            raise aiohttp.ClientPayloadError("the answer ended before its end")
        return bytes(self._inner.flush())


def _beginning(data: bytes) -> int:
    return _ZLIB if data[0] & 15 == _DEFLATED else _RAW


def _ends(inner: Any, last: bytes, sum_: bytes) -> bool:
    """Whether all that was packed is over with `last`, so that only the sum of it is missing, or is not this one."""
    inner = inner.copy()
    try:
        if inner.decompress(last) or inner.unused_data:
            return False
    except zlib.error:
        return False
    try:
        return not inner.decompress(sum_) and inner.eof
    except zlib.error as error:
        return any(check in str(error) for check in _CHECKS)

"""What a caller of a server is told of an error, on every surface alike."""

from __future__ import annotations

import logging

from recollect.errors import RecollectError, StoreError

STORE_FAILED = "the store cannot do it now; the server's log says why"
log = logging.getLogger("recollect.http")


def told(error: RecollectError) -> str:
    """The message; of the store only that it failed. Its message names the file, or the address, the user and the
    database, which is for the log and for nobody who holds a key."""
    if not isinstance(error, StoreError):
        return str(error)
    log.error("store.failed", extra={"code": error.code, "reason": str(error)})
    return STORE_FAILED

"""A SQLite file that is encrypted at rest: the key on a connection, and what to say when file and key do not fit.

The work is done by the `apsw-sqlite3mc` build of apsw (ChaCha20-Poly1305, each page with its own tag): the file, its
log and every copy made through a connection with a key. Nothing here keeps a key anywhere but in memory.
"""

from __future__ import annotations

import re
from pathlib import Path

import apsw

from recollect.errors import ConfigError, MissingExtra, StoreBusy, WrongKey

CIPHER = "chacha20"
KEY_CHARS_MIN = 8
PLAIN_HEADER = b"SQLite format 3\x00"
SECTOR_BYTES = 512
"""A database is whole pages, and no page is smaller."""
_RAW = re.compile(r"[0-9a-fA-F]{64}\Z")


def require_key(key: str) -> None:
    """A key this build can use."""
    if getattr(apsw, "mc_version", None) is None:
        raise MissingExtra(
            "encryption_key is set, but the SQLite that is installed cannot encrypt: pip install 'recollect[encrypted]'"
            " and then, so that it is the one in use, pip install --force-reinstall --no-deps apsw-sqlite3mc"
        )
    if len(key) < KEY_CHARS_MIN:
        raise ConfigError(
            f"the encryption key has {len(key)} characters; give at least {KEY_CHARS_MIN}, "
            "best the 64 that `openssl rand -hex 32` prints"
        )


def require_match(path: Path, key: str | None) -> None:
    """Refuse a key for a file that is not encrypted, and a file that seems to be without one."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(len(PLAIN_HEADER))
    except OSError:
        return  # not there yet, or nobody may read it: opening it says so
    if key is not None and head == PLAIN_HEADER:
        raise WrongKey(
            f"{path} is not encrypted, but encryption_key is set. Leave the key out, or encrypt the file once: "
            "`recollect rekey --key-file FILE` with encryption_key unset."
        )
    if key is None and size and size % SECTOR_BYTES == 0 and head != PLAIN_HEADER:
        raise WrongKey(
            f"{path} is encrypted, or no database at all. Give its key: encryption_key or encryption_key_file."
        )


def unlock(connection: apsw.Connection, key: str) -> None:
    """Has to come before anything is read."""
    connection.execute(f"PRAGMA cipher = '{CIPHER}'").fetchall()
    connection.execute(_pragma("key", key)).fetchall()
    connection.execute("PRAGMA temp_store = MEMORY")  # files for sorting would not be encrypted


def refused(name: str) -> WrongKey:
    return WrongKey(
        f"the key does not open {name}: it is another file's key, or the file is no Recollect database. "
        "Check encryption_key and encryption_key_file."
    )


def rekey(connection: apsw.Connection, name: str, *, old: str | None, new: str | None) -> None:
    """Encrypt anew with another key, for the first time, or not at all; in one transaction, alone with the file.

    SQLite changes keys safely only outside WAL, which it leaves only when nobody else has the file open.
    """
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        mode = connection.execute("PRAGMA journal_mode = DELETE").get
        if mode == "delete":
            connection.execute("BEGIN EXCLUSIVE; COMMIT")
    except apsw.BusyError as error:
        raise _in_use(name) from error
    if mode != "delete":
        raise _in_use(name)
    if old is None or new is None:  # the file is written as a whole, which may be more than memory holds
        connection.execute("PRAGMA temp_store = FILE")
    connection.execute(f"PRAGMA cipher = '{CIPHER}'").fetchall()
    connection.execute(_pragma("rekey", new or "")).fetchall()


def _in_use(name: str) -> StoreBusy:
    return StoreBusy(f"{name} is open elsewhere; stop the server and everything else that uses it, and try again")


def _pragma(verb: str, key: str) -> str:
    """64 hexadecimal characters are the key itself; anything else is a passphrase that the key is derived from."""
    if _RAW.match(key):
        return f"PRAGMA {verb} = 'raw:{key.lower()}'"
    if not key:
        return f"PRAGMA {verb} = ''"
    return f"PRAGMA hex{verb} = '{key.encode().hex()}'"

"""Notices between processes by LISTEN and NOTIFY: one connection and one thread for a process that listens.

A NOTIFY inside a transaction makes PostgreSQL commit all of them one after the other, behind one lock. So a notice is
sent after the commit, in a transaction of its own that writes nothing, and many become one: at most twenty a second and
process. A process that listens sends over its listening connection. Another one, which may live for a single call,
sends over the connection it has just written with, and opens none.

Whether notices arrive is tried before they are trusted: a pooler that gives connections to whoever needs one for a
transaction takes LISTEN without a word and delivers nothing.
"""

from __future__ import annotations

import json
import os
import secrets
import selectors
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing

import psycopg
from psycopg.pq import TransactionStatus

from recollect.errors import StoreError
from recollect.model.notice import EVERYTHING, KINDS, Notice, mark, together
from recollect.storage.postgres.connect import Connection, Connections, Limits

EVERY_S = 0.05
"""Notices are sent, and heard, at most once in this time."""
MARKS_MAX = 100
"""Tenants that a notice names for each kind: a payload may have 8,000 bytes, and four times as many take 6,200."""
PROOF_S = 10.0
"""A notice that was sent to try the way must arrive within this time."""
STILL_THERE_S = 15.0
"""After so much silence the server is asked whether it is still there."""
AGAIN_S, AGAIN_MAX_S = 0.25, 30.0
"""How long to wait after the first failure; twice as long after each further one."""
CLOSE_S = 5.0
"""Longest wait for the thread at the end: it may be connecting to a server that does not answer."""
NAME = "recollect-notices"

Told = tuple[str, str]
"""Kind, and whose."""

# several stores may lie in one database, in a schema each
_CHANNEL = "'recollect_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 32)"
_SEND = "SELECT pg_notify(%s, %s)"
_UNPROVEN = (
    "LISTEN was taken, but a notice did not arrive (a pooler in transaction mode?), so this process looks for changes "
    "from time to time; give a direct address, or set postgres_notices = off"
)


class PostgresNotices:
    """What this process tells, and what it hears."""

    def __init__(
        self, connections: Connections, *, proof_s: float = PROOF_S, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._connections = connections
        with connections.reader() as connection:  # in a transaction: behind a pooler only there the schema is known
            self._channel = str((connection.execute(f"SELECT {_CHANNEL}").fetchone() or [""])[0])
        self._side = connections.beside(Limits(connections_max=1, statement_timeout_s=PROOF_S))
        self._proof_s = proof_s
        self._monotonic = monotonic
        self._me = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._pending: dict[str, set[str] | None] = {}
        self._sent = monotonic() - EVERY_S
        self._pid = os.getpid()
        self._stopped = threading.Event()
        self._heard: Callable[[Notice], None] | None = None
        self._thread: threading.Thread | None = None
        self._on_line = False
        self.problem: str | None = None

    # --- telling ------------------------------------------------------------------------------------------------

    def committed(self, told: Collection[Told], connection: Connection) -> None:
        """That was written, over this connection, and is committed."""
        if not told:
            return
        with self._lock:
            for kind, tenant in told:
                self._add(kind, tenant)
            listening = self._on_line and self._pid == os.getpid()
            due = self._monotonic() - self._sent >= EVERY_S
        if listening:
            self._wake()
        elif due:  # what is not waits for the next write, or for the end
            self._send(connection)

    def everything(self) -> None:
        """A whole store was put in place of another."""
        with self._lock:
            self._pending = dict.fromkeys(KINDS)

    def _add(self, kind: str, tenant: str) -> None:
        whose = self._pending.setdefault(kind, set())
        if whose is not None:
            whose.add(mark(tenant))
            if len(whose) > MARKS_MAX:
                self._pending[kind] = None

    def _send(self, connection: Connection) -> None:
        """What is pending, in a transaction of its own. A failure is nobody's: what was written is written."""
        with self._lock:
            pending, self._pending = self._pending, {}
            self._sent = self._monotonic()
        if not pending:
            return
        said = {kind: None if whose is None else sorted(whose) for kind, whose in pending.items()}
        try:
            connection.execute(_SEND, (self._channel, self._payload(said)))
        except psycopg.Error:
            if connection.info.transaction_status != TransactionStatus.IDLE:
                connection.close()
            with self._lock:  # the next one says it too
                self._pending = {
                    kind: _joined(pending.get(kind, set()), self._pending.get(kind, set()))
                    for kind in {*pending, *self._pending}
                }

    def _payload(self, said: Mapping[str, list[str] | None], proof: str | None = None) -> str:
        told = {"from": self._me, "of": said} | ({} if proof is None else {"proof": proof})
        return json.dumps(told, separators=(",", ":"))

    # --- hearing ------------------------------------------------------------------------------------------------

    def listen(self, heard: Callable[[Notice], None]) -> None:
        if self._thread is not None:
            raise RuntimeError("one listener a process; it was there already")
        self._heard = heard
        self._ear, self._bell = socket.socketpair()
        self._bell.setblocking(False)
        self._thread = threading.Thread(target=self._live, name=NAME, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """What is pending is still sent."""
        thread = self._thread if self._pid == os.getpid() else None
        self._stopped.set()
        if thread is not None:
            self._wake()
            thread.join(CLOSE_S)
            if not thread.is_alive():
                self._ear.close()
                self._bell.close()
        elif self._pending and self._pid == os.getpid():
            try:
                with self._connections.writer() as connection:
                    self._send(connection)
            except StoreError:
                return  # whoever listens looks as well

    def _wake(self) -> None:
        try:
            self._bell.send(b"!")
        except (BlockingIOError, OSError):  # it has been rung often enough, or there is nobody any more
            return

    def _live(self) -> None:
        wait_s = AGAIN_S
        while not self._stopped.is_set():
            try:
                with closing(self._side.connect()) as line, selectors.DefaultSelector() as both:
                    both.register(line, selectors.EVENT_READ)
                    both.register(self._ear, selectors.EVENT_READ)
                    self._both = both
                    if self._begun(line):
                        wait_s = AGAIN_S
                        self._follow(line)
            except (psycopg.Error, StoreError) as error:
                self.problem = f"the connection that hears of other processes' writes is lost ({_first(error)})"
            except Exception as error:  # of whoever was told: a fault of ours
                self.problem = f"nothing is heard of other processes' writes any more ({_first(error)}); start it anew"
                raise
            finally:
                self._on_line = False
            self._stopped.wait(wait_s)
            wait_s = min(AGAIN_MAX_S, 2 * wait_s)

    def _begun(self, line: Connection) -> bool:
        """Listen, and try whether a notice that another connection sends arrives."""
        line.execute(f"SET application_name = '{NAME}'; LISTEN {self._channel}".encode())
        proof = self._payload({}, proof=secrets.token_hex(8))
        with self._connections.writer() as other:
            other.execute(_SEND, (self._channel, proof))
        until = self._monotonic() + self._proof_s
        while not self._stopped.is_set() and (left := until - self._monotonic()) > 0:
            self._wait(left)
            if any(notify.payload == proof for notify in line.notifies(timeout=0)):
                self.problem, self._on_line = None, True
                self._tell(EVERYTHING)
                return True
        if not self._stopped.is_set():
            self.problem = _UNPROVEN
            line.execute("UNLISTEN *")  # a pooler may give this connection of the server to somebody else
        return False

    def _follow(self, line: Connection) -> None:
        """Send what is to be sent and tell what has come, at most every `EVERY_S`, until the end or a failure."""
        while True:
            turn = self._monotonic()
            self._send(line)
            come = [_read(notify.payload, self._me) for notify in line.notifies(timeout=0)]
            if come:
                self._tell(together(come))
            if self._stopped.is_set():
                return
            if not self._wait(STILL_THERE_S):
                line.execute("SELECT 1")
            self._stopped.wait(max(0.0, turn + EVERY_S - self._monotonic()))

    def _wait(self, most_s: float) -> bool:
        """Until the server says something or somebody rings. False: neither for so long."""
        ready = [key.fileobj for key, _ in self._both.select(most_s)]
        if self._ear in ready:
            self._ear.recv(4096)
        return bool(ready)

    def _tell(self, notice: Notice) -> None:
        assert self._heard is not None
        if not self._stopped.is_set():
            self._heard(notice)


def _read(payload: str, me: str) -> Notice:
    """What a payload says; what cannot be read may have said anything."""
    try:
        told = json.loads(payload)
        marks = {kind: None if whose is None else frozenset(whose) for kind, whose in told["of"].items()}
        return Notice(marks=marks, own=told["from"] == me)
    except (ValueError, TypeError, KeyError, AttributeError):
        return EVERYTHING


def _joined(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    return None if one is None or other is None or len(one | other) > MARKS_MAX else one | other


def _first(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]

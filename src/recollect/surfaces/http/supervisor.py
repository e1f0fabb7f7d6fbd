"""The parent of several serving processes: it starts them, puts another in the place of one that died, and ends them.

uvicorn's own waits for one silent process as long as that may be silent, and hears no signal meanwhile. This one asks
each for a moment and remembers when it last answered.
"""

from __future__ import annotations

import logging
import time
from socket import socket

import uvicorn
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

WORKER_SILENT_S = 120
"""How long a process may say nothing before another takes its place. While it loads its packages it says nothing: on a
busy machine that takes longer than uvicorn's five seconds, and no process would ever have been up."""
END_S = 30
"""How long processes may take to end when they are told to; one that has not ended by then is killed."""
ASK_S = 0.5
"""How long one process is waited for, before the next is asked and signals are heard."""
log = logging.getLogger("recollect.http")


class Supervisor(Multiprocess):
    """Serving processes of one socket. `failed`: it ended because one of them could not start."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self.failed = False
        self._heard: dict[int | None, float] = {}
        """Process -> when it last answered, or was first asked."""
        self._served: set[int | None] = set()

    def keep_subprocess_alive(self) -> None:
        for place, process in enumerate(self.processes):
            self.handle_signals()
            if self.should_exit.is_set():
                return
            if self._is_well(process):
                continue
            process.kill()
            process.join()
            self._heard.pop(process.pid, None)
            if process.pid not in self._served and (process.exitcode or 0) > 0:
                # it ended itself before it answered anybody: so would the next one
                log.error("server.not_started", extra={"child": process.pid, "exit_code": process.exitcode})
                self.failed = True
                self.should_exit.set()
                return
            log.warning("server.process_replaced", extra={"child": process.pid, "exit_code": process.exitcode})
            self._served.discard(process.pid)
            self.processes[place] = Process(self.config, self.sockets)
            self.processes[place].start()

    def join_all(self) -> None:
        until = time.monotonic() + END_S
        for process in self.processes:
            process.process.join(max(0.0, until - time.monotonic()))
            if process.process.is_alive():
                process.kill()
                process.join()

    def _is_well(self, process: Process) -> bool:
        """Whether it lives and was heard of lately."""
        if not process.process.is_alive():
            return False
        now = time.monotonic()
        if process.pid not in self._served and process.is_ready(ASK_S):
            self._served.add(process.pid)
        if process.ping(ASK_S):
            self._heard[process.pid] = now
        return now - self._heard.setdefault(process.pid, now) < WORKER_SILENT_S

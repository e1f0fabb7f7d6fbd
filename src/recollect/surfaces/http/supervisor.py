"""The parent of several serving processes: it starts them, puts another in the place of one that died, renews them all
when it is told to (SIGHUP), and ends them.

uvicorn's own waits for one silent process as long as that may be silent, and for one that is to end for ever; it hears
no signal meanwhile. This one waits for a moment at a time, and remembers when each process last answered.
"""

from __future__ import annotations

import logging
import time
from socket import socket

import uvicorn
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import SIGNALS, Process

WORKER_SILENT_S = 120
"""How long a process may say nothing before another takes its place. While it loads its packages it says nothing: on a
busy machine that takes longer than uvicorn's five seconds, and no process would ever have been up."""
END_S = 30
"""How long processes may take to end when they are told to; one that has not ended by then is killed."""
ASK_S = 0.5
"""How long one process is waited for, before the next is asked and signals are heard."""
LOOK_AGAIN_S = 0.1
"""A process that is still loading is asked again after this."""
_ENDING = frozenset(("INT", "TERM", "BREAK"))
"""Signals to end."""
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
        for process in tuple(self.processes):
            self.handle_signals()
            if self.should_exit.is_set():
                return
            if process not in self.processes or self._is_well(process):  # a signal may have put another in its place
                continue
            process.kill()
            process.join()
            if process.pid not in self._served and (process.exitcode or 0) > 0:
                # it ended itself before it answered anybody: so would the next one
                log.error("server.not_started", extra={"child": process.pid, "exit_code": process.exitcode})
                self.failed = True
                self.should_exit.set()
                return
            log.warning("server.process_replaced", extra={"child": process.pid, "exit_code": process.exitcode})
            self._forget(process)
            self.processes[self.processes.index(process)] = self._started()

    def restart_all(self) -> None:
        """One after the other, and none goes before the next one serves. Told to end meanwhile, it leaves what has
        begun to `join_all`; other signals are heard afterwards."""
        for place, old in enumerate(tuple(self.processes)):
            if self._is_to_end():
                return
            new = self._started()
            if not self._serves(new):
                if self.should_exit.is_set():
                    self.processes.append(new)
                    return
                new.kill()
                new.join()
                self._forget(new)
                log.error("server.not_restarted", extra={"child": new.pid, "exit_code": new.exitcode, "kept": old.pid})
                return
            self.processes[place] = new
            self._retire(old)

    def handle_ttou(self) -> None:
        """One process less."""
        if self.processes_num > 1:
            self.processes_num -= 1
            self._retire(self.processes.pop())

    def join_all(self) -> None:
        until = time.monotonic() + END_S
        for process in self.processes:
            process.process.join(max(0.0, until - time.monotonic()))
            if process.process.is_alive():
                process.kill()
                process.join()

    def _started(self) -> Process:
        process = Process(self.config, self.sockets)
        process.start()
        return process

    def _serves(self, process: Process) -> bool:
        """Waits until it does, as long as it may be silent."""
        until = time.monotonic() + WORKER_SILENT_S
        while process.process.is_alive() and time.monotonic() < until and not self._is_to_end():
            if process.is_ready(ASK_S):
                self._served.add(process.pid)
                return True
            time.sleep(LOOK_AGAIN_S)
        return False

    def _retire(self, process: Process) -> None:
        """Ends a process that is none of `processes` any more; told to end itself meanwhile, it leaves that to
        `join_all`."""
        process.terminate()
        until = time.monotonic() + END_S
        while process.process.is_alive() and time.monotonic() < until:
            if self._is_to_end():
                self.processes.append(process)
                return
            process.process.join(ASK_S)
        if process.process.is_alive():
            process.kill()
            process.join()
        self._forget(process)

    def _is_to_end(self) -> bool:
        """Whether it was told to; no other signal is heard here."""
        for sig in tuple(self.signal_queue):
            if SIGNALS[sig] in _ENDING:
                self.should_exit.set()
        return self.should_exit.is_set()

    def _forget(self, process: Process) -> None:
        self._heard.pop(process.pid, None)
        self._served.discard(process.pid)

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

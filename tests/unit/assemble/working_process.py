"""A worker of a process's own, that says when it has heard that it should look, and when it has looked.

`working_process.py URL POLL_S`; it ends when its input does.
"""

from __future__ import annotations

import os
import sys

from recollect import config
from recollect.assemble.tenants import Tenants
from recollect.model.notice import Notice


class Telling(Tenants):
    def _hear(self, notice: Notice) -> None:
        print("heard", flush=True)
        super()._hear(notice)

    def work(self) -> bool:
        done = super().work()
        print("looked", flush=True)
        return done


def main() -> None:
    settings = config.load({"schedule": "off", "embedder": "synthetic"}, os.environ, None)
    tenants = Telling(settings, url=sys.argv[1], poll_s=float(sys.argv[2]))
    tenants.worker.wake()
    tenants.follow()
    sys.stdin.read()
    tenants.close()


if __name__ == "__main__":
    main()

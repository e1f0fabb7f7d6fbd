"""What the killed process runs: `python -m tests.e2e.talker STORE SAID START USERS`.

Adds one conversation after the other and appends "user, turn id, topic" to SAID as soon as each add has returned.
"""

from __future__ import annotations

import os
import sys
from itertools import product
from pathlib import Path

from recollect import Memory

_SYLLABLES = ("ka", "lo", "mi", "ru", "te", "vo", "za", "ni")
TOPICS = ["".join(parts).capitalize() for parts in product(_SYLLABLES, repeat=4)]
"""Names that no language has, so that each can be found again."""


def main(path: str, said: str, start: str, users: str) -> None:
    with (
        Memory(path, config_file=Path(said).with_name("none.toml"), job_lease_s=1.0) as memory,
        Path(said).open("ab", 0) as file,
    ):
        for number in range(int(start), len(TOPICS)):
            topic, user = TOPICS[number], f"user{number % int(users)}"
            added = memory.add([{"role": "user", "content": f"My friend {topic} lives in Oslo."}], user=user)
            os.write(file.fileno(), f"{user}\t{added.id}\t{topic}\n".encode())
            sys.stdout.write("said\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])

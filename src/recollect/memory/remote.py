"""A `Memory` that lies on a server: what `Memory("http://host:8080", api_key=…)` is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect import assemble, config
from recollect.client import RemoteMemory
from recollect.engine.secrets import Secrets
from recollect.errors import ConfigError
from recollect.memory import Memory
from recollect.memory.opening import address, settings_file

SETTINGS = ("api_key", "agent", "client_timeout_s")
"""What a client has a say in; the rest is set on the server."""


class MemoryOnServer(RemoteMemory, Memory):
    """The verbs of `RemoteMemory`, opened as a `Memory` is."""

    _by_key = True

    def __init__(
        self,
        store: str | Path | None = None,
        *,
        clock: Callable[[], datetime] = assemble.utc_now,
        config_file: str | Path | None = None,
        **settings: Any,
    ) -> None:
        """`clock` is the server's; it is taken here so that a program need not know where its memory lies."""
        foreign = sorted(name for name, value in settings.items() if value is not None and name not in SETTINGS)
        if foreign:
            why = "it comes from the key" if foreign[0] == "tenant" else "it is set on the server"
            raise ConfigError(f"{foreign[0]} cannot be given for a memory on a server: {why}; leave it out")
        given = {**settings, "store": None if store is None else str(store)}
        self.settings = config.load(given, file=settings_file(config_file))
        super().__init__(
            address(self.settings),
            api_key=self.settings.api_key,
            agent=self.settings.agent,
            timeout_s=self.settings.client_timeout_s,
        )

    def _known_by(self, name: str) -> str:
        """As a server masks that was set no otherwise."""
        return Secrets(on=True).mask_name(name)

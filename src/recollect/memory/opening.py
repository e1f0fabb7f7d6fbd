"""Opening a memory: where its store lies, its settings, and closing it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from reprlib import repr as shown
from typing import Any, Self

from recollect import assemble, config
from recollect.errors import Closed, ConfigError, InvalidInput
from recollect.model.scope import Scope, require_text

SERVERS = ("http://", "https://")


def default_store() -> str:
    """The user's data folder; made on first use."""
    from platformdirs import user_data_path

    return str(user_data_path("recollect", appauthor=False) / "memory.db")


def default_config_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("recollect", appauthor=False) / "config.toml"


def settings_file(given: str | Path | None) -> Path:
    """The file that settings are read from."""
    return default_config_file() if given is None else require_path(given, "config_file")


def address(settings: config.Settings) -> str:
    """Where the store of these settings lies."""
    url = settings.store or default_store()
    require_text(url, "the store")
    agent = settings.agent or "default"
    if "{agentId}" in url and (set(agent) & set("/\\") or agent in (".", "..")):
        raise InvalidInput(f"the agent {agent!r} cannot be part of a path; use a name without slashes")
    return url.replace("{agentId}", agent)


def on_server(url: str) -> bool:
    """Whether an address is that of a server and not of a store."""
    return url.lower().startswith(SERVERS)


def require_here(url: str, what: str) -> None:
    """Refuse what needs the store itself, where only a server's address is known."""
    if on_server(url):
        raise ConfigError(f"{what} needs the store itself and cannot be done through a server; do it on its machine")


def require_path(value: object, name: str) -> Path:
    """The path of a file."""
    if not isinstance(value, str | Path) or not Path(value).name:
        raise InvalidInput(f"{name} is the path of a file, not {shown(value)}")
    require_text(str(value), name)
    return Path(value)


class Opened:
    """One open store, and whose memory a call is about."""

    _by_key = False
    """A call without a user may be about one all the same: a server knows by the key."""
    _lent = False
    """The engine is somebody else's, and its store may hold other tenants."""

    def __init__(
        self,
        store: str | Path | None = None,
        *,
        clock: Callable[[], datetime] = assemble.utc_now,
        config_file: str | Path | None = None,
        scrub: Callable[[str], str] | None = None,
        **settings: Any,
    ) -> None:
        """`store`: a path, `sqlite:///…`, `postgresql://…`, `http://host:8080`; None: the `store` setting, else the
        user's data folder.

        `scrub`: a function that takes personal data out of every text before it is written.
        `settings` are the names of `recollect.config.Settings`.
        """
        if store is not None and not isinstance(store, str | Path):
            raise InvalidInput(f"the store is a path or URL, not {type(store).__name__}")
        if store == "":
            raise InvalidInput("the store is empty; give a path or URL, or None for the user's data folder")
        given = {**settings, "store": str(store) if store is not None else None}
        self.settings = config.load(given, file=settings_file(config_file))
        require_here(address(self.settings), f"a {type(self).__name__}")
        self._engine: assemble.Engine | None = assemble.engine(
            self.settings, url=address(self.settings), clock=clock, scrub=scrub
        )
        self._engine.worker.belongs_to(self, self._engine.jobs.close)

    @classmethod
    def over(cls, engine: assemble.Engine) -> Self:
        """The verbs over an engine that somebody else opened and closes: one of many tenants, for example."""
        made = object.__new__(cls)
        made.settings = engine.settings
        made._engine = engine
        made._lent = True
        return made

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'closed' if self._engine is None else self._engine.store.url}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what is buffered and let go of the store. Closing twice is fine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    @property
    def url(self) -> str:
        return self._running.store.url

    @property
    def _running(self) -> assemble.Engine:
        if self._engine is None:
            raise Closed("this Memory is closed; open a new one")
        if self.settings.worker == "on":
            self._engine.worker.stand_by()
        return self._engine

    def _scope(
        self, user: str | None = None, agent: str | None = None, session: str | None = None, project: str | None = None
    ) -> Scope:
        return Scope(
            tenant=self.settings.tenant,
            user=user,
            agent=agent if agent is not None else self.settings.agent,
            session=session,
            project=project,
        )

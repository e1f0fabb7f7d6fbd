"""One agent's home: where the program keeps its index and settings, apart from other agents' and from the person's.

<state>/agents/<agent>/qmd/xdg-config    its settings: collections
<state>/agents/<agent>/qmd/xdg-cache     its index
<state>/agents/<agent>/qmd/sessions      conversations, exported for it
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from recollect.errors import InvalidInput

DEFAULT_AGENT = "main"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SECRET = re.compile(r"^RECOLLECT_|(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)S?$|^AWS_(ACCESS|SECRET|SESSION)_")
_ELSEWHERE = ("INDEX_PATH", "QMD_CONFIG_DIR")
"""With these the program would leave its home."""
RECORD_BYTES_MAX = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Home:
    """The folders of one agent."""

    state: Path
    agent: str

    @property
    def folder(self) -> Path:
        return self.state / "agents" / self.agent / "qmd"

    @property
    def config(self) -> Path:
        return self.folder / "xdg-config"

    @property
    def cache(self) -> Path:
        return self.folder / "xdg-cache"

    @property
    def exported(self) -> Path:
        return self.folder / "sessions"

    @property
    def transcripts(self) -> Path:
        """Where OpenClaw writes the agent's conversations."""
        return self.state / "agents" / self.agent / "sessions"

    def make(self, models: Path | None = None) -> None:
        """Make the folders, for this user alone. `models`: those the person has fetched already are used, not fetched
        again for every agent."""
        for folder in (self.folder, self.config, self.cache, self.cache / "qmd"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = self.cache / "qmd" / "models"
        if models is not None and models.is_dir() and not own.exists():
            with suppress(OSError):  # without links it fetches its own
                own.symlink_to(models, target_is_directory=True)

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """What the program sees: this home, and nothing it could tell others."""
        kept = {name: value for name, value in given.items() if not _SECRET.search(name) and name not in _ELSEWHERE}
        return kept | {
            "XDG_CONFIG_HOME": str(self.config),
            "XDG_CACHE_HOME": str(self.cache),
            "QMD_CONFIG_DIR": str(self.config / "qmd"),
            "NO_COLOR": "1",
        }

    def added(self) -> dict[str, list[str]]:
        """The collections the program was told of: name -> folder and pattern. What cannot be read is nothing."""
        try:
            if self._record.stat().st_size > RECORD_BYTES_MAX:
                return {}
            found = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def note_added(self, collections: Mapping[str, list[str]]) -> None:
        self._record.write_text(json.dumps(collections), encoding="utf-8")

    @property
    def _record(self) -> Path:
        return self.config / "recollect-collections.json"


def home_of(state: Path, agent: str | None) -> Home:
    """The home of an agent; a name that could lead elsewhere is refused."""
    name = agent or DEFAULT_AGENT
    if not _NAME.fullmatch(name):
        raise InvalidInput(
            f"{name!r} cannot be the agent of a file search; use up to 64 letters, digits, dots, dashes and underscores"
        )
    return Home(state=state, agent=name)


def models_of(environment: Mapping[str, str]) -> Path | None:
    """Where the person's own program keeps its models."""
    base = environment.get("XDG_CACHE_HOME") or (f"{environment['HOME']}/.cache" if environment.get("HOME") else "")
    return Path(base) / "qmd" / "models" if base else None

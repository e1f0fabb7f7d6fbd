"""What processes over one store tell one another: that something has changed, never what.

A notice only makes things faster. Whoever hears none finds out a moment later, when he looks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

JOBS = "jobs"
"""A job was queued that may begin at once."""
ITEMS = "items"
"""Something of a tenant's was added, changed or deleted."""
KEYS = "keys"
"""An API key was changed or revoked."""
SETTINGS = "settings"
"""A tenant's own settings were changed."""
KINDS = (JOBS, ITEMS, KEYS, SETTINGS)
MARK_CHARS = 12


def mark(tenant: str) -> str:
    """What stands for a tenant in a notice: everybody who may connect to the database can listen, and names are not for
    everybody. Two tenants with one mark would cost a look too many."""
    return hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:MARK_CHARS]


@dataclass(frozen=True, kw_only=True)
class Notice:
    """What has changed."""

    marks: Mapping[str, frozenset[str] | None]
    """Kind -> whose; None: anybody's."""
    own: bool = False
    """This process changed it itself."""

    def of(self, kind: str, tenant: str | None = None) -> bool:
        """Whether something of that kind has changed; with a tenant, of his."""
        if kind not in self.marks:
            return False
        whose = self.marks[kind]
        return tenant is None or whose is None or mark(tenant) in whose


EVERYTHING = Notice(marks=dict.fromkeys(KINDS))
"""When something may have been missed."""


def together(notices: Iterable[Notice]) -> Notice:
    """One notice that says what several did. It is `own` when all were."""
    marks: dict[str, frozenset[str] | None] = {}
    own = True
    for notice in notices:
        own = own and notice.own
        for kind, whose in notice.marks.items():
            known = marks.get(kind, frozenset())
            marks[kind] = None if whose is None or known is None else known | whose
    return Notice(marks=marks, own=own)

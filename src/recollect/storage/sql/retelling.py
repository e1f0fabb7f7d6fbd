"""Work for the profile when what it tells has changed: a memory it rests on ended, or a person fixed something.

Asked only where something ended or an override was written, so a plain write costs nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from recollect.model.batch import Batch
from recollect.model.ids import new_id
from recollect.model.job import Job
from recollect.model.layers import PROFILE_JOB, PROFILE_KEY
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.storage.sql import working
from recollect.storage.sql.database import Session

SOON = timedelta(seconds=5)
"""Who changes many memories gets one new profile for them."""
_OVERRIDE = "override"


def signal(session: Session, scope: Scope, space: int, batch: Batch, records: Sequence[Record]) -> bool:
    """Queue a new profile where the space's own one is not true any more; whether it did."""
    fixed = [record.updated_at for record in records if record.layer == _OVERRIDE]
    if not fixed and not batch.endings:
        return False
    within, bounds = session.of_space(space)
    row = session.one(
        f"SELECT metadata FROM item WHERE {within} AND key = ? AND ended_at IS NULL", (*bounds, PROFILE_KEY)
    )
    if row is None:
        return False
    sources = frozenset(json.loads(row[0]).get("sources", ()))
    changed = fixed + [ending.ended_at for ending in batch.endings if _told(session, ending.id, ending.item, sources)]
    if changed:
        working.signal(session, space, _job(scope, max(changed)))
    return bool(changed)


def _told(session: Session, id: str, item: int, sources: frozenset[str]) -> bool:
    if id in sources:
        return True
    row = session.one("SELECT layer FROM item WHERE item = ?", (item,))
    return row is not None and row[0] == _OVERRIDE


def _job(scope: Scope, now: datetime) -> Job:
    return Job(id=new_id(now), kind=PROFILE_JOB, scope=scope.own, run_at=now + SOON, created_at=now)

"""What a domain knows of a user, as lines of a context."""

from __future__ import annotations

from datetime import datetime

from recollect.engine.ageing import in_time
from recollect.engine.parts import Parts
from recollect.model.context import Line
from recollect.model.query import Filter
from recollect.model.scope import Scope
from recollect.read.context import lines
from recollect.write.domains import Schema, value_in, values

RECORDS_MAX = 200


def lines_of(parts: Parts, schema: Schema, scope: Scope, now: datetime) -> dict[Line, frozenset[str]]:
    """A line for each field that has a value, and the ids of all records that it tells: those of a list's items, and of
    a value that was learned twice. The line of a later value tells nothing of the earlier one."""
    wanted = in_time(parts, Filter(layers=("memory",), tags=(f"domain:{schema.name}",)), now)
    records = parts.store.list(scope, wanted, now=now, limit=RECORDS_MAX, offset=0)[::-1]
    known = values(schema, ((record.tags, record.content) for record in records))
    last = {tag: record for record in records for tag in record.tags}
    told: dict[Line, frozenset[str]] = {}
    for one in schema.fields:
        if one.name in known:
            text = one.shows.format(who="User", value=", ".join(known[one.name]))
            line = lines.of_field(last[f"field:{one.name}"], text, heading=one.section)
            told[line] = frozenset(
                record.id
                for record in records
                if f"field:{one.name}" in record.tags and value_in(one, record.content) in known[one.name]
            )
    return told

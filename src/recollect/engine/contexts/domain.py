"""What a domain knows of a user, as lines of a context."""

from __future__ import annotations

from datetime import datetime

from recollect.engine.ageing import in_time
from recollect.engine.parts import Parts
from recollect.model.context import Line
from recollect.model.query import Filter
from recollect.model.scope import Scope
from recollect.read.context import lines
from recollect.write.domains import Schema, values

RECORDS_MAX = 200


def lines_of(parts: Parts, schema: Schema, scope: Scope, now: datetime) -> list[Line]:
    """A line for each field that has a value."""
    wanted = in_time(parts, Filter(layers=("memory",), tags=(f"domain:{schema.name}",)), now)
    records = parts.store.list(scope, wanted, now=now, limit=RECORDS_MAX, offset=0)[::-1]
    known = values(schema, ((record.tags, record.content) for record in records))
    last = {tag: record for record in records for tag in record.tags}
    return [
        lines.of_field(
            last[f"field:{one.name}"],
            one.shows.format(who="User", value=", ".join(known[one.name])),
            heading=one.section,
        )
        for one in schema.fields
        if one.name in known
    ]

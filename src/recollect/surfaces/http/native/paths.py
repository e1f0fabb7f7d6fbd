"""How a record is named in a path."""

from __future__ import annotations

from starlette.convertors import PathConvertor

BELOW = ("history", "neighbours", "decisions", "recalls", "archive", "unarchive", "revert", "reinforce")
"""What stands below a record: another method there is refused, and not taken for a record with a longer id."""


class RecordId(PathConvertor):
    """An id may hold slashes; it does not end as the paths below a record do."""

    regex = rf"(?!.*/(?:{'|'.join(BELOW)})$).*"

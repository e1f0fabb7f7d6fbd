"""How a record is named in a path."""

from __future__ import annotations

from starlette.convertors import PathConvertor

BELOW = ("history", "neighbours", "decisions", "recalls", "archive", "unarchive", "revert", "reinforce")
"""What stands below a record: another method there is refused, and not taken for a record with a longer id."""


class HeldId(PathConvertor):
    """The id of a record before what stands below it. It may hold slashes and line ends."""

    regex = r"(?s:.*)"


class RecordId(PathConvertor):
    """An id may hold slashes and line ends; it does not end as the paths below a record do."""

    regex = rf"(?s:(?!.*/(?:{'|'.join(BELOW)})$).*)"

"""Commands that find and show: search, list, get, history, recalls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import Session, command, owned

if TYPE_CHECKING:
    from recollect.model.query import Hits

LayerOption = Annotated[
    list[str] | None, typer.Option("--layer", "-l", help="Only this layer; may be given again.", show_default=False)
]
KindOption = Annotated[
    list[str] | None, typer.Option("--kind", help="Only this kind; may be given again.", show_default=False)
]
TagOption = Annotated[
    list[str] | None, typer.Option("--tag", "-t", help="Must have this tag; may be given again.", show_default=False)
]
MetadataOption = Annotated[
    list[str] | None,
    typer.Option("--meta", metavar="NAME=VALUE", help="Metadata field with this value.", show_default=False),
]
ContainsOption = Annotated[str | None, typer.Option(help="Must contain exactly this text.", show_default=False)]
SinceOption = Annotated[str | None, typer.Option(help="Happened at or after, ISO 8601.", show_default=False)]
UntilOption = Annotated[str | None, typer.Option(help="Happened before, ISO 8601.", show_default=False)]
AsOfOption = Annotated[
    str | None, typer.Option("--as-of", help="What the memory held at that time, ISO 8601.", show_default=False)
]
StatusOption = Annotated[
    list[str] | None,
    typer.Option("--status", help="active (default), archived, superseded, …; may be given again.", show_default=False),
]
SessionOption = Annotated[str | None, typer.Option("--session", "-s", help="A conversation.", show_default=False)]
ProjectOption = Annotated[str | None, typer.Option(help="A project label.", show_default=False)]


OWN_OPTIONS = {
    "query": "the argument",
    "user": "--user",
    "session": "--session",
    "project": "--project",
    "now": "--now",
}
"""What a command is given by its own name, and so not by --set."""
SEARCH_OPTIONS = OWN_OPTIONS | {
    "k": "-k",
    "layers": "--layer",
    "kinds": "--kind",
    "tags": "--tag",
    "metadata": "--meta",
    "contains": "--contains",
    "since": "--since",
    "until": "--until",
    "as_of": "--as-of",
    "status": "--status",
    "only_session": "--only-session",
    "preset": "--preset",
    "explain": "--explain",
    "dry_run": "--dry-run",
}


def search(
    session: Session,
    query: Annotated[str, typer.Argument(help="What you want to know, in your own words.")],
    k: Annotated[
        int | None, typer.Option("-k", help="How many hits; else the preset's number, usually 10.", show_default=False)
    ] = None,
    layer: LayerOption = None,
    kind: KindOption = None,
    tag: TagOption = None,
    meta: MetadataOption = None,
    contains: ContainsOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    as_of: AsOfOption = None,
    status: StatusOption = None,
    in_session: SessionOption = None,
    only_session: Annotated[bool, typer.Option("--only-session", help="Nothing outside --session.")] = False,
    project: ProjectOption = None,
    now: Annotated[str | None, typer.Option(help="Ask as if it were this time.", show_default=False)] = None,
    preset: Annotated[
        str | None,
        typer.Option("--preset", "-p", help="How to rank; see docs/reference/presets.md.", show_default=False),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change an option of the preset.", show_default=False),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Show how the answer came about.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Do not count this as a use.")] = False,
) -> None:
    """Find what answers a question, best first."""
    filters = _filters(layer, kind, tag, meta, contains, since, until, as_of, status)
    with session.memory() as memory:
        found = memory.search(
            query,
            user=session.user,
            session=in_session,
            project=project,
            k=k,
            only_session=only_session,
            now=now,
            preset=preset,
            explain=explain,
            dry_run=dry_run,
            **filters,
            **changed(option, SEARCH_OPTIONS, "preset"),
        )
        _show_hits(session, query, found, explain=explain)  # closing counts the use, and may wait for another process


def _show_hits(session: Session, query: str, found: Hits, *, explain: bool) -> None:
    if session.as_json:
        session.answer(wire.hits(query, found, explain=explain))
        return
    for part in show.hits(query, found):
        session.console.print(part)
    if not found:
        session.console.print(
            Text("Nothing found.", "yellow"), Text("Is it another user's? `recollect status` counts all.")
        )
    if explain:
        for part in show.trace(found):
            session.console.print(part)
    show.note(session.errors, found.trace.fallback_reason)


def list_(
    session: Session,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many.")] = 20,
    offset: Annotated[int, typer.Option(help="Skip so many.")] = 0,
    everyone: Annotated[bool, typer.Option("--all", "-a", help="All users, not one.")] = False,
    layer: LayerOption = None,
    kind: KindOption = None,
    tag: TagOption = None,
    meta: MetadataOption = None,
    contains: ContainsOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    as_of: AsOfOption = None,
    status: StatusOption = None,
    in_session: SessionOption = None,
    project: ProjectOption = None,
) -> None:
    """Show records, newest first."""
    filters = _filters(layer, kind, tag, meta, contains, since, until, as_of, status)
    with session.memory() as memory:
        found = memory.list(
            user=session.user,
            session=in_session,
            project=project,
            limit=limit,
            offset=offset,
            everyone=everyone,
            **filters,
        )
    if session.as_json:
        session.answer({"records": wire.records(found), "limit": limit, "offset": offset})
        return
    if not found:
        session.nothing("Nothing here", instead="look at --all", everyone=everyone, style="yellow")
        return
    session.console.print(show.records(found, users=everyone, width=session.console.width))
    if len(found) == limit:
        session.console.print(Text(f"\n{limit} shown; go on with --offset {offset + limit}.", "dim"))


def get(session: Session, id: Annotated[str, typer.Argument(help="The record's id.")]) -> None:
    """Show one record with everything known about it."""
    with session.memory() as memory:
        record = owned(session, memory, id)
    if session.as_json:
        session.answer(wire.record(record))
    else:
        session.console.print(show.record(record))


def history(session: Session, id: Annotated[str, typer.Argument(help="The record's id.")]) -> None:
    """Show all versions of a record and what changed."""
    with session.memory() as memory:
        owned(session, memory, id)
        versions = memory.history(id)
    if session.as_json:
        session.answer({"id": id, "versions": wire.records(versions)})
        return
    for part in show.history(versions):
        session.console.print(part)


def recalls(
    session: Session,
    id: Annotated[str, typer.Argument(help="The record's id.")],
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many at most.")] = 20,
) -> None:
    """Show when a record was recalled, by which question and why."""
    with session.memory() as memory:
        owned(session, memory, id)
        found = memory.recalls(id, user=session.user, limit=limit)
    if session.as_json:
        session.answer({"id": id, "recalls": [wire.recalled(one) for one in found]})
    elif found:
        session.console.print(show.recalls(found))
    else:
        session.console.print(Text("Not recalled yet, or longer ago than questions are remembered.", "dim"))


def _filters(
    layer: list[str] | None,
    kind: list[str] | None,
    tag: list[str] | None,
    meta: list[str] | None,
    contains: str | None,
    since: str | None,
    until: str | None,
    as_of: str | None,
    status: list[str] | None,
) -> dict[str, Any]:
    """The filters that were given, under the names `Memory` knows."""
    filters: dict[str, Any] = {
        "layers": layer,
        "kinds": kind,
        "tags": tag,
        "metadata": pairs(meta, "--meta") or None,
        "contains": contains,
        "since": since,
        "until": until,
        "as_of": as_of,
        "status": status,
    }
    return {name: value for name, value in filters.items() if value is not None}


def pairs(given: list[str] | None, option: str) -> dict[str, Any]:
    """`name=value`, where the value is a number, true, false or text."""
    found: dict[str, Any] = {}
    for pair in given or ():
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InvalidInput(f"{option} takes NAME=VALUE, not {pair!r}")
        found[name] = _value(value)
    return found


def changed(given: list[str] | None, own: Mapping[str, str], of: str) -> dict[str, Any]:
    """What --set gives; `own`: what has an option of its own, which would otherwise be given twice."""
    found = pairs(given, "--set")
    for name in found:
        if name in own:
            raise InvalidInput(f"--set changes an option of the {of}; {name} is given with {own[name]}")
    return found


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def register(app: typer.Typer) -> None:
    panel = "Find"
    command(app, "search", needs_store=True, panel=panel)(search)
    command(app, "list", needs_store=True, panel=panel)(list_)
    command(app, "get", needs_store=True, panel=panel)(get)
    command(app, "history", needs_store=True, panel=panel)(history)
    command(app, "recalls", needs_store=True, panel=panel)(recalls)

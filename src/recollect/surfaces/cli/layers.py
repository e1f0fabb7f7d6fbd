"""Commands about what stands above single memories: profile, override, sync."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.model.counted import counted
from recollect.model.layers import Profile
from recollect.model.record import Record
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import GOES_ON, Session, command, owned

if TYPE_CHECKING:
    from datetime import datetime

    from recollect.memory import Memory


ARCHIVED_MAX = 1000
"""Records looked through for those that an override archived."""


def profile(
    session: Session,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make it now, from the memories as they are.")] = False,
    history: Annotated[bool, typer.Option("--history", help="All versions, oldest first.")] = False,
) -> None:
    """What is known of a user, in a few lines."""
    with session.memory() as memory:
        found = memory.rebuild_profile(user=session.user) if rebuild else memory.profile(user=session.user)
        written = found.record or _hidden(session, memory)
        versions = memory.history(written.id) if history and written is not None else []
    if session.as_json:
        session.answer(_plain(found) | ({"history": wire.records(versions)} if history else {}))
        return
    if history:
        for part in show.history(versions):
            session.console.print(part)
        if not versions:
            session.console.print(Text("there is no profile yet, so it has no history", "dim"))
        return
    _show(session, found, written, rebuilt=rebuild)


def _hidden(session: Session, memory: Memory) -> Record | None:
    """The profile as it was written, where nothing of it holds any more."""
    found = memory.list(user=session.user, layers=["profile"], include_expired=True)
    return next((record for record in found if record.user == session.user), None)


def override(
    session: Session,
    text: Annotated[str | None, typer.Argument(help="What holds from now on.", show_default=False)] = None,
    listed: Annotated[bool, typer.Option("--list", help="Show what was fixed.")] = False,
    remove: Annotated[
        str | None, typer.Option("--remove", metavar="ID", help="Take one back, for good.", show_default=False)
    ] = None,
) -> None:
    """Fix something: it is always part of the context and never overwritten."""
    if sum((text is not None, listed, remove is not None)) != 1:
        raise InvalidInput("say one of: a text to fix, --list, or --remove ID")
    archived: list[Record] = []
    if text is None:
        session.require_there()
    with session.memory() as memory:
        if text is not None:
            found = list(memory.override(text, user=session.user).records)
            archived = _archived_since(session, memory, found[0].created_at)
        elif remove is not None:
            record = owned(session, memory, remove)
            if record.layer != "override":
                raise InvalidInput(f"{remove} is no override but a {record.layer}; `recollect delete` removes it")
            memory.delete(remove)
            found = []
        else:
            found = memory.overrides(user=session.user)
    if session.as_json:
        told = {"archived": wire.records(archived)} if text is not None else {}
        session.answer({"removed": remove} if remove is not None else {"overrides": wire.records(found)} | told)
    elif remove is not None:
        show.done(session.console, "removed")
    elif text is not None:
        show.done(session.console, f"fixed  [bright_black]{found[0].id}[/bright_black]")
        for record in archived:
            line = f"  archived, for it says otherwise: {show.one_line(record.content, 100)}"
            session.console.print(Text.assemble((line, "dim"), (f"  {record.id}", "bright_black")))
    else:
        _list(session, found)


def _archived_since(session: Session, memory: Memory, moment: datetime) -> list[Record]:
    """What an override contradicted: with no user it holds for everybody."""
    hidden = memory.list(user=session.user, everyone=session.user is None, status="archived", limit=ARCHIVED_MAX)
    return [record for record in hidden if record.ended_at is not None and record.ended_at >= moment]


def sync(
    session: Session,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", help="Wait no longer.", show_default=False)
    ] = None,
) -> None:
    """Do pending work now: learning, summaries that wait for silence, profiles."""
    with session.memory() as memory, session.telling("working"):
        left = memory.sync(user=session.user, timeout_s=timeout)
    if session.as_json:
        session.answer({"left": left})
    elif left:
        show.note(session.console, f"left to do: {counted(left, 'job')}; `recollect jobs` shows what")
    else:
        show.done(session.console, "everything is done")


def _plain(found: Profile) -> dict[str, object]:
    return {
        "version": found.version,
        "text": found.text,
        "pending": found.pending,
        "record": None if found.record is None else wire.record(found.record),
        "overrides": wire.records(found.overrides),
    }


def _show(session: Session, found: Profile, written: Record | None, *, rebuilt: bool) -> None:
    console = session.console
    if found.overrides:
        console.print(Text("Fixed", "bold"))
        _list(session, found.overrides)
        console.print()
    if found.record is None:
        none = "there is no profile yet" if written is None else "nothing that the profile tells holds any more"
        if rebuilt:
            none += "; there is nothing yet to make one of"
        elif session.user:
            none += f"; `recollect profile --user {quote(session.user)} --rebuild` makes one"
        session.nothing(none)
    for line in found.text.splitlines():
        title, colon, rest = line.partition(": ")
        if not colon:
            console.print(Text(line, "bold"))
            continue
        console.print(Text(title, "cyan"))
        for part in rest.rstrip(".").split("; "):
            console.print(Padding(Text(f"· {part}"), (0, 0, 0, 2)))
    if found.record is not None:
        by = "a language model" if found.record.metadata.get("built_by") == "llm" else "rules"
        console.print()
        told = f"version {found.version} by {by}, {show.moment(found.record.updated_at)}"
        console.print(Text(f"{told}; {counted(found.pending, 'memory', 'memories')} since", "bright_black"))
        show.note(console, _reason(found.record))


def _reason(record: Record) -> str | None:
    reason = record.metadata.get("fallback")
    return f"made by rules: {reason}" if isinstance(reason, str) else None


def _list(session: Session, found: tuple[Record, ...] | list[Record]) -> None:
    for record in found:
        session.console.print(Text.assemble("· ", record.content, (f"  {record.id}", "bright_black")))
    if not found:
        session.nothing("nothing is fixed")


def register(app: typer.Typer) -> None:
    command(app, "override", panel="Remember")(override)
    command(app, "profile", needs_store=True, panel="Find")(profile)
    command(app, "sync", needs_store=True, panel="Look after", stopped=GOES_ON)(sync)

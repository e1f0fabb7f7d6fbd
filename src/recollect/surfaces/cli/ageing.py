"""Commands about ageing: reinforce, sweep, compact, clear, erase."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import GOES_ON, Session, command, owned

REASONS = {
    "expired": "its time was over",
    "retention": "older than the retention of its layer",
    "faded": "weaker than forget_below",
    "cap": "above entries_max, the weakest first",
}
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def reinforce(
    session: Session,
    ids: Annotated[list[str], typer.Argument(help="Ids of records.")],
    boost: Annotated[float, typer.Option(help="How much is added, 0 to 100; strength ends at 1.")] = 0.1,
) -> None:
    """Make records stronger."""
    with session.memory() as memory:
        for id in ids:
            owned(session, memory, id)
        found = [memory.reinforce(id, boost) for id in ids]
    if session.as_json:
        session.answer({"records": wire.records(found)})
        return
    for record in found:
        show.done(session.console, f"{record.id} has strength {record.strength:.2f}")


def sweep(session: Session, dry_run: DryRunOption = False) -> None:
    """Archive what has expired, is too old, too weak or one too many; without --user of everybody."""
    with session.memory() as memory, session.counting("sweeping") as report:
        swept = memory.sweep(user=session.user, dry_run=dry_run, progress=report)
    if session.as_json:
        session.answer(wire.swept(swept))
        return
    table = show.table("Would be archived" if dry_run else "Archived", ["why", "records"])
    for name, count in swept.reasons.items():
        table.add_row(f"{name} [dim]{REASONS[name]}[/dim]", str(count))
    if swept.compacted:
        table.add_row("compacted [dim]old, a summary takes their place[/dim]", str(swept.compacted))
    session.console.print(table)


def compact(
    session: Session,
    older_than: Annotated[
        float | None, typer.Option("--older-than", metavar="DAYS", help="What is older; 30.", show_default=False)
    ] = None,
    tokens: Annotated[
        int | None, typer.Option("--tokens", metavar="N", help="What does not fit, newest first.", show_default=False)
    ] = None,
    in_session: Annotated[
        str | None, typer.Option("--session", "-s", help="Only of this conversation.", show_default=False)
    ] = None,
    undo: Annotated[
        str | None, typer.Option("--undo", metavar="ID", help="Bring back what a summary stands for.")
    ] = None,
    dry_run: DryRunOption = False,
) -> None:
    """Put a summary in place of old memories; they are archived and can be brought back."""
    if undo is not None:
        if older_than is not None or tokens is not None or in_session is not None or dry_run:
            raise InvalidInput("--undo takes the id of a summary and nothing else")
        _undo(session, undo)
        return
    with session.memory() as memory, session.counting("compacting") as report:
        done = memory.compact(
            user=session.user,
            session=in_session,
            older_than_days=older_than,
            tokens_max=tokens,
            dry_run=dry_run,
            progress=report,
        )
    if session.as_json:
        session.answer(wire.compaction(done))
        return
    table = show.table("Compaction (dry run)" if dry_run else "Compaction", ["", "count"])
    table.add_row("memories that a summary can stand for", str(done.candidates))
    table.add_row("their tokens", str(done.tokens_total))
    table.add_row("tokens saved", str(done.tokens_saved))
    table.add_row("archived", str(done.archived))
    session.console.print(table)
    for id in done.summary_ids:
        session.console.print(Text(f"  recollect compact --undo {id}", "bright_black"))


def _undo(session: Session, id: str) -> None:
    with session.memory() as memory:
        owned(session, memory, id)
        count = memory.undo_compaction(id)
    if session.as_json:
        session.answer({"restored": count, "summary_id": id})
        return
    show.done(session.console, f"{count} memories are back, the summary is archived")


def clear(
    session: Session,
    layer: Annotated[list[str] | None, typer.Option("--layer", "-l", help="Only this layer.")] = None,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only this kind.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="Only with this tag.")] = None,
    before: Annotated[str | None, typer.Option("--before", help="Only what was made before, ISO 8601.")] = None,
    in_session: Annotated[str | None, typer.Option("--session", "-s", help="Only of this conversation.")] = None,
    everyone: Annotated[bool, typer.Option("--everyone", help="Of all users of the tenant.")] = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
) -> None:
    """Delete all records that match, for good; without filters all of them."""
    _one_of(session, everyone)
    filters: dict[str, Any] = {"layers": layer or (), "kinds": kind or (), "tags": tag or ()}
    if before is not None:
        filters["before"] = before
    whose: dict[str, Any] = {"user": session.user, "everyone": everyone, "session": in_session}
    with session.memory() as memory:
        done = memory.clear(dry_run=True, **whose, **filters)
        if not dry_run:
            if done.matching:
                session.ask(f"Delete {done.matching} records of {_named(session, everyone)} for good?", yes=yes)
            with session.counting("deleting") as report:
                done = memory.clear(progress=report, **whose, **filters)
    if session.as_json:
        session.answer(wire.cleared(done, dry_run=dry_run))
    elif dry_run:
        session.console.print(f"{done.matching} records match; nothing was deleted")
    else:
        show.done(session.console, f"deleted {done.removed} records")


def erase(
    session: Session,
    everyone: Annotated[bool, typer.Option("--everyone", help="All users of the tenant.")] = False,
    yes: YesOption = False,
) -> None:
    """Remove everything of a user: records, index, links, jobs, decisions. There is no way back."""
    _one_of(session, everyone)
    with session.memory() as memory:
        session.ask(f"Erase everything of {_named(session, everyone)}? It cannot be undone.", yes=yes)
        receipt = memory.erase(user=session.user, everyone=everyone)
    if session.as_json:
        session.answer(wire.receipt(receipt))
        return
    show.done(session.console, f"erased everything of {_named(session, everyone)}")
    table = show.table("Receipt", ["what", "removed"])
    for name, count in receipt.counts.items():
        table.add_row(name.replace("_", " "), str(count))
    session.console.print(table)
    if receipt.keys_left:
        session.console.print(f"API keys that still work: {receipt.keys_left}; an admin of the tenant can revoke them")


def _one_of(session: Session, everyone: bool) -> None:
    if everyone and session.user is not None:
        raise InvalidInput("say --user or --everyone, not both")


def _named(session: Session, everyone: bool) -> str:
    return "all users" if everyone else session.user or "the shared space"


def register(app: typer.Typer) -> None:
    panel = "Age and forget"
    command(app, "reinforce", needs_store=True, panel=panel)(reinforce)
    command(app, "sweep", needs_store=True, panel=panel, stopped=GOES_ON)(sweep)
    command(app, "compact", needs_store=True, panel=panel, stopped=GOES_ON)(compact)
    command(app, "clear", needs_store=True, panel=panel, stopped=GOES_ON)(clear)
    command(app, "erase", needs_store=True, panel=panel, stopped=GOES_ON)(erase)

"""Commands about what was decided and what is still to be done: decisions, conflicts, resolve, revert, jobs."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from recollect.model.decision import CHOICES
from recollect.model.job import Job
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import Session, command, owned

JOB_STYLES = {"queued": "yellow", "running": "cyan", "done": "green", "dead": "red"}
LimitOption = Annotated[int, typer.Option("--limit", "-n", help="At most so many.")]


def decisions(
    session: Session,
    id: Annotated[str | None, typer.Argument(help="Only those about this record.", show_default=False)] = None,
    limit: LimitOption = 20,
) -> None:
    """What was decided about new memories, and why; newest first."""
    with session.memory() as memory:
        user = session.user
        if id is not None:
            user = owned(session, memory, id).user
        found = memory.decisions(user=user, memory_id=id, limit=limit)
    if session.as_json:
        session.answer({"decisions": [wire.decision(one) for one in found]})
        return
    if not found:
        session.nothing("nothing was decided yet", everyone=id is not None)
        return
    table = show.listing("Decisions", ["action", "reason", "memory, weighed against"], ids="memory, weighed against")
    for one in found:
        table.add_row(
            Text(one.action, show.ACTION_STYLES.get(one.action, "")),
            one.reason,
            show.above_ids(session.console, "", *(id for id in (one.memory_id, one.previous_id) if id)),
        )
    session.console.print(table)


def conflicts(
    session: Session,
    everyone: Annotated[bool, typer.Option("--everyone", help="Of all users of the tenant.")] = False,
    resolved: Annotated[bool, typer.Option("--resolved", help="Those that were answered, too.")] = False,
) -> None:
    """Statements that contradict each other and need a person's answer."""
    with session.memory() as memory:
        found = memory.conflicts(user=session.user, everyone=everyone, resolved=resolved)
    if session.as_json:
        session.answer({"conflicts": [wire.conflict(one) for one in found]})
        return
    for one in found:
        state = Text(f"resolved: {one.choice}", "green") if one.choice else Text(one.action, "bold magenta")
        session.console.print(Text.assemble(state, "  ", one.question))
        session.console.print(Text(f"  {one.reason}", "dim"))
        session.console.print(Text(f"  recollect resolve {one.id} {'|'.join(CHOICES)}", "bright_black"))
    if not found:
        session.nothing("no open conflicts", instead="ask for --everyone", everyone=everyone)


def resolve(
    session: Session,
    id: Annotated[str, typer.Argument(help="The conflict's id, from `recollect conflicts`.")],
    choice: Annotated[str, typer.Argument(help="Which statement holds: new, old or both.")],
) -> None:
    """Answer an open conflict."""
    with session.memory() as memory:
        decision = memory.resolve(id, choice)
    if session.as_json:
        session.answer(wire.decision(decision))
        return
    show.done(session.console, f"{decision.action}: {show.one_line(decision.content, 100)}")


def revert(
    session: Session,
    id: Annotated[str, typer.Argument(help="The record's id.")],
    version: Annotated[int, typer.Argument(help="The version to bring back; `recollect history` lists them.")],
) -> None:
    """Make an old version of a record current again."""
    with session.memory() as memory:
        owned(session, memory, id)
        record = memory.revert(id, version=version)
    if session.as_json:
        session.answer(wire.record(record))
        return
    show.done(session.console, f"version {record.version} says what version {version} said")


def jobs(
    session: Session,
    state: Annotated[
        str | None, typer.Option(help="Only queued, running, done or dead ones.", show_default=False)
    ] = None,
    limit: LimitOption = 20,
    wait: Annotated[bool, typer.Option("--wait", help="Do what is queued, and wait for it.")] = False,
    retry: Annotated[
        str | None, typer.Option("--retry", metavar="ID", help="Queue a dead job again.", show_default=False)
    ] = None,
) -> None:
    """Background work: what is queued, running, done or failed for good."""
    with session.memory() as memory:
        if retry is not None:
            memory.job(retry)
            memory.retry(retry)
        if wait or retry is not None:
            memory.flush()
        found = memory.jobs(state=state, limit=limit)
    if session.as_json:
        session.answer({"jobs": [wire.job(one) for one in found]})
        return
    if not found:
        session.console.print(Text("no jobs", "dim"))
        return
    rows = [(_row(one), _outcome(one), one.id) for one in found]
    session.console.print(show.fitting(session.console, "Jobs", rows, ids="result", beside={"user", "queued", "tries"}))


def _row(job: Job) -> show.Row:
    return {
        "state": Text(job.state, JOB_STYLES.get(job.state, "")),
        "kind": job.kind,
        "user": job.scope.user or "shared",
        "queued": show.moment(job.created_at),
        "tries": str(job.attempts),
        "result": "",
    }


def _outcome(job: Job) -> str:
    return job.error or ", ".join(f"{name} {value}" for name, value in job.result.items())


def register(app: typer.Typer) -> None:
    command(app, "decisions", needs_store=True, panel="Find")(decisions)
    command(app, "conflicts", needs_store=True, panel="Find")(conflicts)
    command(app, "resolve", needs_store=True, panel="Remember")(resolve)
    command(app, "revert", needs_store=True, panel="Remember")(revert)
    command(app, "jobs", scoped=False, needs_store=True, panel="Look after")(jobs)

"""Commands that move memory about: import, export, backup, restore."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from recollect import config
from recollect.errors import InvalidInput, unwritten
from recollect.model.counted import counted
from recollect.model.paths import private_file, target_file
from recollect.model.record import STATUSES
from recollect.model.scope import Scope
from recollect.surfaces.cli import show, streams
from recollect.surfaces.cli.session import AS_BEFORE, EXIT_ERROR, GOES_ON, Session, command

FORMATS = "auto, recollect, messages, omniroute, openclaw, claude-code, chatgpt, claude"
PROBLEMS_SHOWN = 20
RECORD_LINE = '{"id": '
"""How a record begins in an export; links, decisions and documents begin otherwise."""


def import_(
    session: Session,
    source: Annotated[str, typer.Argument(metavar="FORMAT|FILE", help="A file; `-` is standard input. Or its format.")],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file, after its format.", show_default=False)
    ] = None,
    format: Annotated[str, typer.Option("--format", "-f", help=f"How to read it: {FORMATS}.")] = "auto",
) -> None:
    """Read an export, conversations in JSON, transcripts of other programs, or another system's database.

    Reading a file twice adds nothing the second time. With --user everything goes into that user's space.
    """
    if file is not None:
        source, format = file, source
    if source == "-" and format not in ("auto", "recollect"):
        raise InvalidInput(f"standard input is read as an export; put {format} data into a file first")
    with session.memory() as memory, session.counting(f"importing {source}") as report:
        if source == "-":
            counts = memory.import_(streams.piped_lines(), user=session.user, progress=lambda done: report(done, None))
        else:
            counts = memory.import_(
                Path(source), user=session.user, format=format, progress=lambda done: report(done, None)
            )
    if session.as_json:
        session.answer(counts)
    else:
        for problem in getattr(counts, "problems", ())[:PROBLEMS_SHOWN]:
            show.note(session.console, f"passed over: {problem}")
        skipped = f", {counts['skipped']:,} passed over" if counts.get("skipped") else ""
        show.done(
            session.console, f"{counts['added']:,} records added, {counts['known']:,} were there already{skipped}"
        )


def export(
    session: Session,
    file: Annotated[
        Path | None, typer.Argument(help="Where to; nothing or `-`: standard output.", show_default=False)
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Overwrite without asking.")] = False,
    tenant: Annotated[str | None, typer.Option("--tenant", help="Whose. Without: the `tenant` setting.")] = None,
) -> None:
    """Write everything of one tenant, or one user's memory, as lines of JSON."""
    place = None if file is None or str(file) == "-" else target_file(file, store=session.store_file)
    with session.memory(**({} if tenant is None else {"tenant": tenant})) as memory:
        others = session.other_tenants(tenant) if session.user is None else 0
        if others and (not session.as_json or place is None):
            _warn_of_others(session, others)
        lines = memory.export(user=session.user)
        if file is None or place is None:
            for line in lines:
                typer.echo(streams.json_line(line))
            return
        if file.exists():
            session.ask(f"{file} exists. Overwrite it?", yes=yes)
        total = memory.count(user=session.user, everyone=session.user is None, status=STATUSES)
        count = 0
        partial = place.with_name(place.name + ".partial")
        try:
            private_file(partial, replacing=place)
            with partial.open("w", encoding="utf-8") as out, session.counting(f"exporting to {file}", total) as report:
                for line in lines:
                    out.write(line + "\n")
                    count += line.startswith(RECORD_LINE)
                    report(count, None)
            partial.replace(place)
        except OSError as error:
            failed = InvalidInput(f"{file} cannot be written ({error.strerror}); choose another path")
            raise unwritten(file, error, failed) from error
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
    if session.as_json:
        size = file.stat().st_size
        session.answer({"file": str(file), "records": count, "bytes": size, "other_tenants": others})
    else:
        show.done(session.console, f"{count:,} records in {file} ({show.size(file.stat().st_size)})")


def _warn_of_others(session: Session, others: int) -> None:
    """Of what somebody who wanted everything would miss."""
    session.errors.print(
        f"{counted(others, 'other tenant is', 'other tenants are')} not in this export; `recollect migrate` and "
        "`recollect backup` take all, --tenant names another",
        style="yellow",
        markup=False,
        soft_wrap=True,
    )


def backup(
    session: Session,
    target: Annotated[Path, typer.Argument(help="The file to make.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Overwrite without asking.")] = False,
) -> None:
    """Make a checked copy while others go on reading and writing."""
    if target.exists():
        session.ask(f"{target} exists. Overwrite it?", yes=yes)
    with session.memory() as memory, session.counting(f"copying to {target}"):
        count = memory.backup(target)
    if session.as_json:
        session.answer({"file": str(target), "bytes": count})
    else:
        show.done(session.console, f"backup in {target} ({show.size(count)}), checked")


def restore(
    session: Session,
    backup: Annotated[Path, typer.Argument(help="A file that `recollect backup` made.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Make the store hold what a backup holds. A file that was there is kept beside it."""
    from recollect.memory import Memory  # cold start: see recollect.surfaces.cli.session

    if _may_hold_something(session):
        session.ask(f"Replace what {session.place} holds with {backup}?", yes=yes)
    with session.counting(f"restoring {backup}"):
        before = Memory.restore(backup, session.given.store, **session.settings)
    with session.tenants() as tenants:
        url = tenants.store.facts(Scope()).url
        held = [tenants.store.facts(Scope(tenant=name)).records for name in tenants.store.tenants()]
    if session.as_json:
        kept = None if before is None else str(before)
        session.answer({"store": url, "records": sum(held), "tenants": len(held), "kept": kept})
    else:
        whose = f" of {len(held):,} tenants" if len(held) > 1 else ""
        show.done(session.console, f"{url} holds {sum(held):,} records{whose} again")
        if before is not None:
            show.note(session.console, f"what was there is in {before}")


def _may_hold_something(session: Session) -> bool:
    """Whether a restore has something to replace. Of a database that is no file here, it is taken for granted."""
    from recollect.memory import address, default_config_file  # cold start: see recollect.surfaces.cli.session

    settings = config.load({**session.settings, "store": session.given.store}, file=default_config_file())
    path = address(settings).removeprefix("sqlite:///")
    return bool(set(path) & set("%?")) or "://" in path or Path(path).expanduser().exists()


def migrate(
    session: Session,
    source: Annotated[
        str, typer.Argument(metavar="SRC", help="The store to copy: a path, sqlite:///…, postgresql://…")
    ],
    target: Annotated[str, typer.Argument(metavar="DST", help="The store to copy into; empty, or an unfinished copy.")],
    caches: Annotated[bool, typer.Option("--caches", help="Cached vectors of texts too.")] = False,
) -> None:
    """Copy a whole store, all tenants, into another, and compare the two. Run again, it goes on where it stopped."""
    from recollect.memory import Memory  # cold start: see recollect.surfaces.cli.session

    with session.counting("migrating") as report:
        done = Memory.migrate(source, target, caches=caches, progress=report, **session.settings)
    if session.as_json:
        session.answer(
            {
                "source": done.source,
                "target": done.target,
                "rows": done.rows,
                "written": done.written,
                "resumed": done.resumed,
                "changed": list(done.changed),
                "tables": {name: vars(table) for name, table in done.tables.items()},
                "tenants": {name: vars(tenant) for name, tenant in done.tenants.items()},
            }
        )
    else:
        tenants = sum(1 for tenant in done.tenants if tenant)
        show.done(
            session.console,
            f"{done.rows:,} rows of {tenants:,} tenants are in {done.target}, the same as in {done.source} "
            f"({done.written:,} written now)",
        )
        for name in done.changed:
            session.errors.print(f"written to meanwhile: {name}", style="yellow", markup=False)
    if done.changed:
        if not session.as_json:
            session.errors.print("Stop what writes to the source, and run the same command again.", style="yellow")
        raise typer.Exit(EXIT_ERROR)


def register(app: typer.Typer) -> None:
    panel = "Move and keep"
    command(app, "import", panel=panel, stopped=GOES_ON)(import_)
    command(app, "export", needs_store=True, panel=panel, stopped=AS_BEFORE)(export)
    command(app, "backup", scoped=False, needs_store=True, panel=panel, stopped=AS_BEFORE)(backup)
    command(app, "migrate", scoped=False, panel=panel, stopped=GOES_ON)(migrate)
    command(app, "restore", scoped=False, panel=panel, stopped=AS_BEFORE)(restore)

"""Commands that keep a memory in step with files: mirror, transcripts sync, transcripts status."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from recollect.errors import InvalidInput, InvalidState
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import GOES_ON, Session, command

if TYPE_CHECKING:
    from recollect.memory import Memory
    from recollect.model.mirror import MirrorReport

LOOK_EVERY_S = 1.0
SHOWN_MAX = 50
STYLES = {
    "written": "green",
    "updated": "cyan",
    "edited": "yellow",
    "archived": "magenta",
    "added": "bold green",
    "removed": "magenta",
    "conflict": "bold red",
    "problem": "red",
}


def mirror(
    session: Session,
    folder: Annotated[Path, typer.Argument(help="The folder; it is made when it is not there.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Go on until it is stopped (Ctrl-C).")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also where more than a third would be archived or removed.")
    ] = False,
) -> None:
    """Write memories to a folder as Markdown, and take edits of these files back.

    A changed file is a new version, a deleted one archives its memory, a new one adds one. What was changed on both
    sides is kept on both.
    """
    if watch and dry_run:
        raise InvalidInput("--watch and --dry-run exclude each other; say one of them")
    with session.memory() as memory:
        marks = memory.changes(None, user=session.user).marks
        with session.counting(f"mirroring {folder}") as report:
            found = memory.mirror(folder, user=session.user, dry_run=dry_run, force=force, progress=report)
        _tell(session, found)
        if watch:
            _watch(session, memory, folder, marks, force=force)


def _watch(session: Session, memory: Memory, folder: Path, marks: Mapping[int, int], *, force: bool) -> None:
    """Look again when a file or a memory has changed since the look before."""
    from recollect.engine.files.mirror import stamp  # cold start

    seen = ""
    try:
        while True:
            time.sleep(LOOK_EVERY_S)
            changes, now = memory.changes(marks, user=session.user), stamp(folder)
            if not changes.changes and now == seen:
                continue
            marks, seen = changes.marks, now
            try:
                found = memory.mirror(folder, user=session.user, force=force)
            except InvalidState as error:
                session.fail(error)
                continue
            if found.done:
                _tell(session, found)
    except KeyboardInterrupt:
        return


def _tell(session: Session, found: MirrorReport) -> None:
    if session.as_json:
        session.answer(_plain(found))
        return
    if found.done:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for one in found.done[:SHOWN_MAX]:
            table.add_row(Text(one.action, STYLES[one.action]), Text(one.path), Text(one.note, "dim"))
        session.console.print(table)
        if len(found.done) > SHOWN_MAX:
            session.console.print(Text(f"… and {len(found.done) - SHOWN_MAX:,} more", "dim"))
    counts = [f"{number:,} {name}" for name, number in _counts(found).items() if number]
    would = "would be: " if found.dry_run else ""
    show.done(session.console, f"{escape(found.folder)}: {would}{', '.join(counts) or 'nothing to do'}")


def _counts(found: MirrorReport) -> dict[str, int]:
    names = ("written", "updated", "edited", "archived", "added", "removed", "conflicts", "problems", "unchanged")
    return {name: getattr(found, name) for name in names}


def _plain(found: MirrorReport) -> dict[str, Any]:
    return {
        "folder": found.folder,
        "dry_run": found.dry_run,
        **_counts(found),
        "done": [
            {"action": one.action, "path": one.path, "id": one.id, "note": one.note or None} for one in found.done
        ],
    }


def sync(
    session: Session,
    due: Annotated[
        bool, typer.Option("--due", help="Only transcripts that have grown by the thresholds of the settings.")
    ] = False,
) -> None:
    """Read what is new in session transcripts (`transcripts_paths`) now."""
    with session.memory() as memory, session.counting("reading transcripts") as report:
        found = memory.sync_transcripts(user=session.user, due=due, progress=report)
    if session.as_json:
        session.answer({**vars(found), "problems": list(found.problems)})
        return
    for problem in found.problems[:SHOWN_MAX]:
        show.note(session.console, problem)
    waiting = f", {found.waiting:,} wait until they have grown more" if found.waiting else ""
    skipped = f", {found.skipped:,} lines passed over" if found.skipped else ""
    show.done(
        session.console,
        f"{found.added:,} turns added from {found.read:,} of {found.files:,} transcripts, {found.known:,} were there "
        f"already{waiting}{skipped}",
    )


def status(session: Session) -> None:
    """How far each transcript was read."""
    with session.memory() as memory:
        states = memory.transcripts(user=session.user)
        on = memory.settings.transcripts == "on"
    if session.as_json:
        plain = [{**vars(one), "updated_at": one.updated_at.isoformat()} for one in states]
        session.answer({"on": on, "transcripts": plain})
        return
    if not on:
        show.note(session.console, "transcripts are off; `recollect config set transcripts on`")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("transcript", "agent", "turns", "read"):
        table.add_column(name, style="dim" if name == "agent" else None)
    for one in states:
        left = "the file is gone" if one.size is None else f"{show.size(one.offset)} of {show.size(one.size)}"
        table.add_row(Path(one.path).name, one.agent or "", f"{one.turns:,}", left)
    session.console.print(table if states else Text("no transcript was read yet", "dim"))


def register(app: typer.Typer) -> None:
    command(app, "mirror", panel="Move and keep", stopped=GOES_ON)(mirror)
    transcripts = typer.Typer(help="Session transcripts of other programs.", no_args_is_help=True)
    command(transcripts, "sync", stopped=GOES_ON)(sync)
    command(transcripts, "status", needs_store=True)(status)
    app.add_typer(transcripts, name="transcripts", rich_help_panel="Move and keep")

"""Commands about documents: ingest, and documents list, show, delete."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import EXIT_ERROR, GOES_ON, Session, command

if TYPE_CHECKING:
    from recollect.model.ingested import FolderReport, Ingested

NAME_SHOWN = 60
NOTES_SHOWN = 20
TEXT_SHOWN = 200


def ingest(
    session: Session,
    source: Annotated[
        str, typer.Argument(metavar="PATH|URL|-", help="A file, a folder, an address; `-`: standard input.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", help="What it is known by and cited as.", show_default=False)
    ] = None,
    media_type: Annotated[
        str | None, typer.Option("--media-type", metavar="TYPE", help="A hint: text/html, …", show_default=False)
    ] = None,
    meta: Annotated[
        list[str] | None, typer.Option("--meta", metavar="NAME=VALUE", help="Metadata of it.", show_default=False)
    ] = None,
    chunk_tokens: Annotated[
        int | None, typer.Option("--chunk-tokens", help="Tokens of a passage; 400.", show_default=False)
    ] = None,
    chunk_overlap: Annotated[
        int | None, typer.Option("--chunk-overlap", help="Tokens two passages share; 80.", show_default=False)
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Of a folder: delete documents whose files are no longer there.")
    ] = False,
) -> None:
    """Read documents: PDF, DOCX, PPTX, XLSX, EPUB, HTML, Markdown, mail, source code, a folder, a web page.

    What did not change is left alone, so that a folder can be read again, or go on where it was stopped.
    """
    cut: dict[str, Any] = {"chunk_tokens": chunk_tokens, "chunk_overlap": chunk_overlap, "metadata": _pairs(meta or [])}
    if source != "-" and "://" not in source and Path(source).is_dir():
        if media_type is not None:
            raise InvalidInput("--media-type is for one document; a folder may hold many kinds")
        with session.memory() as memory, session.counting(f"reading {source}") as report:
            done = memory.ingest_folder(
                source,
                user=session.user,
                name=name,
                prune=prune,
                progress=lambda at, of, file: report(at, of, _short(file)),
                **cut,
            )
        _folder(session, done)
        return
    if prune:
        raise InvalidInput("--prune is for folders; `recollect documents delete` deletes one document")
    with session.memory() as memory, session.telling(f"reading {source}"):
        given = sys.stdin.buffer.read(memory.settings.document_bytes_max + 1) if source == "-" else source
        made = memory.ingest(given, user=session.user, name=name, media_type=media_type, **cut)
    if session.as_json:
        session.answer(wire.ingested(made))
    else:
        _one(session, made)


def listed(
    session: Session,
    everyone: Annotated[bool, typer.Option("--everyone", help="Of all users.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 100,
) -> None:
    """Documents that were read in."""
    with session.memory() as memory:
        found = memory.documents(user=session.user, everyone=everyone, limit=limit)
    if session.as_json:
        session.answer({"documents": [wire.document(one) for one in found]})
        return
    table = show.listing("", ("document", "title", "type", "passages", "version"), ids="document")
    for one in found:
        kind = one.media_type.rpartition("/")[2].rpartition(".")[2]
        table.add_row(
            show.above_ids(session.console, one.source, one.id), one.title, kind, str(one.passages), str(one.version)
        )
    session.console.print(table if found else Text("no documents; `recollect ingest` reads one", "dim"))


def shown(
    session: Session,
    id: Annotated[str, typer.Argument(help="The document's id.")],
    full: Annotated[bool, typer.Option("--full", help="The whole text of each passage.")] = False,
) -> None:
    """A document and its passages."""
    with session.memory() as memory:
        found = memory.document(id)
        passages = memory.passages(id)
    if session.as_json:
        session.answer(wire.document(found) | {"records": wire.records(passages)})
        return
    console = session.console
    console.print(Text.assemble((found.title or found.source, "bold"), (f"  {found.source}", "bright_black")))
    console.print(Text(f"{found.media_type}, {show.size(found.bytes)}, version {found.version}", "bright_black"))
    show.note(console, found.error)
    for record in passages:
        text = record.content if full or len(record.content) <= TEXT_SHOWN else record.content[:TEXT_SHOWN] + " …"
        console.print()
        console.print(Text(record.provenance.reference or "", "cyan"))
        console.print(Text(text))


def delete(
    session: Session,
    id: Annotated[str, typer.Argument(help="The document's id.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a document for good, with its passages and what rested on it alone."""
    with session.memory() as memory:
        found = memory.document(id)
        session.ask(f"Delete {found.source} and its {found.passages} passages?", yes=yes)
        removed = memory.delete_document(id)
    if session.as_json:
        session.answer({"removed": removed})
    else:
        show.done(session.console, f"{removed} records removed")


def _pairs(given: list[str]) -> dict[str, str] | None:
    pairs = [one.partition("=") for one in given]
    if wrong := [name for name, sign, _ in pairs if not sign or not name]:
        raise InvalidInput(f"--meta {wrong[0]} has no value; write it as NAME=VALUE")
    return {name: value for name, _, value in pairs} or None


def _one(session: Session, made: Ingested) -> None:
    document = made.document
    words = {"added": "read", "changed": f"read again, version {document.version}", "unchanged": "unchanged"}
    counts = f"{document.passages} passages" + (f", {made.added} new" if made.action == "changed" else "")
    told = f"{words[made.action]}: {counts}  [bright_black]{document.id}[/bright_black]"
    show.done(session.console, told)
    for note in (*made.notes, made.note):
        show.note(session.console, note)


def _folder(session: Session, done: FolderReport) -> None:
    if session.as_json:
        session.answer(wire.folder(done))
    else:
        table = show.listing("", ("files", "new", "changed", "unchanged", "gone", "failed", "new passages"))
        gone, failed = len(done.gone), len(done.failed)
        counts = (done.files, done.added, done.changed, done.unchanged, gone, failed, done.passages)
        table.add_row(*(f"{count:,}" for count in counts))
        session.console.print(table)
        became = "its document was deleted" if done.pruned else "its document is kept; --prune deletes it"
        _noted(session, [f"{_short(source)}: no longer there; {became}" for source in done.gone])
        _noted(session, [f"{_short(file)}: {reason}" for file, reason in done.failed])
    if done.failed:
        raise typer.Exit(EXIT_ERROR)


def _noted(session: Session, notes: list[str]) -> None:
    for note in notes[:NOTES_SHOWN]:
        show.note(session.console, note)
    if len(notes) > NOTES_SHOWN:
        show.note(session.console, f"and {len(notes) - NOTES_SHOWN} more; --json shows them all")


def _short(name: str) -> str:
    return name if len(name) <= NAME_SHOWN else "…" + name[-NAME_SHOWN:]


def register(app: typer.Typer) -> None:
    command(app, "ingest", panel="Remember", stopped=GOES_ON)(ingest)
    group = typer.Typer(help="Documents that were read in.", no_args_is_help=True)
    app.add_typer(group, name="documents", rich_help_panel="Find")
    command(group, "list", needs_store=True)(listed)
    command(group, "show", needs_store=True)(shown)
    command(group, "delete", needs_store=True)(delete)

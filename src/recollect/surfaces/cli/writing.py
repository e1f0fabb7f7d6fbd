"""Commands that change what is remembered: add, edit, archive, unarchive, delete."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from recollect import config
from recollect.errors import InvalidInput
from recollect.model.counted import counted
from recollect.model.record import PENDING_REVIEW
from recollect.surfaces.cli import show, streams, wire
from recollect.surfaces.cli.reading import pairs
from recollect.surfaces.cli.session import Session, command, owned, read_text

TagsOption = Annotated[
    list[str] | None, typer.Option("--tag", "-t", help="A tag; may be given again.", show_default=False)
]
MetaOption = Annotated[
    list[str] | None, typer.Option("--meta", metavar="NAME=VALUE", help="A metadata field.", show_default=False)
]
KindOption = Annotated[str | None, typer.Option(help="What it says: fact, preference, decision, …", show_default=False)]
LayerOption = Annotated[
    str | None, typer.Option(help="What it is: memory (default), profile, override, …", show_default=False)
]
KeyOption = Annotated[
    str | None, typer.Option(help="A stable name; adding under it again makes a new version.", show_default=False)
]
OccurredOption = Annotated[
    str | None, typer.Option("--occurred-at", help="When it happened, ISO 8601.", show_default=False)
]
ExpiresOption = Annotated[str | None, typer.Option("--expires-at", help="Hide it from then on.", show_default=False)]
ValidFromOption = Annotated[str | None, typer.Option("--valid-from", help="True from then on.", show_default=False)]
ValidUntilOption = Annotated[str | None, typer.Option("--valid-until", help="True until then.", show_default=False)]
ConfidenceOption = Annotated[float | None, typer.Option(help="How certain it is, 0 to 1.", show_default=False)]


def add(
    session: Session,
    text: Annotated[
        str | None, typer.Argument(help="What to remember; `-` or nothing reads standard input.", show_default=False)
    ] = None,
    messages: Annotated[
        Path | None, typer.Option("--messages", "-m", help="A JSON file with a conversation.", show_default=False)
    ] = None,
    in_session: Annotated[
        str | None, typer.Option("--session", "-s", help="A conversation.", show_default=False)
    ] = None,
    project: Annotated[str | None, typer.Option(help="A project label.", show_default=False)] = None,
    kind: KindOption = None,
    layer: LayerOption = None,
    key: KeyOption = None,
    tag: TagsOption = None,
    meta: MetaOption = None,
    confidence: ConfidenceOption = None,
    occurred_at: OccurredOption = None,
    valid_from: ValidFromOption = None,
    valid_until: ValidUntilOption = None,
    expires_at: ExpiresOption = None,
) -> None:
    """Remember a text, or a conversation with --messages."""
    fields = _fields(kind, layer, key, tag, meta, confidence, occurred_at, valid_from, valid_until, expires_at)
    if messages is not None and text is not None:
        raise InvalidInput("give a text or --messages, not both")
    content = _conversation(messages) if messages is not None else _said(text)
    with session.memory() as memory:
        added = memory.add(content, user=session.user, session=in_session, project=project, wait=True, **fields)
    if session.as_json:
        session.answer(wire.added(added))
        return
    whose = f"[bold]{session.user}[/bold]" if session.user else "everyone"
    if messages is not None:
        show.done(
            session.console,
            f"remembered {counted(len(added.ids), 'turn')} for {whose} in session [bold]{added.session}[/bold]",
        )
    else:
        again = f", version {added.records[0].version}" if added.records and added.records[0].version > 1 else ""
        show.done(session.console, f"remembered for {whose}{again}" if added.records else "not stored")
        session.console.print(Text("\n".join(f"  {id}" for id in added.ids), "bright_black"))
    show.decisions(session.console, added.decisions)
    show.note(session.errors, added.note)


def edit(
    session: Session,
    id: Annotated[str, typer.Argument(help="The record's id.")],
    content: Annotated[
        str | None,
        typer.Argument(help="The new text; without it and without fields $EDITOR opens.", show_default=False),
    ] = None,
    kind: KindOption = None,
    layer: LayerOption = None,
    key: KeyOption = None,
    tag: TagsOption = None,
    meta: MetaOption = None,
    confidence: ConfidenceOption = None,
    occurred_at: OccurredOption = None,
    valid_from: ValidFromOption = None,
    valid_until: ValidUntilOption = None,
    expires_at: ExpiresOption = None,
) -> None:
    """Change a record; the old version stays in its history."""
    changes = _fields(kind, layer, key, tag, meta, confidence, occurred_at, valid_from, valid_until, expires_at)
    with session.memory() as memory:
        before = owned(session, memory, id)
        if content is not None:
            changes["content"] = _said(content)
        elif not changes:
            changes["content"] = _edited(before.content)
        if "metadata" in changes:
            changes["metadata"] = {**before.metadata, **changes["metadata"]}
        after = memory.update(id, **changes)
        versions = memory.history(id)[-2:]
    if session.as_json:
        session.answer(wire.record(after))
        return
    show.done(session.console, f"version {after.version}")
    for part in show.history(versions):
        session.console.print(part)


def archive(session: Session, ids: Annotated[list[str], typer.Argument(help="Ids of records.")]) -> None:
    """Hide records from searches and lists; `unarchive` brings them back."""
    _each(session, ids, "archive", "archived")


def unarchive(
    session: Session,
    ids: Annotated[list[str], typer.Argument(help="Ids of records.")],
    key: Annotated[
        str | None, typer.Option(help="Under this key, where its own is taken by now.", show_default=False)
    ] = None,
) -> None:
    """Bring archived records back; one that contradicts what is known by now waits for an answer first."""
    if key is not None and len(ids) > 1:
        raise InvalidInput("one key is for one record; give one id with --key")
    _each(session, ids, "unarchive", "active again", **({} if key is None else {"key": key}))


def _each(session: Session, ids: list[str], verb: str, outcome: str, **options: str) -> None:
    with session.memory() as memory:
        for id in ids:
            owned(session, memory, id)
        changed = [getattr(memory, verb)(id, **options) for id in ids]
    if session.as_json:
        session.answer({"records": wire.records(changed)})
        return
    for record in changed:
        if record.status == PENDING_REVIEW:
            whose = "" if record.user is None else f" --user {shlex.quote(record.user)}"
            show.note(session.console, f"{record.status}: `recollect conflicts{whose}` asks whether it holds")
        else:
            show.done(session.console, outcome)
        session.console.print(
            Text(f"  {show.one_line(record.content, 100)}"), Text(record.id, "bright_black"), sep="\n  "
        )


def delete(
    session: Session,
    ids: Annotated[list[str], typer.Argument(help="Ids of records.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove records for good, with all their versions."""
    with session.memory() as memory:
        doomed = [owned(session, memory, id) for id in ids]
        if not session.as_json and not yes:
            session.errors.print(show.records(doomed, users=True, width=session.errors.width))
        session.ask(f"Delete {len(doomed)} record(s) for good? `recollect archive` only hides.", yes=yes)
        count = memory.delete(*ids)
    if session.as_json:
        session.answer({"deleted": count, "ids": ids})
    else:
        show.done(session.console, f"deleted {counted(count, 'record')}")


def _fields(
    kind: str | None,
    layer: str | None,
    key: str | None,
    tag: list[str] | None,
    meta: list[str] | None,
    confidence: float | None,
    occurred_at: str | None,
    valid_from: str | None,
    valid_until: str | None,
    expires_at: str | None,
) -> dict[str, Any]:
    """The fields that were given, under the names `Memory` knows."""
    fields: dict[str, Any] = {
        "kind": kind,
        "layer": layer,
        "key": key,
        "tags": tag,
        "metadata": pairs(meta, "--meta") or None,
        "confidence": confidence,
        "occurred_at": occurred_at,
        "valid_from": valid_from,
        "valid_until": valid_until,
        "expires_at": expires_at,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _said(text: str | None) -> str:
    """The argument, or standard input."""
    if text not in (None, "-"):
        return str(text)
    if text is None and sys.stdin.isatty():
        raise InvalidInput('there is nothing to remember; write it after the command, as in `recollect add "…"`')
    return streams.piped_text().rstrip("\n")


def _conversation(path: Path) -> list[Any]:
    """A list of messages, or an object that has one."""
    text = streams.piped_text() if str(path) == "-" else read_text(path, "the conversation")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"{path} is not JSON ({error}); many conversations go in with `recollect import`") from error
    if isinstance(found, dict):
        found = found.get("messages")
    if not isinstance(found, list):
        raise InvalidInput(f'{path} holds no list of messages such as [{{"role": "user", "content": "…"}}]')
    return found


def _edited(content: str) -> str:
    """The text after a person changed it in an editor."""
    if not sys.stdin.isatty():
        raise InvalidInput('nothing to change was given; write `recollect edit ID "new text"`, or name a field')
    with tempfile.TemporaryDirectory(prefix="recollect-") as folder:
        file = Path(folder) / "memory.txt"
        file.write_text(content + "\n", encoding="utf-8")
        editor = config.editor()
        try:
            subprocess.run([*shlex.split(editor), str(file)], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise InvalidInput(
                f"the editor {editor!r} failed ({error}); nothing changed. Set EDITOR to another."
            ) from error
        changed = read_text(file, "the edited text").rstrip("\n")
    if changed == content:
        raise InvalidInput("the text was left as it was; nothing changed")
    return changed


def register(app: typer.Typer) -> None:
    panel = "Remember"
    command(app, "add", panel=panel)(add)
    command(app, "edit", needs_store=True, panel=panel)(edit)
    command(app, "archive", needs_store=True, panel=panel)(archive)
    command(app, "unarchive", needs_store=True, panel=panel)(unarchive)
    command(app, "delete", needs_store=True, panel=panel)(delete)

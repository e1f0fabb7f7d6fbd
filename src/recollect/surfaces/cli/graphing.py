"""`recollect graph`: who and what is known, drawn as a tree, or as DOT and JSON for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text
from rich.tree import Tree

from recollect.errors import InvalidInput, NotFound
from recollect.model.paths import require_spare
from recollect.surfaces.cli import show, streams, wire
from recollect.surfaces.cli.session import Session, command

if TYPE_CHECKING:
    from recollect.model.graph import Entity, KnownRelation, Walk

TYPE_STYLES = {
    "person": "cyan",
    "company": "magenta",
    "place": "green",
    "project": "yellow",
    "tool": "blue",
    "concept": "white",
    "event": "red",
}
LISTED = 30
BRANCHES_MAX = 20
"""Relations drawn under one entity; the others are counted."""


def graph(
    session: Session,
    name: Annotated[str | None, typer.Argument(help="Whom or what to begin with.", show_default=False)] = None,
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many relations far, 1 to 4.")] = 2,
    type: Annotated[
        str | None, typer.Option("--type", help="Without NAME: only this type of entity.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", help=f"Without NAME: at most so many; {LISTED} unless told.", show_default=False),
    ] = None,
    ended: Annotated[bool, typer.Option("--ended", help="Relations that no longer hold, too.")] = False,
    dot: Annotated[
        str | None,
        typer.Option("--dot", metavar="FILE", help="Write Graphviz DOT there; - is the screen.", show_default=False),
    ] = None,
) -> None:
    """Who and what the memory knows, and how they are related."""
    if name is None:
        if dot is not None:
            raise InvalidInput("--dot draws what lies around a name; say whom: recollect graph NAME --dot FILE")
        _list(session, type, LISTED if limit is None else limit)
        return
    if type is not None or limit is not None:
        raise InvalidInput("--type and --limit are for the list of all; with a NAME leave them out, or use --depth")
    if dot is not None and dot != "-":
        require_spare(Path(dot), session.store_file)
    with session.memory() as memory:
        try:
            walk = memory.graph(name, user=session.user, depth=depth, include_ended=ended)
        except NotFound as error:
            if session.user is not None:
                raise
            raise NotFound(f"{error}. Name a --user") from error
    if dot == "-":
        streams.echo(to_dot(walk))
        return
    if dot is not None:
        _write(Path(dot), to_dot(walk))
    if session.as_json:
        session.answer(wire.walk(walk))
        return
    session.console.print(drawn(walk))
    show.note(session.console, walk.cut)
    if dot is not None:
        show.done(session.console, f"{len(walk.entities)} entities, {len(walk.relations)} relations in {dot}")


def _list(session: Session, type: str | None, limit: int) -> None:
    with session.memory() as memory:
        found = memory.entities(user=session.user, type=type, limit=limit)
    if session.as_json:
        session.answer({"entities": [wire.entity(one) for one in found]})
        return
    if not found:
        session.nothing("nobody and nothing is known yet")
        return
    table = show.listing("Who and what is known", ["name", "type", "records", "also called"])
    for one in found:
        table.add_row(
            Text(one.name, "bold"), Text(one.type, TYPE_STYLES[one.type]), str(one.mentions), ", ".join(one.others)
        )
    session.console.print(table)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written ({error.strerror}); choose another file") from error


def drawn(walk: Walk) -> Tree:
    """A tree that holds each entity once, at its shortest distance; other relations to it say where it stands."""
    around: dict[str, list[KnownRelation]] = {}
    for relation in walk.relations:
        around.setdefault(relation.source_id, []).append(relation)
        around.setdefault(relation.target_id, []).append(relation)
    entities = {entity.id: entity for entity in walk.entities}
    tree = Tree(_label(walk.start), guide_style="bright_black")
    level = [(walk.start.id, tree)]
    shown: set[tuple[str, str, str]] = set()
    placed = {walk.start.id}
    while level:
        below: list[tuple[str, Tree]] = []
        for id, branch in level:
            fresh = [relation for relation in around.get(id, []) if _key(relation) not in shown]
            for relation in fresh[:BRANCHES_MAX]:
                shown.add(_key(relation))
                other = relation.target_id if relation.source_id == id else relation.source_id
                line = _relation(relation, outward=relation.source_id == id)
                if other in placed:
                    branch.add(line.append_text(Text(f"{entities[other].name} ↑", "dim")))
                    continue
                placed.add(other)
                below.append((other, branch.add(line.append_text(_label(entities[other])))))
            if len(fresh) > BRANCHES_MAX:
                branch.add(Text(f"… {len(fresh) - BRANCHES_MAX} more", "dim"))
        level = below
    return tree


def _key(relation: KnownRelation) -> tuple[str, str, str]:
    return relation.source_id, relation.relation, relation.target_id


def _label(entity: Entity) -> Text:
    return Text.assemble((entity.name, f"bold {TYPE_STYLES[entity.type]}"), (f"  {entity.type}", "dim"))


def _relation(relation: KnownRelation, *, outward: bool) -> Text:
    words = (relation.relation, "italic")
    said = Text.assemble(words, " → ") if outward else Text.assemble("← ", words, " ")
    if relation.ended_at is not None:
        return Text.assemble(("ended ", "red"), said)
    return said


def to_dot(walk: Walk) -> str:
    """Graphviz: one node an entity, one arrow a relation."""
    lines = ["digraph recollect {", '  rankdir="LR";', '  node [shape="box", style="rounded"];']
    for entity in walk.entities:
        label = "\n".join((entity.name, entity.type))
        lines.append(f"  {_quoted(entity.id)} [label={_quoted(label)}];")
    for relation in walk.relations:
        style = ', style="dashed"' if relation.ended_at is not None else ""
        ends = f"{_quoted(relation.source_id)} -> {_quoted(relation.target_id)}"
        lines.append(f"  {ends} [label={_quoted(relation.relation)}{style}];")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    """A DOT string: only the quote and the backslash mean something inside."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def register(app: typer.Typer) -> None:
    command(app, "graph", needs_store=True, panel="Find")(graph)

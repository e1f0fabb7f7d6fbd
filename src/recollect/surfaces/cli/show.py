"""What people see: scores as bars, records as lines, versions as a coloured comparison."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from recollect.engine import highlight
from recollect.model.counted import counted

if TYPE_CHECKING:
    from recollect.model.decision import Decision
    from recollect.model.query import Hit, Hits, Missed
    from recollect.model.recalled import Recalled
    from recollect.model.record import Record

LAYER_STYLES = {
    "override": "bold magenta",
    "profile": "magenta",
    "memory": "cyan",
    "summary": "blue",
    "turn": "green",
    "document": "yellow",
}
STATUS_STYLES = {
    "active": "green",
    "superseded": "yellow",
    "archived": "dim",
    "pending_review": "yellow",
    "rejected": "red",
}
ACTION_STYLES = {
    "added": "green",
    "reinforced": "green",
    "superseded": "yellow",
    "merged": "cyan",
    "kept_both": "blue",
    "rejected": "red",
    "clarify": "bold magenta",
    "review": "bold magenta",
}
ID_CHARS = 36
BAR_CELLS = 10
NARROW_CELLS = 50
"""Below that, columns beside a text leave it too little room."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SPACES = re.compile(r"\s+")
_WORDS = re.compile(r"\s+|\S+")


def bar(share: float, *, cells: int = BAR_CELLS, style: str | None = None) -> Text:
    """A number from 0 to 1 as a bar."""
    share = min(1.0, max(0.0, share))
    eighths = round(share * cells * 8)
    full, rest = divmod(eighths, 8)
    drawn = "█" * full + (_EIGHTHS[rest] if rest else "")
    colour = style or ("green" if share >= 0.66 else "yellow" if share >= 0.33 else "red")
    return Text.assemble((drawn, colour), ("·" * (cells - len(drawn)), "bright_black"))


def moment(value: datetime | None, *, clock: bool = True) -> str:
    """Local time; a day alone when it was given as one."""
    if value is None:
        return ""
    if (value.hour, value.minute, value.second) == (0, 0, 0) or not clock:
        return value.strftime("%Y-%m-%d")
    return value.astimezone().strftime("%Y-%m-%d %H:%M")


def one_line(text: str, chars_max: int) -> str:
    """The text on one line, cut where it is too long."""
    text = _SPACES.sub(" ", text).strip()
    return text if len(text) <= chars_max else text[: chars_max - 1].rstrip() + "…"


def marked(question: str, text: str) -> Text:
    """The text with the words that answer to the question."""
    shown = Text(text)
    for start, end in highlight.spans(question, text):
        shown.stylize("bold yellow", start, end)
    return shown


def labels(record: Record) -> Text:
    """Layer, time, speaker, session: what a record is, on one line."""
    parts = [Text(record.layer, LAYER_STYLES.get(record.layer, ""))]
    if record.layer != "turn" and record.kind != "note":
        parts.append(Text(record.kind))
    parts.append(Text(moment(record.occurred_at or record.updated_at), "blue"))
    parts += [Text(name) for name in (record.speaker or (record.layer == "turn" and record.role),) if name]
    parts += [
        Text(f"{name} {value}", "dim")
        for name, value in (("session", record.session), ("project", record.project))
        if value
    ]
    if record.layer == "document" and record.provenance.reference:
        parts.append(Text(record.provenance.reference, "cyan"))
    if record.user is None:
        parts.append(Text("shared", "dim"))
    if record.status != "active":
        parts.append(Text(record.status, STATUS_STYLES.get(record.status, "")))
    shown = Text()
    for place, part in enumerate(parts):
        shown.append(" · " if place else "", "dim").append_text(part)
    return shown


def hits(question: str, found: Hits, *, ids: bool = True) -> Iterator[RenderableType]:
    """Hits, best first: bar, labels, text with its neighbours, id."""
    for rank, hit in enumerate(found, start=1):
        head = Table.grid(padding=(0, 1))
        head.add_row(Text(f"{rank:>2}", "bold"), bar(hit.score), Text(f"{hit.score:.2f}", "bold"), labels(hit.record))
        yield head
        body: list[RenderableType] = [marked(question, hit.content)]
        body += [Text(f"  {_who(near)}{one_line(near.content, 200)}", "dim") for near in hit.window]
        if ids:
            body.append(Text(hit.id, "bright_black"))
        yield Padding(Group(*body), (0, 0, 1, 3))


def _who(record: Record) -> str:
    who = record.speaker or record.role
    return f"{who}: " if who else ""


def decisions(console: Console, made: Sequence[Decision]) -> None:
    """What became of each claim; a plain "added" of a single text says nothing new."""
    for one in made:
        if len(made) > 1 or one.action != "added":
            what = (one.action, ACTION_STYLES.get(one.action, ""))
            console.print(Text.assemble("  ", what, " ", one_line(one.content, 90), (f"  {one.reason}", "dim")))


def trace(found: Hits) -> Iterator[RenderableType]:
    """How the answer came about: stages, what each score is made of, near misses and what dropped them."""
    told = found.trace
    yield Text.assemble(("How this was found", "bold"), ("  preset ", "dim"), (told.preset, "cyan"))
    yield Padding(Text("\n").join(Text.assemble(("→ ", "cyan"), stage) for stage in told.stages), (0, 0, 1, 1))
    if found:
        yield Text("What each score is made of", "bold")
        yield Padding(components(found), (0, 0, 1, 1))
    if told.missed:
        yield Text("Near misses", "bold")
        yield Padding(near_misses(told.missed), (0, 0, 1, 1))
    embedder = told.embedder or "none"
    yield Text.assemble(("embedder ", "dim"), embedder, ("  candidates ", "dim"), str(told.candidates))


def components(found: Sequence[Hit]) -> Table:
    """One row a hit, one bar a signal, to the same scale."""
    names = list(dict.fromkeys(name for hit in found for name in hit.components))
    peak = max((abs(value) for hit in found for value in hit.components.values()), default=0.0) or 1.0
    table = Table.grid(padding=(0, 2))
    for rank, hit in enumerate(found, start=1):
        table.add_row(Text(f"{rank:>2}  {hit.score:.2f}", "bold"), Text(one_line(hit.content, 64)))
        for name in sorted(names, key=lambda name: -abs(hit.components.get(name, 0.0))):
            value = hit.components.get(name, 0.0)
            if value:
                style = "cyan" if value > 0 else "red"
                row = Text.assemble(bar(abs(value) / peak, cells=16, style=style), f" {value:+.3f}  ", (name, "dim"))
                table.add_row("", row)
    return table


def near_misses(missed: Sequence[Missed]) -> Table:
    table = Table.grid(padding=(0, 2))
    for one in missed:
        score = "  – " if one.score is None else f"{one.score:.2f}"
        table.add_row(Text(score, "dim"), Text(one_line(one.content, 48)), Text(one.dropped_by, "yellow"))
    return table


def records(found: Iterable[Record], *, users: bool = False, width: int) -> Table:
    """A list: when and what; below each text its id, session and tags, and whose it is if that is asked. On a narrow
    screen when and layer stand above the text: it is what is looked for."""
    narrow = width < NARROW_CELLS
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", expand=False, show_header=not narrow)
    if not narrow:
        table.add_column("when", style="blue", no_wrap=True)
        table.add_column("layer", no_wrap=True)
    table.add_column("content", overflow="fold")
    for record in found:
        content = Text.assemble(f"{_who(record)}{one_line(record.content, 240)}")
        whose = "shared" if record.user is None else record.user if users else None
        extra = [record.id, *(name for name in (whose, record.session) if name)]
        extra += [f"#{tag}" for tag in record.tags]
        if record.status != "active":
            extra.append(record.status)
        content.append("\n" + " · ".join(extra), "bright_black")
        layer = Text(record.layer, LAYER_STYLES.get(record.layer, ""))
        when = moment(record.occurred_at or record.updated_at)
        if narrow:
            table.add_row(Text.assemble((when, "blue"), " ", layer, "\n", content, "\n"))
        else:
            table.add_row(when, layer, content)
    return table


def record(record: Record) -> Group:
    """One record with all that is set."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("id", record.id)
    table.add_row("", labels(record))
    for name in ("user", "agent", "key", "tags", "metadata", "sectors"):
        value = getattr(record, name)
        if value:
            table.add_row(name, ", ".join(value) if isinstance(value, tuple) else str(value))
    for name in ("occurred_at", "valid_from", "valid_until", "expires_at", "created_at", "updated_at", "ended_at"):
        if getattr(record, name):
            table.add_row(name, moment(getattr(record, name)))
    table.add_row("version", str(record.version))
    strength = record.strength_now(datetime.now(UTC))
    table.add_row("strength", Text.assemble(bar(strength), f" {strength:.2f}"))
    if record.confidence < 1.0:
        table.add_row("confidence", f"{record.confidence:.2f}")
    source = record.provenance
    table.add_row(
        "source", f"{source.source}{f' ({source.reference})' if source.reference else ''}, trust {source.trust:g}"
    )
    if record.access_count:
        table.add_row("recalled", f"{counted(record.access_count, 'time')}, last {moment(record.last_accessed_at)}")
    return Group(Padding(Text(record.content), (0, 0, 1, 0)), table)


def history(versions: Sequence[Record]) -> Iterator[RenderableType]:
    """Versions, oldest first, each with what changed since the one before."""
    before: Record | None = None
    for version in versions:
        style = STATUS_STYLES.get(version.status, "")
        head = Text.assemble((f"v{version.version}", "bold"), "  ", (moment(version.updated_at), "blue"), "  ")
        head.append(version.status, style)
        if version.ended_at:
            head.append(f"  until {moment(version.ended_at)}", "dim")
        yield head
        body: list[RenderableType] = [Text(version.content)]
        if before is not None and before.content != version.content:
            body = [difference(before.content, version.content)]
        body += [
            Text(f"{name}: {_value(old)} → {_value(new)}", "magenta") for name, old, new in _changes(before, version)
        ]
        yield Padding(Group(*body), (0, 0, 1, 3))
        before = version


def recalls(found: Sequence[Recalled]) -> RenderableType:
    """When a record was recalled, newest first."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("when", "rank", "question", "why"):
        table.add_column(name)
    for one in found:
        question, why = Text(one_line(one.question, 60)), Text(one.why, "dim")
        table.add_row(Text(moment(one.at), "blue"), str(one.rank), question, why)
    return table


def difference(old: str, new: str) -> Group:
    """The old text and the new one, with the words that went and those that came."""
    left, right = _WORDS.findall(old), _WORDS.findall(new)
    gone, come = Text("- ", "red"), Text("+ ", "green")
    for what, i1, i2, j1, j2 in difflib.SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        same = what == "equal"
        gone.append("".join(left[i1:i2]), "dim" if same else "bold red")
        come.append("".join(right[j1:j2]), "none" if same else "bold green")
    return Group(gone, come)


def _changes(before: Record | None, now: Record) -> Iterator[tuple[str, object, object]]:
    if before is None:
        return
    for name in ("kind", "layer", "key", "tags", "metadata", "valid_from", "valid_until", "expires_at", "confidence"):
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            yield name, old, new


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, datetime):
        return moment(value)
    return "none" if value in (None, {}) else str(value)


def table(title: str, columns: Sequence[str]) -> Table:
    """A plain table: names to the left, numbers to the right."""
    made = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=None)
    made.min_width = len(title)
    made.padding = (0, 1, 0, 0)
    for place, column in enumerate(columns):
        made.add_column(column, justify="left" if place == 0 else "right", no_wrap=True)
    return made


def listing(title: str, columns: Sequence[str], *, ids: str | None = None) -> Table:
    """A table of texts: lines break where there is no room, but not inside an id, in the column `ids` names."""
    made = Table(title=title, title_justify="left", title_style="bold", header_style="bold", box=None)
    made.padding = (0, 1, 0, 0)
    for column in columns:
        made.add_column(column, overflow="fold", no_wrap=column == ids)
    return made


Row = Mapping[str, str | Text]


def fitting(console: Console, title: str, rows: Sequence[tuple[Row, str, str]], *, ids: str, beside: Set[str]) -> Table:
    """A listing in which no word is broken: where there is no room for that, what columns `beside` the ids say stands
    above the id. A row is its columns, and the text and the id of the one that `ids` names."""
    wide = _listed(console, title, rows, ids, frozenset())
    unbroken = sum(1 + _cells_min(column) for column in wide.columns)
    return wide if unbroken <= console.width else _listed(console, title, rows, ids, beside)


def _listed(console: Console, title: str, rows: Sequence[tuple[Row, str, str]], ids: str, told: Set[str]) -> Table:
    columns = [name for name in rows[0][0] if name not in told]
    made = listing(title, columns, ids=ids)
    for row, text, id in rows:
        said = ", ".join(f"{name} {value}" for name, value in row.items() if name in told and str(value))
        cells = {**row, ids: above_ids(console, "; ".join(filter(None, (text, said))), id)}
        made.add_row(*(cells[name] for name in columns))
    return made


def _cells_min(column: Column) -> int:
    """How wide it is when each word has a line of its own, or in the column of ids when no line is broken."""
    texts = [str(cell) for cell in (column.header, *column.cells)]
    parts = [part for text in texts for part in (text.splitlines() if column.no_wrap else text.split())]
    return max(map(cell_len, parts), default=0)


def above_ids(console: Console, text: str, *ids: str) -> Text:
    """A text, and each id on a line of its own: whole, to be copied. For the column of ids in a listing."""
    lines = wrap(text, max(ID_CHARS, console.width // 2 - 4))
    return Text("\n").join([*map(Text, lines), *(Text(id, "bright_black") for id in ids)])


def done(console: Console, text: str) -> None:
    """Something worked."""
    console.print(Text.assemble(("✓ ", "bold green"), Text.from_markup(text)))


def note(console: Console, text: str | None) -> None:
    """Something a person may want to know."""
    if text:
        console.print(Text.assemble(("! ", "bold yellow"), (text, "yellow")))


def size(count: int) -> str:
    """Bytes for people. Worked: 1_572_864 is 1.5 MiB."""
    value, units = float(count), ["B", "KiB", "MiB", "GiB", "TiB"]
    while value >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return f"{value:.0f} {units[0]}" if units[0] == "B" else f"{value:.1f} {units[0]}"

"""Commands that look after the store: status, doctor, reindex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from recollect.model.counted import counted
from recollect.surfaces.cli import show, wire
from recollect.surfaces.cli.session import EXIT_ERROR, GOES_ON, Session, command

if TYPE_CHECKING:
    from recollect.model.batch import Problem
    from recollect.model.status import ModelState

CHECKS = (
    ("file", "the file is whole"),
    ("index", "every index is there"),
    ("row", "every record can be understood"),
    ("derived", "lengths, hashes and endings agree with the records"),
    ("versions", "every version leads to the one before it"),
    ("space", "every record belongs to a space"),
    ("postings", "the keyword index agrees with the records"),
    ("vectors", "vectors belong to records"),
    ("vector_size", "vectors fit their embedder"),
    ("counter", "numbers are given once"),
    ("analyser", "the analyser is the one in use"),
    ("graph", "the graph holds together"),
)
STOPPING = ("file", "unreadable")
"""Problems after which the other checks were not made, or cannot be relied on."""

AWAY = {"open": "(resting)", "half-open": "(waiting to be tried again)"}
"""A model that failed several times in a row, by the word of its circuit breaker."""


def status(session: Session) -> None:
    """What the store holds and how it is doing."""
    with session.memory() as memory:
        found = memory.status()
    others = session.other_tenants()
    if session.as_json:
        session.answer(wire.status(found) | {"other_tenants": others})
        return
    facts = found.facts
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("store", facts.url)
    table.add_row("size", show.size(facts.bytes))
    table.add_row("records", f"{facts.records:,} in {counted(facts.spaces, 'space')}")
    if others:
        table.add_row("", Text(f"of one tenant; the store has {counted(others, 'other')}", "yellow"))
    for layer, count in facts.by_layer.items():
        share = show.bar(count / max(1, facts.records), style=show.LAYER_STYLES.get(layer))
        table.add_row("", Text.assemble(share, f" {count:,} ", (layer, show.LAYER_STYLES.get(layer, ""))))
    for state, count in facts.by_status.items():
        if state != "active":
            table.add_row("", Text(f"{count:,} {state}", show.STATUS_STYLES.get(state, "")))
    table.add_row("embedder", found.embedder or Text("none: words alone are searched", "yellow"))
    for signature, count in facts.vectors.items():
        style = "green" if signature == found.embedder else "yellow"
        table.add_row("vectors", Text(f"{count:,} of {signature}", style))
    for signature, count in facts.sector_vectors.items():
        table.add_row("of sectors", Text(f"{count:,} of {signature}", "green"))
    if found.tier is not None and found.tier.name != "local":
        away = "" if found.tier.breaker == "closed" else f", does not answer: {found.tier.last_failure}"
        behind = f", {counted(found.tier.behind, 'space')} to catch up with" if found.tier.behind else ""
        table.add_row("found by", Text(f"{found.tier.name}{behind}{away}", "yellow" if away else "green"))
    for reason in found.degraded:
        table.add_row("without", Text(reason, "yellow"))
    if found.needs_reindex:
        table.add_row("", Text(f"{found.needs_reindex:,} still to be made: `recollect reindex`", "yellow"))
    if found.embedder_reason:
        table.add_row("", Text(found.embedder_reason, "yellow"))
    if found.jobs:
        table.add_row("jobs", ", ".join(f"{count:,} {state}" for state, count in found.jobs.items()))
    for model in found.models:
        table.add_row("model", doing(model))
    for day in found.spent:
        tokens = day.input_tokens + day.output_tokens
        table.add_row(
            "spent", f"{day.day} {day.provider}: {counted(day.requests, 'request')}, {tokens:,} tokens, ${day.usd:.2f}"
        )
    table.add_row("versions", Text(f"schema {facts.schema_version}, analyser {facts.analyser_version}", "dim"))
    session.console.print(
        Panel(table, title="[bold]Recollect[/bold]", title_align="left", border_style="cyan", expand=False)
    )


def doing(model: ModelState) -> Text:
    """A model that answers needs no word more."""
    told = " ".join(filter(None, (model.provider, model.model, AWAY.get(model.breaker))))
    return Text(f"{told}: {model.last_failure}", "yellow") if model.last_failure else Text(told)


def doctor(
    session: Session,
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can be mended.")] = False,
    tenant: Annotated[str | None, typer.Option("--tenant", help="Whose memory. Without: every tenant's.")] = None,
) -> None:
    """Check that records, keyword index and vectors agree. Exit code 1 when something is wrong and stays wrong."""
    if session.behind_server:
        with session.memory(**({} if tenant is None else {"tenant": tenant})) as memory:
            by_tenant = {"": memory.doctor(repair=repair)}
    else:
        with session.tenants() as tenants:
            by_tenant = tenants.doctor(tenant, repair=repair)
    found = [(name, problem) for name, problems in by_tenant.items() for problem in problems]
    broken = [problem for _, problem in found if not problem.repaired]
    if session.as_json:
        told = [wire.problem(problem) | ({"tenant": name} if name else {}) for name, problem in found]
        session.answer({"ok": not broken, "tenants": [name for name in by_tenant if name], "problems": told})
    else:
        if len(by_tenant) > 1:
            session.console.print(f"{len(by_tenant):,} tenants: {', '.join(by_tenant)}", style="dim", markup=False)
        _show_found(session, found, several=len(by_tenant) > 1)
        if broken and not repair:
            session.console.print(Text("\n`recollect doctor --repair` mends what can be mended.", "dim"))
    if broken:
        raise typer.Exit(EXIT_ERROR)


def _show_found(session: Session, found: Sequence[tuple[str, Problem]], *, several: bool) -> None:
    """Every check with what it found, and at whom where there are several."""
    known = dict(CHECKS)
    stopped = any(problem.code in STOPPING and not problem.repaired for _, problem in found)
    for code in dict.fromkeys([*known, *(problem.code for _, problem in found)]):
        wrong = [(name, problem) for name, problem in found if problem.code == code]
        if not wrong and stopped:
            session.console.print(Text(f"– not checked: {known[code]}", "dim"))
        elif not wrong:
            session.console.print(Text.assemble(("✓ ", "bold green"), known[code]))
        for name, problem in wrong:
            mark, style = ("⚒ mended: ", "yellow") if problem.repaired else ("✗ ", "red")
            whose = f"{name}: " if several and code != "file" else ""
            session.console.print(Text.assemble((mark, f"bold {style}"), (f"{whose}{problem.message}", style)))


def reindex(session: Session) -> None:
    """Bring keyword index and vectors up to date. Stopped midway it loses nothing; run it again to go on."""
    with session.memory() as memory, session.counting("reindexing") as report:
        counts = memory.reindex(progress=report)
    if session.as_json:
        session.answer(counts)
    elif any(counts.values()):
        vectors = counts["vectors"] + counts.get("sector_vectors", 0)
        renewed = counted(counts["spaces"], "keyword index", "keyword indexes")
        show.done(session.console, f"{counted(vectors, 'vector')} made, {renewed} renewed")
        if counts.get("batched"):
            session.console.print(f"{counts['batched']:,} are still with the provider; run it again to take them in")
        elif counts.get("left"):
            session.console.print(f"{counts['left']:,} came in meanwhile and are still to be made; run it again")
    else:
        show.done(session.console, "everything is up to date")


def register(app: typer.Typer) -> None:
    panel = "Look after"
    command(app, "status", scoped=False, needs_store=True, panel=panel)(status)
    command(app, "doctor", scoped=False, needs_store=True, panel=panel)(doctor)
    command(app, "reindex", scoped=False, needs_store=True, panel=panel, stopped=GOES_ON)(reindex)

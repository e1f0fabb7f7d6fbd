"""`recollect demo`: a guided tour on a temporary store. What is shown is what happens; nothing is rehearsed."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.highlighter import ReprHighlighter
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from recollect.surfaces.cli import show, story, wire
from recollect.surfaces.cli.session import Session, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recollect.memory import Memory

CROWD = 2_000
TIMED = 30
WIDTH_MAX = 92


@dataclass(kw_only=True)
class Tour:
    """The tour so far: its memory, its own clock, and what it found, for `--json`."""

    session: Session
    path: Path
    interactive: bool
    now: datetime = story.TODAY
    results: list[dict[str, Any]] = field(default_factory=list)
    home: str = ""
    _memory: Memory | None = None

    @property
    def memory(self) -> Memory:
        assert self._memory is not None
        return self._memory

    @contextmanager
    def opened(self, **settings: Any) -> Iterator[Memory]:
        """The store of the tour, run by the tour's clock."""
        from recollect.memory import Memory  # cold start: see recollect.surfaces.cli.session

        with Memory(self.path, clock=lambda: self.now, **settings) as memory:
            yield memory

    def show(self, *parts: Any, indent: int = 2) -> None:
        if not self.session.as_json:
            for part in parts:
                self.session.console.print(
                    Padding(part, (0, 0, 0, indent)), width=min(self.session.console.width, WIDTH_MAX)
                )

    def say(self, markup: str) -> None:
        self.show(Text.from_markup(markup), "")

    def code(self, source: str) -> None:
        """The call that is made next."""
        lines = [Text.assemble((">>> ", "dim cyan"), ReprHighlighter()(line)) for line in source.splitlines()]
        self.show(*lines, "")

    def pause(self) -> None:
        if self.interactive:
            self.session.console.input("\n  [dim]Enter to go on, Ctrl-C to stop[/dim] ")


def demo(
    session: Session,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not wait between the steps.")] = False,
) -> None:
    """A guided tour on a temporary store; leaves nothing behind."""
    interactive = not yes and not session.as_json and sys.stdin.isatty() and session.console.is_terminal
    with tempfile.TemporaryDirectory(prefix="recollect-demo-") as folder:
        tour = Tour(session=session, path=Path(folder) / "tour.db", interactive=interactive)
        _welcome(tour)
        try:
            with tour.opened() as memory:
                tour._memory = memory
                for number, (title, step) in enumerate(STEPS, start=1):
                    tour.pause()
                    tour.show(
                        "",
                        Rule(f"[bold cyan]{number}[/bold cyan] [bold]{title}[/bold]", align="left", style="cyan"),
                        indent=0,
                    )
                    tour.show("")
                    tour.results.append({"step": title, **step(tour)})
        except (KeyboardInterrupt, EOFError):
            session.console.print("\n  [dim]The tour ends here. The temporary store is gone.[/dim]")
            return
    if session.as_json:
        session.answer({"steps": tour.results})
    else:
        _farewell(tour)


def _welcome(tour: Tour) -> None:
    text = Text.from_markup(
        "[bold]Recollect[/bold] remembers what was said, finds it again, and says why.\n"
        "[dim]One file, no server, no key, no network. This tour runs on a temporary store.[/dim]"
    )
    tour.show("", Panel(text, border_style="cyan", padding=(1, 3), expand=False), indent=0)


def _remember(tour: Tour) -> dict[str, Any]:
    tour.say("Mira builds violins. Over ten months she talks to her assistant; every turn is kept, word for word.")
    tour.code('memory.add([{"role": "user", "name": "Mira", "content": "I signed the lease! …"}, …], user="mira")')
    table, turns, begun = Table.grid(padding=(0, 2)), 0, time.perf_counter()
    for session, when, said in story.CONVERSATIONS:
        tour.now = when
        turns += len(tour.memory.add(story.messages(when, said), user=story.USER, session=session).ids)
        table.add_row(
            Text(show.moment(when, clock=False), "blue"), Text(session, "bold"), Text(f"{len(said)} turns", "dim")
        )
        table.add_row("", Text(show.one_line(said[0][1], 60), "italic"), "")
    tour.now = story.CONVERSATIONS[0][1]
    tour.home = tour.memory.add(story.HOME, user=story.USER, kind="fact", key="home").id
    tour.now = story.TODAY
    took = time.perf_counter() - begun
    tour.show(table, "")
    tour.say(
        f"[bold green]✓[/bold green] {turns} turns and one fact in {took * 1000:.0f} ms, "
        "searchable by word and by meaning."
    )
    return {"turns": turns, "facts": 1, "seconds": round(took, 4)}


def _recall(tour: Tour) -> dict[str, Any]:
    tour.say(f"Today is {show.moment(tour.now, clock=False)}. Ask in your own words.")
    answers = []
    for question, why in story.QUESTIONS:
        tour.code(f'memory.search("{question}", user="mira", k=2)')
        begun = time.perf_counter()
        found = tour.memory.search(question, user=story.USER, k=2)
        took = time.perf_counter() - begun
        tour.show(*show.hits(question, found, ids=False))
        tour.show(Text(f"{took * 1000:.1f} ms · {why}", "dim"), "")
        answers.append({"question": question, "hits": [wire.hit(hit) for hit in found], "seconds": round(took, 4)})
    return {"answers": answers}


def _learn(tour: Tour) -> dict[str, Any]:
    tour.say("What Mira said about herself became memories of their own, in the background, by rules alone.")
    tour.code('memory.flush()\nmemory.list(user="mira", layers=["memory"])')
    tour.memory.flush()
    learned = [record for record in tour.memory.list(user=story.USER, layers=["memory"]) if record.key is None]
    table = Table.grid(padding=(0, 2))
    for record in reversed(learned):
        table.add_row(Text(record.kind, "cyan"), Text(show.one_line(record.content, 70)))
    tour.show(table, "")
    tour.say("A new statement is weighed against them, and a secret never reaches the store:")
    tour.code(
        f'memory.add([{{"role": "user", "content": "{story.SECOND_THOUGHT}"}}], user="mira", wait=True).decisions'
    )
    told = story.messages(tour.now, [("user", story.SECOND_THOUGHT)])
    added = tour.memory.add(told, user=story.USER, session="second thoughts", wait=True)
    for decision in added.decisions:
        what = (decision.action, show.ACTION_STYLES.get(decision.action, ""))
        tour.show(Text.assemble(what, "  ", decision.content), Text(f"  {decision.reason}", "dim"))
    tour.show("", Text.assemble(("stored as  ", "dim"), (added.records[0].content, "italic")), "")
    return {
        "learned": wire.records(learned),
        "decisions": [wire.decision(decision) for decision in added.decisions],
        "stored": added.records[0].content,
    }


def _change(tour: Tour) -> dict[str, Any]:
    tour.say("In March Mira moves. The fact gets a new version; the old one is not lost, only no longer true.")
    tour.code(f'memory.update(id, content="{story.NEW_HOME}")\nmemory.history(id)')
    tour.now = story.MOVED
    tour.memory.update(tour.home, content=story.NEW_HOME)
    tour.now = story.TODAY
    versions = tour.memory.history(tour.home)
    tour.show(*show.history(versions))
    tour.say("Both questions have a right answer, today's and the one of New Year's Day:")
    answers = {}
    for label, as_of in (("today", None), ("2025-01-01", story.NEW_YEAR)):
        code = 'memory.search("where does Mira live?", user="mira", layers=["memory"], k=1'
        tour.code(code + (f', as_of="{label}")' if as_of else ")"))
        found = tour.memory.search("where does Mira live?", user=story.USER, layers=["memory"], k=1, as_of=as_of)
        tour.show(*show.hits("where does Mira live?", found, ids=False))
        answers[label] = [hit.content for hit in found]
    return {"versions": wire.records(versions), "where_does_mira_live": answers}


def _explain(tour: Tour) -> dict[str, Any]:
    question = "why did she choose that varnish?"
    tour.say("No score without a reason: which steps ran, what each score is made of, and what nearly made it.")
    tour.code(f'memory.search("{question}", user="mira", k=2, explain=True).trace')
    found = tour.memory.search(question, user=story.USER, k=2, explain=True)
    tour.show(*show.trace(found), "")
    if found:
        tour.say(f"And in one sentence, [bold]hits[0].why[/bold]: [italic]{found[0].why}[/italic]")
    return {"hits": [wire.hit(hit) for hit in found], "trace": wire.trace(found.trace)}


def _context(tour: Tour) -> dict[str, Any]:
    question = "which wood is for the viola?"
    tour.say("A model needs text, not hits: what is known and what answers the question, in a budget of real tokens.")
    tour.code(f'memory.context("{question}", user="mira", tokens_max=250)')
    made = tour.memory.context(question, user=story.USER, tokens_max=250)
    tour.show(Panel(Text(made.text), border_style="green", padding=(0, 1)), "")
    sizes = ", ".join(f"{section.title.lower()} {section.tokens}" for section in made.sections)
    tour.say(
        f"[bold]{made.tokens} tokens[/bold]: {sizes}. It says of itself that it is data, and no text can leave it."
    )
    return {"context": wire.context(made)}


def _walls(tour: Tour) -> dict[str, Any]:
    tour.say("Users are walls, not filters. One note is shared by the whole workshop; the rest is Mira's alone.")
    tour.code(f'memory.add("{story.SHARED}")  # no user: shared\nmemory.search("walnuts, Mondays", user="teo")')
    tour.memory.add(story.SHARED)
    sees: dict[str, list[str]] = {}
    question = "walnuts, Mondays"
    for user in (story.USER, "teo"):
        sees[user] = [hit.content for hit in tour.memory.search(question, user=user, k=2)]
    with tour.opened(tenant="another workshop") as other:
        sees["mira, of another tenant"] = [hit.content for hit in other.search(question, user=story.USER, k=2)]
    table = Table(box=None, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("who asks")
    table.add_column("what comes back")
    for who, texts in sees.items():
        shown = [show.marked(question, show.one_line(text, 58)) for text in texts] or [Text("nothing", "dim")]
        table.add_row(Text(who, "bold"), Text("\n").join(shown))
    tour.show(table, "")
    return {"sees": sees}


def _time(tour: Tour) -> dict[str, Any]:
    tour.say(f"Now somebody else stores {CROWD:,} memories in the same file.")
    tour.code('memory.add_many(texts, user="crowd")')
    begun = time.perf_counter()
    tour.memory.add_many(story.crowd(CROWD), user="crowd")
    batch = time.perf_counter() - begun
    add = _median(lambda n: tour.memory.add(f"Note {n}: the glue needs an hour.", user="crowd"))
    theirs = _median(lambda n: tour.memory.search(f"who repaired the kayak on day {n}?", user="crowd", dry_run=True))
    hers = _median(
        lambda n: tour.memory.search(f"which wood is the viola made of, question {n}?", user=story.USER, dry_run=True)
    )
    rows = [
        (f"{CROWD:,} memories in one batch", f"{batch:.2f} s", f"{CROWD / batch:,.0f} a second"),
        ("one memory, safe on disk", f"{add * 1000:.1f} ms", "median, embedding included"),
        (f"a search in these {CROWD:,}", f"{theirs * 1000:.1f} ms", "median, every question new"),
        ("a search in Mira's dozen", f"{hers * 1000:.1f} ms", "others' data costs her nothing"),
    ]
    table = Table.grid(padding=(0, 3))
    for what, took, remark in rows:
        table.add_row(what, Text(took, "bold green", justify="right"), Text(remark, "dim"))
    tour.show(table)
    return {
        "batch_items": CROWD,
        "batch_s": round(batch, 4),
        "add_p50_s": round(add, 5),
        "search_p50_s": round(theirs, 5),
        "search_small_p50_s": round(hers, 5),
    }


def _median(work: Callable[[int], object]) -> float:
    times = []
    for n in range(TIMED):
        begun = time.perf_counter()
        work(n)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def _farewell(tour: Tour) -> None:
    table = Table.grid(padding=(0, 2))
    for line, what in (
        ('recollect add "…" --user me', "remember something"),
        ('recollect search "…" --user me --explain', "find it, and see why"),
        ("recollect import chats.json --user me", "bring your conversations"),
        ("recollect --help", "everything else"),
        ("from recollect import Memory", "the same in Python"),
    ):
        table.add_row(Text(line, "bold cyan"), Text(what, "dim"))
    tour.show(
        "",
        Panel(
            table, title="[bold]Your turn[/bold]", title_align="left", border_style="cyan", padding=(1, 3), expand=False
        ),
        indent=0,
    )


STEPS: tuple[tuple[str, Callable[[Tour], dict[str, Any]]], ...] = (
    ("Remember", _remember),
    ("Recall", _recall),
    ("Learn", _learn),
    ("Change your mind", _change),
    ("Ask why", _explain),
    ("Tell a model", _context),
    ("Keep apart", _walls),
    ("Count the milliseconds", _time),
)


def register(app: typer.Typer) -> None:
    command(app, "demo", scoped=False, panel="See for yourself")(demo)

"""One run of a command: where the memory lies, whose it is, how to answer, and what happens when something goes wrong.

`command` registers a function as a command and gives it the options that all commands share, so that `--json` and
`--store` work before and after the command's name. `Memory` is imported when a command needs it, because `--help`
and completion should not wait for numpy.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, get_type_hints

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from recollect import config
from recollect.errors import InvalidInput, NotFound, RecollectError, StoreUnavailable
from recollect.surfaces.cli import streams

if TYPE_CHECKING:
    from recollect.assemble.tenants import Tenants
    from recollect.config import Settings
    from recollect.memory import Memory
    from recollect.model.record import Record

EXIT_ERROR = 1
EXIT_USAGE = 2
EXIT_STOPPED = 130
"""What a shell says of a command that Ctrl-C ended."""
GOES_ON = "what is done stays done; run the same command again to go on"
AS_BEFORE = "what is not finished is not there; everything else is as it was"
SHARED = "Shared options"

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        "--db",
        metavar="URL",
        help="Where memory lies: a path, sqlite:///…, postgresql://…, http://… (a server). Else RECOLLECT_STORE, "
        "else your data folder.",
        show_default=False,
        rich_help_panel=SHARED,
    ),
]
UserOption = Annotated[
    str | None,
    typer.Option(
        "--user", "-u", help="Whose memory. Without: the shared one.", show_default=False, rich_help_panel=SHARED
    ),
]
AgentOption = Annotated[
    str | None,
    typer.Option("--agent", help="Which agent speaks; a label.", show_default=False, rich_help_panel=SHARED),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="JSON on standard output, and nothing else.", rich_help_panel=SHARED)
]
PlainOption = Annotated[
    bool, typer.Option("--no-color", help="No colours; NO_COLOR does the same.", rich_help_panel=SHARED)
]
_PLACE = {"store": (StoreOption, None), "as_json": (JsonOption, False), "plain": (PlainOption, False)}
_SCOPE = {"user": (UserOption, None), "agent": (AgentOption, None)}


class Report(Protocol):
    """How a long piece of work tells how far it is."""

    def __call__(self, done: int, of: int | None = None, what: str | None = None) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Given:
    """What was said about all commands at once, before the command's name."""

    store: str | None = None
    user: str | None = None
    agent: str | None = None
    as_json: bool = False
    plain: bool = False

    def then(self, later: dict[str, Any]) -> Given:
        """What was said after the command's name wins."""
        said = {name: value for name, value in later.items() if value is not None and value is not False}
        return replace(self, **said)


@dataclass(frozen=True, kw_only=True)
class Session:
    """What a command works with."""

    given: Given
    console: Console = field(init=False)
    errors: Console = field(init=False)

    def __post_init__(self) -> None:
        no_color = True if self.given.plain else None
        object.__setattr__(self, "console", streams.Screen(no_color=no_color, highlight=False))
        object.__setattr__(self, "errors", streams.Screen(no_color=no_color, highlight=False, stderr=True))

    @property
    def user(self) -> str | None:
        return self.given.user

    @property
    def as_json(self) -> bool:
        return self.given.as_json

    @property
    def settings(self) -> dict[str, Any]:
        """What the shared options say about settings."""
        return {"agent": self.given.agent}

    @property
    def place(self) -> str:
        """Where memory lies, as it may be shown: a question, and what a log keeps of it, has no password."""
        return str(config.shown("store", self.given.store)) if self.given.store else "your memory"

    def memory(self, **settings: Any) -> Memory:
        """The memory this command is about."""
        from recollect.memory import Memory  # cold start: see the module's docstring

        return Memory(self.given.store, **(self.settings | settings))

    def require_there(self) -> None:
        """Refuse a store that was named and does not exist: a command about what is there would leave an empty one.
        The place where memory lies unless told may be empty yet."""
        from recollect import assemble  # cold start: see the module's docstring
        from recollect.memory import address, default_config_file
        from recollect.memory.opening import on_server

        file = default_config_file()
        settings = config.load(self.arguments(), file=file)
        url = address(settings)
        if settings.store is None or on_server(url):
            return
        try:
            assemble.require_there(url)
        except StoreUnavailable as error:
            if self.given.store is not None:
                raise
            told = f"{error}. Where memory lies comes from: {config.origin('store', file=file)}"
            raise StoreUnavailable(told) from error

    @property
    def store_file(self) -> Path | None:
        """The file that memory lies in; None: it lies in memory, or a server has it."""
        from recollect import assemble  # cold start: see the module's docstring
        from recollect.memory import address, default_config_file
        from recollect.memory.opening import on_server

        url = address(config.load(self.arguments(), file=default_config_file()))
        return None if on_server(url) else assemble.store_file(url)

    def arguments(self, **given: Any) -> dict[str, Any]:
        """Settings as the command line gives them."""
        return {**self.settings, "store": self.given.store, **given}

    def located(self, **given: Any) -> tuple[Settings, str]:
        """The settings, and where the store lies, which is not behind a server."""
        from recollect.memory import address, default_config_file, require_here

        settings = config.load(self.arguments(**given), file=default_config_file())
        require_here(address(settings), "this")
        return settings, address(settings)

    @property
    def behind_server(self) -> bool:
        """Whether the store is a server's: what it holds of other tenants is not ours to see."""
        from recollect.memory import address, default_config_file
        from recollect.memory.opening import on_server

        return on_server(address(config.load(self.arguments(), file=default_config_file())))

    @contextmanager
    def tenants(self) -> Iterator[Tenants]:
        """The tenants of the store, for one command."""
        from recollect.assemble.tenants import Tenants  # cold start: see the module's docstring

        settings, url = self.located()
        with closing(Tenants(settings, url=url)) as tenants:
            yield tenants

    def other_tenants(self, than: str | None = None) -> int:
        """How many there are beside this one; without a name, beside the one that the settings name. 0 where that
        cannot be seen."""
        if self.behind_server:
            return 0
        from recollect.assemble import open_store

        settings, url = self.located()
        with closing(open_store(settings, url)) as store:
            return len(set(store.tenants()) - {settings.tenant if than is None else than})

    def nothing(self, told: str, *, instead: str | None = None, everyone: bool = False, style: str = "dim") -> None:
        """That there is nothing to show. Without a user only what is shared was looked at: then it says so, and what
        can be done `instead`. `everyone`: naming one would change nothing."""
        hint = "" if everyone or self.user else f". Name a --user{f', or {instead}' if instead else ''}."
        self.console.print(Text(f"{told}{hint}", style))

    def answer(self, value: Any) -> None:
        """The machine's answer."""
        typer.echo(streams.json_text(value, indent=2))

    def ask(self, question: str, *, yes: bool) -> None:
        """Go on only when a person agrees. Without a terminal there is nobody to ask: `--yes` must say it."""
        if yes:
            return
        if not sys.stdin.isatty():
            raise InvalidInput(f"{question} Nobody is there to answer: say --yes.")
        if not typer.confirm(streams.harmless(question), err=True):
            raise typer.Exit(EXIT_ERROR)

    def _bar(self) -> Progress:
        """On standard error, and silent for machines."""
        return Progress(
            SpinnerColumn(finished_text="[green]✓[/green]"),
            TextColumn("{task.description}"),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.errors,
            disable=self.as_json or not self.errors.is_terminal,
            transient=True,
        )

    @contextmanager
    def counting(self, what: str, total: int | None = None) -> Iterator[Report]:
        """A bar that is told how much is done and, where that is known, of how much and of what."""
        with self._bar() as bar:
            task = bar.add_task(what, total=total)

            def report(done: int, of: int | None = None, what: str | None = None) -> None:
                changed = {"total": of, "description": what}
                bar.update(task, completed=done, **{k: v for k, v in changed.items() if v is not None})  # type: ignore[arg-type]

            yield report

    @contextmanager
    def telling(self, what: str) -> Iterator[Callable[[str], None]]:
        """A line that says what is being done, for work that cannot be counted."""
        with Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=self.errors,
            disable=self.as_json or not self.errors.is_terminal,
            transient=True,
        ) as line:
            task = line.add_task(what, total=None)
            yield lambda said: line.update(task, description=said)

    def warn(self) -> None:
        """Of a setting that was meant and not made: a store's name misspelt would write into another one."""
        for line in config.misspelt():
            self.errors.print(line, style="yellow", markup=False, soft_wrap=True)

    def fail(self, error: RecollectError) -> None:
        """One clear line on standard error."""
        if self.as_json:
            streams.tell_error(error.code, str(error))
        else:
            self.errors.print(f"[bold red]error[/bold red] [dim]{error.code}[/dim]", end=" ")
            self.errors.print(str(error), style="red", markup=False, soft_wrap=True)

    def stopped(self, then: str | None) -> None:
        """The same for a command that somebody ended with Ctrl-C. `then`: what has become of its work."""
        message = "; ".join(filter(None, ("stopped with Ctrl-C", then)))
        if self.as_json:
            streams.tell_error("stopped", message)
        else:
            self.errors.print(message, style="yellow", markup=False, soft_wrap=True)


def command(
    app: typer.Typer,
    name: str,
    *,
    scoped: bool = True,
    needs_store: bool = False,
    panel: str | None = None,
    stopped: str | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command. Its first parameter is the Session; the shared options are added to its own.

    `needs_store`: it makes none where there is none. `stopped`: what becomes of its work when Ctrl-C ends it.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        shared = _PLACE | (_SCOPE if scoped else {})
        hints = get_type_hints(function, include_extras=True)
        own = list(inspect.signature(function).parameters.values())[1:]
        parameters = [inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)]
        parameters += [p.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[p.name]) for p in own]
        parameters += [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
            for name, (kind, default) in shared.items()
        ]

        def run(**given: Any) -> None:
            before = given.pop("ctx").obj or Given()
            session = Session(given=before.then({name: given.pop(name) for name in shared}))
            session.warn()
            try:
                if needs_store:
                    session.require_there()
                function(session, **given)
            except RecollectError as error:
                session.fail(error)
                raise typer.Exit(EXIT_ERROR) from error
            except KeyboardInterrupt as error:
                session.stopped(stopped)
                raise typer.Exit(EXIT_STOPPED) from error

        run.__doc__ = function.__doc__
        run.__name__ = function.__name__
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        app.command(name, rich_help_panel=panel)(run)
        return function

    return register


def owned(session: Session, memory: Memory, id: str) -> Record:
    """The record of an id, as far as the user and agent that were named may see it."""
    record = memory.get(id)
    for wanted, actual in ((session.given.user, record.user), (session.given.agent, record.agent)):
        if wanted is not None and actual not in (wanted, None):
            raise NotFound(f"there is no record {id!r} for {wanted!r}; leave the option out to look everywhere")
    return record


def read_text(path: Path, what: str) -> str:
    """The text of a file a person named."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"{what} {path} cannot be read ({error.strerror}); check the path") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{what} {path} is not UTF-8 text ({error.reason} at byte {error.start})") from error

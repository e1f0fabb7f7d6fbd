"""Commands of a server: serve, worker, keys."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from recollect import config
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import Session, command

if TYPE_CHECKING:
    from recollect.assemble.tenants import Tenants
    from recollect.config import Settings

PANEL = "Serve"

TenantOption = Annotated[str | None, typer.Option("--tenant", help="Whose keys. Without: the `tenant` setting.")]


def serve(
    session: Session,
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 8080 unless set; 0: any free one.")] = None,
    workers: Annotated[int, typer.Option(help="Processes that answer.", min=1, max=256)] = 1,
    no_auth: Annotated[bool, typer.Option("--no-auth", help="Ask for no key; on loopback only.")] = False,
) -> None:
    """Run Recollect as a server. REST, compatible interfaces, gateway, MCP and dashboard on one port."""
    from recollect.memory import default_config_file
    from recollect.surfaces.http.listening import listen, require_certificate

    given = {"host": host, "port": port, "auth": "off" if no_auth else None}
    settings, url = session.located(**given)
    config.require_safe_server(settings)
    require_certificate(settings)
    opened = listen(settings)
    from recollect.surfaces.http import serve as server  # cold start: fastapi and uvicorn

    settings = replace(settings, port=opened.getsockname()[1])
    key = server.first_key(settings, url)
    _welcome(session, settings, url, key)
    arguments = session.arguments(**given | {"port": settings.port})
    server.run(settings, url=url, opened=opened, workers=workers, file=default_config_file(), arguments=arguments)


def worker(session: Session) -> None:
    """Do queued jobs of every tenant until stopped, beside servers that answer."""
    from recollect.memory import default_config_file
    from recollect.surfaces.http import serve as server

    settings, url = session.located()
    stopped = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stopped.set())
    with server.working(settings, url=url) as tenants:
        require = tenants.require_usable
        watched = config.Watched(default_config_file(), arguments=session.arguments(), require=require)
        session.errors.print(f"[dim]working on[/dim] {config.shown('store', url)}[dim]; stop with Ctrl-C[/dim]")
        server.follow(tenants, watched, stopped)


def _welcome(session: Session, settings: Settings, url: str, key: str | None) -> None:
    """Where it is, and on the first start the key."""
    scheme = "https" if settings.tls_cert else "http"
    name = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    place = f"{scheme}://{f'[{name}]' if ':' in name else name}:{settings.port}"
    if session.as_json:
        session.answer({"url": place, "store": config.shown("store", url), "key": key, "auth": settings.auth})
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("url", Text(place, "bold cyan"))
    table.add_row("store", config.shown("store", url))
    table.add_row("docs", f"{place}/docs")
    if settings.gateway_upstream:
        table.add_row("gateway", f"{place}/v1 → {config.shown('gateway_upstream', settings.gateway_upstream)}")
    if settings.auth == "off":
        table.add_row("auth", Text("off: everybody on this machine can read and write", "yellow"))
    elif key:
        table.add_row("admin key", Text(key, "bold green"))
        table.add_row("", Text("shown this once; `recollect keys create` makes others", "dim"))
    session.console.print(Panel(table, title="Recollect", title_align="left", border_style="cyan", expand=False))


# --- keys -----------------------------------------------------------------------------------------------------------


def create(
    session: Session,
    tenant: TenantOption = None,
    name: Annotated[str | None, typer.Option(help="What people call it.")] = None,
    role: Annotated[str, typer.Option(help="read, write or admin.")] = "admin",
    expires: Annotated[str | None, typer.Option(help="When it stops working, as 2027-01-31.")] = None,
    per_minute: Annotated[
        int | None, typer.Option(help="Requests it may make in a minute; 0: no limit.", min=0)
    ] = None,
) -> None:
    """Make an API key. With --user it is bound to that user.

    Whoever runs this holds the database, so it is an admin of the tenant unless --role says less.
    """
    with session.tenants() as tenants:
        made, text = tenants.keys.create(
            _tenant(tenants, tenant),
            name=name,
            role=role,
            user=session.user,
            expires_at=expires,
            requests_per_minute=per_minute,
        )
    if session.as_json:
        session.answer({**_key(made), "key": text})
        return
    session.console.print(text, style="bold green", soft_wrap=True)
    session.errors.print(
        f"[dim]role {made.role}, tenant {made.tenant}{f', user {made.user}' if made.user else ''}; "
        "it is shown this once[/dim]"
    )


def list_(session: Session, tenant: TenantOption = None) -> None:
    """The keys of a tenant. Never their texts: those are kept nowhere."""
    with session.tenants() as tenants:
        found, now = tenants.keys.list(_tenant(tenants, tenant)), tenants.now()
    if session.as_json:
        session.answer([_key(key) for key in found])
        return
    if not found:
        session.console.print(Text("no keys; `recollect keys create` makes one", "dim"))
        return
    rows: list[tuple[show.Row, str, str]] = []
    for key in found:
        over = "revoked" if key.revoked_at else "expired"
        state = Text("works", "green") if key.usable(now) else Text(over, "red")
        used = show.moment(key.last_used_at) if key.last_used_at else "never"
        row: show.Row = {"key": "", "role": key.role, "user": key.user or "", "last used": used, "state": state}
        rows.append((row, f"{key.hint}… {key.name or ''}".rstrip(), key.id))
    session.console.print(show.fitting(session.console, "", rows, ids="key", beside={"user", "last used"}))


def rotate(
    session: Session,
    key: Annotated[str, typer.Argument(help="Id, name, or how it begins.")],
    tenant: TenantOption = None,
) -> None:
    """Another text for a key. The old one stops working."""
    with session.tenants() as tenants:
        made, text = tenants.keys.rotate(_tenant(tenants, tenant), key)
    if session.as_json:
        session.answer({**_key(made), "key": text})
    else:
        session.console.print(text, style="bold green", soft_wrap=True)


def revoke(
    session: Session,
    key: Annotated[str, typer.Argument(help="Id, name, or how it begins.")],
    tenant: TenantOption = None,
) -> None:
    """Make a key stop working."""
    with session.tenants() as tenants:
        revoked = tenants.keys.revoke(_tenant(tenants, tenant), key)
    if session.as_json:
        session.answer(_key(revoked))
    else:
        session.console.print(f"revoked {revoked.hint}… [dim]{revoked.id}[/dim]")


def _tenant(tenants: Tenants, named: str | None) -> str:
    """Whose keys. An empty name is somebody's mistake (`--tenant "$TENANT"`), and never the tenant of the settings."""
    return tenants.settings.tenant if named is None else named


def _key(key: Any) -> dict[str, Any]:
    times = ("created_at", "last_used_at", "expires_at", "revoked_at")
    plain = {
        name: getattr(key, name) for name in ("id", "tenant", "name", "hint", "role", "user", "requests_per_minute")
    }
    return plain | {name: getattr(key, name).isoformat() if getattr(key, name) else None for name in times}


def register(app: typer.Typer) -> None:
    command(app, "serve", panel=PANEL)(serve)
    command(app, "worker", scoped=False, panel=PANEL)(worker)
    keys = typer.Typer(name="keys", help="API keys: create, list, rotate, revoke.", no_args_is_help=True)
    command(keys, "create")(create)
    command(keys, "list", scoped=False, needs_store=True)(list_)
    command(keys, "rotate", scoped=False, needs_store=True)(rotate)
    command(keys, "revoke", scoped=False, needs_store=True)(revoke)
    app.add_typer(keys, name="keys", rich_help_panel=PANEL)

"""The command that encrypts a store, changes its key, or decrypts it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from recollect.errors import InvalidInput
from recollect.surfaces.cli import show
from recollect.surfaces.cli.session import AS_BEFORE, Session, command


def rekey(
    session: Session,
    key_file: Annotated[
        Path | None, typer.Option("--key-file", help="File with the new key, one line.", show_default=False)
    ] = None,
    decrypt: Annotated[bool, typer.Option("--decrypt", help="Take the encryption off.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Encrypt the store, change its key, or decrypt it. Stop everything that has it open first.

    The key it has now is the setting encryption_key or encryption_key_file. Backups made before keep theirs.
    """
    from recollect.memory import Memory  # cold start: see recollect.surfaces.cli.session

    if (key_file is None) is not decrypt:
        raise InvalidInput("say --key-file FILE for the new key, or --decrypt")
    session.ask(f"{'Decrypt' if decrypt else 'Encrypt'} {session.place}?", yes=yes)
    with session.counting("writing every page anew"):
        Memory.rekey(session.given.store, new_key_file=key_file, **session.settings)
    if session.as_json:
        session.answer({"encrypted": not decrypt})
    else:
        told = "is decrypted" if decrypt else "is encrypted with the new key; set encryption_key_file to its file"
        show.done(session.console, f"the store {told}")


def register(app: typer.Typer) -> None:
    command(app, "rekey", scoped=False, panel="Move and keep", stopped=AS_BEFORE)(rekey)

"""What the settings say about personal data: which kinds are taken out, and by whose function."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from recollect.config import Settings, names
from recollect.engine.secrets import Secrets
from recollect.errors import ConfigError
from recollect.write import pii


def secrets(settings: Settings, scrub: pii.Hook | None = None) -> Secrets:
    """`scrub`: a function given in Python, which comes after the one that a setting names."""
    hooks = [] if settings.pii_hook is None else [_imported(settings.pii_hook)]
    if scrub is not None:
        if not callable(scrub):
            raise ConfigError(f"scrub is a function that takes and returns a text, not {type(scrub).__name__}")
        hooks.append(scrub)
    kinds = pii.chosen(names(settings.pii) or ("off",))
    return Secrets(on=settings.secrets == "mask", scrub=pii.Scrub(kinds, _together(hooks)))


def _together(hooks: list[pii.Hook]) -> pii.Hook | None:
    if len(hooks) <= 1:
        return hooks[0] if hooks else None
    first, second = hooks
    return lambda text: second(first(text))


def _imported(name: str) -> Callable[[str], str]:
    module, _, function = name.partition(":")
    if not module or not function:
        raise ConfigError(f"pii_hook is written package.module:function, not {name!r}")
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ConfigError(f"pii_hook {name!r} cannot be imported ({error}); check its name and PYTHONPATH") from error
    if not callable(found):
        raise ConfigError(f"pii_hook {name!r} is {type(found).__name__}, not a function")
    imported: Callable[[str], str] = found
    return imported

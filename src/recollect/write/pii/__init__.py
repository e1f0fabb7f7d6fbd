"""Personal data is taken out before anything is written, when a person asks for it: `scrub(text, kinds)`.

What is found is replaced by what it was, as in `[pii: email]`; scrubbing a scrubbed text changes nothing. Each kind is
precise rather than complete: a pattern that also hits ordinary texts would harm every memory, and what a person must
be sure of goes into a function of their own. In reading order: `contact` (e-mail, phone, IP and street addresses),
`numbers` (IBAN, national ids, labelled dates of birth). Secrets and cards are `recollect.write.secrets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from recollect.errors import ConfigError, InvalidInput, ScrubFailed
from recollect.write.pii import contact, numbers

Hook = Callable[[str], str]
"""Takes a text and returns it without what must not be kept."""
Finder = Callable[[str], Iterator[tuple[int, int]]]

FINDERS: dict[str, Finder] = {
    "iban": numbers.ibans,
    "email": contact.emails,
    "ip": contact.ips,
    "national_id": numbers.national_ids,
    "birth_date": numbers.birth_dates,
    "phone": contact.phones,
    "address": contact.addresses,
}
"""Kind -> what finds it, in the order of their say where two find the same."""
KINDS = ("email", "phone", "iban", "national_id", "ip", "address", "birth_date")
NESTING_MAX = 32
NESTED = "[pii: nested too deep]"


def chosen(names: Iterable[str]) -> tuple[str, ...]:
    """The kinds that a setting names: `off`, `all`, or some."""
    wanted = tuple(dict.fromkeys(names))
    if len(wanted) > 1 and {"off", "all"} & set(wanted):
        raise ConfigError(f"pii = {','.join(wanted)}: `off` and `all` stand alone; else name kinds")
    unknown = [name for name in wanted if name not in (*KINDS, "off", "all")]
    if unknown:
        raise ConfigError(f"pii knows off, all, {', '.join(KINDS)}, not {', '.join(unknown)}")
    if wanted == ("all",):
        return KINDS
    return () if wanted == ("off",) else wanted


def scrub(text: str, kinds: Sequence[str] = KINDS) -> str:
    """`text` without personal data of these kinds."""
    for kind, find in FINDERS.items():
        if kind not in kinds:
            continue
        pieces: list[str] = []
        written = 0
        for start, end in find(text):
            pieces += (text[written:start], f"[pii: {kind}]")
            written = end
        if pieces:
            text = "".join((*pieces, text[written:]))
    return text


class Scrub:
    """The chosen kinds and the person's own function, on texts and on plain JSON."""

    def __init__(self, kinds: Sequence[str] = (), hook: Hook | None = None) -> None:
        self._kinds = tuple(kinds)
        self._hook = hook

    @property
    def on(self) -> bool:
        return bool(self._kinds) or self._hook is not None

    def text(self, text: str) -> str:
        found = scrub(text, self._kinds) if self._kinds else text
        return found if self._hook is None else _asked(self._hook, found)

    def key(self, key: str) -> str:
        """A key names one record: two that became the same mask would overwrite one another, so none is masked."""
        if self.text(key) != key:
            raise InvalidInput("the key holds personal data, which is kept out of the store; choose a key without it")
        return key

    def values(self, value: Any, name: str | None = None, depth: int = 0) -> Any:
        """Plain JSON with every text in it scrubbed, names too; the name of a field is a cue for what it holds."""
        if depth > NESTING_MAX:
            return NESTED if isinstance(value, str | Mapping | list | tuple) else value
        if isinstance(value, Mapping):
            return {
                self.text(key) if isinstance(key, str) else key: self.values(inner, str(key), depth + 1)
                for key, inner in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.values(inner, name, depth + 1) for inner in value]
        if isinstance(value, str):
            return self._labelled(value, name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            found = self._labelled(str(value), name)
            return value if found == str(value) else found
        return value

    def _labelled(self, value: str, name: str | None) -> str:
        """Read alone, and then as `name: value`, where the built-in kinds look for a label."""
        found = self.text(value)
        if found == value and name is not None and self._kinds:
            lead = f"{name.replace('_', ' ')}: "
            told = scrub(lead + value, self._kinds)
            if told.startswith(lead):
                return told[len(lead) :]
        return found


def _asked(hook: Hook, text: str) -> str:
    """What the person's function makes of a text. Neither its error nor ours repeats the text."""
    try:
        found = hook(text)
    except Exception as error:
        raise ScrubFailed(
            f"the function that takes out personal data (pii_hook, scrub) failed with {type(error).__name__}"
            f"{_line(error)}; nothing was stored. Mend it and add the text again."
        ) from None
    if not isinstance(found, str):
        raise ScrubFailed(
            f"the function that takes out personal data (pii_hook, scrub) returned {type(found).__name__}, not text; "
            "nothing was stored. It takes a text and returns a text."
        )
    return found


def _line(error: Exception) -> str:
    """Where it failed: the last line of the person's own code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f" ({trace.tb_frame.f_code.co_name}, line {trace.tb_lineno})"

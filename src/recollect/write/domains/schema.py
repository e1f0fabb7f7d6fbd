"""The file that describes a domain: read, checked field by field, every mistake named with its place.

A phrase is plain words with `{value}` where the value stands and `(a|b)` for alternatives; a pattern is a regular
expression with a group `value`. Both are matched without regard to case, on one sentence at a time.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from recollect.errors import ConfigError
from recollect.model.record import KINDS
from recollect.rules.patterns import checked

TYPES = ("text", "number", "choice", "list")
SHIPPED = ("edtech",)
FILE_BYTES_MAX = 256 * 1024
FIELDS_MAX = 100
PHRASES_MAX = 200
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")
_SCHEMA_KEYS = ("name", "title", "field")
_FIELD_KEYS = (
    "name", "type", "label", "kind", "says", "section", "order", "shows", "choices", "low", "high",
    "phrases", "patterns",
)  # fmt: skip
NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        """zero;one first;two second;three third;four fourth;five fifth;six sixth;seven seventh;eight eighth;nine ninth;
        ten tenth;eleven eleventh;twelve twelfth""".split(";")
    )
    for word in words.split()
}
_VALUE = {
    "text": r"[^.,;!?\n。、，；！？।]{1,80}",
    "list": r"[^.;!?\n。；！？।]{1,200}",
    "number": rf"\d{{1,9}}(?:[.,]\d{{1,6}})?|{'|'.join(NUMBER_WORDS)}",
}


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing worth knowing: how it is recognised, what it says as a memory, where it stands in the context."""

    name: str
    type: str
    label: str
    kind: str = "fact"
    says: str
    section: str
    order: int = 0
    shows: str
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None
    patterns: tuple[re.Pattern[str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Schema:
    """A domain: its name (the tag `domain:<name>`) and its fields in the order of the context."""

    name: str
    title: str
    fields: tuple[Field, ...]


def load(where: str) -> Schema:
    """A shipped schema by name (`edtech`), or one's own by path."""
    if where in SHIPPED:
        text = (resources.files(__package__) / f"{where}.toml").read_text(encoding="utf-8")
        return parse(text, where=f"the shipped schema {where}")
    path = Path(where).expanduser()
    try:
        if path.stat().st_size > FILE_BYTES_MAX:
            raise ConfigError(f"the domain schema {path} is larger than {FILE_BYTES_MAX:,} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"the domain schema {where!r} is neither shipped ({', '.join(SHIPPED)}) nor a readable file: {error}"
        ) from error
    return parse(text, where=str(path))


def parse(text: str, *, where: str = "the domain schema") -> Schema:
    """A schema from the text of its file."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where} is not TOML: {error}") from error
    _known(raw, _SCHEMA_KEYS, where)
    name = _name(raw, where)
    fields = raw.get("field")
    if not isinstance(fields, list) or not 1 <= len(fields) <= FIELDS_MAX:
        raise ConfigError(f"{where} needs 1 to {FIELDS_MAX} [[field]] tables")
    title = _text(raw, "title", where, default=name)
    built = [_field(one, place, where, title) for place, one in enumerate(fields)]
    names = [one.name for one in built]
    for one in names:
        if names.count(one) > 1:
            raise ConfigError(f"{where}: two fields are called {one!r}")
    return Schema(name=name, title=title, fields=tuple(sorted(built, key=lambda one: one.order)))


def _field(raw: Any, place: int, where: str, title: str) -> Field:
    if not isinstance(raw, dict):
        raise ConfigError(f"{where}: [[field]] number {place + 1} is not a table")
    at = f"{where}, field {raw.get('name', place + 1)!r}"
    _known(raw, _FIELD_KEYS, at)
    name, type_name = _name(raw, at), _text(raw, "type", at)
    if type_name not in TYPES:
        raise ConfigError(f"{at}: type must be one of {', '.join(TYPES)}, not {type_name!r}")
    kind = _text(raw, "kind", at, default="fact")
    if kind not in KINDS:
        raise ConfigError(f"{at}: kind must be one of {', '.join(KINDS)}, not {kind!r}")
    label = _text(raw, "label", at, default=name.replace("_", " "))
    choices = _choices(raw, type_name, at)
    return Field(
        name=name,
        type=type_name,
        label=label,
        kind=kind,
        says=_template(raw, "says", at, f"{{who}}: {label} is {{value}}"),
        section=_text(raw, "section", at, default=title),
        order=_number(raw, "order", at, place, int),
        shows=_template(raw, "shows", at, f"{label}: {{value}}"),
        choices=choices,
        low=_number(raw, "low", at, None, float),
        high=_number(raw, "high", at, None, float),
        patterns=(*_phrases(raw, type_name, choices, at), *_patterns(raw, at)),
    )


def _choices(raw: Mapping[str, Any], type_name: str, at: str) -> dict[str, tuple[str, ...]]:
    """`visual = ["videos", "diagrams"]`: the value that is kept, and the words that mean it (itself among them)."""
    given = raw.get("choices", {})
    if (type_name == "choice") != bool(given):
        raise ConfigError(f"{at}: a field of type choice needs [field.choices], and no other type has them")
    if not isinstance(given, dict):
        raise ConfigError(f"{at}: choices must be a table of value = [words]")
    return {value: (value, *_texts(words, f"{at}, choice {value!r}")) for value, words in given.items()}


def _phrases(
    raw: Mapping[str, Any], type_name: str, choices: Mapping[str, tuple[str, ...]], at: str
) -> list[re.Pattern[str]]:
    words = sorted({word.lower() for meant in choices.values() for word in meant}, key=len, reverse=True)
    value = "|".join(re.escape(word) for word in words) if words else _VALUE[type_name]
    found = []
    for language, phrase in _by_language(raw, "phrases", at):
        if phrase.count("{value}") != 1:
            raise ConfigError(f"{at}: the {language} phrase {phrase!r} must hold {{value}} exactly once")
        before, after = (_as_pattern(part) for part in phrase.split("{value}"))
        edge = r"(?!\w)" if not after and type_name in ("choice", "number") else ""
        pattern = rf"{_left_edge(before)}{before}(?P<value>{value}){after}{edge}{_right_edge(phrase)}"
        found.append(checked(pattern, f"{at}: the {language} phrase {phrase!r}", re.IGNORECASE))
    return found


def _patterns(raw: Mapping[str, Any], at: str) -> list[re.Pattern[str]]:
    found = []
    for language, pattern in _by_language(raw, "patterns", at):
        compiled = checked(pattern, f"{at}: the {language} pattern", re.IGNORECASE)
        if "value" not in compiled.groupindex:
            raise ConfigError(f"{at}: the {language} pattern {pattern!r} needs a group (?P<value>…)")
        found.append(compiled)
    return found


def _as_pattern(words: str) -> str:
    """Plain words as a pattern: any spaces between them, `(a|b)` as alternatives, either apostrophe."""
    parts = re.split(r"([(|)])", words)
    plain = "".join({"(": "(?:", "|": "|", ")": ")"}.get(part) or re.escape(part) for part in parts)
    return re.sub(r"(?:\\\s)+", r"\\s+", plain).replace("'", "['’]")


def _left_edge(before: str) -> str:
    return r"(?<!\w)" if before[:1].isascii() else ""


def _right_edge(phrase: str) -> str:
    last = phrase[-1]
    return r"(?!\w)" if last.isascii() and last.isalnum() else ""


def _by_language(raw: Mapping[str, Any], key: str, at: str) -> list[tuple[str, str]]:
    given = raw.get(key, {})
    if not isinstance(given, dict):
        raise ConfigError(f'{at}: {key} must be a table by language, such as {key}.en = ["…"]')
    pairs = [(language, text) for language, texts in given.items() for text in _texts(texts, f"{at}, {key}.{language}")]
    if len(pairs) > PHRASES_MAX:
        raise ConfigError(f"{at}: {len(pairs)} {key}; at most {PHRASES_MAX} are allowed")
    return pairs


def _known(raw: Mapping[str, Any], allowed: tuple[str, ...], at: str) -> None:
    for key in raw:
        if key not in allowed:
            raise ConfigError(f"{at}: unknown key {key!r}; the keys are {', '.join(allowed)}")


def _name(raw: Mapping[str, Any], at: str) -> str:
    name = _text(raw, "name", at)
    if not _NAME.match(name):
        raise ConfigError(f"{at}: name must be small letters, digits and underscores, not {name!r}")
    return name


def _text(raw: Mapping[str, Any], key: str, at: str, default: str | None = None) -> str:
    value = raw.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{at}: {key} must be text, not {value!r}")
    return value


def _texts(value: Any, at: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise ConfigError(f"{at} must be a list of texts, not {value!r}")
    return list(value)


def _template(raw: Mapping[str, Any], key: str, at: str, default: str) -> str:
    text = _text(raw, key, at, default)
    if text.count("{value}") != 1 or re.search(r"\{(?!value\}|who\})", text) or text.count("{who}") > 1:
        raise ConfigError(f"{at}: {key} must hold {{value}} once and may hold {{who}} once, nothing else in braces")
    return text


def _number(raw: Mapping[str, Any], key: str, at: str, default: Any, kind: type) -> Any:
    value = raw.get(key, default)
    if value is None or type(value) is kind or (kind is float and type(value) is int):
        return value
    raise ConfigError(f"{at}: {key} must be a number, not {value!r}")

"""The kinds of values requests are made of, each told exactly in the OpenAPI document, and their common base."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from reprlib import repr as shown
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from recollect.model.given import NO_IDS, QUERY_CHARS_MAX, TAGS_MAX
from recollect.model.scope import NAME_CHARS_MAX

UNKNOWN = "unknown_name"
"""The type of a problem with a word that is none of a closed list."""
NO_NUL = "^[^\\u0000]*$"
SPOKEN = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"
"""Something to read, and no NUL: what the engine takes as text, told in the OpenAPI document."""
Text = Annotated[str, Field(json_schema_extra={"pattern": SPOKEN, "minLength": 1})]
Label = Annotated[str, Field(min_length=1, max_length=NAME_CHARS_MAX, json_schema_extra={"pattern": SPOKEN})]
NewId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=NAME_CHARS_MAX,
        json_schema_extra={"pattern": SPOKEN, "not": {"enum": list(NO_IDS)}},
    ),
]
Tag = Annotated[str, Field(min_length=1, max_length=256, json_schema_extra={"pattern": SPOKEN})]
Tags = Annotated[list[Tag], Field(json_schema_extra={"maxItems": TAGS_MAX})]
Question = Annotated[str, Field(json_schema_extra={"pattern": SPOKEN, "minLength": 1, "maxLength": QUERY_CHARS_MAX})]
"""How much is too much the engine says, with an error of its own; here it is told in the OpenAPI document."""
Share = Annotated[float, Field(ge=0, le=1)]
JSON_VALUE = {
    "anyOf": [
        {"type": "string", "pattern": NO_NUL},
        {"type": ["number", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/components/schemas/Json"}},
        {"$ref": "#/components/schemas/JsonObject"},
    ]
}
JSON_OBJECT = {
    "type": "object",
    "propertyNames": {"pattern": NO_NUL},
    "additionalProperties": {"$ref": "#/components/schemas/Json"},
}
"""What may stand in metadata, at any depth: the schemas `Json` and `JsonObject` of the OpenAPI document."""
Metadata = Annotated[
    dict[str, Any],
    Field(json_schema_extra={name: JSON_OBJECT[name] for name in ("propertyNames", "additionalProperties")}),
]


def _written(value: Any) -> Any:
    """A time is written out (ISO 8601): a bare number could mean seconds or milliseconds."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) is None:
        return value
    raise ValueError("write the time as ISO 8601, for example 2026-05-31T09:00:00Z")


_NUMBER = re.compile(r"[-+]?[\d._]+([eE][-+]?\d+)?")
Moment = Annotated[datetime, BeforeValidator(_written)]


def one_of(values: tuple[str, ...]) -> Any:
    """One of a closed list of words, told in the OpenAPI document. Which word it is the engine checks; what is none is
    no name that it knows either."""

    def word(value: Any) -> Any:
        if isinstance(value, str):
            return value
        raise PydanticCustomError(UNKNOWN, "{given} is unknown; choose one of {known}", _told(value, values))

    return Annotated[str, Field(json_schema_extra={"enum": list(values)}), BeforeValidator(word)]


def _told(value: Any, values: tuple[str, ...]) -> dict[str, Any]:
    return {"given": shown(value), "known": ", ".join(values)}


def _is(kind: Any, *wanted: type) -> bool:
    """Whether a field is of one of these types, or that or nothing."""
    return kind in wanted or (
        get_origin(kind) in (Annotated, Union, UnionType) and any(_is(one, *wanted) for one in get_args(kind))
    )


def names_at(body: Any, where: Sequence[int | str]) -> list[str]:
    """The fields that a body takes at a place: of the options of a search, or of the items of a batch."""
    kinds = [] if body is None else [body.field_info.annotation]
    for name in (*(one for one in where if isinstance(one, str)), None):
        models = [one for kind in kinds for one in _models(kind)]
        if name is None:
            return [field for model in models for field in model.model_fields]
        kinds = [model.model_fields[name].annotation for model in models if name in model.model_fields]
    return []


def _models(kind: Any) -> list[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for one in get_args(kind) for model in _models(one)]


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def as_written(cls, value: Any, info: ValidationInfo) -> Any:
        """Neither true nor "1" stands for a number, nor 1 or "yes" for true, as the OpenAPI document says."""
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool | str) and _is(kind, int, float):
            raise ValueError("give a number")
        if value is not None and not isinstance(value, bool) and _is(kind, bool):
            raise ValueError("give true or false")
        return value

    def given(self, *without: str) -> dict[str, Any]:
        """What the caller gave, and nothing that he left out or gave as null."""
        found = {name: getattr(self, name) for name in self.model_fields_set if name not in without}
        return {name: value for name, value in found.items() if value is not None}

    def said(self) -> dict[str, Any]:
        """What the caller gave, null too: it takes a value away."""
        return {name: getattr(self, name) for name in self.model_fields_set}

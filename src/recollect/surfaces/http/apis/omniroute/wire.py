"""Bodies of this interface: named as JavaScript names things, and strict where the original is."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.alias_generators import to_camel


class Asked(BaseModel):
    """A body; fields that are not known are passed over, and null for what has a value anyway is as good as leaving
    it out."""

    model_config = ConfigDict(alias_generator=to_camel)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        usual = {field.alias: field.default for field in cls.model_fields.values() if not field.is_required()}
        return {name: value for name, value in given.items() if value is not None or usual.get(name) is None}


class Strict(BaseModel):
    """A body in which a field that is not known is a mistake. What is left out stays as it is."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")

    @property
    def given(self) -> dict[str, Any]:
        """What was sent, by the names it was sent with."""
        return self.model_dump(by_alias=True, exclude_unset=True)

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        return cls.model_validate({}).model_dump(by_alias=True)

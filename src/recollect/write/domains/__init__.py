"""Domain overlays: what a kind of application wants to know about its users, said in a file instead of code.

A schema (TOML) names fields, the phrases that tell them, and their place in the context. `load` reads and checks one,
`overlay` finds its fields in a text, `values` gathers what was found before, `context_lines` writes it down.
"""

from recollect.write.domains.recognise import (
    Found,
    claimed,
    context_lines,
    overlay,
    recognise,
    retold,
    says_more,
    value_in,
    values,
)
from recollect.write.domains.schema import SHIPPED, Field, Schema, load, parse

__all__ = [
    "SHIPPED", "Field", "Found", "Schema", "claimed", "context_lines", "load", "overlay", "parse",
    "recognise", "retold", "says_more", "value_in", "values",
]  # fmt: skip

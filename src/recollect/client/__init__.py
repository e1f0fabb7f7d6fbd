"""A memory on a server: `RemoteMemory` has the verbs of `Memory` and sends them over HTTP.

`Memory("http://host:8080", api_key=…)` gives one, and `AsyncMemory` awaits one. It needs the nouns and the errors of
the package, and nothing of the engine.
"""

from __future__ import annotations

from recollect.client.remote import RemoteMemory

__all__ = ["RemoteMemory"]

"""`RemoteMemory`: the verbs of `Memory` that a server offers, in one class."""

from __future__ import annotations

from recollect.client.caring import Caring
from recollect.client.documents import Documenting
from recollect.client.files import InFiles
from recollect.client.reading import Reading
from recollect.client.writing import Writing


class RemoteMemory(Writing, Reading, Documenting, Caring, InFiles):
    """A memory on a server, with the verbs, arguments, answers and errors of `Memory`.

    >>> with RemoteMemory("http://127.0.0.1:8080", api_key="rk_…") as memory:
    ...     memory.add("Ana moved to Lisbon in May", user="ana")
    ...     memory.search("where does Ana live?", user="ana")[0].content

    Whose tenant it is comes from the key. Safe to share between threads; a process that forks opens its own.
    """

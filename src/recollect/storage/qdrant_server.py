"""A Qdrant server as the tier sees it: requests, with errors and odd answers in our words, and its collections.

What a request means is `qdrant`'s business.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import Any, Final, TypeVar
from urllib.parse import urljoin

from recollect.errors import TierFailed
from recollect.storage.qdrant_failures import ERROR_CHARS_MAX, failed, unreadable

PAYLOAD_M: Final = 16
"""Links of a point in the graph of its space."""
_UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of an answer that is another than was asked for: from the client, or when it is read."""

T = TypeVar("T")


class QdrantServer:
    """One server, or the client's own search in process, and the collections of one name in it."""

    def __init__(self, client: Any, *, address: str, collection: str, quantization: str) -> None:
        self.client = client
        self.address = address
        self.collection = collection
        self.quantization = quantization
        self._known: dict[int, str] = {}
        """Dimensions -> the collection that has them."""
        self._in_process = not hasattr(getattr(client, "_client", None), "http")
        self._alone: AbstractContextManager[Any] = Lock() if self._in_process else nullcontext()
        """A search in process reads arrays while another thread makes them longer: one request at a time."""

    # --- asking -------------------------------------------------------------------------------------------------

    def ask(self, read: Callable[[Any], T], request: Callable[..., Any], *args: Any, **options: Any) -> T:
        """What `read` makes of the answer to a request of the client."""
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException

        try:
            with self._alone:
                answer = request(*args, **options)
            return read(answer)
        except (ApiException, QdrantException, OSError) as error:
            self._known.clear()  # a collection that somebody deleted is made again
            raise failed(self.address, error) from error
        except _UNREADABLE as error:
            self._known.clear()
            raise unreadable(self.address, error) from error

    def tell(self, request: Callable[..., Any], *args: Any, **options: Any) -> None:
        """A request whose answer says nothing more than that it was done."""
        self.ask(_done, request, *args, **options)

    def require_ready(self) -> None:
        """`GET /readyz`: its status alone counts, for its text is none that the client could read. A search in process
        is asked for its collections instead."""
        if self._in_process:
            self.tell(self.client.get_collections)
            return
        wire = self.client.http.client
        request = wire._client.build_request("GET", urljoin(f"{wire.host.rstrip('/')}/", "readyz"))
        status, text = self.ask(lambda answer: (int(answer.status_code), answer.text), wire.send_inner, request)
        if not 200 <= status < 300:
            told = f"Qdrant at {self.address} is not ready, it answered {status}"
            raise TierFailed(f"{told}: {text[:ERROR_CHARS_MAX]}", bare=told)

    def close(self) -> None:
        self.client.close()

    # --- collections --------------------------------------------------------------------------------------------

    def collections(self) -> list[str]:
        """The one that was named, and those beside it for embedders of other dimensions."""
        names = self.ask(lambda found: [str(one.name) for one in found.collections], self.client.get_collections)
        own = re.compile(rf"{re.escape(self.collection)}(_\d+)?")
        return sorted(name for name in names if own.fullmatch(name))  # the one that was named comes first

    def there(self, dim: int) -> str | None:
        """The collection for vectors of so many numbers; None: it was not made yet."""
        if dim not in self._known:
            for name in self.collections():
                size = self.ask(_plain_size, self.client.get_collection, name)
                if size is not None:
                    self._known.setdefault(size, name)
        return self._known.get(dim)

    def made(self, dim: int) -> str:
        found = self.there(dim)
        if found is not None:
            return found
        from qdrant_client import models

        beside, taken = f"{self.collection}_{dim}", self.collections()
        if beside in taken:
            raise TierFailed(
                f"the collections {self.collection} and {beside} of Qdrant at {self.address} are made for something "
                f"else than plain vectors of {dim} numbers compared by cosine; set qdrant_collection to another name"
            )
        name = beside if self.collection in taken else self.collection
        self.tell(
            self.client.create_collection,
            name,
            vectors_config=models.VectorParams(size=dim, distance=models.Distance.COSINE),
            # every search is within one space: a graph for each of them, and none over all (see `_indexes`)
            hnsw_config=models.HnswConfigDiff(m=0, payload_m=PAYLOAD_M),
            quantization_config=_quantized(models, self.quantization),
        )
        for field, index in _indexes(models).items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the search in process has no use for indexes, and says so
                self.tell(self.client.create_payload_index, name, field, index)
        self._known[dim] = name
        return name


def _plain_size(info: Any) -> int | None:
    """How long the vectors of a collection are; None: it was made for others than we have, or compares them otherwise,
    so that its scores would be no cosines."""
    from qdrant_client import models

    vectors = info.config.params.vectors
    if not isinstance(vectors, models.VectorParams):  # it has names for several, or none at all
        return None
    plain = vectors.multivector_config is None and vectors.datatype != models.Datatype.UINT8
    return int(vectors.size) if plain and vectors.distance == models.Distance.COSINE else None


def _quantized(models: Any, quantization: str) -> Any:
    if quantization == "int8":
        scalar = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, quantile=0.99, always_ram=True)
        return models.ScalarQuantization(scalar=scalar)
    if quantization == "binary":
        # a bit a number for the points and eight for the question: as small, and finds more
        asked = models.BinaryQuantizationQueryEncoding.SCALAR8BITS
        return models.BinaryQuantization(binary=models.BinaryQuantizationConfig(always_ram=True, query_encoding=asked))
    return None


def _indexes(models: Any) -> dict[str, Any]:
    """Field -> its index; points of one tenant lie together on the disk.

    Qdrant makes a graph of the points of every value of every indexed field, one over all memories for `kind` alone,
    unless it is told not to. Servers before 1.17 do not listen, and build more than is used.
    """
    keyword, integer = models.KeywordIndexParams, models.IntegerIndexParams
    return {
        "tenant": keyword(type="keyword", is_tenant=True, enable_hnsw=False),
        "space": keyword(type="keyword"),
        "kind": keyword(type="keyword", enable_hnsw=False),
        "layer": keyword(type="keyword", enable_hnsw=False),
        "createdAtUnix": integer(type="integer", enable_hnsw=False),
        "expiresAtUnix": integer(type="integer", enable_hnsw=False),
    }


def _done(answer: Any) -> None:
    """Nothing is read of it."""

"""The Qdrant tier: one collection for all tenants of a store, cosine, quantized on request and rescored.

See `recollect.contracts.vector_index.VectorIndex`. A point is a vector with the payload that OmniRoute gives its own;
beside the points of a space lies one that says how far it has followed the store. Writes wait until they are applied,
so that a mark never runs ahead of what it stands for.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import numpy as np

from recollect.errors import MissingExtra, TierFailed
from recollect.model.tier import Mark, Nearest, Points, TierHealth, TierSpace
from recollect.rules import quantize
from recollect.storage import health

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND: Final = "omniroute_memory"
"""Of every point that is a memory."""
MARK_KIND: Final = "recollect_mark"
BATCH: Final = 256
"""Points sent at once."""
PAGE: Final = 1000
SPACES_MAX: Final = 1_000_000
PAYLOAD_M: Final = 16
"""Links of a point in the graph of its space."""
HNSW_EF: Final = 1500
"""Candidates that a search of a graph keeps. With as many as are asked for, which is what Qdrant does, recall@10 among
50,000 items was 0.964. Said with every search, so that it holds for collections that are there already."""
OVERSAMPLING: Final = {"int8": 2.0, "binary": 16.0}
"""Candidates by their quantized form, times k, that are compared again by their real vectors."""
ERROR_CHARS_MAX: Final = 300


def create(options: Mapping[str, Any]) -> Qdrant:
    """`url`, `api_key`, `collection`, `quantization`, `timeout_s`, `store` (who follows), `content` (whether to send
    texts). `url` may be `:memory:` or `path:…`: the client's own search in process, for trying things out."""
    try:
        from qdrant_client import QdrantClient
    except ImportError as error:
        raise MissingExtra("vector_store = qdrant needs qdrant-client: pip install 'recollect[qdrant]'") from error
    url, timeout_s = str(options["url"]), float(options.get("timeout_s", 2.0))
    if url == ":memory:":
        client = QdrantClient(":memory:")
    elif url.startswith("path:"):
        client = QdrantClient(path=url.removeprefix("path:"), force_disable_check_same_thread=True)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a key over http on one's own network is the operator's decision
            client = QdrantClient(url=url, api_key=options.get("api_key") or None, timeout=1, check_compatibility=False)
        client.http.client._client.timeout = timeout_s  # the client itself knows whole seconds only
    return Qdrant(
        client,
        address=url,
        store=str(options["store"]),
        collection=str(options.get("collection", KIND)),
        quantization=str(options.get("quantization", "none")),
        content=bool(options.get("content", True)),
    )


class Qdrant:
    """Vectors of one store in a Qdrant server."""

    name = "qdrant"

    def __init__(
        self, client: Any, *, address: str, store: str, collection: str, quantization: str, content: bool = True
    ) -> None:
        self._client = client
        self._address = address
        self._store = store
        self._collection = collection
        self._quantization = quantization
        self._content = content
        self._known: dict[int, str] = {}
        """Dimensions -> the collection that has them."""
        self._alone: AbstractContextManager[Any] = Lock() if _in_process(client) else nullcontext()
        """A search in process reads arrays while another thread makes them longer: one request at a time."""

    @property
    def shape(self) -> Mapping[str, Any]:
        return {"url": self._address, "collection": self._collection, "quantization": self._quantization}

    # --- following the store ------------------------------------------------------------------------------------

    def put(self, space: TierSpace, points: Points) -> None:
        from qdrant_client import models

        collection, key = self._made(space), self._key(space)
        for start in range(0, len(points.items), BATCH):
            part = slice(start, start + BATCH)
            rows = zip(points.items[part], points.vectors[part].tolist(), points.payloads[part], strict=True)
            batch = [
                models.PointStruct(id=self._id(item), vector=vector, payload=self._payload(space, key, item, payload))
                for item, vector, payload in rows
            ]
            self._ask(self._client.upsert, collection, batch, wait=True)

    def remove(self, space: TierSpace, items: Sequence[int]) -> None:
        from qdrant_client import models

        collection = self._there(space)
        for start in range(0, len(items) if collection else 0, PAGE):
            ids = models.PointIdsList(points=[self._id(item) for item in items[start : start + PAGE]])
            self._ask(self._client.delete, collection, ids, wait=True)

    def move(self, space: TierSpace, mark: Mark) -> None:
        from qdrant_client import models

        payload = {
            "kind": MARK_KIND,
            "store": self._store,
            "tenant": space.tenant,
            "ofSpace": space.space,
            "signature": space.signature,
            # as text: a JSON number is no place for 63 bits
            "mark": [str(mark.epoch), str(mark.generation), str(mark.item)],
            "newest": mark.newest,
        }
        unit = [1.0] + [0.0] * (quantize.dim_of(space.signature) - 1)
        point = models.PointStruct(id=self._mark_id(space), vector=unit, payload=payload)
        collection = self._made(space)
        self._ask(self._client.upsert, collection, [point], wait=True)

    def mark(self, space: TierSpace) -> Mark | None:
        collection = self._there(space)
        if collection is None:
            return None
        found = self._ask(self._client.retrieve, collection, [self._mark_id(space)], with_payload=True)
        return _mark_of(found)

    def drop(self, space: TierSpace) -> None:
        from qdrant_client import models

        collection = self._there(space)
        if collection is None:
            return
        ids = models.PointIdsList(points=[self._mark_id(space)])
        self._ask(self._client.delete, collection, ids, wait=True)  # first: without it the rest counts nothing
        within = models.FilterSelector(filter=self._within(space))
        self._ask(self._client.delete, collection, within, wait=True)

    # --- reading ------------------------------------------------------------------------------------------------

    def search(self, space: TierSpace, vector: NDArray[np.float32], k: int, *, layers: Sequence[str] = ()) -> Nearest:
        """One request: the nearest points, and the mark they were found under."""
        from qdrant_client import models

        collection = self._there(space)
        nothing = Nearest(items=np.zeros(0, np.int64), scores=np.zeros(0, np.float32), mark=None)
        if collection is None:
            return nothing
        quantization = None
        if self._quantization != "none":
            quantization = models.QuantizationSearchParams(rescore=True, oversampling=OVERSAMPLING[self._quantization])
        requests = [
            models.QueryRequest(
                query=vector.tolist(),
                filter=self._within(space, layers),
                params=models.SearchParams(hnsw_ef=HNSW_EF, quantization=quantization),
                limit=k,
            ),
            models.QueryRequest(
                filter=models.Filter(must=[models.HasIdCondition(has_id=[self._mark_id(space)])]),
                limit=1,
                with_payload=True,
            ),
        ]
        found, marked = self._ask(self._client.query_batch_points, collection, requests)
        points = found.points
        return Nearest(
            items=np.fromiter((_item_of(point.id) for point in points), np.int64, len(points)),
            scores=np.fromiter((point.score for point in points), np.float32, len(points)),
            mark=_mark_of(marked.points),
        )

    def count(self, space: TierSpace) -> int:
        collection = self._there(space)
        if collection is None:
            return 0
        return int(self._ask(self._client.count, collection, self._within(space), exact=True).count)

    def items(self, space: TierSpace) -> dict[int, str]:
        collection = self._there(space)
        found = [] if collection is None else self._scroll(collection, self._within(space), payload=["layer"])
        return {_item_of(point.id): str(point.payload.get("layer")) for point in found}

    def vectors(self, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        matrix = np.zeros((len(items), quantize.dim_of(space.signature)), dtype=np.float32)
        collection = self._there(space)
        if collection is None:
            return matrix
        key, places = self._key(space), {item: place for place, item in enumerate(items)}
        ids = [self._id(item) for item in items]
        for point in self._ask(self._client.retrieve, collection, ids, with_vectors=True, with_payload=["space"]):
            if point.payload.get("space") == key:
                matrix[places[_item_of(point.id)]] = point.vector
        return matrix

    def spaces(self, tenant: str) -> list[TierSpace]:
        from qdrant_client import models

        marks = models.Filter(must=[_equal("tenant", tenant), _equal("kind", MARK_KIND), _equal("store", self._store)])
        found = [point.payload for name in self._collections() for point in self._scroll(name, marks, payload=True)]
        return [TierSpace(tenant=tenant, space=payload["ofSpace"], signature=payload["signature"]) for payload in found]

    def health(self) -> TierHealth:
        """`GET /readyz`, with how long it took. A search in process asks itself for its collections instead."""
        local = _in_process(self._client)
        question = self._client.get_collections if local else self._client._client.http.service_api.readyz
        return health.asked(lambda: self._ask(question))

    def close(self) -> None:
        self._client.close()

    # --- what only Qdrant has -----------------------------------------------------------------------------------

    def cleanup(self, tenant: str, *, now_s: float, created_before_s: float | None, dry_run: bool = False) -> int:
        """Take out points of memories that have expired, or were made before that; returns how many, counted first."""
        from qdrant_client import models

        over: list[Any] = [models.FieldCondition(key="expiresAtUnix", range=models.Range(lte=now_s))]
        if created_before_s is not None:
            over.append(models.FieldCondition(key="createdAtUnix", range=models.Range(lt=created_before_s)))
        chosen = models.Filter(
            must=[_equal("tenant", tenant), _equal("kind", KIND), _equal("store", self._store)], should=over
        )
        total = 0
        for name in self._collections():
            count = int(self._ask(self._client.count, name, chosen, exact=True).count)
            if count and not dry_run:
                selector = models.FilterSelector(filter=chosen)
                self._ask(self._client.delete, name, selector, wait=True)
            total += count
        return total

    # --- inside -------------------------------------------------------------------------------------------------

    def _payload(self, space: TierSpace, key: str, item: int, payload: Mapping[str, Any]) -> dict[str, Any]:
        kept = dict(payload) if self._content else {name: value for name, value in payload.items() if name in _BARE}
        return kept | {"kind": KIND, "store": self._store, "tenant": space.tenant, "space": key, "item": str(item)}

    def _within(self, space: TierSpace, layers: Sequence[str] = ()) -> Any:
        from qdrant_client import models

        must: list[Any] = [_equal("tenant", space.tenant), _equal("space", self._key(space))]
        if layers:
            must.append(models.FieldCondition(key="layer", match=models.MatchAny(any=list(layers))))
        return models.Filter(must=must)

    def _key(self, space: TierSpace) -> str:
        """What the points of one space of one store, tenant and embedder have in common."""
        whose = hashlib.sha256(f"{space.tenant}\0{space.signature}".encode()).hexdigest()[:16]
        return f"{self._store}:{space.space}:{whose}"

    def _mark_id(self, space: TierSpace) -> str:
        return str(UUID(bytes=hashlib.sha256(f"mark:{self._key(space)}".encode()).digest()[:16]))

    def _id(self, item: int) -> str:
        """The store's name in the upper half, the item in the lower."""
        return str(UUID(bytes=hashlib.sha256(self._store.encode()).digest()[:8] + item.to_bytes(8, "big")))

    def _scroll(self, collection: str, within: Any, *, payload: bool | list[str]) -> list[Any]:
        found: list[Any] = []
        offset = None
        for _ in range(SPACES_MAX):
            points, offset = self._ask(
                self._client.scroll,
                collection,
                within,
                limit=PAGE,
                offset=offset,
                with_payload=payload,
                with_vectors=False,
            )
            found += points
            if offset is None:
                break
        return found

    def _collections(self) -> list[str]:
        """The one that was named, and those beside it for embedders of other dimensions."""
        names = [one.name for one in self._ask(self._client.get_collections).collections]
        own, beside = self._collection, f"{self._collection}_"
        return [name for name in names if name == own or (name.startswith(beside) and name[len(beside) :].isdigit())]

    def _there(self, space: TierSpace) -> str | None:
        """The collection of the space's embedder; None: it was not made yet."""
        dim = quantize.dim_of(space.signature)
        if dim not in self._known:
            for name in self._collections():
                params = self._ask(self._client.get_collection, name).config.params.vectors
                self._known.setdefault(int(params.size), name)
        return self._known.get(dim)

    def _made(self, space: TierSpace) -> str:
        found = self._there(space)
        if found is not None:
            return found
        from qdrant_client import models

        dim = quantize.dim_of(space.signature)
        name = self._collection if self._collection not in self._known.values() else f"{self._collection}_{dim}"
        quantization: Any = None
        if self._quantization == "int8":
            scalar = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, quantile=0.99, always_ram=True)
            quantization = models.ScalarQuantization(scalar=scalar)
        elif self._quantization == "binary":
            # a bit a number for the points and eight for the question: as small, and finds more
            asked = models.BinaryQuantizationQueryEncoding.SCALAR8BITS
            binary = models.BinaryQuantizationConfig(always_ram=True, query_encoding=asked)
            quantization = models.BinaryQuantization(binary=binary)
        self._ask(
            self._client.create_collection,
            name,
            vectors_config=models.VectorParams(size=dim, distance=models.Distance.COSINE),
            # every search is within one space: a graph for each of them, and none over all (see `_indexes`)
            hnsw_config=models.HnswConfigDiff(m=0, payload_m=PAYLOAD_M),
            quantization_config=quantization,
        )
        for field, index in _indexes(models).items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the search in process has no use for indexes, and says so
                self._ask(self._client.create_payload_index, name, field, index)
        self._known[dim] = name
        return name

    def _ask(self, request: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """One request, with the client's errors in our words."""
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

        try:
            with self._alone:
                return request(*args, **options)
        except UnexpectedResponse as error:
            self._known.clear()  # a collection that somebody deleted is made again
            raise TierFailed(f"Qdrant at {self._address} answered {error.status_code}: {_short(error)}") from error
        except (ApiException, QdrantException, OSError, ValueError) as error:
            self._known.clear()
            raise TierFailed(f"Qdrant at {self._address} did not answer: {_short(error)}") from error


_BARE = frozenset(("memoryId", "apiKeyId", "sessionId", "createdAtUnix", "expiresAtUnix", "layer"))
"""Of the payload, what says nothing of the memory itself."""


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


def _equal(field: str, value: str) -> Any:
    from qdrant_client import models

    return models.FieldCondition(key=field, match=models.MatchValue(value=value))


def _in_process(client: Any) -> bool:
    """Whether it asks no server: `path:` and `:memory:`."""
    return not hasattr(getattr(client, "_client", None), "http")


def _item_of(id: Any) -> int:
    return int.from_bytes(UUID(str(id)).bytes[8:], "big")


def _mark_of(points: Sequence[Any]) -> Mark | None:
    if not points:
        return None
    epoch, generation, item = map(int, points[0].payload["mark"])
    return Mark(epoch=epoch, generation=generation, item=item, newest=points[0].payload.get("newest", ""))


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:ERROR_CHARS_MAX] or type(error).__name__

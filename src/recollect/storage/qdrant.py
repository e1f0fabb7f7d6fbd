"""The Qdrant tier: one collection for all tenants of a store, cosine, quantized on request and rescored.

See `recollect.contracts.vector_index.VectorIndex`. A point is a vector with the payload that OmniRoute gives its own;
beside the points of a space lies one that says how far it has followed the store. Writes wait until they are applied,
so that a mark never runs ahead of what it stands for.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID

import numpy as np

from recollect.errors import MissingExtra
from recollect.model.tier import Mark, Nearest, Points, TierHealth, TierSpace
from recollect.rules import quantize
from recollect.storage import health
from recollect.storage.qdrant_server import QdrantServer

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND: Final = "omniroute_memory"
"""Of every point that is a memory."""
MARK_KIND: Final = "recollect_mark"
BATCH: Final = 256
"""Points sent at once."""
PAGE: Final = 1000
SPACES_MAX: Final = 1_000_000
HNSW_EF: Final = 1500
"""Candidates that a search of a graph keeps. With as many as are asked for, which is what Qdrant does, recall@10 among
50,000 items was 0.964. Said with every search, so that it holds for collections that are there already."""
OVERSAMPLING: Final = {"int8": 2.0, "binary": 16.0}
"""Candidates by their quantized form, times k, that are compared again by their real vectors."""
INT64: Final = 1 << 63

T = TypeVar("T")


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
    server = QdrantServer(
        client,
        address=url,
        collection=str(options.get("collection", KIND)),
        quantization=str(options.get("quantization", "none")),
    )
    return Qdrant(server, store=str(options["store"]), content=bool(options.get("content", True)))


class Qdrant:
    """Vectors of one store in a Qdrant server."""

    name = "qdrant"

    def __init__(self, server: QdrantServer, *, store: str, content: bool = True) -> None:
        self._server = server
        self._client = server.client
        self._store = store
        self._content = content

    @property
    def shape(self) -> Mapping[str, Any]:
        server = self._server
        return {"url": server.address, "collection": server.collection, "quantization": server.quantization}

    # --- following the store ------------------------------------------------------------------------------------

    def put(self, space: TierSpace, points: Points) -> None:
        from qdrant_client import models

        collection, key = self._server.made(quantize.dim_of(space.signature)), self._key(space)
        for start in range(0, len(points.items), BATCH):
            part = slice(start, start + BATCH)
            rows = zip(points.items[part], points.vectors[part].tolist(), points.payloads[part], strict=True)
            batch = [
                models.PointStruct(id=self._id(item), vector=vector, payload=self._payload(space, key, item, payload))
                for item, vector, payload in rows
            ]
            self._server.tell(self._client.upsert, collection, batch, wait=True)

    def remove(self, space: TierSpace, items: Sequence[int]) -> None:
        from qdrant_client import models

        collection = self._there(space)
        for start in range(0, len(items) if collection else 0, PAGE):
            ids = models.PointIdsList(points=[self._id(item) for item in items[start : start + PAGE]])
            self._server.tell(self._client.delete, collection, ids, wait=True)

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
        collection = self._server.made(quantize.dim_of(space.signature))
        self._server.tell(self._client.upsert, collection, [point], wait=True)

    def mark(self, space: TierSpace) -> Mark | None:
        collection = self._there(space)
        if collection is None:
            return None
        return self._server.ask(_mark_of, self._client.retrieve, collection, [self._mark_id(space)], with_payload=True)

    def drop(self, space: TierSpace) -> None:
        from qdrant_client import models

        own = models.Filter(must=[models.HasIdCondition(has_id=[self._mark_id(space)])])
        void = models.DeletePayload(keys=["mark"], filter=own)
        operations = [
            # in this order: what is left by one that ends in between counts nothing, and `spaces` still names it
            models.DeletePayloadOperation(delete_payload=void),
            models.DeleteOperation(delete=models.FilterSelector(filter=self._within(space))),
            models.DeleteOperation(delete=models.PointIdsList(points=[self._mark_id(space)])),
        ]
        for name in self._server.collections():
            self._server.tell(self._client.batch_update_points, name, operations, wait=True)

    # --- reading ------------------------------------------------------------------------------------------------

    def search(self, space: TierSpace, vector: NDArray[np.float32], k: int, *, layers: Sequence[str] = ()) -> Nearest:
        """One request: the nearest points, and the mark they were found under."""
        from qdrant_client import models

        collection = self._there(space)
        nothing = Nearest(items=np.zeros(0, np.int64), scores=np.zeros(0, np.float32), mark=None)
        if collection is None:
            return nothing
        quantization = None
        if self._server.quantization != "none":
            oversampling = OVERSAMPLING[self._server.quantization]
            quantization = models.QuantizationSearchParams(rescore=True, oversampling=oversampling)
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
        return self._server.ask(_nearest, self._client.query_batch_points, collection, requests)

    def count(self, space: TierSpace) -> int:
        collection = self._there(space)
        if collection is None:
            return 0
        return self._server.ask(_counted, self._client.count, collection, self._within(space), exact=True)

    def items(self, space: TierSpace) -> dict[int, str]:
        collection = self._there(space)
        if collection is None:
            return {}
        return dict(self._scroll(_layered, collection, self._within(space), payload=["layer"]))

    def vectors(self, space: TierSpace, items: Sequence[int]) -> NDArray[np.float32]:
        matrix = np.zeros((len(items), quantize.dim_of(space.signature)), dtype=np.float32)
        collection = self._there(space)
        if collection is None:
            return matrix
        key, places = self._key(space), {item: place for place, item in enumerate(items)}
        ids = [self._id(item) for item in items]

        def fill(points: Sequence[Any]) -> None:
            for point in points:
                if point.payload.get("space") == key:
                    matrix[places[_item_of(point.id)]] = point.vector

        self._server.ask(fill, self._client.retrieve, collection, ids, with_vectors=True, with_payload=["space"])
        return matrix

    def spaces(self, tenant: str) -> list[TierSpace]:
        from qdrant_client import models

        marks = models.Filter(must=[_equal("tenant", tenant), _equal("kind", MARK_KIND), _equal("store", self._store)])
        found = [
            TierSpace(tenant=tenant, space=space, signature=signature)
            for name in self._server.collections()
            for space, signature in self._scroll(_marked, name, marks, payload=["ofSpace", "signature"])
        ]
        return list(dict.fromkeys(found))

    def health(self) -> TierHealth:
        """`GET /readyz`, with how long it took."""
        return health.asked(self._server.require_ready)

    def close(self) -> None:
        self._server.close()

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
        for name in self._server.collections():
            count = self._server.ask(_counted, self._client.count, name, chosen, exact=True)
            if count and not dry_run:
                selector = models.FilterSelector(filter=chosen)
                self._server.tell(self._client.delete, name, selector, wait=True)
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

    def _there(self, space: TierSpace) -> str | None:
        """The collection of the space's embedder; None: it was not made yet."""
        return self._server.there(quantize.dim_of(space.signature))

    def _scroll(self, read: Callable[[Any], T], collection: str, within: Any, *, payload: bool | list[str]) -> list[T]:
        """What `read` makes of each point."""
        found: list[T] = []
        offset = None
        for _ in range(SPACES_MAX):
            page, offset = self._server.ask(
                lambda answer: ([read(point) for point in answer[0]], answer[1]),
                self._client.scroll,
                collection,
                within,
                limit=PAGE,
                offset=offset,
                with_payload=payload,
                with_vectors=False,
            )
            found += page
            if offset is None:
                break
        return found


_BARE = frozenset(("memoryId", "apiKeyId", "sessionId", "createdAtUnix", "expiresAtUnix", "layer"))
"""Of the payload, what says nothing of the memory itself."""


def _equal(field: str, value: str) -> Any:
    from qdrant_client import models

    return models.FieldCondition(key=field, match=models.MatchValue(value=value))


def _item_of(id: Any) -> int:
    return int.from_bytes(UUID(str(id)).bytes[8:], "big")


def _layered(point: Any) -> tuple[int, str]:
    return _item_of(point.id), str(point.payload.get("layer"))


def _marked(point: Any) -> tuple[int, str]:
    """Space and signature of a mark."""
    return int(point.payload["ofSpace"]), str(point.payload["signature"])


def _counted(answer: Any) -> int:
    return int(answer.count)


def _nearest(answers: Any) -> Nearest:
    found, marked = answers
    points = found.points
    scores = np.fromiter((point.score for point in points), np.float32, len(points))
    if not np.isfinite(scores).all():
        raise ValueError("a score is no number")
    items = np.fromiter((_item_of(point.id) for point in points), np.int64, len(points))
    return Nearest(items=items, scores=scores, mark=_mark_of(marked.points))


def _mark_of(points: Sequence[Any]) -> Mark | None:
    """None also where it cannot be read, or `drop` has begun: nothing counts, and the space begins anew."""
    payload = points[0].payload or {} if points else {}
    numbers, newest = payload.get("mark"), str(payload.get("newest") or "")
    if not isinstance(numbers, list) or len(numbers) != 3 or not all(map(_is_number, numbers)):
        return None
    epoch, generation, item = map(int, numbers)
    known = not newest or _is_number(newest.partition(":")[0])
    return Mark(epoch=epoch, generation=generation, item=item, newest=newest) if known else None


def _is_number(text: Any) -> bool:
    """Whether it is one that a store counts with, written out."""
    return isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,19}", text) is not None and -INT64 <= int(text) < INT64

"""Files in batches: as many as go into the store in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recollect.ingest.files.scan import Found

BATCH_FILES = 64
BATCH_BYTES = 512_000


def batches(files: Sequence[Found]) -> Iterator[list[Found]]:
    batch: list[Found] = []
    size = 0
    for file in files:
        if batch and (len(batch) >= BATCH_FILES or size + file.size > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch

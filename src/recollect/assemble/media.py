"""What hears, what of pictures and sound is sent, and batch jobs: from settings. Nothing is imported or sent yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from recollect import registry
from recollect.config import Settings, multimodal_kinds, pairs
from recollect.contracts.transcriber import Transcriber
from recollect.engine.media import MediaOptions
from recollect.engine.vectors.backfill import BatchOptions
from recollect.model.recording import RecordingLimits


def transcriber(settings: Settings) -> Callable[[], Transcriber] | None:
    """What makes the transcriber a person chose; None: recordings are not read."""
    if settings.transcriber == "off":
        return None
    # At an address of one's own only the key that was given for it is sent.
    usual = None if settings.transcriber_base_url else pairs(settings.api_keys).get("openai")
    options = {
        "base_url": settings.transcriber_base_url,
        "model": settings.transcriber_model,
        "api_key": settings.transcriber_api_key or usual,
        "timeout_s": settings.transcriber_timeout_s,
    }
    return partial(registry.transcriber, settings.transcriber, options)


def recording_limits(settings: Settings) -> RecordingLimits:
    return RecordingLimits(
        bytes_max=settings.media_file_bytes_max,
        duration_s_max=settings.media_duration_s_max,
        convert_s_max=settings.media_convert_s_max,
    )


def media_options(settings: Settings) -> MediaOptions:
    return MediaOptions(kinds=multimodal_kinds(settings), bytes_max=settings.multimodal_file_bytes_max)


def batch_options(settings: Settings) -> BatchOptions:
    return BatchOptions(
        texts_min=settings.embedder_batch_min if settings.embedder_batch == "on" else 0,
        concurrency=settings.embedder_batch_concurrency,
        wait=settings.embedder_batch_wait == "on",
        poll_s=settings.embedder_batch_poll_ms / 1000,
        timeout_s=settings.embedder_batch_timeout_min * 60,
    )

"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting as _setting


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    # --- documents ------------------------------------------------------------------------------------------------

    # --- sound, video and pictures --------------------------------------------------------------------------------
    transcriber: str = _setting(
        "off",
        "what makes text of recordings: off, pocketsphinx (on this machine, English), whisper (any such service)",
        choices=("off", "whisper", "pocketsphinx"),
    )
    transcriber_base_url: str | None = _setting(None, "address of a Whisper-compatible service; unset: OpenAI's")
    transcriber_model: str | None = _setting(None, "model of the service; unset: whisper-1")
    transcriber_api_key: str | None = _setting(
        None, "key of the service; unset: OpenAI's key, at OpenAI's address alone", secret=True
    )
    transcriber_timeout_s: float = _setting(600.0, "longest wait for the text of one piece", low=0.01, high=7200)
    media_file_bytes_max: int = _setting(500_000_000, "largest recording that is read", low=1, high=100_000_000_000)
    media_duration_s_max: float = _setting(14_400.0, "longest recording that is read", low=1, high=604_800)
    media_convert_s_max: float = _setting(300.0, "longest time to decode a recording", low=0.1, high=86_400)
    multimodal: str = _setting(
        "off",
        "on: pictures and sound are sent to the embedder and found by words; only gemini-embedding-2-preview",
        choices=("on", "off"),
    )
    multimodal_modalities: str = _setting("all", "what is sent: image, audio or all", names=("image", "audio", "all"))
    multimodal_file_bytes_max: int = _setting(
        10_000_000, "largest file that is sent; larger ones are left out", low=1, high=15_000_000
    )
    embedder_batch: str = _setting(
        "off", "on: many missing vectors are made by the batch jobs of openai, gemini or voyage", choices=("on", "off")
    )
    embedder_batch_min: int = _setting(1000, "fewer missing vectors are asked for directly", low=1, high=100_000_000)
    embedder_batch_concurrency: int = _setting(2, "batch jobs at once", low=1, high=20)
    embedder_batch_wait: str = _setting(
        "on", "off: reindex submits and returns; run it again to take the vectors in", choices=("on", "off")
    )
    embedder_batch_poll_ms: int = _setting(2000, "pause between two looks at a batch job", low=10, high=3_600_000)
    embedder_batch_timeout_min: float = _setting(60.0, "longest wait for batch jobs", low=0.01, high=10_080)

"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting as _setting


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    transcripts: str = _setting("off", "keep session transcripts in the index: on or off", choices=("on", "off"))
    transcripts_paths: str = _setting(
        "~/.openclaw/agents/*/sessions/*.jsonl", "which files are transcripts: patterns, separated by commas"
    )
    transcripts_user: str | None = _setting(None, "whose turns transcripts become; unset: the shared space")
    transcripts_delta_bytes: int = _setting(
        100_000, "a transcript that has grown by so many bytes is read on", low=1, high=1_000_000_000
    )
    transcripts_delta_messages: int = _setting(
        50, "a transcript that has grown by so many lines is read on", low=1, high=1_000_000
    )
    transcripts_learn: str = _setting(
        "off", "on: memories are drawn from transcripts too, as from conversations", choices=("on", "off")
    )

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    # --- documents ------------------------------------------------------------------------------------------------

    # --- sound, video and pictures --------------------------------------------------------------------------------

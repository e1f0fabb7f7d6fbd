"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    # --- documents ------------------------------------------------------------------------------------------------

    # --- sound, video and pictures --------------------------------------------------------------------------------

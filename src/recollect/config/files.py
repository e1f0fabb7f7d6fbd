"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    # --- documents ------------------------------------------------------------------------------------------------

    document_bytes_max: int = setting(50_000_000, "largest document that is read", low=1000, high=10_737_418_240)
    document_pages_max: int = setting(
        5000, "most pages, slides, sheets or chapters of a document", low=1, high=1_000_000
    )
    document_seconds_max: float = setting(
        120.0, "longest time that fetching, and that reading one document may take", low=0.1, high=86_400
    )
    fetch_urls: str = setting("on", "fetch documents from addresses: on or off", choices=("on", "off"))
    fetch_allow: str = setting(
        "", "hosts and networks (10.1.0.0/16) documents may be fetched from although they are not public, by commas"
    )

    # --- sound, video and pictures --------------------------------------------------------------------------------

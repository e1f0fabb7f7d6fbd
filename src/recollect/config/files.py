"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

from dataclasses import dataclass

from recollect.config.table import setting

ON_OFF = ("on", "off")


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    files_backend: str = setting(
        "builtin",
        "who searches Markdown files: builtin, or qmd (the program of that name; builtin while it does not answer)",
        choices=("builtin", "qmd"),
    )
    openclaw_state_dir: str | None = setting(
        None, "folder of OpenClaw's state, with agents/<id>/sessions and QMD's homes; unset: ~/.openclaw"
    )
    qmd_command: str = setting("qmd", "the program QMD: a name or a path, with arguments if need be; no shell")
    qmd_search_mode: str = setting(
        "search",
        "how QMD searches: search (words), vsearch (vectors), query (both, and reranks)",
        choices=("search", "vsearch", "query"),
    )
    qmd_paths: str = setting(
        "", 'further folders QMD searches: [{"path": "~/notes", "pattern": "**/*.md", "name": "notes"}, …]', json=True
    )
    qmd_include_default_memory: str = setting(
        "on", "QMD searches MEMORY.md, memory.md and memory/ of the workspace: on or off", choices=ON_OFF
    )
    qmd_sessions: str = setting(
        "off", "export conversations as Markdown for QMD and search them: on or off", choices=ON_OFF
    )
    qmd_sessions_retention_days: float = setting(
        0.0, "days a conversation stays exported after its last message; 0: for ever", low=0, high=36_500
    )
    qmd_sessions_export_dir: str | None = setting(
        None, "folder of the exports, one below it for each agent; unset: sessions/ in QMD's home"
    )
    qmd_update_interval_s: float = setting(
        300.0, "how often QMD's index is brought up to date; 0: only at the start and after changes", low=0, high=86_400
    )
    qmd_update_debounce_ms: int = setting(15_000, "least time between two updates of QMD", low=0, high=3_600_000)
    qmd_on_boot: str = setting("on", "bring QMD's index up to date at the start: on or off", choices=ON_OFF)
    qmd_wait_for_boot_sync: str = setting("off", "wait for that update before anything else", choices=ON_OFF)
    qmd_embed_interval_s: float = setting(
        3600.0, "how often QMD makes vectors (not with search); 0: only at the start", low=0, high=604_800
    )
    qmd_command_timeout_ms: int = setting(
        30_000, "longest wait for a command of QMD that is no search, update or embedding", low=1, high=3_600_000
    )
    qmd_update_timeout_ms: int = setting(120_000, "longest wait for an update of QMD", low=1, high=86_400_000)
    qmd_embed_timeout_ms: int = setting(120_000, "longest wait for vectors of QMD", low=1, high=86_400_000)
    qmd_max_results: int = setting(6, "most hits of a search by QMD", low=1, high=100)
    qmd_max_snippet_chars: int = setting(700, "longest snippet of a hit of QMD", low=1, high=100_000)
    qmd_max_injected_chars: int = setting(4000, "characters of all snippets of a search by QMD", low=1, high=1_000_000)
    qmd_timeout_ms: int = setting(4000, "longest wait for an answer of QMD to a search", low=1, high=600_000)
    recall_policy: str = setting(
        "",
        "who may recall from files, by session key: {default, rules: [{action, match}]}; unset: direct chats alone",
        json=True,
    )

    # --- documents ------------------------------------------------------------------------------------------------

    # --- sound, video and pictures --------------------------------------------------------------------------------

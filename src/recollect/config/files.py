"""The settings of files and documents: the Markdown workspace, transcripts, reading documents, media."""

from __future__ import annotations

import json
from dataclasses import dataclass

from recollect.config.table import setting
from recollect.errors import ConfigError
from recollect.read.presets import PRESETS

ON_OFF = ("on", "off")
PATHS_MAX = 1000


@dataclass(frozen=True, kw_only=True)
class FileSettings:
    """What the engine reads about files. `Settings` is made of these too."""

    # --- the Markdown workspace -----------------------------------------------------------------------------------

    workspace: str | None = setting(
        None, "folder of Markdown files that are memory: MEMORY.md, memory.md, memory/**/*.md; unset: none"
    )
    workspace_paths: str = setting(
        "", "further .md files and folders, absolute or below the workspace: a JSON list, or one a line", json=True
    )
    workspace_user: str = setting("default", "whose memory the files are part of; empty: everybody's of the tenant")
    workspace_name: str | None = setting(
        None, "what the workspace is called in the store; unset: its folder's name and a mark of its path"
    )
    workspace_watch: str = setting("on", "follow changes as they happen, in serve, mcp and files watch", choices=ON_OFF)
    workspace_debounce_s: float = setting(1.5, "how long it must be quiet before changes are read", low=0.01, high=600)
    workspace_interval_s: float = setting(
        300.0, "how often the files are looked at without being told; 0: never", low=0, high=86_400
    )
    workspace_sync_on_search: str = setting(
        "on", "a search has changed files read, after its answer: on or off", choices=ON_OFF
    )
    workspace_chunk_tokens: int = setting(400, "tokens of a passage of a file", low=16, high=32_768)
    workspace_chunk_overlap: int = setting(80, "tokens it shares with the passage before", low=0, high=16_384)
    workspace_file_bytes_max: int = setting(
        16 * 1024 * 1024, "larger files are passed over", low=1024, high=1024 * 1024 * 1024
    )
    files: str = setting("on", "search in files and reading them: on or off", choices=ON_OFF)
    files_preset: str = setting(
        "openclaw",
        "how what was found in files is ranked; see docs/reference/presets.md. recall_options change it",
        choices=tuple(PRESETS),
    )
    citations: str = setting(
        "auto", "name path and lines with what was found in files: auto (as on), on, off", choices=("auto", "on", "off")
    )

    # --- transcripts, and memories as Markdown --------------------------------------------------------------------

    transcripts: str = setting("off", "keep session transcripts in the index: on or off", choices=ON_OFF)
    transcripts_paths: str = setting(
        "", "which files are transcripts: patterns, separated by commas; empty: OpenClaw's, below openclaw_state_dir"
    )
    transcripts_user: str | None = setting(None, "whose turns transcripts become; unset: the shared space")
    transcripts_delta_bytes: int = setting(
        100_000, "a transcript that has grown by so many bytes is read on", low=1, high=1_000_000_000
    )
    transcripts_delta_messages: int = setting(
        50, "a transcript that has grown by so many lines is read on", low=1, high=1_000_000
    )
    transcripts_learn: str = setting(
        "off", "on: memories are drawn from transcripts too, as from conversations", choices=ON_OFF
    )

    # --- the QMD backend and the recall policy --------------------------------------------------------------------

    files_backend: str = setting(
        "builtin",
        "who searches Markdown files: builtin, or qmd (the program of that name; builtin while it does not answer)",
        choices=("builtin", "qmd"),
    )
    openclaw_state_dir: str | None = setting(
        None, "folder of OpenClaw's state, with agents/<id>/sessions and QMD's homes; unset: ~/.openclaw"
    )
    openclaw_keys: str = setting(
        "auto",
        "keys of the chosen embedder from OpenClaw's auth profiles: on, off, auto (with auto-openclaw, or where "
        "openclaw_state_dir is set)",
        choices=("auto", *ON_OFF),
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
    recall_policy_on: str = setting(
        "files",
        "what the policy stands before: files, or all (searches, contexts, MCP reads of memory too, by their session)",
        choices=("files", "all"),
    )

    # --- documents ------------------------------------------------------------------------------------------------

    document_bytes_max: int = setting(50_000_000, "largest document that is read", low=1000, high=10_737_418_240)
    document_pages_max: int = setting(
        5000, "most pages, slides, sheets or chapters of a document", low=1, high=1_000_000
    )
    document_seconds_max: float = setting(
        120.0, "longest time that fetching, and that reading one document may take", low=0.1, high=86_400
    )
    document_processes_max: int = setting(
        0,
        "documents that are read at once, each in a process of its own; the others wait; 0: one a core",
        low=0,
        high=1000,
    )
    fetch_urls: str = setting("on", "fetch documents from addresses: on or off", choices=ON_OFF)
    fetch_allow: str = setting(
        "", "hosts and networks (10.1.0.0/16) documents may be fetched from although they are not public, by commas"
    )

    # --- sound, video and pictures --------------------------------------------------------------------------------
    transcriber: str = setting(
        "off",
        "what makes text of recordings: off, pocketsphinx (on this machine, English), whisper (any such service)",
        choices=("off", "whisper", "pocketsphinx"),
    )
    transcriber_base_url: str | None = setting(None, "address of a Whisper-compatible service; unset: OpenAI's")
    transcriber_model: str | None = setting(None, "model of the service; unset: whisper-1")
    transcriber_api_key: str | None = setting(
        None, "key of the service; unset: OpenAI's key, at OpenAI's address alone", secret=True
    )
    transcriber_timeout_s: float = setting(600.0, "longest wait for the text of one piece", low=0.01, high=7200)
    media_file_bytes_max: int = setting(500_000_000, "largest recording that is read", low=1, high=100_000_000_000)
    media_duration_s_max: float = setting(14_400.0, "longest recording that is read", low=1, high=604_800)
    media_convert_s_max: float = setting(300.0, "longest time to decode a recording", low=0.1, high=86_400)
    multimodal: str = setting(
        "off",
        "on: pictures and sound are sent to the embedder and found by words; only gemini-embedding-2-preview",
        choices=ON_OFF,
    )
    multimodal_modalities: str = setting("all", "what is sent: image, audio or all", names=("image", "audio", "all"))
    multimodal_file_bytes_max: int = setting(
        10_000_000, "largest file that is sent; larger ones are left out", low=1, high=15_000_000
    )
    embedder_batch: str = setting(
        "off", "on: many missing vectors are made by the batch jobs of openai, gemini or voyage", choices=ON_OFF
    )
    embedder_batch_min: int = setting(1000, "fewer missing vectors are asked for directly", low=1, high=100_000_000)
    embedder_batch_concurrency: int = setting(2, "batch jobs at once", low=1, high=20)
    embedder_batch_wait: str = setting(
        "on", "off: reindex submits and returns; run it again to take the vectors in", choices=ON_OFF
    )
    embedder_batch_poll_ms: int = setting(2000, "pause between two looks at a batch job", low=10, high=3_600_000)
    embedder_batch_timeout_min: float = setting(60.0, "longest wait for batch jobs", low=0.01, high=10_080)


def workspace_paths(settings: FileSettings) -> tuple[str, ...]:
    """The further paths of the workspace."""
    text = settings.workspace_paths.strip()
    try:
        found = json.loads(text) if text.startswith("[") else [line.strip() for line in text.splitlines()]
    except ValueError as error:
        raise ConfigError(f"workspace_paths must be a JSON list of paths, or one path a line: {error}") from error
    if not all(isinstance(path, str) for path in found):
        raise ConfigError('workspace_paths must be a list of paths: ["~/notes", "docs/rules.md"]')
    if len(found) > PATHS_MAX:
        raise ConfigError(f"workspace_paths may name {PATHS_MAX} paths, not {len(found)}")
    return tuple(path for path in found if path.strip())

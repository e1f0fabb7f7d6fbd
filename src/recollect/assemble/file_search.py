"""Settings -> who searches files: the built-in index, or QMD with that one behind it, and the policy in front."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from recollect import registry
from recollect.config import Settings, environment, qmd_paths, recall_policy, state_folder
from recollect.contracts.file_search import FileSearch
from recollect.engine.files.search import Fallback, Policed
from recollect.write.secrets import mask

DEFAULT_AGENT = "main"


def file_search(
    settings: Settings,
    builtin: FileSearch,
    *,
    workspace: Callable[[str], Path],
    citations: bool = True,
    monotonic: Callable[[], float] = time.monotonic,
) -> FileSearch:
    """Put policy and backend around the built-in index. `workspace`: agent -> the folder of its Markdown files.

    Closing what is returned closes `builtin` too. With `files_backend = qmd` the timers of the agent this process
    speaks for are armed when this returns.
    """
    policy = recall_policy(settings)
    if settings.files_backend == "builtin":
        return Policed(builtin, policy)
    qmd = registry.file_search("qmd", _qmd_options(settings, workspace, citations, monotonic))
    return Policed(Fallback(qmd, builtin, monotonic=monotonic), policy)


def _qmd_options(
    settings: Settings, workspace: Callable[[str], Path], citations: bool, monotonic: Callable[[], float]
) -> dict[str, object]:
    exports = settings.qmd_sessions_export_dir
    return {
        "state": state_folder(settings),
        "workspace": workspace,
        "environment": environment(),
        "scrub": (lambda text: mask(text).text) if settings.secrets == "mask" else str,
        "command": settings.qmd_command,
        "mode": settings.qmd_search_mode,
        "paths": qmd_paths(settings),
        "default_memory": settings.qmd_include_default_memory == "on",
        "sessions": settings.qmd_sessions == "on",
        "sessions_retention_days": settings.qmd_sessions_retention_days,
        "sessions_folder": None if exports is None else Path(exports).expanduser(),
        "update_interval_s": settings.qmd_update_interval_s,
        "update_debounce_s": settings.qmd_update_debounce_ms / 1000,
        "on_boot": settings.qmd_on_boot == "on",
        "wait_for_boot": settings.qmd_wait_for_boot_sync == "on",
        "embed_interval_s": settings.qmd_embed_interval_s,
        "command_timeout_s": settings.qmd_command_timeout_ms / 1000,
        "update_timeout_s": settings.qmd_update_timeout_ms / 1000,
        "embed_timeout_s": settings.qmd_embed_timeout_ms / 1000,
        "timeout_s": settings.qmd_timeout_ms / 1000,
        "results_max": settings.qmd_max_results,
        "snippet_chars_max": settings.qmd_max_snippet_chars,
        "injected_chars_max": settings.qmd_max_injected_chars,
        "citations": citations,
        "agent": settings.agent or DEFAULT_AGENT,
        "monotonic": monotonic,
    }

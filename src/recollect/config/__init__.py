"""Settings: every knob with its default, and the only reader of the environment.

Precedence: call argument > tenant override > environment > file > preset > default. Names of other systems
(`recollect.config.foreign`) are accepted and lose to our own. Unknown names in the file and values out of range are
refused with an error that says which. A provider's usual key variable (`OPENAI_API_KEY`, …) is read for the providers a
person chose and for no other. Secrets are left out of `repr`, of messages and of what the command line shows.
"""

from recollect.config.checking import HIDDEN, headers, names, pairs, shown
from recollect.config.choices import (
    chosen_llms,
    chosen_providers,
    multimodal_kinds,
    qmd_paths,
    recall_options,
    recall_policy,
    require_extractor,
    sector_embedders,
    state_folder,
    waits_for_others,
)
from recollect.config.editing import own_in_file, set_in_file, unset_in_file
from recollect.config.explaining import Explained
from recollect.config.files import workspace_paths
from recollect.config.importing import Imported, read_foreign
from recollect.config.loading import (
    editor,
    environment,
    explain,
    explain_all,
    load,
    misspelt,
    origin,
    tell_processes,
)
from recollect.config.openable import require_openable
from recollect.config.safe_serving import is_loopback, require_safe_change, require_safe_server
from recollect.config.settings import BUNDLED, EMBEDDER_ORDERS, LLM_PROVIDERS, REMOTE_EMBEDDERS, Settings
from recollect.config.sources import ENVIRONMENT_PREFIX
from recollect.config.tenants import merged_overrides, shown_overrides, tenant_settings, with_overrides
from recollect.config.watching import Watched, changes

__all__ = [
    "BUNDLED",
    "EMBEDDER_ORDERS",
    "ENVIRONMENT_PREFIX",
    "HIDDEN",
    "LLM_PROVIDERS",
    "REMOTE_EMBEDDERS",
    "Explained",
    "Imported",
    "Settings",
    "Watched",
    "changes",
    "chosen_llms",
    "require_extractor",
    "chosen_providers",
    "editor",
    "environment",
    "explain",
    "explain_all",
    "headers",
    "is_loopback",
    "load",
    "merged_overrides",
    "misspelt",
    "multimodal_kinds",
    "names",
    "origin",
    "own_in_file",
    "pairs",
    "qmd_paths",
    "read_foreign",
    "recall_options",
    "recall_policy",
    "require_openable",
    "require_safe_change",
    "require_safe_server",
    "sector_embedders",
    "set_in_file",
    "shown",
    "shown_overrides",
    "state_folder",
    "tell_processes",
    "tenant_settings",
    "unset_in_file",
    "waits_for_others",
    "with_overrides",
    "workspace_paths",
]

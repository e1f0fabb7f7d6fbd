"""Which role memory is given in: some providers and models take no system message, so it comes as a user's there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

WITHOUT_SYSTEM_MESSAGE = frozenset(("o1", "o1-mini", "o1-preview", "glm", "glmt", "glm-cn", "zai", "qianfan"))
_HOSTS = {"z.ai": "zai", "bigmodel.cn": "glm", "baidubce.com": "qianfan"}
_DATED = re.compile(r"-\d{4}-\d{2}-\d{2}$")


def provider_supports_system_message(provider: str | None) -> bool:
    """Whether a provider, or a model that is like one in this, takes system messages; unknown ones do."""
    if not provider:
        return True
    return _DATED.sub("", provider.strip().lower()) not in WITHOUT_SYSTEM_MESSAGE


def role_for(model: Any, upstream: str | None = None) -> str:
    """`system` or `user`, from the model's name (`openai/o1-mini`, `zai/glm-4.6`) and the upstream's address."""
    names = [*model.split("/"), model] if isinstance(model, str) else []
    host = urlsplit(upstream).hostname or "" if upstream else ""
    names += [name for domain, name in _HOSTS.items() if host == domain or host.endswith(f".{domain}")]
    return "system" if all(provider_supports_system_message(name) for name in names) else "user"


def should_inject_memory(body: Mapping[str, Any], *, enabled: bool) -> bool:
    """Whether a request gets memory at all: it is switched on, and there is a conversation to put it into."""
    messages, given = body.get("messages"), body.get("input")
    if isinstance(messages, list):
        return enabled and bool(messages)
    return enabled and isinstance(given, list | str) and bool(given)

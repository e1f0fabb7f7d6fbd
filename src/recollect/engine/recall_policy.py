"""The recall policy at work: a session that may not recall is told why, and the log says where it was.

The log never holds the question.
"""

from __future__ import annotations

import logging

from recollect.rules.policy import DIRECT_ONLY, RecallPolicy, judge
from recollect.rules.policy import parse as parse_policy

__all__ = ["DIRECT_ONLY", "RecallPolicy", "denial", "parse_policy"]

log = logging.getLogger("recollect.policy")


def denial(policy: RecallPolicy | None, session_key: str | None) -> str | None:
    """Why a session may not recall, logged; None when it may, or when there is no policy."""
    if policy is None:
        return None
    verdict = judge(policy, session_key)
    if verdict.allowed:
        return None
    log.warning(
        "recall denied by policy: channel=%s chat_type=%s rule=%s", verdict.channel, verdict.chat_type, verdict.rule
    )
    return verdict.reason

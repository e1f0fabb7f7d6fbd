"""The client for Amazon Bedrock. Credentials come from AWS's own chain (environment, profile, role), and only here."""

from __future__ import annotations

from typing import Any, Final

REGION: Final = "us-east-1"


def bedrock_client(*, region: str | None, base_url: str | None, timeout_s: float) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(
        retries={"total_max_attempts": 1},  # retries are the engine's
        read_timeout=timeout_s,
        connect_timeout=min(timeout_s, 10.0),
    )
    return boto3.client("bedrock-runtime", region_name=region or REGION, endpoint_url=base_url, config=config)

"""A backup over HTTP where PostgreSQL itself keeps tenants apart."""

from __future__ import annotations

import pytest

from tests.roles import application_role
from tests.serving import problem, serving


@pytest.mark.feature("SC-06")
def test_a_server_that_is_shown_a_part_of_the_store_gives_no_backup(postgres_url: str) -> None:
    with (
        application_role(postgres_url) as (_, url),
        serving(url, schedule="off", worker="off", embedder="synthetic") as served,
        served.client() as client,
    ):
        assert client.post("/v1/memories", json={"content": "kept", "user": "ana"}).status_code == 201
        answer = client.get("/v1/backup")
        assert answer.status_code == 403
        assert problem(answer)["code"] == "forbidden"
        assert "role that owns the tables" in problem(answer)["detail"]
